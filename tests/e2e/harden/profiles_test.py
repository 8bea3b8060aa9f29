# SPDX-License-Identifier: Apache-2.0
"""What harden writes, shows, checks and takes back."""
import json
import os
import unittest

from common import MINE, PROFILES, Case, contains, validate


class Profiles(Case):
    def test_dry_run_is_the_default_and_writes_nothing(self):
        self.s.write(MINE)
        before = self.s.tree()
        said = self.done()
        self.assertIn('+      "Bash(curl *)",', said)
        self.assertIn("dry run: nothing was written; write it with: cordon harden interactive --apply", said)
        self.assertEqual(self.s.tree(), before)

    def test_apply_again_check_and_undo(self):
        for profile in PROFILES:
            with self.subTest(profile=profile):
                self.s.write(MINE, 0o640)
                said = self.done(profile, "--apply")
                self.assertIn("+    ", said)
                now = self.s.parsed()
                self.assertTrue(contains(now, json.loads(MINE)), now)
                self.assertTrue(now["sandbox"]["enabled"])
                self.assertIn("Bash(curl *)", now["permissions"]["deny"])
                self.assertEqual(len(self.s.backups()), 1)
                self.assertEqual(self.s.backups()[0].read_text(), MINE)
                tree = self.s.tree()
                self.assertIn("nothing to do", self.done(profile, "--apply"))
                self.assertEqual(self.s.tree(), tree)
                check = self.harden(profile, "--check", "--scope", "user")
                if profile == "interactive":
                    self.assertEqual(check.returncode, 0, check.stdout)
                else:           # no guards are installed here
                    self.assertEqual(check.returncode, 1)
                    self.assertIn("cordon install --strict --yes", check.stdout)
                    self.assertEqual(check.stdout.count("    why: "), 1, check.stdout)
                self.done("--undo")
                self.assertEqual(self.s.read().decode(), MINE)
                self.assertEqual(sorted(p.name.split(".bak")[0] for p in self.s.config.iterdir()), ["settings.json", "settings.json"])
                self.s.backups()[0].unlink()

    def test_no_file_before(self):
        before = self.s.tree()
        self.done("hands-off", "--apply")
        self.assertEqual(self.s.settings.stat().st_mode & 0o777, 0o600)
        now = self.s.parsed()
        self.assertEqual(now["permissions"]["defaultMode"], "bypassPermissions")
        self.assertTrue(now["sandbox"]["failIfUnavailable"])
        self.assertIs(now["sandbox"]["allowUnsandboxedCommands"], False)
        self.assertIn('on_loosen = "block"', (self.s.config / "cordon.toml").read_text())
        self.done("--undo")
        after = self.s.tree()
        after.pop(".claude")
        self.assertEqual(after, before)

    def test_one_profile_after_another_and_back(self):
        self.s.write(MINE)
        self.done("interactive", "--apply")
        self.done("hands-off", "--apply")
        self.done("--undo")
        self.assertEqual(self.s.read().decode(), MINE)

    def test_edits_of_the_person_survive_undo(self):
        self.s.write(MINE)
        self.done("interactive", "--apply")
        self.s.write(self.s.read().decode().replace('"Bash(mine *)"', '"Bash(mine *)",\n      "Bash(new *)"').replace('"opus"', '"sonnet"'))
        self.assertIn("your later edits stay", self.done("--undo"))
        self.assertEqual(self.s.read().decode(), MINE.replace('"Bash(mine *)"', '"Bash(mine *)",\n      "Bash(new *)"').replace('"opus"', '"sonnet"'))
        self.assertIn("nothing to undo", self.done("--undo"))

    def test_stricter_values_stay(self):
        self.s.write('{"permissions":{"defaultMode":"plan"},"sandbox":{"autoAllowBashIfSandboxed":false,"filesystem":{"denyRead":["~/.config"]}}}')
        said = self.done("interactive", "--apply")
        now = self.s.parsed()
        self.assertEqual(now["permissions"]["defaultMode"], "plan")
        self.assertIs(now["sandbox"]["autoAllowBashIfSandboxed"], False)
        self.assertNotIn("~/.config/gh", now["sandbox"]["filesystem"]["allowRead"])
        self.assertIn("~/.gitconfig", now["sandbox"]["filesystem"]["allowRead"])
        self.assertIn("kept closed: ~/.config", said)
        self.done("hands-off", "--apply")
        self.assertEqual(self.s.parsed()["permissions"]["defaultMode"], "plan")

    def test_dont_ask(self):
        self.done("hands-off", "--dont-ask", "--apply")
        now = self.s.parsed()
        self.assertEqual(now["permissions"]["defaultMode"], "dontAsk")
        self.assertEqual(now["permissions"]["allow"], ["Read(./**)", "Edit(./**)"])
        self.assertNotIn("skipDangerousModePermissionPrompt", now)
        self.assertIn("variant of hands-off", self.refused("interactive", "--dont-ask", code=2))

    def test_hosts(self):
        self.done("interactive", "--allow-domain", "proxy.example.org", "--allow-domain", "*.example.net", "--allow-domain", "a.example.net:8443", "--apply")
        hosts = self.s.parsed()["sandbox"]["network"]["allowedDomains"]
        self.assertEqual(hosts[-3:], ["proxy.example.org", "*.example.net", "a.example.net:8443"])
        self.assertIn("github.com", hosts)
        for bad in ("*", "a b", "https://x", "", "*.*", "*.org", "a.*.org", "**.example.org", ".example.org", "example.org:", "example.org:http", "a..org"):
            self.assertIn("no host name", self.refused("interactive", "--allow-domain", bad, "--apply", code=2))

    def test_what_an_older_runtime_does_not_know_is_left_out(self):
        self.done("hands-off", "--runtime", "2.1.202", "--apply")
        self.assertNotIn("strictAllowlist", self.s.parsed()["sandbox"].get("network", {}))
        self.assertIn("not a version", self.refused("hands-off", "--runtime", "new", code=2))

    def test_guards_get_strict_and_back(self):
        self.s.write(MINE)
        self.assertEqual(self.s.install().returncode, 0)
        wired = self.s.read()
        self.done("hands-off", "--apply")
        entries = [hook for group in self.s.parsed()["hooks"]["PreToolUse"] for hook in group["hooks"]]
        self.assertTrue(entries)
        self.assertTrue(all(hook.get("onFailure") == "block" for hook in entries), entries)
        self.done("hands-off", "--check", "--scope", "user")
        self.done("--undo")
        self.assertEqual(self.s.read(), wired)
        self.done("hands-off", "--apply")
        self.assertEqual(self.s.uninstall("--yes").returncode, 0)
        self.done("--undo")
        self.assertEqual(self.s.parsed(), json.loads(MINE))

    def test_explain(self):
        for profile in (*PROFILES, "managed"):
            said = self.done(profile, "--explain")
            self.assertIn("Read(~/.ssh/**)", said)
            self.assertIn("private keys open every machine you can open", said)

    def test_json(self):
        self.s.write(MINE)
        shown = validate(self, "harden-report.schema.json", self.done("hands-off", "--json"))
        self.assertEqual(shown["profile"], "hands-off")
        self.assertTrue(any(change["key"] == "permissions.deny" for file in shown["files"] for change in file["changes"]))
        checked = self.harden("interactive", "--check", "--scope", "user", "--json")
        self.assertEqual(checked.returncode, 1)
        found = validate(self, "harden-report.schema.json", checked.stdout)
        self.assertIn("sandbox-on", {finding["id"] for finding in found["findings"]})


