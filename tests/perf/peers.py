#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The status line beside others of its kind, on the same payload and repository in one run: time of a render as a multiple of an
empty static program, processes started, whether the line tells the sandbox. No pass or fail: times are the machine's.

The others are installed with npm into ${XDG_CACHE_HOME:-~/.cache}/cordon-test/peers and run as they come, without a
configuration. All see what the runtime gives: COLUMNS, and a terminal that the parent has (the Node one asks ps for it). The
repository is one that people work in: a thousand files, an upstream and commits ahead of it, one file changed and one new; the
session has 400 lines of transcript.

usage: peers.py BUILD_DIR [--rounds N] [--markdown]"""
import argparse
import fcntl
import json
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import termios

import measure

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = {"ccstatusline": "2.2.30", "@cometix/ccline-linux-x64": "1.1.2"}
# What a person writes in an afternoon: one line of Python behind bash.
SCRIPT = '''#!/bin/bash
input=$(cat)
model=$(printf %s "$input" | python3 -c 'import json,sys; print(json.load(sys.stdin)["model"]["display_name"])')
folder=$(printf %s "$input" | python3 -c 'import json,sys; print(json.load(sys.stdin)["workspace"]["current_dir"])')
branch=$(git -C "$folder" branch --show-current)
dirty=$(git -C "$folder" status --porcelain | wc -l)
printf '%s %s %s ?%s\\n' "$model" "${folder##*/}" "$branch" "$dirty"
'''


def install():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = pathlib.Path(base) / "cordon-test" / "peers"
    folder.mkdir(parents=True, exist_ok=True)
    def has(name):
        file = folder / "node_modules" / name / "package.json"
        return file.exists() and json.loads(file.read_text())["version"] == PACKAGES[name]
    if all(map(has, PACKAGES)):
        return folder
    (folder / "package.json").write_text("{}")
    names = [f"{name}@{version}" for name, version in PACKAGES.items()]
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), *names], check=True, stdout=sys.stderr)
    return folder


def competitors(build, folder, scene):
    script = scene.base / "script.sh"
    script.write_text(SCRIPT)
    script.chmod(0o755)
    node = shutil.which("node")
    modules = folder / "node_modules"
    empty, ours, native = measure.installed(scene.base, build / "tests" / "empty", build / "bin" / "statusline", modules / "@cometix/ccline-linux-x64" / "ccline")
    return [("an empty static program", [empty]),
            ("Cordon, `plain`", [ours, "--preset", "plain"]),
            ("Cordon, `rich`", [ours, "--preset", "rich"]),
            (f"`@cometix/ccline` {PACKAGES['@cometix/ccline-linux-x64']} (native)", [native]),
            ("a dozen lines of bash and Python", ["/bin/bash", script]),
            (f"`ccstatusline` {PACKAGES['ccstatusline']} (Node)", [node, modules / "ccstatusline" / "dist" / "ccstatusline.js"])]


def take_terminal():
    """This process gets a session and a controlling terminal of its own, as somebody has who started the runtime."""
    if os.fork() != 0:
        os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
    os.setsid()
    _, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSCTTY, 0)
    termios.tcsetwinsize(end, (40, 120))


def fill(scene):
    """The repository of the comparison."""
    def git(*words):
        subprocess.run(["git", "-c", "user.email=a@b", "-c", "user.name=n", *words], cwd=scene.repo, check=True, capture_output=True)
    for index in range(1000):
        file = scene.repo / f"part{index % 40}" / f"file{index}.c"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"int value_{index}(void) {{ return {index}; }}\n" * 20)
    git("add", ".")
    git("commit", "-q", "-m", "first")
    git("clone", "-q", "--bare", ".", "../upstream.git")
    git("remote", "add", "origin", "../upstream.git")
    git("fetch", "-q", "origin")
    git("branch", "-q", "-u", "origin/main")
    for index in range(3):
        (scene.repo / "part0" / "file0.c").write_text(f"/* {index} */\n")
        git("commit", "-q", "-a", "-m", f"change {index}")
    (scene.repo / "part1" / "file1.c").write_text("/* at work */\n")
    git("status")  # as anybody has: the index knows the times of the files


def transcript(scene, payload):
    """A transcript where the payload says it is: some of the others read it."""
    path = scene.base / "transcript.jsonl"
    usage = {"input_tokens": 1200, "output_tokens": 50, "cache_creation_input_tokens": 800, "cache_read_input_tokens": 82000}
    lines = [{"type": "user", "message": {"role": "user", "content": "go"}, "timestamp": "2026-11-30T00:03:40.000Z", "uuid": "a", "parentUuid": None},
             {"type": "assistant", "message": {"role": "assistant", "model": "claude-opus-5-5", "content": [{"type": "text", "text": "done"}], "usage": usage},
              "timestamp": "2026-11-30T00:03:41.000Z", "uuid": "b", "parentUuid": "a"}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines * 200))
    return json.dumps(dict(json.loads(payload), transcript_path=str(path))).encode()


def apart(build, commands, scene, payload, rounds):
    """Times, and ratios to the empty program. Ours and theirs in two turns, each with the empty one among them: after a second of Node
    every small program starts with a cold cache."""
    ours = measure.times(build, commands[:3], scene, payload, 10 * rounds, fastest=True)
    theirs = measure.times(build, commands[:1] + commands[3:], scene, payload, rounds, fastest=True)
    return ours + theirs[1:], [time / ours[0] for time in ours] + [time / theirs[0] for time in theirs[1:]]


def measured(build, folder, rounds):
    with tempfile.TemporaryDirectory() as base:
        scene = measure.Scene(base)
        scene.env["COLUMNS"] = "120"
        fill(scene)
        payload = transcript(scene, scene.rich_payload(SOURCE, "2.1.332"))
        measure.count_once(build / "bin" / "statusline", scene, payload)
        names, commands = zip(*competitors(build, folder, scene))
        lines = [measure.run([str(word) for word in command], scene, payload).stdout.decode() for command in commands]
        started = [measure.started(command, scene, payload) for command in commands]
        times, ratios = apart(build, commands, scene, payload, rounds)
        return [(name, time, ratio, number, "sandbox" in line.lower(), line) for name, time, ratio, number, line in zip(names, times, ratios, started, lines)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--markdown", action="store_true", help="README's table")
    options = parser.parse_args()
    folder = install()
    take_terminal()
    rows = measured(options.build.resolve(), folder, options.rounds)
    if options.markdown:
        print("| status line | one render | programs it starts | tells the sandbox |\n|---|---|---|---|")
        for name, _, ratio, number, tells, _ in rows:
            print(f"| {name} | × {ratio:.{0 if ratio > 10 else 2}f} | {number} | {'yes' if tells else 'no'} |")
        return
    for name, time, ratio, number, tells, line in rows:
        print(f"{name:44} {time * 1000:9.2f} ms  x {ratio:7.2f}  {number:3} programs  {'tells' if tells else '-':6} {line.splitlines()[0] if line.strip() else ''!r:.160}")


if __name__ == "__main__":
    main()
