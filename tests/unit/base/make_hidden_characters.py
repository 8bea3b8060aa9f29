#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes hidden_characters.txt: ranges "first last category" (hexadecimal) of Python's Unicode data, every code point covered."""
import sys
import unicodedata


def ranges():
    start, category = 0, unicodedata.category("\0")
    for point in range(1, 0x110000):
        new = unicodedata.category(chr(point))
        if new != category:
            yield start, point - 1, category
            start, category = point, new
    yield start, 0x10FFFF, category


def main():
    print(f"# Unicode {unicodedata.unidata_version}, made by make_hidden_characters.py")
    wanted = {"Cc", "Cf", "Zl", "Zp"}  # must be hidden; "shown" groups all letters, numbers, punctuation and symbols
    merged = []
    for first, last, category in ranges():
        kind = category if category in wanted else "shown" if category[0] in "LNPS" else None
        if kind is None:
            continue
        if merged and merged[-1][2] == kind and merged[-1][1] + 1 == first:
            merged[-1][1] = last
        else:
            merged.append([first, last, kind])
    for first, last, kind in merged:
        print(f"{first:X} {last:X} {kind}")
    return 0


sys.exit(main())
