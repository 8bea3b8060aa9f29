#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parse and walk take time in proportion to the text: four times the text, at most 4.6 times the instructions, and never more
than a bound for each byte. Counts, not times. usage: shell_cost_test.py SHELL_PERF"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
MOST_A_BYTE = 1700  # two bytes a command: 3 400 for each
PLAIN = {"single-quotes", "double-quotes", "json", "base64", "heredoc", "heredoc-open", "comments"}  # one thing to the shell
MOST_A_BYTE_PLAIN = 100


def instructions(kind, size):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", str(PROGRAM), kind, str(size)],
                              capture_output=True, text=True, check=False)
        found = re.search(r"Collected : (\d+)", done.stderr)
        if not found:
            raise RuntimeError(f"callgrind gave no count for {kind}: {done.stderr[-500:]}")
        return int(found.group(1))


class ShellCost(unittest.TestCase):
    def test_in_proportion_to_the_text(self):
        kinds = subprocess.run([PROGRAM, "kinds"], capture_output=True, text=True, check=True).stdout.split()
        self.assertTrue(PLAIN <= set(kinds))
        for kind in kinds:
            with self.subTest(kind):
                size = 1 << 16 if kind in PLAIN else 1 << 14  # below the limit of commands
                base = instructions(kind, 0)
                small, large = instructions(kind, size) - base, instructions(kind, 4 * size) - base
                print(f"{kind:16} {large / (4 * size):8.1f} instructions a byte, {large / small:5.2f} times for 4 times the text", flush=True)
                self.assertLessEqual(large / small, 4.6)
                self.assertLessEqual(large / (4 * size), MOST_A_BYTE_PLAIN if kind in PLAIN else MOST_A_BYTE)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
