#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which commands do the runtime's own Bash rules catch? Measured on the real runtime, kept as schemas/runtime/bash-rules.json.

    usage: bash_rules.py [--versions 2.1.202,2.1.332] [--only RULE ...] [--check] [--out FILE]

Headless bypassPermissions sessions for each version and list ("deny", "ask", and one without rules as the control) hold all
rules at once and replay all commands, a tool call each. Every rule has a program name of its own, so a refusal belongs to one
rule. The programs, and the wrappers that would reach out of the scratch folder (sudo, ssh, docker, ...), are stubs on PATH that do
nothing: the verdict is about the text. --check measures again and compares.

A row: {"rule", "command", "deny": {"2.1.332": true, ...}, "ask": {...}}: true where the runtime refused or asked. "Bash" and
"Bash(*)" get sessions of their own.
"""
import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from bash_rules_rows import EVERYTHING, ROWS, STUBS           # noqa: E402
from common import FLOOR, NEWEST, mode_arguments, runtime, session, standin   # noqa: E402

DATA = pathlib.Path(__file__).resolve().parents[2] / "schemas" / "runtime" / "bash-rules.json"
SESSION = 80        # calls in one session
REFUSED = ("has been denied", "denied by your permission settings", "is not allowed by a permission")
ASKED = ("haven't granted it", "requires approval", "require approval")


def caught(result):
    """True: refused or asked. A command that fails by itself is not."""
    said = REFUSED + ASKED + ("No such tool available",)
    return result.is_error and any(text in result.text for text in said)


def stubs(world):
    """A folder of programs that do nothing, in front of PATH."""
    folder = world.base / "bin"
    for name in STUBS:
        world.write("bin/" + name, "#!/bin/sh\nexit 0\n", 0o755)
    return "%s:/usr/local/bin:/usr/bin:/bin" % folder


def replay(version, kind, rules, commands):
    """For each command whether a session under these rules caught it. A conversation is sent whole with each call: short ones."""
    return [verdict for begin in range(0, len(commands), SESSION)
            for verdict in replay_session(version, kind, rules, commands[begin:begin + SESSION])]


def replay_session(version, kind, rules, commands):
    with session.Scratch() as world:
        path = stubs(world)
        permissions = {kind: rules} if kind else {}
        world.settings("user", {"permissions": permissions, "skipDangerousModePermissionPrompt": True})
        steps = [standin.call("Bash", command=command, description="probe", timeout=20000) for command in commands]
        with standin.StandIn({"go-on": steps}) as api:
            run = world.headless(runtime.install(version), api, "go-on", *mode_arguments("bypassPermissions"), "--max-turns", "2000",
                                 env={"PATH": path}, timeout=1200)
        if len(api.told) != len(commands):
            raise SystemExit("%s %s: %d of %d calls were answered\n%s" % (version, kind, len(api.told), len(commands), run.stderr[-2000:]))
        return [caught(result) for result in api.told]


def measure(versions, only=()):
    wanted = [(rule, commands) for rule, commands in ROWS if not only or rule in only]
    alone = [(rule, commands) for rule, commands in EVERYTHING if not only or rule in only]
    rows = [{"rule": rule, "command": command, "deny": {}, "ask": {}} for rule, commands in wanted for command in commands]
    plain = [{"rule": rule, "command": command, "deny": {}, "ask": {}} for rule, commands in alone for command in commands]
    commands = [row["command"] for row in rows]
    rules = [rule for rule, _ in ROWS]
    for version in versions:
        control = replay(version, None, [], commands)
        for row, by_itself in zip(rows, control):
            if by_itself:
                raise SystemExit("%s catches without any rule: %r" % (version, row["command"]))
        for kind in ("deny", "ask"):
            for row, verdict in zip(rows, replay(version, kind, rules, commands)):
                row[kind][version] = verdict
            for rule, probes in alone:
                mine = [row for row in plain if row["rule"] == rule]
                for row, verdict in zip(mine, replay(version, kind, [rule], probes)):
                    row[kind][version] = verdict
    return rows + plain


def render(rows):
    """One row a line."""
    lines = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in rows)
    how = "tests/live/bash_rules.py: headless bypassPermissions sessions; true where the runtime refused (deny) or asked (ask)"
    return '{\n  "how": %s,\n  "rows": [\n%s\n  ]\n}\n' % (json.dumps(how), lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--versions", default="%s,%s" % (FLOOR, NEWEST))
    parser.add_argument("--only", nargs="+", default=(), metavar="RULE", help="measure these rules, keep the other rows")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--out", type=pathlib.Path, default=DATA)
    args = parser.parse_args()
    rows = measure(args.versions.split(","), args.only)
    before = json.loads(args.out.read_text())["rows"] if args.out.exists() else []
    if not args.check:
        kept = [row for row in before if args.only and row["rule"] not in args.only]
        args.out.write_text(render(kept + rows))
        print("%d rows" % len(kept + rows))
        return 0
    known = {(row["rule"], row["command"]): row for row in before}
    wrong = [row for row in rows if known.get((row["rule"], row["command"])) != row]
    for row in wrong:
        print("differs: %s" % json.dumps(row))
    print("%d rows, %d differ" % (len(rows), len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
