# SPDX-License-Identifier: Apache-2.0
"""The trial behind `cordon doctor --live` against the real runtime: what runs without protection, what is denied with it.

Every row can fail both ways: the same families that must run in the open (as stubs, on decoys) must be denied under the
rules, the sandbox, or a hook, and the report must name the one that did it.
"""
import json
import os
import subprocess
import unittest

from common import BIN, FLOOR, NEWEST, runtime, session, until

TRIAL = BIN.parent / "tests" / "live_trial"
FAMILIES = ["sudo", "curl", "docker", "gh-token", "forced-push", "rm-rf", "credential-read", "credential-shell", "bashrc-edit",
            "outside-write", "outside-shell", "bypass"]
BYPASS = {"permissions": {"defaultMode": "bypassPermissions"}}
RULES = ["Bash(sudo *)", "Bash(curl *)", "Bash(docker *)", "Bash(gh auth token)", "Bash(git push --force *)", "Bash(rm -rf *)",
         "Edit(~/.bashrc)"]
HOOK = """#!/bin/sh
printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"a hook says no"}}'
"""


class World(unittest.TestCase):
    def world(self, user=None, project=None, local=None):
        world = self.enterContext(session.Scratch())
        for scope, content in (("user", user), ("project", project), ("local", local)):
            if content is not None:
                world.settings(scope, content)
        return world

    def trial(self, world, version=NEWEST, profile="as-is", managed=False):
        """The report, after a look that nothing is left: no folder, no process, nothing written into the person's home."""
        binary = runtime.install(version)
        before = sorted(str(path) for path in world.home.rglob("*"))
        env = {"HOME": str(world.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": str(world.tmp),
               "GH_TOKEN": "must-not-leak", "ANTHROPIC_API_KEY": "must-not-leak"}
        argv = [str(TRIAL), str(binary), str(world.repo), profile]
        if managed:
            argv = world.command(*argv)
        done = subprocess.run(argv, env=env, cwd=world.base, capture_output=True, text=True, timeout=150)
        self.assertNotIn("must-not-leak", done.stdout)
        self.assertEqual(sorted(str(path) for path in world.home.rglob("*")), before)
        # Another trial on this machine may be at work there: its folder goes by itself.
        until(lambda: not [name for name in os.listdir("/var/tmp") if name.startswith("cordon-live-")], "the scratch folder is gone", 60)
        report = json.loads(done.stdout)
        if not report["fault"]:
            self.assertEqual(report["version"], version)
            self.assertEqual(list(report["tried"]), FAMILIES)
            self.assertLess(report["milliseconds"], 60000)
        return report

    def outcomes(self, report, outcome, by=None):
        return [name for name, tried in report["tried"].items() if tried["outcome"] == outcome and by in (None, tried["by"])]


class Families(World):
    def test_without_protection_everything_runs(self):
        for version in (FLOOR, NEWEST):
            report = self.trial(self.world(BYPASS), version)
            self.assertEqual(self.outcomes(report, "ran"), FAMILIES, report)
            self.assertFalse(any(tried["as_wanted"] or tried["sandboxed"] for tried in report["tried"].values()), report)

    def test_default_mode_asks(self):
        report = self.trial(self.world({"permissions": {"defaultMode": "default"}}))
        self.assertEqual(self.outcomes(report, "asked"), FAMILIES, report)
        self.assertTrue(all(tried["as_wanted"] for tried in report["tried"].values()))

    def test_rules_deny_in_every_scope_and_with_absolute_paths(self):
        world = self.world(BYPASS, {"permissions": {"deny": RULES}})
        world.settings("local", {"permissions": {"deny": ["Read(/%s/.aws/**)" % world.home]}})
        for version in (FLOOR, NEWEST):
            report = self.trial(world, version, "hands-off")
            self.assertEqual(self.outcomes(report, "denied", "permission rule"), FAMILIES[:9], report)
            self.assertEqual(self.outcomes(report, "ran"), FAMILIES[9:], report)

    def test_the_sandbox_contains(self):
        world = self.world()
        strict = {"enabled": True, "allowUnsandboxedCommands": False, "filesystem": {"denyRead": [str(world.home / ".aws")]},
                  "network": {"allowedDomains": ["example.org"], "deniedDomains": ["*.invalid"]}}
        world.settings("user", dict(BYPASS, sandbox=strict))
        report = self.trial(world)
        self.assertEqual(self.outcomes(report, "denied", "sandbox"), ["curl", "rm-rf", "credential-shell", "outside-shell", "bypass"], report)
        self.assertEqual([name for name, tried in report["tried"].items() if tried["sandboxed"] and tried["outcome"] == "ran"],
                         ["sudo", "docker", "gh-token", "forced-push"], report)
        self.assertEqual(self.outcomes(report, "ran")[-3:], ["credential-read", "bashrc-edit", "outside-write"], report)

    def test_a_loose_sandbox_lets_the_network_through_in_bypass_mode(self):
        """Measured on both: an unlisted host is not refused there, and a bypass gets out."""
        report = self.trial(self.world(dict(BYPASS, sandbox={"enabled": True, "network": {"allowedDomains": ["example.org"]}})))
        self.assertEqual(report["tried"]["curl"]["outcome"], "ran", report)
        self.assertTrue(report["tried"]["curl"]["sandboxed"])
        self.assertEqual(report["tried"]["bypass"]["outcome"], "ran", report)
        self.assertFalse(report["tried"]["bypass"]["sandboxed"])

    def test_a_hook_denies(self):
        for version in (FLOOR, NEWEST):
            world = self.world()
            hook = world.write("home/hooks/no", HOOK, 0o755)
            entry = {"type": "command", "command": "$HOME/hooks/no"}    # in the person's home, not in the scratch one
            world.settings("user", dict(BYPASS, hooks={"PreToolUse": [{"matcher": "Bash", "hooks": [entry]}]}))
            report = self.trial(world, version)
            shell = [name for name in FAMILIES if name not in ("credential-read", "bashrc-edit", "outside-write")]
            self.assertEqual(self.outcomes(report, "denied", "hook"), shell, (hook, report))

    def test_managed_settings_apply_by_themselves(self):
        world = self.world(BYPASS)
        world.settings("managed", {"permissions": {"deny": ["Bash(sudo *)"]}})
        report = self.trial(world, managed=True)
        self.assertEqual(self.outcomes(report, "denied"), ["sudo"], report)

    def test_a_managed_path_forbids_the_trial(self):
        world = self.world(BYPASS)
        world.settings("managed", {"env": {"PATH": "/usr/bin:/bin"}})
        report = self.trial(world, managed=True)
        self.assertIn("env.PATH", report["fault"])
        self.assertEqual(report["tried"], {})

    def test_what_leads_elsewhere_is_left_out(self):
        settings = dict(BYPASS, env={"ANTHROPIC_BASE_URL": "http://127.0.0.1:9", "PATH": "/nowhere"}, apiKeyHelper="touch %s/helper")
        world = self.world()
        settings["apiKeyHelper"] %= world.base
        world.settings("user", settings)
        report = self.trial(world)
        self.assertEqual(self.outcomes(report, "ran"), FAMILIES, report)
        self.assertTrue(any("apiKeyHelper" in note and "env.PATH" in note for note in report["notes"]), report["notes"])
        self.assertFalse((world.base / "helper").exists())


class Profiles(World):
    """What `cordon harden` sets, held against the same families. The rest of a profile: test_harden.py."""

    def cordon(self, world, *arguments, code=0):
        env = {"HOME": str(world.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
        done = subprocess.run([str(BIN / "cordon"), *arguments], env=env, cwd=world.repo, capture_output=True, text=True, timeout=150,
                              check=False, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, (arguments, done.stdout[-4000:], done.stderr))
        return done.stdout

    def hardened(self, *arguments):
        world = self.world()
        self.cordon(world, "install", "--strict", "--yes", "--from", str(BIN))
        self.cordon(world, "harden", *arguments, "--apply")
        return world

    def test_hands_off(self):
        """The Write tool outside the project, which no rule can name and bypassPermissions lets through, is protected-paths' denial."""
        for version in (FLOOR, NEWEST):
            report = self.trial(self.hardened("hands-off", "--runtime", version), version, "hands-off")
            self.assertEqual(report["mode"], "bypassPermissions")
            self.assertEqual(self.outcomes(report, "denied"), FAMILIES, report)
            self.assertEqual(report["tried"]["outside-write"]["by"], "hook", report)

    def test_hands_off_with_dont_ask(self):
        report = self.trial(self.hardened("hands-off", "--dont-ask"), NEWEST, "hands-off")
        self.assertEqual(report["mode"], "dontAsk")
        self.assertEqual(self.outcomes(report, "denied"), FAMILIES, report)

    def test_interactive(self):
        for version in (FLOOR, NEWEST):
            report = self.trial(self.hardened("interactive", "--runtime", version), version, "interactive")
            self.assertEqual([name for name in FAMILIES if not report["tried"][name]["as_wanted"]], [], report)
            self.assertEqual(report["tried"]["forced-push"]["outcome"], "asked", report)
            self.assertEqual(report["tried"]["credential-read"]["by"], "permission rule", report)

    def test_the_doctor_says_it(self):
        world = self.world(BYPASS, {"permissions": {"deny": ["Bash(sudo *)"]}})
        said = json.loads(self.cordon(world, "doctor", "--live", "--only", "live", "--json", "--runtime", str(runtime.install(NEWEST)), code=2))
        text = json.dumps(said)
        self.assertIn("denied by a permission rule: sudo", text)
        self.assertIn("ran: docker exec", text)
        self.assertIn("no runtime found", self.cordon(world, "doctor", "--live", "--only", "live"))


if __name__ == "__main__":
    unittest.main()
