# SPDX-License-Identifier: Apache-2.0
"""posture-watch in the real runtime: an agent that nobody watches cannot take itself out of the sandbox; a person can."""
import json
import unittest

from common import BIN, FLOOR, NEWEST, mode_arguments, opening, runtime, session, standin, terminal, until, wired

OFF = {"sandbox": {"enabled": False}}
EVENTS = ("SessionStart", "ConfigChange", "UserPromptSubmit", "Stop")
# The runtime tells a hook of a changed file about a second later.
SETTLE = 4


def watched(*names, events=EVENTS):
    settings = wired(*names)
    for event in events:
        settings.setdefault("hooks", {}).update(session.hook(event, BIN / "posture-watch"))
    if "statusLine" in settings:
        settings["statusLine"]["refreshInterval"] = 2
    return settings


def probe(pause=0):
    return standin.call("Bash", command='sleep %d; echo "[${SANDBOX_RUNTIME:-outside}]"' % pause, description="where am I")


def write_tool(world):
    return standin.call("Write", file_path=str(world.repo / ".claude/settings.local.json"), content=json.dumps(OFF))


def by_command(world, name=".claude/settings.local.json", text=json.dumps(OFF)):
    path = world.repo / name
    return standin.call("Bash", command="mkdir -p %s && echo '%s' > %s" % (path.parent, text, path), description="write", dangerouslyDisableSandbox=True)


class Agent(unittest.TestCase):
    """Nobody watches."""

    def places(self, steps, settings=None, mode="bypassPermissions", version=NEWEST, local=None):
        """Where the probes ran, one after the other."""
        world = self.enterContext(session.Scratch())
        world.settings("user", settings or watched())
        if local is not None:
            world.settings("local", local)
        script = [step(world) if callable(step) else step for step in steps]
        api = self.enterContext(standin.StandIn({"go-on": script}))
        world.headless(runtime.install(version), api, "go-on", *mode_arguments(mode), "--allowedTools", "Bash,Write")
        return [r.text.strip() for r in api.results("Bash") if r.text.startswith("[")], world

    def test_write_tool(self):
        places, world = self.places([probe(), write_tool, probe(SETTLE), probe()])
        self.assertEqual(places, ["[1]"] * 3)
        self.assertEqual(json.loads((world.repo / ".claude/settings.local.json").read_text()), OFF)

    def test_command_outside_the_sandbox(self):
        places, _ = self.places([probe(), by_command, probe(SETTLE), probe()])
        self.assertEqual(places, ["[1]"] * 3)

    def test_headless_in_default_mode(self):
        places, _ = self.places([probe(), by_command, probe(SETTLE), probe()], mode="default")
        self.assertEqual(places, ["[1]"] * 3)

    def test_a_harmless_change_afterwards_does_not_let_it_in(self):
        def harmless(world):
            return by_command(world, ".claude/settings.json", '{"env":{"A":"b"}}')
        places, _ = self.places([write_tool, probe(SETTLE), harmless, probe(SETTLE), probe()])
        self.assertEqual(places, ["[1]"] * 3)

    def test_tightening_comes_into_force(self):
        def strict(world):
            return by_command(world, text='{"sandbox":{"allowUnsandboxedCommands":false}}')
        leave = standin.call("Bash", command='echo "[${SANDBOX_RUNTIME:-outside}]"', description="leave", dangerouslyDisableSandbox=True)
        places, _ = self.places([leave, strict, probe(SETTLE), leave])
        self.assertEqual(places, ["[outside]", "[1]", "[1]"])

    def test_floor(self):
        """2.1.202 watches only folders that were there at the start."""
        for settings, last in ((watched(), "[1]"), (wired(), "[outside]")):
            places, _ = self.places([by_command, probe(SETTLE), probe()], settings=settings, version=FLOOR, local={})
            self.assertEqual(places, ["[1]", last])

    def test_without_the_hook_it_leaves(self):
        """The control: these tests can fail."""
        places, _ = self.places([probe(), write_tool, probe(SETTLE), probe()], settings=wired())
        self.assertEqual(places, ["[1]", "[1]", "[outside]"])


class Terminal(unittest.TestCase):
    def start(self, mode, scripts):
        world = self.enterContext(session.Scratch())
        world.settings("user", watched("bypass-warn", "statusline"))
        api = self.enterContext(standin.StandIn({key: [s(world) if callable(s) else s for s in steps] for key, steps in scripts.items()}))
        term = self.enterContext(terminal.Interactive(world, runtime.install(NEWEST), api, *mode_arguments(mode), "--allowedTools", "Bash"))
        opening(term)
        term.wait_for(r"SessionStart:startup says: cordon: sandbox on, permission mode " + mode)
        term.wait_for(r"\[sandbox\]")
        return world, api, term

    def test_footer_after_a_block(self):
        _, api, term = self.start("bypassPermissions", {"go-on": [probe(), write_tool, probe(SETTLE)], "look": [probe()]})
        term.submit("go-on")
        until(lambda: len(api.results("Bash")) == 2, "the probes", 60)
        term.wait_for(r"\[sandbox\].*!settings\.local\.json: blocked change", 30)
        term.submit("look")
        until(lambda: len(api.results("Bash")) == 3, "the last probe", 40)
        self.assertEqual(api.results("Bash")[-1].text.strip(), "[1]")
        term.wait_for(r"settings\.local\.json was blocked", 30)
        term.wait_for(r"\[sandbox\].*!settings\.local\.json: blocked change")

    def test_the_person_may(self):
        """/sandbox -> No sandbox works, is told at the next prompt, and the footer follows."""
        _, api, term = self.start("default", {"look": [probe()]})
        term.submit("/sandbox")
        term.wait_for("No sandbox")
        term.keys("Down", "Down")
        term.wait_for(r"❯ .*No sandbox")
        term.keys("Enter")
        term.wait_for("Sandbox disabled")
        term.submit("look")
        until(lambda: api.results("Bash"), "the probe", 40)
        self.assertEqual(api.results("Bash")[-1].text.strip(), "[outside]")
        term.wait_for(r"loosened this session:\s+sandbox off")
        term.wait_for(r"\[NO SANDBOX\]", 30)


if __name__ == "__main__":
    assert (BIN / "posture-watch").exists()
    unittest.main()
