#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad input and a hostile surrounding: every program gives its declared answer, in bounded time, with nothing on stderr.

    bad_input.py --validate VALIDATE_JSON --schema hook-decision.schema.json [--seconds N] [--only GROUP] PROGRAM…

Guards: exit 0 and JSON that asks for a payload that cannot be read. bypass-warn: asks only if the flag may be set in it.
posture-watch says what it could not read, error-hint has nothing to say. statusline: exit 0 and a line with its tag. `--seconds` is a guard against hanging, no measurement.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

FLAG = "dangerouslyDisableSandbox"
MAX_ANSWER = 50000  # the runtime moves longer answers into a file
NOBODY = 65534

ASK, SILENT, VALID, SPEAKS, TAG = "asks", "silent", "valid or silent", "says something", "shows its tag"


def call(tool_input, **more):
    payload = {"session_id": "s1", "transcript_path": "/t", "cwd": "/work/repo", "permission_mode": "default", "hook_event_name": "PreToolUse",
               "tool_name": "Bash", "tool_input": tool_input, "tool_use_id": "u1"}
    payload.update(more)
    return json.dumps(payload).encode()


def event(name, **more):
    return json.dumps({"session_id": "s1", "transcript_path": "/t", "cwd": "/work/repo", "hook_event_name": name, **more}).encode()


def bypass(command="echo hello"):
    return call({"command": command, "description": "Say it", FLAG: True})


STATUS = json.dumps({"session_id": "s1", "cwd": "/work/repo", "model": {"id": "m", "display_name": "Opus"},
                     "workspace": {"current_dir": "/work/repo", "project_dir": "/work/repo"}, "version": "2.1.332"}).encode()
DEEP = b'{"tool_name":"Bash","a":' + b"[" * 10000 + b"]" * 10000 + b"}"

