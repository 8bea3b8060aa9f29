# SPDX-License-Identifier: Apache-2.0
"""Layouts of settings files: built in a scratch folder, measured on the real runtime, asked of `cordon settings`.

A layout is {"name", "files": {path: text}, "args"?, "cwd"?, "git"?, "worktree"?, "env"?, "pre"?, "post"?, "mode_probe"?};
paths are below the scratch base: home/... work/... wtout/... managed/... (= /etc/claude-code/...). "@BASE@" in arguments and
environment stands for that base. "pre" and "post" are shell text run in work/ before git and after the files. "probe" is
the command that is run instead of ours (prints STATE=sandboxed or STATE=plain); with "no_rules" no rule allows it. It is the
format of fixtures/settings/*.jsonl.

    with build(layout) as scratch:
        measure(scratch, layout, binary)      -> {"sandboxed", "bypass_runs_plain", "mode", "refused", "ran", "stderr"}
        ask(scratch, layout, cordon, version) -> the same four, and "posture", from `cordon settings --json`
"""
import json
import os
import pathlib
import random
import subprocess

from lib import session, standin

PROBE = 'if [ -n "$SANDBOX_RUNTIME" ]; then echo STATE=sandboxed; else echo STATE=plain; fi'
BYPASS = ["--permission-mode", "bypassPermissions", "--dangerously-skip-permissions"]
KEYS = ("sandboxed", "bypass_runs_plain", "mode", "refused")

ON, OFF = '{"sandbox":{"enabled":true}}', '{"sandbox":{"enabled":false}}'


def _shell(text, folder, home):
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["sh", "-c", text], cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def build(layout):
    """A session.Scratch holding the layout; close it, or use it as a context manager."""
    scratch = session.Scratch(git=False)
    base, work = scratch.base, scratch.base / "work"
    work.mkdir()
    if layout.get("pre"):
        _shell(layout["pre"], work, scratch.home)
    if layout.get("git", True):
        _shell("git init -q -b main . && git config user.email a@b.c && git config user.name n && echo x > x.txt"
               " && git add x.txt && git commit -qm i", work, scratch.home)
    if layout.get("worktree"):
        _shell("git worktree add -q %s -b wb" % layout["worktree"], work, scratch.home)
    for name, text in layout["files"].items():
        scratch.write(name, text.replace("@BASE@", str(base)).ljust(layout.get("pad", {}).get(name, 0)))
    start(scratch, layout).mkdir(parents=True, exist_ok=True)
    if layout.get("post"):
        _shell(layout["post"], work, scratch.home)
    start(scratch, layout).mkdir(parents=True, exist_ok=True)
    scratch.trust(start(scratch, layout), work)
    for name, left_out in (("nobwrap", ("bwrap", "socat")), ("nobwrap1", ("bwrap",)), ("nosocat", ("socat",))):
        if any(name in value or "WITHOUT_BWRAP" in value for value in layout.get("env", {}).values()):
            _programs(base / name, left_out)
    return scratch


def _programs(folder, left_out):
    """A folder with links to every program of the system but some."""
    folder.mkdir(exist_ok=True)
    for source in ("/usr/bin", "/bin"):
        for name in os.listdir(source):
            if name not in left_out and not os.path.lexists(folder / name):
                (folder / name).symlink_to(os.path.join(source, name))


def start(scratch, layout):
    return pathlib.Path(os.path.normpath(scratch.base / "work" / layout.get("cwd", "")))


def arguments(scratch, layout):
    args = [arg.replace("@BASE@", str(scratch.base)) for arg in layout.get("args", [])]
    return args if layout.get("mode_probe") else args + BYPASS


def environment(scratch, layout):
    env = {"PATH": "/usr/bin:/bin"}
    for name, value in layout.get("env", {}).items():
        env[name] = str(scratch.base / "nobwrap") if value == "@PATH_WITHOUT_BWRAP@" else value.replace("@BASE@", str(scratch.base))
    return env


def _state(text):
    return True if "STATE=sandboxed" in text else False if "STATE=plain" in text else None


