#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In which published version of the runtime did a rule about settings change? Writes schemas/runtime/rules.json.

usage: bisect_settings.py [--only RULE,...] [--samples N] [--drop]

Each rule has a layout whose outcome is not the same in all published versions from 2.1.202 to 2.1.332. The ends, what is
installed already, N samples between them (default 6) and what was measured before are asked first; between any two neighbours
that differ the flip is found by bisection (installed through npm, kept in the cache; --drop removes them again). "held" lists the
intervals a rule holds in, [first version, first version it holds in no more or null]; a rule that did not flip exactly once is
said so. One that came and went between two samples would be missed: `measured` lists what was seen. shared/settings/rules.h
holds the same numbers; a test compares the two.
"""
import argparse
import datetime
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import layouts                     # noqa: E402
from lib import runtime            # noqa: E402

OUT = pathlib.Path(__file__).resolve().parents[2] / "schemas" / "runtime" / "rules.json"
STRICT = '{"sandbox":{"enabled":true,"allowUnsandboxedCommands":false}}'
LOOSE = '{"sandbox":{"enabled":true,"allowUnsandboxedCommands":true}}'
BYPASS_MODE = '{"permissions":{"defaultMode":"bypassPermissions"}}'

# rule: (what it says, the layout, the outcome of the newer rule)
RULES = {
    "local_from_main_checkout": ("local settings also come from the root of the main checkout, whose values beat the start folder's",
                                 {"files": {layouts.LOCAL: layouts.ON}, "cwd": "sub/dir"}, {"sandboxed": True}),
    "strict_is_kept": ("a project or local file cannot loosen the user's allowUnsandboxedCommands:false",
                       {"files": {layouts.USER: STRICT, layouts.LOCAL: LOOSE}}, {"bypass_runs_plain": False}),
    "repository_cannot_bypass": ("defaultMode bypassPermissions of a project or local file is not honoured",
                                 {"files": {layouts.LOCAL: BYPASS_MODE}, "mode_probe": True}, {"mode": "default"}),
    "managed_refuses": ("a managed document that is no JSON object makes the runtime refuse to start",
                        {"files": {"managed/managed-settings.json": '{"sandbox":'}}, {"refused": True}),
    "managed_locks": ("a managed key of the wrong type is read as its restrictive value",
                      {"files": {"managed/managed-settings.json": '{"sandbox":{"enabled":5}}'}}, {"sandboxed": True}),
    "mandate_holds": ("while managed settings or --settings say allowUnsandboxedCommands:false, project and local files cannot switch the "
                      "sandbox off, exclude commands, add writable paths, hosts or sockets",
                      {"files": {layouts.USER: layouts.ON, layouts.LOCAL: layouts.OFF},
                       "args": ["--settings", '{"sandbox":{"allowUnsandboxedCommands":false}}']}, {"sandboxed": True}),
    "auto_allow_is_asked_for": ("commands in the sandbox need no permission only where autoAllowBashIfSandboxed says so; else: unless it says no",
                                {"files": {layouts.USER: layouts.ON}, "mode_probe": True, "no_rules": True,
                                 "probe": "openssl version"}, {"ran": False}),
    "repository_cannot_open_files": ("sandbox.filesystem.disabled of a project or local file is not honoured",
                                     {"files": {layouts.USER: layouts.ON, layouts.LOCAL: '{"sandbox":{"filesystem":{"disabled":true}}}'},
                                      "probe": "touch ~/made && echo STATE=plain || echo STATE=sandboxed"}, {"sandboxed": True}),
    "starts_in_auto": ("a session whose files and options name no mode starts in auto mode instead of the default one",
                       {"files": {}, "mode_probe": True}, {"mode": "auto"}),
    "repository_cannot_choose_ripgrep": ("sandbox.ripgrep of a project or local file is not honoured",
                                         {"files": {layouts.USER: layouts.ON, layouts.LOCAL: '{"sandbox":{"ripgrep":{"command":"/none/rg"}}}'}},
                                         {"sandboxed": True}),
    "flag_refuses": ("--settings that ask for the sandbox and are not valid make the runtime refuse to start",
                     {"files": {}, "args": ["--settings", '{"sandbox":{"enabled":true},"statusLine":5}']}, {"refused": True}),
}

# Where to begin: the key was not known before.
SINCE = {"repository_cannot_open_files": "2.1.269"}


def holds(rule, version):
    """Whether the newer rule is in force in this version, measured."""
    _, layout, wanted = RULES[rule]
    layout = dict(layout, name=rule)
    with layouts.build(layout) as scratch:
        measured = layouts.measure(scratch, layout, runtime.install(version))
    return all(measured[key] == value for key, value in wanted.items())


def measured(rule, version, seen):
    if version not in seen:
        seen[version] = holds(rule, version)
        print("%s %s %s" % (rule, version, seen[version]), flush=True)
    return seen[version]


def bisect(versions, low, high, seen, test):
    """The index of the first version after `low` that is like `high`."""
    while high - low > 1:
        middle = _next_to_measure(versions, low, high, seen)
        low, high = (low, middle) if test(versions[middle]) == test(versions[high]) else (middle, high)
    return high


def intervals(versions, seen, samples, test):
    """[[first, first no more or None], ...] in which the rule holds; `seen` collects what was measured."""
    last = len(versions) - 1
    asked = {0, last} | {round(last * part / (samples + 1)) for part in range(1, samples + 1)}
    asked |= {index for index, version in enumerate(versions) if version in seen}
    order = sorted(asked)
    held = [[versions[0], None]] if test(versions[0]) else []
    for low, high in zip(order, order[1:]):
        if test(versions[low]) == test(versions[high]):
            continue
        flip = versions[bisect(versions, low, high, seen, test)]
        if test(versions[high]):
            held.append([flip, None])
        else:
            held[-1][1] = flip
    return held


def tell(rule, held):
    text = ", ".join("%s until %s" % (first, until or "now") for first, until in held) or "never"
    flips = sum(1 for first, until in held for version in (first, until) if version) - (1 if held and held[0][0] == SINCE.get(rule, runtime.FLOOR) else 0)
    print("%s holds from %s%s" % (rule, text, "" if flips == 1 else ": NOT A SINGLE FLIP, but %d" % flips), flush=True)


def _next_to_measure(versions, low, high, seen):
    """The middle, or a version near it that is installed already: a download costs more than one step more."""
    middle = (low + high) // 2
    near = [i for i in range(low + 1, high) if (versions[i] in seen or runtime.installed(versions[i])) and abs(i - middle) * 4 <= high - low]
    return min(near, key=lambda i: abs(i - middle)) if near else middle


def written(data):
    """The rules spread out, the exceptions one a line."""
    rules = json.dumps({"rules": data["rules"]}, indent=1)[:-2]
    return rules + ',\n "exceptions": [\n' + ",\n".join("  " + json.dumps(row) for row in data.get("exceptions", [])) + "\n ]\n}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default=",".join(RULES))
    parser.add_argument("--samples", type=int, default=6)
    parser.add_argument("--drop", action="store_true")
    options = parser.parse_args()
    versions = runtime.published(runtime.FLOOR, runtime.CURRENT)
    kept = {v for v in versions if runtime.installed(v)}
    data = json.loads(OUT.read_text()) if OUT.exists() else {"rules": {}}
    for rule in options.only.split(","):
        since = runtime.version_key(SINCE.get(rule, runtime.FLOOR))
        candidates = [version for version in versions if runtime.version_key(version) >= since]
        seen = dict(data["rules"].get(rule, {}).get("measured", {}))
        held = intervals(candidates, seen, options.samples, lambda version, rule=rule, seen=seen: measured(rule, version, seen))
        tell(rule, held)
        data["rules"][rule] = {"says": RULES[rule][0], "held": held,
                               "measured": {version: seen[version] for version in sorted(seen, key=runtime.version_key)},
                               "how": "sampled and bisected over published versions with tests/live/bisect_settings.py",
                               "on": datetime.date.today().isoformat()}
        OUT.write_text(written(data))
        if options.drop:
            for version in set(seen) - kept:
                runtime.drop(version)
    return 0


if __name__ == "__main__":
    sys.exit(main())
