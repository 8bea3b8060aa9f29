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
       '{"sandbox":{"enabled":false,"enabled":true}}', '{"sandbox":{"enabled":true,"bwrapPath":5}}']
MANAGED = [ON, OFF, STRICT, _sandbox(allowUnsandboxedCommands=True), "{}", "", '{"sandbox":{"enabled":5}}', '{"sandbox":{"enabled":"false"}}',
           '{"sandbox":{"allowUnsandboxedCommands":"x"}}', '{"sandbox":{"enabled":null}}', '{"sandbox":7}', '{"sandbox":', "[]",
           '{"sandbox":{"enabled":true,"enabledPlatforms":["macos"]}}', '{"permissions":5}', _mode("plan"),
           '{"permissions":{"disableBypassPermissionsMode":"disable"}}']
MODES = [_mode(m) for m in ("default", "acceptEdits", "plan", "dontAsk", "bypassPermissions", "auto")]
USER, PROJECT, LOCAL = "home/.claude/settings.json", "work/.claude/settings.json", "work/.claude/settings.local.json"


def _slots(kind):
    slots = [(USER, .6), ("home/.claude/settings.local.json", .15), (PROJECT, .5), (LOCAL, .5)]
    inner = {"sub": ["work/sub/dir", "work/sub"], "nogit-sub": ["work/sub/dir", "work/sub"], "wtin": ["work/.claude/worktrees/w1"],
             "wtout": ["wtout"], "wtsub": ["wtout/d", "wtout"], "submodule": ["work/subm"]}.get(kind, [])
    for place, folder in enumerate(inner):
        chance = .5 if place == 0 else .2
        slots += [(folder + "/.claude/settings.local.json", chance), (folder + "/.claude/settings.json", chance)]
    return slots


def draw(seed, count):
    """`count` layouts that depend on `seed` alone."""
    dice, rows = random.Random(seed), []
    for number in range(count):
        kind = dice.choice(["root", "root", "sub", "sub", "wtin", "wtout", "wtsub", "nogit-sub"])
        row = {"name": "random %s-%03d" % (seed, number)}
        if kind in ("sub", "nogit-sub"):
            row["cwd"] = "sub/dir"
        if kind == "nogit-sub":
            row["git"] = False
        if kind == "wtin":
            row.update(worktree=".claude/worktrees/w1", cwd=".claude/worktrees/w1")
        if kind in ("wtout", "wtsub"):
            row.update(worktree="../wtout", cwd="../wtout" + ("/d" if kind == "wtsub" else ""))
        row["mode_probe"] = dice.random() < .3
        texts = PLAIN * 2 + ODD + (MODES * 3 if row["mode_probe"] else [])
        files = {slot: dice.choice(texts) for slot, chance in _slots(kind) if dice.random() < chance}
        if dice.random() < .25:
            files["managed/managed-settings.json"] = dice.choice(MANAGED)
        if dice.random() < .15:
            files["managed/managed-settings.d/%s.json" % dice.choice(["10-a", "2-b", ".hidden"])] = dice.choice(MANAGED)
        args = []
        if dice.random() < .25:
            args += ["--settings", dice.choice(PLAIN + ODD[:14])]
        if dice.random() < .15:
            args += ["--setting-sources", dice.choice(["user", "project", "local", "user,project", "project,local", "user, local", ""])]
        if row["mode_probe"] and dice.random() < .3:
            args += ["--permission-mode", dice.choice(["plan", "acceptEdits", "manual", "bypassPermissions"])]
        row.update(args=args, files=files)
        rows.append(row)
    return rows
