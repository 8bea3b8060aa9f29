#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""protected-paths check and rules: formats against their schemas, faults of the list, presets, patterns against git.

usage: checker.py --bin DIR --validate PROGRAM [--seed N]      seed 0: a fresh one

The SARIF 2.1.0 schema is the standard's own, taken through npm from a package that carries it, into the cache of the tests.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
REPORT_SCHEMA = SOURCE / "schemas/protected-paths-report.schema.json"
SARIF_PACKAGE, SARIF_FILE = "@microsoft/jest-sarif@1.0.0-beta.0", "lib/schemas/sarif-2.1.0-rtm.5.json"
HOSTILE = ".claude/a:b,c%\n::error::x \u202e\x1b.yml"
ARGS = None


def sarif_schema():
    """The schema's path, installed when it is not there. Its older keywords are spelled as our validator reads them."""
    base = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "cordon-test" / "sarif"
    ready = base / "sarif-2.1.0.schema.json"
    if not ready.exists():
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=base) as work:
            pathlib.Path(work, "package.json").write_text('{"private":true}\n')
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", SARIF_PACKAGE], cwd=work, check=True, capture_output=True)
            text = pathlib.Path(work, "node_modules", SARIF_PACKAGE.rpartition("@")[0], SARIF_FILE).read_text()
            new = pathlib.Path(work, "schema.json")
            new.write_text(json.dumps(translated(json.loads(text.replace('"#/definitions/', '"#/$defs/')))))
            os.replace(new, ready)
    return ready


