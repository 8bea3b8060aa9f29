#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the parser with `bash -n` (accept or reject) and with `shfmt --to-json` (simple commands and their literal words) on the
shell scripts found on this machine. Exit 0 all as expected, 1 differences beyond the listed ones, 77 nothing to compare with."""
import argparse
import os
import random
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from collect import collect  # noqa: E402
from compare import differences, our_commands, shfmt_commands  # noqa: E402


def read(path):
    with open(path, "rb") as f:
        return f.read()


def bash_accepts(path, extglob):
    command = ["bash"] + (["-O", "extglob"] if extglob else []) + ["-n", path]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=dict(os.environ, LC_ALL="C"))
    # [[ faults are printed but not counted in the exit status.
    return run.returncode == 0 and b"expected" not in run.stderr and b"syntax error" not in run.stderr


def ours(dump, mode, paths, extglob):
    env = dict(os.environ)
    if extglob:
        env["SHELL_EXTGLOB"] = "1"
    out = subprocess.run([dump, mode], input=b"\0".join(p.encode() for p in paths) + b"\0", stdout=subprocess.PIPE, check=True, env=env).stdout
    fields = out.split(b"\0")
    return dict(zip((f.decode() for f in fields[0::2]), fields[1::2]))


def known_files():
    """name -> reason. A name is the end of a path, so that it holds wherever a package is unpacked."""
    known = {}
    with open(os.path.join(HERE, "known.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                name, reason = line.rstrip("\n").split("\t")
                known[name] = reason
    return known


class Comparison:
    def __init__(self, options):
        self.options = options
        self.known = known_files()
        self.verdicts_differ = self.not_comparable = self.commands = self.files = self.commands_differ = self.moved = self.listed = self.listed_commands = 0

    def listed_name(self, path):
        return next((name for name in self.known if path.endswith(name)), None)

    def say(self, text):
        self.options.show -= 1
        if self.options.show >= 0:
            print(text, flush=True)

    def look(self, path, extglob, verdict, commands):
        """-> what the others say, for add()."""
        theirs = bash_accepts(path, extglob)
        if verdict != b"ok" or not theirs or not shutil.which("shfmt"):
            return path, verdict, theirs, None, None
        source = read(path)
        reference = shfmt_commands(path, source, extglob)
        return path, verdict, theirs, source, None if reference is None else (len(reference), differences(reference, our_commands(commands)))

    def add(self, path, verdict, theirs, source, compared):
        listed = self.listed_name(path)
        if (verdict == b"ok") != theirs:
            if listed:
                self.listed += 1
            else:
                self.verdicts_differ += 1
                self.say("%s: bash %s, we: %s" % (path, "accepts" if theirs else "rejects", verdict.decode()))
        if compared is None:
            self.not_comparable += 1
            return
        count, (bad, moved) = compared
        self.files += 1
        self.commands += count
        self.moved += moved
        if bad and listed:
            self.listed += 1
            self.listed_commands += len(bad)
        elif bad:
            self.commands_differ += len(bad)
            offset, x, y = bad[0]
            self.say("%s:%d: %d differ; shfmt %s, we %s" % (path, source[:offset].count(b"\n") + 1, len(bad), x, y))

    def run(self, files):
        groups = {True: [], False: []}
        for path in files:
            groups[b"extglob" in read(path) or "/bash-completion/" in path].append(path)
        for extglob, paths in groups.items():
            if not paths:
                continue
            verdicts = ours(self.options.dump, "batch", paths, extglob)
            lists = ours(self.options.dump, "commands", paths, extglob)
            with ThreadPoolExecutor(2) as pool:
                for result in pool.map(lambda p: self.look(p, extglob, verdicts[p], lists[p]), paths):
                    self.add(*result)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dump", required=True)
    parser.add_argument("--sample", type=int, default=0, help="only so many files, chosen at random")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--work", default="/tmp/cordon-corpus")
    parser.add_argument("--folder", action="append", default=[])
    parser.add_argument("--show", type=int, default=30)
    options = parser.parse_args()
    if not shutil.which("bash"):
        return 77
    os.makedirs(options.work, exist_ok=True)
    files, npm, ci = collect(options.work, options.folder)
    total = len(files)
    if options.sample and options.sample < len(files):
        seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
        print("seed %d" % seed)
        files = sorted(random.Random(seed).sample(files, options.sample))
    c = Comparison(options)
    c.run(files)
    print("%d of %d different texts (%d from package.json, %d CI steps): %d verdicts differ; %d commands in %d files compared (%d not comparable), %d differ, %d stand elsewhere; %d files (%d commands) with a listed difference"
          % (len(files), total, npm, ci, c.verdicts_differ, c.commands, c.files, c.not_comparable, c.commands_differ, c.moved, c.listed, c.listed_commands))
    return 1 if c.verdicts_differ or c.commands_differ else 0


if __name__ == "__main__":
    sys.exit(main())
