# SPDX-License-Identifier: Apache-2.0
"""Scratch homes for harden's tests: those of install's, with a repository and a PATH that has a sandbox or none."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "install"))
from scratch import Scratch, SOURCE          # noqa: E402

PROFILES = ("interactive", "hands-off")
MINE = """{
  "model": "opus",
  "permissions": {
    "allow": ["Read", "Bash(make *)"],
    "deny": [
      "Bash(mine *)"
    ]
  },
  "sandbox": {"enabled": false}
}
"""


class Case(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.s = Scratch()
        self.addCleanup(self.s.remove)
        self.repo = self.s.root / "repo"
        self.repo.mkdir()
        self.bin = self.s.root / "bin"       # programs that the machine has
        self.bin.mkdir()
        for name in ("bwrap", "socat"):
            self.program(name)
        os.symlink("/usr/bin/git", self.bin / "git")

    def program(self, name):
        (self.bin / name).write_text("#!/bin/sh\nexit 0\n")
        (self.bin / name).chmod(0o755)

    def harden(self, *args, cwd=None, env=None):
        return self.s.run("harden", *args, cwd=cwd or self.repo, env=dict({"PATH": str(self.bin)}, **(env or {})))

    def done(self, *args, **more):
        run = self.harden(*args, **more)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout[-1000:])
        return run.stdout

    def refused(self, *args, code=1, **more):
        before = self.s.tree()
        run = self.harden(*args, **more)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        self.assertEqual(self.s.tree(), before)
        return run.stderr

    def git(self, *args):
        env = {"HOME": str(self.s.home), "PATH": "/usr/bin:/bin", "GIT_CONFIG_SYSTEM": "/dev/null"}
        return subprocess.run(["git", *args], cwd=self.repo, env=env, check=True, capture_output=True, text=True).stdout


def contains(now, before):
    """Whether every value of `before` is still in `now`: lists as sublists in order, scalars equal or tightened (sandbox.enabled)."""
    if isinstance(before, dict):
        return all(key in now and contains(now[key], value) for key, value in before.items())
    if isinstance(before, list):
        return [value for value in now if value in before] == before
    return now == before or (before is False and now is True)


def validate(test, schema, text):
    value = json.loads(text)
    run = subprocess.run([os.environ["CORDON_VALIDATE"], str(SOURCE / "schemas" / schema), "--lines"], input=json.dumps(value) + "\n", capture_output=True, text=True)
    test.assertEqual(run.returncode, 0, run.stdout + run.stderr + text[:2000])
    return value
