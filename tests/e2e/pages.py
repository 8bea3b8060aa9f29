#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The manual pages without a complaint from groff, the completion scripts in the real shells. usage: pages.py --bin DIR"""
import argparse
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
import unittest

BIN = pathlib.Path()
FOLDER = tempfile.TemporaryDirectory(prefix="cordon-pages-")
HERE = pathlib.Path(FOLDER.name)
ENV = {"HOME": FOLDER.name, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "dumb"}


def run(*argv, stdin=""):
    return subprocess.run(list(map(str, argv)), input=stdin, env=ENV, cwd=HERE, capture_output=True, text=True, timeout=120, check=False)


def cordon(*arguments):
    done = run(BIN / "cordon", *arguments)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def commands():
    return re.findall(r"^  ([a-z-]+) +\S", cordon("--help").partition("commands\n")[2].partition("  --version")[0], re.M)


def flags(name):
    return set(re.findall(r"(?m)^  (?:-\w,)?(--[\w-]+)", cordon(name, "--help")))


class Manual(unittest.TestCase):
    def complaints(self, page):
        done = run("groff", "-man", "-ww", "-b", "-k", "-Tutf8", "-z", stdin=page)
        return done.stdout + done.stderr

    def test_no_complaints(self):
        self.assertEqual(self.complaints(cordon("man")), "")
        self.assertEqual(self.complaints(cordon("man", "--of", "protected-paths")), "")
        self.assertIn("macro", self.complaints(".TH X 1\n.NOSUCH x\n"))     # the check can fail

    def test_everything_stands_in_it(self):
        text = run("groff", "-man", "-k", "-Tascii", "-P-cbou", "-rLL=200n", stdin=cordon("man")).stdout
        for name in commands():
            self.assertRegex(text, r"(?m)^ +cordon %s$" % name)
            for flag in flags(name):
                self.assertIn(flag, text)
        self.assertIn("cordon install --dry-run", text)


class Bash(unittest.TestCase):
    def complete(self, *words):
        script = HERE / "cordon.bash"
        script.write_text(cordon("completion", "bash"))
        code = 'source %s; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cordon; printf "%%s\\n" "${COMPREPLY[@]}"' % script
        done = run("bash", "--norc", "-c", code, "bash", *words)
        self.assertEqual(done.stderr, "")
        return set(done.stdout.split())

    def test_commands_options_values(self):
        self.assertEqual(self.complete("cordon", ""), set(commands()) | {"--help", "--version"})
        self.assertEqual(self.complete("cordon", "inst"), {"install"})
        for name in commands():
            self.assertLessEqual(flags(name), self.complete("cordon", name, "-"), name)
        self.assertEqual(self.complete("cordon", "install", "--scope", ""), {"user", "project"})
        self.assertEqual(self.complete("cordon", "completion", ""), {"bash", "zsh", "fish", "-h", "--help"})
        self.assertEqual(self.complete("cordon", "statusline", "pre"), {"preset", "preview"})

    def test_in_an_interactive_shell(self):
        (HERE / "cordon.bash").write_text(cordon("completion", "bash"))
        said = typed(["bash", "--norc", "-i"], ["source ./cordon.bash; bind 'set bell-style none'", "cordon comple\t"], "cordon completion ")
        self.assertIn("cordon completion ", said)


class Fish(unittest.TestCase):
    def complete(self, line):
        (HERE / "cordon.fish").write_text(cordon("completion", "fish"))
        done = run("fish", "--no-config", "-c", "source cordon.fish; complete -C '%s'" % line)
        self.assertEqual(done.stderr, "")
        return {entry.split("\t")[0] for entry in done.stdout.splitlines()}

    def test_commands_options_values(self):
        self.assertEqual(self.complete("cordon "), set(commands()))
        self.assertEqual(self.complete("cordon inst"), {"install"})
        for name in commands():
            self.assertLessEqual(flags(name), self.complete("cordon %s --" % name), name)
        self.assertEqual(self.complete("cordon install --scope "), {"user", "project"})
        self.assertEqual(self.complete("cordon completion "), {"bash", "zsh", "fish"})
        self.assertLessEqual({"preset", "preview"}, self.complete("cordon statusline pre"))


class Zsh(unittest.TestCase):
    def typed(self, line, until):
        (HERE / "_cordon").write_text(cordon("completion", "zsh"))
        setup = "fpath=(%s $fpath); autoload -Uz compinit; compinit -u -D; PROMPT='> '; unsetopt zle_bracketed_paste; echo READY" % HERE
        return typed(["zsh", "-f", "-i"], [setup, line], until)

    def test_command(self):
        self.assertIn("cordon completion ", self.typed("cordon comple\t", "cordon completion "))

    def test_option(self):
        self.assertRegex(self.typed("cordon install --dry\t", "--dry-run"), r"cordon install --dry-run")

    def test_value(self):
        self.assertRegex(self.typed("cordon install --scope pro\t", "project"), r"--scope project")

    def test_nested(self):
        self.assertRegex(self.typed("cordon statusline ini\t", "init"), r"statusline init")

    def test_it_is_correct_zsh(self):
        self.assertEqual(run("zsh", "-n", HERE / "_cordon").stderr if (HERE / "_cordon").exists() else "", "")


def typed(argv, lines, until, seconds=20):
    """What an interactive shell shows for what is typed. Keys come one line after the other, as from a person."""
    child, fd = pty.fork()
    if child == 0:
        os.chdir(HERE)
        os.execvpe(argv[0], argv, ENV)
    shown = ""
    try:
        for line in lines:
            shown += read_until(fd, r"[>$#] $", seconds)
            os.write(fd, line.encode() + (b"" if line is lines[-1] else b"\n"))
        shown = read_until(fd, re.escape(until), seconds)
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(fd)
    return shown


def read_until(fd, pattern, seconds):
    """Without escapes; ends at the pattern, or when nothing matched in time."""
    text, end = "", time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([fd], [], [], 0.1)[0]:
            try:
                text += os.read(fd, 65536).decode(errors="replace")
            except OSError:
                break
        plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r", "", text)
        if re.search(pattern, plain):
            return plain
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BIN = options.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
