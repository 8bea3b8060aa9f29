# SPDX-License-Identifier: Apache-2.0
"""Random histories: the verdict of `protected-paths check` has to equal a plain walk of both trees.

usage: random_diffs.py PROGRAM FIXTURES [SEED] [COUNT]      SEED 0: a fresh one, printed

All histories go into one repository with one `git fast-import`: a base branch that may have moved on, a topic branch of some
commits, merges of either kind. The walk knows the trees from how they were made and asks git for nothing. Every fourth
history is also judged as `git diff` text, every fourth as raw output.
"""
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
SEED = (int(sys.argv[3]) if len(sys.argv) > 3 else 0) or random.SystemRandom().randrange(1, 10**9)
COUNT = int(sys.argv[4]) if len(sys.argv) > 4 else 500
ENV = {"PATH": "/usr/bin:/bin", "HOME": "/var/empty", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8"}
GATES = b".claude/gates.json"

FOLDERS = [b"", b"", b"src/", b"src/a/", b"docs/", b".claude/", b".claude/hooks/", b".github/", b".github/workflows/", b"a/b/", b"x y/", b".Claude/", b"lib/.claude/", "d\u00e9/".encode(), b"gates.json/", b"-o/"]
BASES = [b"a", b"b.c", b"x.md", b"gates.json", b"Gates.json", b"settings.json", b"ci.yml", b"with blank", "r\u00e9".encode(), b"x\ty", b'q"q', b"-o", b"back\\slash"[:4], b"\xff\xfe", b"new\nline", b".claude", b"src", b"docs", b".github", b"workflows", b"a b -> c", b"--- a", b"diff --git"]
TARGETS = [b"a", b"src/a", b"../.claude/settings.json", b".claude", b".claude/hooks/x", b"../.github", b".github/workflows/ci.yml", b"/etc/passwd", b"/.claude/x", b"../../.claude", b"./.claude/../src", b"x.md", b"../docs/x.md",
           b"gates.json", b"..", b".", b"../src/../.claude/new", b"a/../../.claude/hooks", b".CLAUDE/x", b"nowhere"]


def builtin(path):
    parts = path.lower().split(b"/")
    return path.lower() in (b".claude", b".github") or parts[0] == b".claude" or parts[:2] == [b".github", b"workflows"] or b"gates.json" in parts


def source_but_a(path):
    low = path.lower()
    return low == b"src" or (low.startswith(b"src/") and not low.startswith(b"src/a/"))


def pages(path):
    parts = path.lower().split(b"/")
    return path.lower() == b"docs" or parts[0] == b"b.c" or (parts[0] == b"docs" and len(parts) > 1 and parts[1].endswith(b".md"))


# What the base's list may be: its text and what it says, written anew in Python. None: no list, the built-in one.
LISTS = [(None, builtin)] * 4 + [(["src/**", "!src/a/**"], source_but_a), (["docs/*.md", "/b.c"], pages), (["**/a"], lambda p: b"a" in p.lower().split(b"/")), ([], lambda p: False),
                                 (["**/*.json", "x y/"], lambda p: any(x.endswith(b".json") for x in p.lower().split(b"/")) or p.lower().split(b"/")[0] == b"x y"),
                                 ([".github/workflows/ci.y?l"], lambda p: re.match(rb"\.github/workflows/ci\.y.l(/|$)", p.lower(), re.S) is not None or p.lower() in (b".github", b".github/workflows"))]


def put(tree, path, entry):
    """A file takes the place of what is below its name, and of files where its folders have to be."""
    for other in [p for p in tree if p.startswith(path + b"/") or path.startswith(p + b"/")]:
        if other == GATES:
            return
        del tree[other]
    tree[path] = entry


def fresh(rng):
    kind = rng.random()
    if kind < 0.15:
        return b"120000", rng.choice(TARGETS)
    if kind < 0.22:
        return b"160000", b"%040x" % rng.randrange(1, 1 << 60)
    text = rng.choice([b"", b"1\n", b"--- a/x\n+++ b/.claude/y\n@@ -1 +1 @@\n", b"\0\1binary", b"no newline", b"%d\n" % rng.randrange(99), b"".join(b"%d\n" % n for n in range(30))])
    return rng.choice([b"100644", b"100644", b"100755"]), text


def edit(rng, tree, keep_list):
    names = [p for p in tree if p != GATES or not keep_list]
    kind = rng.choice(["new", "new", "edit", "delete", "move", "copy", "mode", "type", "case", "swap", "folder"])
    path = rng.choice(FOLDERS) + rng.choice(BASES)
    if kind == "new" or not names:
        if path != GATES:
            put(tree, path, fresh(rng))
        return
    old = rng.choice(names)
    mode, text = tree[old]
    if kind == "edit":
        tree[old] = (mode, text + b"more\n") if mode.startswith(b"100") else fresh(rng)
    elif kind == "delete":
        del tree[old]
    elif kind in ("move", "copy") and path != GATES:
        if kind == "move":
            del tree[old]
        put(tree, path, (mode, text))
    elif kind == "mode" and mode.startswith(b"100"):
        tree[old] = (b"100755" if mode == b"100644" else b"100644", text)
    elif kind == "type":
        tree[old] = fresh(rng)
    elif kind == "case":
        del tree[old]
        put(tree, old.swapcase(), (mode, text))
    elif kind == "swap":
        other = rng.choice(names)
        tree[old], tree[other] = tree[other], tree[old]
    elif kind == "folder" and b"/" in old:  # a whole folder under another name
        top = old.split(b"/")[0]
        for name in [p for p in tree if p.startswith(top + b"/") and p != GATES]:
            entry = tree.pop(name)
            put(tree, b"moved" + name[len(top):], entry)


class History:
    """Commits of all cases, as a stream for fast-import."""

    def __init__(self):
        self.stream, self.mark = [], 0

    def commit(self, tree, parents):
        self.mark += 1
        out = [b"commit refs/heads/c%d\nmark :%d\ncommitter a <a@b> %d +0000\ndata 0\n" % (self.mark, self.mark, 1700000000 + self.mark)]
        out += [b"from :%d\n" % it if i == 0 else b"merge :%d\n" % it for i, it in enumerate(parents)] + [b"deleteall\n"]
        for path, (mode, text) in tree.items():
            quoted = b'"' + b"".join(b"\\%03o" % c if c < 32 or c > 126 or c in b'"\\' else bytes([c]) for c in path) + b'"'
            out.append(b"M 160000 %s %s\n" % (text, quoted) if mode == b"160000" else b"M %s inline %s\ndata %d\n%s\n" % (mode, quoted, len(text), text))
        self.stream.append(b"".join(out))
        return self.mark

    def load(self, repo):
        subprocess.run(["git", "init", "-q", repo], check=True, env=ENV)
        subprocess.run(["git", "fast-import", "--quiet", "--done"], cwd=repo, check=True, env=ENV, input=b"".join(self.stream) + b"done\n")


def led_to(path, target):
    """Where a link leads, below the top; b"" for a place outside, or the top itself."""
    if target.startswith(b"/"):
        return b""
    parts = path.split(b"/")[:-1]
    for it in target.split(b"/"):
        if it == b"..":
            if not parts:
                return b""
            parts.pop()
        elif it not in (b"", b"."):
            parts.append(it)
    return b"/".join(parts)


def walk(before, after, says, whole):
    """The paths that are touched: on the list and not the same in both trees, or a new link that leads to one."""
    out = set()
    for path in before.keys() | after.keys():
        if before.get(path) == after.get(path):
            continue
        link = led_to(path, after[path][1]) if after.get(path, (b"",))[0] == b"120000" else b""
        if says(path) or (whole and path.lower() in (GATES, b".claude")) or (link and (says(link) or (whole and link.lower() in (GATES, b".claude")))):
            out.add(path)
    return out


def make(rng, history):
    entries, says = rng.choice(LISTS)
    tree = {}
    for _ in range(rng.randint(3, 14)):
        put(tree, rng.choice(FOLDERS) + rng.choice(BASES), fresh(rng))
    for path in (b".claude", GATES):
        tree.pop(path, None)
    if entries is not None:
        for other in [p for p in tree if p.startswith(GATES + b"/") or p.lower() == b".claude"]:
            del tree[other]
        tree[GATES] = (b"100644", json.dumps({"protectedPaths": entries}).encode())
    start = history.commit(tree, [])
    base_tree, base = dict(tree), start
    if rng.random() < 0.4:
        for _ in range(rng.randint(1, 3)):
            edit(rng, base_tree, True)
        if (GATES in base_tree) == (GATES in tree):
            base = history.commit(base_tree, [start])
        else:
            base_tree = dict(tree)
    fork_tree = tree
    head_tree, head = dict(tree), start
    for _ in range(rng.randint(0, 3)):
        for _ in range(rng.randint(1, 3)):
            edit(rng, head_tree, False)
        kind = rng.random()
        if kind < 0.12 and base != start:  # the base is merged into the topic, however its conflicts were solved
            head_tree, fork_tree = {**head_tree}, base_tree
            head = history.commit(head_tree, [head, base])
        elif kind < 0.3:  # a side branch
            side_tree = dict(head_tree)
            edit(rng, side_tree, False)
            side = history.commit(side_tree, [head])
            edit(rng, side_tree, False)
            head_tree, head = side_tree, history.commit(side_tree, [head, side])
        else:
            head = history.commit(head_tree, [head])
    return {"base": base, "head": head, "list": entries, "want": walk(fork_tree, head_tree, says, entries != []), "before": fork_tree, "after": head_tree}


def check(repo, args, text=b""):
    done = subprocess.run([PROGRAM, "check", *args, "--format", "json"], cwd=repo, env=ENV, input=text, capture_output=True, timeout=120)
    touched = json.loads(done.stdout).get("touched", []) if done.returncode in (0, 1) and done.stdout else None
    return done.returncode, touched, (done.stdout + done.stderr).decode("utf-8", "replace")


def judge(job):
    """What is wrong with one case; nothing when all forms agree with the walk."""
    repo, number, case = job
    names = f"c{case['base']}", f"c{case['head']}"
    want, out = case["want"], []
    status, touched, text = check(repo, ["--base", names[0], "--head", names[1]])
    if status != (1 if want else 0) or len(touched) != len(want):
        out.append(f"by its commits: exit {status}, {text[:600]}")
    for form, options in ((0, []), (1, ["--raw", "-z"]), (2, ["--raw"]), (3, ["--no-renames", "--binary"])):
        if number % 8 != form:
            continue
        links = [p for p, (mode, _) in case["after"].items() if mode == b"120000" and case["before"].get(p) != case["after"][p]]
        # A raw diff has no link's target, and the text of a mere renaming neither mode nor target.
        renamed = any(case["after"][p] in case["before"].values() for p in links)
        if links and (options[:1] == ["--raw"] or (renamed and not options)):
            continue
        diff = subprocess.run(["git", "diff", "--no-ext-diff", "--no-textconv", *options, f"{names[0]}...{names[1]}"], cwd=repo, env=ENV, capture_output=True).stdout
        status, touched, text = check(repo, ["--diff", "-", "--base", names[0]], diff)
        if status != (1 if want else 0):
            out.append(f"as git diff {options}: exit {status}, {text[:600]}")
    changed = sorted(p for p in case["before"].keys() | case["after"].keys() if case["before"].get(p) != case["after"].get(p))
    return [f"case {number} ({names[0]}...{names[1]}, list {case['list']}), expected {sorted(want)} of {[(p, case['before'].get(p), case['after'].get(p)) for p in changed]}\n    {it}" for it in out]


def main():
    rng, history = random.Random(SEED), History()
    cases = [make(rng, history) for _ in range(COUNT)]
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="cordon-diffs-", dir=memory) as scratch:
        repo = scratch + "/repo"
        history.load(repo)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            failures = [line for lines in pool.map(judge, [(repo, n, case) for n, case in enumerate(cases)]) for line in lines]
    for line in failures[:30]:
        print(line[:1800])
    touched = sum(1 for case in cases if case["want"])
    print(f"seed {SEED}: {COUNT} histories of {history.mark} commits, {touched} touch the list, {len(failures)} differ from the walk")
    return 1 if failures or touched * 5 < COUNT or touched * 20 > COUNT * 19 else 0


sys.exit(main())
