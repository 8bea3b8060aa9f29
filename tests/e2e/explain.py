#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cordon explain` says what the hooks do: every row of the guards' fixtures and every recorded PreToolUse payload goes through
the hook program and through `cordon explain --payload --json`, and verdict, reason and message must be equal. What explain
prints is valid by its schema; the characters it underlines are the right ones; hostile text is visible.

    explain.py --bin DIR --validate VALIDATE_JSON
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
ROWS = SOURCE / "fixtures" / "hooks"
GUARDS = ("bypass-warn", "git-add-guard", "protected-paths", "deny-guard")
OPTIONS = None
PERMISSIONS = {"deny": ["Bash(git push *)", "Bash(rm -rf *)", "Bash(curl:*)", "Bash(npm publish)"], "ask": ["Bash(docker *)"]}

# hook, command, the characters that are underlined
MARKS = [
    ("git-add-guard", "ls && git add -A", "git add -A"),
    ("git-add-guard", "cd sub && git commit -am x; ls", "git commit -am x"),
    ("git-add-guard", "echo é && git add .", "git add ."),
    ("git-add-guard", "true\ngit stash -u\ntrue", "git stash -u"),
    ("deny-guard", "ls; bash -c 'git push'", "bash -c 'git push'"),
    ("deny-guard", "find . -exec rm -rf {} +", "find . -exec rm -rf {} +"),
    ("deny-guard", "eval \"$X\"", "eval \"$X\""),
    ("deny-guard", "true && python3 -c 'import os; os.system(\"git push\")'", "python3 -c 'import os; os.system(\"git push\")'"),
    ("protected-paths", "ls && sed -i s/a/b/ .claude/settings.json", ".claude/settings.json"),
    ("protected-paths", "echo x >> .github/workflows/ci.yml", ">> .github/workflows/ci.yml"),
]


