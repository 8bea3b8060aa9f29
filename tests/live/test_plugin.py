# SPDX-License-Identifier: Apache-2.0
"""The plugin in the real runtime: by --plugin-dir and from a marketplace file; with and without `cordon install` beside it."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from common import BIN, FLOOR, NEWEST, runtime, session, standin

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def bypass(name="made.txt"):
    return standin.call("Bash", command="echo x > %s" % name, description="leave it", dangerouslyDisableSandbox=True)


def add_all():
    return standin.call("Bash", command="git add -A", description="stage")


class Plugin(unittest.TestCase):
    def world(self):
        world = self.enterContext(session.Scratch())
        world.settings("user", {"sandbox": {"enabled": True}, "permissions": {"allow": ["Bash"]}})
        return world

    def plugin(self, world, built=True):
        """What a checkout of the repository has of the plugin."""
        root = world.base / "plugin"
        shutil.copytree(SOURCE / ".claude-plugin", root / ".claude-plugin")
        (root / "hooks").mkdir()
        shutil.copy(SOURCE / "hooks" / "hooks.json", root / "hooks")
        if built:
            (root / "build" / "release").mkdir(parents=True)
            os.symlink(BIN, root / "build" / "release" / "bin")
        return root

    def install(self, world):
        env = {"HOME": str(world.home), "PATH": "/usr/bin:/bin"}
        done = subprocess.run([str(BIN / "cordon"), "install", "--yes"], env=env, capture_output=True, text=True, check=False, cwd=world.repo)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def told(self, world, steps, *arguments, version=NEWEST):
        """What the model was told for each call. Where nobody can be asked, 2.1.332 words the refusal of a bypass itself."""
        with standin.StandIn({"go": steps}) as api:
            run = world.headless(runtime.install(version), api, "go", *arguments)
        return api.results("Bash"), run

    def trace(self, world):
        """(who spoke, one for each thing said; bypasses counted) of the only session."""
        sessions = world.home / ".local/state/cordon/sessions"
        counters = list(sessions.glob("*/bypasses"))
        return sorted(os.readlink(path) for path in sessions.glob("*/said-*")), sum(path.stat().st_size for path in counters)

    def judged(self, world, told, bypasses=1):
        """Every bypass was refused and counted once, the staging refused with our advice."""
        *left, staged = told
        self.assertEqual(len(left), bypasses, told)
        self.assertTrue(all(result.is_error for result in left), told)
        self.assertEqual(list(world.repo.glob("*.txt")), [])
        self.assertIn("git status", staged.text)
        self.assertEqual(self.trace(world)[1], bypasses)

    def doctor(self, world, code, only="hooks", *arguments):
        done = subprocess.run([str(BIN / "cordon"), "doctor", "--all", "--only", only, *arguments], env={"HOME": str(world.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
                              cwd=world.repo, capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1, 2))
        if only == "hooks":
            self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def test_plugin_dir(self):
        for version in (FLOOR, NEWEST):
            with self.subTest(version):
                world = self.world()
                root = self.plugin(world)
                told, _ = self.told(world, [bypass(), add_all()], "--plugin-dir", str(root), version=version)
                self.judged(world, told)
                self.assertEqual(set(self.trace(world)[0]), {"plugin"})

    def test_marketplace(self):
        world = self.world()
        root = self.plugin(world, built=False)
        # The programs an install left beside the settings; nothing is wired there.
        shutil.copytree(BIN, world.home / ".claude/cordon/bin")
        binary = runtime.install(NEWEST)
        with standin.StandIn({}) as api:
            for arguments in (("validate", str(root)), ("marketplace", "add", str(root)), ("install", "cordon@cordon")):
                done = subprocess.run([str(binary), "plugin", *arguments], env=world.env(api), cwd=world.repo, capture_output=True, text=True,
                                      stdin=subprocess.DEVNULL, timeout=120, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("its programs are not there", self.doctor(world, 2))
        told, _ = self.told(world, [bypass(), add_all()])
        self.judged(world, told)
        self.assertEqual(set(self.trace(world)[0]), {"plugin"})
        said = self.doctor(world, 1)        # no status line
        for good in ("the plugin brings the hooks", str(root / "hooks/hooks.json"), "started as wired", "programs of the plugin are there", "bypass-warn: "):
            self.assertIn(good, said)
        world.settings("local", {"enabledPlugins": {"cordon@cordon": False}})
        self.assertEqual(len(self.told(world, [add_all()])[0]), 1)
        self.assertEqual(len(self.trace(world)[0]), 3)      # nothing more was said
        self.assertIn("no hook of cordon is wired", self.doctor(world, 2))

    def test_what_is_the_same_is_started_once(self):
        """What `cordon doctor` takes for a duplicate is what the runtime starts twice."""
        rows = (({}, 1), ({"timeout": 50, "onFailure": "block"}, 1), ({"args": None}, 2), ({"if": "Bash(true *)"}, 2))
        for version in (FLOOR, NEWEST):
            for change, want in rows:
                world = self.world()
                program = world.base / "bin/bypass-warn"
                program.parent.mkdir()
                program.write_text("#!/bin/sh\necho x >>%s/started\n" % world.base)
                program.chmod(0o755)
                entry = {"type": "command", "command": str(program), "args": []}
                again = {key: value for key, value in {**entry, **change}.items() if value is not None}      # without args: through a shell
                world.settings("user", {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [entry]}]}, "permissions": {"allow": ["Bash"]}})
                world.settings("project", {"hooks": {"PreToolUse": [{"matcher": "Bash|Edit", "hooks": [again]}]}})
                with self.subTest(version, again=again):
                    self.told(world, [standin.call("Bash", command="true", description="x")], version=version)
                    self.assertEqual(len((world.base / "started").read_text().split()), want)
                    said = json.loads(self.doctor(world, 2, "hooks.duplicates", "--json"))
                    self.assertEqual(any("is wired 2 times" in found["title"] for found in said["findings"]), want == 2, said)

    def test_beside_an_install_each_thing_is_said_once(self):
        for version in (FLOOR, NEWEST):
            with self.subTest(version):
                world = self.world()
                root = self.plugin(world)
                self.install(world)
                told, _ = self.told(world, [bypass(), add_all()], "--plugin-dir", str(root), version=version)
                self.judged(world, told)
                # one link a thing said: the start, the bypass, the staging
                self.assertEqual(len(self.trace(world)[0]), 3)

    def test_settings_that_do_not_count_silence_nobody(self):
        world = self.world()
        root = self.plugin(world)
        self.install(world)
        flag = {"sandbox": {"enabled": True}, "permissions": {"allow": ["Bash"]}}
        told, _ = self.told(world, [bypass(), add_all()], "--plugin-dir", str(root), "--setting-sources", "project", "--settings", json.dumps(flag))
        self.judged(world, told)
        self.assertEqual(set(self.trace(world)[0]), {"plugin"})

    def test_an_uninstall_in_the_middle_silences_nobody(self):
        world = self.world()
        root = self.plugin(world)
        self.install(world)

        def after_uninstall(_):
            done = subprocess.run([str(BIN / "cordon"), "uninstall"], env={"HOME": str(world.home), "PATH": "/usr/bin:/bin"}, check=False,
                                  capture_output=True, text=True, cwd=world.repo)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return bypass("again.txt")

        told, _ = self.told(world, [bypass(), after_uninstall, add_all()], "--plugin-dir", str(root))
        self.judged(world, told, bypasses=2)

    def test_without_programs_it_says_so(self):
        world = self.world()
        root = self.plugin(world, built=False)
        told, run = self.told(world, [bypass()], "--plugin-dir", str(root))
        said = [event.get("stdout", "") for event in run.events if event.get("subtype") == "hook_response"]
        self.assertTrue(any("NO GUARD of the plugin runs" in text for text in said), said)
        self.assertEqual(len(told), 1)


if __name__ == "__main__":
    unittest.main()
