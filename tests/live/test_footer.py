# SPDX-License-Identifier: Apache-2.0
"""The status line as a person sees it: true at the start, after the settings changed, in a sub-folder and in a linked worktree."""
import json
import time
import unittest

from common import FLOOR, NEWEST, opening, runtime, session, standin, terminal, wired

OFF = {"sandbox": {"enabled": False}}
PROBE = standin.call("Bash", command='echo "[${SANDBOX_RUNTIME:-outside}]"', description="where am I")
GREEN, RED = r"\x1b\[(0;)?32m\[sandbox\]", r"\x1b\[(1;31m|1m\x1b\[31m|31m\x1b\[1m)\[NO SANDBOX\]"


class Footer(unittest.TestCase):
    def start(self, cwd=None, version=NEWEST, sandbox=True, before=None):
        world = self.enterContext(session.Scratch())
        world.settings("user", wired("statusline", sandbox=sandbox))
        if before:
            before(world)
        folder = world.base / (cwd or "repo")
        world.trust(world.repo, folder)
        api = self.enterContext(standin.StandIn({"look": [PROBE]}))
        term = self.enterContext(terminal.Interactive(world, runtime.install(version), api, "--allowedTools", "Bash", cwd=folder))
        opening(term)
        return world, api, term

    def agrees(self, api, term, inside, before=True):
        """The footer and where a command really runs. before: the footer says so before the command, too."""
        tag = r"\[sandbox\]" if inside else r"\[NO SANDBOX\]"
        if before:
            term.wait_for(tag)
        term.submit("look")
        term.wait_until(lambda _: api.results("Bash"), "the probe's result")
        self.assertIn("[1]" if inside else "[outside]", api.results("Bash")[-1].text)
        term.wait_for(tag)

    def test_on_is_green(self):
        _, api, term = self.start()
        term.wait_for(GREEN, escapes=True)
        self.agrees(api, term, True)

    def test_off_is_bold_red(self):
        _, api, term = self.start(sandbox=False)
        term.wait_for(RED, escapes=True)
        self.agrees(api, term, False)

    def test_turns_when_the_settings_switch_it_off(self):
        world, api, term = self.start()
        term.wait_for(r"\[sandbox\]")
        world.settings("local", OFF)
        time.sleep(3.0)  # the runtime notices the change a moment after it
        self.agrees(api, term, False, before=None)

    def test_sub_folder_takes_the_local_file_of_the_root(self):
        def before(world):
            world.settings("local", OFF)
            world.write("repo/sub/dir/x", "x")
        _, api, term = self.start("repo/sub/dir", before=before)
        self.agrees(api, term, False)

    def test_sub_folder_does_not_take_the_project_file_of_the_root(self):
        def before(world):
            world.settings("project", OFF)
            world.write("repo/sub/dir/x", "x")
        _, api, term = self.start("repo/sub/dir", before=before)
        self.agrees(api, term, True)

    def test_linked_worktree_takes_the_local_file_of_the_main_checkout(self):
        def before(world):
            world.git("worktree", "add", "-q", str(world.base / "linked"), "-b", "other")
            world.settings("local", OFF)
            world.write("linked/.claude/settings.local.json", json.dumps({"sandbox": {"enabled": True}}))
        _, api, term = self.start("linked", before=before)
        self.agrees(api, term, False)

    def test_floor_takes_the_local_file_of_the_start_folder(self):
        def before(world):
            world.settings("local", OFF)
            world.write("repo/sub/dir/x", "x")
        _, api, term = self.start("repo/sub/dir", version=FLOOR, before=before)
        self.agrees(api, term, True)


if __name__ == "__main__":
    unittest.main()