def translated(schema, names=False):
    """draft-04 as 2020-12: definitions are $defs, `id` and `format` are left out. `names`: the keys are names of properties."""
    if isinstance(schema, list):
        return [translated(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema and not names:
        return {"$ref": schema["$ref"]}     # its neighbours count for nothing in draft-04
    if names:
        return {key: translated(value) for key, value in schema.items()}
    out = {"$defs" if key == "definitions" else key: value if key in ("default", "enum") else translated(value, key in ("properties", "definitions", "patternProperties"))
           for key, value in schema.items() if key not in ("id", "format", "$schema")}
    return out


class Checker(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.repo = self.base / "repo"
        self.repo.mkdir()
        self.env = {"PATH": f"{ARGS.bin}:/usr/bin:/bin", "HOME": str(self.base), "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        self.run_in("git init -q -b main . && git config user.name u && git config user.email u@example.org && git commit -q --allow-empty -m start")

    def run_in(self, command, stdin=""):
        text = stdin if isinstance(stdin, bytes) else stdin.encode()
        return subprocess.run(["bash", "-c", command], cwd=self.repo, env=self.env, input=text, capture_output=True, check=False)

    def check(self, *arguments, stdin=""):
        return self.run_in("protected-paths check " + " ".join(arguments), stdin)

    def gates(self, text):
        (self.repo / ".claude").mkdir(exist_ok=True)
        (self.repo / ".claude/gates.json").write_text(text if isinstance(text, str) else json.dumps(text))

    def outcomes(self, form):
        """(status, output) for untouched, touched with hostile names, and cannot tell."""
        names = "\0".join(["src/a", HOSTILE, ".github/workflows/x y.yml", "gates.json"]).encode()
        self.gates("{")
        yield 3, self.check("--files-from - -0 --format", form, stdin=names)
        (self.repo / ".claude/gates.json").unlink()
        yield 0, self.check("--files-from - -0 --format", form, stdin=b"src/a\0src/b")
        yield 1, self.check("--files-from - -0 --format", form, stdin=names)
        yield 3, self.check("--base nowhere --format", form)

    def validate(self, schema, text):
        done = subprocess.run([ARGS.validate, str(schema), "--lines"], input=text, capture_output=True, check=False)
        return done.returncode, (done.stdout + done.stderr).decode()

    def test_json(self):
        for status, done in self.outcomes("json"):
            self.assertEqual(done.returncode, status)
            self.assertEqual(self.validate(REPORT_SCHEMA, done.stdout), (0, ""))
            self.assertEqual(json.loads(done.stdout)["verdict"], ("untouched", "touched", "usage", "cannot-tell")[status])
        self.assertEqual(self.validate(REPORT_SCHEMA, b'{"verdict":"touched"}')[0], 1, "the check can fail")

    def test_sarif(self):
        schema = sarif_schema()
        for status, done in self.outcomes("sarif"):
            self.assertEqual(done.returncode, status)
            self.assertEqual(self.validate(schema, done.stdout), (0, ""))
            run, = json.loads(done.stdout)["runs"]
            self.assertEqual(run["invocations"][0]["executionSuccessful"], status != 3)
            if status == 1:
                self.assertEqual([result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]][1:],
                                 [".github/workflows/x%20y.yml", "gates.json"])
            for broken in ({"level": "eror"}, {"level": "error", "message": "no object"}):
                bad = json.loads(done.stdout)
                bad["runs"][0]["results"] = [dict({"message": {"text": "x"}}, **broken)]
                self.assertEqual(self.validate(schema, json.dumps(bad).encode())[0], 1, "the check can fail")

    def test_github(self):
        for status, done in self.outcomes("github"):
            self.assertEqual(done.returncode, status)
            lines = done.stdout.decode().splitlines()
            self.assertGreater(len(lines), 0)
            for line in lines:
                self.assertRegex(line, r"^::(error|notice) (file=[^,:\n\r]+,)?title=[^,:\n\r]+::[^\n\r\x1b\u202e]*$")
            if status == 1:
                self.assertEqual(len(lines), 3)
                self.assertIn("file=.github/workflows/x y.yml,", lines[1])

    def test_exit_codes(self):
        self.run_in("git clone -q --depth 1 file://$PWD ../shallow")
        for arguments, status in (("--base main", 0), ("--files-from - <<<gates.json", 1), ("--bas main", 2), ("--format pdf", 2), ("--staged --diff -", 2), ("--base gone", 3),
                                  ("--base main --head gone", 3), ("--list /nonexistent/x --staged", 3), ("--diff /nonexistent/x", 3)):
            self.assertEqual(self.check(arguments).returncode, status, arguments)
        self.assertEqual(self.run_in("cd ../shallow && protected-paths check --base origin/main").returncode, 3)
        self.assertEqual(self.run_in("cd / && protected-paths check --base main").returncode, 3, "no repository")
        self.assertEqual(self.run_in("P=$(command -v protected-paths); PATH=/var/empty $P check --base main").returncode, 3, "no git")
        self.assertEqual(self.run_in("protected-paths check --base main >/dev/full").returncode, 3, "a verdict nobody can read")
        fake = self.base / "git"
        fake.write_text("#!/bin/sh\ncase \"$*\" in *diff-tree*) exit 128 ;; esac\nexec /usr/bin/git \"$@\"\n")
        fake.chmod(0o755)
        self.assertEqual(self.run_in(f"PATH={self.base}:$PATH protected-paths check --base main").returncode, 3, "git fails at the diff")

    def test_list_with_a_fault(self):
        for text, said in (('{"protectedPath":["a"]}', "did you mean 'protectedPaths'?"), ('{"protected_paths":["a"]}', "did you mean"), ('{"ProtectedPaths":["a"]}', "did you mean"),
                           ('{"protectedpaths":["a"]}', "did you mean"), ('{"protectedPaths":["a//b"]}', "empty segment"), ('{"protectedPaths":["../a"]}', "'..' never matches"),
                           ('{"protectedPaths":[""]}', "empty pattern"), ('{"protectedPaths":["[z-a]"]}', ""), ('{"protectedPaths":["a[b"]}', "class without"),
                           ('{"protectedPaths":["!a"]}', "exempts nothing"), ('{"protectedPaths":["preset:cl"]}', "no preset 'cl'"), ('{"protectedPaths":"a"}', "expected array"),
                           ('{"protectedPaths":[5]}', "expected string"), ("[]", "expected an object"), ("{", ""), ("", "")):
            self.gates(text)
            self.run_in("git add -A && git commit -qm list")
            for arguments in ("--base main", "--staged", "--files-from /dev/null", "--diff /dev/null", "--base main --list .claude/gates.json"):
                done = self.check(arguments)
                self.assertEqual(done.returncode, 3, (text, arguments, done.stdout))
                self.assertIn("gates.json", done.stdout.decode())
                self.assertIn(said, done.stdout.decode())
            rules = self.run_in("protected-paths rules --settings")
            self.assertEqual(rules.returncode, 3, text)
            self.assertIn(said, rules.stderr.decode())
            json.loads(rules.stdout)

    def test_hundred_files(self):
        for count, arguments, status in ((99, "", 0), (100, "", 3), (100, "--complete", 0), (250, "--complete", 0)):
            names = json.dumps({"files": [{"path": f"src/{i}", "additions": 1, "deletions": 0} for i in range(count)]})
            self.assertEqual(self.check("--files-from -", arguments, stdin=names).returncode, status, (count, arguments))

    def test_presets(self):
        want = {
            "harness": [".claude/settings.json", ".mcp.json", "CLAUDE.md", "AGENTS.md", "sub/gates.json"],
            "ci": [".github/workflows/a.yml", ".github/workflows/a.yaml", ".github/actions/x/action.yml", ".github/CODEOWNERS", ".gitlab-ci.yml", ".gitlab-ci/build.yml", ".circleci/config.yml", ".travis.yml",
                   "Jenkinsfile", "ci/Jenkinsfile", "azure-pipelines.yml", "azure-pipelines.yaml", ".azuredevops/pr.yml", ".buildkite/pipeline.yml", "buildkite.yml", ".drone.yml", ".drone.star", ".woodpecker.yaml",
                   ".woodpecker/a.yml", "bitbucket-pipelines.yml", "appveyor.yml", ".appveyor.yml", ".tekton/pr.yaml", ".forgejo/workflows/a.yml", ".gitea/workflows/a.yml", ".cirrus.yml", ".cirrus.star",
                   ".semaphore/semaphore.yml", ".teamcity/settings.kts", "cloudbuild.yaml", "buildspec.yml", "codefresh.yml", ".build.yml", ".builds/a.yml", "wercker.yml", "bitrise.yml", "codemagic.yaml",
                   "screwdriver.yaml", ".vsts-ci.yml", "netlify.toml", "vercel.json", ".pre-commit-config.yaml", ".ci/run", "renovate.json", ".github/dependabot.yml"],
            "git": [".git/config", ".git/hooks/pre-push", ".git/info/attributes", ".gitattributes", ".gitmodules", ".husky/pre-commit", ".githooks/x", "lefthook.yml", "lefthook.yaml", ".lefthook/pre-push/x"],
        }
        for preset, paths in want.items():
            self.gates({"protectedPaths": ["preset:" + preset]})
            done = self.check("--files-from - --format json", stdin="\n".join(paths + ["src/a", "README.md", "docs/ci.md", "src/ci/x.py"]))
            self.assertEqual([it["path"] for it in json.loads(done.stdout)["touched"]], paths)

    def test_preset_home(self):
        self.gates({"protectedPaths": ["preset:home"]})
        rules = json.loads(self.run_in("protected-paths rules --settings").stdout)["permissions"]["deny"]
        for name in ("~/.bashrc", "~/.zshrc", "~/.profile", "~/.config/fish/**", "~/.gitconfig", "~/.git-credentials", "~/.netrc", "~/.ssh/**", "~/.gnupg/**", "~/.aws/**", "~/.kube/**", "~/.npmrc",
                     "~/.config/gh/**", "~/.config/systemd/**", "~/.config/autostart/**", "~/.claude/settings.json", "~/.claude/cordon.toml", "~/.claude.json", "~/.config/environment.d/**",
                     "~/.xprofile", "~/.xsessionrc", "~/.pam_environment", "~/.local/bin/**", "~/.cargo/config.toml", "~/.config/gcloud/**", "~/.azure/**", "~/.vault-token", "~/.terraformrc"):
            self.assertIn("Edit(%s)" % name, rules)

    def test_patterns_against_git(self):
        """Random patterns and paths: git check-ignore says the same of an anchored pattern."""
        seed = ARGS.seed or random.randrange(1 << 30)
        rng = random.Random(seed)
        print("patterns: seed", seed, flush=True)
        parts = ["a", "b", "ab", ".c", "a.b", "x1"]
        pieces = ["a", "b", "ab", ".c", "*", "a*", "*b", "?", "[ab]", "[!a]", "[a-c]?", "**", "\\*", "x[0-9]", "a.*"]
        paths = sorted({"/".join(rng.choice(parts) for _ in range(rng.randint(1, 4))) for _ in range(150)})
        compared = 0
        for _ in range(ARGS.patterns):
            pattern = "/".join(rng.choice(pieces) for _ in range(rng.randint(1, 4)))
            (self.base / "list.json").write_text(json.dumps({"protectedPaths": [pattern]}))
            done = self.check("--files-from - -0 --format json --list", str(self.base / "list.json"), stdin="\0".join(paths))
            self.assertIn(done.returncode, (0, 1), (pattern, done.stdout))
            ours = {it["path"] for it in json.loads(done.stdout)["touched"] if "why" not in it}
            (self.repo / ".git/info/exclude").write_text("/" + pattern + "\n")
            git = self.run_in("git -c core.ignoreCase=false check-ignore --no-index -z --stdin", "\0".join(paths) + "\0").stdout.decode()
            self.assertEqual(ours, set(git.split("\0")) - {""}, f"pattern {pattern!r}, seed {seed}")
            compared += len(paths)
        print(compared, "answers compared", flush=True)


class Rules(Checker):
    def test_everything_at_once(self):
        for name in (".claude/settings.json", ".claude/notes/n", "pkg/gates.json", "docs/x.key", "docs/b", "README.md", "real/f", "s[1]/f"):
            path = self.repo / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("x")
        (self.repo / "lnk").symlink_to("real")
        listed = self.base / "list.json"
        rows = [  # pattern(s), rules, entries, what is said
            ([".claude/**"], ["/.claude/**"], [".claude"], ""),
            (["/README.md"], ["/README.md"], ["README.md"], ""),
            ([".claude/"], ["/.claude"], [".claude"], ""),
            ([".claude/**", "!.claude/notes/**"], ["/.claude/settings.json"], [".claude/settings.json"], "exempts part of it"),
            (["**/gates.json"], ["/**/gates.json"], ["pkg/gates.json"], "takes no patterns"),
            (["docs/*.key"], ["/docs/*.key"], ["docs/x.key"], "takes no patterns"),
            (["docs/[!x]*"], ["/docs/b"], ["docs/b"], "a rule takes"),
            (["lnk/**"], ["/real/**"], ["real"], "a link"),
            (["README.md/x"], [], [], "only the hook"),
            ([".github/workflows/**"], ["/.github/workflows/**"], [".github/workflows"], "cannot make '.github'"),
            (["s\\[1\\]/**"], ["/s\\[1\\]/**"], ["s[1]"], ""),
            (["~/.ssh/**"], ["~/.ssh/**"], ["~/.ssh"], "not there yet"),
            ([], [], [], "the list is empty"),
        ]
        for patterns, rules, entries, said in rows:
            listed.write_text(json.dumps({"protectedPaths": patterns}))
            done = self.run_in(f"protected-paths rules --settings --list {listed}")
            self.assertEqual(done.returncode, 0, patterns)
            self.assertEqual(json.loads(done.stdout), {"permissions": {"deny": [f"Edit({rule})" for rule in rules]}, "sandbox": {"filesystem": {"denyWrite": entries}}})
            self.assertIn(said, done.stderr.decode())
            self.assertEqual(bool(said), bool(done.stderr), done.stderr)
            people = self.run_in(f"protected-paths rules --list {listed}").stdout.decode()
            for text in [f"Edit({rule})" for rule in rules] + entries:
                self.assertIn(text, people)

    def test_absolute(self):
        (self.repo / "sub").mkdir()
        done = self.run_in("cd sub && protected-paths rules --settings --absolute")
        top = os.path.realpath(self.repo)
        self.assertIn(f"Edit(/{top}/.claude/**)", json.loads(done.stdout)["permissions"]["deny"])
        self.assertIn(top + "/.claude", json.loads(done.stdout)["sandbox"]["filesystem"]["denyWrite"])

    def test_hooks_path(self):
        self.gates({"protectedPaths": ["preset:git"]})
        for value, rule in (("tools/hooks", "/tools/hooks"), ("./tools/hooks/", "/tools/hooks"), ("/opt/h", "//opt/h"), (os.path.realpath(self.repo) + "/h", "/h")):
            self.run_in("git config core.hooksPath " + value)
            self.assertIn(f"Edit({rule})", json.loads(self.run_in("protected-paths rules --settings").stdout)["permissions"]["deny"])

    def test_linked_worktree(self):
        self.gates({"protectedPaths": ["preset:git"]})
        self.run_in("git add -A && git commit -qm x && git worktree add -q ../wt")
        done = self.run_in("cd ../wt && protected-paths rules --settings")
        git = os.path.realpath(self.repo) + "/.git"
        self.assertIn(f"Edit(/{git}/config)", json.loads(done.stdout)["permissions"]["deny"])
        self.assertIn(git + "/hooks", json.loads(done.stdout)["sandbox"]["filesystem"]["denyWrite"])

    def test_usage(self):
        for arguments in ("--setting", "--list", "x", "--settings=1"):
            done = self.run_in("protected-paths rules " + arguments)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"usage:", done.stderr)
        self.assertEqual(self.run_in("protected-paths rules --help").returncode, 0)


def load_tests(loader, *_):
    """Rules inherits the helpers of Checker, not its tests."""
    names = [f"{Checker.__name__}.{name}" for name in loader.getTestCaseNames(Checker)]
    names += [f"{Rules.__name__}.{name}" for name in vars(Rules) if name.startswith("test")]
    return loader.loadTestsFromNames(names, sys.modules[__name__])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, type=os.path.abspath)
    parser.add_argument("--validate", required=True, type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--patterns", type=int, default=150)
    ARGS = parser.parse_args()
    unittest.main(argv=sys.argv[:1])
