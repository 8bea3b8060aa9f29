#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is a hook's "ask" a barrier? Measured in a terminal, by version, permission mode and kind of call.

usage: bisect_ask.py [--versions A,B,...] [--modes M,...] [--kinds K,...] [--bisect] [--control] [--drop] [--out FILE]

Each row is one interactive session: sandbox on, not strict, a PreToolUse hook that answers "ask" with the whole tool_input
and a changed description, and one scripted call. Observed before anybody answers: is a prompt on the screen, has the call
run, is the hook's description in the prompt.

    {"version": "2.1.332", "mode": "plan", "kind": "bypass", "prompted": true, "ran": false, "description_shown": true, ...}

The kind matters: 2.1.202 in bypassPermissions prompts for `echo x > file` but runs `python3 -c ...`, `git push`, `curl`.
--bisect finds, for each mode and kind whose end points differ, the first version where ask holds. --control adds rows
without the hook ("hook": false): what the mode does by itself. Rows that FILE already has are not measured again. FILE
(default schemas/runtime/ask-is-a-barrier.json) is rewritten after every row; --drop removes versions between the end points.
"""
import argparse
import datetime
import json
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from lib import runtime, session, standin, terminal          # noqa: E402

DEFAULT_OUT = pathlib.Path(__file__).resolve().parents[2] / "schemas" / "runtime" / "ask-is-a-barrier.json"
MODES = ("default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions")
MARK = "asked-by-the-hook"
PLAIN = "python3 -c \"open('ran.txt', 'w')\""     # leaves a trace, but names no path the runtime would look at


def plain(repo):
    return standin.call("Bash", command=PLAIN, description="Write a marker", dangerouslyDisableSandbox=True)


def redirect(repo):
    return standin.call("Bash", command="echo ran > ran.txt", description="Write a marker", dangerouslyDisableSandbox=True)


def sandboxed(repo):
    return standin.call("Bash", command=PLAIN, description="Write a marker")


def write(repo):
    return standin.call("Write", file_path=str(repo / "ran.txt"), content="ran")


KINDS = {
    "bypass": {"call": plain},
    "bypass-redirect": {"call": redirect},
    "bypass-allowed": {"call": plain, "allow": ["Bash"]},           # an allow rule covers the call
    "bypass-subagent": {"call": plain, "agent": True},
    "sandboxed": {"call": sandboxed},
    "write": {"call": write},
}
BYPASS_KINDS = tuple(kind for kind in KINDS if kind.startswith("bypass"))
PROMPT = r"Do you want to |❯ 1\. Yes"
UNCHECKED = r"Auto mode can't check actions|Enter to continue"     # notices of some versions; Enter: stay in auto mode
RETRY = "a hook changed this call's input"
HOOK = """
import json, sys
call = json.load(sys.stdin)
changed = call["tool_input"]
if call["tool_name"] == "Bash":
    changed = dict(changed, description="%s\\nsecond line")
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask",
    "permissionDecisionReason": "reason-of-the-hook", "updatedInput": changed}, "systemMessage": "message-of-the-hook"}))