# Payloads that cannot be read and do not hold the flag: guards ask, bypass-warn is silent.
UNREADABLE = {
    "empty": b"",
    "blank": b" \n ",
    "truncated": call({"command": "ls"})[:-20],
    "truncated in a string": b'{"tool_name":"Ba',
    "invalid UTF-8": b'{"tool_name":"Bash","tool_input":{"command":"ls \xff\xfe"}}',
    "10 000 arrays": DEEP,
    "10 000 objects, not closed": b'{"a":' * 10000,
    "array": b"[]",
    "null": b"null",
    "text before it": b"hello " + call({"command": "ls"}),
    "two payloads": call({"command": "ls"}) * 2,
    "comment": b"// c\n" + call({"command": "ls"}),
    "NUL": b"\0" * 4096,
    "binary": bytes(range(256)) * 64,
    "unescaped control character": b'{"tool_name":"Bash","tool_input":{"command":"a\x1b[31mb\nc"}}',
    "trailing comma": b'{"tool_name":"Bash","tool_input":{"command":"ls"},}',
}
# The same with the flag somewhere in it, or with what may be the flag: everybody asks.
UNREADABLE_FLAG = {
    "truncated behind the flag": b'{"tool_name":"Bash","tool_input":{"command":"ls","%s":true' % FLAG.encode(),
    "flag in escapes, truncated": b'{"tool_input":{"dangerouslyDisable\\u0053andbox":true,"command":"ls',
    "flag cut": b'{"tool_input":{"command":"ls","dangerouslyDis',
    "flag and invalid UTF-8": b'{"tool_input":{"command":"\xff","%s":true}}' % FLAG.encode(),
    "flag below 10 000 arrays": DEEP[:-1] + b',"tool_input":{"%s":true}}' % FLAG.encode(),
    "larger than the limit": b'{"tool_name":"Bash","tool_input":{"command":"' + b"x" * (65 << 20) + b'"}}',
}
# Payloads that can be read: (payload, what bypass-warn does, what the guards do).
READABLE = {
    "plain": (call({"command": "ls"}), SILENT, SILENT),
    "50 MB of command": (call({"command": "echo " + "x" * (50 << 20)}), SILENT, VALID),
    "50 MB of lines": (call({"command": "echo x\n" * (50 << 17)}), SILENT, VALID),
    "50 MB with the flag": (bypass("echo " + "x" * (50 << 20)), ASK, VALID),
    "50 MB of description": (call({"command": "ls", "description": "x" * (50 << 20)}), SILENT, SILENT),
    "10 000 levels of shell": (call({"command": "(" * 10000 + "ls" + ")" * 10000}), SILENT, VALID),
    "10 000 substitutions": (call({"command": "echo " + "$(" * 10000 + "ls" + ")" * 10000}), SILENT, VALID),
    "10 000 open quotes": (call({"command": "echo " + "\"$('" * 10000}), SILENT, VALID),
    "NUL in a command": (call({"command": "ls \0 x"}), SILENT, VALID),
    "escapes in a command": (call({"command": "ls \x1b[2J\x1b]0;t\x07\x9b31m\u202e"}), SILENT, VALID),
    "escapes and the flag": (bypass("ls \0 \x1b[2J\x1b]0;t\x07\x9b31m\u202e\r x"), ASK, VALID),
    "lone surrogate": (b'{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"echo \\ud800"}}', SILENT, VALID),
    "duplicate flag, the last is true": (b'{"tool_name":"Bash","tool_input":{"command":"ls","%s":false,"%s":true}}' % (FLAG.encode(), FLAG.encode()), ASK, SILENT),
    "duplicate flag, the last is false": (b'{"tool_name":"Bash","tool_input":{"command":"ls","%s":true,"%s":false}}' % (FLAG.encode(), FLAG.encode()), SILENT, SILENT),
    "duplicate command": (b'{"tool_name":"Bash","tool_input":{"command":"git add -A","command":"ls"}}', SILENT, SILENT),
    "flag in escapes": (b'{"tool_name":"Bash","tool_input":{"command":"ls","dangerouslyDisable\\u0053andbox":true}}', ASK, SILENT),
    "flag as text": (call({"command": "ls", FLAG: "true"}), ASK, SILENT),
    "flag as number": (call({"command": "ls", FLAG: 1}), ASK, SILENT),
    "flag as null": (call({"command": "ls", FLAG: None}), SILENT, SILENT),
    "flag only mentioned": (call({"command": f"echo '{{\"{FLAG}\":true}}'"}), SILENT, SILENT),
    "command is a number": (call({"command": 5}), SILENT, VALID),
    "command is missing": (call({}), SILENT, VALID),
    "tool_input is text": (call("ls"), SILENT, VALID),
    "tool_input is missing": (b'{"hook_event_name":"PreToolUse","tool_name":"Bash"}', SILENT, VALID),
    "tool_name is a number": (call({"command": "ls"}, tool_name=5), SILENT, VALID),
    "everything is a number": (json.dumps({k: 5 for k in json.loads(call({}))}).encode(), SILENT, VALID),
    "empty object": (b"{}", SILENT, VALID),
    "session id climbs": (bypass().replace(b'"s1"', b'"../../../../x"'), ASK, VALID),
    "cwd is relative": (call({"command": "ls"}, cwd="../.."), SILENT, VALID),
    "cwd of 100 000 letters": (call({"command": "ls > x"}, cwd="/" + "x" * 100000), SILENT, VALID),
}
# For posture-watch: events of a session, whole and damaged.
EVENTS = {
    "start": event("SessionStart", source="startup"),
    "start of an odd source": event("SessionStart", source=5),
    "start without a session": b'{"hook_event_name":"SessionStart","source":"startup"}',
    "session id climbs": event("SessionStart", source="startup", session_id="../../../../x"),
    "change": event("ConfigChange", source="local_settings", file_path="/work/repo/.claude/settings.local.json"),
    "change without a path": event("ConfigChange", source="local_settings"),
    "change of a hostile path": event("ConfigChange", source="local_settings", file_path="/x\x1b[31m\n" * 1000),
    "prompt of 50 MB": event("UserPromptSubmit", permission_mode="default", prompt="x" * (50 << 20)),
    "odd mode": event("Stop", permission_mode="x\x1b[31m" * 1000),
    "mode is a number": event("Stop", permission_mode=5),
}
FAILED = "touch: cannot touch '/usr/x': Read-only file system"


