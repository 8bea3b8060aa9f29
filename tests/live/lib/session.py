# SPDX-License-Identifier: Apache-2.0
"""A throw-away world for one run of the runtime, and headless runs in it.

    with Scratch() as s:
        s.settings("user", {"sandbox": {"enabled": True}, "hooks": {...}})
        with StandIn({"go": [call("Bash", command="id", description="who")]}) as api:
            run = s.headless(binary, api, "go", "--permission-mode", "default")
        run.events       -> the stream-json objects
        api.told         -> what the model was told

Layout below s.base: home/ (HOME), repo/ (a git repository with one commit), managed/ (seen by the runtime as
/etc/claude-code, in a mount namespace of its own: the host's /etc is never written), tmp/ (TMPDIR).
"""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

KEY = "sk-ant-cordon-fake"      # never a real key
GIT_ENV = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
           "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z"}

Run = collections.namedtuple("Run", "code events stdout stderr")

# Run inside `unshare -m`: an overlay over /etc so that /etc/claude-code can be made without touching the host.
_MANAGED = """
mount --make-rprivate / &&
mkdir -p "$1/upper" "$1/work" &&
mount -t tmpfs none "$1" && mkdir "$1/upper" "$1/work" &&
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$1/upper,workdir=$1/work" /etc &&
mkdir -p /etc/claude-code && mount --bind "$2" /etc/claude-code || exit 97
shift 2
exec "$@"
"""


class Scratch:
    """Context manager. Files may be written at any time; paths are below `base`."""

    def __init__(self, prefix="cordon-live-", git=True):
        self.base = pathlib.Path(os.path.realpath(tempfile.mkdtemp(prefix=prefix)))
        self.home = self.base / "home"
        self.repo = self.base / "repo"
        self.managed = self.base / "managed"
        self.tmp = self.base / "tmp"
        for folder in (self.home / ".claude", self.repo, self.tmp):
            folder.mkdir(parents=True)
        if git:
            self.git("init", "-q", "-b", "main")
            self.git("config", "user.name", "u")
            self.git("config", "user.email", "u@example.org")
            self.write("repo/README.md", "# scratch\n")
            self.git("add", "README.md")
            self.git("commit", "-q", "-m", "start")
        self.trust(self.repo)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for _attempt in range(20):      # a runtime that is just ending may still write its last file
            shutil.rmtree(self.base, ignore_errors=True)
            if not self.base.exists():
                return
            time.sleep(0.2)

    def git(self, *args, cwd=None):
        """Run git in the repository (or cwd) outside any sandbox; its stdout. Raises when git fails."""
        env = dict(GIT_ENV, HOME=str(self.home), PATH="/usr/bin:/bin", LANG="C.UTF-8")
        done = subprocess.run(["git", *args], cwd=cwd or self.repo, env=env, check=True, capture_output=True, text=True)
        return done.stdout

    def write(self, name, content, mode=None):
        """Write a file below base: text as it is, anything else as JSON. Gives back its path."""
        path = self.base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content, indent=2) + "\n")
        if mode is not None:
            path.chmod(mode)
        return path

    def settings(self, scope, content):
        """Write the settings file of a scope: user, project, local or managed."""
        names = {"user": "home/.claude/settings.json", "project": "repo/.claude/settings.json",
                 "local": "repo/.claude/settings.local.json", "managed": "managed/managed-settings.json"}
        return self.write(names[scope], content)

    def trust(self, *folders):
        """Mark onboarding as done, the fake key as approved and these folders as trusted."""
        path = self.home / ".claude.json"
        state = json.loads(path.read_text()) if path.exists() else {}
        state.update({"hasCompletedOnboarding": True, "theme": "dark", "bypassPermissionsModeAccepted": True,
                      "hasSeenAutoDefaultNudge": True, "hasSeenAutoDefaultNotice": True,
                      "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []}})
        for folder in folders:
            entry = state.setdefault("projects", {}).setdefault(os.path.realpath(folder), {})
            entry.update({"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True})
        path.write_text(json.dumps(state))

    def env(self, api, extra=None):
        """The whole environment of the runtime: nothing of the caller's leaks in. A None value removes a name."""
        env = {"HOME": str(self.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color",
               "LANG": "C.UTF-8", "TMPDIR": str(self.tmp), "SHELL": "/bin/bash", "ANTHROPIC_BASE_URL": api.url,
               "ANTHROPIC_API_KEY": KEY, "IS_SANDBOX": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
               "DISABLE_AUTOUPDATER": "1"}
        env.update(extra or {})
        return {name: value for name, value in env.items() if value is not None}

    def command(self, binary, *args):
        """argv of the runtime: under a private mount namespace when there are managed settings."""
        plain = [str(binary), *map(str, args)]
        if not self.managed.is_dir():
            return plain
        overlay = self.base / "overlay"
        overlay.mkdir(exist_ok=True)
        rights = ["-m"] if os.geteuid() == 0 else ["-m", "-r"]
        return ["unshare", *rights, "sh", "-c", _MANAGED, "sh", str(overlay), str(self.managed), *plain]

    def headless(self, binary, api, prompt, *args, cwd=None, env=None, timeout=120):
        """`claude -p PROMPT` to its end. `code` is None when it had to be stopped."""
        argv = self.command(binary, "-p", prompt, "--output-format", "stream-json", "--verbose", *args)
        child = subprocess.Popen(argv, cwd=cwd or self.repo, env=self.env(api, env), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            stdout, stderr = child.communicate(timeout=timeout)
            code = child.returncode
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, 15)        # our own child's session, nobody else's
            try:
                stdout, stderr = child.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, 9)
                stdout, stderr = child.communicate()
            code = None
        return Run(code, _objects(stdout), stdout, stderr)


def _objects(text):
    """The JSON objects of a stream-json output; other lines are left out."""
    found = []
    for line in text.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            found.append(value)
    return found


def hook(event, command, *args, matcher=None, **extra):
    """A `hooks` setting with one entry in exec form: hook("PreToolUse", "/p/x", matcher="Bash")."""
    entry = {"hooks": [dict({"type": "command", "command": str(command), "args": list(map(str, args))}, **extra)]}
    if matcher is not None:
        entry = dict({"matcher": matcher}, **entry)
    return {event: [entry]}


def missing_tools(*names):
    """Which of these programs are not on PATH, with the package that brings each."""
    packages = {"bwrap": "bubblewrap", "socat": "socat", "tmux": "tmux", "git": "git", "npm": "npm",
                "unshare": "util-linux"}
    return ["%s (apt-get install %s)" % (name, packages.get(name, name)) for name in names if not shutil.which(name)]
