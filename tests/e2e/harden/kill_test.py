# SPDX-License-Identifier: Apache-2.0
"""kill -9 at a system call: harden, its undo, install and uninstall leave each file old or new, and run again they finish.

CORDON_EVERY_CALL=1 kills at every single call; else at a sample of those that change files and at a few of the others."""
import collections
import json
import os
import re
import shutil
import subprocess
import unittest

from common import MINE, Case

EVERY = os.environ.get("CORDON_EVERY_CALL") == "1"
CHANGING = ("rename", "write", "unlink", "mkdir", "fchmod", "fsync", "rmdir")
SAMPLE, OTHERS = 12, 3
TOML = "# mine\n[git_add_guard]\nmode = \"masks\"\n"


class Kill(Case):
    def traced(self, *options_and_args):
        log = self.s.root / "strace"
        subprocess.run(["strace", "-qq", "-o", str(log), *options_and_args], env=self.s.env(PATH=str(self.bin) + ":/usr/bin:/bin"), cwd=self.repo,
                       capture_output=True, timeout=120)
        return log.read_text()

    def killed(self, call, when, *args):
        """Whether the program was killed at its `when`th call of this name (strace counts each name apart)."""
        return "killed by SIGKILL" in self.traced("-e", "trace=" + call, "-e", "inject=%s:signal=KILL:when=%d" % (call, when), *self.s.command(*args))

    def points(self, args):
        """(name, number) of each call at which to kill."""
        counts = collections.Counter(re.findall(r"^(\w+)\(", self.traced(*self.s.command(*args)), re.M))
        changing = [(name, n) for name in CHANGING for n in range(1, counts[name] + 1)]
        others = [(name, n) for name in sorted(counts) if name not in CHANGING for n in range(1, counts[name] + 1)]
        self.assertGreater(len(changing), 3)
        self.assertGreater(len(others), 30)
        if EVERY:
            return changing + others
        return changing[::-(-len(changing) // SAMPLE)] + others[::-(-len(others) // OTHERS)]

    def each(self, args, before, files, after):
        """Kill at each point; each file is one of its two texts; run again: the same end as without a kill."""
        before()
        start = self.s.root / "start"
        shutil.copytree(self.s.config, start, symlinks=True)

        def restore():
            shutil.rmtree(self.s.config)
            shutil.copytree(start, self.s.config, symlinks=True)
        texts = lambda: {file: file.read_bytes() if file.exists() else None for file in files}
        path = {"PATH": str(self.bin) + ":/usr/bin:/bin"}
        old = texts()
        points = self.points(args)
        new = texts()
        self.assertNotEqual(old, new)
        killed = 0
        for call, n in points:
            restore()
            if not self.killed(call, n, *args):
                continue
            killed += 1
            for file, now in texts().items():
                self.assertIn(now, (old[file], new[file]), "%s %d: %s" % (call, n, file))
            again = self.s.run(*args, cwd=self.repo, env=path)
            self.assertEqual(again.returncode, 0, "%s %d: %s" % (call, n, again.stderr))
            self.assertEqual(texts(), new, "%s %d: run again" % (call, n))
            after("%s %d" % (call, n))
        self.assertGreater(killed, len(points) * 3 // 4)     # a few calls are not made every time
        print("%s: killed at %d of %d calls" % (" ".join(args[:2]), killed, len(points)), flush=True)

    def fresh(self):
        for path in sorted(self.s.config.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        self.s.write(MINE)
        (self.s.config / "cordon.toml").write_text(TOML)

    def is_back(self, where):
        undone = self.harden("--undo")
        self.assertEqual(undone.returncode, 0, undone.stderr)
        self.assertEqual(self.s.read().decode(), MINE, where)
        self.assertEqual((self.s.config / "cordon.toml").read_text(), TOML, where)
        self.assertEqual({p.name for p in self.s.config.iterdir() if ".bak-" not in p.name}, {"settings.json", "cordon.toml"}, where)

    def files(self):
        return [self.s.settings, self.s.config / "cordon.toml"]

    def test_apply(self):
        self.s.config.mkdir()
        self.each(("harden", "hands-off", "--apply"), self.fresh, self.files(), self.is_back)

    def test_undo(self):
        self.s.config.mkdir()

        def hardened():
            self.fresh()
            self.done("hands-off", "--apply")
        self.each(("harden", "--undo"), hardened, self.files(), lambda where: self.assertEqual(self.s.read().decode(), MINE, where))

    def test_undo_by_cutting(self):
        """The person edited the file since: there is no backup to go back to."""
        self.s.config.mkdir()

        def edited():
            self.fresh()
            self.done("interactive", "--apply")
            self.s.write(self.s.read().decode().replace('"opus"', '"sonnet"'))
        self.each(("harden", "--undo"), edited, [self.s.settings], lambda where: self.assertEqual(self.s.read().decode(), MINE.replace('"opus"', '"sonnet"'), where))


class KillInstall(Kill):
    """The wiring of install, with the programs there already (copying them is install's own test)."""
    test_apply = test_undo = test_undo_by_cutting = None

    def wired(self):
        self.s.config.mkdir(exist_ok=True)
        self.fresh()
        self.assertEqual(self.s.install().returncode, 0)

    def unwired(self):
        self.wired()
        self.s.write(MINE)

    def test_install(self):
        def after(where):
            self.assertEqual(json.loads(self.s.read())["model"], "opus", where)
        self.each(("install", "--yes", "--from", str(self.s.built)), self.unwired, [self.s.settings], after)

    def test_uninstall(self):
        self.each(("uninstall", "--yes"), self.wired, [self.s.settings], lambda where: self.assertEqual(self.s.read().decode(), MINE, where))


if __name__ == "__main__":
    unittest.main()
