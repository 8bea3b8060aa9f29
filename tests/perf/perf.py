#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what each program costs, beside an empty static program in the same run, then what the shell library costs by size and
kind of text. No pass or fail: times are the machine's.
usage: perf.py BUILD_DIR [ROUNDS]"""
import pathlib
import subprocess
import sys
import tempfile

import measure

BUILD = pathlib.Path(sys.argv[1]).resolve()
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 300
SOURCE = pathlib.Path(__file__).resolve().parents[2]


def main():
    empty = BUILD / "tests" / "empty"
    print(f"{'program':16} {'time':>12} {'system calls':>14} {'instructions':>14}")
    with tempfile.TemporaryDirectory() as folder:
        scene = measure.Scene(folder)
        base_calls, base_count = measure.syscalls(empty, scene, b""), measure.instructions(empty, scene, b"")
        print(f"{'(empty)':16} {'1.00':>12} {base_calls:>14} {base_count:>14}")
        for name, payload_name in measure.PAYLOADS.items():
            program = BUILD / "bin" / name
            payload = scene.payload(SOURCE, "2.1.332", payload_name)
            ratio = measure.time_ratio(BUILD, program, scene, payload, ROUNDS)
            print(f"{name:16} {ratio:>12.2f} {measure.syscalls(program, scene, payload):>14} {measure.instructions(program, scene, payload):>14}", flush=True)

        program, payload = BUILD / "bin" / "statusline", scene.rich_payload(SOURCE, "2.1.332")
        measure.count_once(program, scene, payload)
        ratio = measure.time_ratio(BUILD, program, scene, payload, ROUNDS)
        print(f"{'statusline rich':16} {ratio:>12.2f} {measure.syscalls(program, scene, payload):>14} {measure.instructions(program, scene, payload):>14}", flush=True)


if __name__ == "__main__":
    main()
    print(flush=True)
    subprocess.run([BUILD / "tests" / "shell_perf"], check=True)
