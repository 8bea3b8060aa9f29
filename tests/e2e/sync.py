#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cordon sync between scratch homes: through a bare repository, and through git's own http server on loopback.
usage: sync.py --bin DIR"""
import argparse
import base64
import http.server
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

BIN = pathlib.Path()
TOKEN = "ghp_" + "a1B2" * 9     # the shape of a token, and none


class Case(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="cordon-sync-")).resolve()
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        self.bare = self.root / "settings.git"
        self.git("init", "-q", "--bare", "-b", "main", self.bare)

    def git(self, *args, cwd=None, stdin=None):
        env = {"HOME": str(self.root), "PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "u", "GIT_AUTHOR_EMAIL": "u@example.org",
               "GIT_COMMITTER_NAME": "u", "GIT_COMMITTER_EMAIL": "u@example.org"}
        done = subprocess.run(["git", *map(str, args)], env=env, cwd=cwd or self.root, input=stdin, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def config(self, home):
        return self.root / home / ".claude"

    def write(self, home, name, text, mode=0o644):
        path = self.config(home) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    def command(self, home, *args, prefix=()):
        (self.root / home).mkdir(exist_ok=True)
        env = {"HOME": str(self.root / home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        return subprocess.run([*prefix, str(BIN / "cordon"), "sync", *map(str, args)], env=env, cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=120, check=False)

    def sync(self, home, *args, code=0):
        done = self.command(home, *args)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def machines(self, *homes):
        for home in homes:
            self.sync(home, "init", self.bare)

    def there(self):
        """path -> content of the repository's branch."""
        names = self.git("ls-tree", "-r", "--name-only", "main", cwd=self.bare).splitlines()
        return {name: self.git("show", "main:" + name, cwd=self.bare) for name in names}

    def here(self, home):
        return {str(path.relative_to(self.config(home))): path.read_text() for path in sorted(self.config(home).rglob("*")) if path.is_file()}


