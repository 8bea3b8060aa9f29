# SPDX-License-Identifier: Apache-2.0
"""Which of the three depths (hook, permission rules, sandbox) stops which way to change a protected path, in the real runtime.

Each depth alone, with what `protected-paths rules --settings` prints merged into the project's settings, then all together;
and none at all, where every route has to get through, or it would prove nothing. The outcome has to be the recorded table,
in which a letter stands for a depth that left the path as it was: h hook, r rules, s sandbox.
ROUTES=record python3 test_protected_routes.py records the table anew, ROUTES=/2.1.202 measures another version.
"""
import base64
import concurrent.futures
import json
import os
import pathlib
import shutil
import stat
import subprocess
import tarfile
import unittest

import routes
from common import BIN, FLOOR, NEWEST, mode_arguments, runtime, session, standin, wired

TABLE = pathlib.Path(__file__).resolve().parents[2] / "fixtures/hooks/protected-paths/routes.json"
DEPTHS = {"none": "", "hook": "h", "rules": "r", "sandbox": "s", "all": ""}
AT_ONCE = 3
PARTS = [(depth, kind) for depth in ("sandbox", "all", "hook", "rules", "none") for kind in routes.KINDS]


class Place:
    """A scratch repository with a protected path of one kind, its prepared files, and how it looked at first."""

    def __init__(self, world, kind):
        self.world, self.kind = world, kind
        self.pattern, self.path, has = routes.KINDS[kind]
        self.there, self.user = "there" in has.split(), self.path.startswith("~")
        self.root = world.home if self.user else world.repo
        self.below = self.path[2:] if self.user else self.path
        self.far = str(self.root / self.below)
        world.write("repo/.claude/gates.json", {"protectedPaths": [self.pattern]})
        for name in ("new.txt", "other/" + os.path.basename(self.path)):
            world.write("repo/" + name, "new\n")
        world.write("repo/ops/README", "x\n")
        world.write("repo/tool.sh", "mkdir -p '%s'\necho new > '%s'\n" % (os.path.dirname(self.far), self.far))
        if self.there:
            world.write(str(pathlib.Path(self.far).relative_to(world.base)), "old\n")
        self.commit()
        self.archive()
        self.template = world.base / "template"
        shutil.copytree(world.repo, self.template, symlinks=True)

    def commit(self):
        git = self.world.git
        git("add", ".")
        git("commit", "-q", "-m", "old")
        git("checkout", "-q", "-b", "topic")
        if not self.user:
            self.world.write("repo/" + self.path, "new\n")
            git("add", self.path)
        git("commit", "-q", "--allow-empty", "-m", "new")
        self.world.write("repo/p.diff", git("diff", "main", "topic"))
        git("checkout", "-q", "main")

    def archive(self):
        with tarfile.open(self.world.repo / "x.tar", "w") as tar:
            tar.add(self.world.repo / "new.txt", self.below)

    def words(self):
        far = self.far
        return {"path": self.path, "dir": os.path.dirname(self.path) or ".", "name": os.path.basename(self.path), "far": far, "back": far[::-1],
                "root": str(self.root), "hidden": base64.b64encode(("mkdir -p '%s'; echo new > '%s'" % (os.path.dirname(far), far)).encode()).decode()}

    def rules(self):
        """What the program prints for this place, as settings of the project."""
        env = {"HOME": str(self.world.home), "PATH": "/usr/bin:/bin"}
        done = subprocess.run([str(BIN / "protected-paths"), "rules", "--settings"], cwd=self.world.repo, env=env, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def state(self):
        """How the protected path looks: its kind, mode and content."""
        try:
            info = os.lstat(self.far)
        except (FileNotFoundError, NotADirectoryError):
            return None
        text = os.readlink(self.far) if stat.S_ISLNK(info.st_mode) else pathlib.Path(self.far).read_text()
        links = [os.path.islink(self.root / folder) for folder in pathlib.Path(self.below).parents]
        return info.st_mode, text, links

    def restore(self):
        """Everything as it was. The settings stay untouched when they are right: the runtime watches them."""
        keep = self.world.repo / ".claude" / "settings.json"
        for path in self.world.repo.iterdir():
            if path.name == ".claude" and not path.is_symlink():
                continue
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        folder = self.world.repo / ".claude"
        if folder.is_symlink():
            folder.unlink()
        for path in folder.iterdir() if folder.exists() else ():
            if path != keep:
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        # (Written anew it would be empty for a moment, and a file that is not JSON is dropped: no rules, no sandbox.)
        shutil.copytree(self.template, self.world.repo, symlinks=True, dirs_exist_ok=True, ignore=lambda _, names: {"settings.json"} & set(names) if keep.exists() else ())
        if self.user:
            pathlib.Path(self.far).unlink(missing_ok=True)
            pathlib.Path(self.far).write_text("old\n")


def settings_of(depth, rules):
    """(user's settings, project's settings) of a session with one depth, all or none."""
    sandbox = depth in ("sandbox", "all")
    # The home is writable in the sandbox here: else it would hold the user's files by itself, without our entries.
    user = wired(*(["protected-paths"] if depth in ("hook", "all") else []), sandbox=None,
                 more={"sandbox": {"enabled": sandbox, "filesystem": {"allowWrite": ["~/"]}}})
    project = {}
    if depth in ("rules", "all"):
        project["permissions"] = rules["permissions"]
    if sandbox:
        project["sandbox"] = rules["sandbox"]
    return user, project


def run(version, depth, kind):
    """{route: whether the path stayed as it was} for one depth and one kind of place, in one session."""
    with session.Scratch() as world:
        place = Place(world, kind)
        user, project = settings_of(depth, place.rules())
        world.settings("user", user)
        world.settings("project", project)
        shutil.copytree(world.repo, place.template, symlinks=True, dirs_exist_ok=True)
        outcome, before, steps = {}, place.state(), []

        def begin(call, finished):
            def step(_api):
                if finished:
                    outcome[finished] = place.state() == before
                place.restore()
                return call
            return step

        names = [name for name in routes.NAMES if routes.applies(kind, name)]
        for index, name in enumerate(names):
            first, *rest = routes.calls(place, name)
            steps += [begin(first, names[index - 1] if index else None), *rest]
        with standin.StandIn({"go": steps}) as api:
            done = world.headless(runtime.install(version), api, "go", *mode_arguments("bypassPermissions"), timeout=300)
            outcome[names[-1]] = place.state() == before
        if len(api.told) != len(steps):
            raise AssertionError("%s, %s: %d calls of %d were made: %s" % (depth, kind, len(api.told), len(steps), done.stderr))
        return outcome


def measure(version):
    """(table as recorded, problems)"""
    table = {name: {} for name in routes.NAMES}
    problems = []
    runtime.install(version)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = dict(zip(PARTS, pool.map(lambda part: run(version, *part), PARTS)))
    for kind in routes.KINDS:
        for name in (name for name in routes.NAMES if routes.applies(kind, name)):
            stopped = {depth for depth in DEPTHS if outcomes[depth, kind][name]}
            if "none" in stopped:
                problems.append("%s, %s: gets nowhere with nothing in its way" % (kind, name))
            if stopped & {"hook", "rules", "sandbox"} and "all" not in stopped:
                problems.append("%s, %s: stopped by %s alone, but not by all together" % (kind, name, sorted(stopped)))
            table[name][kind] = "".join(letter for depth, letter in DEPTHS.items() if depth in stopped)
    return table, problems


class Routes(unittest.TestCase):
    maxDiff = None

    def test_table(self):
        recorded = json.loads(TABLE.read_text())
        table, problems = measure(NEWEST)
        self.assertEqual(problems, [])
        self.assertEqual(table, recorded[NEWEST])
        self.assertGreaterEqual(min(sum(kind in row for row in table.values()) for kind in routes.KINDS), 20)


def record():
    recorded = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    for version in (NEWEST, FLOOR) if os.environ["ROUTES"] == "record" else [os.environ["ROUTES"].strip("/")]:
        recorded[version], problems = measure(version)
        print(version, *problems, sep="\n  ")
    rows = ["  %s: {\n%s\n  }" % (json.dumps(version), ",\n".join("    %s: %s" % (json.dumps(name), json.dumps(row)) for name, row in table.items()))
            for version, table in recorded.items()]
    TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    record() if os.environ.get("ROUTES") else unittest.main()
