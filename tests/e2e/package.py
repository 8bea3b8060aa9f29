#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cmake --install` and the Debian package: what is in them, and that it works from where it lies. Release builds only: the
pages must be made. usage: package.py --build DIR"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path()
SOURCE = pathlib.Path(__file__).resolve().parents[2]


def run(*argv, cwd="/", **env):
    done = subprocess.run([str(word) for word in argv], env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/proc/none", "LANG": "C.UTF-8", **env}, cwd=cwd,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
    return done


class Case(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="cordon-package-")).resolve()
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)

    def ok(self, *argv, **more):
        done = run(*argv, **more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def programs(self):
        """What `cordon install` copies."""
        home = self.root / "listing"
        home.mkdir(exist_ok=True)
        self.ok(BUILD / "bin/cordon", "install", "--yes", HOME=str(home))
        return set(json.loads((home / ".claude/cordon/install.json").read_text())["programs"])

    def works(self, prefix):
        """The installed command wires what lies beside it, and the plugin finds it or carries it."""
        home = self.root / "home"
        home.mkdir()
        self.assertEqual({path.name for path in (prefix / "lib/cordon/bin").iterdir()}, self.programs() | {"iso.sh", "iso.fish"})
        said = self.ok(prefix / "bin/cordon", "install", "--yes", HOME=str(home))
        self.assertIn("SANDBOX BYPASS", said)
        settings = json.loads((home / ".claude/settings.json").read_text())
        wired = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
        self.assertEqual(wired, str(home / ".claude/cordon/bin/bypass-warn"))
        self.ok(prefix / "bin/cordon", "uninstall", HOME=str(home))
        self.assertIn("usage: protected-paths", self.ok(prefix / "bin/protected-paths", "--help"))
        plugin = prefix / "share/cordon/plugin"
        for name in (".claude-plugin/plugin.json", ".claude-plugin/marketplace.json", "hooks/hooks.json"):
            json.loads((plugin / name).read_text())
        self.assertTrue(os.access(plugin / ".claude-plugin/start", os.X_OK))
        self.assertIn(".TH CORDON 1", self.ok("zcat", prefix / "share/man/man1/cordon.1.gz"))
        for name in ("bash-completion/completions/cordon", "zsh/vendor-completions/_cordon", "fish/vendor_completions.d/cordon.fish"):
            self.assertIn("cordon completion", (prefix / "share" / name).read_text())


class Installed(Case):
    def test_prefix(self):
        prefix = self.root / "opt/a b"
        self.ok("cmake", "--install", BUILD, "--prefix", prefix)
        self.works(prefix)

    def test_destdir(self):
        self.ok("cmake", "--install", BUILD, "--prefix", "/usr", DESTDIR=str(self.root / "stage"))
        self.assertEqual({path.name for path in (self.root / "stage").iterdir()}, {"usr"})
        self.works(self.root / "stage/usr")


class Package(Case):
    def test_package(self):
        self.ok("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", self.root / "out", cwd=BUILD)
        package, = (self.root / "out").glob("*.deb")
        version = json.loads((SOURCE / ".claude-plugin/plugin.json").read_text())["version"]
        architecture = self.ok("dpkg", "--print-architecture").strip()
        self.assertEqual(package.name, "cordon_%s_%s.deb" % (version, architecture))
        self.assertEqual(self.ok("dpkg-deb", "-f", package, "Package", "Version", "Architecture", "Depends", "Recommends"),
                         "Package: cordon\nVersion: %s\nArchitecture: %s\nRecommends: bubblewrap, socat, git\n" % (version, architecture))
        entries = [line.split(None, 5) for line in self.ok("dpkg-deb", "-c", package).splitlines()]
        for mode, owner, *_, name in entries:
            self.assertEqual(owner, "root/root", name)
            self.assertNotIn("w", mode[4:] if not mode.startswith("l") else "", name)
            self.assertTrue(name.startswith("./usr/") or name in ("./", "./usr/"), name)
        names = {name.split(" -> ")[0] for *_, name in entries}
        self.assertIn("./usr/share/doc/cordon/copyright", names)
        self.assertIn("./usr/bin/cordon", names)
        tree = self.root / "tree"
        self.ok("dpkg", "-x", package, tree)
        self.works(tree / "usr")

    def test_the_plugin_finds_the_package(self):
        """As the runtime copies it from a marketplace: without bin/. The place of an installed package is written into the copy."""
        self.ok("cmake", "--install", BUILD, "--prefix", "/usr", DESTDIR=str(self.root / "stage"))
        shutil.copytree(self.root / "stage/usr/share/cordon/plugin", self.root / "copy")
        payload = self.root / "payload.json"
        payload.write_text((SOURCE / "fixtures/2.1.332/SessionStart/startup.json").read_text())
        text = (self.root / "copy/.claude-plugin/start").read_text()
        (self.root / "copy/.claude-plugin/start").write_text(text.replace("link /usr/lib/cordon/bin", "link %s/stage/usr/lib/cordon/bin" % self.root))
        done = subprocess.run([self.root / "copy/.claude-plugin/start"], env={"PATH": "/usr/bin:/bin", "HOME": str(self.root), "CLAUDE_PLUGIN_ROOT": str(self.root / "copy")},
                              input=payload.read_text(), capture_output=True, text=True, check=False)
        self.assertRegex(json.loads(done.stdout)["systemMessage"], "permission mode")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BUILD = options.build.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
