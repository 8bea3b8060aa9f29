#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cordon iso and claude-iso: what an agent really gets (environment, arguments, process list), in real shells.

    iso.py BIN
"""
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

BIN = None
KEPT = {"HOME", "PATH", "SHELL", "TERM", "COLORTERM", "LANG", "LC_ALL", "LC_PAPER", "TZ", "USER", "LOGNAME", "PWD", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME",
        "DISPLAY", "WAYLAND_DISPLAY", "SSH_AUTH_SOCK"}
SECRETS = ("AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "ANTHROPIC_API_KEY", "NPM_TOKEN", "LC", "XDG", "HOMEBREW_GITHUB_API_TOKEN", "MY_PATH", "PATHX", "LD_PRELOAD_X", "HTTPS_PROXY",
           "EDITOR", "SSL_CERT_FILE", "BASH_FUNC_f%%", "BASH_ENV", "ENV", "NODE_OPTIONS", "CORDON_ISO_ALLOW", "CLAUDE_ISO_ALLOW", "home", "path")
# Writes what it was started with, and what others see of it, into $HOME/got.
AGENT = """#!/usr/bin/python3 -I
import json, os, sys
out = {"env": [e.decode("utf-8", "surrogateescape") for e in open("/proc/self/environ", "rb").read().split(b"\\0") if e],
       "argv": sys.argv[1:], "cwd": os.getcwd(), "pid": os.getpid(), "cmdline": open("/proc/self/cmdline", "rb").read().decode("utf-8", "surrogateescape")}
if "--settings" in sys.argv and not sys.argv[sys.argv.index("--settings") + 1].startswith("{"):
    name = sys.argv[sys.argv.index("--settings") + 1]
    out["file"] = {"text": open(name).read(), "mode": os.stat(name).st_mode & 0o777}
