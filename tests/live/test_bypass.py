# SPDX-License-Identifier: Apache-2.0
"""bypass-warn in a terminal: the warning stands in the permission prompt before anything ran; No and Yes mean what they say."""
import unittest

from common import BIN, FLOOR, NEWEST, answer, mode_arguments, opening, runtime, session, standin, terminal, until, wired

# What runs tells where it ran; the quotes and blanks must arrive as they were.
COMMAND = 'printf "%s  %s\\n" "${SANDBOX_RUNTIME:-outside}" \'a"b\' > made.txt'
MADE = 'outside  a"b\n'
STATED = "Write the marker for the test"


class Session:
    """One interactive session, sandbox on, with one scripted call that asks to leave the sandbox."""

    def __init__(self, test, version, mode, settings=None):
        self.world = test.enterContext(session.Scratch())
        self.world.settings("user", settings or wired("bypass-warn"))
        call = standin.call("Bash", command=COMMAND, description=STATED, dangerouslyDisableSandbox=True)
        self.api = test.enterContext(standin.StandIn({"go-on": [call]}))
        self.term = test.enterContext(terminal.Interactive(self.world, runtime.install(version), self.api, *mode_arguments(mode)))
        opening(self.term)
        self.term.submit("go-on")
        self.made = self.world.repo / "made.txt"

    def told(self):
        until(lambda: self.api.results("Bash"), "the tool's result")
        return self.api.results("Bash")[0]


class Prompt(unittest.TestCase):
    def asked(self, version, mode):
        scene = Session(self, version, mode)
        screen = scene.term.wait_for(r"SANDBOX BYPASS", 40)
        self.assertRegex(screen, r"1\. Yes")
        self.assertIn(STATED, " ".join(screen.split()))
        self.assertFalse(scene.made.exists(), "it ran before anybody answered")
        return scene

    def refuse(self, version, mode):
        scene = self.asked(version, mode)
        answer(scene.term, "Escape")
        self.assertFalse(scene.made.exists())

    def accept(self, version, mode):
        scene = self.asked(version, mode)
        answer(scene.term, "1")
        told = scene.told()
        self.assertFalse(told.is_error, told.text)
        self.assertEqual(scene.made.read_text(), MADE)

    def test_no_default(self):
        self.refuse(NEWEST, "default")

    def test_yes_default(self):
        self.accept(NEWEST, "default")

    def test_no_accept_edits(self):
        self.refuse(NEWEST, "acceptEdits")

    def test_yes_accept_edits(self):
        self.accept(NEWEST, "acceptEdits")

    def test_no_bypass_permissions(self):
        self.refuse(NEWEST, "bypassPermissions")

    def test_yes_bypass_permissions(self):
        self.accept(NEWEST, "bypassPermissions")

    def test_floor_default(self):
        scene = Session(self, FLOOR, "default")
        scene.term.wait_for(r"1\. Yes", 40)
        self.assertFalse(scene.made.exists())
        answer(scene.term, "1")
        self.assertFalse(scene.told().is_error)
        self.assertEqual(scene.made.read_text(), MADE)

    def test_floor_accept_edits(self):
        scene = Session(self, FLOOR, "acceptEdits")
        scene.term.wait_for(r"1\. Yes", 40)
        self.assertFalse(scene.made.exists())
        answer(scene.term, "Escape")
        self.assertFalse(scene.made.exists())

    def test_floor_bypass_permissions_falls_back_to_deny(self):
        scene = Session(self, FLOOR, "bypassPermissions")
        told = scene.told()
        self.assertTrue(told.is_error)
        self.assertIn("SANDBOX BYPASS", told.text)
        self.assertIn("Denied instead of asked", told.text)
        self.assertFalse(scene.made.exists())

    def test_without_the_hook_it_runs_unseen(self):
        """The control: these tests can fail."""
        scene = Session(self, NEWEST, "bypassPermissions", settings=wired())
        self.assertFalse(scene.told().is_error)
        self.assertEqual(scene.made.read_text(), MADE)


class Headless(unittest.TestCase):
    def run_one(self, settings, mode="bypassPermissions", **extra):
        world = self.enterContext(session.Scratch())
        world.settings("user", settings)
        call = standin.call("Bash", command=COMMAND, description=STATED, **extra)
        api = self.enterContext(standin.StandIn({"go-on": [call]}))
        world.headless(runtime.install(NEWEST), api, "go-on", *mode_arguments(mode), "--allowedTools", "Bash")
        return api.results("Bash")[0], world.repo / "made.txt"

    def test_nobody_to_answer_is_a_denial(self):
        told, made = self.run_one(wired("bypass-warn"), dangerouslyDisableSandbox=True)
        # The runtime tells the model its own words here, not the hook's reason (measured): the denial is what counts.
        self.assertTrue(told.is_error, told.text)
        self.assertFalse(made.exists())

    def test_strict_is_silent_and_stays_inside(self):
        settings = wired("bypass-warn", more={"sandbox": {"enabled": True, "allowUnsandboxedCommands": False}})
        told, made = self.run_one(settings, dangerouslyDisableSandbox=True)
        self.assertFalse(told.is_error, told.text)
        self.assertEqual(made.read_text(), '1  a"b\n')

    def test_ordinary_command_passes(self):
        told, made = self.run_one(wired("bypass-warn"))
        self.assertFalse(told.is_error, told.text)
        self.assertEqual(made.read_text(), '1  a"b\n')

    def test_sandbox_off_passes(self):
        told, made = self.run_one(wired("bypass-warn", sandbox=False), dangerouslyDisableSandbox=True)
        self.assertFalse(told.is_error, told.text)
        self.assertEqual(made.read_text(), MADE)


if __name__ == "__main__":
    assert (BIN / "bypass-warn").exists()
    unittest.main()
