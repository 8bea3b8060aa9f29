# SPDX-License-Identifier: Apache-2.0
"""What happens to files: links, modes, locks, crashes, full and read-only places."""
import json
import os
import random
import signal
import stat
import subprocess
import time
import unittest

from scratch import Case, HOOKS, PROGRAMS, entries

BEFORE = '{\n\t"model": "opus",\n\t"env": {"A": "1"}\n}\n'


class Files(Case):
    def test_linked_settings_file_is_written_through(self):
        real = self.s.root / "dotfiles/claude.json"
        real.parent.mkdir()
        real.write_text(BEFORE)
        real.chmod(0o640)
        self.s.config.mkdir()
        self.s.settings.symlink_to("../../dotfiles/claude.json")
        self.ok(self.s.install())
        self.assertEqual(os.readlink(self.s.settings), "../../dotfiles/claude.json")
        self.assertIn("bypass-warn", real.read_text())
        self.assertEqual(real.stat().st_mode & 0o7777, 0o640)
        self.ok(self.s.uninstall())
        self.assertTrue(self.s.settings.is_symlink())
        self.assertEqual(real.read_text(), BEFORE)
        self.assertEqual([p.name for p in real.parent.iterdir()], ["claude.json"])

    def test_dangling_link_gets_its_target(self):
        (self.s.root / "dotfiles").mkdir()
        self.s.config.mkdir()
        self.s.settings.symlink_to(self.s.root / "dotfiles/new.json")
        self.ok(self.s.install())
        self.assertTrue(self.s.settings.is_symlink())
        self.assertTrue((self.s.root / "dotfiles/new.json").exists())
        self.ok(self.s.uninstall())
        self.assertTrue(self.s.settings.is_symlink())
        self.assertFalse((self.s.root / "dotfiles/new.json").exists())

    def test_link_loop_and_what_is_no_file(self):
        self.s.config.mkdir()
        self.s.settings.symlink_to("settings.json")
        self.ok(self.s.install(), 1)
        self.s.settings.unlink()
        self.s.settings.mkdir()
        self.ok(self.s.install(), 1)
        self.s.settings.rmdir()
        os.mkfifo(self.s.settings)
        self.ok(self.s.install(), 1)
        self.assertTrue(stat.S_ISFIFO(self.s.settings.stat().st_mode))

    def test_programs_are_executable_and_recorded(self):
        self.ok(self.s.install())
        record = json.loads((self.s.config / "cordon/install.json").read_text())
        for name in PROGRAMS:
            installed = self.s.config / "cordon/bin" / name
            self.assertEqual(installed.stat().st_mode & 0o7777, 0o755)
            digest = subprocess.run(["sha256sum", str(installed)], capture_output=True, text=True, check=True).stdout.split()[0]
            self.assertEqual(record["programs"][name], digest)

    def test_a_drifted_program_is_replaced(self):
        self.ok(self.s.install())
        installed = self.s.config / "cordon/bin/bypass-warn"
        installed.write_text("#!/bin/sh\n")
        installed.chmod(0o644)
        self.assertIn("copied bypass-warn", self.ok(self.s.install()).stdout)
        self.assertEqual(installed.read_bytes(), (self.s.built / "bypass-warn").read_bytes())

    def test_a_missing_program_stops_before_anything_is_written(self):
        (self.s.built / "statusline").unlink()
        self.assertIn("statusline", self.ok(self.s.install(), 1).stderr)
        self.assertFalse(self.s.config.exists())

    def test_read_only_folder(self):
        self.s.write(BEFORE)
        self.s.config.chmod(0o500)
        who = {}
        if os.geteuid() == 0:  # root writes everywhere: be somebody else
            who = {"user": 65534, "group": 65534, "extra_groups": []}
            for path in (self.s.root, *self.s.root.rglob("*")):
                os.chown(path, 65534, 65534, follow_symlinks=False)
        ran = subprocess.run(self.s.command("install", "--yes", "--from", self.s.built), env=self.s.env(), capture_output=True, text=True, cwd="/", **who)
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertIn("permission denied", ran.stderr)
        self.assertEqual(self.s.read().decode(), BEFORE)
        self.assertEqual([p.name for p in self.s.config.iterdir()], ["settings.json"])

    def test_owner_is_kept(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give files away")
        self.s.write(BEFORE)
        os.chown(self.s.settings, 65534, 65534)
        self.ok(self.s.install())
        for path in (self.s.settings, *self.s.backups()):
            self.assertEqual((path.stat().st_uid, path.stat().st_gid), (65534, 65534))

    def test_a_file_where_a_folder_is_needed(self):
        self.s.write(BEFORE)
        (self.s.config / "cordon").write_text("")
        self.ok(self.s.install(), 1)
        self.assertEqual(self.s.read().decode(), BEFORE)

    def test_full_disk(self):
        """RLIMIT_FSIZE stands in for ENOSPC: writing the programs fails half-way."""
        self.s.write(BEFORE)
        (self.s.built / "cordon").write_text("#!/bin/sh\n" + "#" * 200000)
        (self.s.built / "cordon").chmod(0o755)
        command = "trap '' XFSZ; ulimit -f 100; exec \"$@\""
        ran = subprocess.run(["bash", "-c", command, "x", *self.s.command("install", "--yes", "--from", self.s.built)], env=self.s.env(), capture_output=True, text=True)
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertIn("cordon/bin/cordon", ran.stderr)
        self.assertEqual(self.s.read().decode(), BEFORE)
        self.assertEqual([p for p in self.s.config.rglob(".*")], [])

    def test_full_disk_at_the_settings(self):
        before = '{"x":"' + "y" * 200000 + '"}'
        self.s.write(before)
        command = "trap '' XFSZ; ulimit -f 100; exec \"$@\""
        ran = subprocess.run(["bash", "-c", command, "x", *self.s.command("install", "--yes", "--from", self.s.built)], env=self.s.env(), capture_output=True, text=True)
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertEqual(self.s.read().decode(), before)

    def test_killed_at_any_moment(self):
        random.seed(1)
        for _ in range(25):
            self.s.write(BEFORE)
            process = subprocess.Popen(self.s.command("install", "--yes", "--from", self.s.built), env=self.s.env(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0, 0.12))
            process.send_signal(signal.SIGKILL)
            process.wait()
            text = self.s.read().decode()
            if text != BEFORE:
                for hook in HOOKS:
                    self.assertEqual(len(entries(json.loads(text), hook)), 1)
            self.ok(self.s.install())
            self.ok(self.s.uninstall())
            self.assertEqual(self.s.read().decode(), BEFORE)
            left = [p.name for p in self.s.config.iterdir() if not p.name.startswith("settings.json.bak-")]
            self.assertEqual(left, ["settings.json"])

    def test_concurrent_installs(self):
        self.s.write(BEFORE)
        running = [subprocess.Popen(self.s.command("install", "--yes", "--from", self.s.built), env=self.s.env(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(4)]
        for process in running:
            shown = process.communicate(timeout=120)[0]
            self.assertEqual(process.returncode, 0, shown)
        for hook in HOOKS:
            self.assertEqual(len(entries(self.s.parsed(), hook)), 1)
        self.assertEqual(len(self.s.backups()), 1)
        self.ok(self.s.uninstall())
        self.assertEqual(self.s.read().decode(), BEFORE)

    def test_install_in_a_deleted_folder(self):
        gone = self.s.root / "gone"
        gone.mkdir()
        ran = subprocess.run(["bash", "-c", 'cd "$1"; rmdir "$1"; shift; exec "$@"', "x", str(gone), *self.s.command("install", "--yes", "--from", self.s.built)], env=self.s.env(), capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)


if __name__ == "__main__":
    unittest.main()
