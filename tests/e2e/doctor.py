#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cordon doctor` in scratch homes built to provoke each finding: the real program, its exit status, its JSON by the schema, what
--fix does and undoes. A home that was hardened and installed has no failure.

    doctor.py --bin DIR --validate VALIDATE_JSON
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
OPTIONS = None
STRICT = {"enabled": True, "allowUnsandboxedCommands": False, "failIfUnavailable": True}
# Of the machine the test runs on, not of the homes it makes.
OF_THE_MACHINE = ("backend.probe", "backend.namespaces", "backend.apparmor", "backend.wsl", "backend.programs", "host.managed", "host.docker", "host.sudo")


# Without debug information: what is installed here is hashed again and again.
def setUpModule():
    folder = tempfile.mkdtemp(prefix="cordon-doctor-bin-")
    unittest.addModuleCleanup(shutil.rmtree, folder)
    for program in pathlib.Path(OPTIONS.bin).resolve().iterdir():
        stripped = os.path.join(folder, program.name)
        if program.suffix or not os.access(program, os.X_OK) or subprocess.run(["strip", "-o", stripped, str(program)], capture_output=True, check=False).returncode != 0:
            shutil.copy(program, stripped)
    OPTIONS.bin = folder


class Home:
    """A scratch home beside a project folder; `cordon` runs with nothing else in its environment."""

    def __init__(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="cordon-doctor-")).resolve()
        self.home, self.repo, self.tmp = self.base / "home", self.base / "repo", self.base / "tmp"
        self.config = self.home / ".claude"
        for folder in (self.config, self.repo / ".claude", self.tmp):
            folder.mkdir(parents=True)
        self.more = {}

    def env(self):
        return {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": str(self.tmp), "SHELL": "/bin/bash",
                "GIT_CONFIG_GLOBAL": "/dev/null", **self.more}

    def run(self, *args):
        return subprocess.run([os.path.join(OPTIONS.bin, "cordon"), *map(str, args)], env=self.env(), cwd=self.repo, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=120, check=False)

    def report(self, *args):
        done = self.run("doctor", "--json", *args)
        report = json.loads(done.stdout)
        assert report["exit"] == done.returncode, (report["exit"], done)
        Doctor.printed.append(done.stdout)
        return report

    def settings(self, value):
        self.write(self.config / "settings.json", value)

    def project(self, value):
        self.write(self.repo / ".claude" / "settings.json", value)

    def local(self, value):
        self.write(self.repo / ".claude" / "settings.local.json", value)

    @staticmethod
    def write(path, value):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2) + "\n")

    def install(self, settings=None):
        self.settings(settings if settings is not None else {"sandbox": STRICT})
        done = self.run("install", "--yes", "--from", OPTIONS.bin)
        assert done.returncode == 0, done.stdout + done.stderr

    def edit(self, change):
        settings = json.loads((self.config / "settings.json").read_text())
        change(settings)
        self.settings(settings)

    def remove(self):
        shutil.rmtree(self.base, ignore_errors=True)


def found(report, check, status=None):
    return [finding for finding in report["findings"] if finding["check"] == check and status in (None, finding["status"])]


def text(findings):
    return json.dumps(findings, ensure_ascii=False)


