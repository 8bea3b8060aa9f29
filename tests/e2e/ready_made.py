#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The README's ready-made jobs, taken from it and run: on real repositories, with a stand-in for gh. usage: ready_made.py --bin DIR

The jobs' YAML is simple enough to be read here (block lists of one-line commands); that it is YAML that GitHub and GitLab take
is not shown by this.
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile
import sys
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SECTION = re.search(r"## Protected paths, three deep\n(.*?)\n## ", (SOURCE / "README.md").read_text(), re.S).group(1)
BIN = None
GH = """#!/bin/sh
echo "gh $*" >>"$GH_LOG"
case "$1 $2" in
  "pr view") [ "$GH_FAILS" ] && exit 1; echo main ;;
  "pr edit") exit 0 ;;
  *) exit 9 ;;
esac
"""


def blocks(language):
    return re.findall(r"```%s\n(.*?)```" % language, SECTION, re.S)


def commands(block, key):
    """The one-line commands of a job: `- run: COMMAND`, or the items below `script:`."""
    if key == "run":
        return re.findall(r"^ +- run: (.+)$", block, re.M)
    return re.findall(r"^ +- (.+)$", block.partition("script:\n")[2], re.M)


class ReadyMade(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.log = self.base / "gh.log"
        self.log.write_text("")
        tools = self.base / "tools"
        tools.mkdir()
        (tools / "gh").write_text(GH)
        (tools / "gh").chmod(0o755)
        self.env = {"PATH": f"{tools}:{BIN}:/usr/bin:/bin", "HOME": str(self.base), "GH_LOG": str(self.log), "GIT_CONFIG_GLOBAL": "/dev/null",
                    "GIT_CONFIG_SYSTEM": "/dev/null"}
        for name in ("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"):
            self.env[name] = "a@example.org"
        self.work = self.base / "work"
        self.sh("""git init -q -b main work && cd work && mkdir -p .github/workflows src && seq 30 >.github/workflows/ci.yml && echo a >src/a &&
                   git add . && git commit -qm one && git init -q --bare -b main ../origin && git remote add origin ../origin && git push -q origin main &&
                   git remote set-head origin -a""", self.base)
        self.branch("plain", "echo b >src/a")
        self.branch("touching", "echo x >>.github/workflows/ci.yml")
        self.branch("renaming", "mkdir docs && git mv .github/workflows/ci.yml docs/ci.yml")
        self.branch("large", "for i in $(seq 150); do echo $i >src/f$i; done; echo x >>.github/workflows/ci.yml")

    def sh(self, script, cwd=None, env=None, stdin=""):
        return subprocess.run(["bash", "-c", script], cwd=cwd or self.work, env={**self.env, **(env or {})}, input=stdin, capture_output=True, text=True, check=False)

    def branch(self, name, script):
        """A branch, pushed as the pull request of its number, too."""
        number = {"plain": 1, "touching": 2, "renaming": 3, "large": 4}[name]
        done = self.sh(f"git checkout -q -b {name} main && {script}; git add -A && git commit -qm {name} && git push -q --no-verify origin {name} {name}:refs/pull/{number}/head && git checkout -q main")
        self.assertEqual(done.returncode, 0, done.stderr)

    def checkout(self, ref):
        self.assertEqual(self.sh(f"git checkout -q --detach {ref}").returncode, 0)

    def test_each_is_under_ten_lines(self):
        jobs = blocks("yaml") + [block for block in blocks("bash") if block.startswith("#!")]
        self.assertEqual(len(jobs), 4)
        for job in jobs:
            self.assertLess(len(job.splitlines()), 10, job)

    def job(self, block, key, env):
        """Runs the steps as a runner does: each in bash -e, the first that fails ends the job."""
        steps = commands(block, key)
        self.assertGreaterEqual(len(steps), 1)
        for step in steps:
            done = self.sh("set -e; " + step, env=env)
            if done.returncode != 0:
                break
        return done

    def test_github(self):
        block = blocks("yaml")[0]
        self.assertRegex(block, r"fetch-depth: 0")
        for branch, status in (("plain", 0), ("touching", 1), ("renaming", 1), ("large", 1)):
            # What actions/checkout leaves: the merge of the pull request into its base, detached.
            self.checkout("main")
            self.sh(f"git merge -q --no-ff -m merge {branch}")
            done = self.job(block, "run", {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": branch, "GITHUB_EVENT_NAME": "pull_request"})
            self.assertEqual(done.returncode, status, branch + done.stdout + done.stderr)
            self.assertTrue(all(line.startswith("::") for line in done.stdout.splitlines()), done.stdout)
        self.assertIn("::error file=.github/workflows/ci.yml,title=needs-human::", done.stdout)
        self.assertEqual(self.job(block, "run", {"GITHUB_BASE_REF": "gone"}).returncode, 3)

    def test_gitlab(self):
        block = blocks("yaml")[1]
        self.assertRegex(block, r'GIT_DEPTH: "0"')
        for branch, status in (("plain", 0), ("touching", 1), ("renaming", 1), ("large", 1)):
            self.checkout("origin/" + branch)
            done = self.job(block, "script", {"CI": "true", "GITLAB_CI": "true", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_MERGE_REQUEST_IID": "1"})
            self.assertEqual(done.returncode, status, branch + done.stdout + done.stderr)
        self.assertNotEqual(self.job(block, "script", {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "gone"}).returncode, 0)

    def test_shallow_clone_is_no_pass(self):
        self.sh("git clone -q --depth 1 -b touching file://$PWD/origin shallow", self.base)
        self.work = self.base / "shallow"
        self.assertEqual(self.job(blocks("yaml")[1], "script", {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}).returncode, 3)

    def test_pre_push(self):
        hook = self.work / ".git" / "hooks" / "pre-push"
        hook.write_text(next(block for block in blocks("bash") if "pre-push" in block))
        hook.chmod(0o755)
        for branch, passes in (("plain", True), ("touching", False), ("renaming", False), ("large", False)):
            done = self.sh(f"git push origin {branch}:pushed-{branch}")
            self.assertEqual(done.returncode == 0, passes, branch + done.stdout + done.stderr)
            self.assertEqual(self.sh(f"git ls-remote --exit-code origin pushed-{branch}").returncode == 0, passes)
        self.assertIn("needs-human", done.stdout + done.stderr)
        self.assertEqual(self.sh("git push origin :pushed-plain").returncode, 0, "deleting a branch")
        self.assertNotEqual(self.sh("git push origin plain:a touching:b").returncode, 0, "several at once")
        self.assertEqual(self.sh("git push --no-verify origin touching:c").returncode, 0)
        self.sh("git remote set-head origin -d")
        self.assertNotEqual(self.sh("git push origin plain:d").returncode, 0, "no base to compare with")

    def gate(self, number, env=None):
        script = self.base / "merge-gate"
        script.write_text(next(block for block in blocks("bash") if "merge-gate" in block))
        self.log.write_text("")
        return self.sh(f"sh {script} {number}", env=env), self.log.read_text()

    def test_merge_gate(self):
        for number, status in ((1, 0), (2, 1), (3, 1), (4, 1)):
            done, log = self.gate(number)
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertEqual(f"gh pr edit {number} --add-label needs-human" in log, status != 0, log)
            self.assertNotIn("merge", log)
        self.assertEqual(self.gate(1, {"GH_FAILS": "1"})[0].returncode, 3)
        self.assertEqual(self.gate(99)[0].returncode, 3, "no such pull request")

    def test_merge_gate_when_the_checker_cannot_tell(self):
        """A base whose list has a fault: labelled, and exit 3."""
        self.sh("git checkout -q main && mkdir -p .claude && echo '{\"protectedPath\":[]}' >.claude/gates.json && git add . && git commit -qm list && git push -q --no-verify origin main")
        done, log = self.gate(1)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("--add-label needs-human", log)
        self.assertIn("did you mean 'protectedPaths'?", done.stdout)

    def test_table_of_depths(self):
        """Every route of the measured table stands in the README's, in the row that says what stops it on every kind of path."""
        routes = json.loads((SOURCE / "fixtures/hooks/protected-paths/routes.json").read_text())["2.1.332"]
        rows = re.findall(r"^\| (.+?) \| (yes|no) \| (yes|no) \| (yes|no) \|$", SECTION, re.M)
        said = {}
        for names, *marks in rows:
            rest = names.replace("\\|", "|")
            for name in sorted(routes, key=len, reverse=True):
                if name in re.split(r", (?!then|path)", rest):
                    said[name] = "".join(letter for letter, mark in zip("hrs", marks) if mark == "yes")
        want = {name: "".join(letter for letter in "hrs" if all(letter in stopped for stopped in kinds.values())) for name, kinds in routes.items()}
        self.assertEqual(said, want)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    BIN = pathlib.Path(parser.parse_args().bin).resolve()
    unittest.main(argv=sys.argv[:1])
