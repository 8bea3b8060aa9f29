# SPDX-License-Identifier: Apache-2.0
"""Commands that take the work tree to another commit, in real repositories: silent unless a protected file differs there.
What is let pass is then run, and must leave every protected file as it was. Linked worktrees: each is judged from its own
root. More than half of the rows must not fire.

usage: branches.py PROGRAM FIXTURES
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
GIT = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b", "GIT_CONFIG_GLOBAL": "/dev/null", "PATH": "/usr/bin:/bin"}

# main: base, then one more. plain and topic leave from base; plain changes src only, guard changes a protected file.
REPOSITORY = r"""
git init -q -b main . && mkdir -p .claude/hooks .github/workflows src && echo {} > .claude/settings.json && echo 1 > .claude/hooks/guard.sh
echo x > .github/workflows/ci.yml && echo 1 > src/a && echo 1 > src/b && git add -A && git commit -qm base && git tag base
git checkout -qb plain && echo 2 > src/a && git commit -qam plain && echo 3 > src/a && git commit -qam "plain two"
git checkout -qb guard base && echo 2 > .claude/settings.json && git commit -qam guard && echo 9 > src/b && git commit -qam "guard two"
git checkout -qb moved base && git rm -q .github/workflows/ci.yml && git commit -qm moved
git checkout -qb link base && git rm -rq .claude && ln -s /tmp .claude && git add .claude && git commit -qm link
git checkout -q main && echo 2 > src/b && git commit -qam "main two" && git tag two
git checkout -qb behind base && git checkout -q main && git checkout -qb drop && git rm -q .claude/hooks/guard.sh && git commit -qm drop && git checkout -q main
git checkout -qb ahead guard && git checkout -q main
git clone -q --bare . ../origin.git && git remote add origin ../origin.git && git fetch -q && git branch -q -u origin/main main
git branch -qD moved && git checkout -q main
"""
STASHES = r"""
echo 5 > src/a && git stash -q && echo 5 > .claude/settings.json && git stash -q && echo new > src/new && git stash -qu && echo n > .claude/new && git stash -qu
"""  # stash@{0} untracked protected, {1} untracked src, {2} protected, {3} src

SILENT, ASK = "allow", "ask"
W1 = "git worktree add -q .claude/worktrees/w1 plain"
ROWS = [
    # (what is done before, command, answer)
    ("", "git checkout plain", SILENT), ("", "git switch plain", SILENT), ("", "git checkout -q plain --", SILENT), ("", "git switch -d plain", SILENT), ("", "git checkout guard", ASK), ("", "git switch guard", ASK),
    ("", "git checkout base", SILENT), ("", "git checkout HEAD~1", SILENT), ("", "git checkout drop", ASK), ("", "git checkout moved", ASK), ("", "git switch moved", ASK), ("", "git checkout link", ASK), ("", "git checkout --detach guard", ASK),
    ("", "git checkout -b new", SILENT), ("", "git switch -c new", SILENT), ("", "git checkout -b new plain", SILENT), ("", "git switch -c new plain", SILENT), ("", "git checkout -b new guard", ASK), ("", "git switch -c new guard", ASK),
    ("", "git checkout -B plain guard", ASK), ("", "git checkout --orphan fresh", SILENT), ("", "git switch --orphan fresh", ASK), ("", "git checkout nosuch", SILENT), ("", "git switch nosuch", SILENT), ("", "git checkout -t origin/plain", SILENT),
    ("", "git checkout --track origin/guard", ASK), ("", "git checkout", SILENT), ("", "git checkout -", SILENT), ("git checkout -q guard && git checkout -q main", "git checkout -", ASK), ("git checkout -q plain && git checkout -q main", "git switch -", SILENT),
    ("echo 7 > .claude/settings.json", "git checkout plain", SILENT), ("echo 7 > .claude/settings.json", "git checkout -f plain", ASK), ("echo 7 > src/a", "git checkout -f", SILENT), ("echo 7 > .claude/settings.json", "git checkout -f", ASK),
    ("", "git checkout \"$b\"", ASK), ("", "git checkout plain && git checkout main && git checkout -b x", SILENT), ("", "cd src && git checkout plain", SILENT), ("", "cd src && git checkout guard", ASK), ("", "git -C src switch guard", ASK),
    ("", "git -c core.editor=true checkout plain", SILENT), ("", "git --git-dir=/tmp/x/.git checkout plain", ASK), ("", "GIT_INDEX_FILE=/tmp/i git checkout plain", ASK), ("", "git checkout main...guard", ASK), ("", "git checkout ':/guard'", ASK),
    ("", "git update-ref refs/heads/plain guard && git checkout plain", ASK), ("", "git branch next guard && git checkout next", ASK), ("", "git branch next && git switch next", SILENT), ("", "git branch next plain && git switch next", SILENT),
    ("", "git fetch && git checkout plain", SILENT), ("", "git fetch origin && git checkout unheard", ASK), ("", "git fetch origin pull/1/head:pr && git checkout pr", ASK), ("", "git branch a b; git branch b a; git checkout a", ASK),
    ("", "git reset --hard", SILENT), ("", "git reset --hard HEAD~1", SILENT), ("", "git reset --hard plain", SILENT), ("", "git reset --hard guard", ASK), ("", "git reset --hard nosuch", SILENT), ("", "git reset guard", SILENT), ("", "git reset --soft HEAD~1", SILENT),
    ("echo 7 > src/a", "git reset --hard", SILENT), ("echo 7 > .claude/settings.json", "git reset --hard", ASK), ("echo 7 > .claude/settings.json", "git reset --hard HEAD~1", ASK), ("echo n > .claude/n && git add .claude/n", "git reset --hard", ASK),
    ("touch -d 2001-01-01 .claude/settings.json", "git reset --hard", SILENT), ("chmod +x .claude/settings.json", "git reset --hard", ASK), ("rm .claude/settings.json", "git reset --hard", ASK), ("git checkout -q behind", "git reset --hard origin/main", SILENT),
    ("", "git reset --keep guard", ASK), ("", "git reset --merge plain", SILENT), ("", "git reset guard && git checkout -f", ASK), ("", "git reset src/a && git checkout plain", SILENT),
    ("", "git merge plain", SILENT), ("", "git merge --no-ff -m msg plain", SILENT), ("", "git merge guard", ASK), ("", "git merge --squash guard", ASK), ("", "git merge base", SILENT), ("", "git merge plain guard", ASK), ("", "git merge nosuch", SILENT),
    ("", "git merge", SILENT), ("", "git merge --abort", SILENT), ("", "git merge --continue", SILENT), ("", "git merge -X theirs plain", SILENT), ("", "git merge -X subtree=.claude plain", ASK), ("", "git merge drop", ASK), ("git merge -q -m m guard~1", "git merge ahead", SILENT),
    ("git checkout -q drop", "git merge plain", SILENT), ("git checkout -q drop", "git merge main", SILENT), ("git checkout -q drop", "git checkout main", ASK), ("git checkout -q plain && git mv src/b .claude/b && git commit -qm mv", "git merge main", ASK),
    ("git checkout -q plain && git mv src/b src/c && git commit -qm mv", "git merge main", SILENT), ("git checkout -q plain", "git merge main", SILENT),
    ("git checkout -q plain", "git rebase main", SILENT), ("git checkout -q plain", "git rebase guard", ASK), ("", "git rebase main plain", SILENT), ("", "git rebase main guard", ASK), ("git checkout -q plain", "git rebase --onto main base", SILENT),
    ("git checkout -q plain", "git rebase --onto guard base", ASK), ("git checkout -q guard", "git rebase main", SILENT), ("git checkout -q plain", "GIT_SEQUENCE_EDITOR=true git rebase -i HEAD~1", SILENT), ("git checkout -q guard", "git rebase -i HEAD~1", ASK), ("git checkout -q plain", "git rebase -x 'make' main", ASK), ("git checkout -q plain", "git rebase", SILENT),
    ("", "git rebase --abort", SILENT), ("", "git rebase --continue", SILENT), ("git checkout -q plain && echo 8 > src/b && git commit -qam c && (git rebase main || true)", "git rebase --continue", SILENT),
    ("git checkout -q guard && (git rebase main || true)", "git rebase --skip", SILENT), ("git checkout -q plain && echo 8 > src/b && git commit -qam c && (git rebase main || true); echo 'exec cp x .claude/y' >> .git/rebase-merge/git-rebase-todo", "git rebase --continue", ASK),
    ("git checkout -q plain && echo 8 > src/b && git commit -qam c && (git rebase main || true); echo \"pick $(git rev-parse guard~1)\" >> .git/rebase-merge/git-rebase-todo", "git rebase --continue", ASK),
    ("", "git cherry-pick plain", SILENT), ("", "git cherry-pick -x plain~1", SILENT), ("", "git cherry-pick guard", SILENT), ("", "git cherry-pick guard~1", ASK), ("", "git cherry-pick base..plain", SILENT), ("", "git cherry-pick base..guard", ASK), ("", "git cherry-pick nosuch", SILENT),
    ("", "git cherry-pick --continue", SILENT), ("", "git revert HEAD", SILENT), ("", "git revert --no-edit HEAD~1..HEAD", SILENT), ("git checkout -q drop", "git revert HEAD", ASK), ("git checkout -q guard", "git revert --no-edit HEAD", SILENT), ("git checkout -q guard", "git revert HEAD~1", ASK),
    ("", "git pull", SILENT), ("", "git pull --rebase", SILENT), ("", "git pull --ff-only origin main", SILENT), ("", "git pull origin plain", SILENT), ("", "git pull origin guard", ASK), ("", "git pull ../evil main", ASK), ("", "git pull origin unheard", ASK), ("git checkout -q plain", "git pull", SILENT),
    ("git checkout -q plain && git branch -q -u origin/guard", "git pull", ASK), ("git checkout -q behind && git branch -q -u origin/main", "git pull", SILENT),
    ("", "git stash", SILENT), ("echo 7 > src/a", "git stash", SILENT), ("echo 7 > .claude/settings.json", "git stash", ASK), ("echo 7 > .claude/settings.json", "git stash push -m wip -- src", SILENT), ("echo 7 > .claude/settings.json", "git stash push -- .claude", ASK),
    ("echo 7 > .claude/new", "git stash", SILENT), ("echo 7 > .claude/new", "git stash -u", ASK), ("echo 7 > src/new", "git stash -u", SILENT), ("echo 7 > src/a", "git stash save wip", SILENT), ("cd src && echo 7 > ../.claude/new", "cd src && git stash -u", ASK),
    ("", "git stash list", SILENT), ("", "git stash pop", SILENT), (STASHES, "git stash pop", ASK), (STASHES, "git stash pop stash@{1}", SILENT), (STASHES, "git stash apply 2", ASK), (STASHES, "git stash apply stash@{3}", SILENT), (STASHES, "git stash pop -q 'stash@{9}'", SILENT),
    (STASHES, "git stash drop", SILENT), (STASHES, "git stash branch x stash@{3}", SILENT), (STASHES, "git stash branch x stash@{2}", ASK), (STASHES + "echo 7 > src/a", "git stash && git pull && git stash pop", SILENT), (STASHES, "git stash && git pull && git stash pop", ASK),
    ("echo 7 > .claude/settings.json", "git commit -qam x && git checkout plain", ASK), ("echo 7 > src/a", "git commit -qam x && git checkout plain", SILENT), ("", "git checkout -b fix && git commit -qam x && git checkout main && git merge fix", SILENT),
    ("rm -rf .git", "git checkout guard", SILENT), ("rm -rf .git", "git stash pop", SILENT), ("rm -rf .git && mkdir .git", "git checkout guard", ASK), ("rm -rf .git && git init -q .", "git checkout guard", SILENT), ("rm -rf .git && git init -q .", "git stash -u", SILENT),
    (W1, "find . -name a -delete", SILENT), (W1, "find . -name '*.json' -delete", ASK),
    ("git config core.fsmonitor 'touch ../ran; false' && git config core.hooksPath ../hooks && git config filter.x.clean 'touch ../ran; cat' && echo '* filter=x' > .git/info/attributes && echo 7 > .claude/settings.json", "git reset --hard", ASK),
]

FAKE = "mkdir -p .claude/worktrees/w1 && "
WORKTREES = [
    # (what is done before, path, cwd, project, answer)
    (W1, ".claude/worktrees/w1/src/a", ".", ".", SILENT), (W1, ".claude/worktrees/w1/src/new/b", ".", ".", SILENT), (W1, "src/a", ".claude/worktrees/w1", ".claude/worktrees/w1", SILENT),
    (W1, "src/a", ".claude/worktrees/w1", ".", SILENT), (W1, ".claude/worktrees/w1/.claude/settings.json", ".", ".", ASK), (W1, ".github/workflows/x", ".claude/worktrees/w1", ".", ASK), (W1, "docs/.github/x", ".claude/worktrees/w1", ".", SILENT), (W1, ".claude/settings.json", ".claude/worktrees/w1", ".claude/worktrees/w1", ASK),
    (W1, "../../settings.json", ".claude/worktrees/w1", ".", ASK), (W1, "../../settings.json", ".claude/worktrees/w1", ".claude/worktrees/w1", ASK), (W1, ".claude/worktrees/w1/.git", ".", ".", ASK), (W1, ".claude/worktrees/other", ".", ".", ASK), (W1, ".claude/worktrees/w1/gates.json", ".", ".", ASK),
    ("", ".claude/worktrees/w1/src/a", ".", ".", ASK), (FAKE + "mkdir .claude/worktrees/w1/.git", ".claude/worktrees/w1/src/a", ".", ".", ASK), (FAKE + "git init -q .claude/worktrees/w1", ".claude/worktrees/w1/src/a", ".", ".", ASK),
    (FAKE + "echo gitdir: ../../../.git > .claude/worktrees/w1/.git", ".claude/worktrees/w1/src/a", ".", ".", ASK), (W1 + " && cp -r .claude/worktrees/w1 .claude/hooks/w2", ".claude/hooks/w2/src/a", ".", ".", ASK),
    ("git worktree add -q ../other plain && mkdir -p .claude/worktrees/w1 && cp ../other/.git .claude/worktrees/w1/", ".claude/worktrees/w1/src/a", ".", ".", ASK), ("git worktree add -q .claude/hooks/w1 plain", ".claude/hooks/w1/src/a", ".", ".", ASK),
    (W1 + " && echo '{\"protectedPaths\":[\"src/**\"]}' > .claude/worktrees/w1/.claude/gates.json", ".claude/worktrees/w1/src/a", ".", ".", ASK), (W1 + " && echo '{\"protectedPaths\":[\"src/**\"]}' > .claude/gates.json", ".claude/worktrees/w1/src/a", ".", ".", SILENT),
    (W1 + " && ln -s ../../../settings.json .claude/worktrees/w1/src/l", ".claude/worktrees/w1/src/l", ".", ".", ASK), (W1 + " && ln -s .claude/worktrees/w1/src l", "l/a", ".", ".", SILENT), (W1 + " && git init -q .claude/worktrees/w1/vendor", ".claude/worktrees/w1/vendor/a", ".", ".", SILENT),
    ("git worktree add -q ../side plain", "../side/src/a", ".", ".", SILENT), ("git worktree add -q ../side plain", "../side/.claude/settings.json", ".", ".", ASK), ("git worktree add -q trees/t plain", "trees/t/.github/workflows/x", ".", ".", ASK), ("git worktree add -q trees/t plain", "trees/t/src/x", ".", ".", SILENT),
    (W1 + " && ln -s repo ../alias", "../alias/.claude/worktrees/w1/src/a", ".", ".", SILENT), (W1 + " && ln -s repo ../alias", "../alias/.claude/settings.json", ".", ".", ASK),
]
# In the worktree, the session being started in the main checkout and in the worktree.
W1_COMMANDS = [
    ("sed -i s/1/2/ src/*", SILENT), ("rm -rf src", SILENT), ("sed -i s/1/2/ .claude/settings.json", ASK), ("git checkout -b x", SILENT), ("git reset --hard guard", ASK), ("git reset --hard base", SILENT), ("echo x > ../../settings.json", ASK), ("find . -name '*.orig' -delete", SILENT),
    ("rm -rf ../w1", ASK), ("cd ../../.. && git worktree remove .claude/worktrees/w1", ASK), ("cd ../../.. && find . -name '*.json' -delete", ASK),
]


def run(script, cwd, home):
    subprocess.run(["bash", "-c", script], cwd=cwd, env={**GIT, "HOME": home}, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def ask(tool, tool_input, cwd, project, home):
    payload = {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": cwd, "tool_name": tool, "tool_input": tool_input}
    env = {"SHELL": "/bin/bash", "PATH": "/usr/bin:/bin", "HOME": home, "CLAUDE_PROJECT_DIR": project, "GIT_DIR": "/nonexistent"}
    done = subprocess.run([PROGRAM], input=json.dumps(payload).encode(), capture_output=True, env=env, timeout=60)
    if done.returncode != 0 or done.stderr:
        return f"exit {done.returncode}", done.stderr.decode()
    answer = json.loads(done.stdout) if done.stdout else {}
    out = answer.get("hookSpecificOutput", {})
    return out.get("permissionDecision", "allow"), out.get("permissionDecisionReason", "")


class Scratch:
    """A copy of the repository for each way it is prepared; commands run in a copy of that."""

    def __init__(self, base):
        self.base, self.home = base, base + "/home"
        os.makedirs(base + "/template/repo")
        os.makedirs(self.home)
        run("set -e\n" + REPOSITORY, base + "/template/repo", self.home)

    def __call__(self, before):
        place = f"{self.base}/{sum(map(ord, before))}-{len(before)}"
        repo = place + "/repo"
        if os.path.isdir(place):
            return repo
        shutil.copytree(self.base + "/template", place, symlinks=True)
        run("git update-index -q --refresh; " + (before or "true"), repo, self.home)
        return repo


def snapshot(repo):
    out = {}
    for folder, names, files in os.walk(repo):
        names[:] = [n for n in names if n not in (".git", "worktrees")]
        for path in (os.path.join(folder, n) for n in files + names):
            parts = os.path.relpath(path, repo).split("/")
            if parts[0] == ".claude" or parts[:2] == [".github", "workflows"] or parts[-1] == "gates.json":
                text = os.readlink(path) if os.path.islink(path) else open(path, "rb").read() if os.path.isfile(path) else ""
                out["/".join(parts)] = (text, os.lstat(path).st_mode)
    return out


def really_changed(base, repo, command, home):
    """The protected files that the command changed in a copy of the repository."""
    place = base + "/run"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(os.path.dirname(repo), place, symlinks=True)
    before = snapshot(place + "/repo")
    subprocess.run(["bash", "-c", "git update-index -q --refresh; " + command], cwd=place + "/repo", env={**GIT, "HOME": home, "GIT_EDITOR": "true"}, check=False,
                   stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    after = snapshot(place + "/repo")
    return sorted(p for p in before.keys() | after.keys() if before.get(p) != after.get(p))


def main():
    only = sys.argv[3] if len(sys.argv) > 3 else ""
    failed, quiet, count = 0, 0, 0

    def check(what, got, want):
        nonlocal failed, quiet, count
        count += 1
        quiet += want == SILENT
        if got[0] != want:
            failed += 1
            print(f"{got[0]}, expected {want}: {what}\n    {got[1][:600]}")

    with tempfile.TemporaryDirectory() as base:
        scratch = Scratch(os.path.realpath(base))
        for before, command, want in ROWS:
            if only in command:
                repo = scratch(before)
                check((before, command), ask("Bash", {"command": command}, repo, repo, scratch.home), want)
                touched = really_changed(scratch.base, repo, command, scratch.home) if want == SILENT else []
                if touched:
                    failed += 1
                    print(f"MISS {(before, command)} changed {touched}")
                if os.path.exists(repo + "/../ran"):
                    failed += 1
                    print(f"a program of the repository's configuration was started by: {command}")
        for before, path, cwd, project, want in WORKTREES:
            if only in path:
                repo = scratch(before)
                here = os.path.normpath(os.path.join(repo, cwd))
                check((before, path, cwd), ask("Write", {"file_path": os.path.join(here, path), "content": ""}, here, os.path.normpath(os.path.join(repo, project)), scratch.home), want)
        for project in (".", ".claude/worktrees/w1"):
            for command, want in W1_COMMANDS:
                if only in command:
                    repo = scratch(W1)
                    check((project, command), ask("Bash", {"command": command}, repo + "/.claude/worktrees/w1", os.path.normpath(os.path.join(repo, project)), scratch.home), want)
    if not only and quiet * 2 < count:
        failed += 1
    print(f"{count} rows ({quiet} must not fire), {failed} failures")
    return 1 if failed else 0


sys.exit(main())
