# SPDX-License-Identifier: Apache-2.0
"""install.sh itself, with the programs of this build and the stand-ins; and, once all are built, the real programs."""
import os
import pathlib
import subprocess
import unittest

from scratch import BIN_DIR, PROGRAMS, SOURCE, Case, Scratch

SCRIPT = SOURCE / "install.sh"


class Script(Case):
    def script(self, *args, scratch=None, env=None):
        s = scratch or self.s
        return subprocess.run([str(SCRIPT), *map(str, args)], env=s.env(**(env or {})), cwd=s.root, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)

    def setUp(self):
        super().setUp()
        (self.s.built / "cordon").unlink()
        os.symlink(BIN_DIR / "cordon", self.s.built / "cordon")

    def test_is_plain_sh(self):
        subprocess.run(["sh", "-n", str(SCRIPT)], check=True)

    def test_usage(self):
        self.assertIn("--uninstall", self.ok(self.script("--help")).stdout)
        for args in (("--nonsense",), ("--prefix",)):
            self.ok(self.script(*args), 2)

    def test_without_yes_and_without_a_terminal(self):
        ran = self.ok(self.script("--built", self.s.built), 2)
        self.assertIn("--yes", ran.stderr)
        self.assertFalse(self.s.config.exists())

    def test_round_trip(self):
        before = '{\r\n    "model": "opus"\r\n}'
        self.s.write(before)
        self.assertIn("+", self.ok(self.script("--dry-run", "--built", self.s.built)).stdout)
        self.assertEqual(self.s.read().decode(), before)
        ran = self.ok(self.script("--yes", "--strict", "--built", self.s.built, "--prefix", self.s.root / "my tools"))
        self.assertIn("SANDBOX BYPASS", ran.stdout)
        self.assertIn("[sandbox]", ran.stdout)
        self.assertIn('"onFailure"', self.s.read().decode())
        self.ok(self.script("--uninstall", "--built", self.s.built))
        self.assertEqual(self.s.read().decode(), before)

    def test_missing_packages_without_root(self):
        """A dpkg-query that knows nothing, an id that is not root: the exact command, exit 1, nothing built."""
        fake = self.s.root / "fake"
        fake.mkdir()
        for name, text in {"dpkg-query": "exit 1", "id": "echo 1000"}.items():
            (fake / name).write_text(f"#!/bin/sh\n{text}\n")
            (fake / name).chmod(0o755)
        ran = self.ok(self.script("--yes", env={"PATH": f"{fake}:/usr/bin:/bin"}), 1)
        self.assertIn("apt-get install -y", ran.stderr)
        for package in ("bubblewrap", "socat", "cmake", "libcli11-dev"):
            self.assertIn(package, ran.stderr)
        self.assertFalse(self.s.config.exists())

    def test_the_real_programs(self):
        missing = [name for name in PROGRAMS if not (BIN_DIR / name).exists()]
        if missing:
            self.skipTest(f"not built: {', '.join(missing)}")
        s = Scratch(stand_ins=False)
        self.addCleanup(s.remove)
        ran = self.ok(self.script("--yes", "--built", s.built, scratch=s))
        for word in ("SANDBOX BYPASS", "[sandbox]", "git add -A -> deny"):
            self.assertIn(word, ran.stdout)
        self.ok(self.script("--uninstall", "--built", s.built, scratch=s))
        self.assertEqual([p for p in s.config.rglob("*")], [])


if __name__ == "__main__":
    unittest.main()
