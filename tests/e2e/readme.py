#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The README's claims, run: its commands, its configuration, the examples of its table. usage: readme.py --bin DIR

`./install.sh --yes` and the session that follows are run by tests/live/test_install.py, `tests/run` is what runs this: here it
is only checked that those are the commands the README gives.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
README = (SOURCE / "README.md").read_text()
BIN = None
RUN_ELSEWHERE = {
    "./install.sh --yes": ("tests/live/test_install.py", '"--yes"'),
    "tests/run": (".ci/run", "./tests/run"),
}


def blocks(language):
    return re.findall(r"```%s\n(.*?)```" % language, README, re.S)


class Readme(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.home, self.repo = self.base / "home", self.base / "repo"
        (self.home / ".claude").mkdir(parents=True)
        self.repo.mkdir()
        self.env = {"SHELL": "/bin/bash", "HOME": str(self.home), "PATH": f"{BIN}:/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8",
                    "CLAUDE_PROJECT_DIR": str(self.repo), "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        self.settings({"sandbox": {"enabled": True}})
        for command in ("init -q -b main", "config user.name u", "config user.email u@example.org", "commit -q --allow-empty -m start"):
            self.run_in_repo("git " + command)

    def settings(self, value):
        (self.home / ".claude" / "settings.json").write_text(json.dumps(value))

    def run_in_repo(self, command, stdin=""):
        return subprocess.run(["sh", "-c", command], cwd=self.repo, env=self.env, input=stdin, capture_output=True, text=True, check=False)

    def verdict(self, program, tool="Bash", **tool_input):
        payload = {"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": str(self.repo), "permission_mode": "default", "tool_name": tool,
                   "tool_input": tool_input}
        done = self.run_in_repo(program, json.dumps(payload))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout).get("hookSpecificOutput", {}).get("permissionDecision", "message") if done.stdout else None

    def test_every_command(self):
        commands = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]
        self.assertGreaterEqual(len(commands), 3)
        for command in commands:
            with self.subTest(command=command):
                if command in RUN_ELSEWHERE:
                    file, words = RUN_ELSEWHERE[command]
                    self.assertIn(words, (SOURCE / file).read_text())
                    self.assertTrue(os.access(SOURCE / command.split()[0], os.X_OK))
                else:
                    done = self.run_in_repo(command)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_exit_codes_of_the_checker(self):
        self.run_in_repo("git checkout -q -b change && mkdir -p .github/workflows && echo x > .github/workflows/ci.yml && git add . && git commit -qm x")
        touched = self.run_in_repo("protected-paths check --base main")
        self.assertEqual(touched.returncode, 1)
        self.assertIn("needs-human", touched.stdout)
        self.assertEqual(self.run_in_repo("protected-paths check --no-such-option").returncode, 2)
        self.assertEqual(self.run_in_repo("protected-paths check --base no-such-ref").returncode, 3)

    def test_configuration_is_the_default_and_accepted(self):
        toml, = blocks("toml")
        before = [self.verdict("git-add-guard", command="git add -A"), self.verdict("bypass-warn", command="ls", dangerouslyDisableSandbox=True)]
        (self.home / ".claude" / "cordon.toml").write_text(toml)
        after = [self.verdict("git-add-guard", command="git add -A"), self.verdict("bypass-warn", command="ls", dangerouslyDisableSandbox=True)]
        self.assertEqual(before, ["deny", "ask"])
        self.assertEqual(after, before)
        self.assertIsNone(self.verdict("protected-paths", "Edit", file_path=str(self.repo / "src/a.c")), "no faults are reported")
        (self.home / ".claude" / "cordon.toml").write_text(toml + "\n[git_add_guard\n")
        done = self.run_in_repo("protected-paths", json.dumps({"tool_name": "Edit", "cwd": str(self.repo), "tool_input": {"file_path": "src/a.c"}}))
        self.assertRegex(done.stdout, r"cordon\.toml:\d+:\d+")

    def test_gates_file(self):
        gates, = blocks("json")
        (self.repo / ".claude").mkdir()
        (self.repo / ".claude" / "gates.json").write_text(gates)
        self.assertEqual(self.verdict("protected-paths", "Write", file_path=".github/workflows/ci.yml", content=""), "ask")
        self.assertIsNone(self.verdict("protected-paths", "Write", file_path="src/a.c", content=""))
        (self.repo / ".claude" / "gates.json").write_text('{"protectedPaths": []}')
        self.assertIsNone(self.verdict("protected-paths", "Write", file_path=".github/workflows/ci.yml", content=""))

    def test_examples_of_the_table(self):
        self.assertEqual(self.verdict("bypass-warn", command="curl x | sh", dangerouslyDisableSandbox=True), "ask")
        self.assertIsNone(self.verdict("bypass-warn", command="grep dangerouslyDisableSandbox src"))
        for command, want in (("git add -A", "deny"), ("git commit -am x", "deny"), ("git add src/a.c", None), ('echo "git add -A"', None)):
            self.assertEqual(self.verdict("git-add-guard", command=command), want, command)
        for command, want in (("sed -i s/a/b/ .claude/settings.json", "ask"), ("cat .claude/settings.json", None)):
            self.assertEqual(self.verdict("protected-paths", command=command), want, command)
        self.settings({"sandbox": {"enabled": False}})
        self.assertIsNone(self.verdict("git-add-guard", command="git add -A"))

    def test_hints(self):
        npm = "Exit code 1\nnpm error enoent ENOENT: no such file or directory, mkdir '%s/.npm/_cacache'" % self.home

        def said(command, event="PostToolUseFailure", **result):
            payload = {"session_id": "s1", "cwd": str(self.repo), "hook_event_name": event, "tool_name": "Bash", "tool_input": {"command": command}, **result}
            return self.run_in_repo("error-hint", json.dumps(payload)).stdout
        self.settings({"sandbox": {"enabled": False}})
        self.assertEqual(said("npm install", error=npm), "")
        self.settings({"sandbox": {"enabled": True}})
        for command in ('grep -r "Read-only file system" docs', "cat build.log"):
            self.assertEqual(said(command, "PostToolUse", tool_response={"stdout": "touch: cannot touch '/usr/x': Read-only file system", "stderr": ""}), "")
        self.assertEqual(said("make", error="Exit code 2\nmake: *** No targets.  Stop."), "")
        answer = json.loads(said("npm install", error=npm))
        self.assertIn("npm_config_cache=", answer["hookSpecificOutput"]["additionalContext"])
        self.assertIn('"allowWrite":["~/.npm"]', answer["systemMessage"])
        self.assertEqual(said("npm install", error=npm), "", "once a session")

    def test_deny_guard_and_explain(self):
        nested, unknown = "bash -c 'git push'", 'bash -c "git $x"'
        for permissions, command, want in (({"deny": ["Bash(git push *)"]}, nested, "deny"), ({"ask": ["Bash(git push *)"]}, nested, "ask"),
                                           ({"deny": ["Bash(git push *)"]}, unknown, "ask"), ({"deny": ["Bash(git push *)"]}, "git push", None),
                                           ({"deny": ["Bash(git push *)"]}, "echo 'git push'", None), ({}, nested, None), ({}, unknown, None),
                                           ({"deny": ["PowerShell(git push *)"]}, nested, None), ({"deny": ["Bash(git push *)"]}, "ssh host git push", None),
                                           ({"deny": ["Bash(git push *)"]}, "make publish", None)):
            self.settings({"sandbox": {"enabled": True}, "permissions": permissions})
            self.assertEqual(self.verdict("deny-guard", command=command), want, command)
        self.assertIn("`cordon explain 'cd x && git add -A'`", README)
        done = self.run_in_repo("cordon explain 'cd x && git add -A'")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"git-add-guard +deny +rule: .*\n +cd x && git add -A\n +\^~~~~~~~~~\n")

    def test_worker_guard(self):
        toml, = blocks("toml")
        (self.home / ".claude" / "cordon.toml").write_text(toml.replace("worker_guard = false", "worker_guard = true "))
        self.settings({"sandbox": {"enabled": False}})
        self.assertIsNone(self.verdict("git-add-guard", command="git commit -m x"))
        self.env["CORDON_WORKER"] = "1"
        self.assertEqual(self.verdict("git-add-guard", command="git commit -m x"), "deny")
        self.assertIsNone(self.verdict("git-add-guard", command="git status"))

    def test_footer(self):
        status = json.dumps({"model": {"display_name": "Opus 5.5"}, "workspace": {"project_dir": str(self.repo)}, "version": "2.1.332"})
        self.env["NO_COLOR"] = "1"
        self.assertEqual(self.run_in_repo("statusline", status).stdout.strip(), "Opus 5.5 [sandbox]")
        self.settings({"sandbox": {"enabled": False}})
        self.assertEqual(self.run_in_repo("statusline", status).stdout.strip(), "Opus 5.5 [NO SANDBOX]")
        self.settings({"sandbox": {"enabled": True}})
        bare = self.base / "bare"
        bare.mkdir()
        for tool in ("sh", "cat"):
            (bare / tool).symlink_to("/bin/" + tool)
        self.env["PATH"] = str(bare)
        self.assertIn("[NO SANDBOX: bwrap", self.run_in_repo(f"{BIN}/statusline", status).stdout)

    def test_names_in_the_tables_exist(self):
        targets = re.search(r"--target (.*?)\)", (SOURCE / "install.sh").read_text()).group(1).split()
        hooks = [main.parent.name for main in (SOURCE / "hooks").glob("*/main.cc")]
        self.assertGreaterEqual(len(hooks), 4)
        for name in hooks:
            self.assertIn("`%s`" % name, README)
            self.assertIn(name, targets, "install.sh builds every hook")
        for folder in re.findall(r"^\| `([a-z]+)/", README, re.M):
            self.assertTrue((SOURCE / folder).is_dir(), folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    BIN = parser.parse_args().bin
    unittest.main(argv=sys.argv[:1])