class Both(Case):
    def test_two_machines(self):
        self.machines("a", "b")
        self.write("a", "settings.json", '{"model": "opus"}\n')
        self.write("a", "hooks/mine.sh", "#!/bin/sh\n", 0o755)
        self.write("a", "skills/x/SKILL.md", "x\n")
        shown = self.sync("a", "--dry-run")
        self.assertIn('+{"model": "opus"}', shown)
        self.assertIn("dry run: nothing was written or pushed", shown)
        self.assertEqual(self.git("branch", cwd=self.bare), "")
        self.assertIn('+{"model": "opus"}', self.sync("a", "--yes"))
        self.assertEqual(set(self.there()), {"settings.json", "hooks/mine.sh", "skills/x/SKILL.md"})
        self.assertIn("pull        hooks/mine.sh", self.sync("b", "--yes"))
        self.assertEqual(self.here("b"), self.here("a"))
        self.assertTrue(os.access(self.config("b") / "hooks/mine.sh", os.X_OK))
        self.assertIn("nothing to move", self.sync("b", "--yes"))
        # changes cross, a removal travels
        self.write("b", "CLAUDE.md", "be brief\n")
        (self.config("a") / "skills/x/SKILL.md").unlink()
        self.sync("a", "--yes")
        self.assertIn("remove here", self.sync("b", "--yes"))
        self.sync("a", "--yes")
        self.assertEqual(self.here("a"), self.here("b"))
        self.assertEqual(self.here("a")["CLAUDE.md"], "be brief\n")

    def test_one_direction(self):
        self.machines("a", "b")
        self.write("a", "CLAUDE.md", "a\n")
        self.sync("a", "push", "--yes")
        self.write("b", "cordon.toml", "# b\n")
        self.sync("b", "pull", "--yes")
        self.assertEqual(set(self.there()), {"CLAUDE.md"})
        self.assertEqual(set(self.here("b")), {"CLAUDE.md", "cordon.toml"})
        self.write("a", "CLAUDE.md", "a2\n")
        self.sync("a", "--yes")
        self.sync("b", "push", "--yes")
        self.assertEqual(self.there(), {"CLAUDE.md": "a2\n", "cordon.toml": "# b\n"})
        self.assertEqual(self.here("b")["CLAUDE.md"], "a\n")
        self.sync("b", "--yes")
        self.assertEqual(self.here("b")["CLAUDE.md"], "a2\n")

    def conflict(self):
        self.machines("a", "b")
        self.write("a", "CLAUDE.md", "old\n")
        self.sync("a", "--yes")
        self.sync("b", "--yes")
        self.write("a", "CLAUDE.md", "of a\n")
        self.write("b", "CLAUDE.md", "of b\n")
        self.sync("a", "--yes")

    def test_a_conflict_is_left_alone(self):
        self.conflict()
        self.write("b", "cordon.toml", "# more\n")
        said = self.sync("b", "--yes", code=3)
        self.assertIn("CONFLICT    CLAUDE.md", said)
        self.assertIn("--mine FILE or --theirs FILE", said)
        self.assertEqual(self.here("b")["CLAUDE.md"], "of b\n")
        self.assertEqual(self.there(), {"CLAUDE.md": "of a\n", "cordon.toml": "# more\n"})     # the rest moved
        self.sync("b", "--yes", code=3)

    def test_decided_for_theirs(self):
        self.conflict()
        self.sync("b", "--yes", "--theirs", "CLAUDE.md")
        kept = self.here("b")
        self.assertEqual(kept.pop("CLAUDE.md"), "of a\n")
        self.assertEqual(list(kept.values()), ["of b\n"])       # the backup, which is not carried
        self.assertIn("nothing to move", self.sync("b", "--yes"))

    def test_decided_for_mine(self):
        self.conflict()
        self.sync("b", "--yes", "--mine", "CLAUDE.md")
        self.sync("a", "--yes")
        self.assertEqual(self.here("a")["CLAUDE.md"], "of b\n")

    def test_without_a_common_past_nothing_is_overwritten(self):
        self.machines("a", "b")
        self.write("a", "CLAUDE.md", "of a\n")
        self.sync("a", "--yes")
        self.write("b", "CLAUDE.md", "of b\n")
        self.sync("b", "--yes", code=3)
        self.assertEqual(self.here("b")["CLAUDE.md"], "of b\n")

    def test_a_remote_that_was_made_anew_removes_nothing(self):
        self.machines("a")
        self.write("a", "CLAUDE.md", "a\n")
        self.sync("a", "--yes")
        shutil.rmtree(self.bare)
        self.git("init", "-q", "--bare", "-b", "main", self.bare)
        self.sync("a", "--yes")
        self.assertEqual((self.here("a"), self.there()), ({"CLAUDE.md": "a\n"}, {"CLAUDE.md": "a\n"}))

    def test_nobody_to_ask(self):
        self.machines("a")
        self.write("a", "CLAUDE.md", "a\n")
        said = self.sync("a", code=2)
        self.assertIn("give --yes", said)
        self.assertEqual(self.git("branch", cwd=self.bare), "")

    def test_before_init_and_wrong_addresses(self):
        self.assertIn("cordon sync init URL", self.sync("a", "--yes", code=2))
        for url, why in (("https://me:pw123@localhost/x.git", "a password stands in it"), ("ext::sh -c id", "starts a program"), ("-x", "wrong usage")):
            said = self.command("a", "init", url)
            self.assertEqual(said.returncode, 2, said.stdout + said.stderr)
        self.assertIn("does not appear to be a git repository", self.sync("a", "init", self.root / "nothing", code=1))

    def test_a_push_that_is_refused_loses_nothing(self):
        self.machines("a")
        self.write("a", "CLAUDE.md", "a\n")
        hook = self.bare / "hooks/pre-receive"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\necho full >&2\nexit 1\n")
        hook.chmod(0o755)
        self.assertIn("run the command again", self.sync("a", "--yes", code=1))
        hook.unlink()
        self.sync("a", "--yes")
        self.assertEqual(self.there(), {"CLAUDE.md": "a\n"})

    def test_two_at_once(self):
        self.machines("a")
        for number in range(10):
            self.write("a", "agents/%d.md" % number, "%d\n" % number)
        env = {"HOME": str(self.root / "a"), "PATH": "/usr/bin:/bin"}
        running = [subprocess.Popen([str(BIN / "cordon"), "sync", "--yes"], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(2)]
        for child in running:
            said = child.communicate(timeout=120)[0]
            self.assertEqual(child.returncode, 0, said)
        self.assertEqual(len(self.there()), 10)
        self.assertEqual(self.git("rev-list", "--count", "main", cwd=self.bare).strip(), "1")


class Refused(Case):
    def test_what_is_never_carried(self):
        self.machines("a")
        self.write("a", "CLAUDE.md", "a\n")
        for name in (".credentials.json", "settings.local.json", "history.jsonl", "projects/p/s.jsonl", "todos/1.json", "statsig/x", "plugins/x.json", "ide/1.lock",
                     "shell-snapshots/s.sh", "hooks/.env", "hooks/id_rsa", "skills/x/.git/config", "skills/x/node_modules/y.js", "agents/cert.pem", "commands/x.local.md"):
            self.write("a", name, "x\n")
        os.symlink("/etc/passwd", self.config("a") / "agents/link.md")
        said = self.sync("a", "--yes")
        self.assertEqual(self.there(), {"CLAUDE.md": "a\n"})
        for shown in ("hooks/.env: an environment file", "agents/link.md: a symbolic link", "hooks/id_rsa: a credential file"):
            self.assertIn(shown, said)

    def test_credentials_in_a_line(self):
        rows = ['{"env": {"GITHUB_TOKEN": "%s"}}\n' % TOKEN, '{"env": {"MY_API_KEY": "Zx81kd93kdPq"}}\n', "export DB_PASSWORD=hunter2hunter2\n",
                "-----BEGIN OPENSSH PRIVATE KEY-----\n", "see https://me:s3cr3tpw@host/x\n", "AKIA" + "ABCDEFGH12345678" + "\n", "key: sk-ant-" + "api03-" + "x" * 30 + "\n"]
        for number, row in enumerate(rows):
            with self.subTest(row[:20]):
                home = "h%d" % number
                self.machines(home)
                self.write(home, "CLAUDE.md", "first line\n" + row)
                for arguments in (("--yes",), ("--dry-run",)):
                    said = self.sync(home, *arguments, code=4)
                    self.assertIn("refused   CLAUDE.md:2:", said)
                self.assertEqual(self.git("branch", cwd=self.bare), "")

    def test_what_is_no_credential(self):
        self.machines("a")
        self.write("a", "CLAUDE.md", "\n".join([
            "Never print a token. Read $GITHUB_TOKEN instead.", 'export GITHUB_TOKEN="$(gh auth token)"', "API_KEY=your-key-1234-here", "MAX_TOKENS=4096000000",
            "password: <the one of the vault, no. 7>", '"apiKeyHelper": "/home/u/bin/key-helper-2"', "TOKEN_FILE=/run/secrets/token1", "https://host:8443/x and me@host",
            "-----BEGIN CERTIFICATE-----", "ghp_short1", "the secret: see chapter 12", "sk-ant-… is how keys begin", "MY_TOKEN=${OTHER_TOKEN_1}"]) + "\n")
        self.sync("a", "--yes")
        self.assertEqual(set(self.there()), {"CLAUDE.md"})

    def test_a_token_that_comes_from_there_is_not_ours_to_stop(self):
        self.machines("a")
        self.write("a", "CLAUDE.md", "a\n")
        self.sync("a", "--yes")
        self.write("a", "settings.json", '{"env": {"GITHUB_TOKEN": "%s"}}\n' % TOKEN)
        said = self.sync("a", "pull", "--yes")
        self.assertIn("nothing to move", said)      # nothing would go

    def test_a_hostile_repository(self):
        work = self.root / "work"
        self.git("clone", "-q", self.bare, work)
        (work / "README.md").write_text("theirs\n")
        (work / "agents").mkdir()
        os.symlink("/etc/passwd", work / "agents/link.md")
        (work / "projects").mkdir()
        (work / "projects/x.jsonl").write_text("x\n")
        (work / "settings.local.json").write_text("{}\n")
        (work / "CLAUDE.md").write_text("good\n")
        (work / ".gitattributes").write_text("CLAUDE.md filter=evil\n")
        self.git("add", "-A", cwd=work)
        self.git("commit", "-q", "-m", "x", cwd=work)
        self.git("push", "-q", "origin", "HEAD:main", cwd=work)
        self.machines("a")
        said = self.sync("a", "--yes")
        self.assertEqual(self.here("a"), {"CLAUDE.md": "good\n"})
        self.assertFalse((self.config("a") / "agents/link.md").is_symlink())
        self.assertIn("left there  agents/link.md: not a regular file", said)
        self.write("a", "cordon.toml", "# x\n")
        self.sync("a", "--yes")
        self.assertLessEqual({"README.md", "agents/link.md", "cordon.toml"}, set(self.git("ls-tree", "-r", "--name-only", "main", cwd=self.bare).split()))


class Faults(Case):
    def box(self, *more):
        return ("bwrap", "--bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *map(str, more))

    def test_a_config_folder_that_cannot_be_written(self):
        self.machines("a", "b")
        self.write("a", "CLAUDE.md", "new\n")
        self.sync("a", "--yes")
        self.write("b", "cordon.toml", "# b\n")
        done = self.command("b", "--yes", prefix=self.box("--ro-bind", self.config("b"), self.config("b")))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("read-only file system", done.stderr)
        self.assertEqual(self.here("b"), {"cordon.toml": "# b\n"})
        self.sync("b", "--yes")
        self.assertEqual(self.here("b"), self.there())

    def test_a_full_disk(self):
        self.machines("a")
        self.write("a", "CLAUDE.md", "x" * 100_000 + "\n")
        state = self.root / "a/.local/state"
        done = self.command("a", "--yes", prefix=self.box("--size", "65536", "--tmpfs", state))
        self.assertIn(done.returncode, (1, 2), done.stdout + done.stderr)
        self.assertTrue(done.stderr.startswith("cordon sync: "), done.stderr)
        self.assertEqual(self.git("branch", cwd=self.bare), "")
        self.sync("a", "--yes")
        self.assertEqual(self.there(), self.here("a"))

    def test_places_that_are_none(self):
        for env, why in (({}, "HOME"), ({"HOME": "relative"}, "absolute"), ({"HOME": str(self.root / "f")}, "not a folder|use as a folder|create folder")):
            (self.root / "f").write_text("")
            done = subprocess.run([str(BIN / "cordon"), "sync", "--yes"], env={"PATH": "/usr/bin:/bin", **env}, cwd=self.root, capture_output=True, text=True, check=False,
                                  stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, why)

    def test_bytes_stay_as_they_are(self):
        self.machines("a", "b")
        data = {"agents/crlf.md": b"\xef\xbb\xbfa\r\nb", "agents/odd name \xc3\xa4 '\".md": b"x", "skills/bin": bytes(range(256)), "agents/empty.md": b""}
        for name, text in data.items():
            path = self.config("a") / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        self.sync("a", "--yes")
        self.sync("b", "--yes")
        self.assertEqual({name: (self.config("b") / name).read_bytes() for name in data}, data)

    def test_what_stays_here_is_not_removed_there(self):
        self.machines("a", "b")
        self.write("a", "settings.json", "{}\n")
        self.sync("a", "--yes")
        self.write("b", "CLAUDE.md", "b\n")
        self.write("b", "elsewhere.json", '{"of": "b"}\n')
        os.symlink("elsewhere.json", self.config("b") / "settings.json")       # a dotfile manager's link
        said = self.sync("b", "--yes")
        self.assertIn("stays here  settings.json: a symbolic link", said)
        self.assertEqual(set(self.there()), {"settings.json", "CLAUDE.md"})
        self.assertTrue((self.config("b") / "settings.json").is_symlink())
        self.write("a", "CLAUDE.md", "x" * 600_000)
        self.sync("a", "--yes")
        self.assertEqual(self.there()["CLAUDE.md"], "b\n")


class Public(Case):
    def serve(self, password=None):
        """git http-backend on loopback; with a password only for who gives it."""
        self.git("config", "http.receivepack", "true", cwd=self.bare)
        root = str(self.root)

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def answer(self):
                wanted = "Basic " + base64.b64encode(("me:%s" % password).encode()).decode()
                if password is not None and self.headers.get("authorization") != wanted:
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", 'Basic realm="x"')
                    self.end_headers()
                    return
                path, _, query = self.path.partition("?")
                env = {"PATH": "/usr/bin:/bin", "GIT_PROJECT_ROOT": root, "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": self.command,
                       "CONTENT_TYPE": self.headers.get("content-type", ""), "REMOTE_USER": "me", "REMOTE_ADDR": "127.0.0.1", "HTTP_GIT_PROTOCOL": self.headers.get("git-protocol", "")}
                if self.headers.get("content-encoding"):
                    env["HTTP_CONTENT_ENCODING"] = self.headers["content-encoding"]
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                env["CONTENT_LENGTH"] = str(len(body))
                out = subprocess.run(["git", "http-backend"], env=env, input=body, capture_output=True, check=False).stdout
                head, _, rest = out.partition(b"\r\n\r\n")
                lines = [line.split(": ", 1) for line in head.decode().split("\r\n")]
                self.send_response(int(dict(lines).get("Status", "200").split()[0]))
                for name, value in lines:
                    if name != "Status":
                        self.send_header(name, value)
                self.end_headers()
                self.wfile.write(rest)

            do_GET = do_POST = answer

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return "http://127.0.0.1:%d/settings.git" % server.server_address[1]

    def test_public(self):
        url = self.serve()
        self.write("a", "CLAUDE.md", "a\n")
        self.assertIn("PUBLIC", self.sync("a", "init", url, code=4))
        said = self.sync("a", "--yes", code=4)
        self.assertIn("the remote is public", said)
        self.assertEqual(self.git("branch", cwd=self.bare), "")
        self.assertIn("PUBLIC", self.sync("a", "--yes", "--public"))
        self.assertEqual(self.there(), {"CLAUDE.md": "a\n"})

    def test_private(self):
        url = self.serve(password="pw1")
        self.write("a", "CLAUDE.md", "a\n")
        (self.root / "a/.gitconfig").write_text('[credential]\n\thelper = "!f() { echo username=me; echo password=pw1; }; f"\n')
        self.assertIn("private   ", self.sync("a", "init", url))
        self.sync("a", "--yes")
        self.assertEqual(self.there(), {"CLAUDE.md": "a\n"})

    def test_a_folder_is_local(self):
        self.assertIn("local     ", self.sync("a", "init", self.bare))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BIN = options.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
