# SPDX-License-Identifier: Apache-2.0
"""cordon iso and the real runtime: a token of the shell does not reach a command, hooks and footer work through it, and the grant of
read access does what it is for. Each beside the same session started directly."""
import os
import pathlib
import unittest

from common import NEWEST, opening, runtime, session, standin, terminal

BIN = pathlib.Path(os.environ.get("CORDON_BIN", pathlib.Path(__file__).resolve().parents[2] / "build/release/bin")).resolve()
# What the offline session itself needs, and a person with an API key would name, too.
NEEDED = "ANTHROPIC_BASE_URL ANTHROPIC_API_KEY IS_SANDBOX CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC DISABLE_AUTOUPDATER"
TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"


class Iso(unittest.TestCase):
    def setUp(self):
        self.world = self.enterContext(session.Scratch())
        self.binary = runtime.install(NEWEST)
        tools = self.world.base / "tools"
        tools.mkdir()
        (tools / "claude").symlink_to(self.binary)
        self.start = self.world.write("start", f'#!/bin/sh\nexec "{BIN}/cordon" iso -q claude "$@"\n', 0o755)
        self.env = {"PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin", "GITHUB_TOKEN": TOKEN, "CLAUDE_ISO_ALLOW": NEEDED}

    def result(self, binary, command, cwd=None):
        """What a Bash call gave in a session with this binary: (is an error, text)."""
        with standin.StandIn({"go": [standin.call("Bash", command=command, description="look")]}) as api:
            run = self.world.headless(binary, api, "go", "--allowedTools", "Bash", env=self.env, cwd=cwd)
            self.assertEqual(run.code, 0, run.stderr[-500:] + run.stdout[-500:])
            (result,) = api.results("Bash")
            return result.is_error, result.text

    def test_a_token_does_not_reach_a_command(self):
        self.world.settings("user", {"sandbox": {"enabled": True}})
        look = 'echo "token=${GITHUB_TOKEN-none} iso=${CORDON_ISO:+yes}"'
        self.assertIn(f"token={TOKEN} iso=", self.result(self.binary, look)[1])
        self.assertIn("token=none iso=yes", self.result(self.start, look)[1])
        everything = 'cat /proc/*/environ 2>/dev/null | tr "\\0" "\\n" | grep -c "^GITHUB_TOKEN=" || true'
        self.assertEqual(self.result(self.start, everything)[1].strip(), "0")

    def test_guards_work_through_it(self):
        self.world.settings("user", dict({"sandbox": {"enabled": True}}, hooks=session.hook("PreToolUse", BIN / "git-add-guard", matcher="Bash")))
        error, text = self.result(self.start, "git add -A")
        self.assertTrue(error)
        self.assertIn("git status", text)
        self.assertFalse(self.result(self.start, "git add README.md")[0])

    def test_the_footer_works_through_it(self):
        self.world.settings("user", {"sandbox": {"enabled": True}, "statusLine": {"type": "command", "command": str(BIN / "statusline")}, "permissions": {"defaultMode": "default"}, "skipAutoPermissionPrompt": True})
        with standin.StandIn({"go": []}) as api:
            with terminal.Interactive(self.world, self.start, api, env=self.env) as term:
                opening(term)
                term.wait_for(r"\[sandbox\]", 40)

    def test_the_repository_may_be_read_where_home_may_not(self):
        self.world.settings("user", {"sandbox": {"enabled": True, "filesystem": {"denyRead": [str(self.world.base)]}}})
        self.world.write("other/secret", "do not read\n")
        command = f"cat {self.world.repo}/README.md; cat {self.world.base}/other/secret"
        sub = self.world.repo / "sub"  # the folder a session starts in may be read anyway (measured), the repository around it not
        sub.mkdir()
        direct, through = self.result(self.binary, command, sub)[1], self.result(self.start, command, sub)[1]
        self.assertNotIn("# scratch", direct)
        self.assertIn("# scratch", through)
        for text in (direct, through):
            self.assertNotIn("do not read", text)


if __name__ == "__main__":
    unittest.main()
