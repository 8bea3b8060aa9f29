# SPDX-License-Identifier: Apache-2.0
"""The spellings `protected-paths rules` relies on, asked of the real runtime, and its output as `claude --settings`."""
import subprocess
import unittest

from common import BIN, FLOOR, NEWEST, mode_arguments, runtime, session, standin, wired

BOTH = (FLOOR, NEWEST)
PYTHON = "python3 -c \"import sys; open(sys.argv[1], 'w')\" '%s'"   # names nothing that a rule would look at

# Every row has a folder {d} of its own, so that one session can hold them all.
# spelling in the project's permissions.deny, path that is written, whether the rule holds it (sandbox off)
RULES = [
    ("Edit(/{d}/a/**)", "{d}/a/f", True),
    ("Edit(/{d}/a)", "{d}/a/f", True),
    ("Edit(/{d}/a/)", "{d}/a/f", True),
    ("Edit(/{d}-f)", "{d}-f", True),
    ("Edit(/f-{d})", "{d}/f-{d}", False),               # anchored
    ("Edit(/**/{d}-f)", "{d}-f", True),
    ("Edit(/**/f-{d})", "{d}/a/f-{d}", True),
    ("Edit(/{d}/**/f)", "{d}/a/f", True),
    ("Edit(/{d}/?.key)", "{d}/a.key", True),
    ("Edit(/{d}/[ab].key)", "{d}/a.key", True),
    ("Edit(/{d}/[!b].key)", "{d}/a.key", False),        # a negated class is read without its mark
    ("Edit(/{d}/[^b].key)", "{d}/b.key", True),
    ("Edit(/{D}/A/**)", "{d}/a/f", True),               # in either case
    ("Edit(/{d}/p (q)/**)", "{d}/p (q)/f", True),
    ("Edit(/{d}/s\\[1\\]/**)", "{d}/s[1]/f", True),
    ("Edit(/{d}/s\\[1\\]/**)", "{d}/s1/f", False),
    ("Edit(/{repo}/{d}/a/**)", "{d}/a/f", True),
    ("Edit(~/{d}/.thing)", "{home}/{d}/.thing", True),
    ("Edit(/{d}/a/**) Edit(!/{d}/a/f)", "{d}/a/f", True),  # no exemptions
    ("Write(/{d}/a/**)", "{d}/a/f", False),
]
# entry of denyWrite, path that is written from python, whether the sandbox of the floor and of the newest holds it
ENTRIES = [
    ("{d}/a", "{d}/a/f", True, True),
    ("{d}/a/**", "{d}/a/f", True, True),
    ("{repo}/{d}/a", "{d}/a/f", True, True),
    ("/{d}/a", "{d}/a/f", False, False),                # from the file system's root
    ("~/{d}/.thing", "{home}/{d}/.thing", True, True),
    ("**/f-{d}", "{d}/a/f-{d}", False, False),          # no patterns
    ("{d}/*.key", "{d}/a.key", False, False),
    ("{d}/s[1]", "{d}/s[1]/f", False, True),            # what is there by that very name
    ("{d}/p (q)", "{d}/p (q)/f", True, True),
    ("{d}/new", "{d}/new", True, True),                 # not there
    ("{d}/gone/deeper", "{d}/gone/deeper", True, True),
]
FILES = ("a/f", "a/f-{d}", "f-{d}", "a.key", "b.key", "p (q)/f", "s[1]/f", "s1/f")


class Rules(unittest.TestCase):
    def scratch(self, rows=1):
        """A repository with a folder a row: d0, d1, …"""
        world = self.enterContext(session.Scratch())
        for d in ("d%d" % row for row in range(rows)):
            for name in FILES:
                world.write("repo/%s/%s" % (d, name.replace("{d}", d)), "old\n")
            world.write("repo/%s-f" % d, "old\n")
            world.write("home/%s/.thing" % d, "old\n")
        return world

    def held(self, version, world, user, project, commands, *more):
        """Which of the commands were refused, in one session."""
        world.settings("user", user)
        world.settings("project", project)
        steps = [standin.call("Bash", command=command, description="a step") for command in commands]
        with standin.StandIn({"go": steps}) as api:
            world.headless(runtime.install(version), api, "go", *mode_arguments("bypassPermissions"), *more)
        self.assertEqual(len(api.told), len(commands))
        return [result.is_error for result in api.told]

    def words(self, world, text, row):
        return text.replace("{repo}", str(world.repo)).replace("{home}", str(world.home)).replace("{d}", "d%d" % row).replace("{D}", "D%d" % row)

    def test_spelling_of_rules(self):
        for version in BOTH:
            world = self.scratch(len(RULES))
            rules = [rule for row, (spelled, _, _) in enumerate(RULES) for rule in self.words(world, spelled, row).replace(") ", ")\n").splitlines()]
            commands = ["echo new > '%s'" % self.words(world, path, row) for row, (_, path, _) in enumerate(RULES)]
            got = self.held(version, world, wired(sandbox=False), {"permissions": {"deny": rules}}, commands)
            self.assertEqual([(row[0], held) for row, held in zip(RULES, got)], [(spelled, want) for spelled, _, want in RULES], version)

    def test_spelling_of_entries(self):
        for index, version in enumerate(BOTH):
            world = self.scratch(len(ENTRIES))
            user = wired(sandbox=None, more={"sandbox": {"enabled": True, "filesystem": {"allowWrite": ["~/"]}}})
            entries = [self.words(world, row[0], number) for number, row in enumerate(ENTRIES)]
            commands = [PYTHON % self.words(world, row[1], number) for number, row in enumerate(ENTRIES)]
            got = self.held(version, world, user, {"sandbox": {"filesystem": {"denyWrite": entries}}}, commands)
            self.assertEqual([(row[0], held) for row, held in zip(ENTRIES, got)], [(row[0], row[2 + index]) for row in ENTRIES], version)

    def test_a_link_breaks_the_old_sandbox(self):
        """Why the rules name what a link leads to."""
        for version, want in ((FLOOR, True), (NEWEST, False)):
            world = self.scratch()
            (world.repo / "lnk").symlink_to("d0")
            self.assertEqual(self.held(version, world, wired(sandbox=True), {"sandbox": {"filesystem": {"denyWrite": ["lnk"]}}}, ["echo hello"]), [want], version)

    def test_output_as_settings(self):
        """claude --settings "$(protected-paths rules --settings --absolute)" """
        for version in BOTH:
            world = self.scratch()
            world.write("repo/.claude/gates.json", {"protectedPaths": ["d0/a/**", "**/b.key", "lnk/**", "~/d0/.thing"]})
            (world.repo / "lnk").symlink_to("d0/s1")
            done = subprocess.run([str(BIN / "protected-paths"), "rules", "--settings", "--absolute"], cwd=world.repo, capture_output=True, text=True, check=True,
                                  env={"HOME": str(world.home), "PATH": "/usr/bin:/bin"})
            commands = ["echo hello", "echo new > d0/a/f", PYTHON % "d0/a/f", "rm d0/b.key", PYTHON % "d0/b.key", PYTHON % "lnk/f", PYTHON % (world.home / "d0/.thing"),
                        PYTHON % "d0/a.key"]
            self.assertEqual(self.held(version, world, wired(sandbox=True), {}, commands, "--settings", done.stdout), [False] + [True] * 6 + [False], version)


if __name__ == "__main__":
    unittest.main()
