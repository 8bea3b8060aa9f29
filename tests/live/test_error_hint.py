# SPDX-License-Identifier: Apache-2.0
"""error-hint in the real runtime: commands that the real sandbox makes fail give the model a hint with the result, the person
a message, each once; commands that fail by themselves give none."""
import json
import unittest

from common import BIN, FLOOR, NEWEST, mode_arguments, opening, runtime, session, standin, terminal, until, wired

EVENTS = ("PostToolUse", "PostToolUseFailure")
# What is tried -> the beginning of what the model is told. A hint is given once a session: the order matters.
PROVOKED = (
    ("touch /usr/cordon-probe", "The sandbox lets commands write the project and $TMPDIR only; /usr/cordon-probe lies outside"),
    ("touch ~/probe", "The sandbox lets commands write the project and $TMPDIR only; "),
    ("echo x > /tmp/cordon-probe", "The sandbox lets commands write $TMPDIR, not /tmp itself"),
    ("git add -A", ".bash_profile does not exist: the sandbox puts a device file there"),
    ("git config --local x.y z", "The sandbox keeps .git/config from being written"),
    ("echo x > .git/hooks/pre-commit", "The sandbox keeps .git/hooks/pre-commit read-only"),
    ("git config --global x.y z", "The sandbox keeps "),
    ("unshare -r true", "Commands run in a sandbox that makes no new namespaces"),
    ("curl -sS --max-time 3 http://127.0.0.1:8123/", "Every command has a network of its own"),
    ("curl -sS --max-time 5 --noproxy '*' https://example.org/", "Inside the sandbox there is no name resolution"),
    ("python3 -c \"import os; os.makedirs(os.path.expanduser('~/.cache/pip/x'))\"", "pip keeps its files in "),
    ("node -e \"require('fs').mkdirSync(require('os').homedir() + '/.npm/_cacache', {recursive: true})\"", "npm keeps its files in "),
)
REFUSED = ("curl -sSf --max-time 5 https://example.com/", "The network sandbox refused example.com", "The sandbox's proxy refused the host")
# None of these is the sandbox's doing.
ORDINARY = ("false", "ls /usr/no-such-file", "cat log; exit 1", "grep -rn 'Read-only file system' .; exit 3", "cat log", "python3 -c 'raise SystemExit(2)'",
            "touch log/x", "git add no-such-file", "./no-such-script")
LOG = "touch: cannot touch '/usr/x': Read-only file system\nerror: .bashrc: can only add regular files, symbolic links or git-directories\n"


def hinted(**more):
    settings = wired(**more)
    for event in EVENTS:
        settings.setdefault("hooks", {}).update(session.hook(event, BIN / "error-hint", matcher="Bash|PowerShell"))
    return settings


def bash(command, **more):
    return standin.call("Bash", command=command, description="try", **more)


def told(api):
    """The hints that the model was given, in order: each as it stands in the last request."""
    texts = []

    def walk(value):
        if isinstance(value, str):
            texts.append(value)
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(inner)
    walk(api.requests[-1].get("messages", []))
    return [piece.split("\n")[0] for text in texts for piece in text.split("cordon: ")[1:]]


class Headless(unittest.TestCase):
    def run_all(self, commands, version=NEWEST, mode="bypassPermissions", settings=None, **more):
        world = self.enterContext(session.Scratch())
        world.settings("user", settings or hinted())
        world.write("repo/log", LOG)
        (world.home / ".cache/pip").mkdir(parents=True)
        api = self.enterContext(standin.StandIn({"go-on": [bash(command, **more) for command in commands]}))
        run = world.headless(runtime.install(version), api, "go-on", *mode_arguments(mode), "--allowedTools", "Bash")
        self.assertEqual(len(api.results("Bash")), len(commands), run.stderr)
        return api

    def test_what_the_sandbox_does_is_explained(self):
        for version in (NEWEST, FLOOR):
            with self.subTest(version=version):
                rows = [row for row in PROVOKED if version == NEWEST or "unshare" not in row[0]]    # 2.1.202 lets namespaces be made
                api = self.run_all([command for command, _ in rows], version)
                hints = told(api)
                self.assertEqual(len(hints), len(rows), "\n".join(hints))
                for (command, want), hint, result in zip(rows, hints, api.results("Bash")):
                    self.assertTrue(hint.startswith(want), f"{command}: {hint!r}; the model was told {result.text!r}")

    def test_it_comes_with_the_result(self):
        """Already the next request holds it, the one before does not."""
        api = self.run_all([PROVOKED[0][0], "echo on"])
        holds = ["lies outside" in json.dumps(request.get("messages", [])) for request in api.requests if request.get("tools")]
        self.assertEqual(holds, [False, True, True])

    def test_once(self):
        self.assertEqual(len(told(self.run_all(["touch /usr/a", "touch /usr/b", "mkdir /opt/c"]))), 1)

    def test_a_refused_host(self):
        command, newest, floor = REFUSED
        for version, want in ((NEWEST, newest), (FLOOR, floor)):
            hints = told(self.run_all([command], version, mode="default") if version == NEWEST else
                         self.run_all(["curl -sS --max-time 5 https://example.com/"], version, mode="default"))
            self.assertEqual([hint.startswith(want) for hint in hints], [True], hints)

    def test_ordinary_failures_and_mentions_are_left_alone(self):
        self.assertEqual(told(self.run_all(ORDINARY)), [])

    def test_outside_the_sandbox_nothing_is_said(self):
        wanted = ["cat log | sed s/x/y/ > out; python3 -c \"raise SystemExit(open('log').read())\""]
        self.assertEqual(told(self.run_all(wanted, settings=hinted(sandbox=False))), [])
        self.assertEqual(told(self.run_all(wanted, dangerouslyDisableSandbox=True)), [])
        self.assertEqual(len(told(self.run_all(wanted))), 1)        # the control: in the sandbox the same words are taken for its own


class Terminal(unittest.TestCase):
    def test_the_person_is_told_once(self):
        world = self.enterContext(session.Scratch())
        world.settings("user", hinted())
        api = self.enterContext(standin.StandIn({"go-on": [bash("touch /usr/a"), bash("touch /usr/b")]}))
        term = self.enterContext(terminal.Interactive(world, runtime.install(NEWEST), api, *mode_arguments("bypassPermissions")))
        opening(term)
        term.submit("go-on")
        until(lambda: len(api.results("Bash")) == 2, "both commands", 60)
        term.wait_for(r"cordon: the sandbox lets nothing outside the project be written \(/usr/a\)", 30)
        term.wait_for("allowWrite")
        term.wait_for(r"● done", 30)
        self.assertEqual(term.screen().count("cordon: the sandbox lets nothing"), 1)


if __name__ == "__main__":
    assert (BIN / "error-hint").exists()
    unittest.main()
