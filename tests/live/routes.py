# SPDX-License-Identifier: Apache-2.0
"""Ways to change a protected path, and the places they are tried on. What stops which: fixtures/hooks/protected-paths/routes.json.

In a command: {path} the protected path, {dir} its folder, {name} its last part, {far} the path from the file system's root,
{back} the same spelled backwards, {hidden} `echo new > path` in base64. new.txt, p.diff, x.tar, tool.sh and the branch `topic`
are prepared for the place.
"""
from lib import standin

KINDS = {   # name -> (pattern, path, what else of the place a route needs)
    "file": (".github/workflows/**", ".github/workflows/ci.yml", "there folder git"),
    "folder": (".claude/**", ".claude/notes/team.md", "there folder git"),
    "top": ("gates.json", "gates.json", "there git"),
    "any": ("**/gates.json", "pkg/gates.json", "there folder git"),
    "new": ("ops/prod/**", "ops/prod/deploy.yml", "folder git"),
    "user": ("~/.tool.conf", "~/.tool.conf", "there"),
}

# name, what the place must have, command
COMMANDS = [
    ("redirection", "", "echo new > {path}"),
    ("tee", "", "echo new | tee {path}"),
    ("cp", "", "cp new.txt {path}"),
    ("mv over it", "", "mv new.txt {path}"),
    ("install", "", "install new.txt {path}"),
    ("ln -sf", "", "ln -sf \"$PWD/new.txt\" {path}"),
    ("dd", "", "dd if=new.txt of={path}"),
    ("awk", "", "awk 'BEGIN {{ print \"new\" > \"{far}\" }}'"),
    ("python", "", "python3 -c 'open(\"{far}\", \"w\").write(\"new\")'"),
    ("perl", "", "perl -e 'open F, \">\", \"{far}\"; print F \"new\"'"),
    ("python, path spelled backwards", "", "python3 -c 'open(\"{back}\"[::-1], \"w\").write(\"new\")'"),
    ("a script of the repository", "", "sh ./tool.sh"),
    ("base64 piped to sh", "", "echo {hidden} | base64 -d | sh"),
    ("sed -i", "there", "sed -i s/old/new/ {path}"),
    ("truncate", "there", "truncate -s 0 {path}"),
    ("rm", "there", "rm {path}"),
    ("find | xargs rm", "there", "find {dir} -name {name} | xargs rm"),
    ("chmod", "there", "chmod 700 {path}"),
    ("hard link, then write", "there", "ln {path} h && echo new > h"),
    ("symbolic link, then write", "there", "ln -s {far} l && echo new > l"),
    ("link to its folder, then write", "folder", "ln -s \"$PWD/{dir}\" l && echo new > l/{name}"),
    ("its folder moved away", "there folder", "mv {dir} gone && mkdir -p {dir} && echo new > {path}"),
    ("its folder swapped for a link", "there folder", "mv {dir} gone && ln -s \"$PWD/other\" {dir}"),
    ("patch", "git", "patch -s -p1 < p.diff"),
    ("git apply", "git", "git apply p.diff"),
    ("tar -x", "", "tar -xf x.tar -C {root}"),
    ("git checkout of the path", "git", "git checkout -q topic -- {path}"),
    ("git checkout of a branch", "git", "git checkout -q topic"),
    ("git mv", "there git", "git mv {path} moved"),
    ("leaving the sandbox", "", "echo new > {path}"),
]
TOOLS = ["Write tool", "Edit tool"]
NAMES = [name for name, _, _ in COMMANDS] + TOOLS


def applies(kind, name):
    """Whether the route leads to the place at all: nothing can be removed that is not there."""
    has = set(KINDS[kind][2].split())
    needs = {row[0]: set(row[1].split()) for row in COMMANDS}
    return needs.get(name, {"there"} if name == "Edit tool" else set()) <= has


def calls(place, name):
    """The tool calls of a route."""
    if name == "Write tool":
        read = [standin.call("Read", file_path=place.far)] if place.there else []
        return read + [standin.call("Write", file_path=place.far, content="new\n")]
    if name == "Edit tool":
        return [standin.call("Read", file_path=place.far), standin.call("Edit", file_path=place.far, old_string="old", new_string="new")]
    command = next(row[2] for row in COMMANDS if row[0] == name).format(**place.words())
    if not place.there and not name.startswith(("a script", "base64", "patch", "tar", "git")):
        command = "mkdir -p %s && " % place.words()["dir"] + command
    more = {"dangerouslyDisableSandbox": True} if name == "leaving the sandbox" else {}
    return [standin.call("Bash", command=command, description="a step", **more)]
