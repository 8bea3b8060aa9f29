#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cordon.toml: what schemas/cordon.toml.schema.json accepts the programs accept, what it refuses they report with line and column.

    config_schema.py --bin DIR --validate VALIDATE_JSON
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = SOURCE / "schemas" / "cordon.toml.schema.json"
OPTIONS = None


def fields():
    for section, table in json.loads(SCHEMA.read_text())["properties"].items():
        for key, rule in table["properties"].items():
            if rule.get("type") != "object":
                yield section, key, rule


def good_values(rule):
    if "enum" in rule:
        return rule["enum"]
    if isinstance(rule["type"], list):
        return ["{model} {sandbox}", ["{model}", "{sandbox}( on {git})"]]
    if rule["type"] == "array" and "minLength" not in rule["items"]:  # names or words of a fixed kind
        return [[], rule["items"].get("enum", ["FOO_BAR", "_x1"])]
    if rule["type"] == "integer":
        return [rule["minimum"], rule["default"], rule["maximum"]]
    return {"boolean": [True, False], "array": [[], ["docs/**", "~/.ssh/**"]], "string": ["plain", "rich"]}[rule["type"]]


def bad_values(rule):
    if rule.get("type") == "integer":
        return [rule["minimum"] - 1, rule["maximum"] + 1, 1.5, "5", {"a": 1}, [7], True]
    if rule.get("type") == "array" and "minLength" not in rule["items"]:
        return [5, "FOO", ["a b"], ["A=b"], [""], ["1"], [7], True]
    return [5, "no such value" if "enum" in rule else 1.5, {"a": 1}, [7], *([] if rule.get("type") == "boolean" else [True])]


def toml(section, key, value):
    if isinstance(value, dict):
        value = "{ a = 1 }"
    elif isinstance(value, bool):
        value = str(value).lower()
    else:
        value = json.dumps(value)
    return f"[{section}]\n{key} = {value}\n"


class ConfigSchema(unittest.TestCase):
    def valid(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(tomllib.loads(text), file)
            file.flush()
            return subprocess.run([OPTIONS.validate, str(SCHEMA), file.name], capture_output=True, check=False).returncode == 0

    def reported(self, text):
        """What the hook, or the status line, says of the file: nothing, or a message."""
        with tempfile.TemporaryDirectory() as home:
            folder = pathlib.Path(home) / ".claude"
            folder.mkdir()
            (folder / "cordon.toml").write_text(text)
            if text.startswith("[statusline"):  # which judges its own part: the hooks have nothing to do with it
                done = subprocess.run([str(pathlib.Path(OPTIONS.bin) / "statusline")], input="{}", env={"HOME": home, "PATH": "/usr/bin:/bin"},
                                      cwd=home, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0)
                self.assertEqual("!cordon.toml" in done.stdout, done.stderr != "", done.stdout)
                return done.stderr
            payload = json.dumps({"tool_name": "Edit", "cwd": home, "tool_input": {"file_path": "src/a.c"}})
            done = subprocess.run([str(pathlib.Path(OPTIONS.bin) / "protected-paths")], input=payload, env={"HOME": home, "PATH": "/usr/bin:/bin"},
                                  cwd=home, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return json.loads(done.stdout)["systemMessage"] if done.stdout else ""

    def agree(self, text, good):
        with self.subTest(text=text):
            self.assertEqual(self.valid(text), good, "the schema")
            said = self.reported(text)
            self.assertEqual(said == "", good, said)
            if not good:
                self.assertRegex(said, r"cordon\.toml:\d+:\d+: ")

    def test_every_value_the_schema_names(self):
        for section, key, rule in fields():
            for value in good_values(rule):
                self.agree(toml(section, key, value), True)

    def test_values_it_refuses(self):
        for section, key, rule in fields():
            for value in bad_values(rule):
                self.agree(toml(section, key, value), False)

    def test_unknown_names(self):
        for text in ("[bypass_warm]\n", "[bypass_warn]\nonbypass = \"ask\"\n", "on_bypass = \"ask\"\n", "[statusline]\ncolour = 1\n"):
            self.agree(text, False)

    def test_tables_of_segments(self):
        for good in ("", 'style = "bold #ff8800 on blue"', 'icon = ""', "thresholds = [50, 75.5]", "max_width = 20", 'options = "bar"', 'options = ["bar", "tokens"]'):
            self.agree("[statusline.segment.context]\n" + good + "\n", True)
        for bad in ("style = 5", "icon = 5", "thresholds = 50", "thresholds = [50]", "thresholds = [1, 2, 3]", 'thresholds = ["a", "b"]', "max_width = 0", "max_width = 1.5",
                    "max_width = 1001", "options = 5", "options = [5]", "options = []", "colour = 5"):
            self.agree("[statusline.segment.context]\n" + bad + "\n", False)
        self.agree("[statusline.segment.contecst]\nicon = \"x\"\n", False)

    def test_every_key_of_the_reader_is_in_the_schema(self):
        source = (SOURCE / "shared" / "settings" / "config.cc").read_text()
        keys = set(re.findall(r'key [!=]= "(\w+)"', source))
        self.assertGreaterEqual(len(keys), 7)
        self.assertEqual(keys, {key for section, key, _ in fields() if section != "statusline"})

    def test_the_readme_shows_the_defaults(self):
        block = re.search(r"```toml\n(.*?)```", (SOURCE / "README.md").read_text(), re.S).group(1)
        shown = tomllib.loads(block)
        self.assertTrue(self.valid(block))
        for section, key, rule in fields():
            if key in shown.get(section, {}):
                self.assertEqual(shown[section][key], rule["default"], f"{section}.{key}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--validate", required=True)
    OPTIONS = parser.parse_args()
    unittest.main(argv=sys.argv[:1])
