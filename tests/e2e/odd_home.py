#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every subcommand that looks for the home, in homes that are none or odd: a clear error or the work done, nothing lost, no crash.
usage: odd_home.py --bin DIR"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path()
NOBODY = 65534
MINE = '{"model": "opus"}\n'
WRITING = (("install", "--yes"), ("harden", "interactive", "--apply"), ("sync", "--yes"), ("uninstall",), ("harden", "--undo"), ("doctor", "--fix"))
LOOKING = (("install", "--dry-run"), ("harden", "interactive"), ("harden", "interactive", "--check"), ("doctor",), ("doctor", "--json"), ("log",), ("settings",), ("hints",),
           ("pins", "check"), ("statusline",), ("explain", "ls"))


def setUpModule():
    """Stripped programs where others than root may start them."""
    global BIN
    folder = tempfile.mkdtemp(prefix="cordon-odd-bin-")
    unittest.addModuleCleanup(shutil.rmtree, folder)
    os.chmod(folder, 0o755)
    for program in BIN.iterdir():
        target = os.path.join(folder, program.name)
        if program.suffix or not program.is_file() or subprocess.run(["strip", "-o", target, program], capture_output=True, check=False).returncode != 0:
            if program.is_file():
                shutil.copy(program, target)
    BIN = pathlib.Path(folder)


