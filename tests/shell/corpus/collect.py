# SPDX-License-Identifier: Apache-2.0
"""Finds the shell texts of a machine: programs, maintainer scripts, completions, `scripts` of package.json, `run:` steps of CI files."""
import hashlib
import json
import os
import re

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


def steps(path):
    """Texts of `run:` in a CI file: on the line, or the indented block below `|`, `>` and kin."""
    try:
        with open(path, encoding="utf-8") as f:
            lines = f.read().split("\n")
    except (OSError, ValueError):
        return []
    found = []
    for i, line in enumerate(lines):
        m = re.match(r"( *(?:- +)?)run: *(.*)$", line)
        if not m:
            continue
        text = m.group(2).strip()
        if re.fullmatch(r"\|[-+]?", text):
            block = []
            for below in lines[i + 1:]:
                if below.strip() and len(below) - len(below.lstrip(" ")) <= len(m.group(1)):
                    break
                block.append(below)
            indent = min((len(b) - len(b.lstrip(" ")) for b in block if b.strip()), default=0)
            text = "\n".join(b[indent:] for b in block).rstrip() + "\n"
        elif text[:1] in "\"'" and text[-1:] == text[:1] and len(text) > 1 or text[:1] in (">", ""):
            continue  # YAML's own quoting and folding: what the shell gets is another text
        if text.strip():
            found.append(text)
    return found


def collect(work, extra):
    """-> paths of scripts; package.json scripts and the like are written to files below `work`."""
    found = []
    texts, ci, seen = set(), set(), set()
    for folder in FOLDERS + extra:
        for where, dirs, names in os.walk(folder):
            dirs[:] = [d for d in dirs if not os.path.islink(os.path.join(where, d))]
            for name in names:
                path = os.path.join(where, name)
                if os.path.islink(path) or not os.path.isfile(path):
                    continue
                if name == "package.json":
                    texts.update(npm_commands(path))
                elif name.endswith((".yml", ".yaml")):
                    ci.update(steps(path))
                elif is_script(path, name) and os.path.getsize(path) < 2000000:
                    with open(path, "rb") as f:
                        digest = hashlib.sha1(f.read()).digest()
                    if digest not in seen:  # the same file in two places counts once
                        found.append(path)
                    seen.add(digest)
    for kind, all_texts in (("npm", texts), ("ci", ci - texts)):
        for text in sorted(all_texts):
            path = os.path.join(work, "%s-%s.sh" % (kind, hashlib.sha1(text.encode()).hexdigest()[:12]))
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            found.append(path)
    return sorted(found), len(texts), len(ci - texts)


