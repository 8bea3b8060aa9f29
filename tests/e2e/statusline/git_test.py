#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the git segment shows of real repositories. usage: git_test.py --bin DIR"""
import argparse
import ctypes
import fcntl
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

BIN = None


class Git(unittest.TestCase):
    FOLDER = None  # for temporary ones

    def setUp(self):
        self.base = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(dir=self.FOLDER)))
        self.home, self.repo = self.base / "home", self.base / "repo"
        (self.home / ".claude").mkdir(parents=True)
        self.repo.mkdir()
        self.cache = self.home / ".local" / "state" / "cordon" / "git"
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

    def shown(self, **env):
        done = subprocess.run([f"{BIN}/statusline"], cwd=self.repo, env={**self.env, **env}, input=self.payload(), capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()[1] if done.stdout.count("\n") > 1 else ""

    def until(self, wanted, **env):
        """Renders until the line is as wanted: counting may take its time, and is done again after a second at the earliest."""
        end = time.monotonic() + 30
        while (line := self.shown(**env)) != wanted:
            self.assertLess(time.monotonic(), end, line)
            time.sleep(0.05)

    def wait_for(self, condition, what):
        end = time.monotonic() + 30
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)

    def is_free(self):
        for lock in self.cache.glob("*.lock"):
            with open(lock, "rb") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return False
        return True


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


