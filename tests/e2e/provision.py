#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each template of `cordon provision`, checked by the tool it is for. usage: provision.py --bin DIR"""
import argparse
import configparser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path()
NAMES = ("wsl", "systemd", "nftables", "auditd", "agent-user")
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cordon-provision-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_(self, *argv, stdin="", **env):
        return subprocess.run([str(word) for word in argv], input=stdin, env={"PATH": PATH, "LANG": "C.UTF-8", "HOME": str(self.folder), **env}, cwd=self.folder,
                              capture_output=True, text=True, timeout=60, check=False)

    def cordon(self, name, *more):
        done = self.run_(BIN / "cordon", "provision", "--print", name, *more)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout


class Checked(Case):
    def systemd(self, text):
        (self.folder / "cordon-agent.service").write_text(text)
        (self.folder / "run").mkdir(exist_ok=True)
        done = self.run_("systemd-analyze", "verify", "--user", "./cordon-agent.service", XDG_RUNTIME_DIR=str(self.folder / "run"))
        return done.returncode, done.stdout + done.stderr

    def test_systemd(self):
        (self.folder / "agent").symlink_to("/bin/true")
        text = self.cordon("systemd", "--command", str(self.folder / "agent"))
        self.assertEqual(self.systemd(text), (0, ""))
        self.assertIn("NoSuchThing", self.systemd(text.replace("UMask=", "NoSuchThing="))[1])      # the check can fail
        directives = set(re.findall(r"(?m)^([A-Za-z]+)=", text))
        for not_for_users in ("User", "Group", "DynamicUser", "IPAddressDeny", "PrivateNetwork", "CapabilityBoundingSet", "RestrictNamespaces", "ProtectSystem",
                              "ProtectHome", "PrivateTmp", "PrivateDevices", "MemoryDenyWriteExecute"):
            self.assertNotIn(not_for_users, directives)
            self.assertIn(not_for_users + "=", text)        # named as a trap

    def nft(self, text):
        done = self.run_("unshare", *([] if os.geteuid() == 0 else ["-r"]), "-n", "nft", "-c", "-f", "-", stdin=text)
        return done.returncode, done.stdout + done.stderr

    def test_nftables(self):
        text = self.cordon("nftables", "--ports", "80,443")
        self.assertEqual(self.nft(text), (0, ""))
        self.assertNotEqual(self.nft(text.replace("jump agent", "jump nowhere"))[0], 0)
        rules = re.sub(r"(?m)^\s*#.*$", "", text)
        self.assertNotIn("flush", rules)
        self.assertEqual(re.findall(r"(?m)^(?:delete )?table (\w+ \w+)", rules), ["inet cordon_agent"] * 3)
        self.assertIn("meta skuid 1200 jump agent", rules)
        self.assertNotIn("policy drop", rules)

    def test_nftables_twice_and_beside_others(self):
        """Loaded in a network namespace of its own: twice, with another table standing by; then it is gone and the other stays."""
        (self.folder / "ours.nft").write_text(self.cordon("nftables"))
        script = "set -e; nft add table inet other; nft -f ours.nft; nft -f ours.nft; nft list tables; nft delete table inet cordon_agent; nft list tables"
        done = self.run_("unshare", *([] if os.geteuid() == 0 else ["-r"]), "-n", "sh", "-c", script)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.split("\n")[:3], ["table inet other", "table inet cordon_agent", "table inet other"])

    def audit(self, rule):
        """Whether auditctl takes a rule. Its message never reaches the kernel: the system call that would send it is made to fail."""
        (self.folder / "one.rules").write_text(rule + "\n")
        done = self.run_("strace", "-qq", "-o", "/dev/null", "-e", "trace=sendto", "-e", "inject=sendto:error=EADV", "auditctl", "-R", "one.rules")
        return "Error sending add rule data request (Advertise error)" in done.stdout + done.stderr

    def test_auditd(self):
        lines = self.cordon("auditd", "--user", "bot", "--uid", "1300").splitlines()
        rules = [line for line in lines if line and not line.startswith("#")]
        self.assertGreaterEqual(len(rules), 6)
        if os.geteuid() == 0:       # auditctl asks for root before it reads anything
            for rule in rules:
                self.assertTrue(self.audit(rule), rule)
            self.assertFalse(self.audit("-a always,exit -F arch=b64 -S execve -F nofield=1"))
            self.assertFalse(self.audit("-a always,exit -F arch=b64 -S nosuchcall -F uid=1"))
        for rule in rules:
            self.assertTrue(rule.startswith("-a always,exit "), rule)      # no -D, no -e 2
            self.assertIn("-F uid=1300", rule)
            self.assertIn("-k cordon-agent-", rule)

    def test_agent_user(self):
        text = self.cordon("agent-user")
        (self.folder / "agent-user.sh").write_text(text)
        for shell in ("dash", "bash"):
            self.assertEqual(self.run_(shell, "-n", "agent-user.sh").stderr, "")
        if os.geteuid() != 0:
            return
        # Run for real, twice, on copies of the machine's lists of users.
        etc = self.folder / "etc"
        etc.mkdir()
        for name in ("passwd", "group", "shadow", "gshadow", "login.defs", "nsswitch.conf", "subuid", "subgid", "default/useradd"):
            if pathlib.Path("/etc", name).exists():
                (etc / name).parent.mkdir(exist_ok=True)
                shutil.copy(pathlib.Path("/etc", name), etc / name)
        shutil.copytree("/etc/pam.d", etc / "pam.d", dirs_exist_ok=True)
        (etc / "skel").mkdir(exist_ok=True)
        script = "sh agent-user.sh && sh agent-user.sh && id agent && stat -c '%a %G' /home/agent /srv/agent/project && grep ^agent: /etc/shadow | cut -d: -f2 && cat /etc/subuid"
        box = ["bwrap", "--ro-bind", "/", "/", "--bind", etc, "/etc", "--tmpfs", "/home", "--tmpfs", "/srv", "--tmpfs", "/var/mail", "--tmpfs", "/var/log",
               "--bind", self.folder, self.folder, "--dev", "/dev", "--proc", "/proc", "--chdir", self.folder, "--cap-add", "ALL", "sh", "-c", script]
        done = self.run_(*box)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        said = done.stdout.splitlines()
        self.assertIn("uid=1200(agent) gid=1200(agent) groups=1200(agent)", said)
        self.assertIn("700 agent", said)
        self.assertIn("2770 agent", said)
        self.assertTrue(any(line.startswith("!") for line in said), "the password is not locked: %s" % said)
        self.assertNotIn("agent:", pathlib.Path("/etc/passwd").read_text())     # and only on copies
        # A user that is as good as root is refused.
        bad = self.run_(*box[:-1], "mkdir /home/agent && groupadd -f docker && usermod -aG docker agent && sh agent-user.sh")
        self.assertEqual(bad.returncode, 1)
        self.assertIn("in group 'docker', which is a way to root", bad.stderr)

    def test_wsl(self):
        parser = configparser.ConfigParser(comment_prefixes=("#",))
        parser.optionxform = str
        parser.read_string(self.cordon("wsl", "--user", "bot"))
        self.assertEqual({section: dict(parser[section]) for section in parser.sections()}, {
            "boot": {"systemd": "true"}, "automount": {"enabled": "false", "mountFsTab": "false"},
            "interop": {"enabled": "false", "appendWindowsPath": "false"}, "user": {"default": "bot"}, "network": {"generateHosts": "true"}})


