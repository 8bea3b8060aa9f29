# SPDX-License-Identifier: Apache-2.0
"""A scratch home for the installer's tests. The real home is never touched: every process gets an environment of its own."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

BIN_DIR = pathlib.Path(os.environ.get("CORDON_BIN_DIR", "build/dev/bin")).resolve()
SOURCE = pathlib.Path(__file__).resolve().parents[3]
HOOKS = ("bypass-warn", "git-add-guard", "protected-paths", "deny-guard")  # on PreToolUse, once each
WATCHED = ("SessionStart", "ConfigChange", "UserPromptSubmit", "Stop")  # where posture-watch stands
PROGRAMS = HOOKS + ("posture-watch", "error-hint", "statusline", "cordon")

# Shell programs that answer the proof's payloads as the real ones do.
_ANSWER = """#!/bin/sh
payload=$(cat)
case $payload in *'%s'*)
  printf '%%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"%s","permissionDecisionReason":"%s"}}' ;;
esac
"""
STAND_INS = {
    "bypass-warn": _ANSWER % ('dangerouslyDisableSandbox": true', "ask", "SANDBOX BYPASS: stand-in"),
    "git-add-guard": _ANSWER % ("git add -A", "deny", "stand-in"),
    "protected-paths": _ANSWER % (".github/workflows", "ask", "stand-in"),
    "deny-guard": _ANSWER % ("git push", "deny", "DENY GUARD: stand-in"),
    "posture-watch": "#!/bin/sh\ncase $(cat) in *SessionStart*) echo '{\"systemMessage\":\"cordon: stand-in\"}' ;; esac\n",
    "error-hint": "#!/bin/sh\ncase $(cat) in *Read-only*) echo '{\"systemMessage\":\"cordon: stand-in\"}' ;; esac\n",
    "cordon": "#!/bin/sh\nexit 0\n",
    "statusline": "#!/bin/sh\ncat > /dev/null\nprintf 'Opus \\033[32m[sandbox]\\033[0m\\n'\n",
}


class Scratch:
    def __init__(self, stand_ins=True):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="cordon-e2e-")).resolve()
        self.home = self.root / "home"
        self.home.mkdir()
        self.config = self.home / ".claude"
        self.settings = self.config / "settings.json"
        self.built = self.root / "built"
        self.built.mkdir()
        for name in PROGRAMS:
            if stand_ins and name in STAND_INS:
                self.stand_in(name, STAND_INS[name])
            else:
                os.symlink(BIN_DIR / name, self.built / name)

    def stand_in(self, name, text):
        (self.built / name).write_text(text)
        (self.built / name).chmod(0o755)

    def env(self, **more):
        env = {"HOME": str(self.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": str(self.root)}
        env.update({key: str(value) for key, value in more.items()})
        return {key: value for key, value in env.items() if value != "None"}

    def command(self, *args):
        return [str(BIN_DIR / "cordon"), *map(str, args)]

    def run(self, *args, env=None, cwd=None, stdin=""):
        return subprocess.run(self.command(*args), input=stdin, env=self.env(**(env or {})), cwd=cwd or self.root, capture_output=True, text=True, timeout=120)

    def install(self, *args, **more):
        return self.run("install", "--yes", "--from", self.built, *args, **more)

    def uninstall(self, *args, **more):
        return self.run("uninstall", *args, **more)

    def write(self, data, mode=0o644):
        self.config.mkdir(parents=True, exist_ok=True)
        self.settings.write_bytes(data if isinstance(data, bytes) else data.encode())
        self.settings.chmod(mode)

    def read(self):
        return self.settings.read_bytes()

    def parsed(self):
        return json.loads(self.read().decode("utf-8-sig"))

    def backups(self):
        return sorted(self.config.glob("settings.json.bak-*"))

    def tree(self):
        """name -> (mode, bytes or link target) of everything below the home."""
        found = {}
        for path in sorted(self.home.rglob("*")):
            name = str(path.relative_to(self.home))
            if path.is_symlink():
                found[name] = ("link", os.readlink(path))
            elif path.is_dir():
                found[name] = ("folder", oct(path.stat().st_mode))
            else:
                found[name] = (oct(path.stat().st_mode), path.read_bytes())
        return found

    def remove(self):
        for folder, _, _ in os.walk(self.root):
            os.chmod(folder, 0o700)
        shutil.rmtree(self.root)


def entries(settings, program, event="PreToolUse"):
    """(matcher, entry) of every hook entry that names `program`."""
    found = []
    for group in settings.get("hooks", {}).get(event, []):
        for entry in group.get("hooks", []):
            words = [entry.get("command", ""), *entry.get("args", [])]
            if any(word.strip("'\"").split("/")[-1].endswith(program) for word in words):
                found.append((group.get("matcher"), entry))
    return found


class Case(unittest.TestCase):
    def setUp(self):
        self.s = Scratch()
        self.addCleanup(self.s.remove)

    def ok(self, ran, code=0):
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        return ran


if not (BIN_DIR / "cordon").exists():
    raise SystemExit(f"{BIN_DIR}/cordon is not built")
