# SPDX-License-Identifier: Apache-2.0
"""install and uninstall over settings files as people have them: the bytes come back, foreign parts never change."""
import json
import unittest

from scratch import Case, HOOKS, entries

NESTED = {
    "model": "opus",
    "permissions": {"allow": ["Bash(ls:*)"], "deny": []},
    "hooks": {
        "PreToolUse": [
            {"matcher": "Bash", "hooks": [{"type": "command", "command": "/f/one"}, {"type": "command", "command": "/f/two", "timeout": 5}]},
            {"matcher": "Bash|PowerShell|Monitor", "hooks": [{"type": "command", "command": "/f/three"}]},
        ],
        "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}],
    },
    "env": {"A": "1"},
}


def crlf(text):
    return text.replace("\n", "\r\n")


FILES = {
    "empty object": "{}",
    "empty object and newline": "{}\n",
    "spread empty object": "{\n}\n",
    "blank inside": "{ }",
    "empty file": "",
    "only blanks": " \n\n",
    "two blanks": json.dumps(NESTED, indent=2) + "\n",
    "two blanks, no newline at the end": json.dumps(NESTED, indent=2),
    "four blanks": json.dumps(NESTED, indent=4) + "\n",
    "one blank": json.dumps(NESTED, indent=1),
    "eight blanks": json.dumps(NESTED, indent=8),
    "tabs": json.dumps(NESTED, indent="\t") + "\n",
    "minified": json.dumps(NESTED, separators=(",", ":")),
    "minified and newline": json.dumps(NESTED, separators=(",", ":")) + "\n",
    "one line with blanks": json.dumps(NESTED),
    "CRLF": crlf(json.dumps(NESTED, indent=2) + "\n"),
    "CRLF tabs": crlf(json.dumps(NESTED, indent="\t")),
    "BOM": "\ufeff" + json.dumps(NESTED, indent=2),
    "BOM, CRLF": "\ufeff" + crlf(json.dumps(NESTED, indent=2)),
    "hooks empty": '{\n  "hooks": {}\n}\n',
    "hooks empty with a blank": '{\n  "hooks": { }\n}\n',
    "event empty": '{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n',
    "event empty over lines": '{\n  "hooks": {\n    "PreToolUse": [\n    ]\n  }\n}\n',
    "other events only": '{"hooks":{"Stop":[{"hooks":[]}]}}',
    "blank lines": '\n\n{\n\n  "model" : "opus" ,\n\n\n  "env" : { "A" : "1" }\n\n}\n\n\n',
    "unicode": '{\n  "ключ": "значение \U0001f389",\n  "esc": "\\u00e9\\/\\ud83c\\udf89"\n}\n',
    "lone surrogate": '{\n  "x": "\\ud800"\n}\n',
    "numbers as written": '{\n  "a": 1.50,\n  "b": 1e5,\n  "c": -0,\n  "d": 123456789012345678901234567890\n}\n',
    "duplicate keys": '{\n  "model": "a",\n  "model": "b",\n  "env": {"A": "1", "A": "2"}\n}\n',
    "duplicate hooks": '{\n  "hooks": {"Stop": []},\n  "hooks": {"PreToolUse": [{"matcher": "X", "hooks": [{"type": "command", "command": "x"}]}]}\n}\n',
    "hugging brackets": '{"hooks": {"PreToolUse": [{\n  "matcher": "Bash",\n  "hooks": [{"type": "command", "command": "/f/a"}]\n}]}}\n',
    "leading comma style": '{\n  "a": 1\n, "b": 2\n}\n',
    "strings full of brackets": '{"x":"}]},{[\\"","y":"\\\\"}',
    "foreign status line": '{\n  "statusLine": {\n    "type": "command",\n    "command": "~/my.sh",\n    "padding": 2\n  }\n}\n',
    "foreign groups without hooks": '{"hooks":{"PreToolUse":[{"matcher":"Bash"},{"hooks":[]}]}}',
    "deep": '{"x":' * 100 + "1" + "}" * 100,
    "long line": '{"x":"' + "y" * 200000 + '"}',
}


