#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bad_input.py notices programs that misbehave. usage: bad_input_selftest.py VALIDATE_JSON SCHEMA"""
import os
import subprocess
import sys
import tempfile

SUITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bad_input.py")
ANSWER = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"%s","permissionDecisionReason":"r"}}'

# (name of the program it plays, what it does, whether the suite must be content)
ROWS = [
    ("git-add-guard", f"trap '' PIPE; echo '{ANSWER % 'ask'}' 2>/dev/null; exit 0", True),
    ("statusline", r"trap '' PIPE; printf '\033[31mOpus\033[0m [NO SANDBOX]\n' 2>/dev/null; exit 0", True),
    ("git-add-guard", f"echo '{ANSWER % 'ask'}' 2>/dev/null; exit 0", False),  # dies of the closed pipe
    ("git-add-guard", "exit 0", False),
    ("git-add-guard", f"echo '{ANSWER % 'allow'}' 2>/dev/null; exit 0", False),
    ("git-add-guard", f"echo hello; echo '{ANSWER % 'ask'}' 2>/dev/null; exit 0", False),
    ("git-add-guard", f"echo '{ANSWER % 'ask'}' 2>/dev/null; exit 2", False),
    ("git-add-guard", f"echo '{ANSWER % 'ask'}'; echo oh >&2; exit 0", False),
    ("git-add-guard", "sleep 5", False),
    ("git-add-guard", "kill -SEGV $$", False),
    ("statusline", "exit 0", False),
    ("statusline", "echo Opus", False),
    ("statusline", r"printf 'Opus [sandbox] \033[2J\n'", False),
]


def main():
    wrong = 0
    for number, (name, body, content) in enumerate(ROWS):
        with tempfile.TemporaryDirectory(prefix="cordon-selftest-") as folder:
            program = os.path.join(folder, name)
            with open(program, "w", encoding="utf-8") as f:
                f.write(f"#!/bin/sh\n{body}\n")
            os.chmod(program, 0o755)
            seconds = "0.5" if "sleep" in body else "20"
            done = subprocess.run([sys.executable, SUITE, "--validate", sys.argv[1], "--schema", sys.argv[2], "--seconds", seconds,
                                   "--only", "descriptors", program], capture_output=True, text=True, check=False)
            if (done.returncode == 0) != content or "Traceback" in done.stderr:
                wrong += 1
                print(f"row {number} ({name}: {body}): exit status {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"{len(ROWS)} rows, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(main())
