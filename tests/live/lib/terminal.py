# SPDX-License-Identifier: Apache-2.0
"""The runtime as a person sees it: interactive, under tmux on a socket of our own.

    with Interactive(scratch, binary, api, "--permission-mode", "default") as term:
        term.ready()
        term.submit("go")
        screen = term.wait_for(r"Do you want to proceed")
        term.keys("Escape")
"""
import itertools
import os
import re
import shlex
import subprocess
import time

READY = r"(?m)^[>❯](\s|$)"        # the input box; the choices of a dialog are indented
# Dialogs that some versions open before the input box although the scratch home says all is settled: keys that decline,
# or accept what the command line asked for anyway.
DIALOGS = (
    (r"Make auto mode your default", ("Down", "Enter")),
    (r"Bypass Permissions mode[\s\S]*Yes, I accept", ("Down", "Enter")),
    (r"Do you want to use this API key", ("Up", "Enter")),
    (r"Yes, I trust this folder|Do you trust the files", ("Enter",)),
)
_serial = itertools.count(1)


class NotSeen(AssertionError):
    """The screen never showed what was waited for; the message ends in the last screen."""


class Interactive:
    """Context manager; the session and its tmux server end with it."""

    def __init__(self, scratch, binary, api, *args, cwd=None, env=None, cols=120, rows=45):
        self.scratch = scratch
        self.size = (cols, rows)
        self.label = "cordon-%d-%d" % (os.getpid(), next(_serial))
        self.sockets = scratch.base / "tmux"
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        pairs = ["%s=%s" % pair for pair in sorted(scratch.env(api, env).items())]
        line = shlex.join(["env", "-i", *pairs, *scratch.command(binary, *args)])
        launch = "cd %s && %s\necho; echo SESSION-ENDED $?; exec sleep 1000\n"
        self.launcher = scratch.write("launch-%s.sh" % self.label, launch % (shlex.quote(str(cwd or scratch.repo)), line))

    def __enter__(self):
        cols, rows = self.size
        self._tmux("-f", "/dev/null", "new-session", "-d", "-s", "main", "-x", str(cols), "-y", str(rows),
                   "sh", str(self.launcher))
        return self

    def __exit__(self, *_):
        leader = self._tmux("display-message", "-p", "-t", "main", "#{pane_pid}", check=False).strip()
        self._tmux("kill-server", check=False)      # our own server: the label carries our pid
        if leader.isdigit():
            _end_session(int(leader))

    def _tmux(self, *args, check=True):
        env = {"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8", "TMUX_TMPDIR": str(self.sockets)}
        done = subprocess.run(["tmux", "-L", self.label, *args], env=env, capture_output=True, text=True, timeout=30)
        if check and done.returncode != 0:
            raise RuntimeError("tmux %s: %s" % (args[0], done.stderr.strip()))
        return done.stdout

    def screen(self, escapes=False, history=0):
        """What is on the screen now; with colours when escapes, with `history` lines that scrolled off."""
        extra = (["-e"] if escapes else []) + (["-S", "-%d" % history] if history else [])
        return self._tmux("capture-pane", "-p", "-t", "main", *extra)

    def resize(self, cols, rows=None):
        self.size = (cols, rows or self.size[1])
        self._tmux("resize-window", "-t", "main", "-x", str(cols), "-y", str(self.size[1]))

    def keys(self, *names):
        """Press keys by tmux's names: "Enter", "Escape", "Down", "C-c", "1"."""
        self._tmux("send-keys", "-t", "main", *names)

    def type(self, text):
        """Type text as it is."""
        self._tmux("send-keys", "-t", "main", "-l", "--", text)

    def submit(self, text):
        """Type a prompt and send it. The pause keeps the Enter from being taken as part of a paste."""
        self.type(text)
        time.sleep(0.4)
        self.keys("Enter")

    def ready(self, timeout=60):
        """Wait for the input box, answering the dialogs that may stand before it."""
        known = "|".join("(?:%s)" % pattern for pattern, _ in DIALOGS)
        for _attempt in range(6):
            screen = self.wait_for("%s|%s" % (READY, known), timeout)
            keys = next((keys for pattern, keys in DIALOGS if re.search(pattern, screen)), None)
            if keys is None:
                time.sleep(1.0)         # a dialog may open over the first input box
                screen = self.screen()
                if re.search(READY, screen) and not re.search(known, screen):
                    return screen
                continue
            for key in keys:
                time.sleep(0.5)
                self.keys(key)
            time.sleep(0.5)
        raise NotSeen("no input box behind the dialogs; the screen was:\n" + screen)

    def wait_for(self, pattern, timeout=30, escapes=False):
        """The first screen that matches a regex; NotSeen after timeout seconds."""
        return self.wait_until(lambda screen: re.search(pattern, screen), repr(pattern), timeout, escapes)

    def wait_gone(self, pattern, timeout=30):
        """The first screen that does not match."""
        return self.wait_until(lambda screen: not re.search(pattern, screen), "no " + repr(pattern), timeout)

    def wait_until(self, test, what, timeout=30, escapes=False):
        """The first screen for which test(screen) is true."""
        end = time.monotonic() + timeout
        while True:
            screen = self.screen(escapes)
            if test(screen):
                return screen
            if time.monotonic() > end:
                raise NotSeen("%s not seen in %d s; the screen was:\n%s" % (what, timeout, screen))
            time.sleep(0.15)


def _end_session(leader, patience=5.0):
    """Wait for the processes of a terminal session that has lost its terminal; end those that stay."""
    end = time.monotonic() + patience
    while members := _members(leader):
        if time.monotonic() > end:
            for pid in members:
                try:
                    os.kill(pid, 9)
                except ProcessLookupError:
                    pass
            return
        time.sleep(0.1)


def _members(leader):
    """The live processes whose session leader is `leader` (tmux gives every pane a session of its own)."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name) as stat:
                fields = stat.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(int(name))
    return found