json.dump(out, open(os.environ["HOME"] + "/got", "w"))
sys.exit(7 if "fail" in sys.argv else 0)
"""


def secret(name):
    return f"value-of-{name}-5up3r"


class Iso(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.base = pathlib.Path(self.scratch.name).resolve()
        self.home, self.tools, self.repo = self.base / "home", self.base / "tools", self.base / "repo"
        for folder in (self.home / ".claude", self.tools, self.repo):
            folder.mkdir(parents=True)
        for name in ("claude", "codex"):
            self.program(self.tools / name, AGENT)
        self.git("init", "-q", str(self.repo))

    def tearDown(self):
        self.scratch.cleanup()

    def git(self, *arguments):
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1"}
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *arguments], env=env, check=True, capture_output=True)

    def program(self, file, text):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    def environment(self, **more):
        env = {name: f"kept-{name}" for name in KEPT}
        env.update({name: secret(name) for name in SECRETS if name not in ("CORDON_ISO_ALLOW", "CLAUDE_ISO_ALLOW")})
        env.update(XDG_CONFIG_HOME=str(self.base / "config"), HOME=str(self.home), PATH=f"{self.tools}:/usr/bin:/bin", TMPDIR=str(self.base), PWD=str(self.repo), LANG="C.UTF-8", LC_ALL="C.UTF-8", SHELL="/bin/sh", TERM="xterm")
        env.update(more)
        return env

    def start(self, command, want=0, cwd=None, **more):
        (self.home / "got").unlink(missing_ok=True)
        done = subprocess.run(command, env=self.environment(**more), cwd=cwd or self.repo, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, want, done.stdout + done.stderr)
        self.said = done.stdout + done.stderr
        for name in SECRETS:
            self.assertNotIn(secret(name), self.said)
        got = self.home / "got"
        return json.loads(got.read_text()) if got.exists() else None

    def iso(self, *arguments, **more):
        return self.start([str(BIN / "cordon"), "iso", *arguments], **more)

    def names(self, got):
        return {entry.split("=", 1)[0] for entry in got["env"]} - {"CORDON_ISO"}

    # --- the environment ---

    def test_only_the_list_is_let_through(self):
        got = self.iso("codex", "a b", "--help", "")
        self.assertEqual(self.names(got), KEPT)
        self.assertEqual(got["argv"], ["a b", "--help", ""])
        for name in SECRETS:
            self.assertNotIn(secret(name), got["cmdline"])
        self.assertIn("SSH_AUTH_SOCK=kept-SSH_AUTH_SOCK", got["env"])
        self.assertEqual(got["cwd"], str(self.repo))

    def test_groups(self):
        self.assertEqual(self.names(self.iso("--group", "proxy", "codex")), KEPT | {"HTTPS_PROXY"})
        self.assertEqual(self.names(self.iso("--group", "ca", "--group", "editor", "codex")), KEPT | {"SSL_CERT_FILE", "EDITOR"})
        self.iso("--group", "nothing", "codex", want=2)
        self.assertEqual(self.names(self.iso("codex", CORDON_ISO_ALLOW="@editor @nothing")), KEPT | {"EDITOR"})
        self.assertIn("'@nothing' is no group", self.said)

    def test_names_to_let_through(self):
        want = KEPT | {"GITHUB_TOKEN", "NPM_TOKEN"}
        self.assertEqual(self.names(self.iso("codex", CORDON_ISO_ALLOW="GITHUB_TOKEN  NPM_TOKEN\n")), want)
        self.assertEqual(self.names(self.iso("codex", CLAUDE_ISO_ALLOW="GITHUB_TOKEN", CORDON_ISO_ALLOW="NPM_TOKEN")), want)
        self.assertEqual(self.names(self.iso("--allow", "GITHUB_TOKEN", "--allow", "NPM_TOKEN", "codex")), want)
        (self.home / ".claude/cordon.toml").write_text('[iso]\nallow = ["GITHUB_TOKEN"]\ngroups = ["editor"]\n')
        got = self.iso("codex", CLAUDE_ISO_ALLOW="NPM_TOKEN")
        self.assertEqual(self.names(got), want | {"EDITOR"})
        self.assertIn("GITHUB_TOKEN=" + secret("GITHUB_TOKEN"), got["env"])
        self.assertNotIn(secret("GITHUB_TOKEN"), got["cmdline"])

    def test_a_name_let_through_is_that_name(self):
        got = self.iso("codex", CLAUDE_ISO_ALLOW="AWS_* GITHUB .* ABSENT")
        self.assertEqual(self.names(got), KEPT)
        got = self.iso("codex", CLAUDE_ISO_ALLOW="GITHUB_TOKEN=" + secret("NPM_TOKEN"))
        self.assertEqual(self.names(got), KEPT)
        self.assertIn("'GITHUB_TOKEN=…'", self.said)

    def test_a_project_lets_nothing_through(self):
        (self.repo / ".claude").mkdir()
        (self.repo / ".claude/cordon.toml").write_text('[iso]\nallow = ["GITHUB_TOKEN"]\nbanner = false\n')
        self.assertEqual(self.names(self.iso("codex")), KEPT)
        self.assertIn("cordon iso: ", self.said)

    def test_explain_names_and_starts_nothing(self):
        for words in (("--explain", "claude"), ("claude", "--explain")):
            self.assertIsNone(self.iso(*words))
            kept, dropped = self.said.split("kept\n")[1].split("dropped\n")
            self.assertEqual({line.strip() for line in kept.splitlines()}, KEPT)
            for name in set(SECRETS) - {"CORDON_ISO_ALLOW", "CLAUDE_ISO_ALLOW"}:
                self.assertIn(f"  {name}\n", dropped)
            self.assertIn(f"  {self.repo}\n", dropped)

    def test_banner(self):
        self.iso("codex")
        lines = [line for line in self.said.splitlines() if line.startswith("cordon iso: ")]
        self.assertEqual(len(lines), 1)
        self.assertIn(f"{self.tools}/codex with {len(KEPT)} variables", lines[0])
        self.iso("-q", "codex")
        self.assertEqual(self.said, "")
        (self.home / ".claude/cordon.toml").write_text("[iso]\nbanner = false\n")
        self.iso("codex")
        self.assertEqual(self.said, "")

    def test_a_config_folder_that_is_lost_is_said(self):
        self.iso("-q", "claude", CLAUDE_CONFIG_DIR=str(self.base / "other"))
        self.assertIn("CLAUDE_CONFIG_DIR is not let through", self.said)
        self.iso("-q", "--allow", "CLAUDE_CONFIG_DIR", "claude", CLAUDE_CONFIG_DIR=str(self.base / "other"))
        self.assertEqual(self.said, "")

    # --- which program ---

    def test_exit_codes(self):
        self.iso("codex", "fail", want=7)
        self.iso("no-such-agent", want=127)
        self.assertIn("no program 'no-such-agent'", self.said)
        self.iso(want=2)
        self.iso("--no-such-option", "codex", want=2)
        (self.tools / "plain").write_text("text")
        self.iso("plain", want=126)
        self.program(self.tools / "broken", "#!/no/such/interpreter\n")
        self.iso("broken", want=126)
        self.iso(str(self.tools / "absent"), want=127)

    def test_a_path_is_taken_as_it_is(self):
        self.assertIsNotNone(self.iso(str(self.tools / "codex")))
        self.assertIsNotNone(self.iso("../tools/codex"))

    def test_past_itself(self):
        first = self.base / "first"
        first.mkdir()
        path = f"{first}:{self.tools}:/usr/bin:/bin"
        wrapper = f'#!/bin/sh\nexec "{BIN}/cordon" iso claude "$@"\n'
        hidden = f'#!/bin/sh\nc={BIN}/cordon; i=iso\nexec "$c" "$i" claude "$@"\n'
        forked = f'#!/bin/sh\nc={BIN}/cordon; i=iso\n"$c" "$i" claude "$@"\nexit $?\n'
        for name, text in (("by its words", wrapper), ("by coming back", hidden), ("by coming back as a child", forked)):
            with self.subTest(name):
                self.program(first / "claude", text)
                self.assertIsNotNone(self.iso("claude", "x", PATH=path))
                self.assertEqual(self.names(self.iso("claude", PATH=path)), KEPT)
        (first / "claude").unlink()
        for target in (BIN / "cordon", first / "claude-iso"):
            with self.subTest(target.name):
                self.program(first / "claude-iso", "#!/bin/sh\nexit 99\n")
                (first / "claude").symlink_to(target)
                self.assertIsNotNone(self.iso("claude", PATH=path))
                (first / "claude").unlink()

    def test_another_wrapper_is_the_persons_own(self):
        first = self.base / "first"
        self.program(first / "claude", f'#!/bin/sh\n# not claude-iso\nexec "{self.tools}/claude" wrapped "$@"\n')
        got = self.iso("claude", "x", PATH=f"{first}:{self.tools}:/usr/bin:/bin")
        self.assertEqual(got["argv"][0], "wrapped")

    def test_what_is_no_program_on_path(self):
        (self.base / "first/claude").mkdir(parents=True)
        self.program(self.repo / "claude", "#!/bin/sh\nexit 99\n")
        self.assertIsNotNone(self.iso("claude", PATH=f".::{self.base}/first:{self.tools}:/usr/bin:/bin"))

    def test_where_only_an_alias_points(self):
        self.program(self.home / ".claude/local/claude", AGENT)
        self.assertIsNotNone(self.iso("claude", PATH="/usr/bin:/bin"))

    # --- the grant ---

    def granted(self, got):
        argv = got["argv"]
        value = argv[argv.index("--settings") + 1]
        return json.loads(value)

    def test_read_access_to_the_repository(self):
        sub = self.repo / "a \"quoted\" \\ name"
        sub.mkdir()
        got = self.iso("claude", "-p", "go", cwd=sub)
        self.assertEqual(self.granted(got), {"sandbox": {"filesystem": {"allowRead": [str(self.repo)]}}})
        self.assertEqual(got["argv"][2:], ["-p", "go"])
        self.assertNotIn("--settings", self.iso("codex", "-p")["argv"])
        self.assertEqual(self.iso("claude", "-p", cwd=self.base)["argv"], ["-p"])  # no repository

    def test_names_that_need_an_encoder(self):
        odd = self.base / "re\"po\\ ü\n$(x)"
        odd.mkdir()
        self.git("init", "-q", str(odd))
        self.assertEqual(self.granted(self.iso("claude", cwd=odd))["sandbox"]["filesystem"]["allowRead"], [str(odd)])

    def test_merged_into_inline_settings(self):
        mine = {"sandbox": {"enabled": True, "filesystem": {"allowRead": ["/opt/x"], "denyRead": ["~"]}}, "z": "ü\"", "a": [1, 2.5, None]}
        want = json.loads(json.dumps(mine))
        want["sandbox"]["filesystem"]["allowRead"].append(str(self.repo))
        got = self.iso("claude", "--settings", json.dumps(mine), "-p")
        self.assertEqual(self.granted(got), want)
        self.assertEqual(list(self.granted(got)), ["sandbox", "z", "a"])
        self.assertEqual(got["argv"].count("--settings"), 1)
        got = self.iso("claude", "-p", "--settings=" + json.dumps(mine))
        self.assertEqual(json.loads(got["argv"][1].split("=", 1)[1]), want)
        again = self.iso("claude", "--settings", json.dumps(want))
        self.assertEqual(self.granted(again), want)  # nothing twice
        self.assertEqual(self.iso("claude", "--", "--settings", "{}")["argv"][2:], ["--", "--settings", "{}"])

    def test_merged_into_a_settings_file_without_showing_it(self):
        file = self.repo / "mine.json"
        file.write_text('\ufeff{"env": {"TOKEN": "%s"}}' % secret("NPM_TOKEN"))
        got = self.iso("claude", "--settings", "mine.json", "-p", "x")
        self.assertNotIn(secret("NPM_TOKEN"), got["cmdline"])
        self.assertEqual(json.loads(got["file"]["text"]), {"env": {"TOKEN": secret("NPM_TOKEN")}, "sandbox": {"filesystem": {"allowRead": [str(self.repo)]}}})
        self.assertEqual(got["file"]["mode"], 0o600)
        self.assertEqual(got["argv"][2:], ["-p", "x"])
        place = pathlib.Path(got["argv"][1])
        self.assertTrue(place.exists())
        self.iso("claude", "--settings", "mine.json")
        self.assertFalse(place.exists())  # its session is gone
        self.assertIn(secret("NPM_TOKEN"), file.read_text())

    def test_settings_that_cannot_be_merged_start_nothing(self):
        (self.repo / "bad.json").write_text('{\n "a": }')
        for value, words in (('{"a":', ":1:"), ('{"sandbox": 5}', "expected object for 'sandbox'"), ("absent.json", "absent.json"), ("bad.json", "bad.json:2:"),
                             ('{"sandbox":{"filesystem":{"allowRead":"x"}}}', "allowRead")):
            with self.subTest(value):
                self.assertIsNone(self.iso("claude", "--settings", value, want=2))
                self.assertIn(words, self.said)
                self.assertIn("nothing was started", self.said)

    def test_worktrees(self):
        self.git("-C", str(self.repo), "commit", "-q", "--allow-empty", "-m", "x")
        linked = self.base / "linked"
        self.git("-C", str(self.repo), "worktree", "add", "-q", str(linked))
        folders = lambda got: self.granted(got)["sandbox"]["filesystem"]["allowRead"]
        self.assertEqual(folders(self.iso("claude", cwd=linked)), [str(linked), str(self.repo / ".git")])
        for words in (("-w", "claude"), ("claude", "-w", "name"), ("claude", "--worktree"), ("claude", "--worktree=name")):
            with self.subTest(words):
                self.assertEqual(folders(self.iso(*words, cwd=linked)), [str(self.repo), str(linked)])
        self.assertEqual(folders(self.iso("claude", "-w")), [str(self.repo)])

    # --- shells ---

    SHELLS = {"bash": ["bash", "--norc", "--noprofile", "-c"], "zsh": ["zsh", "-f", "-c"], "fish": ["fish", "--no-config", "-c"], "bash-posix": ["bash", "--norc", "--noprofile", "+o", "posix", "-c"]}

    def script(self, shell, *lines):
        name = "iso.fish" if shell == "fish" else "iso.sh"
        return "\n".join([f"source '{BIN}/{name}'", *lines])

    def test_functions(self):
        for shell, command in self.SHELLS.items():
            self.assertIsNotNone(shutil.which(command[0]), f"{shell} is not installed")
            with self.subTest(shell):
                trap = "function claude; echo trap; end" if shell == "fish" else "alias claude='echo trap'; claude() { echo trap; }" if shell == "zsh" else "claude() { echo trap; }"
                lines = ("", trap, "claude-iso -p 'a b' '$x' '' '*'")
                got = self.start([*command, self.script(shell, *lines)])
                self.assertEqual(got["argv"][2:], ["-p", "a b", "$x", "", "*"])
                self.assertEqual(self.names(got), KEPT)
                self.assertNotIn("trap", self.said)
                self.assertEqual(self.start([*command, self.script(shell, "agent-iso codex x")])["argv"], ["x"])
                self.start([*command, self.script(shell, "claude-iso fail")], want=7)
                self.start([*command, self.script(shell, "agent-iso")], want=2)
                self.start([*command, self.script(shell, "agent-iso no-such-agent")], want=127)
                self.assertIsNone(self.start([*command, self.script(shell, "claude-iso --explain")]))

    def test_sourced_by_a_relative_name(self):
        for shell, command in self.SHELLS.items():
            with self.subTest(shell):
                name = "iso.fish" if shell == "fish" else "iso.sh"
                self.assertIsNotNone(self.start([*command, f"source ./{name}; cd '{self.repo}'; claude-iso x"], cwd=BIN))

    def test_installed_and_removed(self):
        """cordon install puts the two files beside the programs; what is not ours under that name stays."""
        command = lambda *words: self.start([str(BIN / "cordon"), *words])
        command("install", "--yes")
        folder = self.home / ".claude/cordon/bin"
        for name in ("iso.sh", "iso.fish"):
            self.assertEqual((folder / name).read_text(), (BIN / name).read_text())
        got = self.start(["bash", "--norc", "-c", f". '{folder}/iso.sh'; claude-iso x"])
        self.assertEqual(got["argv"][-1], "x")
        self.assertTrue(next(e for e in got["env"] if e.startswith("CORDON_ISO=")).endswith(f":{self.tools}/claude"))
        command("uninstall", "--yes")
        self.assertFalse(folder.exists())
        shared = self.base / "shared"
        (shared / "bin").mkdir(parents=True)
        (shared / "bin/iso.sh").write_text("echo mine\n")
        command("install", "--yes", "--prefix", str(shared))
        self.assertEqual((shared / "bin/iso.sh").read_text(), "echo mine\n")
        self.assertTrue((shared / "bin/iso.fish").exists())
        command("uninstall", "--yes", "--prefix", str(shared))
        self.assertEqual([file.name for file in (shared / "bin").iterdir()], ["iso.sh"])

    def test_other_shells_are_left_in_peace(self):
        for shell in ("dash", "ksh", "busybox"):
            if not shutil.which(shell):
                self.assertNotEqual(shell, "dash")  # Debian's sh is always there
                continue
            self.start([shell, *(["sh"] if shell == "busybox" else []), "-c", f". '{BIN}/iso.sh'; echo done"])
            self.assertEqual(self.said, "done\n")

    def test_sourcing_is_silent_and_leaves_the_options_alone(self):
        for shell, command in self.SHELLS.items():
            if shell == "fish":
                continue
            with self.subTest(shell):
                self.start([*command, "set -eu\n" + self.script(shell, "echo done")])
                self.assertEqual(self.said, "done\n")


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
