# SPDX-License-Identifier: Apache-2.0
"""The rules. Each takes {path: text} and yields findings "path:line: what"; a finding that starts with "warning" fails nothing."""
import json
import os
import re

from source import code_only, is_cpp, is_host_tool, line_of, without_comments

LOW = {"json", "shell", "match", "git"}
MIDDLE = {"embedded", "payload", "settings"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.M)
PROGRAMS = ("hooks/", "statusline/", "shared/")

# Which folder may see which third-party header; None: nobody in hooks, statusline and shared.
DOORS = {
    "simdjson": "shared/json/", "re2/": "shared/match/", "toml++/": "shared/settings/", "toml.hpp": "shared/settings/",
    "nlohmann/": None, "valijson/": None, "CLI/": None, "doctest": None,
}


def unit_of(path):
    """"shared/json/x.cc" -> "json"; "hooks/a/x.cc" -> "hooks/a"; "statusline/x.cc" -> "statusline"; else ""."""
    parts = path.split("/")
    if parts[0] == "shared" and len(parts) > 2:
        return parts[1]
    if parts[0] == "hooks" and len(parts) > 2:
        return "hooks/" + parts[1]
    return parts[0] if parts[0] in ("statusline", "cordon") and len(parts) > 1 else ""


def may_include(unit, other):
    if unit == other or other == "base":
        return True
    if unit in LOW or unit == "base":
        return False
    if unit in MIDDLE:
        return other in LOW
    if unit == "hook":
        return other in LOW | MIDDLE
    if unit == "cordon" and other.startswith("hooks/"):
        return True  # `cordon explain` asks the hooks' own rules
    return other in LOW | MIDDLE | {"hook"} or (unit, other) == ("cordon", "statusline")  # `cordon statusline` shows it to people


def includes(text):
    text = without_comments(text)
    for match in INCLUDE.finditer(text):
        yield match.group(1), line_of(text, match.start(1))


def dependency_direction(files):
    for path, text in files.items():
        unit = unit_of(path)
        if not unit or not is_cpp(path):
            continue
        for header, line in includes(text):
            other = unit_of(header)
            if other and not may_include(unit, other):
                yield f"{path}:{line}: {unit} must not include {other} ({header})"
            if header.startswith("..") or header.startswith("tests/"):
                yield f"{path}:{line}: includes {header}"


def third_party_doors(files):
    for path, text in files.items():
        if not is_cpp(path) or not path.startswith(PROGRAMS) or is_host_tool(path):
            continue
        for header, line in includes(text):
            for prefix, door in DOORS.items():
                if header.startswith(prefix) and not (door and path.startswith(door)):
                    yield f"{path}:{line}: only {door or 'cordon/ and tests/'} may include {header}"


BANNED_HEADERS = {"iostream", "fstream", "sstream", "regex", "locale", "clocale", "locale.h", "filesystem", "pwd.h", "grp.h", "netdb.h"}
BANNED_WORDS = re.compile(r"(?<![\w.>:])(?:::|std::)?(system|popen|getpwnam|getpwuid|getpwnam_r|getpwuid_r|getgrnam|getaddrinfo|setlocale)\s*\(")
THROW = re.compile(r"\bthrow\b")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")  # said here only
GLOBAL = re.compile(r"^(?:static |inline |const )*std::(?:string|vector|map|set|unordered_\w+|function|optional<std::string>)\b[^(;=]*[;={]", re.M)


def bans(files):
    for path, text in files.items():
        if not is_cpp(path) or not path.startswith(PROGRAMS) or is_host_tool(path):
            continue
        for header, line in includes(text):
            if header in BANNED_HEADERS:
                yield f"{path}:{line}: <{header}> is banned in programs"
        code = code_only(text)
        for match in BANNED_WORDS.finditer(code):
            yield f"{path}:{line_of(code, match.start())}: {match.group(1)}() is banned in programs"
        if not path.startswith("shared/hook/"):
            for match in THROW.finditer(code):
                yield f"{path}:{line_of(code, match.start())}: throw outside shared/hook"
        for match in GLOBAL.finditer(code):
            yield f"{path}:{line_of(code, match.start())}: global with a constructor: {match.group(0).strip()}"


def unfinished(files):
    for path, text in files.items():
        if path.startswith(("tests/lint/", "fixtures/", "schemas/runtime/")) or path.endswith((".json", ".jsonl", ".txt")):
            continue
        for match in UNFINISHED.finditer(text):
            yield f"{path}:{line_of(text, match.start())}: {match.group(1)}"


SIGNED = (".cc", ".h", ".py", ".sh", ".mjs", ".cmake", "CMakeLists.txt", ".toml", ".yml", ".yaml", ".in")
SPDX = "SPDX-License-Identifier: Apache-2.0"


