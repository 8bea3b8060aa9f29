#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Everything made from the status line's tables: segments.md, the pictures, its part of the schema of cordon.toml.

    statusline/update.py build/release/bin/statusline            writes them
    statusline/update.py --check build/release/bin/statusline    exit 1 when one is not current
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = HERE.parent / "schemas" / "cordon.toml.schema.json"
PRESETS = ["plain", "compact", "rich", "two-line", "powerline"]


def run(program, *arguments):
    """Without any configuration or locale of this machine's."""
    with tempfile.TemporaryDirectory() as home:
        env = {"HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        return subprocess.run([program, *arguments], env=env, cwd=home, capture_output=True, text=True, check=True).stdout


def replaced(text, key, value, indent):
    """`text` with the object behind `"key": ` replaced; everything else is left as it is written."""
    start = re.search(r'"%s": \{' % re.escape(key), text).end() - 1
    end = start + json.JSONDecoder().raw_decode(text[start:])[1]
    return text[:start] + json.dumps(value, indent=2, ensure_ascii=False).replace("\n", "\n" + " " * indent) + text[end:]


def wanted(program):
    parts = json.loads(run(program, "--schema"))
    schema = replaced(SCHEMA.read_text(), "statusline", parts["statusline"], 4)
    yield SCHEMA, replaced(schema, "statusline_segment", parts["statusline_segment"], 4)
    yield HERE / "segments.md", run(program, "--docs")
    for preset in PRESETS:
        yield HERE / "pictures" / f"{preset}.svg", run(program, "--preview", "--svg", "--preset", preset)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    options = parser.parse_args()
    status = 0
    for file, text in wanted(options.program):
        if file.exists() and file.read_text() == text:
            continue
        if options.check:
            print(f"{file.relative_to(HERE.parent)} is not current: run statusline/update.py", file=sys.stderr)
            status = 1
        else:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
    listed = {f"{preset}.svg" for preset in PRESETS}
    if {file.name for file in (HERE / "pictures").iterdir()} != listed:
        print("statusline/pictures holds other files than the presets' pictures", file=sys.stderr)
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
