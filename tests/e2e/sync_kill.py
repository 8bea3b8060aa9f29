#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kill -9 of cordon sync. usage: sync_kill.py --bin DIR"""
import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import unittest

import sync


class Killed(sync.Case):
    """kill -9 of one sync that pulls one file and pushes another: every file is the old or the new one, and the next run ends it.

    At every system call of the program itself that changes something, and after every git it starts (what git had begun is
    git's: with its locks left behind, below). Where two kills leave the same state the next run is tried once."""
    CHANGING = ("rename", "unlink", "rmdir", "mkdir", "fchmod", "fsync", "write", "clone3,clone,vfork,fork")
    FILES = ("CLAUDE.md", "cordon.toml")

    def setUp(self):
        super().setUp()
        self.machines("a", "b")
        self.write("a", "CLAUDE.md", "old\n")
        self.sync("a", "--yes")
        self.sync("b", "--yes")
        self.write("a", "CLAUDE.md", "new\n")
        self.sync("a", "--yes")
        self.write("b", "cordon.toml", "# b\n")
        self.start = self.root.with_name(self.root.name + "-start")
        self.addCleanup(shutil.rmtree, self.start, ignore_errors=True)
        for part in ("b", "settings.git"):
            shutil.copytree(self.root / part, self.start / part)
        self.seen = set()

    def restore(self):
        for part in ("b", "settings.git"):
            shutil.rmtree(self.root / part)
            shutil.copytree(self.start / part, self.root / part)

    def state(self):
        """What the next run finds, without what differs from run to run (hashes of commits, names of scratch folders)."""
        state = self.root / "b/.local/state/cordon/sync"
        refs = "for-each-ref", "--format=%(refname) %(tree)"
        left = sorted(re.sub("^run-[^/]*", "run", str(path.relative_to(state))) for path in state.rglob("*") if "/objects/" not in str(path))
        return str((self.here("b"), self.git(*refs, cwd=state / "repo"), self.git(*refs, cwd=self.bare), left))

    def judge(self, where):
        here, there = self.here("b"), self.there()
        self.assertIn(here["CLAUDE.md"], ("old\n", "new\n"), where)
        self.assertEqual(here["cordon.toml"], "# b\n", where)
        self.assertEqual(there["CLAUDE.md"], "new\n", where)
        self.assertIn(there.get("cordon.toml"), (None, "# b\n"), where)
        state = self.state()
        if state in self.seen:
            return
        self.seen.add(state)
        self.sync("b", "--yes")
        self.assertEqual({name: self.here("b")[name] for name in self.FILES}, self.there(), where)
        self.assertIn("nothing to move", self.sync("b", "--yes"), where)
        self.assertEqual([path.name for path in (self.root / "b/.local/state/cordon/sync").iterdir()], ["repo"], where)

    def test_at_every_call_that_changes_something(self):
        log = self.root / "strace"
        tracer = ("strace", "-qq", "-o", log)
        self.assertEqual(self.command("b", "--yes", prefix=(*tracer, "-e", "trace=openat," + ",".join(self.CHANGING))).returncode, 0)
        lines = log.read_text().splitlines()
        # (calls, number): strace counts the calls of one filter together
        points = [("openat", n) for n, line in enumerate([line for line in lines if line.startswith("openat(")], 1) if "O_CREAT" in line or "O_TRUNC" in line]
        for calls in self.CHANGING:
            points += [(calls, n) for n in range(1, 1 + sum(line.split("(")[0] in calls.split(",") for line in lines))]
        killed = 0
        for calls, n in points:
            self.restore()
            done = self.command("b", "--yes", prefix=(*tracer, "-e", "trace=" + calls, "-e", "inject=%s:signal=KILL:when=%d" % (calls, n)))
            killed += done.returncode != 0
            self.judge("%s %d" % (calls, n))
        self.assertEqual(killed, len(points))
        print("killed at %d calls of the program: %d states" % (killed, len(self.seen)), flush=True)

    def test_after_every_git(self):
        stub = self.root / "bin"
        stub.mkdir()
        (stub / "git").write_text("#!/bin/sh\n/usr/bin/git \"$@\"\nstatus=$?\necho x >>\"$COUNT\"\n[ $(wc -l <\"$COUNT\") -ne \"$AT\" ] || kill -9 $PPID\nexit $status\n")
        (stub / "git").chmod(0o755)
        count = self.root / "count"
        env = {"HOME": str(self.root / "b"), "PATH": "%s:/usr/bin:/bin" % stub, "COUNT": str(count)}

        def until(number):
            count.unlink(missing_ok=True)
            return subprocess.run([str(sync.BIN / "cordon"), "sync", "--yes"], env={**env, "AT": str(number)}, cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.assertEqual(until(0).returncode, 0)
        number = len(count.read_text().splitlines())
        self.assertGreater(number, 15)
        for n in range(1, number + 1):
            self.restore()
            self.assertEqual(until(n).returncode, -signal.SIGKILL)
            self.judge("after git %d" % n)
        print("killed after %d starts of git: %d states" % (number, len(self.seen)), flush=True)

    def test_locks_of_a_git_that_was_killed(self):
        repo = self.root / "b/.local/state/cordon/sync/repo"
        locks = [repo / name for name in ("config.lock", "HEAD.lock", "packed-refs.lock", "refs/cordon/base.lock", "refs/remotes/origin/main.lock")]
        for lock in locks:
            lock.write_text("")
            os.utime(lock, (1, 1))
        locks[-1].touch()       # a fresh one may be of a git that is still at work: it is waited for
        (repo.parent / "run-abc123").mkdir()
        (repo.parent / "run-abc123/out").write_text("x")
        self.sync("b", "--yes")
        self.assertEqual([lock for lock in locks if lock.exists()], [])
        self.assertEqual([path.name for path in repo.parent.iterdir()], ["repo"])

    def test_a_store_that_was_begun(self):
        self.write("c", "CLAUDE.md", "of c\n")
        repo = self.root / "c/.local/state/cordon/sync/repo"
        (repo / "refs").mkdir(parents=True)
        (repo / "HEAD").write_text("ref: refs/heads/main\n")
        self.machines("c")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    sync.BIN = options.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
