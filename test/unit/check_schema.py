#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks docs/contract.schema.json: it is a schema, it accepts every contract
of the project, and it judges contract_schema_cases.json as the loader does
(contract_document_test.cpp puts the same cases to the loader)."""

import copy
import json
import pathlib
import re
import sys

SKIPPED = 77

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: the Python module jsonschema is missing (Debian: python3-jsonschema)")
    sys.exit(SKIPPED)

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def merge_patch(target, patch):
    """RFC 7386, as nlohmann's merge_patch."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merge_patch(result.get(key), value)
    return result


def project_contracts():
    for file in sorted((SOURCE / "checks/contracts").glob("*.json")):
        yield file.name, json.loads(file.read_text(encoding="utf-8"))
    document = (SOURCE / "docs/contracts.md").read_text(encoding="utf-8")
    for number, block in enumerate(re.findall(r"```json\n(.*?)```", document, re.S)):
        if '"schema_version"' in block:
            yield f"docs/contracts.md, block {number + 1}", json.loads(block)


def main():
    schema = json.loads((SOURCE / "docs/contract.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failures = 0
    count = 0
    for name, contract in project_contracts():
        count += 1
        for error in validator.iter_errors(contract):
            failures += 1
            print(f"{name}: {error.json_path}: {error.message}")

    cases = json.loads(
        (SOURCE / "test/unit/contract_schema_cases.json").read_text(encoding="utf-8"))
    for case in cases["cases"]:
        count += 1
        contract = merge_patch(copy.deepcopy(cases[case.get("base", "base")]), case["patch"])
        is_valid = validator.is_valid(contract)
        if is_valid != case.get("good", False):
            failures += 1
            print(f"{case['why']}: {'accepted' if is_valid else 'refused'}")
    print(f"{count} contracts, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
