#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which files decide a key that no question to the session reveals? Layouts of settings files, and what a command sees of them.

usage: watch.py VERSION [--only KEY,...] [--rows PATTERN] [--out FILE]

The second half of merge.py: keys whose effect shows only in what happens. Each key has a loose and (mostly) a strict value, and a
command that tells which one is in force: whether a user namespace can be made, a folder be written, a variable be read. Every
scope says the loose one alone; every scope says it against the strict one of every other; and where policy wants the sandbox
strict. Rows of fixtures/settings/watched.jsonl: {"name", "version", "key", "loose", "files", "args", ..., "in_force": true|false}:
whether the loose value was in force. A test asks the library for the same. A layout takes about two seconds.
"""
import argparse
import itertools
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import layouts                                              # noqa: E402
import merge                                                # noqa: E402
from lib import runtime, session                            # noqa: E402

OUT = HERE.parents[1] / "fixtures" / "settings" / "watched.jsonl"
MANDATES = {
    "strict flag": {"flag": {"sandbox": {"allowUnsandboxedCommands": False}}},
    "strict managed": {"managed": {"sandbox": {"allowUnsandboxedCommands": False}}},
    "managed hosts only": {"managed": {"sandbox": {"network": {"allowManagedDomainsOnly": True}}}},
}


def told(test):
    return "if %s; then echo STATE=plain; else echo STATE=sandboxed; fi" % test


def rule(text):
    return {"permissions": {"deny": [text]}}


HOOK = {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "touch @BASE@/home/hook-ran"}]}]}}
OUTSIDE = "mkdir -p ../extra/in inner; echo x > ../extra/in/f; echo x > inner/f"
BLOCKED = {"user": {"permissions": {"blockReadsOutsideWorkingDirectories": True}}}
NO_BWRAP = {"PATH": "@BASE@/nobwrap"}


class Watched:
    """A key: its loose and strict value, the command that tells, and what the layout needs beside it.

    `silent`: what is in force where the command does not run: "strict" (it is refused, the session does not start) or "loose".
    """

    def __init__(self, loose, strict, test, also=None, silent=None, **more):
        self.loose, self.strict, self.also, self.silent, self.more = loose, strict, also or {}, silent, more
        self.probe = told(test)


KEYS = {
    "sandbox.failIfUnavailable": Watched(False, True, "true", silent="strict", env=NO_BWRAP),
    "sandbox.enableWeakerNestedSandbox": Watched(True, False, "sh -c 'read pid rest </proc/self/stat; [ $pid = $$ ]'"),
    "sandbox.allowNestedUserNamespaces": Watched(True, False, "unshare -U true 2>/dev/null"),
    "sandbox.network.tlsTerminate": Watched({}, None, "[ -n \"$SSL_CERT_FILE$NODE_EXTRA_CA_CERTS\" ]"),
    "sandbox.network.socksProxyPort": Watched(8889, None, "env | grep -q 8889"),
    "sandbox.ripgrep": Watched({"command": "@BASE@/none/rg"}, None, "false", silent="loose"),     # not there: no command runs
    "sandbox.credentials.envVars": Watched([{"name": "CORDON_TOKEN", "mode": "deny"}], None, "[ -z \"$CORDON_TOKEN\" ]", env={"CORDON_TOKEN": "x"}),
    "sandbox.credentials.files": Watched([{"path": "@BASE@/extra/in/f", "mode": "deny"}], None, "! cat @BASE@/extra/in/f", post=OUTSIDE),
    "permissions.additionalDirectories": Watched(["@BASE@/extra"], None, "touch @BASE@/extra/in/f 2>/dev/null", post=OUTSIDE),
    "permissions.blockReadsExemptPaths": Watched(["@BASE@/extra"], None, "cat @BASE@/extra/in/f", also=BLOCKED, silent="strict", post=OUTSIDE),
    "permissions.workingDirectoriesExclude": Watched(["@BASE@/work/inner"], None, "! cat inner/f", also=BLOCKED, silent="loose", post=OUTSIDE),
    "disableAllHooks": Watched(True, False, "[ ! -e @BASE@/home/hook-ran ]", also={"user": HOOK}),
    "allowManagedHooksOnly": Watched(True, False, "[ ! -e @BASE@/home/hook-ran ]", also={"user": HOOK}),
    "allowManagedPermissionRulesOnly": Watched(True, False, "openssl version", also={"user": rule("Bash(openssl *)")}, silent="strict"),
}


def nested(key, value):
    for name in reversed(key.split(".")):
        value = {name: value}
    return value


def layout(name, key, watched, said):
    """`said`: the documents, by scope; every session has its sandbox on."""
    documents = {"user": {"sandbox": {"enabled": True}}}
    for scope, document in itertools.chain(watched.also.items(), said):
        documents[scope] = merge.united(documents.get(scope, {}), document)
    files = {merge.FILES[scope]: json.dumps(document) for scope, document in documents.items() if scope != "flag"}
    args = ["--settings", json.dumps(documents["flag"])] if "flag" in documents else []
    return {"name": "%s: %s" % (key, name), "key": key, "loose": watched.loose, "files": files, "args": args, "git": False,
            "probe": watched.probe, **watched.more}


def rows(key, watched):
    loose, strict = nested(key, watched.loose), nested(key, watched.strict)
    for scope in merge.ALL:
        yield layout(scope, key, watched, [(scope, loose)])
    if watched.strict is not None:
        for one, other in itertools.permutations(merge.ALL, 2):
            yield layout("%s against %s" % (one, other), key, watched, [(one, loose), (other, strict)])
    for mandate, said in MANDATES.items():
        for scope in ("project", "user"):
            yield layout("%s; %s" % (mandate, scope), key, watched, [*said.items(), (scope, loose)])
            if watched.strict is False:
                yield layout("%s; user strict, %s" % (mandate, scope), key, watched, [*said.items(), ("user", strict), (scope, loose)])
            elif watched.strict is True and scope == "project":
                yield layout("%s; user strict, %s" % (mandate, scope), key, watched, [*said.items(), ("user", strict), (scope, loose)])


def in_force(row, watched, binary):
    with layouts.build(row) as world:
        measured = layouts.measure(world, dict(row, probe=row["probe"].replace("@BASE@", str(world.base))), binary)
    if not measured["ran"]:
        return {"strict": False, "loose": True}.get(watched.silent)
    return None if measured["sandboxed"] is None else not measured["sandboxed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version")
    parser.add_argument("--only", default=",".join(KEYS))
    parser.add_argument("--rows", default="", help="only rows whose name this pattern is found in; the others stay as they were")
    parser.add_argument("--out", type=pathlib.Path, default=OUT)
    options = parser.parse_args()
    missing = session.missing_tools("bwrap", "socat", "git", "npm", "unshare", "openssl")
    if missing:
        print("watch: missing: " + ", ".join(missing), file=sys.stderr)
        return 2
    binary, only = runtime.install(options.version), options.only.split(",")
    old = [json.loads(line) for line in options.out.read_text().splitlines()] if options.out.exists() else []
    wanted = [row for key in only for row in rows(key, KEYS[key]) if re.search(options.rows, row["name"])]
    names = {row["name"] for row in wanted}
    found = [row for row in old if row["version"] != options.version or row["name"] not in names]
    for key in only:
        for row in (row for row in wanted if row["key"] == key):
            row.update(version=options.version, in_force=in_force(row, KEYS[key], binary))
            print(row["name"], row["in_force"], flush=True)
            found.append(row)
        options.out.write_text("".join(json.dumps(row) + "\n" for row in found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
