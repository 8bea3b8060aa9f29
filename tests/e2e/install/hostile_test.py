# SPDX-License-Identifier: Apache-2.0
"""Settings, records and paths nobody meant well with: a clear refusal or a right edit, never damage."""
import json
import unittest

from scratch import Case


class Hostile(Case):
    def test_refused_untouched(self):
        for name, data in {
            "truncated": b'{"a": [1, 2',
            "NUL": b'{"a": "\0"}',
            "invalid UTF-8": b'{"a": "\xff"}',
            "UTF-16": '{"a": 1}'.encode("utf-16"),
            "ten thousand deep": b"[" * 10000 + b"]" * 10000,
            "two documents": b"{}{}",
            "number": b"5",
            "null": b"null",
            "control characters": b'{"\x1b[31m": 1}',
        }.items():
            with self.subTest(name):
                self.s.write(data)
                ran = self.ok(self.s.install(), 1)
                self.assertIn("settings.json:", ran.stderr)
                self.assertNotIn("\x1b", ran.stderr)
                self.assertEqual(self.s.read(), data)
                self.assertFalse((self.s.config / "cordon").exists())

    def test_escapes_do_not_reach_the_terminal(self):
        self.s.write(json.dumps({"statusLine": {"type": "command", "command": "x\x1b]0;t\x07\u202e"}}))
        ran = self.ok(self.s.install("--dry-run"))
        for bad in ("\x1b", "\x07", "\u202e"):
            self.assertNotIn(bad, ran.stdout)

    def test_broken_record(self):
        self.ok(self.s.install())
        record = self.s.config / "cordon/install.json"
        good = record.read_text()
        for text in ("", "{", "[]", "5"):
            record.write_text(text)
            before = self.s.read()
            for ran in (self.ok(self.s.install(), 1), self.ok(self.s.uninstall(), 1)):
                self.assertIn("install.json", ran.stderr)
            self.assertEqual(self.s.read(), before)
        record.write_text('{"bin": 5, "programs": [], "settings": [5, {"path": 7}, {"status_line_before": 3}], "earlier_bins": [1]}')
        self.ok(self.s.uninstall())
        record.parent.mkdir(exist_ok=True)
        record.write_text(good)
        self.ok(self.s.uninstall())

    def test_foreign_entries_of_odd_shape_stay(self):
        odd = {"hooks": {"PreToolUse": [5, None, "x", {"hooks": "no"}, {"matcher": 3, "hooks": [1, {"command": 2}, {"type": "command", "command": "x", "args": "no"}]}], "Stop": "no"}}
        self.s.write(json.dumps(odd))
        self.s.install()
        settings = self.s.parsed()
        self.assertEqual(settings["hooks"]["PreToolUse"][:5], odd["hooks"]["PreToolUse"])
        self.ok(self.s.uninstall())
        self.assertEqual(self.s.parsed(), odd)


if __name__ == "__main__":
    unittest.main()