def jsonl(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def fixture_calls():
    """(guard, tool, tool_input) of every row."""
    for row in jsonl(ROWS / "git-add-guard" / "rows.jsonl"):
        yield "git-add-guard", "Bash", {"command": row["in"]}
    for row in jsonl(ROWS / "git-add-guard" / "real.jsonl"):
        yield "git-add-guard", "Bash", {"command": row.get("command", row.get("in"))}
    for row in jsonl(ROWS / "deny-guard" / "rows.jsonl"):
        yield "deny-guard", "Bash", {"command": row["in"]}
    for name in ("rows.jsonl", "oracle_writes.jsonl"):
        for row in jsonl(ROWS / "protected-paths" / name):
            if "command" in row:
                yield "protected-paths", "Bash", {"command": row["command"]}
            elif "tool" in row:
                yield "protected-paths", row["tool"], row.get("input", row.get("tool_input", {}))


class Explain(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="cordon-explain-")
        cls.base = pathlib.Path(cls.folder.name).resolve()
        cls.home, cls.repo = cls.base / "home", cls.base / "repo"
        (cls.home / ".claude").mkdir(parents=True)
        (cls.repo / "sub").mkdir(parents=True)
        (cls.home / ".claude" / "settings.json").write_text(json.dumps({"sandbox": {"enabled": True}, "permissions": PERMISSIONS}))
        cls.env = {"SHELL": "/bin/bash", "HOME": str(cls.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "GIT_CONFIG_GLOBAL": "/dev/null", "CLAUDE_PROJECT_DIR": str(cls.repo),
                   "AI_AGENT": "claude-code_2-1-332_harness"}
        subprocess.run(["git", "init", "-q", "-b", "main", str(cls.repo)], env=cls.env, check=True)
        cls.printed = []

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_program(self, name, *args, text="", env=None):
        return subprocess.run([os.path.join(OPTIONS.bin, name), *args], input=text.encode(errors="surrogateescape"), env=env or self.env, cwd=self.repo, capture_output=True,
                              check=False)

    def explained(self, *args, text="", env=None):
        done = self.run_program("cordon", "explain", *args, text=text, env=env)
        self.assertEqual((done.returncode, done.stderr), (0, b""), args)
        return done.stdout.decode()

    def compare(self, guard, payload):
        """None, or what differs."""
        text = json.dumps(payload)
        hook = self.run_program(guard, text=text)
        answer = json.loads(hook.stdout) if hook.stdout else {}
        specific = answer.get("hookSpecificOutput", {})
        changed = "updatedInput" in specific or "systemMessage" in answer or "terminalSequence" in answer
        want = (specific.get("permissionDecision") or ("message" if changed else "none"), specific.get("permissionDecisionReason", ""), answer.get("systemMessage", ""))
        out = self.explained("--hook", guard, "--payload", "--json", text=text)
        self.printed.append(out)
        verdict, = json.loads(out)["verdicts"]
        got = (verdict["verdict"], verdict["reason"], verdict["message"])
        return None if want == got else "%s %s: the hook says %r, explain says %r" % (guard, text[:200], want, got)

    def payload(self, tool, tool_input):
        return {"session_id": "s1", "cwd": str(self.repo), "permission_mode": "default", "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": tool_input}

    def test_every_row_of_the_guards(self):
        seen, wrong = {}, []
        for guard, tool, tool_input in fixture_calls():
            seen[guard] = seen.get(guard, 0) + 1
            difference = self.compare(guard, self.payload(tool, tool_input))
            if difference:
                wrong.append(difference)
        print(" ".join("%s: %d rows" % item for item in sorted(seen.items())), flush=True)
        self.assertEqual(wrong, [])
        self.assertGreater(min(seen.values()), 200)
        self.assertEqual(set(seen), set(GUARDS) - {"bypass-warn"})

    def test_every_recorded_call(self):
        wrong, count = [], 0
        for file in sorted((SOURCE / "fixtures" / "2.1.332" / "PreToolUse").glob("*.json")):
            payload = json.loads(file.read_text().replace("/work/repo", str(self.repo)).replace("/home/u", str(self.home)))
            for guard in GUARDS:
                count += 1
                difference = self.compare(guard, payload)
                if difference:
                    wrong.append(difference)
        self.assertEqual(wrong, [])
        self.assertGreater(count, 40)

    def test_the_very_characters(self):
        for hook, command, want in MARKS:
            with self.subTest(command=command):
                report = json.loads(self.explained("--hook", hook, "--json", command))
                verdict, = report["verdicts"]
                self.assertIn(verdict["verdict"], ("ask", "deny"))
                self.assertNotEqual(verdict["rule"] + verdict["reason"], "")
                self.assertEqual(command.encode()[verdict["begin"]:verdict["end"]].decode(), want)

    def test_underlined(self):
        text = self.explained("--hook", "git-add-guard", "echo 漢字 &&\tgit add -A")
        lines = text.splitlines()
        marks, = [n for n, line in enumerate(lines) if set(line.strip()) <= set("^~") and line.strip()]
        # 漢字 takes four cells, the tab runs to the next eighth column.
        self.assertEqual(lines[marks - 1], "      echo 漢字 &&    git add -A")
        self.assertEqual(lines[marks], "      " + " " * 16 + "^~~~~~~~~~")

    def test_several_lines(self):
        text = self.explained("--hook", "deny-guard", "bash <<E\ncd x\ngit push\nE\nls")
        self.assertIn("      bash <<E\n      ^~~~~~~", text)
        self.assertNotIn("\x1b", text)

    def test_hostile_text_is_visible(self):
        text = self.explained("git add -A # \x1b[31m\u202egnp\u200b\x07")
        for raw in ("\x1b", "\u202e", "\u200b", "\x07"):
            self.assertNotIn(raw, text)
        self.assertIn("<U+202E>", text)

    def test_tree_and_commands(self):
        text = self.explained("cd sub && (git add -A; bash -c 'git push') | cat <(ls)")
        for part in ("tree", "subshell", "commands that may run", "through bash -c", "<( )", "guards", "rule: git_add_guard.mode = masks", "rule: Bash(git push *) in "):
            self.assertIn(part, text)
        for guard in GUARDS:
            self.assertIn("\n  " + guard, text)

    def test_a_text_that_does_not_parse(self):
        text = self.explained("if true; then git add -A")
        self.assertRegex(text, r"\n  \d+:\d+: ")
        self.assertIn("cannot be seen", text)

    def test_standard_input_folder_and_tool(self):
        self.assertIn("git add -A", self.explained(text="git add -A\n"))
        report = json.loads(self.explained("--json", "--cwd", str(self.repo / "sub"), "ls"))
        self.assertEqual(report["cwd"], str(self.repo / "sub"))
        report = json.loads(self.explained("--json", "--outside", "--hook", "bypass-warn", "curl x | sh"))
        self.assertEqual(report["verdicts"][0]["verdict"], "ask")
        self.printed.append(json.dumps(report))
        report = json.loads(self.explained("--json", "--payload", text=json.dumps(self.payload("Write", {"file_path": ".github/workflows/ci.yml", "content": ""}))))
        self.assertEqual({v["hook"]: v["verdict"] for v in report["verdicts"]}["protected-paths"], "ask")
        self.printed.append(json.dumps(report))

    def test_usage(self):
        for args, text in ((["--hook", "nobody", "ls"], ""), (["ls", "-la", "x"], ""), (["--payload"], "{"), (["--no-such"], "")):
            done = self.run_program("cordon", "explain", *args, text=text)
            self.assertEqual(done.returncode, 2, args)
            self.assertNotEqual(done.stderr, b"", args)

    def test_writes_nothing(self):
        before = sorted(p for p in self.base.rglob("*") if ".git" not in p.parts and "state" not in p.parts)
        self.explained("--outside", "curl x | sh", env=dict(self.env, XDG_STATE_HOME=str(self.base / "other")))
        self.assertEqual(sorted(p for p in self.base.rglob("*") if ".git" not in p.parts and "state" not in p.parts), before)
        self.assertFalse((self.base / "other").exists())

    def test_zz_valid_by_schema(self):
        """Last by name: everything that was printed before."""
        self.printed.append(self.explained("--json", "git add \udcff\u202e && bash -c \"$x\"".encode(errors="surrogateescape").decode(errors="replace")))
        lines = "".join(json.dumps(json.loads(text)) + "\n" for text in self.printed)
        done = subprocess.run([OPTIONS.validate, str(SOURCE / "schemas" / "explain-report.schema.json"), "--lines"], input=lines, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--validate", required=True)
    OPTIONS, rest = parser.parse_known_args()
    OPTIONS.bin, OPTIONS.validate = os.path.abspath(OPTIONS.bin), os.path.abspath(OPTIONS.validate)
    unittest.main(argv=sys.argv[:1] + rest)
