# SPDX-License-Identifier: Apache-2.0
"""The status line as a person sees it: true at the start, after the settings changed, in a sub-folder and in a linked worktree; its
picture at four widths of the terminal."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import time
import unittest

from common import BIN, FLOOR, NEWEST, opening, runtime, session, standin, terminal, until, wired

SOURCE = pathlib.Path(__file__).resolve().parents[2]
OFF = {"sandbox": {"enabled": False}}
PROBE = standin.call("Bash", command='echo "[${SANDBOX_RUNTIME:-outside}]"', description="where am I")
GREEN, RED = r"\x1b\[(0;)?32m\[sandbox\]", r"\x1b\[(1;31m|1m\x1b\[31m|31m\x1b\[1m)\[NO SANDBOX\]"


class Footer(unittest.TestCase):
    def start(self, cwd=None, version=NEWEST, sandbox=True, before=None):
        world = self.enterContext(session.Scratch())
        world.settings("user", wired("statusline", sandbox=sandbox))
        if before:
            before(world)
        folder = world.base / (cwd or "repo")
        world.trust(world.repo, folder)
        api = self.enterContext(standin.StandIn({"look": [PROBE]}))
        term = self.enterContext(terminal.Interactive(world, runtime.install(version), api, "--allowedTools", "Bash", cwd=folder))
        opening(term)
        return world, api, term

    def agrees(self, api, term, inside, before=True):
        """The footer and where a command really runs. before: the footer says so before the command, too."""
        tag = r"\[sandbox\]" if inside else r"\[NO SANDBOX\]"
        if before:
            term.wait_for(tag)
        term.submit("look")
        term.wait_until(lambda _: api.results("Bash"), "the probe's result")
        self.assertIn("[1]" if inside else "[outside]", api.results("Bash")[-1].text)
        term.wait_for(tag)

    def test_on_is_green(self):
        _, api, term = self.start()
        term.wait_for(GREEN, escapes=True)
        self.agrees(api, term, True)

    def test_off_is_bold_red(self):
        _, api, term = self.start(sandbox=False)
        term.wait_for(RED, escapes=True)
        self.agrees(api, term, False)

    def test_turns_when_the_settings_switch_it_off(self):
        world, api, term = self.start()
        term.wait_for(r"\[sandbox\]")
        world.settings("local", OFF)
        time.sleep(3.0)  # the runtime notices the change a moment after it
        self.agrees(api, term, False, before=None)

    def test_sub_folder_takes_the_local_file_of_the_root(self):
        def before(world):
            world.settings("local", OFF)
            world.write("repo/sub/dir/x", "x")
        _, api, term = self.start("repo/sub/dir", before=before)
        self.agrees(api, term, False)

    def test_sub_folder_does_not_take_the_project_file_of_the_root(self):
        def before(world):
            world.settings("project", OFF)
            world.write("repo/sub/dir/x", "x")
        _, api, term = self.start("repo/sub/dir", before=before)
        self.agrees(api, term, True)

    def test_linked_worktree_takes_the_local_file_of_the_main_checkout(self):
        def before(world):
            world.git("worktree", "add", "-q", str(world.base / "linked"), "-b", "other")
            world.settings("local", OFF)
            world.write("linked/.claude/settings.local.json", json.dumps({"sandbox": {"enabled": True}}))
        _, api, term = self.start("linked", before=before)
        self.agrees(api, term, False)

    def test_floor_takes_the_local_file_of_the_start_folder(self):
        def before(world):
            world.settings("local", OFF)
            world.write("repo/sub/dir/x", "x")
        _, api, term = self.start("repo/sub/dir", version=FLOOR, before=before)
        self.agrees(api, term, True)

    def test_the_runtime_shows_four_columns_less_than_it_says(self):
        """What shown_columns() in statusline/style.h rests on."""
        script = "#!/bin/sh\nprintf '%%s %%0%dd\\n' \"$COLUMNS\" 0\n" % 300
        def before(world):
            path = world.write("long.sh", script, 0o755)
            world.settings("user", wired(more={"statusLine": {"type": "command", "command": str(path), "padding": 1}}))
        _, _, term = self.start(before=before)
        screen = term.wait_until(lambda screen: "000" in screen, "the line")
        row = next(line for line in screen.splitlines() if "000" in line)
        self.assertRegex(row, r"^   120 0+…$")
        self.assertEqual(len(row.strip()), 120 - 4 - 2)


class Rich(unittest.TestCase):
    """The preset rich, drawn again every REFRESH seconds."""
    REFRESH = 1
    PREFIX = "cordon-"

    def start(self, *arguments, cwd=None, hooks=None, before=None):
        world = self.enterContext(session.Scratch(prefix=self.PREFIX))
        settings = wired("statusline", more={"hooks": hooks} if hooks else None)
        settings["statusLine"]["refreshInterval"] = self.REFRESH
        world.settings("user", settings)
        world.write("home/.claude/cordon.toml", '[statusline]\npreset = "rich"\n')
        if before:
            before(world)
        folder = world.base / (cwd or "repo")
        world.trust(world.repo, folder)
        self.api = self.enterContext(standin.StandIn({"look": [PROBE]}))
        self.term = self.enterContext(terminal.Interactive(world, runtime.install(NEWEST), self.api, *arguments, cwd=folder, cols=130))
        opening(self.term)
        return world

    def row(self, screen):
        """The line under the input box."""
        lines = screen.splitlines()
        borders = [number for number, line in enumerate(lines) if line.startswith("────")]
        return lines[borders[-1] + 1] if borders and borders[-1] + 1 < len(lines) else ""


class Picture(Rich):
    """At 60, 100, 130 and 200 columns."""
    WIDTHS = (60, 100, 130, 200)

    def picture(self, narrow, wide, escapes=""):
        """The line at every width is whole (the runtime cuts a longer one with an ellipsis) and as it should be."""
        for columns in self.WIDTHS:
            want = re.compile("  " + (narrow if columns == 60 else wide))
            self.term.resize(columns)
            # Until it is drawn again, the terminal cuts the old line off.
            self.term.wait_until(lambda screen: want.fullmatch(self.row(screen)) and len(self.row(screen)) <= columns - 2,
                                 "%d columns: %s" % (columns, want.pattern))
        if escapes:
            self.term.wait_for(escapes, escapes=True)

    def switch_sandbox(self, choice, key):
        """The runtime drops keys for a moment after the dialog opens: pressed until it counts."""
        self.term.submit("/sandbox")
        self.term.wait_for("No sandbox")
        for _attempt in range(10):
            time.sleep(1.0)
            if re.search("❯ .*" + choice, self.term.screen()):
                break
            self.term.keys(key)
        self.term.wait_for("❯ .*" + choice)
        self.term.keys("Enter")

    def test_start_turn_and_the_sandbox_command(self):
        world = self.start("--allowedTools", "Bash")
        place = r"Opus 5\.5 \[%s\] " + re.escape(str(world.repo)) + " main"
        seconds, answer = r" (\d+m)?\d+s", r" █░{9} \d% \$0\.\d\d"
        file = r"( \?1)?"  # it writes the project's local settings, which it has git ignore a moment later
        sandbox, off = place % "sandbox", place % "NO SANDBOX"
        self.picture(sandbox + r".*", sandbox + r" -- \$0\.00" + seconds, GREEN)
        self.term.submit("look")
        self.term.wait_until(lambda _: self.api.results("Bash"), "the probe's result")
        self.picture(sandbox + r" \d%.*", sandbox + answer + seconds, GREEN)
        self.switch_sandbox("No sandbox", "Down")
        self.picture(off + r".*", off + file + answer + seconds, RED)
        self.switch_sandbox("with regular permissions", "Down")
        self.picture(sandbox + r".*", sandbox + file + answer + seconds, GREEN)

    def test_worktree_bypass_mode_and_a_hook_that_does_not_start(self):
        watch = [{"hooks": [{"type": "command", "command": str(BIN / "posture-watch"), "args": []}]}]
        gone = [{"matcher": "Bash", "hooks": [{"type": "command", "command": "/x/gone/bypass-warn", "args": []}]}]
        world = self.start("--dangerously-skip-permissions", cwd="linked", hooks={"SessionStart": watch, "UserPromptSubmit": watch, "PreToolUse": gone},
                           before=lambda world: world.git("worktree", "add", "-q", str(world.base / "linked"), "-b", "other"))
        tag, place = r"Opus 5\.5 \[sandbox\]", r"repo/linked other"
        self.picture(tag + r" (bypassPermissions )?" + place + r".*", tag + r" (bypassPermissions )?" + place + r" -- \$0\.00 (\d+m)?\d+s", GREEN)
        self.assertNotIn("gone", self.term.screen())
        self.term.submit("look")
        self.term.wait_until(lambda _: self.api.results("Bash"), "the probe's result")
        mark = r"!bypass-warn: has not fired although Bash ran"
        self.picture(tag + r".*bypassPermissions.*", tag + r".* bypassPermissions.*" + place + r".*|" + tag + r".*" + mark + r".*", r"\x1b\[(1;31|31;1)mbypassPermissions|\x1b\[1m\x1b\[31mbypassPermissions")
        self.term.wait_for(mark)

    def test_a_hook_of_the_plugin_that_does_not_start(self):
        def plugin(world):
            (world.base / "plugin" / "bin").mkdir(parents=True)
            shutil.copytree(SOURCE / ".claude-plugin", world.base / "plugin" / ".claude-plugin")
            world.write("plugin/hooks/hooks.json", (SOURCE / "hooks" / "hooks.json").read_text().replace(".claude-plugin/start", "bin/posture-watch"))
            for program in ("posture-watch", "bypass-warn", "git-add-guard", "protected-paths", "error-hint"):
                (world.base / "plugin" / "bin" / program).symlink_to(BIN / program)
        self.start("--plugin-dir", "../plugin", "--allowedTools", "Bash", before=plugin)
        self.assertNotIn("deny-guard", self.term.screen())
        self.term.submit("look")
        self.term.wait_until(lambda _: self.api.results("Bash"), "the probe's result")
        self.term.resize(200)
        self.assertNotRegex(self.row(self.term.wait_for(r"!deny-guard: has not fired although Bash ran")), r"\+\d")


class BigRepository(Rich):
    """50 000 files. The runtime starts a script that draws the line with what the runtime gives it: once, or `times` times with the clock a
    minute on each time, so that a count is due."""
    REFRESH = 5   # as installed
    PREFIX = "/dev/shm/cordon-" if os.access("/dev/shm", os.W_OK) else "cordon-"  # a disk takes its time with so many, even when they are empty
    FILES, RENDERS, AT_ONCE = 50_000, 1000, 250
    SCRIPT = '''#!/bin/sh
payload=$(cat)
times=$(cat "%(base)s/times")
while [ "$times" -gt 1 ]; do
  clock=$((1800000000 + 60 * $(wc -c <"%(base)s/drawn")))
  printf %%s "$payload" | CORDON_CLOCK=$clock "%(program)s" >>"%(base)s/lines" 2>&1 || echo failed >>"%(base)s/lines"
  printf x >>"%(base)s/drawn"
  times=$((times - 1))
done
printf x >>"%(base)s/drawn"
printf %%s "$payload" | exec "%(program)s"
'''

    def fill(self, world):
        files = b"".join(b"M 100644 :1 d%03d/f%03d\n" % divmod(number, 100) for number in range(self.FILES))
        head = b"blob\nmark :1\ndata 0\n\ncommit refs/heads/main\ncommitter n <a@b> 1700000000 +0000\ndata 1\nx\nfrom refs/heads/main^0\n"
        subprocess.run(["git", "fast-import", "--quiet"], cwd=world.repo, input=head + files + b"\n", check=True)
        world.git("reset", "-q", "--hard")
        world.git("config", "gc.auto", "0")
        world.write("times", "1")
        world.write("drawn", "")
        settings = json.loads((world.home / ".claude" / "settings.json").read_text())
        names = {"base": world.base, "program": settings["statusLine"]["command"]}
        settings["statusLine"]["command"] = str(world.write("draw.sh", self.SCRIPT % names, 0o755))
        world.settings("user", settings)

    def drawn(self):
        return (self.world.base / "drawn").stat().st_size

    def test_dirty_within_two_refreshes_and_no_contention(self):
        self.world = self.start(before=self.fill)
        line = lambda mark: re.compile(r"  Opus 5\.5 \[sandbox\] %s main%s -- .*" % (re.escape(str(self.world.repo)), mark))
        is_shown = lambda mark: lambda screen: line(mark).fullmatch(self.row(screen))
        self.term.wait_until(is_shown(""), "the clean repository")
        until(lambda: list((self.world.home / ".local" / "state" / "cordon" / "git").glob("?" * 16)), "the first count")
        for number, mark in enumerate((r" !1", r" !2"), 1):
            before = self.drawn()
            self.world.write("repo/d%03d/f001" % number, "changed")
            self.term.wait_until(is_shown(mark), mark)
            self.assertLessEqual(self.drawn() - before, 2)
        self.beside_a_loop_of_commits()

    def beside_a_loop_of_commits(self):
        """Git refuses to commit while somebody else holds index.lock."""
        begin, commits, failures = self.drawn(), [], []
        self.world.write("times", str(self.AT_ONCE))
        end = time.monotonic() + 120
        while self.drawn() - begin < self.RENDERS and time.monotonic() < end:
            self.world.write("repo/loop", str(len(commits)))
            try:
                self.world.git("add", "loop")
                self.world.git("commit", "-q", "-m", "x")
            except subprocess.CalledProcessError as fault:
                failures.append(fault.stderr)
            commits.append(1)
        drawn = self.drawn() - begin
        self.world.write("times", "1")
        self.assertEqual(failures, [])
        self.assertGreaterEqual(drawn, self.RENDERS)
        self.assertGreater(len(commits), 2)
        self.assertEqual(self.world.git("rev-list", "--count", "HEAD").strip(), str(2 + len(commits)))
        for text in (self.world.base / "lines").read_text().splitlines():
            self.assertRegex(text, r"\[sandbox\].*mmain\x1b.* !\d")


if __name__ == "__main__":
    unittest.main()
