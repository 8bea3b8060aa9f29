# SPDX-License-Identifier: Apache-2.0
"""Counting what a program costs: system calls (strace), instructions (callgrind), time as a ratio to another program."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

PAYLOADS = {  # program -> recorded payload that needs no decision (fixtures/<version>/…)
    "bypass-warn": "PreToolUse/bash-plain.json",
    "git-add-guard": "PreToolUse/bash-plain.json",
    "protected-paths": "PreToolUse/edit.json",
    "deny-guard": "PreToolUse/bash-plain.json",
    "posture-watch": "PreToolUse/bash-plain.json",  # once a turn it reads every settings file and its memory: 33 calls
    "error-hint": "PostToolUse/bash-plain.json",
    "statusline": "status/first-render.json",
}


class Scene:
    """A scratch home with the sandbox switched on, and a git repository the payload speaks of."""

    def __init__(self, folder):
        self.base = pathlib.Path(folder)
        self.home = self.base / "home"
        self.repo = self.base / "work" / "repo"
        (self.home / ".claude").mkdir(parents=True)
        self.repo.mkdir(parents=True)
        (self.home / ".claude" / "settings.json").write_text('{"sandbox":{"enabled":true}}\n')
        subprocess.run(["git", "init", "-q", "-b", "main", str(self.repo)], check=True)
        self.env = {"SHELL": "/bin/bash", "HOME": str(self.home), "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8",
                    "CLAUDE_PROJECT_DIR": str(self.repo)}

    def payload(self, source, version, name):
        text = (pathlib.Path(source) / "fixtures" / version / name).read_text()
        return text.replace("/work/repo", str(self.repo)).replace("/home/u", str(self.home)).encode()

    def wire_hooks(self, session, fired=True):
        """All hooks of ours, as the installer wires them; fired: each has left its trace in the session."""
        guards = {"bypass-warn": "Bash|PowerShell|Monitor", "git-add-guard": "Bash|PowerShell|Monitor", "deny-guard": "Bash|Monitor",
                  "protected-paths": "Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|mcp__.*"}
        entry = lambda name: {"hooks": [{"type": "command", "command": f"/opt/cordon/bin/{name}", "args": []}]}
        hooks = {"PreToolUse": [dict(entry(name), matcher=matcher) for name, matcher in guards.items()]}
        hooks.update({event: [entry("posture-watch")] for event in ("SessionStart", "ConfigChange", "UserPromptSubmit", "Stop")})
        (self.home / ".claude" / "settings.json").write_text(json.dumps({"sandbox": {"enabled": True}, "hooks": hooks}))
        folder = self.home / ".local" / "state" / "cordon" / "sessions" / session
        folder.mkdir(parents=True, exist_ok=True)
        for name in [*guards, "posture-watch"] if fired else []:
            (folder / f"fired-{name}").write_text("")

    def used_for_a_while(self, source, version, linked=False):
        """The rich preset where all that it reads is there: hooks that are wired and have left no trace, settings and options of the
        project, what posture-watch remembers, bypasses, an upstream and a stash; in a linked worktree also its three files. Gives the
        payload, and what lets the transcript grow by a tool's call."""
        payload = json.loads(self.rich_payload(source, version))
        self.wire_hooks(payload["session_id"], fired=False)
        git = lambda *words, cwd=self.repo: subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=a@b", *words], cwd=cwd, check=True, capture_output=True)
        (self.repo / "file").write_text("1")
        for words in (["add", "file"], ["commit", "-q", "-m", "first"], ["clone", "-q", ".", "../other"], ["remote", "add", "origin", "../other"], ["fetch", "-q"]):
            git(*words)
        if linked:
            git("worktree", "add", "-q", "../linked", "-b", "main-2")
            payload = json.loads(json.dumps(payload).replace(str(self.repo), str(self.repo.parent / "linked")))
            self.repo = self.repo.parent / "linked"
        git("branch", "-q", "-u", "origin/main", cwd=self.repo)
        (self.repo / "file").write_text("2")
        git("stash", cwd=self.repo)
        (self.repo / ".claude").mkdir()
        for name, text in {"settings.json": "{}", "settings.local.json": "{}", "cordon.toml": "[statusline]\n"}.items():
            (self.repo / ".claude" / name).write_text(text)
        session = self.home / ".local" / "state" / "cordon" / "sessions" / payload["session_id"]
        (session / "posture").write_text(json.dumps({"permission_mode": "default", "accepted": {}}))
        (session / "bypasses").write_text("xx")
        transcript = self.base / "transcript.jsonl"
        transcript.write_text("{}\n")
        payload["transcript_path"] = str(transcript)

        def grow():
            time.sleep(0.05)  # times of files move in steps
            now = time.strftime("%Y-%m-%dT%H:%M:%S.999Z", time.gmtime())
            lines = [{"message": {"content": [{"type": "tool_use", "id": "toolu_1", "name": "Bash"}]}},
                     {"message": {"content": [{"tool_use_id": "toolu_1", "type": "tool_result"}]}, "timestamp": now}]
            with transcript.open("a") as file:
                file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        return json.dumps(payload).encode(), grow

    def rich_payload(self, source, version):
        """Chooses the rich preset; the session has a folder of state, as posture-watch makes one."""
        (self.home / ".claude" / "cordon.toml").write_text('[statusline]\npreset = "rich"\n')
        payload = self.payload(source, version, "status/after-turn.json")
        session = json.loads(payload)["session_id"]
        (self.home / ".local" / "state" / "cordon" / "sessions" / session).mkdir(parents=True, exist_ok=True)
        return payload


