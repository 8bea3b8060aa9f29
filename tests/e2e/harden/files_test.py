# SPDX-License-Identifier: Apache-2.0
"""Odd files, odd homes, full disks: a clear error, nothing lost."""
import json
import os
import subprocess
import threading
import time
import unittest

from common import MINE, PROFILES, Case, contains


class Files(Case):
    def test_refused_with_its_place(self):
        rows = (('{"permissions":{"deny":["x"]},}', "settings.json:1:30: not valid JSON"), ("[]", "settings.json:1:1: expected an object"),
                ('{\n  "permissions": 5\n}', "settings.json:2:18:"), ('{"sandbox":{"enabled":"yes"}}', "drops the whole file"), ("{'a':1}", "settings.json:1:2:"),
                ('{"a":"\xff"}'.encode("latin-1"), "settings.json:1:"))
        for text, want in rows:
            with self.subTest(text=text):
                self.s.write(text)
                for how in ((), ("--apply",)):
                    self.assertIn(want, self.refused("interactive", *how))

    def test_broken_cordon_toml(self):
        self.s.write(MINE)
        (self.s.config / "cordon.toml").write_text("[bypass_warn\n")
        self.assertIn("cordon.toml:1:", self.refused("hands-off", "--apply"))

    def test_broken_record(self):
        self.s.write(MINE)
        (self.s.config / "cordon").mkdir()
        for text in ("{", "[]", '{"files":[{"path":"x","changes":[]}]}', '{"files":[{"path":"/x","changes":[{"kind":"new","values":[]}]}]}'):
            (self.s.config / "cordon/harden.json").write_text(text)
            self.assertIn("not the record of a harden", self.refused("interactive", "--apply"))
            self.assertIn("not the record of a harden", self.refused("--undo"))

    def test_layouts(self):
        for text in (MINE.replace("\n", "\r\n"), "\ufeff" + MINE, MINE.replace("  ", "\t"), json.dumps(json.loads(MINE)), json.dumps(json.loads(MINE), separators=(",", ":")), "", " \n"):
            for profile in PROFILES:
                with self.subTest(text=text[:30], profile=profile):
                    self.s.write(text)
                    self.done(profile, "--apply")
                    raw = self.s.read()
                    self.assertEqual(raw.startswith(b"\xef\xbb\xbf"), text.startswith("\ufeff"))
                    if "\r\n" in text:
                        self.assertEqual(raw.count(b"\n"), raw.count(b"\r\n"))
                    if text.strip("\ufeff \n"):
                        self.assertTrue(contains(self.s.parsed(), json.loads(text.strip("\ufeff"))))
                    self.done("--undo")
                    self.assertEqual(self.s.read().decode(), text)
                    for backup in self.s.backups():
                        backup.unlink()

    def test_ten_megabytes(self):
        big = json.loads(MINE)
        big["permissions"]["allow"] += ["Bash(tool-%07d *)" % i for i in range(400000)]
        text = json.dumps(big, indent=1)
        self.assertGreater(len(text), 10_000_000)
        self.s.write(text)
        self.done("interactive", "--apply")
        self.assertTrue(self.s.parsed()["sandbox"]["enabled"])
        self.done("--undo")
        self.assertEqual(self.s.read().decode(), text)

    def test_no_backend(self):
        (self.bin / "bwrap").unlink()
        self.s.write(MINE)
        self.assertIn("bwrap missing: with sandbox.failIfUnavailable the runtime would not start", self.refused("hands-off", "--apply"))
        run = self.harden("interactive", "--apply")
        self.assertEqual(run.returncode, 0)
        self.assertIn("bwrap missing: commands run unsandboxed", run.stderr)

    def test_links(self):
        target = self.s.root / "dotfiles/settings.json"
        target.parent.mkdir()
        target.write_text(MINE)
        self.s.config.mkdir()
        self.s.settings.symlink_to(target)
        said = self.done("interactive", "--apply")
        self.assertTrue(self.s.settings.is_symlink())
        self.assertTrue(json.loads(target.read_text())["sandbox"]["enabled"])
        self.assertIn(str(target), said)
        self.done("--undo")
        self.assertEqual(target.read_text(), MINE)

    def test_links_that_lead_nowhere(self):
        self.s.config.mkdir()
        self.s.settings.symlink_to(self.s.settings)
        self.assertIn("too many symbolic links", self.refused("interactive", "--apply"))
        self.s.settings.unlink()
        os.mkfifo(self.s.settings)
        run = self.harden("interactive", "--apply")
        self.assertEqual(run.returncode, 1)
        self.assertIn("not a regular file", run.stderr)

    def test_odd_homes(self):
        self.assertIn("neither CLAUDE_CONFIG_DIR nor HOME is set", self.refused("interactive", "--apply", env={"HOME": None}))
        for name in ("with blanks", "quote'\"", "ünïcode"):
            home = self.s.root / name
            home.mkdir()
            self.done("interactive", "--apply", env={"HOME": home})
            self.assertTrue(json.loads((home / ".claude/settings.json").read_text())["sandbox"]["enabled"])
        missing = self.s.root / "not/there"
        self.done("interactive", "--apply", env={"HOME": missing})
        self.assertTrue((missing / ".claude/settings.json").exists())
        self.assertIn("no absolute path", self.refused("interactive", "--apply", env={"HOME": "relative"}))
        self.assertIn("hidden characters", self.refused("interactive", "--apply", env={"HOME": self.s.root / "new\nline"}))
        (self.s.root / "file").write_text("")
        run = self.harden("interactive", "--apply", env={"HOME": self.s.root / "file"})
        self.assertEqual(run.returncode, 1)
        self.assertIn("not a directory", run.stderr)
        raw = os.fsencode(self.s.root) + b"/\xff"
        run = subprocess.run(self.s.command("harden", "--apply"), env=dict(self.s.env(PATH=str(self.bin)), HOME=raw), cwd=self.repo, capture_output=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"not valid UTF-8", run.stderr)

    def test_another_config_folder(self):
        other = self.s.root / "alt"
        self.done("hands-off", "--apply", env={"CLAUDE_CONFIG_DIR": other})
        now = json.loads((other / "settings.json").read_text())
        self.assertIn("Edit(/%s/cordon.toml)" % other, now["permissions"]["deny"])
        self.assertEqual(self.s.tree(), {})

    def test_two_at_once(self):
        self.s.write(MINE)
        runs = []
        threads = [threading.Thread(target=lambda p=p: runs.append(self.harden(p, "--apply"))) for p in PROFILES * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([run.returncode for run in runs], [0] * 4, [run.stderr for run in runs])
        for profile in PROFILES:
            self.assertIn("nothing to do", self.done(profile, "--apply"))
        self.done("--undo")
        self.assertEqual(self.s.read().decode(), MINE)

    def test_somebody_else_writes_meanwhile(self):
        """A foreign writer does not know our lock: what it wrote is not overwritten."""
        self.s.write(MINE)
        script = "strace -f -o /dev/null -e trace=fsync -e inject=fsync:delay_enter=400000 \"$@\""
        child = subprocess.Popen(["sh", "-c", script, "sh", *self.s.command("harden", "interactive", "--apply")], env=self.s.env(PATH=str(self.bin) + ":/usr/bin:/bin"), cwd=self.repo,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 60
        while not list(self.s.config.glob("*cordon-new")) and not self.s.backups():
            self.assertIsNone(child.poll(), "it ended before it was seen to write")
            self.assertLess(time.monotonic(), end)
            time.sleep(0.001)
        self.s.write('{"theirs":true}')
        _, errors = child.communicate(timeout=60)
        self.assertEqual(self.s.read(), b'{"theirs":true}')
        self.assertEqual(child.returncode, 1)
        self.assertIn("changed by someone else meanwhile", errors)

    @unittest.skipUnless(os.geteuid() == 0, "mounts")
    def test_full_and_read_only_disk(self):
        """A tmpfs of a few blocks in a mount namespace of its own."""
        text = MINE.replace('"opus"', '"%s"' % ("x" * 9000))
        self.s.config.mkdir()
        (self.s.root / "mine.json").write_text(text)
        script = ('mount -t tmpfs -o size=%s none "$1" && cp "$2" "$1/settings.json" && { [ -z "$3" ] || mount -o remount,ro "$1"; }; config=$1 mine=$2; shift 3; "$@"; '
                  'code=$?; cmp "$mine" "$config/settings.json" && ls -A "$config" >&2; exit $code')
        for size, read_only, want in (("16k", "", "no space left"), ("20k", "", "no space left"), ("1m", "ro", "read-only file system")):
            with self.subTest(size=size, read_only=read_only):
                run = subprocess.run(["unshare", "-m", "sh", "-c", script % size, "sh", str(self.s.config), str(self.s.root / "mine.json"), read_only,
                                      *self.s.command("harden", "interactive", "--apply")], env=self.s.env(PATH=str(self.bin) + ":/usr/sbin:/usr/bin:/bin"), cwd=self.repo,
                                     capture_output=True, text=True)
                self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
                self.assertIn(want, run.stderr.lower())
                self.assertNotIn("differ", run.stdout)
                self.assertNotIn("cordon-new", run.stderr)


if __name__ == "__main__":
    unittest.main()
