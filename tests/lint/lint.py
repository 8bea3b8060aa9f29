#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the tree against the rules of rules.py. usage: lint.py ROOT. Exit 1 when something is wrong."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rules import RULES  # noqa: E402
from source import read_tree  # noqa: E402

MIN_FILES = 100  # fewer: the wrong folder was given, and nothing would be wrong with it


def main():
    if len(sys.argv) != 2:
        print("usage: lint.py ROOT")
        return 2
    files = read_tree(sys.argv[1])
    if len(files) < MIN_FILES and "CORDON_LINT_SMALL" not in os.environ:
        print(f"only {len(files)} files below {sys.argv[1]}")
        return 2
    failed = False
    for rule in RULES:
        for finding in rule(files):
            print(finding if finding.startswith("warning") else f"{finding} [{rule.__name__}]")
            failed = failed or not finding.startswith("warning")
    print(f"{len(files)} files, {len(RULES)} rules: {'failed' if failed else 'good'}")
    return 1 if failed else 0


sys.exit(main())
