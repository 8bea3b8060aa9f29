#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turn schemas/runtime/<version>/{settings.schema.json,settings-validity.json} into the table validity.cc walks.

    generate_validity.py OUT.inc schemas/runtime/2.1.202 schemas/runtime/2.1.332

The schema is the runtime's own; settings-validity.json holds what the sweep found to differ from it (tests/live/sweep.py):
  "any": ["permissions.allow[]"]                   nothing at or below this place spoils the file
  "tolerated": {"env.*": ["boolean", "number"]}    these JSON types do not spoil the file there, whatever the schema says
  "optional": {"x": ["y"]}                         a required member of x that may be missing
  "texts": {"permissions.defaultMode": ["manual"]} values besides those of the enumeration
Paths: keys joined by ".", "[]" for the items of a list, "*" for the values of a free-form object (of an object whose names are
listed: for the other names), "(x)" for the alternative known by the constant x.
Everything is indices into flat arrays: pointers would have to be relocated when a static-pie program starts.
"""
import json
import pathlib
import re
import sys

TYPES = ["null", "boolean", "number", "string", "array", "object"]  # the order of json::Type
NONE = 0xFFFF
PATTERNS = {
    "^[A-Za-z_][A-Za-z0-9_]*$": "kIdentifier",
    "^[a-zA-Z0-9_-]+$": "kName",
    "^custom:.*": "kCustom",
    "^\\.\\/.*": "kDotSlash",
    "^[a-f0-9]{40}$": "kHash40",
    "^[0-9a-fA-F]{64}$": "kHash64",
    "^([01]?\\d|2[0-3]):[0-5]\\d$": "kClock",
}


def alternative_path(alternative, path):
    """path(command) of an alternative with {"type": {"const": "command"}}."""
    constants = [child["const"] for child in alternative.get("properties", {}).values() if "const" in child]
    return f"{path}({constants[0]})" if constants else path


def listed_names(schema):
    names = schema.get("propertyNames", {})
    return names.get("enum") or (names.get("anyOf") or [{}])[0].get("enum") or []


def mask(types):
    return sum(1 << TYPES.index(t) for t in set(types))


class Table:
    def __init__(self):
        self.pool, self.pool_at = "", {}
        self.nodes, self.fields, self.texts, self.links = [], [], [], []
        self.known = {}

    def text(self, value):
        if value not in self.pool_at:
            self.pool_at[value] = len(self.pool.encode())
            self.pool += value
        return self.pool_at[value], len(value.encode())

    def text_list(self, values):
        begin = len(self.texts)
        self.texts += [self.text(v) for v in values]
        return begin, len(values)

    def intern(self, node):
        key = json.dumps(node, sort_keys=True)
        if key in self.known:
            return self.known[key]
        index = len(self.nodes)
        fields = sorted(node["fields"].items(), key=lambda item: item[0].encode())
        entry = dict(node)
        entry["fields"] = (len(self.fields), len(fields))
        self.fields += [(*self.text(name), target) for name, target in fields]
        entry["enum"] = self.text_list(node["enum"])
        entry["required"] = self.text_list(node["required"])
        entry["alternatives"] = (len(self.links), len(node["alternatives"]))
        self.links += node["alternatives"]
        self.nodes.append(entry)
        self.known[key] = index
        return index


class Compiler:
    def __init__(self, table, corrections):
        self.table = table
        self.any = set(corrections.get("any", []))
        self.tolerated = corrections.get("tolerated", {})
        self.optional = corrections.get("optional", {})
        self.texts = corrections.get("texts", {})
        self.places = {row["path"] for row in corrections.get("rows", [])} | self.any | set(self.tolerated)

    def types(self, schema):
        if "const" in schema or "enum" in schema:
            values = [schema["const"]] if "const" in schema else schema["enum"]
            return {"string" if isinstance(v, str) else "boolean" if isinstance(v, bool) else "number" for v in values}
        kind = schema.get("type")
        if kind is None:
            return set(TYPES)
        kinds = [kind] if isinstance(kind, str) else kind
        return {"number" if k == "integer" else k for k in kinds}

    def compile(self, schema, path):
        """Index of the node for `schema`, NONE when everything is fine there."""
        is_mark = path.endswith(tuple(").%s" % k for k in ("type", "source"))) and "const" in schema  # tells the alternatives apart
        if path in self.any and not is_mark or not [k for k in schema if k not in ("default", "description")]:
            return NONE
        node = {"accepts": mask(self.types(schema)), "tolerates": mask(self.tolerated.get(path, [])), "fields": {}, "items": NONE,
                "additional": NONE, "enum": [], "required": [], "alternatives": [], "rule": "kNone", "minimum": None, "integer": False}
        if "not" in schema:
            node["accepts"] = 0
        if "anyOf" in schema:
            node["alternatives"] = [self.compile(alternative, alternative_path(alternative, path)) for alternative in schema["anyOf"]]
            if NONE in node["alternatives"]:
                return NONE
        self.strings(schema, path, node)
        self.numbers(schema, node)
        self.children(schema, path, node)
        return self.table.intern(node)

    def names(self, schema, path):
        """The names of a free-form object that are known: listed by the schema, or met by the sweep."""
        begin = path + "."
        met = {re.split(r"[.\[(]", place[len(begin):])[0] for place in self.places if place.startswith(begin)}
        return sorted((met | set(listed_names(schema))) - {"*"} - set(schema.get("properties", {})))

    def strings(self, schema, path, node):
        values = [schema["const"]] if "const" in schema else schema.get("enum", [])
        if all(isinstance(v, str) for v in values) and "string" not in self.tolerated.get(path, []):
            node["enum"] = values + (self.texts.get(path, []) if values else [])
        if schema.get("minLength", 0) > 0:
            node["rule"] = "kNotEmpty"
        if schema.get("format") == "uri":
            node["rule"] = "kUri"
        if "pattern" in schema:
            node["rule"] = PATTERNS.get(schema["pattern"], node["rule"])

    def numbers(self, schema, node):
        if schema.get("type") == "integer":
            node["integer"] = True
        if "exclusiveMinimum" in schema:
            node["minimum"] = [schema["exclusiveMinimum"], True]
        elif "minimum" in schema:
            node["minimum"] = [schema["minimum"], False]
        if "maximum" in schema:
            node["maximum"] = schema["maximum"]
        if "number" in self.types(schema) and isinstance(schema.get("const"), (int, float)):
            node["minimum"], node["maximum"] = [schema["const"], False], schema["const"]

    def children(self, schema, path, node):
        for name, child in schema.get("properties", {}).items():
            target = self.compile(child, f"{path}.{name}" if path else name)
            if target != NONE:
                node["fields"][name] = target
        if isinstance(schema.get("items"), dict):
            node["items"] = self.compile(schema["items"], path + "[]")
        if isinstance(schema.get("additionalProperties"), dict):
            other = schema["additionalProperties"]
            for name in self.names(schema, path):  # kept even when free: "*" is about the other names
                node["fields"][name] = self.compile(other, f"{path}.{name}")
            node["additional"] = self.compile(other, path + ".*")
        node["required"] = [name for name in schema.get("required", []) if name not in self.optional.get(path, [])]


def number(value):
    return "0" if value is None else repr(float(value))


def emit(table, versions):
    out = ["// SPDX-License-Identifier: Apache-2.0", "// Generated by generate_validity.py."]
    out.append(f"constexpr char kPool[] = {json.dumps(table.pool)};")
    out.append("constexpr Field kFields[] = {" + ",".join("{%d,%d,%d}" % f for f in table.fields) + "};")
    out.append("constexpr Text kTexts[] = {" + ",".join("{%d,%d}" % t for t in table.texts) + "};")
    out.append("constexpr uint16_t kLinks[] = {" + ",".join(map(str, table.links or [0])) + "};")
    rows = []
    for n in table.nodes:
        minimum = n["minimum"]
        rows.append("{%d,%d,%s,%s,%s,%s,%s,%s,%d,%d,{%d,%d},{%d,%d},{%d,%d},{%d,%d}}" % (
            n["accepts"], n["tolerates"], "TextRule::" + n["rule"], str(n["integer"]).lower(), str(minimum is not None).lower(),
            str(bool(minimum and minimum[1])).lower(), number(minimum[0] if minimum else None), number(n.get("maximum", 1e300)) if "maximum" in n else "1e300",
            n["items"], n["additional"], *n["fields"], *n["enum"], *n["required"], *n["alternatives"]))
    out.append("constexpr Node kNodes[] = {\n" + ",\n".join(rows) + "};")
    out.append("constexpr Root kRoots[] = {" + ",".join('{"%s",%d}' % v for v in versions) + "};")
    return "\n".join(out) + "\n"


def main():
    out, folders = sys.argv[1], sys.argv[2:]
    table, versions = Table(), []
    for folder in sorted(folders, key=lambda f: [int(p) for p in pathlib.Path(f).name.split(".")]):
        folder = pathlib.Path(folder)
        corrections = folder / "settings-validity.json"
        if not corrections.exists():  # a schema alone is too strict: it would drop what the runtime takes
            continue
        data = json.loads(corrections.read_text())
        schema = json.loads((folder / "settings.schema.json").read_text())
        versions.append((folder.name, Compiler(table, data).compile(schema, "")))
    assert len(table.nodes) < NONE and len(table.fields) < NONE
    pathlib.Path(out).write_text(emit(table, versions))


if __name__ == "__main__":
    main()