class OddHome(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="cordon-odd-"))
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)
        self.base.chmod(0o755)
        self.repo, self.tmp = self.base / "repo", self.base / "tmp"
        for folder in (self.repo, self.tmp):
            folder.mkdir()
            folder.chmod(0o777)

    def run_in(self, home, *args, prefix=(), more=None):
        env = {b"PATH": b"/usr/bin:/bin", b"LANG": b"C.UTF-8", b"SHELL": b"/bin/bash", b"TMPDIR": os.fsencode(self.tmp)}
        if home is not None:
            env[b"HOME"] = os.fsencode(home)
        env.update(more or {})
        done = subprocess.run([*prefix, BIN / "cordon", *args], env=env, cwd=self.repo, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
        said = (done.stdout + done.stderr).decode(errors="surrogateescape")
        self.assertGreaterEqual(done.returncode, 0, (args, said))       # no signal
        self.assertLess(done.returncode, 5, (args, said))
        self.assertNotIn("internal", done.stderr.decode(errors="replace"), args)
        if done.returncode != 0 and args[0] != "doctor" and "--check" not in args:
            self.assertTrue(said.strip(), args)
        return done.returncode, said

    def everything(self, path):
        return {os.fsencode(p): (p.lstat().st_mode, p.read_bytes() if p.is_file() else b"") for p in sorted(path.rglob("*"))}

    def untouched(self, home, wants, prefix=()):
        """Nothing below the scratch folder changes; what writes says why it does not."""
        before = self.everything(self.base)
        for args in WRITING + LOOKING:
            with self.subTest(args):
                code, said = self.run_in(home, *args, prefix=prefix)
                if args[:2] in (("install", "--yes"), ("harden", "interactive")) and args[-1] != "--check" and ("--apply" in args or "--yes" in args):
                    self.assertEqual(code, 1, said)
                    self.assertRegex(said, wants)
                self.assertEqual(self.everything(self.base), before)
        for args in (("iso", "-q", "sh", "-c", "echo through"), ("iso", "--explain", "sh")):
            code, said = self.run_in(home, *args, prefix=prefix)
            self.assertEqual(code, 0, said)
        self.assertEqual(self.everything(self.base), before)

    def works(self, home):
        """Installed, hardened, found healthy, and taken back."""
        config = pathlib.Path(os.fsdecode(home)) / ".claude"
        config.mkdir(parents=True, exist_ok=True)
        (config / "settings.json").write_text(MINE)
        for args in (("install", "--yes"), ("harden", "interactive", "--apply")):
            code, said = self.run_in(home, *args)
            self.assertEqual(code, 0, said)
        code, said = self.run_in(home, "doctor", "--only", "hooks")
        self.assertLess(code, 2, said)
        self.assertIn("wired for every session", said)
        self.assertNotIn("✗", said)
        code, said = self.run_in(home, "iso", "-q", "sh", "-c", 'printf %s "$HOME"')
        self.assertEqual((code, said), (0, os.fsdecode(home)))
        bash = subprocess.run(["bash", "-c", '. "$HOME/.claude/cordon/bin/iso.sh" && type -t claude-iso && agent-iso -q sh -c "echo through"'], env={"HOME": home, "PATH": "/usr/bin:/bin"},
                              capture_output=True, text=True, check=False)
        self.assertEqual(bash.stdout, "function\nthrough\n", bash.stderr)
        line = subprocess.run(["sh", "-c", self.status_line(config)], env={"HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}, input=b"{}", capture_output=True, check=False)
        self.assertIn(b"sandbox", line.stdout.lower(), line)
        for args in (("harden", "--undo"), ("uninstall",)):
            code, said = self.run_in(home, *args)
            self.assertEqual(code, 0, said)
        self.assertEqual((config / "settings.json").read_text(), MINE)

    @staticmethod
    def status_line(config):
        import json
        return json.loads((config / "settings.json").read_text())["statusLine"]["command"]

    def test_none(self):
        self.untouched(None, "neither CLAUDE_CONFIG_DIR nor HOME is set")
        self.untouched("", "neither CLAUDE_CONFIG_DIR nor HOME is set")

    def test_relative(self):
        self.untouched("home", "HOME is 'home', which is no absolute path")
        self.untouched(".", "HOME is '.', which is no absolute path")

    def test_a_file(self):
        (self.base / "file").write_text("mine\n")
        self.untouched(self.base / "file", "not a directory")

    def test_hidden_characters(self):
        for name in ("new\nline", "bell\a", "\u202eback"):
            (self.base / name).mkdir()
            self.untouched(self.base / name, "hidden characters")

    def test_no_utf8(self):
        home = os.fsencode(self.base) + b"/\xff\xfe"
        os.mkdir(home)
        self.untouched(home, "is not valid UTF-8")

    def test_doctor_names_the_cause(self):
        for home in (None, "home", os.fsencode(self.base) + b"/\xff"):
            code, said = self.run_in(home, "doctor")
            self.assertEqual(code, 2)
            self.assertIn("where the user's settings lie cannot be told", said)
            self.assertIn("set HOME to your home folder", said)
            self.assertNotRegex(said, r"(?m)^ *: |in  \(|in , ")     # no place without a name

    def test_missing(self):
        self.works(os.fsencode(self.base / "not" / "yet"))

    def test_spaces_and_quotes(self):
        self.works(os.fsencode(self.base / "it's a \"home\" $HOME `x` ü"))

    def test_a_name_like_the_recordings(self):
        """Recorded payloads say /home/u: a scratch folder below /home/ulla is another."""
        box = ("bwrap", "--bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/home", "--dir", "/home/ulla/tmp")
        code, said = self.run_in("/home/ulla", "install", "--yes", prefix=box, more={b"TMPDIR": b"/home/ulla/tmp"})
        self.assertEqual(code, 0, said)
        self.assertNotIn("WRONG", said)

    def as_nobody(self, owner_mode):
        home = self.base / "home"
        (home / ".claude").mkdir(parents=True)
        (home / ".claude/settings.json").write_text(MINE)
        for path, mode in owner_mode.items():
            (self.base / path).chmod(mode)
        return home, ("setpriv", "--reuid=%d" % NOBODY, "--regid=%d" % NOBODY, "--clear-groups")

    @unittest.skipUnless(os.geteuid() == 0, "only root can become someone else")
    def test_of_root(self):
        home, nobody = self.as_nobody({"home": 0o755, "home/.claude": 0o755, "home/.claude/settings.json": 0o644})
        self.untouched(home, "permission denied", prefix=nobody)
        (home / ".claude/settings.json").chmod(0o666)       # the file could be written in place, its folder not
        self.untouched(home, "permission denied", prefix=nobody)

    @unittest.skipUnless(os.geteuid() == 0, "only root can become someone else")
    def test_of_root_and_closed(self):
        home, nobody = self.as_nobody({"home": 0o755, "home/.claude": 0o755, "home/.claude/settings.json": 0o600})
        self.untouched(home, "permission denied", prefix=nobody)
        home.chmod(0o700)
        self.untouched(home, "permission denied", prefix=nobody)
        code, said = self.run_in(home, "doctor", prefix=nobody)
        self.assertEqual(code, 2)
        self.assertIn("permission denied", said)

    def test_read_only(self):
        home = self.base / "home"
        (home / ".claude").mkdir(parents=True)
        (home / ".claude/settings.json").write_text(MINE)
        self.untouched(home, "read-only file system", prefix=("bwrap", "--bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--ro-bind", home, home))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BIN = options.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
