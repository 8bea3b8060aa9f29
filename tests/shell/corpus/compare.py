# SPDX-License-Identifier: Apache-2.0
"""Simple commands with their literal words: out of shfmt's tree and out of ours, and where they differ."""
import json
import re
import subprocess


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


def starts_with_pattern(node):
    """`!(cmd)` as a command: shfmt always reads the pattern `!(…)`, bash without extglob reads `! (cmd)`."""
    if isinstance(node, list):
        return any(starts_with_pattern(n) for n in node)
    if not isinstance(node, dict):
        return False
    if node.get("Type") == "CallExpr" and node.get("Args") and node["Args"][0]["Parts"][0]["Type"] == "ExtGlob":
        return True
    return any(starts_with_pattern(n) for n in node.values())


def shfmt_commands(path, source, extglob):
    """Sorted (offset, words) of the simple commands, None for words that are not literal. None instead of a list: shfmt cannot be asked."""
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

    tree = json.loads(run.stdout)
    if not extglob and starts_with_pattern(tree):
        return None
    visit(tree)
    return sorted(found, key=lambda c: c[0])


def our_commands(blob):
    """OFFSET RS WORD US WORD … GS; a word that is not literal is a single 0x1a."""
    found = []
    for record in blob.decode("latin-1").split("\x1d")[:-1]:
        offset, words = record.split("\x1e", 1)
        found.append((int(offset), [None if w == "\x1a" else w for w in words.split("\x1f")]))
    return sorted(found, key=lambda c: c[0])


def moved(found, mine):
    """Takes out pairs with the same words at different places. Several of ours at one place are all looked at."""
    spare = [words for offset, words in mine]
    left = []
    for offset, x, y in found:
        if x is not None and x in spare:
            spare.remove(x)
        else:
            left.append((offset, x, y))
    theirs = [x for _, x, _ in found if x is not None]
    left = [(offset, x, y) for offset, x, y in left if x is not None or y not in theirs]
    return left, len(found) - len(left)


def differences(theirs, mine):
    """shfmt takes `declare` and `let` apart, and looks into backquotes with shifted offsets: those are not compared. Commands in a
    here-document whose tabs are stripped (or with a continued line) have the place of the whole body with us: such a command counts
    as the same when its words are. -> [(offset, words of shfmt, ours)], how many have another place."""
    a = {offset: words for offset, words in theirs}
    b = {offset: words for offset, words in mine if not (words and words[0] in DECLARATIONS | {"let"})}
    out = []
    for offset in sorted(a.keys() | b.keys()):
        x, y = a.get(offset), b.get(offset)
        if x is not None and x[0] in DECLARATIONS | {"let"}:
            continue
        if x != y:
            out.append((offset, x, y))
    return moved(out, mine)