def measure(scratch, layout, binary):
    """What the runtime does: two scripted commands, the second one asks to leave the sandbox."""
    probe = layout.get("probe", PROBE)
    steps = [standin.call("Bash", command=probe, description="p"),
             standin.call("Bash", command=probe + " # again", description="p", dangerouslyDisableSandbox=True)]
    allowed = [] if layout.get("no_rules") else ["--allowedTools", "Bash"]
    with standin.StandIn({"go": steps}) as api:
        run = scratch.headless(binary, api, "go", *allowed, *arguments(scratch, layout),
                               cwd=start(scratch, layout), env=environment(scratch, layout))
        told = [_state(result.text) for result in api.results("Bash")]
        ran = [not result.is_error for result in api.results("Bash")]
    result = dict.fromkeys(KEYS)
    result["refused"] = run.code != 0
    result["ran"] = ran[0] if ran else None
    result["stderr"] = run.stderr.strip()[:400]
    for event in run.events:
        if event.get("subtype") == "init":
            result["mode"] = event.get("permissionMode")
    result["sandboxed"] = told[0] if told else None
    result["bypass_runs_plain"] = not told[1] if len(told) > 1 and told[1] is not None else None
    return result


def ask(scratch, layout, cordon, version):
    """What we say about the same layout."""
    argv = scratch.command(cordon, "settings", "--json", "--dir", start(scratch, layout), "--runtime", version, "--",
                           *arguments(scratch, layout))
    env = dict({"HOME": str(scratch.home)}, **environment(scratch, layout))
    done = subprocess.run(argv, cwd=start(scratch, layout), env=env, capture_output=True, text=True, timeout=60, check=True)
    posture = json.loads(done.stdout)["posture"]
    on = {"on": True, "off": False}.get(posture["sandbox"])
    return {"sandboxed": on, "bypass_runs_plain": not (on and posture["strict"]), "mode": posture["permission_mode"],
            "refused": posture["sandbox"] == "refuses", "posture": posture}


def disagreements(measured, said):
    """Names of what differs. What the runtime did not show (a denied call) and what we call unknown is left out."""
    if measured["refused"] or said["refused"]:
        return [] if measured["refused"] == said["refused"] else ["refused"]
    found = []
    if measured["sandboxed"] is not None and said["sandboxed"] != measured["sandboxed"]:
        found.append("sandboxed")
    if measured["sandboxed"] and measured["bypass_runs_plain"] is not None and said["bypass_runs_plain"] != measured["bypass_runs_plain"]:
        found.append("bypass_runs_plain")
    if measured["mode"] is not None and said["mode"] != measured["mode"]:
        found.append("mode")
    return found


# Random layouts.

def _sandbox(**keys):
    return json.dumps({"sandbox": keys})


def _mode(mode):
    return json.dumps({"permissions": {"defaultMode": mode}})


