#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `protected-paths check` costs for 10 000 changed files against 50 patterns, on top of git's own time.

usage: checker_perf.py BUILD_DIR [ROUNDS]   prints times; nothing passes or fails
       checker_perf.py BUILD_DIR --test     counts instructions: the bound is the test
"""
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

FILES, PATTERNS = 10_000, 50
MAX_INSTRUCTIONS = 220_000_000
ENV = {"PATH": "/usr/bin:/bin", "HOME": "/dev/null", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b",
       "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}


def names():
    return ["src/part%d/module%d/file_%d.%s" % (i % 17, i % 131, i, ("c", "h", "md")[i % 3]) for i in range(FILES)]


def patterns():
    """As people write them: folders, names anywhere, names with wildcards, exemptions."""
    out = [".claude/**", ".github/workflows/**", "gates.json", "**/gates.json"]
    while len(out) < PATTERNS:
        i = len(out)
        out.append(("infra%d/**", "**/secret%d.*", "deploy/*/prod%d.yml", "conf%d/**/*.key", "src/part%d/*/locked/**", "!infra%d/notes/**")[i % 6] % i)
    return out


def repository(folder):
    """A repository in which a branch changes every file; its list stands in the base commit."""
    root = pathlib.Path(folder) / "repo"
    root.mkdir()
    git = ["git", "-C", str(root)]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True, env=ENV)
    (root / ".claude").mkdir()
    (root / ".claude/gates.json").write_text(json.dumps({"protectedPaths": patterns()}))
    subprocess.run([*git, "add", "."], check=True, env=ENV)
    subprocess.run([*git, "commit", "-q", "-m", "list"], check=True, env=ENV)
    stream = "".join("M 100644 inline %s\ndata 2\nx\n\n" % name for name in names())
    head = "commit refs/heads/topic\ncommitter a <a@b> 1700000000 +0000\ndata 1\nx\nfrom refs/heads/main\n"
    subprocess.run([*git, "fast-import", "--quiet"], input=(head + stream).encode(), check=True, env=ENV)
    return root


def run(argv, root, text=None):
    return subprocess.run([str(part) for part in argv], cwd=root, env=ENV, input=text, capture_output=True, check=False)


def milliseconds(jobs, rounds):
    """Median time of each job, the jobs taken in turn so that all see the same machine."""
    times = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            begin = time.perf_counter()
            job()
            times[name].append((time.perf_counter() - begin) * 1000)
    return {name: statistics.median(found) for name, found in times.items()}


def gits(root):
    """The questions the checker asks git, asked alone."""
    diff = ["git", "diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none", "main", "topic"]
    for argv in (["git", "rev-parse", "--is-bare-repository"], ["git", "rev-parse", "--show-toplevel"], ["git", "rev-parse", "--verify", "main^{commit}"],
                 ["git", "rev-parse", "--verify", "topic^{commit}"], ["git", "rev-parse", "--is-shallow-repository"], ["git", "merge-base", "main", "topic"], diff,
                 ["git", "ls-tree", "-z", "--full-tree", "main", "--", ".claude/gates.json"], ["git", "cat-file", "blob", "main:.claude/gates.json"]):
        run(argv, root)


def report(build, rounds):
    program = pathlib.Path(build).resolve() / "bin" / "protected-paths"
    with tempfile.TemporaryDirectory() as folder:
        root = repository(folder)
        checked = run([program, "check", "--base", "main", "--head", "topic"], root)
        assert checked.returncode == 0 and b"of %d changed" % FILES in checked.stdout, checked
        listed = "\0".join(names()).encode()
        found = milliseconds({
            "check": lambda: run([program, "check", "--base", "main", "--head", "topic"], root),
            "git": lambda: gits(root),
            "files": lambda: run([program, "check", "--files-from", "-", "-0"], root, listed),
            "none": lambda: run([program, "check", "--files-from", "-", "-0"], root, b""),
        }, rounds)
    print("protected-paths check, %d files, %d patterns: %.1f ms, of which git %.1f ms: %.1f ms on top; without git %.1f ms (no files: %.1f ms)"
          % (FILES, PATTERNS, found["check"], found["git"], found["check"] - found["git"], found["files"], found["none"]), flush=True)


def instructions(build):
    program = pathlib.Path(build).resolve() / "bin" / "protected-paths"
    with tempfile.TemporaryDirectory() as folder:
        listed = os.path.join(folder, "gates.json")
        pathlib.Path(listed).write_text(json.dumps({"protectedPaths": patterns()}))
        done = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + os.path.join(folder, "out"), program, "check", "--list", listed, "--files-from", "-", "-0"], folder,
                   "\0".join(names()).encode())
    found = re.search(r"Collected : (\d+)", done.stderr.decode())
    if done.returncode != 0 or not found or b"of %d changed" % FILES not in done.stdout:
        raise RuntimeError("no count: %r" % done)
    return int(found.group(1))


if __name__ == "__main__":
    if sys.argv[2:] == ["--test"]:
        count = instructions(sys.argv[1])
        print("%d files against %d patterns: %d instructions, at most %d" % (FILES, PATTERNS, count, MAX_INSTRUCTIONS))
        sys.exit(count > MAX_INSTRUCTIONS)
    report(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 15)
