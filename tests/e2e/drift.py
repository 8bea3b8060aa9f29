#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cordon drift: what it says of recorded versions, of versions between, older and newer ones, and of a made-up recording.

    drift.py BIN
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = None
SOURCE = pathlib.Path(__file__).resolve().parents[2]
RULES = json.loads((SOURCE / "schemas/runtime/rules.json").read_text())["rules"]
RECORDED = sorted((f.parent.name for f in (SOURCE / "fixtures").glob("*/recording.json")), key=lambda v: [int(n) for n in v.split(".")])
OLDEST, NEWEST = RECORDED[0], RECORDED[-1]


def number(version):
    return tuple(int(part) for part in version.split("."))


def holds(rule, version):
    return any((not start or number(version) >= number(start)) and (not end or number(version) < number(end)) for start, end in rule["held"])


class Drift(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.base = pathlib.Path(self.scratch.name)
        (self.base / "home").mkdir()
        (self.base / "tools").mkdir()

    def tearDown(self):
        self.scratch.cleanup()

    def drift(self, *arguments, want):
        env = {"HOME": str(self.base / "home"), "PATH": str(self.base / "tools"), "TMPDIR": str(self.base)}
        done = subprocess.run([str(BIN / "cordon"), "drift", *arguments], env=env, cwd=self.base, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, want, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def claude(self, says):
        file = self.base / "tools" / "claude"
        file.write_text(f"#!/bin/sh\n{says}\n")
        file.chmod(0o755)

    def section(self, said, title):
        """The lines below a title that begins so, without their indentation."""
        out, on = [], False
        for line in said.splitlines():
            if not line.startswith(" "):
                on = line.startswith(title)
            elif on:
                out.append(line.strip())
        return out

    def test_the_installed_version(self):
        self.assertIn("no runtime", self.drift(want=3))
        self.claude(f"echo '{NEWEST} (Claude Code)'")
        said = self.drift(want=0)
        self.assertIn(f"installed: {NEWEST}", said)
        self.assertIn(f"{NEWEST} is one of the recorded versions", said)
        self.claude("exit 1")
        self.assertIn("cannot be told", self.drift(want=3))

    def test_newer_than_anything_known(self):
        self.claude("echo '2.1.999 (Claude Code)'")
        said = self.drift(want=3)
        self.assertIn(f"cannot be known: 2.1.999 is newer than every recorded version ({', '.join(RECORDED)})", said)
        self.assertIn("fixtures/record/record 2.1.999", said)
        for rule in RULES.values():
            self.assertIn(f"{'holds:         ' if holds(rule, NEWEST) else 'does not hold: '}{rule['says']}", said)

    def test_older_than_anything_known(self):
        self.assertIn("cannot be known: 1.0.5 is older than every recorded version", self.drift("--runtime", "1.0.5", want=3))

    def test_between(self):
        for version in ("2.1.257", "2.1.284", "2.1.290", "2.1.324"):
            with self.subTest(version):
                said = self.drift("--runtime", version, want=1)
                want = {name for name, rule in RULES.items() if holds(rule, OLDEST) != holds(rule, version)}
                self.assertEqual({line.split()[1].rstrip(":") for line in self.section(said, "rules that moved by") if line != "none"}, want)
                later = {name for name, rule in RULES.items() if holds(rule, version) != holds(rule, NEWEST)}
                self.assertEqual({line.split()[1].rstrip(":") for line in self.section(said, "rules that moved later") if line != "none"}, later)

    def test_two_recorded_versions(self):
        said = self.drift("--runtime", NEWEST, "--since", OLDEST, want=1)
        self.assertIn("+ strict_is_kept:", said)
        keys = self.section(said, "keys of settings")
        self.assertGreater(len(keys), 10)
        self.assertEqual(self.drift("--runtime", NEWEST, "--since", NEWEST, want=0).count("none moved"), 3)
        self.drift("--runtime", NEWEST, "--since", "2.1.203", want=2)

    def test_a_recording_of_a_known_version_shows_nothing(self):
        """What is compiled in was read by another program: both must see the same fields."""
        for version in RECORDED:
            said = self.drift("--runtime", version, "--fixtures", str(SOURCE / "fixtures"), want=0)
            self.assertEqual(self.section(said, "fields of payloads"), ["none moved"])

    def test_a_made_up_version(self):
        new = self.base / "fixtures" / "2.1.400"
        shutil.copytree(SOURCE / "fixtures" / NEWEST, new)
        file = new / "PreToolUse" / "bash-plain.json"
        for each in (new / "PreToolUse").glob("*.json"):
            payload = json.loads(each.read_text())
            if payload["tool_name"] != "Bash":
                continue
            payload["tool_input"]["command"] = [payload["tool_input"].pop("command")]
            payload["tool_input"]["shell"] = "zsh"
            payload.pop("transcript_path")
            each.write_text(json.dumps(payload))
        shutil.rmtree(new / "SessionEnd")
        (new / "NewEvent").mkdir()
        (new / "NewEvent/x.json").write_text('{"hook_event_name":"NewEvent","a":{"b":[1]}}')
        said = self.drift("--runtime", "2.1.400", "--fixtures", str(self.base / "fixtures"), want=1)
        fields = self.section(said, "fields of payloads")
        for line in ("~ PreToolUse/Bash tool_input.command: was string, is array", "+ PreToolUse/Bash tool_input.command[] (string)", "+ PreToolUse/Bash tool_input.shell (string)",
                     "- PreToolUse/Bash transcript_path (string)", "- SessionEnd: not recorded any more", "+ NewEvent: not recorded before (4 fields)"):
            self.assertIn(line, fields)
        self.assertEqual(len(fields), 6)
        file.write_text("{broken")
        self.assertIn("bash-plain.json:1:", self.drift("--runtime", "2.1.400", "--fixtures", str(self.base / "fixtures"), want=2))

    def test_no_recording(self):
        self.assertIn("fixtures/record/record 2.1.401", self.drift("--runtime", "2.1.401", "--fixtures", str(self.base), want=3))

    def test_recording_with_one_command(self):
        self.claude("echo '2.1.999 (Claude Code)'")
        recorder = self.base / "checkout/fixtures/record/record"
        recorder.parent.mkdir(parents=True)
        recorder.write_text("#!/bin/sh\necho recording \"$@\"\nexit 5\n")
        self.drift("--record", "checkout", want=2)
        recorder.chmod(0o755)
        self.assertIn("recording 2.1.999\n", self.drift("--record", "checkout", want=5))
        self.assertTrue(os.access(SOURCE / "fixtures/record/record", os.X_OK))

    def test_wrong_usage(self):
        self.drift("--runtime", "new", want=2)
        self.drift("--since", "x", want=2)
        self.drift("now", want=2)


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
