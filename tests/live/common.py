# SPDX-License-Identifier: Apache-2.0
"""What the live tests share: our programs, the settings that wire them, getting a session to its input box."""
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from lib import runtime, session, standin, terminal          # noqa: E402,F401

BIN = pathlib.Path(os.environ.get("CORDON_BIN") or pathlib.Path(__file__).resolve().parents[2] / "build" / "release" / "bin")
FLOOR, NEWEST = "2.1.202", "2.1.332"
PROMPT = r"Do you want to (proceed|allow|make this edit|create|overwrite)|❯ 1\. Yes"
QUIET = {"permissions": {"defaultMode": "default"}, "skipDangerousModePermissionPrompt": True, "skipAutoPermissionPrompt": True}


def wired(*names, sandbox=True, more=None):
    """User settings with these hooks of ours in exec form (and the status line, when named)."""
    settings = dict(QUIET)
    if sandbox is not None:
        settings["sandbox"] = {"enabled": sandbox}
    entries = [{"matcher": "Bash|Edit|Write|NotebookEdit", "hooks": [{"type": "command", "command": str(BIN / name), "args": []}]}
               for name in names if name != "statusline"]
    if entries:
        settings["hooks"] = {"PreToolUse": entries}
    if "statusline" in names:
        settings["statusLine"] = {"type": "command", "command": str(BIN / "statusline")}
    settings.update(more or {})
    return settings


def mode_arguments(mode):
    return ["--permission-mode", mode] + (["--dangerously-skip-permissions"] if mode == "bypassPermissions" else [])


def opening(term):
    """Through the dialogs that may stand before the input box."""
    dialog = r"Enter to confirm|Yes, I accept|Enable auto mode"
    for _attempt in range(4):
        screen = term.wait_for(terminal.READY + "|" + dialog, 60)
        if not re.search(dialog, screen):
            return
        if re.search(r"❯ 1\. No", screen):
            term.keys("Down")
        time.sleep(0.3)
        term.keys("Enter")
        time.sleep(1.0)


def until(test, what, timeout=30):
    end = time.monotonic() + timeout
    while not test():
        if time.monotonic() > end:
            raise AssertionError("%s: not within %d s" % (what, timeout))
        time.sleep(0.1)


def answer(term, key):
    """Press a key on the permission prompt. The runtime drops keys for a moment after it opens, so it is pressed until it counts."""
    for _attempt in range(10):
        time.sleep(1.0)
        term.keys(key)
        try:
            term.wait_gone(r"1\. Yes", 2)
            return
        except terminal.NotSeen:
            continue
    raise AssertionError("the prompt did not take %r:\n%s" % (key, term.screen()))
