# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the comparison: whatever does not agree, or is listed and agrees, is told."""

import json
import unittest

import compare
from compare import Key

SOURCE = "cases/a-rule.cpp"
BAD = Key(SOURCE, "bad::Hook", "a-rule")


def agreed():
    """A case as it should be: a bad hook that both see, and a good one."""
    return compare.Observed(linter={BAD}, runtime={BAD}, rules=["a-rule"],
                            labels={(SOURCE, "bad::Hook"): "bad", (SOURCE, "good::Hook"): "good"},
                            case_rules={SOURCE: "a-rule"}, replays={BAD: ["as told"]})


def table(**lists):
    document = {"differences": [], "no_case": [], "not_replayed": []}
    document.update(lists)
    return compare.parse_table(json.dumps(document))


def difference(only="linter", reason="static only: because", rule="a-rule"):
    return {"source": SOURCE, "class": "bad::Hook", "rule": rule, "only": only, "reason": reason}


class CompareTest(unittest.TestCase):
    def assert_problem(self, observed, listed, text):
        problems = compare.compare(observed, listed)
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(text, problems[0])

    def test_what_agrees_is_no_problem(self):
        self.assertEqual(compare.compare(agreed(), table()), [])

    def test_unlisted_difference(self):
        observed = agreed()
        observed.runtime.clear()
        self.assert_problem(observed, table(), "only the linter sees it")
        self.assertEqual(compare.compare(observed, table(differences=[difference()])), [])

    def test_difference_of_the_other_side(self):
        observed = agreed()
        observed.runtime.clear()
        listed = table(differences=[difference("runtime", "dynamic only: because")])
        self.assert_problem(observed, listed, "the other one is listed")

    def test_stale_difference(self):
        self.assert_problem(agreed(), table(differences=[difference()]), "no difference any more")
        self.assert_problem(agreed(), table(differences=[difference(rule="other")]),
                            "nobody sees it")

    def test_breach_of_a_good_hook(self):
        observed = agreed()
        both = Key(SOURCE, "good::Hook", "a-rule")
        observed.linter.add(both)
        observed.runtime.add(both)
        self.assert_problem(observed, table(), "a good hook breaches a-rule")

    def test_bad_hook_without_its_breach(self):
        observed = agreed()
        observed.labels[SOURCE, "bad::Other"] = "bad"
        self.assert_problem(observed, table(), "nobody sees the breach")

    def test_check_without_a_case(self):
        observed = agreed()
        observed.rules.append("new-rule")
        self.assert_problem(observed, table(), "no case: test/oracle/cases/new-rule.cpp")
        no_case = [{"rule": "new-rule", "reason": "because"}]
        self.assertEqual(compare.compare(observed, table(no_case=no_case)), [])

    def test_case_without_a_good_twin(self):
        observed = agreed()
        del observed.labels[SOURCE, "good::Hook"]
        self.assert_problem(observed, table(), "no case")

    def test_stale_no_case(self):
        self.assert_problem(agreed(), table(no_case=[{"rule": "a-rule", "reason": "because"}]),
                            "there is a case now")
        self.assert_problem(agreed(), table(no_case=[{"rule": "gone", "reason": "because"}]),
                            "there is no such check")

    def test_finding_that_does_not_replay(self):
        observed = agreed()
        observed.replays[BAD].append("not: breaches nothing")
        self.assert_problem(observed, table(), "leads to no breach")
        entry = {"source": SOURCE, "class": "bad::Hook", "rule": "a-rule", "reason": "because"}
        self.assertEqual(compare.compare(observed, table(not_replayed=[entry])), [])
        self.assert_problem(agreed(), table(not_replayed=[entry]), "it replays")

    def test_reasons_say_which_side_is_right(self):
        for entry in (difference(reason="because"), difference(only="both"),
                      difference(reason="dynamic only: because")):
            with self.assertRaises(compare.BadTable):
                table(differences=[entry])
        with self.assertRaises(compare.BadTable):
            table(no_case=[{"rule": "a-rule", "reason": ""}])
        with self.assertRaises(compare.BadTable):
            table(differences=[difference(), difference()])


if __name__ == "__main__":
    unittest.main()
