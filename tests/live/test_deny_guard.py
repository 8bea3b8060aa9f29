# SPDX-License-Identifier: Apache-2.0
"""deny-guard in the real runtime, newest and oldest supported: deny and ask rules hold inside `bash -c`, in default and in
bypassPermissions mode; without rules nothing changes; what the runtime refuses by itself it refuses in its own words."""
import unittest

from common import FLOOR, NEWEST, mode_arguments, runtime, session, standin, wired

NESTED = "bash -c 'echo ran > out.txt; gitx push'"
FIND = "find . -maxdepth 0 -exec sh -c 'echo ran > out.txt' \\; -exec gitx push \\;"


class DenyGuard(unittest.TestCase):
    def run_in(self, version, mode, command, permissions, hooks=("deny-guard",)):
        world = self.enterContext(session.Scratch())
        world.write("bin/gitx", "#!/bin/sh\necho pushed > pushed.txt\n", 0o755)
        world.settings("user", wired(*hooks, sandbox=None, more={"permissions": dict(permissions, defaultMode="default")}))
        api = self.enterContext(standin.StandIn({"go-on": [standin.call("Bash", command=command, description="probe")]}))
        world.headless(runtime.install(version), api, "go-on", *mode_arguments(mode), "--allowedTools", "Bash",
                       env={"PATH": "%s:/usr/local/bin:/usr/bin:/bin" % (world.base / "bin")})
        return api.results("Bash")[0], (world.repo / "out.txt").exists() or (world.repo / "pushed.txt").exists()

    def each(self):
        for version in (NEWEST, FLOOR):
            for mode in ("default", "bypassPermissions"):
                with self.subTest(version=version, mode=mode):
                    yield version, mode

    def test_the_gap_is_there(self):
        """The control: without the guard the runtime lets the denied command run inside bash -c and find."""
        for command in (NESTED, FIND):
            told, ran = self.run_in(NEWEST, "bypassPermissions", command, {"deny": ["Bash(gitx push *)"]}, hooks=())
            self.assertFalse(told.is_error, told.text)
            self.assertTrue(ran)

    def test_denied_inside(self):
        for version, mode in self.each():
            for command in (NESTED, FIND):
                told, ran = self.run_in(version, mode, command, {"deny": ["Bash(gitx push *)"]})
                self.assertTrue(told.is_error)
                self.assertIn("Bash(gitx push *)", told.text)
                self.assertIn("settings.json:", told.text)
                self.assertFalse(ran)

    def test_asked_inside(self):
        """Nobody answers in a headless session: a question is a denial."""
        for version, mode in self.each():
            told, ran = self.run_in(version, mode, NESTED, {"ask": ["Bash(gitx push *)"]})
            self.assertTrue(told.is_error)
            self.assertFalse(ran)

    def test_without_rules_nothing(self):
        for version, mode in self.each():
            told, ran = self.run_in(version, mode, NESTED, {})
            self.assertFalse(told.is_error, told.text)
            self.assertTrue(ran)

    def test_other_commands_pass(self):
        for version, mode in self.each():
            told, ran = self.run_in(version, mode, "bash -c 'echo gitx push; gitx pull'", {"deny": ["Bash(gitx push *)"]})
            self.assertFalse(told.is_error, told.text)
            self.assertTrue(ran)

    def test_what_the_oldest_version_does_not_look_into(self):
        """2.1.202 lets a denied command run in $(...); the newest version does not. With the guard both refuse."""
        deny, command = {"deny": ["Bash(gitx push *)"]}, "echo $(gitx push)"
        told, ran = self.run_in(FLOOR, "bypassPermissions", command, deny, hooks=())
        self.assertTrue(ran, told.text)
        told, ran = self.run_in(NEWEST, "bypassPermissions", command, deny, hooks=())
        self.assertFalse(ran, told.text)
        told, ran = self.run_in(FLOOR, "bypassPermissions", command, deny)
        self.assertFalse(ran, told.text)
        self.assertIn("DENY GUARD", told.text)

    def test_the_runtime_speaks_for_itself(self):
        told, ran = self.run_in(NEWEST, "bypassPermissions", "true && gitx push", {"deny": ["Bash(gitx push *)"]})
        self.assertTrue(told.is_error)
        self.assertNotIn("DENY GUARD", told.text)
        self.assertFalse(ran)


if __name__ == "__main__":
    unittest.main()