def run(argv, scene, payload):
    return subprocess.run(argv, input=payload, env=scene.env, cwd=scene.repo, capture_output=True, check=False)


def count_once(program, scene, payload):
    """Renders until what git has counted is kept, and stops the clock, so that it stays fresh."""
    scene.env["CORDON_CLOCK"] = "1800000000"
    (scene.repo / "new").write_text("")
    end = time.monotonic() + 30
    while b" ?" not in (done := run([str(program)], scene, payload)).stdout:
        if time.monotonic() > end:
            raise RuntimeError(f"git has not counted: {done.stdout}")
        time.sleep(0.05)
    return done


def syscalls(program, scene, payload):
    """As `strace -c` counts: every call that returns (exit_group does not)."""
    with tempfile.NamedTemporaryFile("r") as log:
        run(["strace", "-f", "-o", log.name, str(program)], scene, payload)
        return sum(1 for line in log if re.match(r"\d+\s+(?!exit_group)\w+\(", line))


def children(program, scene, payload):
    """Processes and threads that it starts."""
    with tempfile.NamedTemporaryFile("r") as log:
        run(["strace", "-f", "-e", "trace=process", "-o", log.name, str(program)], scene, payload)
        return sum(1 for line in log if re.search(r" (clone3?|v?fork)\(", line))


def started(command, scene, payload):
    """Programs that it starts, itself not among them."""
    with tempfile.NamedTemporaryFile("r") as log:
        run(["strace", "-f", "-e", "trace=execve", "-o", log.name, *map(str, command)], scene, payload)
        return sum(1 for line in log if re.search(r"execve\b.* = 0$", line)) - 1


def instructions(program, scene, payload):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        done = run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", str(program)], scene, payload)
        found = re.search(r"Collected : (\d+)", done.stderr.decode())
        if not found:
            raise RuntimeError(f"callgrind gave no count for {program}: {done.stderr.decode()[-500:]}")
        return int(found.group(1))


def executed(program, scene, payload):
    """Addresses of the instructions that ran, in the order of their first run."""
    with tempfile.NamedTemporaryFile("r") as log:
        run(["valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-file={log.name}", str(program)], scene, payload)
        return list(dict.fromkeys(int(line[3:].split(",")[0], 16) for line in log if line.startswith("I ")))


def code_pieces(program, scene, payload):
    """Pieces of 64 KB of the program that instructions ran in: what the kernel maps at a first touch."""
    return len({address >> 16 for address in executed(program, scene, payload)})


def installed(folder, *programs):
    """Copies, as an installer writes them. What a linker has written lies in other pieces in the page cache, and starts slower."""
    copies = [pathlib.Path(folder) / program.name for program in programs]
    for program, copy in zip(programs, copies):
        shutil.copy(program, copy)
    return copies


def times(build, commands, scene, payload, rounds=300, fastest=False):
    """Median time of each command in seconds, taken in turn so that all see the same machine. fastest: of the fastest tenth, the slowest,
    which a busy machine changes less."""
    argv = [str(build / "tests" / "spawn_time"), str(rounds)]
    with tempfile.NamedTemporaryFile() as file:
        file.write(payload)
        file.flush()
        argv.append(file.name)
        for i, command in enumerate(commands):
            argv += (["--"] if i else []) + [str(word) for word in command]
        done = subprocess.run(argv, env=scene.env, cwd=scene.repo, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"spawn_time: {done.stderr}")
    return [int(line.split()[1 if fastest else 0]) / 1e9 for line in done.stdout.splitlines()]


def time_ratio(build, program, scene, payload, rounds=300):
    """Median time of the program as a multiple of an empty static one, both as installed."""
    with tempfile.TemporaryDirectory() as folder:
        empty, time = times(build, [[copy] for copy in installed(folder, build / "tests" / "empty", program)], scene, payload, rounds)
        return time / empty
