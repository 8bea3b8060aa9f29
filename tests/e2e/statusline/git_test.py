#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the git segment shows of real repositories. usage: git_test.py --bin DIR"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = None


class Git(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.home, self.repo = self.base / "home", self.base / "repo"
        (self.home / ".claude").mkdir(parents=True)
        self.repo.mkdir()
        self.env = {"HOME": str(self.home), "PATH": os.environ["PATH"], "TERM": "dumb", "LANG": "C.UTF-8", "COLUMNS": "200", "GIT_CONFIG_NOSYSTEM": "1"}
        self.look('"{git}"')
        self.git("init", "-q", "-b", "main")
        for key, value in {"user.email": "a@b", "user.name": "n", "commit.gpgsign": "false", "core.editor": "true"}.items():
            self.git("config", key, value)
        self.commit("f", "0")

    def look(self, line, more=""):
        (self.home / ".claude" / "cordon.toml").write_text(f'[statusline]\nformat = ["{{sandbox}}", {line}]\n{more}')

    def git(self, *arguments, status=0):
        done = subprocess.run(["git", *arguments], cwd=self.repo, env=self.env, capture_output=True, text=True, check=False)
        self.assertTrue(status is None or done.returncode == status, done.stderr)
        return done.stdout

    def commit(self, name, text):
        (self.repo / name).write_text(text)
        self.git("add", name)
        self.git("commit", "-q", "-m", text)

    def payload(self):
        return json.dumps({"cwd": str(self.repo), "workspace": {"current_dir": str(self.repo), "project_dir": str(self.repo)}})

    def shown(self):
        done = subprocess.run([f"{BIN}/statusline"], cwd=self.repo, env=self.env, input=self.payload(), capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()[1] if done.stdout.count("\n") > 1 else ""


class Operation(Git):
    def test_a_rebase_names_the_branch_it_moves(self):
        self.git("checkout", "-q", "-b", "side")
        self.commit("f", "side")
        self.git("checkout", "-q", "main")
        self.commit("f", "main")
        self.assertEqual(self.shown().split()[0], "main")
        self.git("checkout", "-q", "side")
        self.git("rebase", "main", status=None)
        self.assertTrue(self.shown().startswith("side rebase 1/1"), self.shown())
        self.git("rebase", "--abort")
        self.assertNotIn("rebase", self.shown())

    def test_a_format_without_git_does_not_ask(self):
        self.look('"{directory}"')
        log = self.base / "log"
        subprocess.run(["strace", "-f", "-o", str(log), f"{BIN}/statusline"], cwd=self.repo, env=self.env, input=self.payload(), capture_output=True, text=True, check=True)
        self.assertNotIn(f'"{self.repo}/.git", O_RDONLY', log.read_text())
        self.look('"{git}"')
        subprocess.run(["strace", "-f", "-o", str(log), f"{BIN}/statusline"], cwd=self.repo, env=self.env, input=self.payload(), capture_output=True, text=True, check=True)
        self.assertIn(f'"{self.repo}/.git", O_RDONLY', log.read_text())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    options, rest = parser.parse_known_args()
    BIN = str(pathlib.Path(options.bin).resolve())
    unittest.main(argv=[sys.argv[0], *rest])
