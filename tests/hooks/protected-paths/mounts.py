# SPDX-License-Identifier: Apache-2.0
"""Folders mounted twice, for real: in a mount namespace of its own (bubblewrap) a second view of the project and of its
protected folders, each through the program. Disks that fold names are in alias_test.cc, on a fake one.

usage: mounts.py PROGRAM FIXTURES
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
# path, answer; /view is the project again, /inner its .claude, /flows its .github/workflows, /one one protected file.
MOUNTS = [("/view/.claude/settings.json", "ask"), ("/inner/settings.json", "ask"), ("/inner/new/deep.md", "ask"), ("/flows/new.yml", "ask"), ("/one", "ask"), ("/view/src/../.claude/x", "ask"),
          ("/view/src/a.py", "allow"), ("/view/README.md", "allow"), ("/view/.github/dependabot.yml", "allow"), ("/inner2/settings.json", "allow"), ("/other", "allow"), ("REPO/src/a.py", "allow"), ("/tmp/x", "allow")]


def script(repo, path):
    payload = {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": repo, "tool_name": "Write", "tool_input": {"file_path": path.replace("REPO", repo), "content": "x"}}
    return json.dumps(payload)


def verdict(done, path):
    if done.returncode != 0 or done.stderr:
        return f"exit {done.returncode}: {done.stderr.decode()[:300]} ({path})"
    return json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] if done.stdout else "allow"


def mounted(repo):
    env = {"SHELL": "/bin/bash", "PATH": "/usr/bin:/bin", "HOME": "/var/empty", "CLAUDE_PROJECT_DIR": repo}
    for path, want in MOUNTS:
        box = ["bwrap", "--tmpfs", "/", "--proc", "/proc", "--ro-bind", "/usr", "/usr", "--ro-bind-try", "/lib", "/lib", "--ro-bind-try", "/lib64", "/lib64", "--ro-bind", PROGRAM, "/program", "--bind", repo, repo, "--bind", repo, "/view", "--bind", repo + "/.claude", "/inner", "--bind", repo + "/.github/workflows", "/flows",
               "--bind", repo + "/gates.json", "/one", "--bind", repo + "/src/a.py", "/other", "--bind", repo + "/src", "/inner2", "--unshare-all", "--die-with-parent", "/program"]
        yield path, verdict(subprocess.run(box, input=script(repo, path).encode(), capture_output=True, env=env, timeout=60), path), want


def main():
    if shutil.which("bwrap") is None:
        print("bwrap is missing: nothing was run")
        return 1
    count = failed = 0
    with tempfile.TemporaryDirectory(dir="/var/tmp") as base:
        repo = os.path.realpath(base) + "/repo"
        for name in (".claude/settings.json", ".github/workflows/ci.yml", ".github/dependabot.yml", "gates.json", "src/a.py", "src/settings.json", "README.md", ".git/HEAD"):
            os.makedirs(os.path.dirname(f"{repo}/{name}"), exist_ok=True)
            open(f"{repo}/{name}", "w").close()
        with open(repo + "/.git/HEAD", "w") as file:
            file.write("ref: refs/heads/main\n")
        for path, got, want in mounted(repo):
            count += 1
            if got != want:
                failed += 1
                print(f"{got}, expected {want}: {path}")
    print(f"{count} rows, {failed} failures")
    return 1 if failed else 0


sys.exit(main())
