#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cordon hints` shows what catalogue.toml says, and finds in an output what the hook would.

    hints.py --bin DIR
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import tomllib
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
CATALOGUE = tomllib.loads((SOURCE / "hooks/error-hint/catalogue.toml").read_text())
OPTIONS = None


class Hints(unittest.TestCase):
    def cordon(self, *args, code=0, text=""):
        env = {"HOME": "/home/u", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        done = subprocess.run([str(OPTIONS.bin / "cordon"), "hints", *args], input=text, env=env, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def ids(self):
        return {row["id"] for kind in ("hint", "cache") for row in CATALOGUE[kind]}

    def test_lists_every_entry(self):
        text = self.cordon().stdout
        for name in self.ids():
            self.assertRegex(text, rf"(?m)^{name}: ")

    def test_json(self):
        rows = json.loads(self.cordon("--json").stdout)["hints"]
        self.assertEqual({row["id"] for row in rows}, self.ids())
        for row in rows:
            self.assertTrue(row["hint"] and row["remedy"] and row["patterns"] and row["fires"] and row["quiet"], row["id"])
            self.assertEqual(row["measured"], row["source"].startswith("measured"))
        self.assertGreater(sum(row["measured"] for row in rows), len(rows) / 2)
        self.assertGreaterEqual(sum(len(row["quiet"]) for row in rows), sum(len(row["fires"]) for row in rows))

    def test_an_output(self):
        npm = "npm error enoent ENOENT: no such file or directory, mkdir '/home/u/.npm/_cacache'\n"
        self.assertTrue(self.cordon("test", "-", text=npm).stdout.startswith("cache-npm: npm's folder is read-only in the sandbox (/home/u/.npm)\n"))
        found = json.loads(self.cordon("test", "-", "--json", text=npm).stdout)
        self.assertEqual((found["id"], found["subject"]), ("cache-npm", "/home/u/.npm"))
        self.assertIn('"allowWrite":["~/.npm"]', found["remedy"])
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("all tests passed\n")
            file.flush()
            self.assertIn("no hint", self.cordon("test", file.name, code=1).stdout)
            self.assertEqual(json.loads(self.cordon("--json", "test", file.name, code=1).stdout), {"id": None})

    def test_usage(self):
        self.cordon("nonsense", code=2)
        self.cordon("test", code=2)
        self.assertIn("cannot read '/no/such'", self.cordon("test", "/no/such", code=2).stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, type=lambda path: pathlib.Path(path).resolve())
    OPTIONS = parser.parse_args()
    unittest.main(argv=sys.argv[:1])
