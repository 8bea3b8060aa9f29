#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every subcommand's --help teaches: what it is for, each option, examples that only use what there is, exit codes. Whatever
stands in the table is held to it. usage: help.py --bin DIR"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path()
HOME = tempfile.TemporaryDirectory(prefix="cordon-help-")


def cordon(*arguments):
    env = {"HOME": HOME.name, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    return subprocess.run([str(BIN / "cordon"), *arguments], env=env, cwd=HOME.name, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)


def commands():
    listed = cordon("--help").stdout.partition("commands\n")[2].partition("  --version")[0]
    return re.findall(r"^  ([a-z-]+) +\S", listed, re.M)


def options_of(text):
    """Option names of a help page: what begins a line, before the explanation."""
    return {name for line in re.findall(r"^  (-\S+(?: .*)?)$", text, re.M) for name in re.findall(r"(?:^|,)(--?[A-Za-z0-9][\w-]*)", line.split("  ")[0].split(" ")[0])}


def nested_of(text):
    block = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
    return re.findall(r"^  ([a-z][a-z-]*)(?=\s)", block.group(1), re.M) if block else []


def examples_of(text, name):
    """The `cordon NAME …` lines of the examples, as words, up to a comment or the next shell operator."""
    footer = re.search(r"^examples?\b.*\n(?s:.*)", text, re.M | re.I)
    found = []
    for line in re.findall(r"(?:^|[\s(|])(cordon %s\b.*)$" % re.escape(name), footer.group(0) if footer else "", re.M):
        code = re.split(r"\s{2,}|\s[|<>&]|\)", line, maxsplit=1)[0]
        try:
            found.append(shlex.split(code))
        except ValueError:
            found.append(code.split())
    return found


class Help(unittest.TestCase):
    def pages(self):
        for name in commands():
            done = cordon(name, "--help")
            yield name, done
            for nested in nested_of(done.stdout):
                yield name + " " + nested, cordon(name, nested, "--help")

    def test_there_are_some(self):
        self.assertGreaterEqual(len(commands()), 7)
        self.assertIn("install", commands())

    def test_each_page(self):
        for name, done in self.pages():
            with self.subTest(name):
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                first = done.stdout.strip().splitlines()[0]
                self.assertGreater(len(first.split()), 3, "no description")
                self.assertRegex(done.stdout, r"(?m)^Usage: cordon " + name.split()[0])
                self.assertNotIn("TO" + "DO", done.stdout)
                # An option without a word of explanation teaches nothing.
                for line in re.findall(r"(?m)^  -.*(?:\n {30}.*)?", done.stdout):
                    self.assertRegex(line, r"\s{2,}\S|\n {30}\S|\S{20,} \S", "option without a text: " + line)

    def test_examples_and_exit_codes(self):
        for name in commands():
            with self.subTest(name):
                text = cordon(name, "--help").stdout
                self.assertRegex(text, r"(?mi)^examples?\b", "no examples")
                self.assertRegex(text, r"(?mi)^exit\b.*0", "no exit codes")
                examples = examples_of(text, name)
                self.assertTrue(examples, "no example starts 'cordon %s'" % name)
                known = options_of(text)
                for nested in nested_of(text):
                    known |= options_of(cordon(name, nested, "--help").stdout)
                for words in examples:
                    given = words[2:words.index("--")] if "--" in words else words[2:]
                    for word in given:
                        if re.match(r"--?[A-Za-z]", word):
                            self.assertIn(word.split("=")[0], known, "an example uses an option that there is not: %s" % words)

    def test_wrong_usage(self):
        for name in commands():
            with self.subTest(name):
                done = cordon(name, "--no-such-option-at-all")
                self.assertNotEqual(done.returncode, 0)
                self.assertTrue(done.stderr.strip())
                self.assertNotIn("terminate called", done.stderr)
                codes = re.findall(r"(?m)\b([2-9]|1\d) [^,\n]*(?:usage|option)", cordon(name, "--help").stdout)
                if codes:
                    self.assertIn(str(done.returncode), codes)

    def test_readings(self):
        """The test's own eyes."""
        text = "x\nUsage: cordon a [OPTIONS]\n\nOptions:\n  -h,--help                   Print\n  --to TEXT:{b,c} REQUIRED    to\n\nexamples\n  cordon a --to b    why\n  cat x | cordon a --not | y\n"
        self.assertEqual(options_of(text), {"-h", "--help", "--to"})
        self.assertEqual(examples_of(text, "a"), [["cordon", "a", "--to", "b"], ["cordon", "a", "--not"]])
        self.assertEqual(nested_of("Subcommands:\n  check                       x\n  deeper-one                  y\n"), ["check", "deeper-one"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BIN = options.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
