# SPDX-License-Identifier: Apache-2.0
"""Runs write commands in scratch trees under bubblewrap and compares what they changed with what the hook said.

usage: real_writes.py PROGRAM FIXTURES [SEED] [COUNT]      SEED 0: a fresh one, printed

A command that changed a protected file while the hook was silent is a miss: none is allowed. One that the hook flagged with
certainty and that addresses no protected file is a false flag: at most one in 200 is allowed. What it asked about because it
could not tell is counted, too. One that addresses a protected file and happens to leave it as it was (no such file, nothing
to replace) is neither. Every command has a tree of its own; one box runs many.
"""
import concurrent.futures
import json
import os
import random
import shutil
import stat
import subprocess
import sys
import tempfile

import write_forms

PROGRAM = os.path.abspath(sys.argv[1])
SEED = (int(sys.argv[3]) if len(sys.argv) > 3 else 0) or random.SystemRandom().randrange(1, 10**9)
COUNT = int(sys.argv[4]) if len(sys.argv) > 4 else 1000
VERBOSE = os.environ.get("CORDON_VERBOSE")
BATCH = 40

FILES = {".claude/settings.json": '{"a": 2}\n', ".claude/hooks/guard.sh": "echo 2\n", ".github/workflows/ci.yml": "on: 2\n", "gates.json": "{}\n",
         "sub/gates.json": "{}\n", "src/a.py": "x = 2\n", "src/b.txt": "2\n", "docs/x.md": "2\n", "README.md": "2\n",
         "deep/er/y.txt": "2\n", ".github/dependabot.yml": "v: 2\n", "docs/.claude.md": "2\n"}
HOME = {".bashrc": "2\n", ".profile": "2\n", ".gitconfig": "[user]\n\tname = u\n\temail = u@v\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n",
        ".claude/settings.json": "{}\n", ".claude/cordon.toml": '[protected_paths]\npaths = ["preset:git", "preset:home"]\n'}
AUX = {"evil.json": '"evil 2"\n', "two.txt": "one 2\ntwo\nthree\n", "s.sed": "s/2/3/\n", "hex": "780a\n", "b64": "eAo=\n", "tree/evil.json": "evil\n", "tree/deep/z": "z\n",
       "evil.diff": "--- evil.json\n+++ evil.json\n@@ -1 +1 @@\n-\"evil 2\"\n+3\n"}
# A history with a second commit and two side branches, archives with a member that is protected and one that is not, links.
SET_UP = r"""
cd "$1/repo"; git init -q -b main --template= .; mkdir .git/hooks .git/info
git add -A; git commit -qm one; for f in $(git ls-files); do echo 3 >> $f; done; git commit -qam two
for k in prot plain; do
  git checkout -q -b $k-side HEAD~1; [ $k = prot ] && f=.claude/hooks/guard.sh || f=src/a.py; sed -i '1i 9' $f; git commit -qam $k; git format-patch -q -1 --stdout > ../aux/$k.mbox
  mkdir -p ../aux/$k/$(dirname $f); cp $f ../aux/$k/$f; git checkout -q main
  (cd ../aux/$k; tar cf ../$k.tar .; tar czf ../$k.tgz .; find . | cpio -o --quiet > ../$k.cpio; zip -qr ../$k.zip .)
done
git reset -q --hard; (cd ../aux/tree; tar cf ../flat.tar evil.json; tar czf ../flat.tgz evil.json; zip -q ../flat.zip evil.json; echo evil.json | cpio -o --quiet > ../flat.cpio)
ln -s .claude lnk; ln -s ../.claude/hooks src/hk; printf 'lnk\nhk\nlost+found\n' > .git/info/exclude; ln -s repo ../alias; git gc -q; rm -rf .git/logs
"""
# Runs command number N of the batch in tree N; says which never ended.
DRIVER = r"""
for d in "$1"/*/; do d=${d%/}; mkdir -p /tmp/own/$(basename $d)
  (cd "$d/repo/$(cat $d/cwd)" && HOME=$d/home PWD="$d/repo/$(cat $d/cwd)" CLAUDE_PROJECT_DIR=$d/repo timeout -k 1 10 bash -c "$(cat $d/command)" < /dev/null > $d/stdout 2> $d/stderr; echo $? > $d/status); done
"""