def ran(error="Exit code 1\n" + FAILED, **more):
    return event("PostToolUseFailure", **{"tool_name": "Bash", "tool_input": {"command": "touch /usr/x"}, "tool_use_id": "u1", "error": error, "is_interrupt": False, **more})


# For error-hint: (what is tried, what it does with it).
RAN = {
    "a command that failed": (ran(), SPEAKS),
    "no error": (ran(None), SILENT),
    "the error is a number": (ran(5), SILENT),
    "50 MB without a signature": (ran("x" * (50 << 20)), SILENT),
    "50 MB of a signature": (ran("read-only file system\n" * (2 << 20)), SILENT),
    "50 MB in front of it": (ran("x" * (50 << 20) + "\n" + FAILED), SPEAKS),
    "50 MB of a path": (ran("touch: cannot touch '/usr/" + "x" * (50 << 20) + "': Read-only file system"), SILENT),
    "a hostile path": (ran("touch: cannot touch '/usr/\x1b[31m\u202e\0x': Read-only file system"), SPEAKS),
    "50 MB of command": (ran(tool_input={"command": "touch x; " * (5 << 20)}), VALID),
    "the command is no text": (ran(tool_input={"command": ["touch"]}), SPEAKS),
    "no input": (ran(tool_input=None), SPEAKS),
    "session id climbs": (ran(session_id="../../../../x"), SPEAKS),
    "tool_use_id of many lines": (ran(tool_use_id="a\nb\n" * 5000), VALID),
    "cwd is relative": (ran(cwd="../.."), SPEAKS),
    "another tool": (ran(tool_name="Write"), SILENT),
    "a response of the wrong type": (event("PostToolUse", tool_name="Bash", tool_input={"command": "x"}, tool_response=5), SILENT),
    "a response without output": (event("PostToolUse", tool_name="Bash", tool_input={"command": "x"}, tool_response={}), SILENT),
}
STATUS_INPUTS = {
    "plain": STATUS,
    "numbers as text": STATUS.replace(b'"2.1.332"', b'"2.1.332","cost":{"total_cost_usd":"5"},"context_window":{"used_percentage":"7"}'),
    "text as numbers": b'{"model":{"display_name":5},"workspace":{"project_dir":5},"cwd":[],"version":5}',
    "nulls": b'{"model":null,"workspace":null,"cwd":null,"context_window":null}',
    "escapes in the model": STATUS.replace(b"Opus", b"O\\u001b[2J\\u0000\\u202e\\npus"),
    "50 MB of model": STATUS.replace(b"Opus", b"O" * (50 << 20)),
    "duplicate model": STATUS.replace(b'"model":', b'"model":5,"model":'),
    "huge numbers": STATUS[:-1] + b',"cost":{"total_cost_usd":1e400,"total_duration_ms":-1e400},"context_window":{"used_percentage":1e308}}',
}


