#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the rows of fixtures/hooks/git-add-guard/real.jsonl with the real git in a scratch repository that shows the sandbox's
device files (bubblewrap binds /dev/null, as the runtime's sandbox does: the name is listed as a regular file and turns out to
be a device), and asks the built hook about the same command. The hook denies exactly when git fails on a device file.
"files" are written first. Rows with "policy" are denied (or passed) for another reason, which the row gives.   real_git.py GIT_ADD_GUARD

Not mknod: git passes over a device that the folder lists as one, so nothing would fail."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT_MASKS = ".bash_profile .bashrc .gitconfig .gitmodules .idea .mcp.json .profile .ripgreprc .vscode .zprofile .zshrc".split()
CLAUDE_MASKS = """agents commands hooks launch.json loop.md output-styles routines scheduled_tasks.json settings.json settings.local.json skills
workflows""".split()
FAULTS = ("can only add regular files", "unsupported file type")
FIXTURE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../fixtures/hooks/git-add-guard/real.jsonl")


def clean_environment(home):
    return {"SHELL": "/bin/bash", "HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}


def build(scratch):
    root, home = os.path.join(scratch, "repo"), os.path.join(scratch, "home")
    for folder in ("src", "sub/deep", ".claude"):
        os.makedirs(os.path.join(root, folder))
    os.makedirs(os.path.join(home, ".claude"))
    with open(os.path.join(home, ".claude/settings.json"), "w") as out:
        out.write('{"sandbox":{"enabled":true}}')
    with open(os.path.join(home, ".gitconfig"), "w") as out:
        out.write("[user]\n\tname = n\n\temail = e@x\n[init]\n\tdefaultBranch = main\n")
    for name in ("a.txt", "src/foo.py", "sub/c.txt", "sub/deep/d.txt", "data.json"):
        open(os.path.join(root, name), "w").write("1\n")
    git = lambda *words: subprocess.run(["git", *words], cwd=root, env=clean_environment(home), check=True, capture_output=True)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    for name in ("a.txt", "sub/c.txt"):
        open(os.path.join(root, name), "w").write("2\n")
    for name in ("new.txt", "src/new.py", "sub/new.txt", ".claude/notes.md", ".envrc", ".mcp.json"):
        open(os.path.join(root, name), "w").write("new\n")
    return root, home


def run_in_sandbox(root, home, command):
    binds = []
    for name in ROOT_MASKS + [".claude/" + n for n in CLAUDE_MASKS]:
        if not os.path.lexists(os.path.join(root, name)):
            binds += ["--bind", "/dev/null", os.path.join(root, name)]
    done = subprocess.run(["bwrap", "--dev-bind", "/", "/", *binds, "--chdir", root, "bash", "-c", command], env=clean_environment(home), stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, errors="replace")
    return any(fault in done.stdout + done.stderr for fault in FAULTS)


def ask_hook(hook, root, home, command):
    payload = {"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": root, "tool_name": "Bash", "tool_input": {"command": command}}
    done = subprocess.run([hook], input=json.dumps(payload), env=clean_environment(home), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] if done.stdout else "none"


def main():
    hook = os.path.abspath(sys.argv[1])
    if shutil.which("bwrap") is None or subprocess.run(["bwrap", "--dev-bind", "/", "/", "true"], capture_output=True).returncode != 0:
        print("bubblewrap does not work here: skipped")
        sys.exit(77)
    wrong = 0
    rows = [json.loads(line) for line in open(FIXTURE)]
    with tempfile.TemporaryDirectory() as scratch:
        root, home = build(scratch)
        keep = os.path.join(scratch, "keep")
        shutil.copytree(root, keep, symlinks=True)
        for row in rows:
            command = row["in"].replace("@ROOT@", root)
            for name, text in row.get("files", {}).items():
                with open(os.path.join(root, name), "w") as out:
                    out.write(text)
            verdict = ask_hook(hook, root, home, command)
            fails = run_in_sandbox(root, home, command)
            shutil.rmtree(root)
            shutil.copytree(keep, root, symlinks=True)
            want = row["want"]
            agrees = row.get("policy") or (verdict == "deny") == fails
            if verdict != want or not agrees:
                wrong += 1
                print(f"{command!r}: wanted {want}, the hook says {verdict}, git {'fails on a device' if fails else 'does not'}")
    print(f"{len(rows)} commands run, {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
