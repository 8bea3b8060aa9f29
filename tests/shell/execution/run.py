#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random programs in bash (or zsh), inside bubblewrap, with a `git` that only writes down its arguments, and compares what ran with
what the walk predicted: what ran must be among the predictions (in the predicted directory), and what was called certain must
have run. The programs are bash's; zsh refuses some and stops in others (`${!a}`, shopt), so there only what ran is judged. Exit 0 all right, 1 differences, 77 nothing to run with (skipped)."""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from calls import ABSENT  # noqa: E402
from programs import Programs  # noqa: E402
from sandbox import run_batch  # noqa: E402


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


def is_exact(invocation):
    return not invocation["open"] and all(kind == 0 for pieces in invocation["argv"] for kind, _, _ in pieces)


def matches(invocation, cwd, argv):
    if is_exact(invocation):
        if ["".join(text for _, _, text in pieces) for pieces in invocation["argv"]] != argv:
            return False
    elif not pattern(invocation).fullmatch("\x1f".join(argv)):
        return False
    directory = invocation["dir"]
    return directory is None or os.path.normpath(os.path.join("/mnt/w", directory)) == os.path.normpath(cwd)


def predict(dump, programs, shell):
    zsh = {"WALK_ZSH": "1"} if shell == "zsh" else {}
    run = subprocess.run([dump, "predict"], input="".join(p + "\0" for p in programs).encode(), stdout=subprocess.PIPE, check=True,
                         env=dict(os.environ, WALK_HOME="/mnt/home", WALK_CWD="/mnt/w", **zsh))
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


def as_recorded(prediction):
    """git expands its aliases in one process: only the words it ends with are recorded, by git-xadd, which is started without
    the global options."""
    out = []
    for invocation in prediction["invocations"]:
        words = ["".join(text for _, _, text in pieces) for pieces in invocation["argv"]]
        if any(via.startswith("git alias ") for via in invocation["via"]) and words[0] == "git":
            at = 1
            while at + 1 < len(words) and words[at] == "-c":
                at += 2
            if at < len(words) and words[at].startswith("z"):
                continue
            invocation = dict(invocation, argv=[invocation["argv"][0]] + invocation["argv"][at:])
        out.append(invocation)
    return out


class Tally:
    def __init__(self):
        self.programs = self.calls = self.exact = self.opaque = self.excluded = self.hung = self.bad = 0

    def line(self):
        return "%d programs, %d calls (%.1f %% foreseen to the letter), %d with something unseen, %d that bash garbles, %d that did not end, %d wrong" % (
            self.programs, self.calls, 100.0 * self.exact / max(self.calls, 1), self.opaque, self.excluded, self.hung, self.bad)


def judge(prediction, code, ran, err, tally, shell):
    problems = []
    tally.programs += 1
    tally.calls += len(ran)
    if re.search(r"^\S*bash: (-c|command substitution): line \d+: (syntax error|unexpected EOF while looking)", err, re.M):
        tally.excluded += 1  # bash 5.2 trips over what it wrote out of $( ) or <( ) itself
        return problems
    tally.opaque += bool(prediction["opaque"])
    tally.hung += code == -1
    candidates = [i for i in as_recorded(prediction) if i["certainty"] != "never"]
    for cwd, argv in ran:
        fitting = [i for i in candidates if matches(i, cwd, argv)]
        tally.exact += any(is_exact(i) for i in fitting)
        if not fitting and not prediction["opaque"]:
            problems.append("MISS ran in %s: %r" % (cwd, argv))
    if code != -1 and shell == "bash":
        for i in candidates:
            static = i["argv"][0] == [[0, False, "git"]]
            if i["certainty"] == "certain" and static and not any(pattern(i).fullmatch("\x1f".join(argv)) for _, argv in ran):
                problems.append("NOT RUN %r" % ["".join(t for _, _, t in w) for w in i["argv"]])
    if problems:
        problems.append("stderr: " + err[:300])
    tally.bad += bool(problems)
    return problems


def batches(options, source):
    done = 0
    while done < options.count:
        programs = [source.program(options.depth) for _ in range(min(options.batch, options.count - done))]
        done += len(programs)
        yield programs


def coverage(source, count):
    """Prints how often each construct occurred; -> the ones that never did."""
    rare = sorted(source.seen.items(), key=lambda item: item[1])
    print("constructs: %d, rarest: %s" % (len(rare), ", ".join("%s %d" % item for item in rare if item[0] not in ABSENT and item[1] > 0)[:300]))
    if ABSENT:
        print("not on this machine: " + ", ".join(ABSENT))
    return source.missing(ABSENT) if count >= 2000 else []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dump", required=True)
    parser.add_argument("--recorder", required=True, help="the program record-git")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--counts", action="store_true", help="print how often each construct occurred")
    parser.add_argument("--shell", choices=["bash", "zsh"], default="bash")
    options = parser.parse_args()
    if not shutil.which("bwrap") or not shutil.which(options.shell):
        print("skipped: bwrap or %s missing" % options.shell)
        return 77
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    print("seed %d" % seed, flush=True)
    if not run_batch(["git probe"], options.recorder)[0][1]:
        print("skipped: bwrap does not work here")
        return 77
    start = time.monotonic()
    source = Programs(seed)
    tally = Tally()
    shown = 0
    run = lambda programs: (programs, predict(options.dump, programs, options.shell), run_batch(programs, options.recorder, options.shell))
    with ThreadPoolExecutor(options.jobs) as pool:
        for texts, predictions, results in pool.map(run, batches(options, source)):
            for text, prediction, (code, ran, err) in zip(texts, predictions, results):
                problems = judge(prediction, code, ran, err, tally, options.shell)
                shown += bool(problems)
                if problems and shown <= options.show:
                    print("=" * 100 + "\n" + text + "\n" + "-" * 30 + "\n" + "\n".join(problems), flush=True)
    if options.counts:
        print("\n".join("%6d %s" % (count, name) for name, count in source.seen.items()))
    never = coverage(source, options.count)
    if never:
        print("never generated: " + ", ".join(never))
    print("%s; %.0f s" % (tally.line(), time.monotonic() - start))
    return 1 if tally.bad or never else 0


if __name__ == "__main__":
    sys.exit(main())
