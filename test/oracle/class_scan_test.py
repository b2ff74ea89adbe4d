# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the search for classes in sources."""

import unittest

import cases
import class_scan


def names(source):
    return [entity.name for entity in class_scan.scan_classes(source)]


class ClassScanTest(unittest.TestCase):
    def test_namespaces(self):
        self.assertEqual(names("namespace a::b { namespace { struct C {}; } class D final : E {}; }"),
                         ["a::b::C", "a::b::D"])

    def test_what_is_no_class_of_its_own(self):
        self.assertEqual(names("// class A {};\nconst char *b = \"class C {};\";\nclass D;\n"
                               "void f() { struct Local {}; }\nstruct E { struct Inner {}; };"),
                         ["E"])

    def test_templates_are_marked(self):
        entities = class_scan.scan_classes("template <typename T> class A : B<T, int>, public C {};")
        self.assertEqual([(e.is_template, e.bases) for e in entities], [(True, ["B", "C"])])

    def test_labels(self):
        self.assertEqual(cases.label("a::bad::Hook", None), "bad")
        self.assertEqual(cases.label("a::good::Hook", None), "good")
        self.assertEqual(cases.label("a::badly::Hook", "good"), "good")


if __name__ == "__main__":
    unittest.main()