STRICT, LOOSE = _sandbox(enabled=True, allowUnsandboxedCommands=False), _sandbox(enabled=True, allowUnsandboxedCommands=True)
PLAIN = [ON, OFF, STRICT, LOOSE, _sandbox(allowUnsandboxedCommands=False), _sandbox(allowUnsandboxedCommands=True)]
ODD = ["{}", '{"sandbox":{}}', '{"model":"x"}', '{"sandbox":{"enabled":"yes"}}', '{"sandbox":{"enabled":true},"permissions":{"allow":"x"}}',
       '{"sandbox":{"enabled":tru', "// c\n" + ON, '{"sandbox":{"enabled":false},"statusLine":5}', '{"sandbox":{"enabled":true},"env":{"A":1}}',
       '{"sandbox":{"enabled":1}}', '{"sandbox":{"enabled":true,"autoAllowBashIfSandboxed":"no"}}',
       '{"sandbox":{"enabled":true},"hooks":{"PreToolUse":{}}}', '{"sandbox":{"enabled":false},"permissions":{"deny":["Bash(x)",7]}}',
       _sandbox(enabled=False, allowUnsandboxedCommands=False), "", " \n", "null", "[]", "\ufeff" + ON, '{"sandbox":null}',
       '{"sandbox":{"enabled":true},"hooks":[]}', '{"sandbox":{"enabled":true},"hooks":{"PreToolUse":null}}',
       '{"sandbox":{"enabled":true},"permissions":{"defaultMode":"manual"}}', '{"sandbox":{"enabled":true},"effortLevel":7}',
       '{"sandbox":{"enabled":true,"failIfUnavailable":true}}', '{"sandbox":{"enabled":true},"cleanupPeriodDays":"x"}',
       '{"sandbox":{"enabled":true,"network":{"allowedDomains":["a.example",5]}}}', '{"sandbox":{"enabled":true},"zzz":[1]}',
       '{"sandbox":{"enabled":false,"enabled":true}}', '{"sandbox":{"enabled":true},"sandbox":{"enabled":false}}',
       '{"sandbox":{"enabled":true,"bwrapPath":5}}', '{"sandbox":{"enabled":true,},}', '{"sandbox":true}', '{"sandbox":{"enabled":null}}',
       '{"sandbox":{"enabled":true},"permissions":5}', '{"sandbox":{"enabled":true},"permissions":{"defaultMode":"yolo"}}',
       '{"sandbox":{"enabled":true,"network":5}}', '{"sandbox":{"enabled":true,"filesystem":{"allowRead":"x"}}}',
       '{"sandbox":{"enabled":true,"excludedCommands":"x"}}', '{"sandbox":{"enabled":true},"hooks":{"Nope":[]}}',
       '{"sandbox":{"enabled":true},"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command"}]}]}}',
       '{"sandbox":{"enabled":true,"enabledPlatforms":["macos"]}}', '{"sandbox":{"enabled":true,"filesystem":{"disabled":true}}}',
       '{"sandbox":{"enabled":true,"failIfUnavailable":"x"}}', '{"sandbox":{"failIfUnavailable":false}}']
MANAGED = [ON, OFF, STRICT, _sandbox(allowUnsandboxedCommands=True), "{}", "", '{"sandbox":{"enabled":5}}', '{"sandbox":{"enabled":"false"}}',
           '{"sandbox":{"allowUnsandboxedCommands":"x"}}', '{"sandbox":{"enabled":null}}', '{"sandbox":7}', '{"sandbox":', "[]",
           '{"sandbox":{"enabled":true,"enabledPlatforms":["macos"]}}', '{"permissions":5}', _mode("plan"),
           '{"permissions":{"disableBypassPermissionsMode":"disable"}}', '{"sandbox":{"enabled":true,"network":5}}', '{bad',
           '{"sandbox":{"failIfUnavailable":true}}', '{"sandbox":{"enabled":"true"}}']
MODES = [_mode(m) for m in ("default", "acceptEdits", "plan", "dontAsk", "bypassPermissions", "auto")]
USER, PROJECT, LOCAL = "home/.claude/settings.json", "work/.claude/settings.json", "work/.claude/settings.local.json"


_GIT = "git -c user.email=a@b.c -c user.name=n "
_COMMIT = "git init -q -b main %s && echo x > %s/x.txt && " + _GIT + "-C %s add x.txt && " + _GIT + "-C %s commit -qm i"
_SUBMODULE = (_COMMIT % (("../lib",) * 4) + " && " + _COMMIT % ((".",) * 4) +
              " && git -c protocol.file.allow=always submodule add -q ../lib subm && " + _GIT + "commit -qm s && mkdir -p subm/deep")
