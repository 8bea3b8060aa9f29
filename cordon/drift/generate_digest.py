#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What was recorded and measured of the runtime, as text to compile in.

    generate_digest.py OUT FIXTURES SCHEMAS_RUNTIME

Lines: "F version label path type", "K version settings.key", "R name|says|from-until,from-until", "M name version 0|1".
A label is an event ("SessionStart"), for tools "PreToolUse/Bash", or "status". drift.cc reads payloads in the same way.
"""
import json
import pathlib
import re
import sys

NAMES = {type(None): "null", bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}


def fields(value, path, out):
    if path:
        out.add((path, NAMES[type(value)]))
    if isinstance(value, dict):
        for key, child in value.items():
            fields(child, f"{path}.{key}" if path else key, out)
    elif isinstance(value, list):
        for child in value:
            fields(child, path + "[]", out)


def label(payload, folder):
    event = payload.get("hook_event_name", folder)
    return f"{event}/{payload['tool_name']}" if "tool_name" in payload else event


def keys(schema, path, out):
    for key, child in schema.get("properties", {}).items():
        below = f"{path}.{key}" if path else key
        out.add(below)
        keys(child, below, out)


def number(version):
    return tuple(int(part) for part in version.split("."))


def main():
    target, fixtures, schemas = (pathlib.Path(argument) for argument in sys.argv[1:])
    lines = []
    for folder in sorted((f.parent for f in fixtures.glob("*/recording.json")), key=lambda f: number(f.name)):
        found = {}
        for file in sorted(folder.glob("*/*.json")):
            payload = json.loads(file.read_text())
            fields(payload, "", found.setdefault(label(payload, file.parent.name), set()))
        for name in sorted(found):
            lines += [f"F {folder.name} {name} {path} {kind}" for path, kind in sorted(found[name]) if not re.search(r"\s", path)]
    for file in sorted(schemas.glob("*/settings.schema.json"), key=lambda f: number(f.parent.name)):
        found = set()
        keys(json.loads(file.read_text()), "", found)
        lines += [f"K {file.parent.name} {key}" for key in sorted(found) if not re.search(r"\s", key)]
    for name, rule in json.loads((schemas / "rules.json").read_text())["rules"].items():
        held = ",".join(f"{start or ''}-{end or ''}" for start, end in rule["held"])
        lines.append(f"R {name}|{rule['says'].replace('|', '/')}|{held}")
        lines += [f"M {name} {version} {int(bool(holds))}" for version, holds in rule["measured"].items()]
    chunks = ["\n".join(lines[i:i + 200]) for i in range(0, len(lines), 200)]  # compilers have a limit for one literal
    target.write_text("".join(f'R"digest({chunk}\n)digest"\n' for chunk in chunks))


if __name__ == "__main__":
    main()
