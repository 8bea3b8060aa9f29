#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random programs in bash, inside bubblewrap, with a `git` that only writes down its arguments, and compares what ran with
what the walk predicted: what ran must be among the predictions (in the predicted directory), and what was called certain must
have run. Exit 0 all right, 1 differences, 77 nothing to run with (skipped)."""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from programs import Programs  # noqa: E402

GIT = """#!/bin/sh
{ printf '%s' "$PWD"; for a in "$@"; do printf '\\037%s' "$a"; done; printf '\\036'; } >> "$GITLOG"
"""
DRIVER = """
cd /w || exit 9
i=0
while [ -e /p/$i ]; do
  rm -rf /w/* ; mkdir -p /w/sub/deep; : > /w/sub/file
  GITLOG=/log/$i timeout -k 1 10 bash -c "$(cat /p/$i)" </dev/null >/dev/null 2>/log/$i.err
  echo $? > /log/$i.rc
  i=$((i+1))
done
"""


def run_batch(programs):
    """-> per program (return code, [(cwd, argv)])."""
    with tempfile.TemporaryDirectory(prefix="cordon-exec-") as work:
        for folder in ("p", "log", "bin", "w"):
            os.mkdir(os.path.join(work, folder))
        for i, text in enumerate(programs):
            with open(os.path.join(work, "p", str(i)), "w") as f:
                f.write(text)
        git = os.path.join(work, "bin", "git")
        with open(git, "w") as f:
            f.write(GIT)
        os.chmod(git, 0o755)
        b = lambda name: os.path.join(work, name)
        subprocess.run(
            ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/mnt",
             "--ro-bind", b("p"), "/mnt/p", "--bind", b("log"), "/mnt/log", "--ro-bind", b("bin"), "/mnt/bin", "--bind", b("w"), "/mnt/w",
             "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--setenv", "HOME", "/mnt/home",
             "--setenv", "PATH", "/mnt/bin:/usr/bin:/bin", "--setenv", "LC_ALL", "C.UTF-8",
             "bash", "-c", DRIVER.replace("/w", "/mnt/w").replace("/p/", "/mnt/p/").replace("/log/", "/mnt/log/")],
            check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        out = []
        for i in range(len(programs)):
            ran = []
            try:
                with open(b("log/%d.rc" % i)) as f:
                    code = int(f.read())
            except OSError:
                code = -1
            err = ""
            try:
                with open(b("log/%d.err" % i), errors="replace") as f:
                    err = f.read()
                with open(b("log/%d" % i), encoding="latin-1") as f:
                    for record in f.read().split("\x1e")[:-1]:
                        fields = record.split("\x1f")
                        ran.append((fields[0], ["git"] + fields[1:]))
            except OSError:
                pass
            out.append((code, ran, err))
        return out


def word_pattern(pieces):
    out = ""
    for kind, _, text in pieces:
        out += re.escape(text) if kind == 0 else "[^\x1f]*"
    return out


def pattern(invocation):
    """One regular expression over the words joined by 0x1f."""
    out = ""
    for i, pieces in enumerate(invocation["argv"]):
        several = any(splits for _, splits, _ in pieces) or any(kind == 1 for kind, _, _ in pieces)
        if several:
            out += "(?:\x1f[^\x1f]*)*" if i else "[^\x1f]*(?:\x1f[^\x1f]*)*"
        else:
            out += ("\x1f" if i else "") + word_pattern(pieces)
    if invocation["open"]:
        out += "(?:\x1f[^\x1f]*)*"
    return re.compile(out, re.S)


def matches(invocation, cwd, argv):
    if not pattern(invocation).fullmatch("\x1f".join(argv)):
        return False
    directory = invocation["dir"]
    return directory is None or os.path.normpath(os.path.join("/mnt/w", directory)) == os.path.normpath(cwd)


def predict(dump, programs):
    run = subprocess.run([dump, "predict"], input="".join(p + "\0" for p in programs).encode(), stdout=subprocess.PIPE, check=True,
                         env=dict(os.environ, WALK_HOME="/mnt/home", WALK_CWD="/mnt/w"))
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


def judge(text, prediction, code, ran, err):
    problems = []
    if re.search(r"^bash: (-c|command substitution): line \d+: syntax error", err, re.M):
        return problems  # bash 5.2 trips over what it wrote out of $( ) or <( ) itself
    candidates = [i for i in prediction["invocations"] if i["certainty"] != "never"]
    if not prediction["opaque"]:
        for cwd, argv in ran:
            if not any(matches(i, cwd, argv) for i in candidates):
                problems.append("MISS ran in %s: %r" % (cwd, argv))
    if code not in (124, 137, -1):
        for i in candidates:
            static = i["argv"][0] == [[0, False, "git"]]
            if i["certainty"] == "certain" and static and not any(pattern(i).fullmatch("\x1f".join(argv)) for _, argv in ran):
                problems.append("NOT RUN %r" % ["".join(t for _, _, t in w) for w in i["argv"]])
    if problems and "opaque" not in problems[0]:
        problems.append("stderr: " + err[:300])
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dump", required=True)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--show", type=int, default=20)
    options = parser.parse_args()
    if not shutil.which("bwrap") or not shutil.which("bash"):
        print("skipped: bwrap or bash missing")
        return 77
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    print("seed %d" % seed)
    probe = run_batch(["git probe"])
    if not probe[0][1]:
        print("skipped: bwrap does not work here")
        return 77
    source = Programs(seed)
    bad = opaque = calls = 0
    done = 0
    while done < options.count:
        programs = [source.program(options.depth) for _ in range(min(options.batch, options.count - done))]
        done += len(programs)
        for text, prediction, (code, ran, err) in zip(programs, predict(options.dump, programs), run_batch(programs)):
            calls += len(ran)
            opaque += bool(prediction["opaque"])
            problems = judge(text, prediction, code, ran, err)
            if problems:
                bad += 1
                if bad <= options.show:
                    print("=" * 100)
                    print(text)
                    print("-" * 30)
                    print("\n".join(problems))
    print("%d programs, %d calls, %d with something unseen, %d wrong" % (done, calls, opaque, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