def write(top, files):
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(top, name)), exist_ok=True)
        with open(os.path.join(top, name), "w") as file:
            file.write(text)


def build(root):
    for name, files in (("repo", FILES), ("home", HOME), ("aux", AUX)):
        write(f"{root}/{name}", files)
    env = {"PATH": os.environ["PATH"], "HOME": root + "/home"}
    subprocess.run(["bash", "-eu", "-c", SET_UP, "_", root], check=True, env=env)


def is_protected(path):
    """By the list itself: the built-in one, and the presets of HOME's cordon.toml."""
    parts = path.split("/")
    if parts[0] == "home":
        return path[5:] in (".bashrc", ".profile", ".gitconfig") or parts[1] == ".claude"
    return parts[0] == ".claude" or parts[:2] == [".github", "workflows"] or "gates.json" in parts or path == ".git/config" or parts[:2] == [".git", "hooks"]


def text_of(path):
    if not os.path.isfile(path) or not os.access(path, os.R_OK):
        return None
    with open(path, "rb") as file:
        return file.read()


def snapshot(root, content):
    """Every protected file: kind, mode, when it was written. `content`: what it holds instead; git writes a file anew that is
    the same in both commits when it passes through others on its way."""
    out = {}
    for top in ("repo", "home"):
        inner = ()
        for folder, names, files in os.walk(f"{root}/{top}"):
            below = os.path.relpath(folder, root)
            if below == "repo/.git":
                names[:] = ["hooks"]
            if ".git" in names + files and below != "repo":  # a checkout of its own: its gates.json is not the repository's
                inner = (*inner, os.path.relpath(folder, f"{root}/repo") + "/")
            links = [n for n in names if os.path.islink(os.path.join(folder, n))]
            for name in files + links:
                path = os.path.relpath(os.path.join(folder, name), f"{root}/repo") if top == "repo" else f"{below}/{name}"
                if not is_protected(path) or (top == "repo" and path.startswith(inner) and not is_protected(path.rsplit("/gates.json")[0])):
                    continue
                info = os.lstat(os.path.join(folder, name))
                out[path] = (stat.S_IFMT(info.st_mode), stat.S_IMODE(info.st_mode), None if content else info.st_mtime_ns, text_of(os.path.join(folder, name)) if content else None, info.st_ino if stat.S_ISLNK(info.st_mode) else 0)
    return out


def one_diff(repo, path):
    old = open(os.path.join(repo, path)).read().splitlines() if os.path.exists(os.path.join(repo, path)) else []
    head = f"@@ -1,{len(old)} +1,{len(old)} @@\n" if old else "@@ -0,0 +1 @@\n"
    body = "".join(f" {line}\n" for line in old[:-1]) + (f"-{old[-1]}\n" if old else "") + "+patched\n"
    left = f"a/{path}" if old else "/dev/null"
    write(repo, {"one.diff": f"--- x\n+++ x\n{head}{body}", "one.git.diff": f"diff --git a/{path} b/{path}\n" + ("" if old else "new file mode 100644\n") + f"--- {left}\n+++ b/{path}\n{head}{body}"})


def ask_hook(root, command, cwd):
    payload = {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": os.path.normpath(f"{root}/repo/{cwd}"), "tool_name": "Bash", "tool_input": {"command": command}}
    env = {"SHELL": "/bin/bash", "PATH": "/usr/bin:/bin", "HOME": root + "/home", "CLAUDE_PROJECT_DIR": root + "/repo"}
    done = subprocess.run([PROGRAM], input=json.dumps(payload).encode(), capture_output=True, env=env, timeout=60)
    if done.returncode != 0 or done.stderr:
        return "fault", done.stderr.decode()
    out = json.loads(done.stdout).get("hookSpecificOutput", {}) if done.stdout else {}
    reason = out.get("permissionDecisionReason", "")
    verdict = out.get("permissionDecision", "silent")
    return ("unsure" if "cannot be told" in reason and verdict != "silent" else verdict), reason


def run_box(folder):
    box = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--bind", folder, folder, "--unshare-all", "--die-with-parent", "bash", "-c", DRIVER, "_", folder]
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    done = subprocess.run(box, capture_output=True, timeout=600, stdin=subprocess.DEVNULL, env=env)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode("utf-8", "replace")[:500])


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().strip()


