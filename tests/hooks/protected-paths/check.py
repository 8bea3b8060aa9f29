# SPDX-License-Identifier: Apache-2.0
"""`protected-paths check` on real repositories.

usage: check.py PROGRAM FIXTURES [SEED] [REPOSITORIES]

First scenes with their exact exit status, then random repositories and edits: the verdict has to equal a plain walk of both trees.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 7
REPOSITORIES = int(sys.argv[4]) if len(sys.argv) > 4 else 20
ENV = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b",
       "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b", "LC_ALL": "C.UTF-8"}
failures = []


def sh(script, cwd, env=None):
    return subprocess.run(["bash", "-ec", script], cwd=cwd, env=env or ENV, check=True, capture_output=True).stdout.decode()


def check(cwd, *args, text=b"", env=None):
    done = subprocess.run([PROGRAM, "check", *args], cwd=cwd, env={**ENV, **(env or {})}, input=text, capture_output=True, timeout=120)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def expect(name, got, status, *parts):
    text = got[1] + got[2]
    if got[0] != status or any(part not in text for part in parts):
        failures.append(f"{name}: exit {got[0]}, expected {status} {parts}\n{text}")


def repository(scratch, name):
    path = os.path.join(scratch, name)
    os.makedirs(path)
    sh("git init -q -b main . && mkdir -p .claude .github/workflows src && echo {} > .claude/settings.json && echo a > src/a && "
       "seq 40 > .github/workflows/ci.yml && git add -A && git commit -qm one", path)
    return path


SCENES = [
    # name, commands on a branch, exit status, parts of the output
    ("nothing", "git commit -q --allow-empty -m x", 0, ["untouched"]),
    ("ordinary file", "echo b > src/a", 0, ["untouched"]),
    ("edited", "echo 1 > .claude/settings.json", 1, ["needs-human", ".claude/settings.json", "'.claude/**'"]),
    ("new", "echo 1 > .github/workflows/new.yml", 1, [".github/workflows/new.yml"]),
    ("deleted", "git rm -q .claude/settings.json", 1, [".claude/settings.json"]),
    ("renamed away", "mkdir docs; git mv .github/workflows/ci.yml docs/ci.yml", 1, [".github/workflows/ci.yml"]),
    ("renamed in", "git mv src/a .claude/a", 1, [".claude/a"]),
    ("copied out", "cp .github/workflows/ci.yml src/ci.yml", 0, ["untouched"]),
    ("mode only", "chmod +x .claude/settings.json", 1, [".claude/settings.json"]),
    ("empty file", ": > .claude/empty", 1, [".claude/empty"]),
    ("link to it", "mkdir docs; ln -s ../.claude/settings.json docs/l", 1, ["docs/l", "a link to .claude/settings.json"]),
    ("link to its folder", "ln -s .claude x", 1, ["a link to .claude"]),
    ("link elsewhere", "ln -s src/a x", 0, ["untouched"]),
    ("link out", "ln -s /etc/.claude x", 0, ["untouched"]),
    ("folder becomes a link", "git rm -qr .claude; ln -s /tmp/x .claude", 1, [".claude"]),
    ("type change", "rm .claude/settings.json; ln -s ../src/a .claude/settings.json", 1, [".claude/settings.json"]),
    ("submodule in its place", "git rm -qr .github; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),.github", 1, [".github"]),
    ("submodule elsewhere", "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),libs", 0, ["untouched"]),
    ("other case", "mkdir -p .Claude; echo x > .Claude/y", 1, [".Claude/y"]),
    ("quoted name", "printf x > $'.claude/r\\303\\251 \\t\"x'", 1, ["ré"]),
    ("hostile name", "printf x > $'.claude/\\033[31mx\\n::error::y'", 1, ["<U+001B>", "<U+000A>"]),
    ("not UTF-8", "printf x > $'.claude/\\377'", 1, [".claude/"]),
    ("binary", "head -c 100 /dev/urandom > .claude/b.bin", 1, [".claude/b.bin"]),
    ("a list that lets everything through does not judge its own change", "echo '{\"protectedPaths\":[]}' > .claude/gates.json", 1, [".claude/gates.json"]),
    ("nested gates.json", "mkdir -p a/b; echo 1 > a/b/gates.json", 1, ["a/b/gates.json"]),
    ("looks alike", "mkdir -p a/.claude .github/x; echo 1 > a/.claude/x; echo 1 > .github/dependabot.yml; echo > gates.json5", 0, ["untouched"]),
    ("in a merge", "git checkout -q -b side; echo 1 > .claude/side; git add -A; git commit -qm s; git checkout -q topic; echo b > src/b; git add -A; git commit -qm t; git merge -q --no-ff -m m side", 1, [".claude/side"]),
    ("changed and changed back", "echo 1 > .claude/settings.json; git commit -qam x; echo {} > .claude/settings.json", 0, ["untouched"]),
]


def scenes(scratch):
    for number, (name, script, status, parts) in enumerate(SCENES):
        repo = repository(scratch, f"scene{number}")
        sh(f"git checkout -q -b topic; {script}; git add -A; git diff --cached --quiet || git commit -qm topic", repo) if "cacheinfo" not in script else \
            sh(f"git checkout -q -b topic; {script}; git commit -qm topic", repo)
        expect(name, check(repo, "--base", "main"), status, *parts)
        expect(name + ", from a sub-folder", check(repo + "/src" if os.path.isdir(repo + "/src") else repo, "--base", "main", "--head", "topic"), status, *parts)
        for form in ("json", "github", "sarif"):
            got = check(repo, "--base", "main", "--format", form)
            expect(f"{name}, {form}", got, status)
            if form != "github":
                json.loads(got[1])
            elif any(line and not line.startswith("::") for line in got[1].splitlines()):
                failures.append(f"{name}: a line that is no workflow command: {got[1]!r}")
        # The same as text: a unified diff has to say the same.
        diff = subprocess.run(["git", "diff", "main...topic"], cwd=repo, env=ENV, capture_output=True).stdout
        expect(name + ", as a diff", check(repo, "--diff", "-", "--base", "main", text=diff), status)
        raw = subprocess.run(["git", "diff", "--raw", "-z", "main...topic"], cwd=repo, env=ENV, capture_output=True).stdout
        if "link to" not in name:
            expect(name + ", as a raw diff", check(repo, "--diff", "-", "--base", "main", text=raw), status)


def cannot_tell(scratch):
    repo = repository(scratch, "plain")
    expect("no such base", check(repo, "--base", "nowhere"), 3, "no commit 'nowhere'")
    expect("no base at all", check(repo), 3, "origin/HEAD")
    expect("no repository", check(scratch, "--base", "main"), 3)
    expect("no git", check(repo, "--base", "main", env={"PATH": "/nonexistent"}), 3, "cannot start git")
    expect("unreadable list", check(repo, "--base", "main", "--list", "gone.json"), 3)
    expect("no such diff", check(repo, "--diff", "gone"), 3)
    expect("no diff", check(repo, "--diff", "-", text=b"fatal: not a git repository\n"), 3, "not a diff")
    expect("empty diff", check(repo, "--diff", "-"), 0)
    sh("echo '{\"protectedPaths\":[\"a//b\"]}' > .claude/gates.json; git add -A; git commit -qm l", repo)
    expect("bad pattern in the base", check(repo, "--base", "main"), 3, "empty segment")
    sh("git checkout -q -b fix; echo '{\"protectedPaths\":[\"a\"]}' > .claude/gates.json; git commit -qam f", repo)
    expect("repaired by the change", check(repo, "--base", "main"), 3)
    sh("git checkout -q --orphan other; git commit -qm o", repo)
    expect("nothing in common", check(repo, "--base", "main"), 3)
    shallow = os.path.join(scratch, "shallow")
    sh(f"git clone -q --depth 1 file://{repo} {shallow}", scratch)
    expect("shallow", check(shallow, "--base", "origin/HEAD"), 3, "shallow")
    corrupt = repository(scratch, "corrupt")
    sh("git checkout -q -b topic; echo b > src/b; git add -A; git commit -qm t; rm -f .git/objects/$(git rev-parse HEAD^{tree} | sed 's#^..#&/#')", corrupt)
    expect("corrupt", check(corrupt, "--base", "main"), 3)
    expect("files cut at 100", check(repo, "--files-from", "-", "--list", "/dev/null", text=json.dumps({"files": [{"path": f"f{i}"} for i in range(100)]}).encode()), 3)


def usage(scratch):
    for args in (["--bas", "x"], ["--base"], ["--format", "xml"], ["--staged", "--diff", "-"], ["x"], ["--base=-x"], ["-0"], ["--staged=1"]):
        expect(f"usage {args}", check(scratch, *args), 2, "usage:")
    done = subprocess.run([PROGRAM, "chek"], capture_output=True)
    expect("another word", (done.returncode, done.stdout.decode(), done.stderr.decode()), 2, "usage:")


def more(scratch):
    repo = repository(scratch, "more")
    sh("echo 1 > .claude/settings.json; git add -A", repo)
    expect("staged", check(repo, "--staged"), 1, ".claude/settings.json")
    sh("git commit -qm x; echo 1 > src/a; git add -A", repo)
    expect("staged, ordinary", check(repo, "--staged"), 0)
    fresh = os.path.join(scratch, "fresh")
    os.makedirs(fresh + "/.claude")
    sh("git init -q .; echo 1 > .claude/x; git add -A", fresh)
    expect("staged, first commit", check(fresh, "--staged"), 1, ".claude/x")
    with open(os.path.join(scratch, "own.json"), "w") as file:
        file.write('{"protectedPaths":["src/**"]}')
    expect("a list of its own", check(repo, "--staged", "--list", os.path.join(scratch, "own.json")), 1, "src/a")
    expect("files", check(repo, "--files-from", "-", text=b"src/a\n.claude/x\n"), 1, ".claude/x")
    expect("files, NUL", check(repo, "--files-from", "-", "-0", text=b"src/a\0b\n.claude/x\0"), 0)
    sh("git commit -qam y; echo '{\"protectedPaths\":[]}' > .claude/gates.json; git add -A; git commit -qm off; git checkout -q -b t2; echo 2 > .claude/settings.json; git commit -qam z", repo)
    expect("switched off in the base", check(repo, "--base", "main"), 0)
    sh("git checkout -q main; git mv .claude/gates.json gates2.json; echo '{\"protectedPaths\":[\"src/**\"]}' > gates2.json; git add -A; git commit -qm g; git checkout -q -b t3; echo 3 > src/a; git commit -qam z", repo)
    expect("GATES_FILE", check(repo, "--base", "main", env={"GATES_FILE": "gates2.json"}), 1, "src/a", "gates2.json")
    # The branch left main before the list was made: main's list counts.
    sh("git checkout -q -b old main~1; echo 4 > src/a; git commit -qam z", repo)
    expect("an old branch", check(repo, "--base", "main", env={"GATES_FILE": "gates2.json"}), 1, "src/a")
    sh("git config diff.ignoreSubmodules all; git config diff.renames copies; git config diff.external false; git config diff.noprefix true; git config diff.relative true", repo)
    expect("configuration of the repository", check(repo + "/src", "--base", "main", env={"GATES_FILE": "gates2.json"}), 1, "src/a")


NAMES = ["a", "b.c", ".claude", ".github", "workflows", "gates.json", "src", "with blank", "r\u00e9", "x\ty", 'q"q', "-o", ".Claude"]


def tree_of(repo, ref):
    out = subprocess.run(["git", "ls-tree", "-r", "-z", ref], cwd=repo, env=ENV, capture_output=True, check=True).stdout
    return {entry.split(b"\t", 1)[1]: entry.split(b"\t", 1)[0] for entry in out.split(b"\0") if entry}


def protected(path):
    parts = path.decode("utf-8", "surrogateescape").lower().split("/")
    return parts[0] == ".claude" or parts[:2] == [".github", "workflows"] or "gates.json" in parts or parts == [".github"]


def random_edit(rng, repo):
    files = [os.path.join(d, f) for d, _, fs in os.walk(repo) if ".git" not in d.split("/") for f in fs]
    path = os.path.join(repo, *[rng.choice(NAMES) for _ in range(rng.randint(1, 3))])
    kind = rng.choice(["new", "new", "edit", "delete", "move", "mode", "link"])
    try:
        if kind in ("new", "link", "move"):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        if kind == "new":
            with open(path, "w") as file:
                file.write(str(rng.random()))
        elif kind == "link":
            os.symlink(rng.choice(["src/a", "/nowhere", "b.c"]), path)
        elif files:
            old = rng.choice(files)
            if kind == "edit":
                with open(old, "a") as file:
                    file.write("x")
            elif kind == "delete":
                os.remove(old)
            elif kind == "move":
                os.rename(old, path)
            else:
                os.chmod(old, 0o755)
    except OSError:
        pass


def random_repositories(scratch):
    rng = random.Random(SEED)
    for number in range(REPOSITORIES):
        repo = os.path.join(scratch, f"random{number}")
        os.makedirs(repo)
        sh("git init -q -b main .", repo)
        for _ in range(12):
            random_edit(rng, repo)
        sh("git add -A; git commit -q --allow-empty -m one; git checkout -q -b topic", repo)
        for _ in range(rng.randint(1, 4)):
            random_edit(rng, repo)
        sh("git add -A; git commit -q --allow-empty -m two", repo)
        before, after = tree_of(repo, "main"), tree_of(repo, "topic")
        changed = [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
        touched = any(protected(path) for path in changed)
        if b".claude/gates.json" in before:
            continue  # no list at all
        got = check(repo, "--base", "main", "--format", "json")
        if got[0] != (1 if touched else 0):
            failures.append(f"random repository {number} of seed {SEED}: exit {got[0]}, changed {changed}\n{got[1]}")


with tempfile.TemporaryDirectory() as place:
    for part in (usage, scenes, cannot_tell, more, random_repositories):
        part(place)
for line in failures:
    print(line)
print(f"{len(SCENES)} scenes, {REPOSITORIES} random repositories, {len(failures)} failures")
sys.exit(1 if failures else 0)
