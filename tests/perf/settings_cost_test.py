#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What it costs to look at six settings files, as counts: system calls and instructions. Times are only printed.
usage: settings_cost_test.py BUILD_DIR SOURCE_DIR [ROUNDS]"""
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time
import unittest

import measure

BUILD, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 40
VERSION = "2.1.332"
CASES = {"bypass-warn": "PreToolUse/bash-bypass.json", "statusline": "status/first-render.json"}
MAX_SYSCALLS, MAX_INSTRUCTIONS = 75, 600_000


class Scene(measure.Scene):
    """Started in a sub-folder: user, project, its local file, the main checkout's local file, two cordon.toml."""

    def __init__(self, folder):
        super().__init__(folder)
        start = self.repo / "sub"
        deny = {"permissions": {"deny": ["Bash(curl *)", "Read(//etc/**)"], "allow": ["Bash(make *)"]}}
        files = {self.home / ".claude/settings.json": {"sandbox": {"enabled": True}, **deny}, start / ".claude/settings.json": deny,
                 start / ".claude/settings.local.json": deny, self.repo / ".claude/settings.local.json": {"sandbox": {"network": {"allowedDomains": ["a.org"]}}}}
        for path, content in files.items():
            self.write(path, json.dumps(content, indent=2))
        self.write(self.home / ".claude/cordon.toml", "[bypass_warn]\non_bypass = \"ask\"\n")
        self.write(start / ".claude/cordon.toml", "")
        self.env["CLAUDE_PROJECT_DIR"] = str(start)

    def write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (1_700_000_000, 1_700_000_000))      # a file of this moment would be waited for


def median_ms(program, scene, payload):
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        measure.run([str(program)], scene, payload)
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)


class SettingsCost(unittest.TestCase):
    def test_six_files(self):
        for name, payload_name in CASES.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                scene = Scene(folder)
                payload = scene.payload(SOURCE, VERSION, payload_name)
                program = BUILD / "bin" / name
                self.assertNotEqual(measure.run([str(program)], scene, payload).stdout, b"")
                calls, count = measure.syscalls(program, scene, payload), measure.instructions(program, scene, payload)
                ratio = measure.time_ratio(BUILD, program, scene, payload, ROUNDS)
                print(f"{name:12} six settings files: {calls} system calls, {count} instructions, {ratio:.2f} times an empty process", flush=True)
                self.assertLessEqual(calls, MAX_SYSCALLS)
                self.assertLessEqual(count, MAX_INSTRUCTIONS)

    def test_one_megabyte(self):
        """Instructions grow with the text by a small factor; the milliseconds are printed."""
        with tempfile.TemporaryDirectory() as folder:
            scene, program = Scene(folder), BUILD / "bin" / "statusline"
            payload = scene.payload(SOURCE, VERSION, CASES["statusline"])
            before, small = median_ms(program, scene, payload), measure.instructions(program, scene, payload)
            rules = ["Bash(command-%06d *)" % number for number in range(41_000)]
            text = json.dumps({"sandbox": {"enabled": True}, "permissions": {"deny": rules}})
            scene.write(scene.home / ".claude/settings.json", text)
            after, large = median_ms(program, scene, payload), measure.instructions(program, scene, payload)
            size = len(text)
            print(f"statusline with a settings file of {size} bytes: {after - before:.2f} ms more, {(large - small) / size:.1f} instructions a byte", flush=True)
            self.assertGreater(size, 1 << 20)
            self.assertLessEqual((large - small) / size, 60)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
