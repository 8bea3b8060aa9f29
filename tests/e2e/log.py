#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The log of verdicts: what the hooks write, what it costs a verdict (nothing), and how `cordon log` shows it.

    log.py --bin DIR
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

OPTIONS = None
ADD_ALL, PLAIN = "TOKEN=hunter2 git add -A", "echo hello"


class Log(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="cordon-log-"))
        self.addCleanup(shutil.rmtree, self.base, True)
        self.repo = self.base / "repo"
        (self.base / ".claude").mkdir()
        subprocess.run(["git", "init", "-q", str(self.repo)], check=True)
        (self.base / ".claude/settings.json").write_text('{"sandbox":{"enabled":true}}')
        self.env = {"HOME": str(self.base), "PATH": "/usr/bin:/bin", "CLAUDE_PROJECT_DIR": str(self.repo), "LANG": "C.UTF-8", "SHELL": "/bin/bash",
                    "AI_AGENT": "claude-code_2-1-332_harness", "TZ": "UTC"}
        self.file = self.base / ".local/state/cordon/log/verdicts.jsonl"

    def configure(self, text="[log]\nenabled = true\n"):
        (self.base / ".claude/cordon.toml").write_text(text)

    def payload(self, command, session="s1"):
        return json.dumps({"session_id": session, "cwd": str(self.repo), "permission_mode": "default", "hook_event_name": "PreToolUse", "tool_name": "Bash",
                           "tool_input": {"command": command}, "tool_use_id": "u1"}).encode()

    def hook(self, command=ADD_ALL, name="git-add-guard", before=(), **env):
        done = subprocess.run([*before, str(OPTIONS.bin / name)], input=self.payload(command), env={**self.env, **env}, cwd=self.repo, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout

    def cordon(self, *args, code=0, **env):
        done = subprocess.run([str(OPTIONS.bin / "cordon"), "log", *args], env={**self.env, **env}, cwd=self.repo, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def lines(self):
        return [json.loads(line) for file in sorted(self.file.parent.glob("verdicts.jsonl*")) if file.suffix != ".lock" for line in file.read_text().splitlines()]

    def test_off_by_default(self):
        self.assertIn(b'"deny"', self.hook())
        self.assertFalse(self.file.exists())
        self.assertIn("enabled = true", self.cordon(code=1).stderr)

    def test_verdicts_without_secrets(self):
        self.configure()
        self.hook()
        self.hook(PLAIN)
        (line,) = self.lines()
        self.assertEqual((line["hook"], line["verdict"], line["what"], line["session"]), ("git-add-guard", "deny", "TOKEN=[redacted] git add -A", "s1"))
        self.assertNotIn("hunter2", self.file.read_text())
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)

    def test_the_environment_decides(self):
        self.hook(PLAIN, CORDON_LOG="all")
        self.assertEqual([line["verdict"] for line in self.lines()], ["silent"])
        self.configure()
        self.hook(CORDON_LOG="off")
        self.assertEqual(len(self.lines()), 1)

    def test_a_payload_that_cannot_be_read_is_logged(self):
        self.configure()
        done = subprocess.run([str(OPTIONS.bin / "git-add-guard")], input=b"{", env=self.env, cwd=self.repo, capture_output=True, check=False)
        self.assertIn(b'"ask"', done.stdout)
        self.assertEqual([line["verdict"] for line in self.lines()], ["ask"])

    def test_the_answer_is_the_same(self):
        plain = self.hook()
        self.configure()
        self.assertEqual(self.hook(), plain)
        for state in ("/proc/none", "/dev/null/x", "relative"):
            self.assertEqual(self.hook(XDG_STATE_HOME=state), plain)
        self.file.unlink()
        self.file.mkdir()
        self.assertEqual(self.hook(), plain)
        self.file.rmdir()
        self.file.symlink_to("/etc/passwd")
        self.assertEqual(self.hook(), plain)

    def test_full_disk(self):
        mount = ["unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt"]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
            self.skipTest("no right to mount a small disk")
        plain = self.hook()
        state = self.base / "state"
        state.mkdir()
        fill = f'mount -t tmpfs -o size=4k,nr_inodes=3 none {state} && {{ cat /dev/zero > {state}/fill; }} 2>/dev/null; exec "$@"'
        self.assertEqual(self.hook(before=["unshare", "-m", "sh", "-c", fill, "sh"], CORDON_LOG="all", XDG_STATE_HOME=str(state)), plain)

    def test_rotation_loses_nothing(self):
        self.configure("[log]\nenabled = true\nmax_kb = 16\nfiles = 100\n")
        children, count = [], 120
        for index in range(count):
            child = subprocess.Popen([str(OPTIONS.bin / "git-add-guard")], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=self.env, cwd=self.repo)
            children.append((child, self.payload(f"git add -A # {index} " + "w " * 200, f"s{index}")))
            if len(children) == 12:
                self.feed(children)
        self.feed(children)
        self.assertEqual(sorted(line["session"] for line in self.lines()), sorted(f"s{index}" for index in range(count)))
        self.assertGreater(len(list(self.file.parent.glob("verdicts.jsonl.0*"))), 1)
        self.assertEqual(len(self.cordon("--json").stdout.splitlines()), count)

    def feed(self, children):
        for child, payload in children:
            child.stdin.write(payload)
            child.stdin.close()
        for child, _ in children:
            self.assertEqual(child.wait(), 0)
        children.clear()

    def test_shown(self):
        self.configure()
        self.hook()
        self.assertRegex(self.cordon().stdout, r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  deny    git-add-guard    TOKEN=\[redacted\] git add -A\n {21}\S")
        self.assertEqual([json.loads(line)["verdict"] for line in self.cordon("--json").stdout.splitlines()], ["deny"])
        self.assertEqual(self.cordon("--hook", "deny-guard").stdout, "")
        self.assertNotEqual(self.cordon("--hook", "git-add-guard", "--since", "1h").stdout, "")
        self.assertEqual(self.cordon("--since", "2999-01-01").stdout, "")
        self.assertIn("--since takes", self.cordon("--since", "yesterday", code=2).stderr)
        self.cordon("--nonsense", code=2)

    def test_follow_through_a_rotation(self):
        self.configure()
        self.hook()
        child = subprocess.Popen([str(OPTIONS.bin / "cordon"), "log", "--json", "--follow"], stdout=subprocess.PIPE, env=self.env, cwd=self.repo, text=True)
        self.addCleanup(child.stdout.close)
        self.addCleanup(child.wait)
        self.addCleanup(child.send_signal, signal.SIGTERM)
        self.assertEqual(json.loads(child.stdout.readline())["session"], "s1")
        self.file.rename(str(self.file) + ".000001")
        time.sleep(0.3)
        self.hook()
        self.assertEqual(json.loads(child.stdout.readline())["verdict"], "deny")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, type=lambda path: pathlib.Path(path).resolve())
    OPTIONS = parser.parse_args()
    unittest.main(argv=sys.argv[:1])
