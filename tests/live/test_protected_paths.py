# SPDX-License-Identifier: Apache-2.0
"""protected-paths in the real runtime: touching the control plane asks, ordinary work does not."""
import unittest

from common import FLOOR, NEWEST, answer, mode_arguments, opening, runtime, session, standin, terminal, until, wired

WORKFLOW = ".github/workflows/x.yml"


def calls(world):
    """Read first: the runtime refuses to edit a file it has not read."""
    return {
        "edit-workflow": [standin.call("Read", file_path=str(world.repo / WORKFLOW)),
                          standin.call("Edit", file_path=str(world.repo / WORKFLOW), old_string="old", new_string="new")],
        "edit-source": [standin.call("Read", file_path=str(world.repo / "src/x")),
                        standin.call("Edit", file_path=str(world.repo / "src/x"), old_string="old", new_string="new")],
        "shell-workflow": [standin.call("Bash", command="sed -i s/old/new/ " + WORKFLOW, description="change it")],
        "shell-source": [standin.call("Bash", command="sed -i s/old/new/ src/x && cat " + WORKFLOW, description="change it")],
    }


class ProtectedPaths(unittest.TestCase):
    def scene(self):
        world = self.enterContext(session.Scratch())
        world.settings("user", wired("protected-paths", sandbox=False))
        world.write("repo/" + WORKFLOW, "old\n")
        world.write("repo/src/x", "old\n")
        return world, self.enterContext(standin.StandIn(calls(world)))

    def headless(self, key):
        world, api = self.scene()
        world.headless(runtime.install(NEWEST), api, key, *mode_arguments("bypassPermissions"), "--allowedTools", "Bash,Edit,Read")
        return world, api.told[-1]

    def test_edit_of_a_workflow_asks(self):
        world, told = self.headless("edit-workflow")
        self.assertTrue(told.is_error)
        self.assertIn(WORKFLOW, told.text)
        self.assertEqual((world.repo / WORKFLOW).read_text(), "old\n")

    def test_shell_write_to_a_workflow_asks(self):
        world, told = self.headless("shell-workflow")
        self.assertTrue(told.is_error)
        self.assertEqual((world.repo / WORKFLOW).read_text(), "old\n")

    def test_bypass_mode_drops_an_ask_for_hidden_names_so_they_are_denied(self):
        """There the runtime has a question of its own about a hidden name, drops the hook's for the whole call and answers yes."""
        for version in (FLOOR, NEWEST):
            world, _ = self.scene()
            world.write("repo/gates.json", "old\n")
            calls = [standin.call("Bash", command=command, description="a step") for command in
                     ("echo new > .claude/n.md", "echo new > gates.json; touch .envrc", "cp src/x .claude/settings.json")]
            calls.append(standin.call("Write", file_path=str(world.repo / ".claude/n.md"), content="new"))
            with standin.StandIn({"hidden": calls}) as api:
                world.headless(runtime.install(version), api, "hidden", *mode_arguments("bypassPermissions"))
            self.assertEqual([result.is_error for result in api.told], [True] * len(calls), version)
            self.assertTrue(all("PROTECTED PATH" in result.text for result in api.told), api.told)
            self.assertEqual((world.repo / "gates.json").read_text(), "old\n")

    def test_edit_of_source_passes(self):
        world, told = self.headless("edit-source")
        self.assertFalse(told.is_error, told.text)
        self.assertEqual((world.repo / "src/x").read_text(), "new\n")

    def test_shell_write_to_source_and_reading_a_workflow_pass(self):
        world, told = self.headless("shell-source")
        self.assertFalse(told.is_error, told.text)
        self.assertEqual((world.repo / "src/x").read_text(), "new\n")

    def test_in_a_terminal_the_reason_is_in_the_prompt(self):
        world, api = self.scene()
        with terminal.Interactive(world, runtime.install(NEWEST), api, *mode_arguments("bypassPermissions")) as term:
            opening(term)
            term.submit("edit-workflow")
            screen = term.wait_for(r"1\. Yes", 40)
            self.assertIn("protected", screen)
            self.assertEqual((world.repo / WORKFLOW).read_text(), "old\n")
            answer(term, "1")
            until(lambda: (world.repo / WORKFLOW).read_text() == "new\n", "the edit after Yes")


if __name__ == "__main__":
    unittest.main()
