# SPDX-License-Identifier: Apache-2.0
"""`install.sh --yes` into a scratch home, a session with exactly that wiring, `--uninstall`: the home is as it was."""
import json
import os
import pathlib
import subprocess
import unittest

from common import NEWEST, answer, opening, runtime, session, standin, terminal

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def install(world, *arguments):
    env = {"HOME": str(world.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    return subprocess.run([str(SOURCE / "install.sh"), *arguments], env=env, cwd=SOURCE, capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)


class Install(unittest.TestCase):
    def test_install_session_uninstall(self):
        world = self.enterContext(session.Scratch())
        # The runtime moves an old answer of .claude.json into settings.json: then somebody did touch the file.
        state = json.loads((world.home / ".claude.json").read_text())
        state.pop("bypassPermissionsModeAccepted", None)
        (world.home / ".claude.json").write_text(json.dumps(state))
        before = json.dumps({"permissions": {"defaultMode": "default"}, "sandbox": {"enabled": True}, "model": "claude-opus-5-5"}, indent=4)
        path = world.settings("user", before)
        done = install(world, "--yes")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("SANDBOX BYPASS", done.stdout)
        self.assertIn("[sandbox]", done.stdout)
        wired = json.loads(path.read_text())
        self.assertEqual({key: wired[key] for key in json.loads(before)}, json.loads(before))

        self.session(world)

        done = install(world, "--uninstall", "--yes")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(path.read_text(), before)
        self.assertFalse((world.home / ".claude" / "cordon").exists())

    def session(self, world):
        world.write("repo/" + ".github/workflows/x.yml", "old\n")
        script = {
            "leave": [standin.call("Bash", command="echo x > made.txt", description="leave it", dangerouslyDisableSandbox=True)],
            "stage": [standin.call("Bash", command="git add -A", description="stage")],
            "touch": [standin.call("Bash", command="echo x >> .github/workflows/x.yml", description="touch")],
        }
        with standin.StandIn(script) as api:
            with terminal.Interactive(world, runtime.install(NEWEST), api) as term:
                opening(term)
                term.wait_for(r"\[sandbox\]")
                term.submit("stage")
                term.wait_until(lambda _: any(r.is_error and "git status" in r.text for r in api.results("Bash")), "the guard's advice", 40)
                term.submit("leave")
                term.wait_for("SANDBOX BYPASS", 40)
                answer(term, "Escape")
                self.assertFalse((world.repo / "made.txt").exists())
            # An interrupted turn and the next prompt reach the stand-in as one message: a session of its own.
            with terminal.Interactive(world, runtime.install(NEWEST), api) as term:
                opening(term)
                term.submit("touch")
                term.wait_for(r"1\. Yes", 40)
                answer(term, "Escape")
                self.assertEqual((world.repo / ".github/workflows/x.yml").read_text(), "old\n")


if __name__ == "__main__":
    unittest.main()
