#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cordon statusline`, `statusline --explain`, and what is made from the tables. usage: command_test.py --bin DIR"""
import argparse
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PAYLOAD = json.loads((SOURCE / "fixtures" / "2.1.332" / "status" / "after-turn.json").read_text())
PRESETS = ["plain", "compact", "rich", "two-line", "powerline"]
BIN = None


class Command(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.home, self.repo = self.base / "home", self.base / "repo"
        self.config = self.home / ".claude" / "cordon.toml"
        self.config.parent.mkdir(parents=True)
        self.repo.mkdir()
        (self.home / ".claude" / "settings.json").write_text('{"sandbox":{"enabled":true}}')
        self.env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "200"}

    def run_program(self, program, *arguments, stdin="", **env):
        return subprocess.run([f"{BIN}/{program}", *arguments], cwd=self.repo, env={**self.env, **env}, input=stdin, capture_output=True, text=True, check=False)

    def cordon(self, *arguments, status=0, **env):
        done = self.run_program("cordon", "statusline", *arguments, **env)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def payload(self, **change):
        place = {"current_dir": str(self.repo), "project_dir": str(self.repo)}
        return json.dumps({**PAYLOAD, "cwd": str(self.repo), "workspace": place, "session_id": "s1", **change})

    def session(self):
        folder = self.home / ".local" / "state" / "cordon" / "sessions" / "s1"
        folder.mkdir(parents=True)
        return folder

    def test_list_shows_every_preset_and_marks_the_one_in_force(self):
        out = self.cordon("list")
        self.assertEqual(re.findall(r"^[* ] ([a-z-]+) ", out, re.M), PRESETS)
        self.assertIn("* plain ", out)
        self.assertNotIn("\x1b", out)
        self.cordon("preset", "two-line")
        self.assertIn("* two-line ", self.cordon())
        self.assertIn("\x1b[", self.cordon("list", FORCE_COLOR="1"))

    def test_the_presets_are_shown_on_ones_own_data(self):
        self.session()
        self.run_program("statusline", stdin=self.payload(model={"display_name": "My Model"}))
        self.assertIn("    My Model [sandbox]\n", self.cordon("list"))

    def test_preset_writes_the_choice_and_keeps_the_file(self):
        before = "# mine\n[bypass_warn]\nbell = true   # loud\n\n[statusline]\npreset = \"plain\"  # dull\n"
        self.config.write_text(before)
        for preset in PRESETS[::-1]:
            self.cordon("preset", preset)
            self.assertEqual(self.config.read_text(), before.replace('"plain"', f'"{preset}"'))
        self.config.unlink()
        self.cordon("preset", "rich")
        self.assertEqual(self.config.read_text(), '[statusline]\npreset = "rich"\n')
        self.assertTrue(self.run_program("statusline", stdin=self.payload(), NO_COLOR="1").stdout.startswith("Opus 5.5 [sandbox] " + str(self.repo)))

    def test_the_choice_says_who_draws_it(self):
        """A person who chose and sees nothing is told why."""
        settings = self.home / ".claude" / "settings.json"
        for command, want in ((None, "nothing draws it yet: `cordon install`"), ("/x/other.sh", "another program draws the status line (\"/x/other.sh\"): `cordon install --force`"), ("/x/bin/statusline", None)):
            settings.write_text(json.dumps({"statusLine": {"type": "command", "command": command}} if command else {}))
            out = self.cordon("preset", "rich")
            self.assertEqual("cordon install" in out, want is not None, out)
            self.assertIn(want or "written: ", out)

    def test_a_link_stays_a_link(self):
        target = self.base / "dotfiles.toml"
        target.write_text("# kept elsewhere\n")
        self.config.symlink_to(target)
        self.cordon("preset", "rich")
        self.assertTrue(self.config.is_symlink())
        self.assertEqual(target.read_text(), '# kept elsewhere\n\n[statusline]\npreset = "rich"\n')

    def test_what_cannot_be_written_is_said_and_left(self):
        self.assertIn("unknown preset 'ritch': take one of plain, compact, rich,", self.cordon("preset", "ritch", status=2))
        self.assertFalse(self.config.exists())
        for text in ('statusline.preset = "plain"\n', 'statusline = { preset = "plain" }\n', '[statusline]\npreset = """\nplain"""\n', "[statusline\n"):
            self.config.write_text(text)
            self.assertIn("cordon.toml", self.cordon("preset", "rich", status=1))
            self.assertEqual(self.config.read_text(), text)

    def test_every_command_warns_of_a_broken_table(self):
        self.config.write_text('[statusline]\npreset = "ritch"\nformat = "{modell}"\n')
        for arguments in (["list"], ["preview"]):
            out = self.cordon(*arguments)
            self.assertIn("cordon.toml:2:10: unknown preset 'ritch'", out)
            self.assertIn("cordon.toml:3:11: format: unknown segment 'modell'", out)
        self.assertIn("cordon.toml:2:10: unknown preset", self.run_program("cordon", "settings").stderr)

    def test_in_a_terminal_it_asks(self):
        for answer, preset in (("rich\n", "rich"), ("\n", None), ("ritch\n", None)):
            self.config.unlink(missing_ok=True)
            theirs, ours = pty.openpty()
            process = subprocess.Popen([f"{BIN}/cordon", "statusline"], cwd=self.repo, env=self.env, stdin=ours, stdout=ours, stderr=ours)
            os.close(ours)
            shown = b""
            while b"which one" not in shown:
                shown += os.read(theirs, 4096)
            os.write(theirs, answer.encode())
            self.assertEqual(process.wait(20), 2 if "ritch" in answer else 0)
            os.close(theirs)
            self.assertIn(b"\x1b[", shown)
            self.assertEqual(self.config.exists(), preset is not None)
            if preset:
                self.assertEqual(self.config.read_text(), f'[statusline]\npreset = "{preset}"\n')

    def test_init(self):
        self.config.write_text("[bypass_warn]\nbell = true\n")
        self.cordon("init")
        text = self.config.read_text()
        self.assertTrue(text.startswith("[bypass_warn]\nbell = true\n\n[statusline]\n"))
        self.assertEqual(tomllib.loads(text)["statusline"], {"preset": "plain"})
        self.assertIn("has a [statusline] already", self.cordon("init", status=1))
        self.assertEqual(self.config.read_text(), text)

    def test_a_format_goes_before_the_preset_and_that_is_said(self):
        self.config.write_text('[statusline]\nformat = "{model} {sandbox}"\n')
        self.assertIn("* a format of your own", self.cordon("list"))
        self.assertIn("note: statusline.format is set", self.cordon("preset", "rich"))

    def test_preview_fits_the_terminal(self):
        """A state's name stands beside its line where both fit, else above it: what is shown is as wide as the runtime shows it."""
        for columns in (50, 80, 110, 200):
            out = self.run_program("statusline", "--preview", NO_COLOR="1", COLUMNS=str(columns), LC_ALL="C").stdout
            lines = [line for line in out.splitlines() if line.startswith("  ")]
            self.assertEqual([line for line in lines if len(line) > columns], [])
            self.assertGreater(max(map(len, lines)), columns * 3 // 4 if columns < 150 else 110)
        self.assertIn("  sandboxed:\n  Opus", self.run_program("statusline", "--preview", NO_COLOR="1", COLUMNS="80", LC_ALL="C").stdout)

    def test_preview_holds_every_preset_and_state(self):
        for out in (self.cordon("preview"), self.run_program("statusline", "--preview", NO_COLOR="1").stdout):
            self.assertEqual(re.findall(r"^([a-z-]+): ", out, re.M), PRESETS)
            for tag in ("[sandbox]", "[sandbox auto]", "[sandbox strict]", "[sandbox: files off]", "[NO SANDBOX]", "[NO SANDBOX: bwrap missing]", "[SANDBOX ?"):
                self.assertGreaterEqual(out.count(tag), 3, tag)
        self.assertEqual(re.findall(r"^([a-z-]+): ", self.cordon("preview", "rich"), re.M), ["rich"])

    def test_made_files_are_current(self):
        done = subprocess.run([SOURCE / "statusline" / "update.py", "--check", f"{BIN}/statusline"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_pictures_are_documents(self):
        import xml.etree.ElementTree as tree  # pylint: disable=import-outside-toplevel
        for preset in PRESETS:
            root = tree.parse(SOURCE / "statusline" / "pictures" / f"{preset}.svg").getroot()
            texts = "".join(root.itertext())
            self.assertIn("[NO SANDBOX: bwrap missing]", texts)
            self.assertEqual([e for e in root.iter() if e.tag.endswith(("script", "image", "a"))], [])

    def test_explain(self):
        (self.base / "status.json").write_text(self.payload())
        done = self.run_program("statusline", "--explain", str(self.base / "status.json"))
        for part in ("sandbox      [sandbox]\n", "from payload model.display_name", "agent        absent: when it runs as none", " us", "sandbox: on (sandbox.enabled is true in ",
                     "sandbox.enabled                      true   ", "settings.json:1:23", "user     counted", "project  absent"):
            self.assertIn(part, done.stdout)
        self.assertEqual(self.run_program("statusline", "--explain", "-", stdin=self.payload()).stdout.splitlines()[0], "payload: standard input")
        self.assertIn("no session has left a payload", self.run_program("statusline", "--explain").stderr)

    def test_explain_knows_the_last_payload_of_the_session(self):
        folder = self.session()
        self.run_program("statusline", stdin=self.payload(session_name="first"))
        self.run_program("statusline", stdin=self.payload(session_name="second"))
        self.assertEqual(sorted(file.name for file in folder.iterdir()), ["status.json"])
        done = self.run_program("statusline", "--explain")
        self.assertIn(f"payload: {folder}/status.json", done.stdout)
        self.assertIn("session      second", done.stdout)
        self.run_program("statusline", stdin="{")
        self.assertIn("session      second", self.run_program("statusline", "--explain", CLAUDE_CODE_SESSION_ID="s1").stdout)

    def test_timings(self):
        out = self.run_program("statusline", "--timings", stdin=self.payload()).stdout
        self.assertEqual([line.split()[0] for line in out.splitlines()], ["read", "gather", "render", "print", "total"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    BIN = str(pathlib.Path(parser.parse_args().bin).resolve())
    unittest.main(argv=sys.argv[:1])