_BARE = _COMMIT % (("../seed",) * 4) + " && git clone -q --bare ../seed .bare && git -C .bare worktree add -q ../wt main && mkdir -p wt/d"
# What a layout is made of, by kind: its own keys, and the folders whose files may be there, the likely one first.
_KINDS = {
    "root": ({}, []),
    "sub": ({"cwd": "sub/dir"}, ["work/sub/dir", "work/sub"]),
    "nogit-sub": ({"cwd": "sub/dir", "git": False}, ["work/sub/dir", "work/sub"]),
    "wtin": ({"worktree": ".claude/worktrees/w1", "cwd": ".claude/worktrees/w1"}, ["work/.claude/worktrees/w1"]),
    "wtinsub": ({"worktree": ".claude/worktrees/w1", "cwd": ".claude/worktrees/w1/d"}, ["work/.claude/worktrees/w1/d", "work/.claude/worktrees/w1"]),
    "wtout": ({"worktree": "../wtout", "cwd": "../wtout"}, ["wtout"]),
    "wtsub": ({"worktree": "../wtout", "cwd": "../wtout/d"}, ["wtout/d", "wtout"]),
    "submodule": ({"git": False, "pre": _SUBMODULE, "cwd": "subm/deep"}, ["work/subm", "work/subm/deep"]),
    "bare": ({"git": False, "pre": _BARE, "cwd": "wt/d"}, ["work/wt", "work/wt/d", "work/.bare"]),
    "link": ({"cwd": "../linked", "post": "mkdir -p sub/dir; rm -rf ../linked; ln -s work/sub/dir ../linked"}, ["work/sub/dir", "work/sub"]),
    "config": ({"env": {"CLAUDE_CONFIG_DIR": "@BASE@/cfg"}}, []),
    "home": ({"cwd": "../home"}, []),
}
_ORDER = ["root"] * 4 + ["sub"] * 4 + ["nogit-sub"] * 2 + ["wtin", "wtout"] * 2 + ["wtsub", "wtinsub", "submodule", "bare", "link", "config", "home"]


def _slots(kind):
    slots = [(USER, .6), ("home/.claude/settings.local.json", .15), (PROJECT, .5), (LOCAL, .5)]
    if kind == "config":
        slots += [("cfg/settings.json", .7), ("cfg/settings.local.json", .2)]
    for place, folder in enumerate(_KINDS[kind][1]):
        chance = .5 if place == 0 else .2
        slots += [(folder + "/.claude/settings.local.json", chance), (folder + "/.claude/settings.json", chance)]
    return slots


def _draw_managed(dice, files):
    if dice.random() < .25:
        files["managed/managed-settings.json"] = dice.choice(MANAGED)
    for chance in (.15, .05):
        if dice.random() < chance:
            name = dice.choice(["10-a.json", "2-b.json", "20-b.json", ".hidden.json", "10.txt", "10.JSON"])
            files["managed/managed-settings.d/" + name] = dice.choice(MANAGED)


def _draw_arguments(dice, row):
    """What the command line says; a file that --settings names is added."""
    args, modes = [], row["mode_probe"]
    if dice.random() < .3:
        text = dice.choice(PLAIN + ODD + (MODES if modes else []))
        if dice.random() < .3:
            row["files"]["f.json"] = text
            args += ["--settings", dice.choice(["@BASE@/f.json"] * 5 + ["@BASE@/none.json"])]
        else:
            args += ["--settings", text]
    if dice.random() < .15:
        args += ["--setting-sources", dice.choice(["user", "project", "local", "user,project", "project,local", "user, local", ""])]
    if dice.random() < .08:
        args.append(dice.choice(["--safe-mode", "--bare"]))
    if modes and dice.random() < .3:
        args += ["--permission-mode", dice.choice(["plan", "acceptEdits", "manual", "bypassPermissions", "dontAsk", "auto"])]
    if modes and dice.random() < .1:
        args.append(dice.choice(["--dangerously-skip-permissions", "--allow-dangerously-skip-permissions"]))
    row["args"] = args


def draw(seed, count):
    """`count` layouts that depend on `seed` alone."""
    dice, rows = random.Random(seed), []
    for number in range(count):
        kind = dice.choice(_ORDER)
        row = {"name": "random %s-%03d %s" % (seed, number, kind), **json.loads(json.dumps(_KINDS[kind][0]))}
        row["mode_probe"] = dice.random() < .3
        texts = PLAIN * 5 + ODD + (MODES * 5 if row["mode_probe"] else [])
        row["files"] = {slot: dice.choice(texts) for slot, chance in _slots(kind) if dice.random() < chance}
        _draw_managed(dice, row["files"])
        _draw_arguments(dice, row)
        if dice.random() < .08:
            row.setdefault("env", {})["PATH"] = dice.choice(["@PATH_WITHOUT_BWRAP@", "@BASE@/nobwrap1", "@BASE@/nosocat"])
        rows.append(row)
    return rows