class RoundTrip(Case):
    def for_each(self, check):
        for name, text in FILES.items():
            with self.subTest(name):
                check(text.encode())

    def test_three_runs_then_the_bytes_come_back(self):
        """IN-001, IN-013: one entry a hook, the same bytes from the first run on, a backup a change and not a run."""

        def check(before):
            self.s.write(before)
            self.ok(self.s.install())
            once = self.s.read()
            self.assertNotEqual(once, before)
            count = len(self.s.backups())
            for _ in range(2):
                self.ok(self.s.install())
                self.assertEqual(self.s.read(), once)
            self.assertEqual(len(self.s.backups()), count)
            for hook in HOOKS:
                self.assertEqual(len(entries(self.s.parsed(), hook)), 1)
            self.ok(self.s.uninstall())
            self.assertEqual(self.s.read(), before)
            self.assertFalse((self.s.config / "cordon").exists())
            self.assertEqual(self.s.backups(), [])

        self.for_each(check)

    def test_only_additions(self):
        """Every line (or, minified, every byte) of before stands in after, in order."""

        def check(before):
            self.s.write(before)
            self.ok(self.s.install())
            after = iter(self.s.read())
            self.assertTrue(all(byte in after for byte in before.strip()))
            self.ok(self.s.uninstall())

        for name in ("tabs", "minified", "CRLF", "BOM", "unicode", "numbers as written", "leading comma style", "blank lines"):
            with self.subTest(name):
                check(FILES[name].encode())

    def test_line_ends_and_indentation_of_what_is_added(self):
        self.s.write(FILES["CRLF tabs"])
        self.ok(self.s.install())
        text = self.s.read()
        self.assertEqual(text.count(b"\n"), text.count(b"\r\n"))
        for line in text.split(b"\r\n"):
            self.assertFalse(line.startswith(b" "), line)
        self.s.write(FILES["minified"])
        self.ok(self.s.install())
        self.assertNotIn(b"\n", self.s.read())

    def test_no_file_before(self):
        self.ok(self.s.install())
        self.assertEqual(set(self.s.parsed()), {"hooks", "statusLine"})
        self.ok(self.s.uninstall())
        self.assertFalse(self.s.settings.exists())

    def test_uninstall_after_the_person_edited(self):
        def check(before):
            self.s.write(before)
            self.ok(self.s.install())
            settings = self.s.parsed()
            settings["addedLater"] = {"x": [1]}
            settings.setdefault("hooks", {}).setdefault("PreToolUse", []).append({"matcher": "New", "hooks": [{"type": "command", "command": "/f/new"}]})
            self.s.write(json.dumps(settings, indent=3, ensure_ascii=True))
            self.ok(self.s.uninstall())
            want = json.loads(before.decode("utf-8-sig") or "{}") if before.strip() else {}
            want["addedLater"] = {"x": [1]}
            want.setdefault("hooks", {}).setdefault("PreToolUse", []).append({"matcher": "New", "hooks": [{"type": "command", "command": "/f/new"}]})
            self.assertEqual(self.s.parsed(), want)
            self.assertEqual(len([b for b in self.s.backups()]) >= 1, True)
            for backup in self.s.backups():
                backup.unlink()

        self.for_each(check)

    def test_edit_then_second_install_then_uninstall(self):
        self.s.write(FILES["tabs"])
        self.ok(self.s.install())
        edited = self.s.read().replace(b'"opus"', b'"sonnet"')
        self.s.write(edited)
        self.ok(self.s.install("--strict"))
        self.ok(self.s.uninstall())
        self.assertEqual(self.s.read(), FILES["tabs"].encode().replace(b'"opus"', b'"sonnet"'))

    def test_lost_record_still_uninstalls(self):
        for name in ("two blanks", "tabs", "minified", "CRLF", "BOM", "foreign status line"):
            with self.subTest(name):
                self.s.write(FILES[name])
                self.ok(self.s.install())
                (self.s.config / "cordon" / "install.json").unlink()
                self.ok(self.s.uninstall())
                self.assertEqual(self.s.read(), FILES[name].encode())

    def test_lost_backup_still_uninstalls(self):
        self.s.write(FILES["tabs"])
        self.ok(self.s.install())
        for backup in self.s.backups():
            backup.unlink()
        self.ok(self.s.uninstall())
        self.assertEqual(self.s.read(), FILES["tabs"].encode())

    def test_uninstall_without_install(self):
        self.ok(self.s.uninstall())
        self.s.write(FILES["tabs"])
        self.ok(self.s.uninstall())
        self.assertEqual(self.s.read(), FILES["tabs"].encode())
        self.assertEqual(self.s.backups(), [])

    def test_other_settings_install_does_not_touch(self):
        self.s.write(FILES["tabs"])
        local = self.s.config / "settings.local.json"
        local.write_text("{}")
        self.ok(self.s.install())
        self.assertEqual(local.read_text(), "{}")


if __name__ == "__main__":
    unittest.main()
