#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The names that the runtime's own schemas list, for finding misspelt ones: one row {"parent", "name"} for every version's union.

    generate_keys.py OUT.inc schemas/runtime/2.1.202/settings.schema.json …

A parent is keys joined by ".", "[]" for the items of a list, "*" for the values of a free-form object; alternatives are united.
"""
import json
import pathlib
import sys

# Counted by the runtime (measured), in no schema of its own.
UNLISTED = {("sandbox", "enabledPlatforms")}


def join(path, part):
    return f"{path}.{part}" if path else part


def collect(schema, path, out):
    if not isinstance(schema, dict):
        return
    for name, child in schema.get("properties", {}).items():
        out.add((path, name))
        collect(child, join(path, name), out)
    for name in schema.get("propertyNames", {}).get("enum", []):
        out.add((path, name))
    collect(schema.get("additionalProperties"), join(path, "*"), out)
    collect(schema.get("items"), path + "[]", out)
    for kind in ("anyOf", "oneOf", "allOf"):
        for alternative in schema.get(kind, []):
            collect(alternative, path, out)


def main():
    out_file, files = pathlib.Path(sys.argv[1]), sys.argv[2:]
    rows = set(UNLISTED)
    for name in files:
        collect(json.loads(pathlib.Path(name).read_text()), "", rows)
    lines = [f'    {{"{parent}", "{name}"}},' for parent, name in sorted(rows)]
    out_file.write_text("constexpr KnownKey kKnownKeys[] = {\n" + "\n".join(lines) + "\n};\n")


main()
