# SPDX-License-Identifier: Apache-2.0
"""git-add-guard in the real runtime with the real sandbox and real git: what it denies would have failed, and the rest works."""
import unittest

from common import NEWEST, mode_arguments, runtime, session, standin, wired


class GitAdd(unittest.TestCase):
    def add(self, command, sandbox=True, hooks=("git-add-guard",), **environment):
        world = self.enterContext(session.Scratch())
        world.settings("user", wired(*hooks, sandbox=sandbox))
        world.write("repo/a.txt", "a\n")
        world.write("repo/b.txt", "b\n")
        api = self.enterContext(standin.StandIn({"go-on": [standin.call("Bash", command=command, description="stage")]}))
        world.headless(runtime.install(NEWEST), api, "go-on", *mode_arguments("bypassPermissions"), "--allowedTools", "Bash", env=environment)
        staged = world.git("diff", "--cached", "--name-only").split()
        return api.results("Bash")[0], staged

    def test_blanket_is_denied_with_advice(self):
        told, staged = self.add("git add -A")
        self.assertTrue(told.is_error)
        self.assertIn("git add", told.text)
        self.assertIn("git status", told.text)
        self.assertEqual(staged, [])

    def test_hidden_in_a_shell_is_denied(self):
        told, staged = self.add("cd . && bash -c 'git add .'")
        self.assertTrue(told.is_error)
        self.assertEqual(staged, [])

    def test_what_is_denied_would_have_failed(self):
        """The control: without the guard the sandbox's device files stop git, and nothing helps the model."""
        told, staged = self.add("git add -A", hooks=())
        self.assertTrue(told.is_error)
        self.assertIn("can only add regular files", told.text)
        self.assertEqual(staged, [])

    def test_named_file_passes(self):
        told, staged = self.add("git add a.txt")
        self.assertFalse(told.is_error, told.text)
        self.assertEqual(staged, ["a.txt"])

    def test_mention_passes(self):
        told, staged = self.add("git add a.txt && echo 'never run git add -A'")
        self.assertFalse(told.is_error, told.text)
        self.assertEqual(staged, ["a.txt"])

    def test_the_runtime_runs_zsh_and_the_guard_reads_it(self):
        """$SHELL is zsh, or none the runtime speaks: bash would take the first element only."""
        for shell in ("/usr/bin/zsh", "/bin/dash"):
            with self.subTest(shell):
                told, staged = self.add("x=(git add -A); $x", SHELL=shell)
                self.assertTrue(told.is_error)
                self.assertIn("GIT ADD GUARD", told.text)
                self.assertEqual(staged, [])
                told, staged = self.add("x=(git add a.txt); $x; y='. b.txt'; git add $y || true", SHELL=shell)
                self.assertFalse(told.is_error, told.text)
                self.assertEqual(staged, ["a.txt"])

    def test_bash_is_read_as_bash(self):
        told, staged = self.add("x=(git add -A); $x >/dev/null; git add b.txt", SHELL="/bin/bash")
        self.assertFalse(told.is_error, told.text)
        self.assertEqual(staged, ["b.txt"])

    def test_sandbox_off_passes(self):
        told, staged = self.add("git add -A", sandbox=False)
        self.assertFalse(told.is_error, told.text)
        self.assertEqual(sorted(staged), ["a.txt", "b.txt"])


if __name__ == "__main__":
    unittest.main()