def run_batch(job):
    """Makes, judges and runs one batch; what came out of each command."""
    base, number, count, tables = job
    rng, folder = random.Random(f"{SEED}.{number}"), f"{base}/batch{number}"
    os.mkdir(folder)
    items = []
    for i in range(count):
        root = f"{folder}/{i}"
        place = {"root": root, "repo": root + "/repo", "own": f"/tmp/own/{i}"}
        path, command, kind, cwd = write_forms.make(rng, place, tables)
        subprocess.run(["cp", "-a", base + "/template", root], check=True)
        one_diff(root + "/repo", path)
        write(root, {"command": command, "cwd": cwd})
        items.append({"root": root, "path": path, "command": command, "kind": kind, "cwd": cwd, "verdict": ask_hook(root, command, cwd), "before": snapshot(root, kind in ("top", "daily"))})
    run_box(folder)
    for it in items:
        after = snapshot(it["root"], it["kind"] in ("top", "daily"))
        it["touched"] = sorted(p for p in it["before"].keys() | after.keys() if it["before"].get(p) != after.get(p))
        it["stderr"], it["status"] = read(it["root"] + "/stderr")[-150:], read(it["root"] + "/status")
        it["command"] = it["command"].replace(it["root"], "ROOT")
        del it["before"]
    subprocess.run(["chmod", "-R", "u+rwX", folder], check=False)
    shutil.rmtree(folder)
    return items


def judge(it):
    verdict = it["verdict"][0]
    if verdict == "fault" or (it["touched"] and verdict == "silent"):
        return "miss"
    if it["touched"]:
        return "flagged"
    if verdict == "silent":
        return "silent"
    if is_protected(it["path"]) and it["kind"] in ("write", "top"):
        return "idle"
    return "unsure" if verdict == "unsure" else "false flag"


def main():
    if shutil.which("bwrap") is None:
        print("bwrap is missing: nothing was run")
        return 1
    tables, left_out, absent = {}, 0, set()
    for kind, text in (("write", write_forms.WRITERS), ("top", write_forms.TOP_WRITERS), ("read", write_forms.READERS), ("daily", write_forms.DAILY)):
        tables[kind], without, missing = write_forms.commands(text)
        left_out, absent = left_out + without, absent | missing
    memory = os.path.isdir("/dev/shm") and shutil.disk_usage("/dev/shm").free > 1 << 29  # a disk makes it five times slower
    base = tempfile.mkdtemp(prefix="cordon-writes-", dir="/dev/shm" if memory else "/var/tmp")
    counts = dict.fromkeys(("flagged", "silent", "idle", "unsure", "miss", "false flag"), 0)
    failed = 0
    try:
        build(base + "/template")
        jobs = [(base, n, min(BATCH, COUNT - n * BATCH), tables) for n in range((COUNT + BATCH - 1) // BATCH)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for items in pool.map(run_batch, jobs):
                for it in items:
                    what = judge(it)
                    counts[what] += 1
                    failed += it["status"] != "0"
                    if what in ("miss", "false flag") or (VERBOSE and what == "unsure"):
                        print(f"{what.upper()} {it['command']!r} in {it['cwd']}: {it['verdict'][0]}, changed {it['touched']}; {it['stderr']!r}\n    {it['verdict'][1][:300]!r}")
                    if VERBOSE == "2" and it["status"] != "0":
                        print(f"FAILED {it['status']} {it['command']!r}: {it['stderr']!r}")
    finally:
        subprocess.run(["chmod", "-R", "u+rwX", base], check=False)
        shutil.rmtree(base, ignore_errors=True)
    if absent:
        print(f"{left_out} forms left out, programs missing: {' '.join(sorted(absent))}")
    quiet = counts["silent"] + counts["unsure"] + counts["false flag"]
    rate = counts["false flag"] / max(1, quiet)
    print(f"seed {SEED}: {COUNT} commands of {sum(map(len, tables.values()))} forms ({failed} ended with an error), {counts['flagged']} rightly flagged, {counts['idle']} flagged and without effect, "
          f"{counts['silent']} rightly silent, {counts['miss']} misses, {counts['false flag']} false flags ({100 * rate:.2f} %), {counts['unsure']} cannot be told")
    return 1 if counts["miss"] or rate > 0.005 else 0


sys.exit(main())
