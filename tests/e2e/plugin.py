#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The plugin's files: hooks.json wires what `cordon install` wires, and .claude-plugin/start finds the programs, builds them
or says why not. usage: plugin.py --bin DIR"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path()
ROOT = "${CLAUDE_PLUGIN_ROOT}/"
START = ROOT + ".claude-plugin/start"
VERSION = json.loads((SOURCE / ".claude-plugin/plugin.json").read_text())["version"]


def plugin_entries():
    """(event, matcher, entry) of hooks.json, flat."""
    hooks = json.loads((SOURCE / "hooks/hooks.json").read_text())["hooks"]
    return [(event, group.get("matcher"), entry) for event, groups in hooks.items() for group in groups for entry in group["hooks"]]


def names():
    return sorted({pathlib.PurePath(entry["command"]).name for _, _, entry in plugin_entries()} - {"start"})


class Case(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="cordon 'plugin\" ")).resolve()
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)
        self.home, self.root = self.base / "home", self.base / "plu gin"
        (self.home / ".claude").mkdir(parents=True)
        shutil.copytree(SOURCE / ".claude-plugin", self.root / ".claude-plugin")
        (self.root / "hooks").mkdir()
        shutil.copy(SOURCE / "hooks/hooks.json", self.root / "hooks")

    def programs(self, folder, version=VERSION):
        """Stand-ins for the built programs."""
        folder.mkdir(parents=True)
        for name in (*names(), "cordon"):
            text = "echo cordon " + version if name == "cordon" else "echo '{\"systemMessage\":\"%s of %s\"}'" % (name, folder.name)
            (folder / name).write_text("#!/bin/sh\n%s\n" % text)
            (folder / name).chmod(0o755)

    def builder(self, can="exit 0", build="exit 1"):
        path = self.root / "install.sh"
        path.write_text("#!/bin/sh\ncase $* in *--dry-run*) %s ;; esac\n%s\n" % (can, build))
        path.chmod(0o755)

    def start(self, **more):
        """What is said, as the runtime reads it."""
        env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "CLAUDE_PLUGIN_ROOT": str(self.root), **more}
        done = subprocess.run([str(self.root / ".claude-plugin/start")], input="{}", env=env, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return json.loads(done.stdout)["systemMessage"]

    def until(self, test):
        end = time.monotonic() + 30
        while not test():
            self.assertLess(time.monotonic(), end, "not within 30 s")
            time.sleep(0.05)


class Files(Case):
    def test_wires_what_install_wires(self):
        env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin"}
        done = subprocess.run([str(BIN / "cordon"), "install", "--yes"], env=env, cwd=self.base, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        wired = json.loads((self.home / ".claude/settings.json").read_text())["hooks"]
        want = sorted((event, group.get("matcher") or "", pathlib.PurePath(entry["command"]).name)
                      for event, groups in wired.items() for group in groups for entry in group["hooks"])
        have = sorted((event, matcher or "", "posture-watch" if entry["command"] == START else pathlib.PurePath(entry["command"]).name)
                      for event, matcher, entry in plugin_entries())
        self.assertEqual(have, want)

    def test_exec_form_of_native_programs(self):
        for event, _, entry in plugin_entries():
            self.assertEqual((entry["type"], entry["args"]), ("command", []), entry)
            self.assertNotIn("if", entry)
            if entry["command"] != START:
                self.assertTrue(entry["command"].startswith(ROOT + "bin/"), entry)
            else:
                self.assertEqual(event, "SessionStart")     # once a session; every other start is without a shell

    def test_one_version(self):
        project = re.search(r"project\(cordon VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
        self.assertEqual(VERSION, project)
        market = json.loads((SOURCE / ".claude-plugin/marketplace.json").read_text())
        self.assertEqual([(plugin["name"], plugin["source"]) for plugin in market["plugins"]], [("cordon", "./")])


class Found(Case):
    def test_where_the_programs_are(self):
        rows = [("built in the plugin's folder", self.root / "build/release/bin", True),
                ("left by an install", self.home / ".claude/cordon/bin", False)]
        for name, folder, linked in rows:
            with self.subTest(name):
                self.programs(folder)
                self.assertEqual(self.start(), "posture-watch of bin")
                for each in names():
                    self.assertEqual((self.root / "bin" / each).is_symlink(), linked)
                    self.assertTrue(os.access(self.root / "bin" / each, os.X_OK))
                shutil.rmtree(folder)
                if not linked:
                    self.assertEqual(self.start(), "posture-watch of bin")      # an uninstall took the others away
                shutil.rmtree(self.root / "bin")

    def test_where_an_install_with_a_prefix_put_them(self):
        (self.home / ".claude/cordon").mkdir()
        plain = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="cordon prefix ")))
        for prefix, said in ((self.base, "NO GUARD"), (plain, "posture-watch of bin")):      # a path that JSON escapes is not read
            self.programs(prefix / "opt/bin")
            (self.home / ".claude/cordon/install.json").write_text(json.dumps({"version": 1, "bin": str(prefix / "opt/bin")}, indent=2))
            self.assertIn(said, self.start())

    def test_another_config_folder(self):
        self.programs(self.base / "conf/cordon/bin")
        self.assertEqual(self.start(CLAUDE_CONFIG_DIR=str(self.base / "conf")), "posture-watch of bin")

    def test_links_that_lead_nowhere_are_made_anew(self):
        self.programs(self.root / "build/release/bin")
        self.start()
        shutil.rmtree(self.root / "build")
        self.programs(self.home / ".claude/cordon/bin")
        self.assertEqual(self.start(), "posture-watch of bin")

    def test_another_version_is_not_taken(self):
        self.programs(self.home / ".claude/cordon/bin", version="9.9.9")
        said = self.start()
        self.assertIn("NO GUARD of the plugin runs", said)
        self.assertIn("'cordon 9.9.9'", said)
        self.assertIn("version " + VERSION, said)
        self.assertFalse((self.root / "bin").exists())

    def test_half_of_them_is_none(self):
        self.programs(self.home / ".claude/cordon/bin")
        (self.home / ".claude/cordon/bin/deny-guard").unlink()
        self.assertIn("NO GUARD", self.start())

    def test_a_folder_that_cannot_be_written(self):
        self.programs(self.home / ".claude/cordon/bin")
        (self.root / "bin").write_text("")      # root may write anywhere: a file in the way stands for it
        said = self.start()
        self.assertIn("cannot be written", said)
        self.assertIn("cordon install", said)


