# SPDX-License-Identifier: Apache-2.0
"""Runs every row of fixtures/hooks/protected-paths/cases.jsonl and oracle_writes.jsonl through the program.

usage: cases.py PROGRAM FIXTURES

The rows assume /work/repo as project and /home/u as home. Where a row needs files (links, a patch), it runs in a scratch
copy whose paths stand in for those.
"""
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, FIXTURES = os.path.abspath(sys.argv[1]), sys.argv[2]
failures = []


def run(args, text, env, cwd="/"):
    return subprocess.run([PROGRAM, *args], input=text, capture_output=True, env=env, cwd=cwd, timeout=60)


class World:
    """A place for the rows: names of the row's world and where they really are."""

    def __init__(self, scratch, protected, real):
        self.scratch, self.real = scratch, real
        self.gates = os.path.join(scratch, "gates.json")
        with open(self.gates, "w") as file:
            json.dump({"protectedPaths": protected}, file)
        self.env = {"SHELL": "/bin/bash", "PATH": "/usr/bin:/bin", "HOME": self.place("/home/u"), "GATES_FILE": self.gates, "CLAUDE_PROJECT_DIR": self.place("/work/repo")}
        if real:
            repo = self.place("/work/repo")
            os.makedirs(repo + "/.claude/hooks")
            os.makedirs(repo + "/.git/hooks")
            os.makedirs(repo + "/src")
            os.makedirs(self.place("/home/u/.claude"))
            for name in (".claude/settings.json", ".git/config", "src/a.py", "evil.json", ".claude/hooks/guard.sh"):
                with open(os.path.join(repo, name), "w") as file:
                    file.write("{}\n")
            with open(repo + "/p.diff", "w") as file:
                file.write("--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-{}\n+{1}\n")

    def place(self, path):
        return self.scratch + path if self.real and path.startswith(("/work/", "/home/")) else path

    def text(self, text):
        return text.replace("/work/", self.scratch + "/work/").replace("/home/u", self.scratch + "/home/u") if self.real else text

    def hook(self, tool, tool_input, cwd="/work/repo", extra=None):
        payload = {"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": cwd, "tool_name": tool, "tool_input": tool_input}
        payload.update(extra or {})
        done = run([], self.text(json.dumps(payload)).encode(), self.env)
        if done.returncode != 0 or done.stderr:
            return f"exit {done.returncode}, {done.stderr!r}"
        if not done.stdout:
            return "allow"
        answer = json.loads(done.stdout)
        if "faults" in answer.get("systemMessage", ""):
            return answer["systemMessage"]
        return answer.get("hookSpecificOutput", {}).get("permissionDecision", "allow")

    def check(self, args, text):
        done = run(["check", *args, "--list", self.gates, "--format", "json"], text.encode(), self.env)
        return {0: "clear", 1: "flag"}.get(done.returncode, f"exit {done.returncode}: {done.stdout.decode()}{done.stderr.decode()}")


def want_of(verdict):
    if verdict in ("allow", "clear"):
        return {verdict}
    if verdict == "flag":
        return {"flag"}
    return {"ask", "deny"}


def expect(row, what, got, verdict):
    if got not in want_of(verdict):
        failures.append(f"{row['id']}: {what!r}: {got}, expected {verdict}")


def set_up(row, world):
    for line in row["input"].get("setup", []):
        if line.startswith("ln "):
            subprocess.run(line, shell=True, cwd=world.place("/work/repo"), check=True)
        elif "gitdir:" in line:
            worktree, admin = world.place("/work/wt"), world.place("/work/repo/.git/worktrees/wt")
            os.makedirs(worktree)
            os.makedirs(admin)
            with open(worktree + "/.git", "w") as file:
                file.write(f"gitdir: {admin}\n")
            for name, text in (("commondir", "../..\n"), ("gitdir", worktree + "/.git\n"), ("HEAD", "ref: refs/heads/wt\n")):
                with open(os.path.join(admin, name), "w") as file:
                    file.write(text)


def pair_verdict(row, pair):
    if row["id"] in ("PP-025", "PP-023"):
        return "allow"  # what is written is not protected
    return pair[1].split()[0]


def run_row(row, world):
    given, expected = row["input"], row["expected"]
    kind, verdict = given["kind"], expected.get("verdict")
    cwd = given.get("cwd", "/work/repo")
    if kind == "path_list":
        for path in given["paths"]:
            expect(row, path, world.hook(given["tool"], {given["key"]: path, "content": "x"}, cwd), verdict)
    elif kind in ("command_list", "command"):
        for command in given.get("commands", [given.get("command")]):
            expect(row, command, world.hook("Bash", {"command": command}, cwd), verdict)
    elif kind == "hook_payload":
        payload = dict(given["payload"])
        expect(row, payload["tool_name"], world.hook(payload.pop("tool_name"), payload.pop("tool_input"), payload.pop("cwd"), payload), verdict)
    elif kind == "pairs":
        for pair in given["pairs"]:
            expect(row, pair[0], world.hook("Bash", {"command": pair[0]}, cwd), pair_verdict(row, pair))
    elif kind == "sequence":
        for step in given["steps"]:
            tool_input = {k: v for k, v in step.items() if k in ("file_path", "command")}
            expect(row, str(tool_input), world.hook(step["tool"], tool_input), "deny" if step["expect"].startswith("deny") else "allow")
    elif kind == "diff":
        expect(row, "diff", world.check(["--diff", "-"], given["diff"]), verdict)
    elif kind == "diff_list":
        for diff, each in zip(given["diffs"], expected["verdicts"]):
            expect(row, diff, world.check(["--diff", "-"], diff), each.split()[0])
    elif kind == "rules":
        inner = World(tempfile.mkdtemp(dir=world.scratch), given["rules"], False)
        for path in given.get("paths", []):
            expect(row, path, inner.hook("Write", {"file_path": path, "content": ""}), verdict)
        for path, match in given.get("pairs", []):
            expect(row, path, inner.check(["--files-from", "-"], path + "\n"), "flag" if match == "match" else "clear")
            expect(row, path, inner.hook("Write", {"file_path": path, "content": ""}), "deny" if match == "match" else "allow")
    else:
        failures.append(f"{row['id']}: kind {kind} is not run")


def main():
    count = 0
    with open(os.path.join(FIXTURES, "cases.jsonl")) as file:
        rows = [json.loads(line) for line in file]
    for row in rows:
        # As plain text, where nothing of it exists, and in a place where it does.
        for real in (False, True):
            if not real and (row["input"].get("setup") and row["id"] != "PP-019"):
                continue
            with tempfile.TemporaryDirectory() as scratch:
                world = World(scratch, row["input"]["protected"], real)
                if real:
                    set_up(row, world)
                run_row(row, world)
                count += 1
    protected = [".claude/settings.json", ".claude/hooks/**", ".git/config", "~/.claude/settings.json"]
    with open(os.path.join(FIXTURES, "oracle_writes.jsonl")) as file:
        oracle = [json.loads(line) for line in file]
    for real in (False, True):
        with tempfile.TemporaryDirectory() as scratch:
            world = World(scratch, protected, real)
            for row in oracle:
                changed = [p for p in row["changed"] if p.startswith((".claude/", ".git/", "home/.claude"))]
                got = world.hook("Bash", {"command": row["command"]})
                expect({"id": "oracle"}, row["command"], got, "deny" if changed else "allow")
                count += 1
    for line in failures:
        print(line)
    print(f"{count} rows, {len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
