#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""worker_guard against real repositories with worktrees: each row of fixtures/hooks/git-add-guard/worker.jsonl is given to the
built hook and then really run in the worktree. What the hook lets pass leaves the main checkout's git state as it was (HEAD,
index entries, stash, operation in progress); what it denies changes it, unless the row says otherwise ("changes": false where
git finds nothing to do, null where it depends on unknown values or on who runs it).   usage: worker.py GIT_ADD_GUARD"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FIXTURE = pathlib.Path(__file__).resolve().parents[3] / "fixtures/hooks/git-add-guard/worker.jsonl"


class Scene:
    def __init__(self, folder):
        self.base = pathlib.Path(folder).resolve()
        self.home, self.kept = self.base / "home", self.base / "kept"
        self.live = self.base / "live"
        self.main, self.other, self.link = self.live / "main", self.live / "other", self.live / "link"
        self.own, self.own2 = self.main / ".claude/worktrees/w1", self.main / ".claude/worktrees/w2"
        self.env = {"SHELL": "/bin/bash", "HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1", "GIT_EDITOR": "true"}
        (self.home / ".claude").mkdir(parents=True)
        (self.home / ".gitconfig").write_text("[user]\n\tname = n\n\temail = e@x\n[init]\n\tdefaultBranch = main\n")
        self.make(self.main)
        self.make(self.other)
        self.git("worktree", "add", "-q", "-b", "w1", str(self.own))
        self.git("worktree", "add", "-q", "-b", "w2", str(self.own2))
        self.link.symlink_to(self.main)
        for folder in (self.main, self.other, self.own, self.own2):
            (folder / "b.txt").write_text("changed\n")
        (self.main / "new.txt").write_text("new\n")
        (self.main / "staged.txt").write_text("staged\n")
        self.git("add", "staged.txt")
        (self.main / "p.diff").write_text("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+2\n")
        shutil.copytree(self.live, self.kept, symlinks=True)

    def git(self, *words, cwd=None):
        done = subprocess.run(["git", *words], cwd=cwd or self.main, env=self.env, check=True, capture_output=True, text=True)
        return done.stdout

    def make(self, folder):
        (folder / "src").mkdir(parents=True)
        for name in ("a.txt", "b.txt", "src/x.txt"):
            (folder / name).write_text("1\n")
        (folder / ".gitignore").write_text(".claude/\np.diff\n")
        self.git("init", "-q", cwd=folder)
        self.git("add", ".", cwd=folder)
        self.git("commit", "-qm", "first", cwd=folder)
        self.git("branch", "topic", cwd=folder)
        self.git("checkout", "-q", "topic", cwd=folder)
        (folder / "t.txt").write_text("t\n")
        self.git("add", "t.txt", cwd=folder)
        self.git("commit", "-qm", "topic", cwd=folder)
        self.git("checkout", "-q", "main", cwd=folder)
        (folder / "a.txt").write_text("1\n")
        self.git("commit", "-q", "--allow-empty", "-m", "second", cwd=folder)

    def restore(self):
        shutil.rmtree(self.live)
        shutil.copytree(self.kept, self.live, symlinks=True)

    def state(self):
        """What of the main checkout a worker may not change."""
        git_dir = self.main / ".git"
        entries = subprocess.run(["git", "ls-files", "-s"], cwd=self.main, env=self.env, capture_output=True, text=True, check=False).stdout
        head = (git_dir / "HEAD").read_text()
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.main, env=self.env, capture_output=True, text=True, check=False).stdout
        under_way = sorted(p.name for p in git_dir.iterdir() if p.name in ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "BISECT_LOG"))
        tree = (self.main / "b.txt").read_text() if (self.main / "b.txt").exists() else None
        return head, commit, entries, under_way, tree

    def fill(self, text):
        for name in ("main", "own2", "own", "other", "link"):
            text = text.replace("{%s}" % name, str(getattr(self, name)))
        return text


def ask(hook, scene, command, toml="[git_add_guard]\nworker_guard = true\n", cwd=None, env=None):
    (scene.home / ".claude/cordon.toml").write_text(toml)
    payload = {"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": str(cwd or scene.own), "tool_name": "Bash", "tool_input": {"command": command}}
    done = subprocess.run([hook], input=json.dumps(payload), env=dict(scene.env, CLAUDE_PROJECT_DIR=str(cwd or scene.own), **(env or {})),
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] if done.stdout else "none"


def run_row(hook, scene, row, wrong):
    command = scene.fill(row["in"])
    said = ask(hook, scene, command)
    if said != row["want"]:
        wrong.append("%s: %s: wanted %s, got %s" % (row["name"], row["in"], row["want"], said))
    if row.get("changes", 0) is None:
        return
    before = scene.state()
    subprocess.run(["bash", "-c", command], cwd=scene.own, env=scene.env, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    changed = scene.state()[:4] != before[:4]
    expected = row.get("changes", row["want"] == "deny")
    if changed != expected:
        wrong.append("%s: %s: the main checkout's state %s" % (row["name"], row["in"], "changed" if changed else "did not change"))
    if not row["name"].startswith(("reads", "text")):
        scene.restore()


def when_it_holds(hook, scene, wrong):
    """Off by default; only for workers; a project may switch it on, not off."""
    command = scene.fill("git -C {main} commit -qm x")
    cases = [("off by default", "", scene.own, {}, "none"), ("switched off", "[git_add_guard]\nworker_guard = false\n", scene.own, {}, "none"),
             ("the main checkout itself is no worker", None, scene.main, {}, "none"), ("told by the environment", None, scene.main, {"CORDON_WORKER": "1"}, "deny"),
             ("another value is no yes", None, scene.main, {"CORDON_WORKER": "0"}, "none"), ("in a folder of the worktree", None, scene.own / "src", {}, "deny")]
    for name, toml, cwd, env, want in cases:
        said = ask(hook, scene, command, cwd=cwd, env=env, **({} if toml is None else {"toml": toml}))
        if said != want:
            wrong.append("%s: wanted %s, got %s" % (name, want, said))


def main():
    rows = [json.loads(line) for line in FIXTURE.read_text().splitlines()]
    wrong = []
    with tempfile.TemporaryDirectory(prefix="cordon-worker-") as folder:
        scene = Scene(folder)
        for row in rows:
            run_row(sys.argv[1], scene, row, wrong)
        when_it_holds(sys.argv[1], scene, wrong)
    quiet = sum(row["want"] == "none" for row in rows)
    print("%d rows, %d of them quiet, %d wrong" % (len(rows), quiet, len(wrong)))
    for line in wrong:
        print("  " + line)
    return 1 if wrong or len(rows) < 120 or quiet * 2 < len(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