class Doctor(unittest.TestCase):
    printed = []

    def setUp(self):
        self.box = Home()
        self.addCleanup(self.box.remove)

    def expect(self, report, check, status, *says):
        findings = found(report, check, status)
        self.assertTrue(findings, f"{check} has no {status}: {text(found(report, check))}")
        for part in says:
            self.assertIn(part, text(findings))

    def expect_none(self, report, check, *statuses):
        for status in statuses or ("fail", "warn"):
            self.assertEqual(found(report, check, status), [])

    def own_failures(self, report):
        return [finding for finding in report["findings"] if finding["status"] == "fail" and finding["check"] not in OF_THE_MACHINE]

    def test_installed_home_has_no_failure(self):
        self.box.install()
        report = self.box.report()
        self.assertEqual(self.own_failures(report), [])
        for check in ("settings.posture", "settings.files", "hooks.wired", "hooks.programs", "hooks.answers", "hooks.form", "hooks.duplicates", "hooks.switched-off"):
            self.expect(report, check, "pass")
            self.expect_none(report, check)
        self.expect(report, "settings.posture", "pass", str(self.box.config / "settings.json") + ":")

    def test_hardened_and_installed_home_has_no_failure(self):
        self.box.install({})
        done = self.box.run("harden", "interactive", "--apply")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        report = self.box.report("--profile", "interactive")
        self.assertEqual(self.own_failures(report), [])
        self.expect(report, "profile.blocks", "pass")

    def test_bare_home(self):
        report = self.box.report()
        self.assertEqual(report["exit"], 2)
        self.expect(report, "settings.posture", "fail", "no settings file in force sets sandbox.enabled")
        self.expect(report, "hooks.wired", "fail", "cordon install")
        self.expect(report, "profile.blocks", "warn", "cordon harden interactive")
        self.expect(self.box.report("--profile", "hands-off", "--only", "profile.blocks"), "profile.blocks", "fail", "hands-off")

    def test_dropped_files_with_line_and_column(self):
        self.box.install()
        for broken, place in (('{"sandbox":{"enabled":true},}', ":1:"), ('{// on\n"sandbox":{"enabled":true}}', ":1:2"), ('{"sandbox":{"enabled":true}', ":1:"), ("", ""), ("[]", ""),
                              ('{\n  "sandbox": {\n    "enabled": "true"\n  }\n}', ":3:16: expected boolean for 'sandbox.enabled'")):
            self.box.project(broken)
            report = self.box.report("--only", "settings.files")
            self.expect(report, "settings.files", "fail", str(self.box.repo / ".claude" / "settings.json") + place)
            self.assertEqual(report["exit"], 2)

    def test_inert_settings(self):
        self.box.install()
        self.box.project({"permissions": {"defaultMode": "bypassPermissions", "deny": ["Write(~/.ssh/**)", "Bash(git push --force)"], "allow": ["Bash(npm run)", "Bash(git push *)"],
                                          "ask": ["Bash(git push *)"]}, "sandbox": {"enabledPlatforms": ["macos"]}, "sandbx": {}})
        self.box.write(self.box.config / "settings.local.json", {})
        report = self.box.report("--only", "settings")
        self.expect(report, "settings.write-rules", "fail", "Edit(~/.ssh/**)")
        self.expect(report, "settings.prefix-rules", "warn", "Bash(npm run *)", "Bash(git push --force *)")
        self.expect(report, "settings.shadowed", "warn", "an ask rule asks about all that it allows")
        self.expect(report, "settings.not-honoured", "warn", "enabledPlatforms", "bypassPermissions")
        self.expect(report, "settings.unknown-keys", "warn", "'sandbx' resembles 'sandbox'")
        self.expect(report, "settings.home-local", "warn", "settings.local.json")

    def test_interpreters(self):
        self.box.install()
        self.box.project({"permissions": {"allow": ["Bash(python3 *)", "Bash(/usr/bin/env bash:*)", "Bash(uv run *)", "Bash(python3 tools/x.py *)", "Bash(npm test)"]}})
        report = self.box.report("--only", "profile.interpreters")
        self.assertEqual(len(found(report, "profile.interpreters", "warn")), 3)  # the sandbox is on and strict
        self.box.edit(lambda settings: settings["sandbox"].update(enabled=False))
        self.assertEqual(len(found(self.box.report("--only", "profile.interpreters"), "profile.interpreters", "fail")), 3)

    def test_wiring_that_was_spoilt(self):
        self.box.install()

        def spoil(settings):
            groups = settings["hooks"]["PreToolUse"]
            groups.append(json.loads(json.dumps(groups[0])))  # IN-014
            groups[0]["hooks"][0]["if"] = "Bash(git *)"
        self.box.edit(spoil)
        report = self.box.report("--only", "hooks")
        self.expect(report, "hooks.duplicates", "warn", "is wired 2 times on PreToolUse")
        self.expect(report, "hooks.form", "fail", "bash -c")
        self.box.edit(lambda settings: settings.update(disableAllHooks=True))
        self.expect(self.box.report("--only", "hooks.switched-off"), "hooks.switched-off", "fail", "disableAllHooks")

    def test_programs_that_drifted(self):
        self.box.install()
        installed = self.box.config / "cordon" / "bin"
        (installed / "deny-guard").write_bytes(b"#!/bin/sh\nexit 0\n")
        (installed / "bypass-warn").chmod(0o644)
        (installed / "git-add-guard").unlink()
        (installed / "protected-paths").chmod(0o777)
        report = self.box.report("--only", "hooks")
        self.expect(report, "hooks.programs", "fail", "the installed deny-guard is not what was installed", "the installed bypass-warn cannot be executed", "git-add-guard is gone",
                    "others can replace the installed protected-paths")
        self.expect(report, "hooks.answers", "fail", "deny-guard does not answer as it should", "bypass-warn", "git-add-guard")

    def test_shell_that_greets(self):
        self.box.install()
        self.box.write(self.box.home / "greet.sh", "echo ready on arm64\n")
        self.box.more["BASH_ENV"] = str(self.box.home / "greet.sh")
        self.expect_none(self.box.report("--only", "hooks.form"), "hooks.form")  # exec form: no shell, no greeting

        def in_shell_form(settings):
            del settings["hooks"]["PreToolUse"][0]["hooks"][0]["args"]
        self.box.edit(in_shell_form)
        self.expect(self.box.report("--only", "hooks.form"), "hooks.form", "fail", "ready on arm64")

    def test_heartbeat(self):
        self.box.install()
        self.expect(self.box.report("--only", "hooks.heartbeat"), "hooks.heartbeat", "skip", "not seen to fire yet")
        payload = json.loads((SOURCE / "fixtures" / "2.1.332" / "PreToolUse" / "bash-plain.json").read_text())
        payload.update(session_id="0b1c2d3e-0000-4000-8000-000000000001", cwd=str(self.box.repo))
        for hook in ("bypass-warn", "git-add-guard", "deny-guard"):
            subprocess.run([str(self.box.config / "cordon" / "bin" / hook)], input=json.dumps(payload).encode(), env=self.box.env(), cwd=self.box.repo, check=True, capture_output=True)
        report = self.box.report("--only", "hooks.heartbeat")
        self.expect(report, "hooks.heartbeat", "pass", "bypass-warn: ", "seconds ago")

    def test_environment(self):
        self.expect(self.box.report("--only", "environment"), "environment.iso", "warn", "~/.bashrc")
        self.box.write(self.box.home / ".bashrc", ". ~/.claude/cordon/iso.sh\nalias claude='claude-iso'\nclaude-iso() { claude \"$@\"; }\n")
        self.box.more["GITHUB_TOKEN"] = "ghp_never_printed_0123456789"
        report = self.box.report("--only", "environment")
        self.expect(report, "environment.iso", "pass", ".bashrc:1")
        self.expect(report, "environment.aliases", "fail", "it runs in a circle")
        self.expect(report, "environment.variables", "warn", "GITHUB_TOKEN")
        self.assertNotIn("ghp_never_printed", json.dumps(report))

    def test_credentials_by_path_only(self):
        self.box.write(self.box.home / ".aws" / "credentials", "aws_secret_access_key = never_printed_either\n")
        report = self.box.report("--only", "host.credentials")
        self.expect(report, "host.credentials", "warn", ".aws/credentials: AWS")
        self.assertNotIn("never_printed_either", json.dumps(report))
        self.box.settings({"permissions": {"deny": ["Read(~/.aws/**)"]}})
        self.expect_none(self.box.report("--only", "host.credentials"), "host.credentials")

    def test_fix(self):
        self.box.install()
        subprocess.run(["git", "init", "-q", str(self.box.repo)], env=self.box.env(), check=True)
        self.box.local({})
        self.box.write(self.box.home / ".bashrc", ". ~/.claude/cordon/bin/iso.sh\n")
        rules = '{\n\t"permissions": {"deny": ["Write(~/.ssh/**)", "Read(.env)"]}\n}\n'
        self.box.project(rules)
        self.box.edit(lambda settings: settings["hooks"]["PreToolUse"][0]["hooks"][0].update({"if": "Bash(git *)"}))
        before = {path: path.read_bytes() for path in sorted(self.box.base.rglob("*")) if path.is_file()}
        planned = self.box.run("doctor", "--fix", "--dry-run")
        self.assertIn('+\t"permissions": {"deny": ["Edit(~/.ssh/**)", "Read(.env)"]}', planned.stdout)
        self.assertEqual({path: path.read_bytes() for path in sorted(self.box.base.rglob("*")) if path.is_file()}, before)
        report = self.box.report("--fix")
        self.assertEqual(sorted(fix["path"] for fix in report["fixes"]),
                         sorted(map(str, (self.box.config / "settings.json", self.box.repo / ".claude" / "settings.json", self.box.repo / ".git" / "info" / "exclude"))))
        for fix in report["fixes"]:
            self.assertTrue(fix["written"], fix)
            self.assertEqual(pathlib.Path(fix["backup"]).read_bytes(), before[pathlib.Path(fix["path"])])
        self.assertEqual((self.box.repo / ".claude" / "settings.json").read_text(), rules.replace("Write(", "Edit("))
        for check in ("settings.write-rules", "hooks.form", "host.git-ignored"):
            self.expect(report, check, "pass")  # what is reported is how things stand afterwards
            self.expect_none(report, check)
        self.assertEqual(self.box.report("--fix")["fixes"], [])

    def test_fix_defines_claude_iso(self):
        self.box.install()
        self.box.write(self.box.home / ".bashrc", "x=1")
        report = self.box.report("--fix", "--only", "environment.iso")
        self.assertEqual([fix["path"] for fix in report["fixes"]], [str(self.box.home / ".bashrc")])
        self.expect(report, "environment.iso", "pass", ".bashrc:2")
        done = subprocess.run(["bash", "-c", ". ~/.bashrc && type -t claude-iso"], env=self.box.env(), capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout.strip(), "function", done.stderr)

    def test_looking_changes_nothing(self):
        self.box.install()
        self.box.project({"permissions": {"deny": ["Write(x)"]}})
        before = {path: (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"") for path in sorted(self.box.base.rglob("*")) if path != self.box.tmp}
        self.box.report()
        self.box.run("doctor")
        after = {path: (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"") for path in sorted(self.box.base.rglob("*")) if path != self.box.tmp}
        self.assertEqual(after, before)

    def test_for_people(self):
        self.box.project({"permissions": {"deny": ["Write(\u202ex)"]}})
        done = self.box.run("doctor")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "")
        for mark in "✓✗⚠⊘→":
            self.assertIn(mark, done.stdout)
        self.assertIn("<U+202E>", done.stdout)
        self.box.more["LANG"] = "C"
        plain = self.box.run("doctor")
        self.assertTrue(plain.stdout.isascii())
        self.assertIn("[FAIL]", plain.stdout)

    def test_usage(self):
        for arguments in (["--nonsense"], ["--only", "nothing"], ["--profile", "paranoid"], ["--dry-run"]):
            self.assertEqual(self.box.run("doctor", *arguments).returncode, 3, arguments)
        help_text = self.box.run("doctor", "--help")
        self.assertEqual(help_text.returncode, 0)
        self.assertIn("0 clean, 1 warnings, 2 failures", help_text.stdout)
        listed = self.box.run("doctor", "--list").stdout
        for finding in self.box.report()["findings"]:
            self.assertIn(finding["check"], listed)


class Schema(unittest.TestCase):
    def test_everything_printed_is_valid(self):  # sorted behind Doctor
        schema = SOURCE / "schemas" / "doctor-report.schema.json"
        with tempfile.TemporaryDirectory() as folder:
            for number, printed in enumerate(Doctor.printed):
                pathlib.Path(folder, f"{number}.json").write_text(printed)
            files = sorted(str(path) for path in pathlib.Path(folder).iterdir())
            self.assertGreater(len(files), 20)
            done = subprocess.run([OPTIONS.validate, str(schema), *files], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--validate", required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
