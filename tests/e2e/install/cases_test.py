# SPDX-License-Identifier: Apache-2.0
"""The rows of the install cases (IN-…), each as a person would meet it, and the options."""
import json
import os
import pty
import subprocess
import unittest

from scratch import Case, HOOKS, SOURCE, WATCHED, entries


class Cases(Case):
    def test_in_002_old_location_and_form_is_replaced(self):
        self.s.write(json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "/old/bin/suite git-add-guard"}]}]}}))
        self.ok(self.s.install())
        self.assertNotIn("/old/bin", self.s.read().decode())
        (found,) = entries(self.s.parsed(), "git-add-guard")
        self.assertEqual(found[1], {"type": "command", "command": str(self.s.config / "cordon/bin/git-add-guard"), "args": []})

    def test_in_003_other_fields_are_replaced(self):
        self.s.write(json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "/b/suite bypass-warn", "timeout": 60}]}]}}))
        self.ok(self.s.install())
        (found,) = entries(self.s.parsed(), "bypass-warn")
        self.assertEqual(found, ("Bash|PowerShell|Monitor", {"type": "command", "command": str(self.s.config / "cordon/bin/bypass-warn"), "args": []}))

    def test_restoring_older_entries_is_told(self):
        before = json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "/old/bin/suite git-add-guard"}]}]}})
        self.s.write(before)
        self.ok(self.s.install())
        ran = self.ok(self.s.uninstall())
        self.assertEqual(self.s.read().decode(), before)
        self.assertIn("older install", ran.stderr)
        self.ok(self.s.uninstall())
        self.assertEqual(self.s.parsed(), {})

    def test_what_stays_is_told(self):
        self.ok(self.s.install())
        self.assertNotIn("rm -r", self.ok(self.s.uninstall("--dry-run")).stdout)
        state = self.s.root / "a state" / "cordon"
        state.mkdir(parents=True)
        ran = self.ok(self.s.uninstall(env={"XDG_STATE_HOME": state.parent}))
        self.assertIn(f"memory    {state}: stays", ran.stdout)
        self.assertIn(f"rm -r '{state}'", ran.stdout)
        self.assertTrue(state.is_dir())

    def test_in_005_backup_with_the_same_mode(self):
        for mode in (0o600, 0o644, 0o640):
            self.s.write("{}", mode)
            self.ok(self.s.install())
            (backup,) = self.s.backups()
            self.assertRegex(backup.name, r"^settings\.json\.bak-\d{8}T\d{6}(-\d+)?$")
            self.assertEqual(backup.read_bytes(), b"{}")
            self.assertEqual(backup.stat().st_mode & 0o7777, mode)
            self.assertEqual(self.s.settings.stat().st_mode & 0o7777, mode)
            self.ok(self.s.uninstall())
            self.assertEqual(self.s.settings.stat().st_mode & 0o7777, mode)

    def test_in_006_invalid_json_is_refused_untouched(self):
        rows = {
            '{"permissions":{"deny":["x"]},}': "settings.json:1:30:",
            '{\n  // note\n  "a": 1\n}': "settings.json:2:3:",
            '{\n  "a": 1\n  "b": 2\n}': "settings.json:3:3:",
            "[]": "settings.json:1:1:",
            '{\n  "hooks": []\n}': "settings.json:2:12:",
            '{"hooks":{"PreToolUse":{}}}': "settings.json:1:24:",
        }
        for text, place in rows.items():
            with self.subTest(text):
                self.s.write(text)
                before = self.s.tree()
                for args in ((), ("--dry-run",)):
                    ran = self.ok(self.s.install(*args), 1)
                    self.assertIn(place, ran.stderr)
                    self.assertEqual(self.s.tree(), before)
                if not text.endswith("}") or "hooks" not in text:
                    self.ok(self.s.uninstall(), 1)
                    self.assertEqual(self.s.read().decode(), text)

    def test_in_008_config_dir(self):
        alt = self.s.root / "alt"
        env = {"CLAUDE_CONFIG_DIR": alt}
        ran = self.ok(self.s.install("--dry-run", env=env))
        self.assertIn(f"{alt}/settings.json", ran.stdout)
        self.assertFalse(alt.exists())
        self.ok(self.s.install(env=env))
        self.assertTrue((alt / "settings.json").exists())
        self.assertTrue((alt / "cordon/bin/bypass-warn").exists())
        self.assertFalse(self.s.config.exists())
        self.ok(self.s.uninstall(env=env))
        self.assertEqual([p.name for p in alt.iterdir()], [])

    def test_config_dir_relative_empty_and_no_home(self):
        self.ok(self.s.install(env={"CLAUDE_CONFIG_DIR": "rel/"}))
        self.assertEqual(entries(json.loads((self.s.root / "rel/settings.json").read_text()), "bypass-warn")[0][1]["command"], f"{self.s.root}/rel/cordon/bin/bypass-warn")
        self.ok(self.s.install(env={"CLAUDE_CONFIG_DIR": ""}))
        self.assertTrue(self.s.settings.exists())
        ran = self.ok(self.s.install(env={"HOME": "None"}), 1)
        self.assertIn("HOME", ran.stderr)

    def test_in_010_project_scope_warns_when_ignored(self):
        repo = self.s.root / "repo"
        repo.mkdir()
        subprocess.run(["git", "init", "-q", str(repo)], check=True, env=self.s.env())
        ran = self.ok(self.s.install("--scope", "project", cwd=repo))
        self.assertNotIn("git ignores", ran.stderr)
        (repo / ".gitignore").write_text(".claude/\n")
        ran = self.ok(self.s.install("--scope", "project", cwd=repo))
        self.assertIn("git ignores", ran.stderr)
        self.assertIn("--scope user", ran.stderr)
        self.assertFalse(self.s.settings.exists())
        self.assertTrue((repo / ".claude/settings.json").exists())
        self.ok(self.s.uninstall())
        self.assertFalse((repo / ".claude/settings.json").exists())

    def test_in_011_a_program_that_cannot_run_or_answers_wrongly_fails_the_install(self):
        rows = {
            "foreign machine": ("bypass-warn", b"\x7fELF\x02\x01\x01" + b"\0" * 100),
            "no interpreter": ("git-add-guard", b"#!/bin/sh\r\nexit 0\n"),
            "silent": ("bypass-warn", b"#!/bin/sh\ncat >/dev/null\n"),
            "always fires": ("protected-paths", b"#!/bin/sh\necho '{\"hookSpecificOutput\":{\"permissionDecision\":\"ask\"}}'\n"),
            "noise before the JSON": ("git-add-guard", b"#!/bin/sh\necho ready\necho '{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\"}}'\n"),
            "exit 1": ("bypass-warn", b"#!/bin/sh\necho banner >&2\nexit 1\n"),
            "other reason": ("bypass-warn", b"#!/bin/sh\necho '{\"hookSpecificOutput\":{\"permissionDecision\":\"ask\",\"permissionDecisionReason\":\"hm\"}}'\n"),
            "no footer": ("statusline", b"#!/bin/sh\nexit 0\n"),
            "wrong footer": ("statusline", b"#!/bin/sh\necho '[NO SANDBOX]'\n"),
        }
        for name, (program, data) in rows.items():
            with self.subTest(name):
                good = (self.s.built / program).read_bytes()
                (self.s.built / program).write_bytes(data)
                ran = self.ok(self.s.install(), 1)
                self.assertIn("WRONG", ran.stdout)
                self.assertIn("uninstall", ran.stderr)
                (self.s.built / program).write_bytes(good)
                self.ok(self.s.install())

    def test_in_012_nothing_else_in_a_linked_config_folder(self):
        dotfiles = self.s.root / "dotfiles"
        dotfiles.mkdir()
        (dotfiles / "settings.json").write_text("{}\n")
        self.s.config.symlink_to(dotfiles)
        self.ok(self.s.install())
        self.assertTrue(self.s.config.is_symlink())
        names = {p.name for p in dotfiles.iterdir()}
        self.assertEqual({n for n in names if not n.startswith("settings.json.bak-")}, {"settings.json", "cordon"})
        self.ok(self.s.uninstall())
        self.assertEqual([p.name for p in dotfiles.iterdir()], ["settings.json"])

    def test_in_013_uninstall_takes_only_ours(self):
        ours = str(self.s.config / "cordon/bin/bypass-warn")
        self.s.write(json.dumps({
            "hooks": {"PreToolUse": [
                {"matcher": "Bash", "hooks": [{"type": "command", "command": "/f/a"}, {"type": "command", "command": ours, "args": []}, {"type": "command", "command": "/f/b"}]},
                {"matcher": "Edit", "hooks": [{"type": "command", "command": "/x/protected-paths", "args": []}]}]},
            "statusLine": {"type": "command", "command": str(self.s.config / "cordon/bin/statusline")}}))
        self.ok(self.s.uninstall())
        self.assertEqual(self.s.parsed(), {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "/f/a"}, {"type": "command", "command": "/f/b"}]}]}})

    def test_in_015_prefix_with_blanks_and_quotes(self):
        prefix = self.s.root / "my tools' \"x\" $HOME"
        self.ok(self.s.install("--prefix", prefix))
        (found,) = entries(self.s.parsed(), "git-add-guard")
        self.assertEqual(found[1], {"type": "command", "command": f"{prefix}/bin/git-add-guard", "args": []})
        line = self.s.parsed()["statusLine"]["command"]
        shown = subprocess.run(["/bin/sh", "-c", line], input="{}", capture_output=True, text=True, env=self.s.env())
        self.assertIn("[sandbox]", shown.stdout)
        self.assertEqual(subprocess.run(["dash", "-n", "-c", line], env=self.s.env()).returncode, 0)  # HP-021
        self.ok(self.s.uninstall())
        self.assertFalse((prefix / "bin").exists())
        self.assertFalse(self.s.settings.exists())

    def test_status_line_of_another(self):
        before = '{\n  "statusLine": {"type": "command", "command": "~/my.sh"}\n}\n'
        self.s.write(before)
        ran = self.ok(self.s.install())
        self.assertIn("kept your status line '~/my.sh'", ran.stdout)
        self.assertEqual(self.s.parsed()["statusLine"]["command"], "~/my.sh")
        self.ok(self.s.install("--force"))
        self.assertTrue(self.s.parsed()["statusLine"]["command"].endswith("cordon/bin/statusline"))
        once = self.s.read()
        self.ok(self.s.install())
        self.assertEqual(self.s.read(), once)
        self.s.write(once.replace(b"{\n", b'{\n  "later": 1,\n', 1))
        self.ok(self.s.uninstall())
        self.assertEqual(self.s.read().decode(), before.replace("{\n", '{\n  "later": 1,\n', 1))

    def test_strict(self):
        self.ok(self.s.install("--strict"))
        for hook in HOOKS:
            self.assertEqual(entries(self.s.parsed(), hook)[0][1]["onFailure"], "block")
        self.ok(self.s.install())
        self.assertEqual(entries(self.s.parsed(), "bypass-warn")[0][1]["onFailure"], "block")
        self.ok(self.s.install("--no-strict"))
        self.assertNotIn("onFailure", self.s.read().decode())

    def test_wiring_has_no_filter_and_covers_the_shell_tools(self):
        self.ok(self.s.install())
        for hook in HOOKS:
            ((matcher, entry),) = entries(self.s.parsed(), hook)
            self.assertEqual(set(entry), {"type", "command", "args"})
            for tool in ("Bash", "Monitor") if hook == "deny-guard" else ("Bash", "PowerShell", "Monitor"):
                self.assertIn(tool, matcher.split("|"))
        for tool in ("Edit", "Write", "MultiEdit", "NotebookEdit"):
            self.assertIn(tool, entries(self.s.parsed(), "protected-paths")[0][0].split("|"))

    def test_error_hint_after_shell_calls(self):
        for options in ((), ("--strict",)):
            self.ok(self.s.install(*options))
            for event in ("PostToolUse", "PostToolUseFailure"):
                ((matcher, entry),) = entries(self.s.parsed(), "error-hint", event)
                self.assertEqual(matcher.split("|"), ["Bash", "PowerShell"])
                self.assertEqual(entry, {"type": "command", "command": str(self.s.config / "cordon/bin/error-hint"), "args": []})

    def test_posture_watch_on_its_events_without_a_matcher(self):
        self.s.write('{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/f/a"}]}]}}')
        for options in ((), ("--strict",)):
            self.ok(self.s.install(*options))
            for event in WATCHED:
                ((matcher, entry),) = entries(self.s.parsed(), "posture-watch", event)
                self.assertIsNone(matcher)
                self.assertEqual(entry, {"type": "command", "command": str(self.s.config / "cordon/bin/posture-watch"), "args": []})
        self.assertEqual(self.s.parsed()["hooks"]["Stop"][0], {"hooks": [{"type": "command", "command": "/f/a"}]})
        self.ok(self.s.uninstall())
        self.assertEqual(self.s.read().decode(), '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/f/a"}]}]}}')

    def test_dry_run_writes_nothing_and_shows_a_diff_that_applies(self):
        self.s.write('{\n  "model": "opus"\n}\n')
        before = self.s.tree()
        ran = self.ok(self.s.install("--dry-run"))
        self.assertEqual(self.s.tree(), before)
        diff = ran.stdout[ran.stdout.index("--- "):]
        self.assertTrue(any(line.startswith('+') and "bypass-warn" in line for line in diff.splitlines()))
        self.assertFalse(any(line.startswith('-') and not line.startswith("---") for line in diff.splitlines() if "opus" not in line))
        self.ok(self.s.install())
        before = self.s.tree()
        ran = self.ok(self.s.uninstall("--dry-run"))
        self.assertIn("bypass-warn", ran.stdout)
        self.assertEqual(self.s.tree(), before)

    def test_nobody_to_ask(self):
        ran = self.ok(self.s.run("install", "--from", self.s.built), 2)
        self.assertIn("--yes", ran.stderr)
        self.assertFalse(self.s.config.exists())

    def test_asks_on_a_terminal(self):
        for answer, code, exists in ((b"n\n", 1, False), (b"\n", 1, False), (b"y\n", 0, True)):
            ours, theirs = pty.openpty()
            process = subprocess.Popen(self.s.command("install", "--from", self.s.built), stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.s.env())
            os.close(theirs)
            os.write(ours, answer)
            shown = process.communicate(timeout=120)[0].decode()
            os.close(ours)
            self.assertEqual(process.returncode, code, shown)
            self.assertIn("Install? [y/N]", shown)
            self.assertEqual(self.s.settings.exists(), exists)

    def test_warnings(self):
        self.s.write('{"disableAllHooks": true}')
        self.assertIn("disableAllHooks", self.ok(self.s.install()).stderr)
        self.s.write('{"permissions": 5}')
        ran = self.ok(self.s.install())
        self.assertIn("ignores this whole file", ran.stderr)
        self.assertIn("settings.json:1:", ran.stderr)
        self.s.write("{}")
        ran = self.ok(self.s.install(env={"PATH": "/nonexistent"}))
        self.assertIn("bubblewrap", ran.stderr)

    def test_broken_cordon_toml_is_reported(self):
        self.s.write("{}")
        (self.s.config / "cordon.toml").write_text("[bypass_warn]\non_bypass = \n")
        for ran in (self.ok(self.s.install()), self.ok(self.s.uninstall())):
            self.assertIn("cordon.toml:2:", ran.stderr)

    def test_other_prefix_second_time(self):
        self.ok(self.s.install())
        self.ok(self.s.install("--prefix", self.s.root / "p"))
        for hook in HOOKS:
            self.assertEqual(len(entries(self.s.parsed(), hook)), 1)
        self.assertIn(f"{self.s.root}/p/bin/statusline", self.s.parsed()["statusLine"]["command"])
        self.ok(self.s.uninstall())
        self.assertFalse(self.s.settings.exists())
        self.assertFalse((self.s.root / "p/bin").exists())
        self.assertFalse((self.s.config / "cordon").exists())

    def test_shared_prefix_is_kept_for_the_other_config_folder(self):
        prefix = self.s.root / "p"
        other = {"CLAUDE_CONFIG_DIR": self.s.root / "other"}
        self.ok(self.s.install("--prefix", prefix))
        self.ok(self.s.install("--prefix", prefix, env=other))
        self.ok(self.s.uninstall())
        self.assertTrue((prefix / "bin/bypass-warn").exists())
        self.ok(self.s.uninstall(env=other))
        self.assertFalse((prefix / "bin").exists())

    def test_foreign_program_under_the_prefix_is_not_overwritten(self):
        place = self.s.root / "p/bin"
        place.mkdir(parents=True)
        (place / "statusline").write_text("mine")
        ran = self.ok(self.s.install("--prefix", place.parent), 1)
        self.assertIn("statusline", ran.stderr)
        self.assertEqual((place / "statusline").read_text(), "mine")
        self.assertFalse(self.s.config.exists())
        self.ok(self.s.uninstall("--prefix", place.parent))
        self.assertTrue((place / "statusline").exists())

    def test_usage(self):
        self.assertIn("install", self.ok(self.s.run("--help")).stdout)
        self.assertRegex(self.ok(self.s.run("--version")).stdout, r"^cordon \d+\.\d+\.\d+\n$")
        for args in ((), ("nonsense",), ("install", "--nonsense"), ("install", "--strict", "--no-strict"), ("install", "--scope", "x")):
            self.ok(self.s.run(*args), 2)
        for command in ("install", "uninstall"):
            self.assertIn("--dry-run", self.ok(self.s.run(command, "--help")).stdout)

    def test_every_case_row_has_a_test(self):
        here = (SOURCE / "tests/e2e/install/cases_test.py").read_text() + (SOURCE / "tests/e2e/install/round_trip_test.py").read_text()
        for row in ("001", "002", "003", "005", "006", "008", "010", "011", "012", "013", "015"):
            self.assertTrue(f"in_{row}" in here or f"IN-{row}" in here, row)


if __name__ == "__main__":
    unittest.main()
