# SPDX-License-Identifier: Apache-2.0
"""Rows of fixtures/hooks/protected-paths/rows.jsonl in a scratch repository with the built-in list; more than half must not fire.

usage: rows.py PROGRAM FIXTURES
"""
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, FIXTURES = os.path.abspath(sys.argv[1]), sys.argv[2]
SET_UP = """git init -q . && mkdir -p .claude/hooks .github/workflows src/sub docs build && echo {} > .claude/settings.json &&
echo x > .github/workflows/ci.yml && echo x > src/a.py && echo x > src/sub/b.py && echo {} > package.json && echo x > docs/x.md"""


def main():
    with open(os.path.join(FIXTURES, "rows.jsonl")) as file:
        rows = [json.loads(line) for line in file]
    quiet = sum(row["want"] == "allow" for row in rows)
    failed = 0 if quiet * 2 >= len(rows) else 1
    with tempfile.TemporaryDirectory() as scratch:
        repo, home = scratch + "/work/repo", scratch + "/home"
        os.makedirs(repo)
        os.makedirs(home)
        subprocess.run(SET_UP, shell=True, cwd=repo, check=True)
        env = {"PATH": "/usr/bin:/bin", "HOME": home, "CLAUDE_PROJECT_DIR": repo}
        for row in rows:
            tool_input = row.get("input", {"command": row.get("command")})
            payload = {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": repo, "tool_name": row.get("tool", "Bash"), "tool_input": tool_input}
            text = json.dumps(payload).replace("/work/repo/", repo + "/")
            done = subprocess.run([PROGRAM], input=text.encode(), capture_output=True, env=env, timeout=60)
            answer = json.loads(done.stdout) if done.stdout else {}
            got = answer.get("hookSpecificOutput", {}).get("permissionDecision", "allow")
            if got != row["want"] or done.returncode != 0 or done.stderr:
                failed += 1
                print(f"{got}, expected {row['want']}: {tool_input}\n    {answer}")
    print(f"{len(rows)} rows ({quiet} must not fire), {failed} failures")
    return 1 if failed else 0


sys.exit(main())
