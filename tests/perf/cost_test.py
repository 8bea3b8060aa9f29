#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The promises about cost that are counts, not times: fully static, no static constructors of ours, few system calls and
instructions for a payload that needs no decision. usage: cost_test.py BUILD_DIR SOURCE_DIR"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import measure

BUILD, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
MAX_SYSCALLS = {"posture-watch": 45}  # it runs once a session and reads every settings file; all others: 30
MAX_INSTRUCTIONS = 250_000
VERSION = "2.1.332"


def text_of(*argv):
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout


def start_up_functions(program):
    found = re.search(r"\.init_array\s+INIT_ARRAY\s+\w+\s+\w+\s+(\w+)", text_of("readelf", "-SW", program))
    return int(found.group(1), 16) // 8 if found else 0


class Cost(unittest.TestCase):
    def programs(self):
        return [(name, BUILD / "bin" / name, payload) for name, payload in measure.PAYLOADS.items()]

    def test_statically_linked(self):
        for _, program, _ in self.programs():
            self.assertNotIn("INTERP", text_of("readelf", "-lW", program))
            self.assertNotIn("NEEDED", text_of("readelf", "-dW", program))
        # The check can fail: the shell is linked dynamically.
        self.assertIn("INTERP", text_of("readelf", "-lW", "/bin/sh"))

    def test_no_static_constructors_of_ours(self):
        """As many start-up functions as a program has that links the same libraries and no code of ours."""
        want = start_up_functions(BUILD / "tests" / "baseline")
        self.assertGreater(want, start_up_functions(BUILD / "tests" / "empty"))
        for name, program, _ in self.programs():
            own = start_up_functions(BUILD / "tests" / "baseline_re2") if name == "error-hint" else want  # the one that links RE2
            self.assertEqual(start_up_functions(program), own, name)
        # The check can fail.
        self.assertGreater(start_up_functions(BUILD / "tests" / "baseline_constructor"), want)

    def test_system_calls_and_instructions(self):
        for name, program, payload_name in self.programs():
            with tempfile.TemporaryDirectory() as folder:
                scene = measure.Scene(folder)
                payload = scene.payload(SOURCE, VERSION, payload_name)
                done = measure.run([str(program)], scene, payload)
                self.assertEqual(done.returncode, 0)
                self.assertEqual(done.stderr, b"")
                if name != "statusline":
                    self.assertEqual(done.stdout, b"", "the payload was to need no decision")
                calls = measure.syscalls(program, scene, payload)
                count = measure.instructions(program, scene, payload)
                print(f"{name:16} {calls:3} system calls  {count:7} instructions", flush=True)
                self.assertLessEqual(calls, MAX_SYSCALLS.get(name, 30), name)
                self.assertLessEqual(count, MAX_INSTRUCTIONS, name)

    def test_what_an_ordinary_call_runs_lies_together(self):
        """Without cmake/start_order it is twenty pieces and more, and each is a page fault."""
        for name, program, payload_name in self.programs():
            with tempfile.TemporaryDirectory() as folder:
                scene = measure.Scene(folder)
                pieces = measure.code_pieces(program, scene, scene.payload(SOURCE, VERSION, payload_name))
                print(f"{name:16} {pieces:2} pieces of code", flush=True)
                self.assertLessEqual(pieces, 14, name)

    def test_a_megabyte_of_output(self):
        """error-hint on what a long build prints: 1 MB is read, parsed and searched for some 20 instructions a byte, also when every
        line holds a signature. (5 ms are 15 million cycles; what is copied counts here by the byte and costs less.)"""
        program = BUILD / "bin" / "error-hint"
        rows = {"a log": ("src/a.c:17: warning: unused variable 'x' in function 'run_all_tests' [-Wunused-variable]\n", 25_000_000),
                "a signature a line": ("test 17: expected text 'Read-only file system' in the log\n", 50_000_000),
                "what almost is one": ("/work/repo/.npm/.cache/.cargo/.m2 x read-only file syste read-only file system /conda\n", 60_000_000)}
        for name, (line, limit) in rows.items():
            with tempfile.TemporaryDirectory() as folder:
                scene = measure.Scene(folder)
                failed = json.loads(scene.payload(SOURCE, VERSION, "PostToolUseFailure/bash-read-only.json"))
                failed["error"] = "Exit code 1\n" + line.replace("/work/repo", str(scene.repo)) * ((1 << 20) // len(line))
                payload = json.dumps(failed).encode()
                self.assertEqual(measure.run([str(program)], scene, payload).stdout, b"")
                count = measure.instructions(program, scene, payload)
                print(f"error-hint, 1 MB of {name:20} {count:9} instructions", flush=True)
                self.assertLessEqual(count, limit, name)

    def rich(self, scene, payload, name, before=lambda: None, most=2 * MAX_INSTRUCTIONS):
        """The rich preset, chosen in cordon.toml, on a session with answers and a repository that git has counted: no child process, at
        most 60 calls. before: is done before each of the renders that are measured."""
        program = BUILD / "bin" / "statusline"
        done = measure.count_once(program, scene, payload)
        self.assertEqual(done.stderr, b"")
        for part in (b"[sandbox", b"main", b" ?", b"%"):
            self.assertIn(part, done.stdout)
        before()
        calls = measure.syscalls(program, scene, payload)
        before()
        count = measure.instructions(program, scene, payload)
        print(f"{name:44} {calls:3} system calls  {count:7} instructions", flush=True)
        self.assertLessEqual(calls, 60)
        self.assertLessEqual(count, most)
        before()
        self.assertEqual(measure.children(program, scene, payload), 0)

    def test_rich_status_line(self):
        with tempfile.TemporaryDirectory() as folder:
            scene = measure.Scene(folder)
            self.rich(scene, scene.rich_payload(SOURCE, VERSION), "statusline rich")

    def test_rich_status_line_with_hooks(self):
        """As installed, before and after the hooks have left their traces."""
        for fired in (True, False):
            with tempfile.TemporaryDirectory() as folder:
                scene = measure.Scene(folder)
                payload = scene.rich_payload(SOURCE, VERSION)
                scene.wire_hooks(json.loads(payload)["session_id"], fired)
                scene.env["COLUMNS"] = "200"  # the mark of a hook without a trace is long, and git's counts are to be seen
                self.rich(scene, payload, "statusline rich, hooks " + ("fired" if fired else "not yet fired"))

    def test_rich_status_line_with_all_there_is(self):
        """A silent hook of ours is found in the measured render, or was found before, or does not show as no tool has run."""
        for linked in (False, True):
            for state in ("nothing new", "found", "found before"):
                if linked and state == "found":
                    continue  # one render of a session; three files more
                with tempfile.TemporaryDirectory() as folder:
                    scene = measure.Scene(folder)
                    payload, grow = scene.used_for_a_while(SOURCE, VERSION, linked)
                    scene.env["COLUMNS"] = "250"
                    found = scene.home / ".local" / "state" / "cordon" / "sessions" / json.loads(payload)["session_id"] / "silent-hooks"

                    def before():
                        if state == "nothing new":
                            return
                        if state == "found":
                            found.unlink(missing_ok=True)
                        grow()
                        if state == "found before" and not found.exists():
                            measure.run([str(BUILD / "bin" / "statusline")], scene, payload)
                    self.rich(scene, payload, f"statusline rich{', worktree' if linked else ''}, {state}", before, 600_000)
                    self.assertEqual(found.exists(), state != "nothing new")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
