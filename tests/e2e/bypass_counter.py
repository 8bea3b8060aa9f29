#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What bypass-warn counts is what the footer shows, in every preset; and nothing while there is nothing to count.
usage: bypass_counter.py BIN_DIR"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()
PRESETS = ("plain", "compact", "rich")


class Counter(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.base = pathlib.Path(folder.name)
        for name in ("home/.claude", "work", "bin"):
            (self.base / name).mkdir(parents=True)
        for name in ("bwrap", "socat"):
            (self.base / "bin" / name).write_text("#!/bin/sh\n")
            (self.base / "bin" / name).chmod(0o755)
        (self.base / "home/.claude/settings.json").write_text('{"sandbox":{"enabled":true}}')
        self.env = {"HOME": str(self.base / "home"), "PATH": str(self.base / "bin"), "TERM": "xterm-256color", "CLAUDE_PROJECT_DIR": str(self.base / "work")}

    def run_program(self, payload, name, *args):
        done = subprocess.run([str(BIN / name), *args], input=json.dumps(payload).encode(), env=self.env, cwd=self.base / "work", capture_output=True, check=True)
        self.assertEqual(done.stderr, b"")
        return done.stdout.decode()

    def call(self, session, command, bypass):
        tool_input = {"command": command, "description": "d", **({"dangerouslyDisableSandbox": True} if bypass else {})}
        return self.run_program({"session_id": session, "cwd": str(self.base / "work"), "permission_mode": "default", "hook_event_name": "PreToolUse",
                                 "tool_name": "Bash", "tool_input": tool_input, "tool_use_id": "t"}, "bypass-warn")

    def footers(self, session):
        payload = {"session_id": session, "cwd": str(self.base / "work"), "model": {"id": "m", "display_name": "Opus"}, "version": "2.1.332",
                   "workspace": {"current_dir": str(self.base / "work"), "project_dir": str(self.base / "work")}}
        return {preset: self.run_program(payload, "statusline", "--preset", preset) for preset in PRESETS}

    def test_counts(self):
        self.call("one", "ls", bypass=False)
        for preset, line in self.footers("one").items():
            self.assertNotIn("bypass", line, preset)
        self.assertNotEqual(self.call("one", "curl a.example", bypass=True), "")
        for preset, line in self.footers("one").items():
            self.assertIn("1 bypass", line, preset)
        self.call("one", "curl b.example", bypass=True)
        for preset, line in self.footers("one").items():
            self.assertIn("2 bypasses", line, preset)
        for preset, line in self.footers("another").items():
            self.assertNotIn("bypass", line, preset)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