class Surrounding:
    """A home, a project and stand-ins for the sandbox's programs; sandbox on unless told otherwise."""

    def __init__(self, root):
        self.root = root
        self.home, self.project, self.bin = (os.path.join(root, n) for n in ("home", "project", "bin"))
        for folder in (f"{self.home}/.claude", f"{self.project}/.claude", self.bin):
            os.makedirs(folder)
        for name in ("bwrap", "socat"):
            self.write(f"{self.bin}/{name}", "#!/bin/sh\n", 0o755)
        self.user = f"{self.home}/.claude/settings.json"
        self.write(self.user, '{"sandbox":{"enabled":true}}')
        self.env = {"SHELL": "/bin/bash", "HOME": self.home, "PATH": f"{self.bin}:/usr/bin:/bin", "LANG": "C.UTF-8", "CLAUDE_PROJECT_DIR": self.project,
                    "AI_AGENT": "claude-code_2-1-332_harness", "CLAUDECODE": "1"}
        self.cwd = self.project
        self.before = []

    @staticmethod
    def write(path, text, mode=0o644):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        os.chmod(path, mode)

    def local(self, payload):
        return payload.replace(b"/work/repo", self.project.encode())

    def open_to_nobody(self):
        for folder, _, names in os.walk(self.root):
            os.chown(folder, NOBODY, NOBODY)
            for name in names:
                os.chown(os.path.join(folder, name), NOBODY, NOBODY, follow_symlinks=False)


