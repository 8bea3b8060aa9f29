# SPDX-License-Identifier: Apache-2.0
"""Rows of rows.jsonl (shell commands) and tool_rows.jsonl (file tools, MCP tools) in fixtures/hooks/protected-paths, in a
scratch repository with the built-in list and preset:home; of each file at least half must not fire.

A row may have "cwd" and "root" (the project's folder) of its own. /work/ and /home/u/ stand for scratch folders.

usage: rows.py PROGRAM FIXTURES
"""
import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM, FIXTURES = os.path.abspath(sys.argv[1]), sys.argv[2]
SET_UP = """git init -q . && mkdir -p .claude/hooks .github/workflows src/sub docs build && echo {} > .claude/settings.json &&
echo x > .github/workflows/ci.yml && echo x > src/a.py && echo x > src/sub/b.py && echo {} > package.json && echo x > docs/x.md"""


LINKS = """ln -s .claude lnk && ln -s lnk lnk2 && ln -s ../.claude/hooks src/hk && ln -s ../.claude/settings.json src/cfg && ln -s ../.claude/todo.json src/todo &&
ln -s ../docs src/d && ln -s a.py src/link.py && ln -s loop src/loop && ln -s /tmp src/out && ln .claude/settings.json docs/hard.json && mkdir sub && echo {} > sub/gates.json &&
ln sub/gates.json docs/hard-sub.json && ln src/a.py src/twin.py && ln -s repo ../alias && ln -s repo/.claude ../real-claude && echo 1 > .claude/hooks/guard.sh"""


def scene(scratch, links):
    repo, home = scratch + "/work/repo", scratch + "/home/u"
    os.makedirs(repo)
    os.makedirs(home + "/.claude")
    subprocess.run(SET_UP + (" && " + LINKS if links else ""), shell=True, cwd=repo, check=True)
    if links:
        with open(home + "/.claude/cordon.toml", "w") as file:
            file.write('[protected_paths]\npaths = ["preset:home"]\n')


def run_file(name, links):
    with open(os.path.join(FIXTURES, name)) as file:
        rows = [json.loads(line) for line in file]
    quiet = sum(row["want"] == "allow" for row in rows)
    failed = 0 if quiet * 2 >= len(rows) else 1
    with tempfile.TemporaryDirectory() as scratch:
        scene(scratch, links)
        swaps = (("/work/", scratch + "/work/"), ("\\\\work\\\\", scratch.replace("/", "\\\\") + "\\\\work\\\\"), ("/home/u/", scratch + "/home/u/"), ("/WORK/", scratch + "/WORK/"))

        def placed(text):
            for old, new in swaps:
                text = re.sub(r"(?<!\.\.)" + re.escape(old), lambda _, new=new: new, text)  # ../work/ is a place already
            return text

        for row in rows:
            tool_input = row.get("input", {"command": row.get("command")})
            payload = {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": row.get("cwd", "/work/repo/"), "tool_name": row.get("tool", "Bash"), "tool_input": tool_input}
            env = {"SHELL": "/bin/bash", "PATH": "/usr/bin:/bin", "HOME": scratch + "/home/u", "CLAUDE_PROJECT_DIR": placed(row.get("root", "/work/repo"))}
            done = subprocess.run([PROGRAM], input=placed(json.dumps(payload)).encode(), capture_output=True, env=env, timeout=60)
            answer = json.loads(done.stdout) if done.stdout else {}
            got = answer.get("hookSpecificOutput", {}).get("permissionDecision", "allow")
            if got != row["want"] or done.returncode != 0 or done.stderr:
                failed += 1
                print(f"{got}, expected {row['want']}: {row}\n    {answer} {done.stderr}")
    print(f"{name}: {len(rows)} rows ({quiet} must not fire), {failed} failures")
    return failed


def main():
    return 1 if run_file("rows.jsonl", False) + run_file("tool_rows.jsonl", True) else 0


sys.exit(main())
