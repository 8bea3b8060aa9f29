#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes cmake/start_order/PROGRAM.ld: the functions that an ordinary call runs, side by side at the front of the program.

A call lives half a millisecond and most of it is the kernel's: the first touch of a piece of a program maps 64 KB of it. In the order
of the linker an ordinary call is strewn over two dozen such pieces, in this order over six. Names that a later compiler spells
otherwise stay where the linker puts them: the program is then slower, never wrong. cost_test.py counts the pieces.

To be run again when much has changed, on the release build (it writes the maps of the linker that are read here):
  tests/perf/start_order.py build/release

Needs valgrind (its lackey prints the address of every instruction)."""
import bisect
import pathlib
import re
import subprocess
import sys
import tempfile

import measure

SOURCE = pathlib.Path(__file__).resolve().parents[2]
VERSION = "2.1.332"
# Beside the payload of the cost test: what else happens often and needs no decision.
ALSO = {
    "protected-paths": ["PreToolUse/bash-plain.json", "PreToolUse/bash-multiline.json"],
    "git-add-guard": ["PreToolUse/bash-multiline.json", "PreToolUse/bash-git-add-file.json"],
    "deny-guard": ["PreToolUse/bash-multiline.json"],
    "error-hint": ["PostToolUseFailure/bash-exit-code.json"],
}
SECTION = re.compile(r"^ (\.text\S*)(?:\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+(.+))?$")
CONTINUED = re.compile(r"^\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+(.+)$")
MADE_BY_COMPILER = re.compile(r"(\.(?:lto_priv|isra|constprop|part)\.\d+)+$")


def sections(map_file):
    """-> sorted [(address, size, name of the input section, file it comes from)] of the code."""
    found, name = [], None
    for line in map_file.read_text(errors="replace").splitlines():
        match = SECTION.match(line)
        if match:
            name = match[1]
            if match[2]:
                found.append((int(match[2], 16), int(match[3], 16), name, match[4]))
        elif name and (match := CONTINUED.match(line)):
            found.append((int(match[1], 16), int(match[2], 16), name, match[3]))
            name = None
    return sorted(row for row in found if row[0] and row[1])


def pattern(name, file):
    """How the linker script names an input section: ours by their function, a library's by the member, as those are called .text."""
    member = re.search(r"([^/]*\.a)\(([^)]*)\)$", file)
    if member and (name == ".text" or member[1] == "libc.a"):
        return f"*{member[1]}:{member[2]}({name})"
    short = MADE_BY_COMPILER.sub("", name)
    return f"*({name})" if short == name else f"*({short} {short}.*)"


def load_address(addresses, entry):
    """Where valgrind put the program: its first instruction is the entry point, at some page."""
    return next(address for address in addresses if address & 0xFFF == entry & 0xFFF) - entry


def touched(program, map_file, scene, payload):
    """-> patterns of the sections that ran, in the order of their first run."""
    rows = sections(map_file)
    starts = [row[0] for row in rows]
    entry = int(re.search(r"Entry point address:\s+0x(\w+)", subprocess.run(["readelf", "-hW", program], capture_output=True, text=True, check=True).stdout)[1], 16)
    addresses = measure.executed(program, scene, payload)
    base = load_address(addresses, entry)
    found = {}
    for address in addresses:
        at = bisect.bisect_right(starts, address - base) - 1
        if at >= 0 and address - base < rows[at][0] + rows[at][1]:
            found.setdefault(pattern(rows[at][2], rows[at][3]))
    return list(found)


def scenes(build):
    """(program, whether this is its most ordinary call, scene, payload)."""
    for name, payload_name in measure.PAYLOADS.items():
        for each in [payload_name, *ALSO.get(name, [])]:
            with tempfile.TemporaryDirectory() as folder:
                scene = measure.Scene(folder)
                yield name, each == payload_name, scene, scene.payload(SOURCE, VERSION, each)
    with tempfile.TemporaryDirectory() as folder:
        scene = measure.Scene(folder)
        payload = scene.rich_payload(SOURCE, VERSION)
        measure.count_once(build / "bin" / "statusline", scene, payload)
        yield "statusline", True, scene, payload


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    ordinary, others = {}, {}
    for name, is_ordinary, scene, payload in scenes(build):
        part = (ordinary if is_ordinary else others).setdefault(name, {})
        part.update(dict.fromkeys(touched(build / "bin" / name, build / "maps" / f"{name}.map", scene, payload)))
    folder = SOURCE / "cmake" / "start_order"
    folder.mkdir(exist_ok=True)
    for name, first in ordinary.items():
        lines = ["/* Made by tests/perf/start_order.py, which says what for. */", "SECTIONS", "{", "  .text.start_order :", "  {"]
        lines += [f"    {each}" for each in {**first, **others.get(name, {})}]
        lines += ["  }", "}", "INSERT BEFORE .text;"]
        (folder / f"{name}.ld").write_text("\n".join(lines) + "\n")
        print(f"{name:16} {len(first)} sections, {len({**first, **others.get(name, {})}) - len(first)} more that are run often")


if __name__ == "__main__":
    main()