class Built(Case):
    def test_no_sources(self):
        said = self.start()
        self.assertIn("no programs found", said)
        self.assertIn("Install the cordon package", said)

    def test_what_is_missing_for_a_build_is_said(self):
        self.builder(can='echo "install.sh: packages are missing; as root: apt-get install g++" >&2; exit 1')
        said = self.start()
        self.assertIn("NO GUARD", said)
        self.assertIn("apt-get install g++", said)

    def test_a_build_beside_the_session(self):
        ready = self.base / "ready"
        self.programs(self.base / "bin")
        self.builder(build='while [ ! -e "%s" ]; do sleep 0.05; done; mkdir -p build/release && cp -r ../bin build/release/bin' % str(ready).replace('"', '\\"'))
        text = (self.root / "install.sh").read_text().replace("#!/bin/sh\n", '#!/bin/sh\ncd "$(dirname "$0")"\n')
        (self.root / "install.sh").write_text(text)
        self.assertIn("are being built, which takes some minutes", self.start())
        self.assertIn("are being built (", self.start())      # one build, not two
        ready.touch()
        self.until((self.root / "bin/posture-watch").exists)
        self.until(lambda: not (self.root / "build/plugin-build.pid").exists())
        self.assertEqual(self.start(), "posture-watch of bin")

    def test_a_build_that_fails_is_said_and_not_repeated(self):
        self.builder(build='echo "no compiler" >&2; exit 1')
        self.start()
        self.until((self.root / "build/plugin-build.failed").exists)
        self.until(lambda: not (self.root / "build/plugin-build.pid").exists())
        said = self.start()
        self.assertIn("NO GUARD", said)
        self.assertIn("plugin-build.failed", said)
        self.assertEqual((self.root / "build/plugin-build.failed").read_text(), "no compiler\n")

    def test_the_real_installer_knows_whether_it_can(self):
        done = subprocess.run([str(SOURCE / "install.sh"), "--build-only", "--dry-run"], env={"HOME": str(self.home), "PATH": "/usr/bin:/bin"},
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        stub = self.base / "path"
        stub.mkdir()
        (stub / "dpkg-query").write_text("#!/bin/sh\nexit 1\n")
        (stub / "dpkg-query").chmod(0o755)
        done = subprocess.run([str(SOURCE / "install.sh"), "--build-only"], env={"HOME": str(self.home), "PATH": "%s:/usr/bin:/bin" % stub},
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("packages are missing; as root: apt-get update && apt-get install", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BIN = options.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