class Values(Case):
    def test_values_stand_where_they_belong(self):
        for name in NAMES:
            text = self.cordon(name, "--user", "bot", "--uid", "1300", "--project", "/srv/x", "--home", "/var/lib/bot")
            self.assertNotIn("{{", text)
            self.assertNotIn("agent/project", text)
            if name != "wsl":
                self.assertTrue("1300" in text or "/srv/x" in text)
            self.assertIn("bot", text)

    def test_what_could_not_stand_there(self):
        rows = [("--user", "root"), ("--user", "a b"), ("--user", "-x"), ("--user", "A"), ("--user", "x" * 40), ("--uid", "0"), ("--uid", "70000"), ("--uid", "x"),
                ("--project", "relative"), ("--project", "/a b"), ("--project", "/a\nUser=root"), ("--project", "/a;id"), ("--project", "/a/../b"), ("--project", "/%h"),
                ("--home", "/"), ("--home", "/$HOME"), ("--ports", "80;id"), ("--ports", "0"), ("--ports", "99999"), ("--command", "claude"), ("--command", "/bin/sh -c 'x'"),
                ("--print", "cron")]
        for row in rows:
            for name in NAMES:
                done = self.run_(BIN / "cordon", "provision", "--print", name, *row)
                self.assertEqual((done.returncode, done.stdout), (2, ""), row)
                self.assertTrue(done.stderr)
                break


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--bin", type=pathlib.Path, required=True)
    options, rest = arguments.parse_known_args()
    BIN = options.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
