# SPDX-License-Identifier: Apache-2.0
"""Each profile of `cordon harden` in the real runtime with the real sandbox: every entry that can be tried is tried, and the session
still does ordinary work. Nothing harmful can run: the programs that the rules name are stubs that leave a mark."""
import json
import pathlib
import subprocess
import unittest

from common import BIN, FLOOR, NEWEST, runtime, session, standin

SECRET = "SECRET-cordon"
REAL = ("git", "python3", "cat")  # everything else that an example names is a stub: were a rule not to hold, nothing is removed, sent or changed


def bash(command):
    return standin.call("Bash", command=command, description="probe")


class Hardened(session.Scratch):
    """A home with credentials, a repository below it, and stubs for what must not run."""

    def __init__(self, *harden):
        super().__init__()
        new = self.home / "src" / "repo"
        new.parent.mkdir()
        self.repo = self.repo.rename(new)
        self.trust(self.repo)
        for name in (".ssh/id_ed25519", ".gnupg/secring.gpg", ".aws/credentials", ".kube/config", ".config/gh/hosts.yml", ".netrc", ".npmrc", ".pgpass",
                     ".vault-token", ".mozilla/key4.db", ".bash_history", ".claude/.credentials.json", "notes.txt", ".cache/huggingface/token"):
            self.write("home/" + name, SECRET + "\n")
        self.write("home/.gitconfig", "[user]\n\tname = Home\n")
        self.write("home/.bashrc", "ours() { echo function-of-mine; }\n")
        self.write("home/.cache/tool/x", "cached\n")
        (self.repo / ".env").write_text(SECRET + "\n")
        (self.repo / "Makefile").write_text("all:\n\techo built > out.txt\ntest: all\n\tgrep -q built out.txt\n")
        self.git("init", "-q", "--bare", str(self.base / "origin.git"))
        self.git("remote", "add", "origin", str(self.base / "origin.git"))
        self.cordon("install", "--yes", "--strict", "--from", str(BIN))
        self.cordon("harden", *harden, "--apply")

    def cordon(self, *args):
        run = subprocess.run([str(BIN / "cordon"), *args], cwd=self.repo, env={"HOME": str(self.home), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True)
        if run.returncode != 0:
            raise AssertionError("%s\n%s%s" % (args, run.stdout, run.stderr))
        return run.stdout

    def stub(self, name):
        if name not in REAL and not (self.base / "bin" / name).exists():
            self.write("bin/" + name, "#!/bin/sh\necho RAN-%s\n" % name, 0o755)

    def session(self, version, calls, *arguments):
        """(is_error, text) of each call."""
        with standin.StandIn({"go-on": calls}) as api:
            run = self.headless(runtime.install(version), api, "go-on", *arguments, timeout=300,
                                env={"PATH": "%s:/usr/local/bin:/usr/bin:/bin" % (self.base / "bin")})
            told = [(result.is_error, result.text) for result in api.results()]
        if len(told) != len(calls):
            raise AssertionError("%d of %d calls\n%s\n%s" % (len(told), len(calls), run.stdout[-2000:], run.stderr[-2000:]))
        return told


def entries(profile):
    """The data files' entries with Bash examples or files to try."""
    folder = pathlib.Path(__file__).resolve().parents[2] / "cordon" / "harden" / "profiles"
    data = json.loads((folder / (profile + ".json")).read_text())
    shared = json.loads((folder / "shared.json").read_text())["blocks"]
    return [entry for block in data["blocks"] for entry in shared[block]] + data["entries"]


class Profiles(unittest.TestCase):
    def world(self, *harden):
        return self.enterContext(Hardened(*harden))

    def commands(self, world, version, entries_of, *arguments):
        """Every example of every Bash rule is refused; a call a row, none of the stubs ran."""
        calls, names = [], []
        for entry in entries_of:
            examples = entry.get("blocks", [])
            for command in examples if version == NEWEST else examples[:1]:
                program = command.split(" && ")[-1].split()[0]
                world.stub(program)
                calls.append(bash(command))
                names.append("%s: %s" % (entry["id"], command))
        for name, (is_error, text) in zip(names, world.session(version, calls, *arguments)):
            with self.subTest(version=version, name=name):
                self.assertTrue(is_error, text[:300])
                self.assertRegex(text, "denied|haven't granted|DENY GUARD|PROTECTED PATH|permission")
                self.assertNotIn("RAN-", text)
        self.assertGreater(len(calls), 20)

    def files(self, world, version, entries_of, *arguments):
        """Files of the Read rules by tool and by cat; files of the Edit fence by tool and by a redirect."""
        calls, rows = [], []
        for entry in entries_of:
            rules = " ".join(map(str, entry.get("add", [])))
            for name in entry.get("tries", []):
                path = name.replace("{config}", "~/.claude")
                absolute = str(world.home / path[2:] if path.startswith("~/") else world.repo / path)
                if "Read(" in rules:
                    calls += [standin.call("Read", file_path=absolute), bash("cat %s" % path)]
                    rows += [("%s: Read %s" % (entry["id"], path), None), ("%s: cat %s" % (entry["id"], path), None)]
                elif "Edit(" in rules:
                    calls += [standin.call("Write", file_path=absolute, content="x\n"), bash("python3 -c \"open('%s','a').write('x')\"" % absolute)]
                    rows += [("%s: Write %s" % (entry["id"], path), absolute), ("%s: script writes %s" % (entry["id"], path), absolute)]
                elif "path" in rules or entry["key"] == "sandbox.filesystem.denyRead":
                    calls.append(bash("python3 -c \"print(open('%s').read())\"" % absolute))
                    rows.append(("%s: sandboxed read of %s" % (entry["id"], path), None))
        before = {file: self.content(file) for _, file in rows if file}
        for (name, file), (is_error, text) in zip(rows, world.session(version, calls, *arguments)):
            # 2.1.202 does not put Read rules on commands; a closed folder may take a write and forget it
            may_pass = version == FLOOR and "cat .env" in name or ": script " in name
            with self.subTest(version=version, name=name):
                if not may_pass:
                    self.assertTrue(is_error, text[:300])
                    self.assertNotIn(SECRET, text)
                if file:
                    self.assertEqual(self.content(file), before[file])
        self.assertGreater(len(calls), 20)

    @staticmethod
    def content(file):
        try:
            with open(file, "rb") as stream:
                return stream.read()
        except OSError:
            return None

    def work(self, world, version, *arguments, edits=True):
        """Ordinary work: read, edit, build, test, a new file, commit of named files, a script that reads .env; no prompt (a prompt is an error here)."""
        readme = str(world.repo / "README.md")
        calls = [standin.call("Read", file_path=readme)]
        if edits:
            calls += [standin.call("Edit", file_path=readme, old_string="scratch", new_string="changed"), standin.call("Write", file_path=str(world.repo / "src/a.c"), content="int a;\n")]
        else:
            calls += [bash("sed -i s/scratch/changed/ README.md"), bash("mkdir -p src; echo 'int a;' > src/a.c")]
        calls += [bash("make"), bash("make test && echo tested"), bash("sh -c 'echo from-sh'"), bash("git status --short README.md src/a.c"), bash("git add README.md src/a.c"), bash("git commit -q -m 'work' && git log --oneline | head -1"),
                  bash("python3 -c \"print(len(open('.env').read()))\""), bash("grep -n changed README.md"), bash("rm -rf build && mkdir build && ls build"), bash("git config --get user.name")]
        for call, (is_error, text) in zip(calls, world.session(version, calls, *arguments)):
            with self.subTest(version=version, call=call["input"]):
                self.assertFalse(is_error, text[:400])
        self.assertIn("work", world.git("log", "--oneline", "-1"))
        self.assertEqual(world.git("show", "HEAD:src/a.c"), "int a;\n")

    def test_interactive_work(self):
        """In acceptEdits no prompt at all; in default mode the runtime's own prompt for edits is the only one."""
        for version in (NEWEST, FLOOR):
            self.work(self.world("interactive", "--runtime", version), version, "--permission-mode", "acceptEdits")
        self.work(self.world("interactive"), NEWEST, "--permission-mode", "default", edits=False)

    def test_interactive_entries(self):
        for version in (NEWEST, FLOOR):
            world = self.world("interactive", "--runtime", version)
            self.commands(world, version, entries("interactive"), "--permission-mode", "default")
            self.files(world, version, entries("interactive"), "--permission-mode", "default")

    def test_interactive_home(self):
        """Home is closed to commands but for the short list; tools read their logins, the agent does not."""
        for version in (NEWEST, FLOOR):
            world = self.world("interactive", "--runtime", version)
            calls = [bash("ours; ls -A ~; cat ~/.gitconfig ~/.cache/tool/x"), bash("python3 -c \"import os;print(open(os.path.expanduser('~/.config/gh/hosts.yml')).read())\""),
                     standin.call("Read", file_path=str(world.home / ".config/gh/hosts.yml")), bash("git -C . log --oneline | head -1; git config --get --global user.name")]
            told = world.session(version, calls, "--permission-mode", "acceptEdits")
            with self.subTest(version=version):
                self.assertIn("function-of-mine", told[0][1])
                self.assertIn("cached", told[0][1])
                self.assertIn("name = Home", told[0][1])
                self.assertNotIn("notes.txt", told[0][1])
                self.assertEqual(SECRET in told[1][1], version == NEWEST, told[1][1])     # 2.1.202: its cat would read them, too, so they stay closed
                self.assertTrue(told[2][0], told[2][1])
                self.assertNotIn(SECRET, told[2][1])
                self.assertIn("Home", told[3][1])

    def test_hands_off_work(self):
        for version in (NEWEST, FLOOR):
            self.work(self.world("hands-off", "--runtime", version), version)

    def test_hands_off_entries(self):
        for version in (NEWEST, FLOOR):
            world = self.world("hands-off", "--runtime", version)
            self.commands(world, version, entries("hands-off"))
            self.files(world, version, entries("hands-off"))

    def test_hands_off_sandbox(self):
        """Strict: the bypass flag runs nothing outside; unlisted hosts are blocked; variables with tokens are empty; nothing outside is written."""
        for version in (NEWEST, FLOOR):
            world = self.world("hands-off", "--runtime", version)
            outside = world.home / "outside.txt"
            calls = [standin.call("Bash", command="touch ~/outside.txt", description="x", dangerouslyDisableSandbox=True), bash("touch ~/outside.txt"),
                     bash("python3 -c \"import urllib.request as u; print(u.urlopen('http://example.invalid/', timeout=5).status)\""), bash("echo token=[$GH_TOKEN]"),
                     bash("git add ."), standin.call("Write", file_path=str(world.repo / "ok.txt"), content="x")]
            with standin.StandIn({"go-on": calls}) as api:
                run = world.headless(runtime.install(version), api, "go-on", env={"GH_TOKEN": SECRET})
                told = [(result.is_error, result.text) for result in api.results()]
            mode = [event.get("permissionMode") for event in run.events if event.get("subtype") == "init"]
            with self.subTest(version=version):
                self.assertEqual(mode, ["bypassPermissions"])
                self.assertFalse(outside.exists())
                self.assertTrue(told[0][0] and told[1][0], told[:2])
                self.assertTrue(told[2][0], told[2])
                if version == NEWEST:       # 2.1.202 has no strictAllowlist: the entry says so, --dont-ask is the way there
                    self.assertIn("403", told[2][1])
                self.assertIn("token=[]", told[3][1])
                self.assertTrue(told[4][0], told[4])
                self.assertFalse(told[5][0], told[5])

    def test_dont_ask(self):
        for version in (NEWEST, FLOOR):
            self.work(self.world("hands-off", "--dont-ask", "--runtime", version), version)
            world = self.world("hands-off", "--dont-ask", "--runtime", version)
            calls = [standin.call("Write", file_path=str(world.home / "outside.txt"), content="x"), standin.call("Read", file_path=str(world.home / "notes.txt")),
                     bash("python3 -c \"import urllib.request as u; print(u.urlopen('http://example.invalid/', timeout=5).status)\"")]
            told = world.session(version, calls)
            with self.subTest(version=version):
                self.assertEqual([is_error for is_error, _ in told], [True, True, True], told)
                self.assertRegex(told[2][1], "403|don't ask mode")

    def test_no_backend_no_session(self):
        """failIfUnavailable: without bwrap the session does not start, so nothing runs in the open."""
        world = self.world("hands-off")
        with standin.StandIn({"go-on": [bash("echo RAN")]}) as api:
            bin_folder = world.base / "few"
            bin_folder.mkdir()
            for name in ("bash", "sh", "git", "ls", "cat"):
                (bin_folder / name).symlink_to("/usr/bin/" + name)
            run = world.headless(runtime.install(NEWEST), api, "go-on", env={"PATH": str(bin_folder)})
        self.assertNotEqual(run.code, 0)
        self.assertEqual(api.results(), [])

    def test_managed(self):
        """As the machine's policy: holds against a repository that loosens, in bypass mode, which stays possible."""
        world = self.enterContext(Hardened("interactive"))
        policy = json.loads(world.cordon("harden", "managed"))
        world.settings("managed", policy)
        world.settings("user", {})
        world.write(str(world.repo / ".claude/settings.json"), {"sandbox": {"enabled": False, "allowUnsandboxedCommands": True}})
        calls = [bash("touch ~/outside.txt"), standin.call("Bash", command="touch ~/outside.txt", description="x", dangerouslyDisableSandbox=True), bash("sudo true"),
                 standin.call("Read", file_path=str(world.home / ".ssh/id_ed25519")), standin.call("Write", file_path=str(world.home / ".bashrc"), content="x"), bash("make && echo made")]
        world.stub("sudo")
        told = world.session(NEWEST, calls, "--dangerously-skip-permissions")
        self.assertEqual([is_error for is_error, _ in told], [True] * 5 + [False], told)
        self.assertFalse((world.home / "outside.txt").exists())
        self.assertEqual((world.home / ".bashrc").read_text(), "ours() { echo function-of-mine; }\n")


if __name__ == "__main__":
    unittest.main()