class Suite:
    def __init__(self, options):
        self.options, self.checks, self.failures, self.skipped = options, 0, [], []
        # Copies, in a folder that every user can reach: some cases run as another one.
        self.folder = tempfile.TemporaryDirectory(prefix="cordon-bad-programs-")
        os.chmod(self.folder.name, 0o755)
        self.programs = {os.path.basename(p): shutil.copy(p, self.folder.name) for p in options.programs}

    def surrounding(self):
        return tempfile.TemporaryDirectory(prefix="cordon-bad-")

    def start(self, place, name, payload, **more):
        argv = place.before + [self.programs[name]]
        options = {"input": payload, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": place.env, "cwd": place.cwd, "timeout": self.options.seconds}
        options.update(more)
        return subprocess.run(argv, check=False, **options)

    def fail(self, name, row, what):
        self.failures.append(f"{name}: {row}: {what}")

    def check(self, name, row, place, payload, want, **more):
        self.checks += 1
        try:
            done = self.start(place, name, payload, **more)
        except subprocess.TimeoutExpired:
            return self.fail(name, row, f"no answer within {self.options.seconds} s")
        if done.returncode != 0:
            return self.fail(name, row, f"exit status {done.returncode}, stderr {done.stderr!r:.300}")
        # The status line says what is wrong with its own file.
        if done.stderr and not (name == "statusline" and re.fullmatch(rb"(statusline: [^\n]*cordon\.toml:[^\n]*\n)+", done.stderr)):
            return self.fail(name, row, f"wrote to stderr: {done.stderr!r:.300}")
        if done.stdout is not None and want is not None:
            what = self.judge_status(done.stdout) if want == TAG else self.judge_hook(done.stdout, want)
            if what:
                self.fail(name, row, what)
        return None

    def judge_hook(self, out, want):
        if want == SILENT:
            return "" if out == b"" else f"should be silent: {out!r:.300}"
        if out == b"":
            return "" if want == VALID else f"is silent, but should be: {want}"
        if len(out) > MAX_ANSWER:
            return f"answer of {len(out)} bytes"
        if out.count(b"\n") != 1 or not out.endswith(b"\n"):
            return f"more than one line: {out!r:.300}"
        if re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", out):
            return f"raw control characters: {out!r:.300}"
        done = subprocess.run([self.options.validate, self.options.schema, "--lines"], input=out, stdout=subprocess.PIPE, check=False)
        if done.returncode != 0:
            return f"not valid: {done.stdout.decode()} {out!r:.300}"
        decision = json.loads(out).get("hookSpecificOutput", {}).get("permissionDecision")
        return f"should ask: {out!r:.300}" if want == ASK and decision != "ask" else ""

    @staticmethod
    def judge_status(out):
        text = out.decode("utf-8", errors="strict")
        plain = re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)", "", text)
        if not re.search(r"\[[^\]\n]*sandbox[^\]\n]*\]", plain.split("\n")[0], re.I):
            return f"no tag: {out!r:.300}"
        if re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u200b]", plain):
            return f"control characters: {out!r:.300}"
        return f"{len(out)} bytes" if len(out) > 4000 else ""

    # -- groups of cases

    def hooks(self):
        return [n for n in self.programs if n != "statusline"]

    def payloads(self):
        with self.surrounding() as root:
            place = Surrounding(root)
            for name in self.hooks():
                if name == "error-hint":
                    for row, payload in {**UNREADABLE, **UNREADABLE_FLAG, **{row: each[0] for row, each in READABLE.items()}}.items():
                        self.check(name, row, place, place.local(payload), SILENT)
                    continue
                warn, watch = name == "bypass-warn", name == "posture-watch"
                for row, payload in UNREADABLE.items():
                    self.check(name, row, place, place.local(payload), SILENT if warn else SPEAKS if watch else ASK)
                for row, payload in UNREADABLE_FLAG.items():
                    self.check(name, row, place, place.local(payload), SPEAKS if watch else ASK)
                for row, (payload, for_warn, for_guard) in READABLE.items():
                    self.check(name, row, place, place.local(payload), SILENT if watch else for_warn if warn else for_guard)
            for row, payload in EVENTS.items():
                if "posture-watch" in self.programs:
                    self.check("posture-watch", row, place, place.local(payload), VALID)
            if "error-hint" in self.programs:
                for index, (row, (payload, want)) in enumerate(RAN.items()):  # a hint is given once a session
                    self.check("error-hint", row, place, place.local(payload).replace(b'"s1"', b'"s%d"' % index), want)
            if "statusline" in self.programs:
                for row, payload in {**UNREADABLE, **UNREADABLE_FLAG, **STATUS_INPUTS}.items():
                    self.check("statusline", row, place, place.local(payload), TAG)

    def everybody(self, row, place, unchanged=True, **more):
        """A call that every program has something to say about, in a changed surrounding; `unchanged`: the verdict stays what it was."""
        for name in self.programs:
            payload, want = place.local(bypass("git add -A")), ASK if name == "bypass-warn" else VALID
            if name == "statusline":
                payload, want = place.local(STATUS), TAG
            elif name == "bypass-warn" and not unchanged:
                want = SPEAKS
            elif name == "protected-paths":
                payload = place.local(call({"file_path": "/work/repo/.github/workflows/x.yml", "content": ""}, tool_name="Write"))
                want = ASK
            elif name == "posture-watch":
                payload, want = place.local(EVENTS["start"]), SPEAKS
            elif name == "error-hint":
                payload, want = place.local(ran()), SPEAKS if unchanged else VALID
            elif name == "git-add-guard":
                payload = place.local(call({"command": "git add -A"}))
                want = SPEAKS if unchanged else VALID
            self.check(name, row, place, payload, want, **more)

    def descriptors(self):
        with self.surrounding() as root:
            place = Surrounding(root)
            for name in self.programs:
                payload = place.local(STATUS if name == "statusline" else bypass())
                self.check(name, "stdout closed", place, payload, None, stdout=None, preexec_fn=lambda: os.close(1))
                reader, writer = os.pipe()
                os.close(reader)
                self.check(name, "stdout is a broken pipe", place, payload, None, stdout=writer)
                os.close(writer)
                with open("/dev/full", "wb") as full:
                    self.check(name, "stdout is full", place, payload, None, stdout=full)
                self.check(name, "stderr closed", place, payload, TAG if name == "statusline" else VALID, stderr=None, preexec_fn=lambda: os.close(2))
                want = TAG if name == "statusline" else VALID if name == "bypass-warn" else SPEAKS if name == "posture-watch" else SILENT if name == "error-hint" else ASK
                self.check(name, "stdin closed", place, None, want, input=None, preexec_fn=lambda: os.close(0))
                self.check(name, "stdin is a folder", place, None, want, input=None, stdin=os.open(root, os.O_RDONLY))
                self.check(name, "stdin is /dev/null", place, None, want, input=None, stdin=subprocess.DEVNULL)

    def environments(self):
        rows = {"no HOME": {"HOME": None}, "empty HOME": {"HOME": ""}, "relative HOME": {"HOME": "x"}, "absent HOME": {"HOME": "/dev/null/home"},
                "HOME is a file": {"HOME": "/etc/passwd"}, "no PATH": {"PATH": None}, "empty PATH": {"PATH": ""}, "XDG_STATE_HOME is relative": {"XDG_STATE_HOME": "x"},
                "XDG_STATE_HOME cannot be made": {"XDG_STATE_HOME": "/proc/none"}, "CLAUDE_PROJECT_DIR is absent": {"CLAUDE_PROJECT_DIR": "/nonexistent"},
                "CLAUDE_PID is nonsense": {"CLAUDE_PID": "../../etc"}, "AI_AGENT is nonsense": {"AI_AGENT": "x\x1b[31m" * 1000}, "long TERM": {"TERM": "x" * 100000},
                "COLUMNS is nonsense": {"COLUMNS": "-5", "LINES": "x"}}
        for row, changes in rows.items():
            with self.surrounding() as root:
                place = Surrounding(root)
                for key, value in changes.items():
                    place.env.pop(key, None)
                    if value is not None:
                        place.env[key] = value
                keeps = not any(key in changes for key in ("HOME", "PATH", "AI_AGENT", "CLAUDE_PROJECT_DIR"))
                self.everybody(row, place, unchanged=keeps)
        with self.surrounding() as root:
            place = Surrounding(root)
            place.env = {}
            self.everybody("empty environment", place, unchanged=False)
            place.env = {"HOME": place.home}
            self.everybody("nothing but HOME", place, unchanged=False)

    def replace_file(self, path, kind):
        if os.path.lexists(path):
            os.unlink(path)
        if kind == "FIFO":
            os.mkfifo(path)
        elif kind == "folder":
            os.mkdir(path)
        elif kind == "link to /dev/zero":
            os.symlink("/dev/zero", path)
        elif kind == "link to itself":
            os.symlink(path, path)
        elif kind == "4 GB":
            with open(path, "wb") as f:
                f.truncate(4 << 30)
        elif kind == "unreadable":
            Surrounding.write(path, "{}", 0)
        else:
            with open(path, "wb") as f:
                f.write({"empty": b"", "truncated": b'{"sandbox":', "deep": b"[" * 100000, "invalid UTF-8": b'{"a":"\xff"}', "binary": bytes(range(256))}[kind])

    def settings(self):
        kinds = ["FIFO", "folder", "link to /dev/zero", "link to itself", "4 GB", "unreadable", "empty", "truncated", "deep", "invalid UTF-8", "binary"]
        places = {"user settings": "home/.claude/settings.json", "project settings": "project/.claude/settings.json",
                  "local settings": "project/.claude/settings.local.json", "cordon.toml": "home/.claude/cordon.toml",
                  "project's cordon.toml": "project/.claude/cordon.toml", "gates": "project/.claude/gates.json", ".git": "project/.git"}
        for where, path in places.items():
            for kind in kinds:
                with self.surrounding() as root:
                    place = Surrounding(root)
                    self.replace_file(os.path.join(root, path), kind)
                    more = {}
                    if kind == "unreadable" and os.geteuid() == 0:
                        place.open_to_nobody()
                        os.chmod(root, 0o755)
                        more = self.as_nobody()
                        if more is None:
                            continue
                    self.everybody(f"{where}: {kind}", place, unchanged=where in ("cordon.toml", "project's cordon.toml", "gates"), **more)

    def as_nobody(self):
        """Root may read and write everything, so these cases drop to another user, who must be able to start the programs."""
        if os.geteuid() != 0:
            return {}
        for program in self.programs.values():
            done = subprocess.run(["test", "-x", program], user=NOBODY, group=NOBODY, extra_groups=[], check=False)
            if done.returncode != 0:
                self.skipped.append("cases for a user who is not root: the programs cannot be reached by one")
                return None
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []}

    def folders(self):
        with self.surrounding() as root:
            place = Surrounding(root)
            gone = os.path.join(root, "gone")
            self.everybody("the folder was deleted", place, preexec_fn=lambda: (os.mkdir(gone), os.chdir(gone), os.rmdir(gone)))
        for row in ("HOME is read-only", "HOME is closed"):
            with self.surrounding() as root:
                place = Surrounding(root)
                place.open_to_nobody()
                os.chmod(root, 0o755)
                for folder in (f"{place.home}/.claude", place.home):
                    os.chmod(folder, 0o555 if row == "HOME is read-only" else 0)
                more = self.as_nobody()
                if more is not None:
                    self.everybody(row, place, unchanged=row == "HOME is read-only", **more)
                for folder in (place.home, f"{place.home}/.claude"):
                    os.chmod(folder, 0o755)

    def full_disk(self):
        probe = ["unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt"]
        if os.geteuid() != 0 or not shutil.which("unshare") or subprocess.run(probe, capture_output=True, check=False).returncode != 0:
            self.skipped.append("disk full: no right to mount a small one")
            return
        with self.surrounding() as root:
            place = Surrounding(root)
            state = os.path.join(root, "state")
            os.mkdir(state)
            place.env["XDG_STATE_HOME"] = state
            place.before = ["/usr/bin/unshare", "-m", "/bin/sh", "-c",
                            f'mount -t tmpfs -o size=4k,nr_inodes=3 none {state} && {{ cat /dev/zero > {state}/fill; }} 2>/dev/null; exec "$@"', "sh"]
            self.everybody("disk full", place)

    def memory(self):
        """With little more memory than it starts with, and step by step more: an answer, never a crash. (With less the stack cannot grow.)"""
        rows = {"200 kB": (call({"command": "echo " + "x" * 200000}), VALID), "1 MB with the flag": (bypass("echo " + "x" * (1 << 20)), ASK),
                "5 MB of output": (ran("read-only file system\n" * (5 << 16)), VALID), "200 000 levels": (b"[" * 100000 + b"]" * 100000, VALID)}
        sizes = [int((1 << 20) * 1.25 ** n) for n in range(3, 16)]  # 2 to 30 MB
        with self.surrounding() as root:
            place = Surrounding(root)
            for name in self.programs:
                starts = False
                for size in sizes:
                    place.before = ["prlimit", f"--as={size}"]
                    if not starts:
                        starts = self.start(place, name, place.local(call({"command": "ls"}))).returncode == 0
                        continue
                    for row, (payload, want) in rows.items():
                        want = TAG if name == "statusline" else want if name == "bypass-warn" else VALID
                        self.check(name, f"{row} with {size >> 10} kB of memory", place, place.local(payload), want)
                if not starts:
                    self.skipped.append(f"little memory: {name} does not start with {sizes[-1] >> 20} MB")

    def run(self):
        for group in (self.payloads, self.descriptors, self.environments, self.settings, self.folders, self.full_disk, self.memory):
            if self.options.only in (None, group.__name__):
                group()
        for line in self.failures:
            print(line)
        for line in sorted(set(self.skipped)):
            print(f"skipped: {line}")
        print(f"{self.checks} checks of {', '.join(sorted(self.programs))}: {len(self.failures)} failed")
        return 1 if self.failures or self.checks == 0 else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--validate", required=True)
    parser.add_argument("--schema", required=True)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", metavar="GROUP")
    parser.add_argument("programs", nargs="+")
    return Suite(parser.parse_args()).run()


sys.exit(main())