def licence_line(files):
    for path, text in files.items():
        script = text.startswith("#!")
        if path.startswith("fixtures/") and not path.startswith("fixtures/record/") or not (script or path.endswith(SIGNED)):
            continue
        lines = text.split("\n", 2)
        if SPDX not in (lines[1] if script and len(lines) > 1 else lines[0]):
            yield f"{path}:1: no licence line"


def pragma_once(files):
    for path, text in files.items():
        if path.endswith(".h") and "\n#pragma once\n" not in text:
            yield f"{path}:1: no #pragma once"


def lengths(files):
    for path, text in files.items():
        if not is_cpp(path):
            continue
        count = text.count("\n")
        limit, warn = 400, 160 if path.endswith(".h") else 300
        if path.startswith("tests/"):
            limit, warn = 700, 400  # rows
        if "make_" in text.split("\n", 3)[1] and path.endswith(".h"):
            continue  # a generated table
        if count > limit:
            yield f"{path}:{count}: longer than {limit} lines"
        elif count > warn:
            yield f"warning: {path}: {count} lines"


# Put together so that this file does not hold what it looks for.
HOSTS = ["registry." + "npmjs.org", "npm" + "js.com", "pypi" + ".org", "python" + "hosted.org", "proxy." + "golang.org", "crates" + ".io", "rubygems" + ".org",
         "deb." + "debian.org", "security." + "debian.org", "snapshot." + "debian.org", "ghcr" + ".io", "docker" + ".io"]
MACHINE = ["/work/" + "main", "/work/" + "shared", "/tmp/" + "rt/", "/tmp/" + "brief", "/tmp/" + "sch", "/root" + "/"]


def machine_traces(files):
    for path, text in files.items():
        hosts = [] if path.startswith("schemas/runtime/") else HOSTS  # the runtime's own words
        for word in hosts + MACHINE:
            start = text.find(word)
            if start >= 0:
                yield f"{path}:{line_of(text, start)}: holds {word}"


def listed_sources(files):
    for path in files:
        folder, name = os.path.split(path)
        if not path.endswith(".cc") or not path.startswith(PROGRAMS + ("cordon/",)) and not path.startswith("tests/"):
            continue
        up = folder
        while up and f"{up}/CMakeLists.txt" not in files:
            up = os.path.dirname(up)
        relative = os.path.relpath(path, up) if up else path
        words = re.split(r"[\s()\"]+", re.sub(r"#[^\n]*", "", files.get(f"{up}/CMakeLists.txt", "")))
        named = any(word in (relative, name) or word.endswith("/" + relative) or word.endswith("/" + name) for word in words)
        if name != "doctest_main.cc" and not named:
            yield f"{path}:1: not named in {up or '.'}/CMakeLists.txt"


def known_paths(files):
    """{dotted path: set of types} of every payload schema, references resolved; and the members of every tool_input."""
    documents = {os.path.basename(p): json.loads(t) for p, t in files.items() if re.fullmatch(r"schemas/[\w-]+\.schema\.json", p)}
    paths, inputs = {}, set()

    def walk(node, document, prefix):
        if "$ref" in node:
            name, _, pointer = node["$ref"].partition("#")
            document = name or document
            node = documents[document]
            for step in pointer.strip("/").split("/"):
                node = node[step]
        for part in node.get("allOf", []):
            walk(part.get("then", part), document, prefix)
        for key, child in node.get("properties", {}).items():
            path = prefix + key
            types = child.get("type", [])
            paths.setdefault(path, set()).update([types] if isinstance(types, str) else types)
            if prefix == "tool_input.":
                inputs.add(key)
            walk(child, document, path + ".")

    for name in documents:
        if name.split(".")[0] in ("pre-tool-use", "post-tool-use", "post-tool-use-failure", "config-change", "session-start", "status-input"):
            walk(documents[name], name, "")
    return paths, inputs


ACCESS = re.compile(r'\b(?:payload|call)\w*\)?(?:\.|->)(text|number|flag|value|input)\("([^"\n]*)"\)')
WANTED = {"text": "string", "number": "number", "flag": "boolean"}


def payload_paths(files):
    """A field that a program asks for is one that the schemas know, of that type."""
    paths, inputs = known_paths(files)
    for path, text in files.items():
        if not is_cpp(path) or not path.startswith(PROGRAMS + ("cordon/",)) or path.startswith("shared/payload/") and path.endswith(".h"):
            continue
        text = without_comments(text)
        for match in ACCESS.finditer(text):
            how, field = match.groups()
            where = f"{path}:{line_of(text, match.start())}"
            if how == "input":
                if field not in inputs:
                    yield f"{where}: no schema knows tool_input.{field}"
            elif field not in paths:
                yield f"{where}: no schema knows {field}"
            elif how in WANTED and WANTED[how] not in paths[field]:
                yield f"{where}: {field} is {'/'.join(sorted(paths[field]))}, not {WANTED[how]}"


RULES = [dependency_direction, third_party_doors, bans, unfinished, licence_line, pragma_once, lengths, machine_traces, listed_sources, payload_paths]
