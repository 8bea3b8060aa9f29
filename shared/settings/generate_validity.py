#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turn schemas/runtime/<version>/{settings.schema.json,settings-validity.json} into the table validity.cc walks.

    generate_validity.py OUT.inc schemas/runtime/2.1.202 schemas/runtime/2.1.332

The schema is the runtime's own; settings-validity.json holds what the sweep found to differ from it:
  "tolerated": {"env.*": ["boolean", "number"]}    these JSON types do not spoil the file there, whatever the schema says
  "any": ["hooks", "permissions.allow[]"]          nothing at or below this place spoils the file
  "texts": {"permissions.defaultMode": ["manual"]} values besides those of the enumeration
Paths: keys joined by ".", "[]" for the items of a list, "*" for the values of a free-form object.
Everything is indices into flat arrays: pointers would have to be relocated when a static-pie program starts.
"""
import json
import pathlib
import sys

TYPES = ["null", "boolean", "number", "string", "array", "object"]  # the order of json::Type
NONE = 0xFFFF
PATTERNS = {
    "^[A-Za-z_][A-Za-z0-9_]*$": "kIdentifier",
    "^[a-zA-Z0-9_-]+$": "kName",
    "^custom:.*": "kCustom",
    "^\\.\\/.*": "kDotSlash",
}


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
        self.texts = corrections.get("texts", {})

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
        if path in self.any or not [k for k in schema if k not in ("default", "description")]:
            return NONE
        node = {"accepts": mask(self.types(schema)), "tolerates": mask(self.tolerated.get(path, [])), "fields": {}, "items": NONE,
                "additional": NONE, "enum": [], "required": [], "alternatives": [], "rule": "kNone", "minimum": None, "integer": False}
        if "not" in schema:
            node["accepts"] = 0
        if "anyOf" in schema:
            node["alternatives"] = [self.compile(alternative, path) for alternative in schema["anyOf"]]
            if NONE in node["alternatives"]:
                return NONE
        self.strings(schema, path, node)
        self.numbers(schema, node)
        self.children(schema, path, node)
        return self.table.intern(node)

    def strings(self, schema, path, node):
        values = [schema["const"]] if "const" in schema else schema.get("enum", [])
        if all(isinstance(v, str) for v in values) and "string" not in self.tolerated.get(path, []):
            node["enum"] = values + (self.texts.get(path, []) if values else [])
        if schema.get("minLength", 0) > 0:
            node["rule"] = "kNotEmpty"
        if schema.get("format") == "uri":
            node["rule"] = "kUri"
        if "pattern" in schema:
            node["rule"] = PATTERNS.get(schema["pattern"], "kNone")

    def numbers(self, schema, node):
        if schema.get("type") == "integer":
            node["integer"] = True
        if "exclusiveMinimum" in schema:
            node["minimum"] = [schema["exclusiveMinimum"], True]
        elif "minimum" in schema and schema["minimum"] > -(1 << 53):
            node["minimum"] = [schema["minimum"], False]
        if "maximum" in schema and schema["maximum"] < (1 << 53) - 1:
            node["maximum"] = schema["maximum"]

    def children(self, schema, path, node):
        for name, child in schema.get("properties", {}).items():
            target = self.compile(child, f"{path}.{name}" if path else name)
            if target != NONE:
                node["fields"][name] = target
        if isinstance(schema.get("items"), dict):
            node["items"] = self.compile(schema["items"], path + "[]")
        if isinstance(schema.get("additionalProperties"), dict):
            node["additional"] = self.compile(schema["additionalProperties"], path + ".*")
            names = schema.get("propertyNames", {}).get("enum")
            if names and node["additional"] != NONE:  # other names are let through (measured: unknown hook events)
                node["fields"].update({name: node["additional"] for name in names})
                node["additional"] = NONE
        node["required"] = list(schema.get("required", []))


def number(value):
    return "0" if value is None else repr(float(value)) if abs(value) < 1e15 else repr(value) + ".0"


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
        schema = json.loads((folder / "settings.schema.json").read_text())
        corrections = folder / "settings-validity.json"
        data = json.loads(corrections.read_text()) if corrections.exists() else {}
        versions.append((folder.name, Compiler(table, data).compile(schema, "")))
    assert len(table.nodes) < NONE and len(table.fields) < NONE
    pathlib.Path(out).write_text(emit(table, versions))


if __name__ == "__main__":
    main()