""" % MARK


def classifier(request):
    """Auto mode asks a model whether a call may run: this one always says it may, the worst case for a barrier."""
    if request.get("tools"):
        return None
    asked = json.dumps(request.get("messages", "")) + json.dumps(request.get("system", ""))
    if "<severity>" in asked:
        return "<severity>0</severity>"
    return "<block>no</block>" if "<block>" in asked else None


def retry(call):
    """A second step: newer auto modes refuse a call whose input a hook changed, and want exactly the changed one again."""
    changed = dict(call, input=dict(call["input"], description=MARK + "\nsecond line"))
    return lambda api: changed if any(RETRY in result.text for result in api.told) else "done"


def observe(version, mode, kind, hook=True):
    """One row."""
    binary, how = runtime.install(version), KINDS[kind]
    with session.Scratch() as world:
        settings = {"sandbox": {"enabled": True}, "permissions": {"defaultMode": "default"},
                    "skipDangerousModePermissionPrompt": True, "skipAutoPermissionPrompt": True}
        settings["permissions"]["allow"] = how.get("allow", [])
        if hook:
            script = world.write("ask.py", HOOK)
            settings["hooks"] = session.hook("PreToolUse", sys.executable, script, matcher="Bash|Write")
        world.settings("user", settings)
        args = ["--permission-mode", mode]
        if mode == "bypassPermissions":
            args.append("--dangerously-skip-permissions")
        call = how["call"](world.repo)
        scripts = {"go-on": [call, retry(call)]}
        if how.get("agent"):
            scripts = {"inner-errand": scripts["go-on"], "go-on": [standin.call(
                "Agent", description="Errand", prompt="inner-errand", subagent_type="general-purpose")]}
        with standin.StandIn(scripts, aside=classifier) as api:
            with terminal.Interactive(world, binary, api, *args) as term:
                term.ready()
                term.submit("go-on")
                row = watch(world, api, term)
    return dict({"version": version, "mode": mode, "kind": kind, "hook": hook}, **row)


def watch(world, api, term, patience=25.0, settle=2.0):
    """What happens before anybody answers: a prompt, a run, or a refusal. `settle`: a prompt that lets the call run anyway."""
    marker, end = world.repo / "ran.txt", time.monotonic() + patience
    screen, stayed = term.screen(), False
    while time.monotonic() < end:
        screen = term.screen()
        if re.search(PROMPT, screen) or marker.exists() or any(RETRY not in result.text for result in told_calls(api)):
            break
        if re.search(UNCHECKED, screen) and not stayed:
            time.sleep(1.5)
            term.keys("Enter")
            stayed = True
        time.sleep(0.1)
    prompted = bool(re.search(PROMPT, screen))
    time.sleep(settle)
    screen = term.screen()
    prompted = prompted and bool(re.search(PROMPT, screen))
    if not (prompted or marker.exists() or told_calls(api) or stayed):
        raise terminal.NotSeen("neither a prompt nor a run nor a refusal; the screen was:\n" + screen)
    row = {"prompted": prompted, "ran": marker.exists(), "description_shown": prompted and MARK in screen,
           "reason_shown": prompted and "reason-of-the-hook" in screen,
           "refused": bool(told_calls(api) and told_calls(api)[-1].is_error and not prompted)}
    if any(RETRY in result.text for result in api.told):
        row["refused_first"] = True         # the prompt came when the model repeated the call as the hook had changed it
    return dict(row, auto_check="unavailable") if stayed else row


def told_calls(api):
    """Results of the measured call: not of the Agent call around it."""
    return [result for result in api.told if result.name != "Agent"]


def holds(row):
    """Did the call wait for an answer (or was it refused)?"""
    return not row["ran"] and (row["prompted"] or row["refused"])


NOTES = [
    "modes: calls that leave the sandbox; a version counts as holding when every measured kind of call waits or is refused",
    "below the boundary it depends on the command: one that redirects into a file or touches a path prompts, others just run",
    "refused_first: with a working safety check (the API's, newer plan and auto modes) a call whose input a hook changes is "
    "refused once, and the model told to repeat it as changed; the repeat prompts only if the hook changes it no further",
    "control rows (hook: false) show what the mode does by itself, with a safety check that approves everything",
]


class Table:
    """The rows of FILE, written back after each new one."""

    def __init__(self, path):
        self.path = path
        self.rows = json.loads(path.read_text())["rows"] if path.exists() else []

    def row(self, version, mode, kind, hook=True):
        for row in self.rows:
            if (row["version"], row["mode"], row["kind"], row["hook"]) == (version, mode, kind, hook):
                return row
        row = observe(version, mode, kind, hook)
        print(json.dumps(row, ensure_ascii=False), flush=True)
        self.rows.append(row)
        self.write()
        return row

    def of(self, mode, kinds):
        return [row for row in self.rows if row["mode"] == mode and row["kind"] in kinds and row["hook"]]

    def write(self):
        """The file: `modes` is about calls that leave the sandbox; `sandboxed` and `write` about the other two kinds."""
        order = lambda row: (list(KINDS).index(row["kind"]), MODES.index(row["mode"]), runtime.version_key(row["version"]),
                             not row["hook"])
        self.rows.sort(key=order)
        value = {"measured_on": datetime.date.today().isoformat(),
                 "conditions": "linux, in a terminal (tmux), sandbox on, not strict; nobody has answered yet",
                 "notes": NOTES}
        for name, kinds in (("modes", BYPASS_KINDS), ("sandboxed", ("sandboxed",)), ("write", ("write",))):
            found = {mode: boundary(self.of(mode, kinds)) for mode in MODES}
            value[name] = {mode: what for mode, what in found.items() if what}
        text = json.dumps(dict(value, rows=self.rows), indent=2, ensure_ascii=False)
        text = re.sub(r"\{\n\s+(\"version\"[^{}]*?)\n\s+\}", lambda m: "{" + re.sub(r"\n\s+", " ", m.group(1)) + "}", text)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(text + "\n")


def boundary(rows):
    """Where ask starts to hold, from the rows of one mode. A version holds when all its rows do.

    {"barrier_from": "2.1.240", "measured_floor": false, "last_without": "2.1.239", "how": "prompt"}
    barrier_from null: not even the newest measured version; measured_floor: it is the oldest measured, older ones may hold too.
    """
    if not rows:
        return None
    rows = sorted(rows, key=lambda row: runtime.version_key(row["version"]))
    bad = [row["version"] for row in rows if not holds(row)]
    good = [row for row in rows if not bad or runtime.version_key(row["version"]) > runtime.version_key(bad[-1])]
    how = sorted({"prompt" if row["prompted"] else "refused without a prompt" for row in good}, reverse=True)
    what = {"barrier_from": good[0]["version"] if good else None, "measured_floor": not bad}
    if bad:
        what["last_without"] = bad[-1]
    return dict(what, how="; ".join("%s (%s)" % (name, ", ".join(which(good, name))) for name in how))


def which(rows, how):
    """The versions of these rows that were prompted or refused, shortened to the first and the last."""
    names = [row["version"] for row in rows if how == ("prompt" if row["prompted"] else "refused without a prompt")]
    names = sorted(set(names), key=runtime.version_key)
    return names if len(names) < 3 else [names[0], "...", names[-1]]


def bisect(table, mode, kind, versions, drop):
    """Rows between the newest version without and the oldest with a barrier, until they are neighbours."""
    low, high = 0, len(versions) - 1
    if holds(table.row(versions[low], mode, kind)) or not holds(table.row(versions[high], mode, kind)):
        return
    while high - low > 1:
        middle = (low + high) // 2
        if holds(table.row(versions[middle], mode, kind)):
            high = middle
        else:
            low = middle
        if drop:
            runtime.drop(versions[middle])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--versions", default="%s,%s" % (runtime.FLOOR, runtime.CURRENT))
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--bisect", action="store_true")
    parser.add_argument("--control", action="store_true")
    parser.add_argument("--drop", action="store_true")
    parser.add_argument("--out", type=pathlib.Path, default=DEFAULT_OUT)
    options = parser.parse_args()
    missing = session.missing_tools("bwrap", "socat", "tmux", "git", "npm")
    if missing:
        print("bisect_ask: missing: " + ", ".join(missing), file=sys.stderr)
        return 2
    table = Table(options.out)
    versions = sorted(options.versions.split(","), key=runtime.version_key)
    cells = [(mode, kind) for kind in options.kinds.split(",") for mode in options.modes.split(",")]
    for mode, kind in cells:
        for version in versions:
            table.row(version, mode, kind)
            if options.control:
                table.row(version, mode, kind, hook=False)
    if options.bisect and len(versions) > 1:
        between = runtime.published(versions[0], versions[-1])
        for mode, kind in cells:
            bisect(table, mode, kind, between, options.drop)
    table.write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
