#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cordon replay: the recorded payloads give the recorded verdicts; differences, faults and wrong usage are told apart; no trace is left.

    replay_command.py BIN
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
FIXTURES = SOURCE / "fixtures" / "2.1.332"


class Replay(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.base = pathlib.Path(self.scratch.name).resolve()
        self.home, self.work = self.base / "home", self.base / "work"
        (self.home / ".claude").mkdir(parents=True)
        (self.home / ".claude/settings.json").write_text('{"sandbox":{"enabled":true}}')
        self.work.mkdir()
        tools = self.base / "tools"
        tools.mkdir()
        for name in ("bwrap", "socat"):
            (tools / name).write_text("#!/bin/sh\nexit 0\n")
            (tools / name).chmod(0o755)
        self.path = f"{tools}:/usr/bin:/bin"

    def tearDown(self):
        self.scratch.cleanup()

    def replay(self, *arguments, want=0):
        env = {"HOME": str(self.home), "PATH": self.path, "TMPDIR": str(self.base), "LANG": "C.UTF-8", "SHELL": "/bin/bash"}
        done = subprocess.run([str(BIN / "cordon"), "replay", *arguments], env=env, cwd=self.work, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, want, done.stdout[-3000:] + done.stderr)
        self.said = done.stdout + done.stderr
        return self.said.splitlines()

    def payload(self, name, **change):
        payload = json.loads((FIXTURES / name).read_text())
        payload.update(cwd=str(self.work), **change)
        file = self.work / pathlib.Path(name).name
        file.write_text(json.dumps(payload))
        return file

    def test_the_recorded_verdicts(self):
        for scene, folder in (("on", "PreToolUse"), ("strict", "ConfigChange"), ("off", "PostToolUseFailure")):
            with self.subTest(scene):
                last = self.replay("--scene", scene, str(FIXTURES / folder))[-1]
                self.assertRegex(last, r"^\d+ payloads, (\d+) runs, \d+ of them silent( \(--verbose names them\))?; \1 compared with what was recorded, 0 differ, 0 failed$")
        self.assertIn("bypass-warn: ask", self.replay("--scene", "on", str(FIXTURES / "PreToolUse/bash-bypass.json"))[0])

    def test_the_wrong_scene_differs(self):
        folder = self.work / "2.1.332"
        (folder / "PreToolUse").mkdir(parents=True)
        for name in ("bash-bypass.json", "bash-plain.json"):
            shutil.copy(FIXTURES / "PreToolUse" / name, folder / "PreToolUse")
        verdicts = json.loads((FIXTURES / "verdicts.json").read_text())
        (folder / "verdicts.json").write_text(json.dumps({"on": verdicts["off"]}))
        lines = self.replay("--scene", "on", str(folder), want=1)
        self.assertTrue(any(line.startswith("✗") and "bash-bypass.json  bypass-warn: ask" in line and "recorded was: message" in line for line in lines))

    def test_with_ones_own_settings(self):
        file = self.payload("PreToolUse/bash-bypass.json")
        self.assertIn("bypass-warn: ask (SANDBOX BYPASS", self.replay(str(file))[0])
        (self.home / ".claude/settings.json").write_text('{"sandbox":{"enabled":false}}')
        self.assertNotIn("bypass-warn: ask", "\n".join(self.replay(str(file))))

    def test_quiet_calls_are_silent(self):
        file = self.payload("PreToolUse/bash-plain.json")
        self.assertEqual(len(self.replay(str(file))), 1)
        self.assertIn("deny-guard: silent", "\n".join(self.replay("-v", str(file))))
        self.assertNotIn("protected-paths: ask", self.said)
        self.assertEqual(self.replay(str(self.payload("UserPromptSubmit/headless.json"))), [self.said.strip()])

    def test_only_what_is_wired_for_it_runs(self):
        self.replay("-v", str(self.payload("PreToolUse/read.json")))
        self.assertIn("1 payload, 0 runs", self.said)
        self.replay("-v", str(self.payload("status/first-render.json")))
        self.assertIn("1 payload, 1 runs, 0 of them silent; 0 compared", self.said)

    def test_record_then_compare(self):
        file = self.payload("PreToolUse/bash-bypass.json")
        self.replay("--record", str(self.work))
        beside = self.work / "bash-bypass.verdicts.json"
        self.assertEqual(json.loads(beside.read_text()), {"bypass-warn": "ask"})
        self.assertIn("4 compared with what was recorded, 0 differ", self.replay(str(file))[-1])
        beside.write_text('{"bypass-warn": "deny", "deny-guard": "ask"}')
        self.assertIn("2 differ", self.replay(str(file), want=1)[-1])
        self.assertIn("deny-guard: silent; recorded was: ask", self.said)
        beside.write_text("[]")
        self.replay(str(file), want=2)

    def test_lines(self):
        file = self.work / "log.jsonl"
        texts = [json.dumps(json.loads(self.payload(f"PreToolUse/{name}.json").read_text())) for name in ("bash-plain", "bash-bypass")]
        file.write_text("\n".join([texts[0], "", texts[1]]) + "\n")
        self.assertIn("log.jsonl:3  bypass-warn: ask", self.replay(str(file))[0])
        file.write_text(texts[0] + "\n{broken\n")
        self.replay(str(file), want=2)
        self.assertIn("log.jsonl:2:", self.said)

    def test_programs_that_fail(self):
        folder = self.base / "programs"
        folder.mkdir()
        for name in ("bypass-warn", "git-add-guard", "deny-guard"):
            (folder / name).write_text({"bypass-warn": "#!/bin/sh\nexit 3\n", "git-add-guard": "#!/bin/sh\necho no JSON\n", "deny-guard": "#!/bin/sh\necho x >&2\n"}[name])
            (folder / name).chmod(0o755)
        self.replay("--bin", str(folder), str(self.payload("PreToolUse/bash-plain.json")), want=1)
        for words in ("bypass-warn: exit 3", "git-add-guard: the answer is no JSON object", "deny-guard: wrote to standard error: x", "protected-paths: did not start: no such file"):
            self.assertIn(words, self.said)

    def test_wrong_usage(self):
        self.replay(str(self.work), want=2)
        self.replay(str(self.work / "absent.json"), want=2)
        self.replay("--scene", "none", want=2)
        self.replay("--runtime", "x", want=2)
        (self.work / "other.json").write_text('{"a": 1}')
        self.replay(str(self.work), want=2)
        self.assertIn("other.json:1:1: neither a hook's payload", self.said)

    def test_built_in(self):
        self.replay("--scene", "on")
        self.assertIn("(built in) leaves-the-sandbox  bypass-warn: ask", self.said)
        self.assertNotIn("(built in) plain", self.said)

    def test_no_trace(self):
        self.replay(str(self.payload("PreToolUse/bash-bypass.json")))
        self.assertEqual(sorted(str(file.relative_to(self.home)) for file in self.home.rglob("*")), [".claude", ".claude/settings.json"])
        self.assertEqual([name for name in os.listdir(self.base) if name.startswith("cordon")], [])


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