class Scopes(Case):
    def setUp(self):
        super().setUp()
        self.git("init", "-q")

    def test_project_for_ci(self):
        check = self.harden("interactive", "--check")
        self.assertEqual(check.returncode, 1)
        self.assertIn("sandbox.enabled is not true: no file sets it", check.stdout)
        self.done("interactive", "--scope", "project", "--apply")
        self.assertIn("as strict as 'interactive'", self.done("interactive", "--check"))
        self.assertFalse(self.s.settings.exists())
        file = self.repo / ".claude" / "settings.json"
        data = json.loads(file.read_text())
        data["permissions"]["deny"].remove("Bash(curl *)")
        data["permissions"].setdefault("allow", []).append("Bash(python3 *)")
        file.write_text(json.dumps(data))
        check = self.harden("interactive", "--check")
        self.assertEqual(check.returncode, 1)
        self.assertIn('permissions.deny lacks "Bash(curl *)"', check.stdout)
        self.assertIn('permissions.allow holds "Bash(python3 *)"', check.stdout)
        self.assertIn("in 2 points", check.stdout)

    def test_a_person_does_not_help_the_repository(self):
        self.done("interactive", "--apply")
        self.assertEqual(self.harden("interactive", "--check").returncode, 1)

    def test_check_of_a_broken_file(self):
        (self.repo / ".claude").mkdir()
        (self.repo / ".claude" / "settings.json").write_text('{\n "sandbox": {"enabled": true,}\n}')
        check = self.harden("interactive", "--check")
        self.assertEqual(check.returncode, 1)
        self.assertIn("settings.json:2:", check.stderr)

    def test_project_does_not_name_bypass_mode(self):
        self.done("hands-off", "--scope", "project", "--apply")
        now = json.loads((self.repo / ".claude" / "settings.json").read_text())
        self.assertNotIn("defaultMode", now["permissions"])
        self.assertIn('mode = "explicit"', (self.repo / ".claude" / "cordon.toml").read_text())

    def test_local_is_kept_out_of_git_first(self):
        self.done("interactive", "--scope", "local", "--apply")
        self.assertEqual(self.git("status", "--porcelain"), "")
        self.assertIn("/.claude/settings.local.json\n", (self.repo / ".git/info/exclude").read_text())
        self.done("--undo", "--scope", "local")
        self.assertFalse((self.repo / ".claude/settings.local.json").exists())
        self.assertNotIn(".claude", (self.repo / ".git/info/exclude").read_text())

    def test_local_in_a_sub_folder_and_ignored_already(self):
        (self.repo / ".gitignore").write_text("*.local.json\n")
        exclude = (self.repo / ".git/info/exclude").read_text()
        (self.repo / "sub").mkdir()
        self.done("interactive", "--scope", "local", "--apply", cwd=self.repo / "sub")
        self.assertTrue((self.repo / ".claude/settings.local.json").exists())
        self.assertEqual((self.repo / ".git/info/exclude").read_text(), exclude)

    def test_managed_is_printed(self):
        run = self.harden("managed")
        self.assertEqual(run.returncode, 0, run.stderr)
        policy = json.loads(run.stdout)
        self.assertTrue(policy["sandbox"]["failIfUnavailable"])
        self.assertNotIn("disableBypassPermissionsMode", policy["permissions"])
        self.assertNotIn("defaultMode", policy["permissions"])
        self.assertIn("belong together", self.refused("interactive", "--scope", "managed", code=2))

    @unittest.skipUnless(os.geteuid() == 0, "as root it would be written")
    def test_managed_is_written_by_root(self):
        """In a mount namespace of its own: the machine's /etc is never written."""
        script = 'mount -t tmpfs none "$1" && mkdir "$1/u" "$1/w" && mount -t overlay o -o "lowerdir=/etc,upperdir=$1/u,workdir=$1/w" /etc && shift && "$@" && cat /etc/claude-code/managed-settings.json'
        overlay = self.s.root / "overlay"
        overlay.mkdir()
        import subprocess
        run = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", str(overlay), *self.s.command("harden", "managed", "--apply")],
                             env=self.s.env(PATH=str(self.bin) + ":/usr/sbin:/usr/bin:/bin"), cwd=self.repo, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn('"failIfUnavailable": true', run.stdout.partition("next\n")[2])
        self.assertFalse(os.path.exists("/etc/claude-code/managed-settings.json"))


if __name__ == "__main__":
    unittest.main()
