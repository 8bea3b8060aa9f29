#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the parser with `bash -n` (accept or reject) and with `shfmt --to-json` (simple commands and their literal words) on the
shell scripts found on this machine. Exit 0 all as expected, 1 differences beyond the listed ones, 77 nothing to compare with."""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys

FOLDERS = ["/usr/bin", "/usr/sbin", "/usr/lib", "/usr/libexec", "/usr/share", "/var/lib/dpkg/info", "/etc", "/opt", "/usr/local"]
HERE = os.path.dirname(os.path.abspath(__file__))


def is_script(path, name):
    if name.endswith((".bash", ".sh")) or "/bash-completion/completions/" in path:
        return True
    if "." in name and not name.endswith((".postinst", ".preinst", ".prerm", ".postrm", ".config")):
        return False
    try:
        with open(path, "rb") as f:
            first = f.read(120).split(b"\n")[0]
    except OSError:
        return False
    return bool(re.match(rb"#! *\S*/(env +)?(ba|da)?sh\b", first))


def npm_commands(path):
    try:
        with open(path, encoding="utf-8") as f:
            scripts = json.load(f).get("scripts")
    except (OSError, ValueError):
        return []
    return [v for v in scripts.values() if isinstance(v, str)] if isinstance(scripts, dict) else []


def collect(work, extra):
    """-> paths of scripts; package.json scripts and the like are written to files below `work`."""
    found = []
    texts = set()
    for folder in FOLDERS + extra:
        for where, dirs, names in os.walk(folder):
            dirs[:] = [d for d in dirs if not os.path.islink(os.path.join(where, d))]
            for name in names:
                path = os.path.join(where, name)
                if os.path.islink(path) or not os.path.isfile(path):
                    continue
                if name == "package.json":
                    texts.update(npm_commands(path))
                elif is_script(path, name) and os.path.getsize(path) < 2000000:
                    found.append(path)
    for i, text in enumerate(sorted(texts)):
        path = os.path.join(work, "npm-%05d.sh" % i)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        found.append(path)
    return sorted(found), len(texts)


def read(path):
    with open(path, "rb") as f:
        return f.read()


def bash_accepts(path, extglob):
    command = ["bash"] + (["-O", "extglob"] if extglob else []) + ["-n", path]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=dict(os.environ, LC_ALL="C"))
    # [[ faults are printed but not counted in the exit status.
    return run.returncode == 0 and b"expected" not in run.stderr and b"syntax error" not in run.stderr


def ours(dump, mode, paths, extglob):
    env = dict(os.environ)
    if extglob:
        env["SHELL_EXTGLOB"] = "1"
    out = subprocess.run([dump, mode], input=b"\0".join(p.encode() for p in paths) + b"\0", stdout=subprocess.PIPE, check=True, env=env).stdout
    fields = out.split(b"\0")
    return dict(zip((f.decode() for f in fields[0::2]), fields[1::2]))


def literal(word, source):
    """The text of a wholly literal word of shfmt's tree, else None."""
    out = ""
    for part in word.get("Parts") or []:
        kind = part["Type"]
        begin, end = part["Pos"]["Offset"], part["End"]["Offset"]
        text = source[begin:end].decode("latin-1")
        if kind == "Lit":
            if re.search(r"\\", text):
                text = re.sub(r"\\(.)", lambda m: "" if m.group(1) == "\n" else m.group(1), text, flags=re.S)
            out += text
        elif kind == "SglQuoted":
            if part.get("Dollar"):
                return None
            out += text[1:-1]
        elif kind == "DblQuoted":
            if part.get("Dollar"):
                return None
            for inner in part.get("Parts") or []:
                if inner["Type"] != "Lit":
                    return None
                t = source[inner["Pos"]["Offset"]:inner["End"]["Offset"]].decode("latin-1")
                end = inner["End"]["Offset"]
                if source[end:end + 1] == b"\n" and (len(t) - len(t.rstrip("\\"))) % 2:
                    t = t[:-1]  # shfmt ends the literal at a continued line
                out += re.sub(r"\\([$`\"\\\n])", lambda m: "" if m.group(1) == "\n" else m.group(1), t)
        else:
            return None
    return out


DECLARATIONS = {"declare", "local", "export", "readonly", "typeset", "nameref"}


