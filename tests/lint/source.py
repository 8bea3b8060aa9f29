# SPDX-License-Identifier: Apache-2.0
"""The tree under test as {path: text}, and C++ text without comments and strings."""
import os
import re
import subprocess

SKIPPED = ("build/", "fixtures/", ".git/")
SIZE_LIMIT = 4 << 20


def listed(root):
    """Tracked files and new ones that are not ignored; without git, every file outside build/."""
    done = subprocess.run(["git", "-C", root, "ls-files", "-coz", "--exclude-standard"], capture_output=True, check=False)
    if done.returncode == 0 and os.path.exists(os.path.join(root, ".git")):
        return sorted(set(done.stdout.decode(errors="surrogateescape").split("\0")) - {""})
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if f not in ("build", ".git", "__pycache__")]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    return sorted(found)


def read_tree(root):
    files = {}
    for path in listed(root):
        full = os.path.join(root, path)
        if os.path.islink(full) or not os.path.isfile(full) or os.path.getsize(full) > SIZE_LIMIT:
            continue
        with open(full, "rb") as f:
            files[path] = f.read().decode("utf-8", errors="replace")
    return files


TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/'                       # comments
    r'|R"(?P<tag>[^()\s\\]{0,16})\(.*?\)(?P=tag)"'  # raw strings
    r'|"(?:\\.|[^"\\\n])*"'                      # strings
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'",    # characters, not the marks in 1'000
    re.S)


def code_only(text):
    """C++ with comments and literals blanked; lines keep their numbers."""
    def blank(match):
        kept = '""' if match.group(0)[0] in '"R' else "' '" if match.group(0)[0] == "'" else " "
        return kept + "\n" * match.group(0).count("\n")
    return TOKEN.sub(blank, text)


def without_comments(text):
    return TOKEN.sub(lambda m: m.group(0) if m.group(0)[:2] not in ("//", "/*") else " " + "\n" * m.group(0).count("\n"), text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def is_cpp(path):
    return path.endswith((".cc", ".h"))


def is_host_tool(path):
    """Run by the build, never shipped."""
    return os.path.basename(path).startswith("generate_")
