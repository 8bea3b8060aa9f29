#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cordon pins: made-up programs on PATH, feeds, apt-cache and npm stand-ins that write down how they were asked.

    pins.py BIN
"""
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = None
VERSIONS = {"bwrap": "bubblewrap 0.8.0", "socat": "socat version 1.7.4.4 on 06 Nov 2022 08:15:51", "git": "git version 2.39.5", "claude": "2.1.300 (Claude Code)"}


def ago(days):
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=days, hours=1)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


class Pins(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.base = pathlib.Path(self.scratch.name)
        self.tools, self.log = self.base / "tools", self.base / "asked"
        (self.base / "home" / ".claude").mkdir(parents=True)
        self.tools.mkdir()
        self.log.touch()
        for name, says in VERSIONS.items():
            self.program(name, f"echo '{says}'")

    def tearDown(self):
        self.scratch.cleanup()

    def program(self, name, body):
        file = self.tools / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{body}\n')
        file.chmod(0o755)

    def pins(self, *arguments, want, cwd=None):
        env = {"HOME": str(self.base / "home"), "PATH": str(self.tools), "TMPDIR": str(self.base)}
        done = subprocess.run([str(BIN / "cordon"), "pins", *arguments], env=env, cwd=cwd or self.base, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, want, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def feed(self, **tools):
        file = self.base / "feed.json"
        file.write_text(json.dumps({name.replace("_", "-"): releases for name, releases in tools.items()}))
        return str(file)

    def test_all_as_pinned(self):
        out = self.pins(want=0)
        self.assertNotIn("✗", out)
        self.assertEqual(self.pins("check", "git", want=0).count("\n"), 1)

    def test_older_other_and_missing(self):
        self.program("bwrap", "echo bubblewrap 0.4.0")
        (self.tools / "socat").unlink()
        out = self.pins("check", want=1)
        self.assertIn("✗ bubblewrap 0.4.0 is older than 0.8.0", out)
        self.assertIn("✗ socat is not installed", out)
        self.assertIn("to do: ", out)
        self.assertIn("✓ git", out)

    def test_the_floor_of_the_runtime(self):
        self.program("claude", "echo '2.1.150 (Claude Code)'")
        self.assertIn("claude-code 2.1.150 is older than 2.1.202", self.pins("check", "claude-code", want=1))
        (self.tools / "claude").unlink()
        self.pins("check", "claude-code", want=0)  # other agents exist

    def test_cannot_tell(self):
        self.program("git", "echo broken >&2; exit 3")
        self.assertIn("git: exit 3: broken", self.pins("check", want=3))
        self.program("bwrap", "echo bubblewrap 0.4.0")
        self.pins("check", want=1)

    def test_wrong_usage(self):
        self.pins("install", want=2)
        self.assertIn("'nothing' is not pinned", self.pins("check", "nothing", want=2))
        self.pins("candidates", "--feed", str(self.base / "absent"), want=2)
        (self.base / "home/.claude/pinned-versions.toml").write_text("[git]\nmin_version = 2\n")
        self.assertIn("pinned-versions.toml:2:15: expected a text for 'git.min_version'", self.pins(want=2))

    def test_feed(self):
        feed = self.feed(
            git=[{"version": "2.50.0", "released": ago(2)}, {"version": "2.49.0", "released": ago(20)}, {"version": "2.48.0", "released": ago(60)},
                 {"version": "2.60.0~rc1", "released": ago(60)}, {"version": "2.61.0", "released": ago(30), "withdrawn": True}],
            bubblewrap=[{"version": "0.8.0", "released": ago(900)}], socat=[], claude_code=[{"version": "2.1.300", "released": ago(30)}])
        out = self.pins("candidates", "--feed", feed, want=1)
        self.assertIn("+ git: 2.49.0 (out by", out)
        self.assertIn("not yet: 2.50.0", out)
        self.assertIn("left out: 1 pre-releases, 1 withdrawn", out)
        self.assertEqual(out.count("nothing newer that is old enough"), 3)
        self.pins("candidates", "socat", "--feed", feed, want=0)
        self.pins("candidates", "--feed", self.feed(git=[{"version": "2.39.5", "released": ago(90)}]), want=3)  # the others are not named

    def test_own_pin_and_cooldown(self):
        (self.base / "home/.claude/pinned-versions.toml").write_text("[git]\nversion = \"2.39.1\"\ncooldown_days = 30\n")
        out = self.pins("check", "git", want=1)
        self.assertIn("git 2.39.5 is newer than 2.39.1, which is pinned", out)
        self.assertIn("changes min_version 2.39.0 of 'git' to version 2.39.1", out)
        feed = self.feed(git=[{"version": "2.39.2", "released": ago(29)}])
        self.pins("candidates", "git", "--feed", feed, want=0)

    def test_apt(self):
        lines = [f"git | 1:{version} | http://mirror.example.org/debian stable/main amd64 Packages" for version in ("2.50.0-1", "2.49.0-1", "2.51.0~rc1-1")]
        self.program("apt-cache", "/bin/cat <<'X'\n" + "\n".join(lines) + "\nX")
        self.program("dpkg-query", "printf 'installed 1:2.49.0-1'")
        out = self.pins("candidates", "git", want=0)  # apt knows no days: first seen today
        self.assertIn("not yet: 1:2.50.0-1", out)
        seen = self.base / "home/.local/state/cordon/pins-seen.json"
        first = json.loads(seen.read_text())
        first["git"]["1:2.50.0-1"] -= 8 * 86400
        seen.write_text(json.dumps(first))
        self.assertIn("+ git: 1:2.50.0-1", self.pins("candidates", "git", want=1))

    def test_npm(self):
        times = {"created": ago(999), "modified": ago(1), "2.1.310": ago(40), "2.1.320": ago(20), "2.1.330": ago(10), "2.1.340": ago(2), "2.2.0-beta.1": ago(30), "2.1.335": ago(9)}
        versions = [version for version in times if version[0] == "2" and version != "2.1.335"]  # which was unpublished
        self.program("npm", "case $2 in *@2.1.330) echo '\"do not use\"' ;; *@2.*) ;; *) /bin/cat <<'X'\n" + json.dumps({"time": times, "versions": versions}) + "\nX\n;; esac")
        out = self.pins("candidates", "claude-code", want=1)
        self.assertIn("+ claude-code: 2.1.320", out)
        self.assertIn("not yet: 2.1.340", out)
        self.assertIn("1 pre-releases, 2 withdrawn", out)

    def test_it_only_asks(self):
        """Whatever is called, it is one of four questions; and what lies in the folder one stands in has no say."""
        self.program("apt-cache", "pwd >>'%s'; exit 1" % self.log)
        self.program("npm", "pwd >>'%s'; exit 1" % self.log)
        here = self.base / "repository"
        here.mkdir()
        (here / "git").write_text(f"#!/bin/sh\necho trap >>{self.log}\n")
        (here / "git").chmod(0o755)
        self.pins("candidates", want=3, cwd=here)
        self.pins("check", want=0, cwd=here)
        allowed = ("bwrap --version", "socat -V", "git --version", "claude --version", "apt-cache madison ", "dpkg-query -W ", "npm view ", "/\n")
        for line in self.log.read_text().splitlines(keepends=True):
            self.assertTrue(line.startswith(allowed), line)
        self.assertIn("npm view @anthropic-ai/claude-code time versions --json", self.log.read_text())

    def test_list(self):
        out = self.pins("list", want=0)
        for word in ("bubblewrap", ">= 0.8.0", "cooldown 7 days", "sudo apt-get install socat", ">= 2.1.202"):
            self.assertIn(word, out)
        self.assertEqual(self.log.read_text(), "")  # nothing is started for it


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
