#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Build step: catalogue.toml -> the rows of catalogue.cc and examples.cc. usage: generate_catalogue.py CATALOGUE ENTRIES EXAMPLES

Fails with the entry's name on whatever the rule could not use: an unknown key, a literal in upper case, an entry without a row on both sides.
"""
import pathlib
import re
import sys
import tomllib

KEYS = {"id", "title", "literals", "with", "patterns", "handled", "violations", "programs", "only", "without", "under", "unless_exists", "backend",
        "macos", "hint", "remedy", "source", "fires", "quiet"}
CACHE_KEYS = {"id", "tool", "programs", "folder", "with", "instead", "literals", "patterns", "allow", "source", "fires", "quiet"}
EXAMPLE_KEYS = {"command", "output", "stderr", "event", "exists"}
PATH = r"""(/(?:[^\s:'"‘’()`]*/)?%s)"""
CACHE_PATTERNS = (
    "(?i)" + PATH + r"""(?:/[^\s'"‘’()`]*)?[^\n/]*?read-only file system""",
    r"(?i)read-only file system[^/\n]*" + PATH + r"""(?:[/'"’)\s]|$)""",
    r"ENOENT: no such file or directory, mkdir '" + PATH + "(?:[/'])",
)
CACHE_LITERALS = ["read-only file system", "enoent: no such file or directory, mkdir"]
CACHE_HINT = "{tool} keeps its files in {{subject}}, which the sandbox does not let commands write: do not retry as it is. Instead: {instead}"
CACHE_REMEDY = 'if commands may write it: {{"sandbox":{{"filesystem":{{"allowWrite":["{allow}"]}}}}}} in ~/.claude/settings.json'
NO_REMEDY = "run this step yourself outside the session"


def expanded(cache):
    """A [[cache]] as the [[hint]] it stands for."""
    allow = cache.get("allow", "{allow}")
    programs = cache.get("programs", [])
    return {
        "id": cache["id"], "title": "%s's folder is read-only in the sandbox" % cache["tool"],
        "literals": CACHE_LITERALS + cache.get("literals", []), "with": cache["with"],
        "patterns": [p % cache["folder"] for p in CACHE_PATTERNS] + cache.get("patterns", []),
        "handled": bool(programs), "programs": programs, "under": ["/"], "macos": False,
        "hint": CACHE_HINT.format(tool=cache["tool"], instead=cache["instead"]),
        "remedy": CACHE_REMEDY.format(allow=allow) if allow else NO_REMEDY,
        "source": cache["source"], "fires": cache["fires"], "quiet": cache["quiet"],
    }


def in_order(text, data):
    """Entries of both kinds in the order of the file."""
    kinds = re.findall(r"^\[\[(hint|cache)\]\]", text, re.M)
    rows = {kind: iter(data.get(kind, [])) for kind in ("hint", "cache")}
    for kind in kinds:
        row = next(rows[kind])
        unknown = set(row) - (KEYS if kind == "hint" else CACHE_KEYS)
        if unknown:
            raise SystemExit("%s: unknown keys %s" % (row.get("id"), sorted(unknown)))
        yield row if kind == "hint" else expanded(row)


def check(row):
    for key in ("id", "title", "hint", "remedy", "source", "literals", "patterns", "fires", "quiet"):
        if not row.get(key):
            raise SystemExit("%s: '%s' is missing or empty" % (row.get("id"), key))
    for literal in row["literals"] + row.get("with", []):
        if literal != literal.lower():
            raise SystemExit("%s: not in lower case: %r" % (row["id"], literal))
    if any(len(literal) < 4 for literal in row["literals"]):
        raise SystemExit("%s: literals have at least four bytes" % row["id"])
    for example in row["fires"] + row["quiet"]:
        if set(example) - EXAMPLE_KEYS or not example.get("output"):
            raise SystemExit("%s: an example has a command, an output, and stderr, event, exists if need be: %r" % (row["id"], example))


def quoted(text):
    """A C++ string literal: bytes that are no plain ASCII as octal, so that no following letter belongs to them."""
    out = []
    for byte in text.encode():
        char = chr(byte)
        out.append(char if 32 <= byte < 127 and char not in '"\\?' else "\\%03o" % byte)
    return '"%s"' % "".join(out)


def names_table(rows):
    """Every literal once, and which entries have it."""
    table = []
    for row in rows:
        table.extend(text for text in row["literals"] if text not in table)
    return table


TEXTS = ("id", "title", "hint", "remedy", "source", "unless_exists")
LISTS = ("with", "patterns", "programs", "without", "under")
FLAGS = ("handled", "violations", "only", "backend")
END_OF_ENTRY, END_OF_FIELD, END_OF_ITEM = "\x1d", "\x1f", "\x1e"


def packed(row):
    """One entry as catalogue.cc reads it: texts, lists, flags as 0 and 1, the system as a digit."""
    fields = [row.get(key, "") for key in TEXTS]
    fields += ["".join(item + END_OF_ITEM for item in row.get(key, [])) for key in LISTS]
    fields += ["".join(str(int(bool(row.get(key)))) for key in FLAGS), {None: "0", True: "1", False: "2"}[row.get("macos")]]
    return "".join(field + END_OF_FIELD for field in fields) + END_OF_ENTRY


def write_entries(path, rows):
    """One text instead of a table of pointers: shared/base/words.h says why."""
    table = names_table(rows)
    items = sum(len(row.get(key, [])) for row in rows for key in LISTS)
    out = ["constexpr Words kLiterals{%s};" % ", ".join(map(quoted, table)),
           "constexpr size_t kEntries = %d, kItems = %d;" % (len(rows), items),
           "constexpr uint8_t kLiteralCounts[] = {%s};" % ", ".join(str(len(row["literals"])) for row in rows),
           "constexpr uint8_t kLiteralsOf[] = {%s};" % ", ".join(str(table.index(text)) for row in rows for text in row["literals"]),
           "constexpr char kPacked[] ="]
    out += ["    " + quoted(packed(row)) for row in rows]
    path.write_text("\n".join(out) + ";\n")


def write_examples(path, rows):
    out = []
    for index, row in enumerate(rows):
        for fires in (True, False):
            for example in row["fires" if fires else "quiet"]:
                texts = [quoted(example.get(key, "")) for key in ("command", "output", "stderr", "exists")]
                failed = example.get("event", "failure") == "failure"
                out.append("    {%d, %s, %s, %s}," % (index, str(fires).lower(), str(failed).lower(), ", ".join(texts)))
    path.write_text("\n".join(out) + "\n")


def main():
    source, entries, examples = map(pathlib.Path, sys.argv[1:4])
    text = source.read_text(encoding="utf-8")
    rows = list(in_order(text, tomllib.loads(text)))
    for row in rows:
        check(row)
    if len({row["id"] for row in rows}) != len(rows):
        raise SystemExit("an id stands there twice")
    write_entries(entries, rows)
    write_examples(examples, rows)


if __name__ == "__main__":
    main()
