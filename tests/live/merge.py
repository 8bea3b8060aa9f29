#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which files decide a key under `sandbox` and `permissions`? Layouts of settings files, and what the session makes of them.

usage: merge.py VERSION [--out FILE]

The session itself is asked (control request get_sandbox_dialog: what its /sandbox dialog shows, grants as enforced), so the
exceptions made where a key is used are in the answer: what a repository cannot loosen, what only managed or user settings may
say, what managed locks take away from others. For `permissions`: whether the session may be switched to a mode, and what
get_settings says is applied. No model is called; a layout takes a second. Versions that do not know a request are left out.
Rows of fixtures/settings/merge.jsonl: {"name", "version", "files", "args", "values": {key: value}}; paths are
below a scratch base as in layouts.py. A test asks the library for the same values.
"""
import argparse
import itertools
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import layouts                                              # noqa: E402
from lib import control, runtime, session, standin          # noqa: E402

OUT = HERE.parents[1] / "fixtures" / "settings" / "merge.jsonl"
FILES = {"user": layouts.USER, "project": "work/.claude/settings.json", "local": layouts.LOCAL, "managed": "managed/managed-settings.json"}
ALL = ("project", "local", "user", "flag", "managed")

# What a file may want to loosen, each under a mark of its scope so that lists show where an item came from.
BASE = {"enabled": True}
LOOSE = {
    "lists": lambda s: {"excludedCommands": [s + "-x"], "filesystem": {"allowWrite": ["/w/" + s], "denyWrite": ["/dw/" + s]},
                        "network": {"allowedDomains": [s + ".org"], "deniedDomains": ["no-%s.org" % s]}},
    "reads": lambda s: {"filesystem": {"denyRead": ["/d/" + s], "allowRead": ["/r/" + s]}},
    "read holes": lambda s: {"filesystem": {"allowRead": ["/secret/" + s, "/else/" + s]}},
    "sockets": lambda s: {"network": {"allowAllUnixSockets": True}},
    "files off": lambda s: {"filesystem": {"disabled": True}},
    "files on": lambda s: {"filesystem": {"disabled": False}},
    "auto-allow": lambda s: {"autoAllowBashIfSandboxed": True},
    "no auto-allow": lambda s: {"autoAllowBashIfSandboxed": False},
    "may leave": lambda s: {"allowUnsandboxedCommands": True},
    "may not leave": lambda s: {"allowUnsandboxedCommands": False},
    "off": lambda s: {"enabled": False},
    "hosts refused": lambda s: {"network": {"strictAllowlist": True, "allowedDomains": [s + ".org"]}},
    "hosts asked": lambda s: {"network": {"strictAllowlist": False, "allowedDomains": [s + ".org"]}},
    "proxy": lambda s: {"network": {"httpProxyPort": 8888}},
    "managed hosts": lambda s: {"network": {"allowManagedDomainsOnly": True, "allowedDomains": [s + ".org"]}},
    "managed reads": lambda s: {"filesystem": {"allowManagedReadPathsOnly": True, "allowRead": ["/r/" + s]}},
}
# What another file says at the same time: (scope, sandbox settings).
LISTS = ("lists", "read holes", "sockets", "auto-allow", "may leave", "off")
HOSTS = ("lists", "hosts asked", "hosts refused", "proxy", "managed hosts")
READS = ("reads", "read holes", "managed reads", "files off")
# What another file says at the same time, {scope: sandbox settings}, and the wishes that may run against it.
CONDITIONS = {
    "on": ({}, tuple(LOOSE)),
    "strict user": ({"user": {"allowUnsandboxedCommands": False}}, LISTS),
    "strict flag": ({"flag": {"allowUnsandboxedCommands": False}}, LISTS + ("files off", "proxy")),
    "strict managed": ({"managed": {"allowUnsandboxedCommands": False}}, LISTS + ("files off", "proxy")),
    "strict project": ({"project": {"allowUnsandboxedCommands": False}}, LISTS),
    "managed on": ({"managed": {"enabled": True}}, LISTS),
    "flag on": ({"flag": {"enabled": True}}, LISTS),
    "managed hosts only": ({"managed": {"network": {"allowManagedDomainsOnly": True, "allowedDomains": ["policy.org"]}}}, LISTS + HOSTS),
    "user hosts refused": ({"user": {"network": {"strictAllowlist": True}}}, HOSTS),
    "managed hosts refused": ({"managed": {"network": {"strictAllowlist": True}}}, HOSTS),
    "flag denies hosts": ({"flag": {"network": {"deniedDomains": ["bad.org"]}}}, ("lists", "proxy")),
    "user denies hosts": ({"user": {"network": {"deniedDomains": ["bad.org"]}}}, ("lists", "proxy")),
    "managed reads only": ({"managed": {"filesystem": {"allowManagedReadPathsOnly": True, "allowRead": ["/policy"]}}}, READS),
    "managed denies reads": ({"managed": {"filesystem": {"denyRead": ["/secret"]}}}, READS),
    "flag denies reads": ({"flag": {"filesystem": {"denyRead": ["/secret"]}}}, READS),
    "user denies reads": ({"user": {"filesystem": {"denyRead": ["/secret"]}}}, READS),
    "managed files": ({"managed": {"filesystem": {"allowWrite": ["/policy"]}}}, ("lists", "files off", "files on")),
    "managed files on": ({"managed": {"filesystem": {"disabled": False}}}, ("files off",)),
}


STRICT = {"disableBypassPermissionsMode": "disable", "disableAutoMode": "disable", "blockReadsOutsideWorkingDirectories": True,
          "blockWritesOutsideWorkingDirectories": True}
LOOSE_PERMISSIONS = {"blockReadsOutsideWorkingDirectories": False, "blockWritesOutsideWorkingDirectories": False}


def united(first, second):
    """Sandbox settings of one file that wants both."""
    out = dict(first)
    for key, value in second.items():
        out[key] = united(out[key], value) if isinstance(out.get(key), dict) and isinstance(value, dict) else value
    return out


def rows():
    """Every condition with every wish in every scope that the condition leaves free."""
    for condition, (said, wishes) in CONDITIONS.items():
        for wish, scope in itertools.product(wishes, ALL):
            if scope in said or (said and scope == "local"):
                continue
            sandboxes = {"user": dict(BASE)}
            for where, what in list(said.items()) + [(scope, LOOSE[wish](scope))]:
                sandboxes[where] = united(sandboxes.get(where, {}), what)
            files = {FILES[where]: json.dumps({"sandbox": what}) for where, what in sandboxes.items() if where != "flag"}
            args = ["--settings", json.dumps({"sandbox": sandboxes["flag"]})] if "flag" in sandboxes else []
            yield {"name": "%s; %s: %s" % (condition, scope, wish), "files": files, "args": args, "git": False}


def permission_rows():
    """Strictness in one scope, its opposite in another or nowhere."""
    for strict, loose in [(scope, None) for scope in ALL] + list(itertools.permutations(ALL, 2)):
        said = {strict: {"permissions": STRICT}}
        if loose:
            said[loose] = {"permissions": LOOSE_PERMISSIONS}
        yield {"name": "permissions: strict %s, loose %s" % (strict, loose), "git": False,
               "files": {FILES[where]: json.dumps(what) for where, what in said.items() if where != "flag"},
               "args": ["--settings", json.dumps(said["flag"])] if "flag" in said else []}


def ask_permissions(layout, binary):
    with layouts.build(layout) as world, standin.StandIn({}) as api:
        with control.Control(world, binary, api, "--allow-dangerously-skip-permissions",
                             *layouts.arguments(world, dict(layout, mode_probe=True)), cwd=layouts.start(world, layout)) as asked:
            applied, found = asked.settings().get("applied", {}), {}
            for key, name in (("Reads", "outsideFileToolReadsBlocked"), ("Writes", "outsideFileToolWritesBlocked")):
                if name in applied:
                    found["permissions.block%sOutsideWorkingDirectories" % key] = applied[name]
            for mode in ("bypassPermissions", "auto"):
                found["may be " + mode] = asked.ask("set_permission_mode", mode=mode)["subtype"] == "success"
            return found


def values(answer):
    """The keys the dialog tells of, as settings have them."""
    limits, lists = answer["restrictions"], answer.get("lists") or {}
    found = {"sandbox.enabled": answer["enabled_in_settings"], "sandbox.allowUnsandboxedCommands": answer["unsandboxed_fallback"],
             "sandbox.excludedCommands": answer["excluded_commands"],
             "sandbox.filesystem.allowWrite": limits["fs_allow_write"], "sandbox.filesystem.denyWrite": limits["fs_deny_write"],
             "sandbox.filesystem.allowRead": limits["fs_allow_read"], "sandbox.filesystem.denyRead": limits["fs_deny_read"],
             "sandbox.network.deniedDomains": limits["network_denied_domains"],
             "sandbox.network.allowAllUnixSockets": limits["allow_all_unix_sockets"],
             "sandbox.network.allowManagedDomainsOnly": limits["network_managed"]}
    if answer["enabled_in_settings"]:
        found["sandbox.autoAllowBashIfSandboxed"] = answer["mode"] == "auto-allow"
    if lists:       # not from 2.1.304; network_allowed_domains beside it is the plain merge, not what is enforced
        found["sandbox.filesystem.disabled"] = not lists["files_confined"]
        hosts = [row["entries"] for row in lists["rows"] if row["id"] == "hosts_allowed"]
        found["sandbox.network.allowedDomains"] = sorted(hosts[0]) if hosts else []      # as enforced
        found["sandbox.network.httpProxyPort"] = lists["other_hosts"] == "own_proxy"
        if lists["other_hosts"] != "own_proxy" and not limits["network_managed"]:
            found["sandbox.network.strictAllowlist"] = lists["other_hosts"] == "refused"
    return found


def set_by(layout):
    """The keys some file of a layout sets."""
    texts = list(layout["files"].values()) + layout["args"][1:2]
    keys = set()
    for document in map(json.loads, texts):
        for group, below in document.items():
            for key, value in below.items():
                keys.update(["%s.%s.%s" % (group, key, name) for name in value] if isinstance(value, dict) else ["%s.%s" % (group, key)])
    return keys


def mentioned(layout, found):
    """What a row keeps: what its files speak of, and what they leave to the default."""
    keys = set_by(layout) | {"sandbox.autoAllowBashIfSandboxed", "may be bypassPermissions", "may be auto", "refused"}
    return {key: value for key, value in found.items() if key in keys}


def ask(layout, binary):
    """The values; {"refused": why} when the session does not start; None when it does not know the question."""
    with layouts.build(layout) as world, standin.StandIn({}) as api:
        try:
            with control.Control(world, binary, api, *layouts.arguments(world, dict(layout, mode_probe=True)),
                                 cwd=layouts.start(world, layout)) as asked:
                answer = asked.ask("get_sandbox_dialog", lists=True)
                return values(answer["response"]) if answer["subtype"] == "success" else None
        except control.Ended as error:
            return {"refused": str(error)[:300]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version")
    parser.add_argument("--out", type=pathlib.Path, default=OUT)
    options = parser.parse_args()
    missing = session.missing_tools("bwrap", "socat", "git", "npm", "unshare")
    if missing:
        print("merge: missing: " + ", ".join(missing), file=sys.stderr)
        return 2
    binary = runtime.install(options.version)
    old = options.out.read_text().splitlines() if options.out.exists() else []
    kept = [line for line in old if json.loads(line)["version"] != options.version]
    found = [dict(layout, version=options.version, values=mentioned(layout, ask_permissions(layout, binary))) for layout in permission_rows()]
    for layout in rows():
        seen = ask(layout, binary)
        if seen is None:
            print("%s does not know get_sandbox_dialog" % options.version)
            break
        found.append(dict(layout, version=options.version, values=mentioned(layout, seen)))
    found = [json.dumps(row) for row in found]
    options.out.write_text("\n".join(kept + found) + "\n")
    print("%d layouts" % len(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