class Counts(Git):
    def fake_git(self, script):
        """Only the program's git: the repository is made by the real one."""
        folder = self.base / "bin"
        folder.mkdir(exist_ok=True)
        (folder / "git").write_text(f"#!/bin/sh\n{script}\n")
        (folder / "git").chmod(0o755)
        return {"PATH": f"{folder}:{self.env['PATH']}"}

    def test_what_git_counts(self):
        self.until("main")
        (self.repo / "f").write_text("changed")
        self.until("main !1")
        (self.repo / "new").write_text("new")
        (self.repo / "a b\nc").write_text("new")
        self.until("main !1 ?2")
        self.git("add", "new")
        self.until("main +1 !1 ?1")
        self.git("stash")
        self.until("main ?1 $1")

    def test_ahead_behind_conflict(self):
        self.git("clone", "-q", ".", "../other")
        self.git("remote", "add", "origin", "../other")
        self.git("fetch", "-q")
        self.git("branch", "-q", "-u", "origin/main")
        self.until("main")
        self.commit("f", "mine")
        self.until("main ↑1")
        other = self.base / "other"
        for command in (["config", "user.email", "a@b"], ["config", "user.name", "n"]):
            subprocess.run(["git", *command], cwd=other, env=self.env, check=True)
        (other / "f").write_text("theirs")
        subprocess.run(["git", "commit", "-q", "-a", "-m", "theirs"], cwd=other, env=self.env, check=True)
        self.git("fetch", "-q")
        self.until("main ↑1 ↓1")
        self.git("merge", "origin/main", status=None)
        self.until("main merge =1 ↑1 ↓1")

    def test_counts_older_than_the_index_are_dimmed(self):
        clock = {"CORDON_CLOCK": "1800000000", "FORCE_COLOR": "1"}
        (self.repo / "f").write_text("changed")
        self.until("\x1b[35mmain\x1b[0m\x1b[33m !1\x1b[0m", **clock)
        self.git("add", "f")
        self.assertEqual(self.shown(**clock), "\x1b[35mmain\x1b[0m\x1b[2m !1\x1b[0m")
        self.assertEqual(self.shown(FORCE_COLOR="1", CORDON_CLOCK="1800000000"), "\x1b[35mmain\x1b[0m\x1b[2m !1\x1b[0m")
        self.until("\x1b[35mmain\x1b[0m\x1b[32m +1\x1b[0m", FORCE_COLOR="1", CORDON_CLOCK="1800000002")

    def test_every_branch_has_its_own(self):
        (self.repo / "new").write_text("new")
        self.until("main ?1")
        self.git("checkout", "-q", "-b", "side")
        empty = {"PATH": str(self.base)}
        self.assertEqual(self.shown(**empty), "side")
        self.until("side ?1")

    def test_warm_cache_starts_nothing(self):
        clock = {"CORDON_CLOCK": "1800000000"}
        (self.repo / "new").write_text("new")
        self.until("main ?1", **clock)
        log = self.base / "log"
        argv = ["strace", "-f", "-e", "trace=process", "-o", str(log), f"{BIN}/statusline"]
        for changed, want in ((clock, 0), ({"CORDON_CLOCK": "1800000009"}, 1)):
            subprocess.run(argv, cwd=self.repo, env={**self.env, **changed}, input=self.payload(), capture_output=True, text=True, check=True)
            started = re.findall(r" (?:clone3?|v?fork)\(", log.read_text())
            self.assertEqual(min(len(started), 1), want)

    def test_only_for_formats_that_show_counts(self):
        for line in ('"{git:branch}"', '"{directory}"'):
            self.look(line)
            self.shown()
            self.assertFalse(self.cache.exists(), line)
        self.look('"{git}"', '[statusline.segment.git]\noptions = ["branch"]\n')
        self.shown()
        self.assertFalse(self.cache.exists())

    def test_no_wait(self):
        slow = self.fake_git(f'sleep 0.2; PATH="{self.env["PATH"]}" exec git "$@"')
        (self.repo / "new").write_text("new")
        self.look('"{git}"', "git_wait_ms = 0\n")
        self.assertEqual(self.shown(**slow), "main")
        self.until("main ?1", **slow)

    def test_the_command_and_its_environment(self):
        log = self.base / "log"
        env = self.fake_git(f'echo "$@" >{log}; env >>{log}; exec nice >>{log}')
        self.shown(**env, GIT_DIR="/elsewhere", GIT_INDEX_FILE="/elsewhere", GIT_TRACE="/elsewhere")
        self.wait_for(lambda: log.exists() and self.is_free(), "git was not started")
        text = log.read_text()
        self.assertIn(f"--no-optional-locks -c core.fsmonitor=false -c protocol.allow=never -c filter.lfs.required=false -C {self.repo} status --porcelain=v2 --branch --show-stash\n", text)
        self.assertIn("GIT_OPTIONAL_LOCKS=0\n", text)
        self.assertNotIn("elsewhere", text)
        self.assertEqual(text.splitlines()[-1], "10")

    def test_a_repository_starts_no_program(self):
        """What a command inside the sandbox can write, in a repository of its own making, would run outside."""
        if ctypes.CDLL(None).syscall(444, None, 0, 1) < 1:  # landlock_create_ruleset: its version
            self.fail("this kernel has no Landlock: the test cannot tell")
        made = self.base / "made"
        for key, required in (("clean", "false"), ("process", "false"), ("clean", "true")):
            with self.subTest(key=key, required=required):
                self.git("config", f"filter.x.{key}", f"touch {made}; cat")
                self.git("config", "filter.x.required", required)
                (self.repo / ".git" / "info" / "attributes").write_text("* filter=x\n")
                os.utime(self.repo / "f", (1, 1))  # its size is the same: only its content tells
                self.shown()
                kept = lambda: [text for file in self.cache.glob("?" * 16) if "\0" in (text := file.read_text())]
                self.wait_for(lambda: kept() and self.is_free(), "git has not counted")
                self.assertFalse(made.exists())
                if required == "false":
                    self.until("main")
                for file in self.cache.glob("*"):
                    file.unlink()
        self.git("status", status=None)
        self.assertTrue(made.exists(), "the test sees nothing: git itself runs it")

    def test_submodules(self):
        self.git("clone", "-q", ".", "../of")
        self.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", "../of", "sub")
        self.git("commit", "-q", "-m", "sub")
        self.until("main")
        (self.repo / "sub" / "f").write_text("changed")
        self.until("main !1")
        self.repo = self.repo / "sub"
        self.until("main !1")

    def test_head_that_is_a_link(self):
        head = self.repo / ".git" / "HEAD"
        head.unlink()
        head.symlink_to("refs/heads/main")
        self.until("main")
        self.assertEqual(self.git("symbolic-ref", "HEAD").strip(), "refs/heads/main")

    def test_names_of_one_letter(self):
        (self.repo / "n").write_text("")
        self.until("main ?1")

    def test_reftable_is_left_to_git(self):
        """A stub of HEAD and a table's list, as git >= 2.45 makes them, written by hand: Debian's git cannot. What HEAD is comes from a
        stand-in for such a git."""
        folder = self.repo / ".git"
        (folder / "HEAD").write_text("ref: refs/heads/.invalid\n")
        (folder / "reftable").mkdir()
        (folder / "reftable" / "tables.list").write_text("0x000000000001-0x000000000001-a.ref\n")
        said = self.base / "said"
        said.write_text("# branch.oid 0123456789012345678901234567890123456789\n# branch.head topic\n1 .M N... 1 1 1 a b f\n")
        env = self.fake_git(f"cat {said}")
        self.until("topic !1", **env)
        said.write_text("# branch.oid abcdef0123456789012345678901234567890123\n# branch.head (detached)\n")
        (folder / "reftable" / "tables.list").write_text("another.ref\n")
        self.assertNotIn("topic", self.shown(**env))  # what it was is not what it is
        self.until("abcdef0 (detached)", **env)

    def test_old_counts_are_forgotten(self):
        self.cache.mkdir(parents=True)
        names = {"0123456789abcdef": True, "0123456789abcdef.lock": True, "fedcba9876543210": False, "somebody-else": False, "0123456789abcdef.x": False}
        for name in names:
            (self.cache / name).write_text("x")
            if name != "fedcba9876543210":
                os.utime(self.cache / name, (1_000_000_000, 1_000_000_000))
        self.shown()
        self.wait_for(lambda: not (self.cache / "0123456789abcdef").exists(), "it is still there")
        self.wait_for(self.is_free, "the lock was kept")
        for name, goes in names.items():
            self.assertEqual((self.cache / name).exists(), not goes, name)

    def test_one_at_a_time_and_back_off(self):
        log = self.base / "log"
        env = self.fake_git(f"echo x >>{log}; sleep 1; exit 1")
        for _ in range(20):
            self.assertEqual(self.shown(**env), "main")
        self.wait_for(self.is_free, "the lock was kept")
        self.assertEqual(log.read_text(), "x\n")
        time.sleep(1.1)
        self.assertEqual(self.shown(**env), "main")
        self.wait_for(self.is_free, "the lock was kept")
        self.assertEqual(log.read_text(), "x\n", "after a failure it waits ten seconds")

    def pid_in(self, file):
        self.wait_for(lambda: file.exists() and file.read_text().endswith("\n"), "git was not started")
        return int(file.read_text())

    def alive(self, pid):
        try:
            return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
        except FileNotFoundError:
            return False

    def test_a_kill_leaves_no_child_and_no_lock(self):
        file = self.base / "pid"
        env = {**self.env, **self.fake_git(f"echo $$ >{file}; exec sleep 100")}
        self.look('"{git}"', "git_wait_ms = 1000\n")
        render = subprocess.Popen([f"{BIN}/statusline"], cwd=self.repo, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        render.stdin.write(self.payload().encode())
        render.stdin.close()
        git = self.pid_in(file)
        refresher = int(pathlib.Path(f"/proc/{git}/stat").read_text().rsplit(")", 1)[1].split()[1])
        self.assertFalse(self.is_free())
        render.kill()
        self.assertEqual(render.stdout.read(), b"")  # nobody else holds it open
        render.stdout.close()
        render.wait()
        os.kill(refresher, signal.SIGKILL)
        self.wait_for(lambda: not self.alive(git) and self.is_free(), "git outlives its refresher")

    def test_the_deadline(self):
        file = self.base / "pid"
        env = self.fake_git(f"sleep 100 & echo $! >{file}; wait")
        self.assertEqual(self.shown(**env), "main")
        child = self.pid_in(file)
        self.wait_for(lambda: not self.alive(child) and self.is_free(), "git outlives its deadline")


class BigRepository(Git):
    """50 000 files. The time between two refreshes is the clock's, so that the test need not wait for it."""
    FOLDER = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # a disk takes its time with so many, even when they are empty
    FILES, REFRESH, RENDERS = 50_000, 5, 1000

    def setUp(self):
        super().setUp()
        files = b"".join(b"M 100644 :1 d%03d/f%03d\n" % divmod(number, 100) for number in range(self.FILES))
        stream = b"blob\nmark :1\ndata 0\n\ncommit refs/heads/main\ncommitter n <a@b> 1700000000 +0000\ndata 1\nx\nfrom refs/heads/main^0\n" + files + b"\n"
        subprocess.run(["git", "fast-import", "--quiet"], cwd=self.repo, env=self.env, input=stream, check=True)
        self.git("reset", "-q", "--hard")

    def kept(self):
        return "".join(file.read_text() for file in self.cache.glob("*") if re.fullmatch("[0-9a-f]{16}", file.name))

    def at(self, seconds):
        return self.shown(CORDON_CLOCK=str(1800000000 + seconds))

    def test_dirty_within_two_refreshes_and_no_contention(self):
        self.assertEqual(self.at(0), "main")
        self.wait_for(self.kept, "the first render does not have git count")
        before = self.kept()
        (self.repo / "d000" / "f001").write_text("changed")
        self.at(self.REFRESH)
        self.wait_for(lambda: self.kept() != before, f"the first refresh does not have git count: {before}")
        self.assertEqual(self.at(2 * self.REFRESH), "main !1", self.kept())
        self.beside_a_loop_of_commits()

    def beside_a_loop_of_commits(self):
        """Git refuses to commit while somebody else holds index.lock."""
        failures, commits, enough = [], [], threading.Event()

        def work():
            while not enough.is_set():
                (self.repo / "f").write_text(f"loop {len(commits)}")
                for command in (["add", "f"], ["commit", "-q", "-m", "x"]):
                    done = subprocess.run(["git", *command], cwd=self.repo, env=self.env, capture_output=True, text=True, check=False)
                    if done.returncode != 0:
                        failures.append(done.stderr)
                commits.append(1)

        loop = threading.Thread(target=work)
        loop.start()
        for render in range(self.RENDERS):
            self.assertTrue(self.at(100 + 60 * render).startswith("main"))  # a count is due every time
        enough.set()
        loop.join()
        self.assertEqual(failures, [])
        self.assertGreater(len(commits), 2)
        self.assertEqual(self.git("rev-list", "--count", "HEAD").strip(), str(2 + len(commits)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    options, rest = parser.parse_known_args()
    BIN = str(pathlib.Path(options.bin).resolve())
    unittest.main(argv=[sys.argv[0], *rest])