def shfmt_commands(path, source):
    """Sorted (offset, words) of the simple commands; None for words that are not literal."""
    run = subprocess.run(["shfmt", "--to-json", "-ln", "bash"], input=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if run.returncode != 0:
        return None
    found = []

    def visit(node):
        if isinstance(node, list):
            for n in node:
                visit(n)
        elif isinstance(node, dict):
            if node.get("Type") == "CmdSubst" and node.get("Backquotes") and b"\\" in source[node["Pos"]["Offset"]:node["End"]["Offset"]]:
                return  # a text of its own, offsets mean nothing
            if node.get("Type") == "CallExpr" and node.get("Args"):
                found.append((node["Args"][0]["Pos"]["Offset"], [literal(w, source) for w in node["Args"]]))
            for n in node.values():
                if isinstance(n, (dict, list)):
                    visit(n)

    visit(json.loads(run.stdout))
    return sorted(found, key=lambda c: c[0])


def our_commands(blob):
    """OFFSET RS WORD US WORD … GS; a word that is not literal is a single 0x1a."""
    found = []
    for record in blob.decode("latin-1").split("\x1d")[:-1]:
        offset, words = record.split("\x1e", 1)
        found.append((int(offset), [None if w == "\x1a" else w for w in words.split("\x1f")]))
    return sorted(found, key=lambda c: c[0])


def differences(theirs, mine):
    """shfmt takes `declare` and `let` apart, and looks into backquotes with shifted offsets: those are not compared."""
    a = {offset: words for offset, words in theirs}
    b = {offset: words for offset, words in mine if not (words and words[0] in DECLARATIONS | {"let"})}
    out = []
    for offset in sorted(a.keys() | b.keys()):
        x, y = a.get(offset), b.get(offset)
        if x is not None and x[0] in DECLARATIONS | {"let"}:
            continue
        if x != y:
            out.append((offset, x, y))
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dump", required=True)
    parser.add_argument("--sample", type=int, default=0, help="only so many files, chosen at random")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--work", default="/tmp/cordon-corpus")
    parser.add_argument("--folder", action="append", default=[])
    parser.add_argument("--show", type=int, default=30)
    options = parser.parse_args()
    if not shutil.which("bash"):
        return 77
    os.makedirs(options.work, exist_ok=True)
    files, npm = collect(options.work, options.folder)
    total = len(files)
    if options.sample and options.sample < len(files):
        seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
        print("seed %d" % seed)
        files = sorted(random.Random(seed).sample(files, options.sample))
    known = set()
    with open(os.path.join(HERE, "known.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                known.add(line.split("\t")[0].strip())
    groups = {True: [], False: []}
    for path in files:
        source = read(path)
        groups[b"extglob" in source or "/bash-completion/" in path].append(path)
    wrong = skipped = commands = command_files = command_wrong = expected = 0
    for extglob, paths in groups.items():
        if not paths:
            continue
        verdicts = ours(options.dump, "batch", paths, extglob)
        lists = ours(options.dump, "commands", paths, extglob)
        for path in paths:
            accepted = verdicts[path] == b"ok"
            theirs = bash_accepts(path, extglob)
            name = path.replace(options.work + "/", "npm:")
            if accepted != theirs:
                if name in known:
                    expected += 1
                else:
                    wrong += 1
                    print("%s: bash %s, we: %s" % (name, "accepts" if theirs else "rejects", verdicts[path].decode()))
            if not accepted or not theirs or not shutil.which("shfmt"):
                skipped += 1
                continue
            source = read(path)
            reference = shfmt_commands(path, source)
            if reference is None:
                skipped += 1
                continue
            command_files += 1
            commands += len(reference)
            bad = differences(reference, our_commands(lists[path]))
            if bad and name in known:
                expected += 1
            elif bad:
                command_wrong += len(bad)
                if options.show > 0:
                    options.show -= 1
                    offset, x, y = bad[0]
                    line = source[:offset].count(b"\n") + 1
                    print("%s:%d: %d differ; shfmt %s, we %s" % (name, line, len(bad), x, y))
    print("%d scripts of %d (%d from package.json): %d verdicts differ; %d commands in %d files compared (%d not comparable), %d differ; %d files with a listed difference"
          % (len(files), total, npm, wrong, commands, command_files, skipped, command_wrong, expected))
    return 1 if wrong or command_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
