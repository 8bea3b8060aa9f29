# SPDX-License-Identifier: Apache-2.0
"""What to plant where, from a JSON schema; and what a sweep's rows say other than the schema.

    cases(schema)             -> [Case(path, template, value)]; case.document() is the template with the value in its place
    places(schema)            -> {path: [schemas]}
    corrections(schema, rows) -> {"any": [...], "tolerated": {...}, "rejected": {...}, "optional": {...}, "texts": {...}}
"""
import collections
import copy
import json

HOLE = "@"
TYPES = ("null", "boolean", "number", "string", "array", "object")
PLAIN = {"null": None, "boolean": True, "number": 7, "string": "zz", "array": [], "object": {}}
MORE = [False, "true", "", 0, -1, 1.5, ["zz"], [7], {"zz": "zz"}]
# Texts the runtime is known to take although its schema does not name them, and some it might.
TEXTS = {"permissions.defaultMode": ["manual", "ask", "delegate", "bubble"], "effortLevel": ["max", "xhigh"]}
DEEP_EVENTS = ("PreToolUse", "PermissionRequest", "PostToolUse")    # of the others only the first kind of hook, and few keys
MATCHES = {"^\\.\\/.*": "./x", "^custom:.*": "custom:x"}


class Case(collections.namedtuple("Case", "path template value")):
    def document(self):
        return fill(self.template, self.value)


def fill(template, value):
    """The template with the value in place of its hole."""
    if template == HOLE:
        return copy.deepcopy(value)
    if isinstance(template, dict):
        return {key: fill(item, value) for key, item in template.items()}
    if isinstance(template, list):
        return [fill(item, value) for item in template]
    return template


def type_of(value):
    for name, kind in (("null", type(None)), ("boolean", bool), ("number", (int, float)), ("string", str), ("array", list)):
        if isinstance(value, kind):
            return name
    return "object"


def example(schema):
    """A value the schema accepts."""
    if "const" in schema or "enum" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    if schema.get("anyOf"):
        return example(schema["anyOf"][0])
    kind = schema.get("type", "string")
    kind = kind if isinstance(kind, str) else kind[0]
    if kind in ("number", "integer"):
        return max(1, schema.get("minimum", 1), schema.get("exclusiveMinimum", 0) + 1)
    if kind == "array":
        return [example(schema.get("items", {})) for _ in range(schema.get("minItems", 0))]
    if kind == "object":
        return {name: example(schema["properties"].get(name, {})) for name in schema.get("required", [])}
    text = "https://example.org" if schema.get("format") == "uri" else MATCHES.get(schema.get("pattern"), "x")
    return {"boolean": True, "null": None}.get(kind, text)


def values(schema, path):
    """Every type, and what lies on both sides of each limit the schema names."""
    out = list(PLAIN.values()) + MORE
    for part in [schema] + schema.get("anyOf", []):
        out += [part["const"]] if "const" in part else part.get("enum", [])
        for limit, step in (("minimum", -1), ("exclusiveMinimum", 0), ("maximum", 1)):
            if abs(part.get(limit, 1 << 53)) < 1 << 53:
                out += [part[limit] + step, part[limit]]
        if part.get("pattern") or part.get("propertyNames"):
            out += ["1 !", "a-b", "./x"]
        if part.get("format") == "uri":
            out += ["https://example.org", "x:y", ":", "a b:c", "//x"]
        if part.get("maxLength", 9999) < 9999:
            out += ["x" * part["maxLength"], "x" * (part["maxLength"] + 1)]
        out.append(example(part))
        whole = out[-1]
        if isinstance(whole, dict):
            out += [{key: item for key, item in whole.items() if key != left_out} for left_out in whole]
    return out + TEXTS.get(path, [])


def cases(schema):
    found, known = [], set()
    for name, child in schema["properties"].items():
        for path, template, value in _walk(child, name, {name: HOLE}):
            key = json.dumps([path, template, value])
            if key not in known:
                known.add(key)
                found.append(Case(path, template, value))
    return found


def parts(schema, path):
    """The schema and its alternatives, each with its path: an alternative known by a constant carries it in brackets."""
    found = [(schema, path)]
    for part in schema.get("anyOf", []):
        constants = [child["const"] for child in part.get("properties", {}).values() if "const" in child]
        found += parts(part, path + "(%s)" % constants[0] if constants else path)
    return found


def names_of(part, path):
    """[(name, path)] of the values of a free-form object: under each name it lists, and under one it does not."""
    listed = part.get("propertyNames", {})
    listed = listed.get("enum") or (listed.get("anyOf") or [{}])[0].get("enum") or []
    return [(name, path + "." + name) for name in listed] + [("k1", path + ".*")]


def children(schema, path):
    """[(schema, path, shape)] one level down; shape: the part and what to put in it, for a template."""
    found = []
    for part, where in parts(schema, path):
        for name, child in part.get("properties", {}).items():
            found.append((child, where + "." + name, (part, name)))
        if isinstance(part.get("items"), dict):
            found.append((part["items"], where + "[]", (part, None)))
        if isinstance(part.get("additionalProperties"), dict) and part["additionalProperties"]:
            for name, below in names_of(part, where):
                child = part["additionalProperties"]
                found.append((_shallow(child) if path == "hooks" and name not in DEEP_EVENTS else child, below, (part, name)))
    return found


def _shallow(event):
    """The lists of a hook event with commands only."""
    matcher = event["items"]
    command = matcher["properties"]["hooks"]["items"]["anyOf"][0]
    command = dict(command, properties={name: command["properties"][name] for name in ("type", "command", "timeout", "shell")})
    hooks = {"type": "array", "items": {"anyOf": [command]}}
    return dict(event, items=dict(matcher, properties=dict(matcher["properties"], hooks=hooks)))


def _walk(schema, path, template):
    for value in values(schema, path):
        yield path, template, value
    for child, below, (part, name) in children(schema, path):
        if name is None:
            hole = [HOLE]
        else:
            hole = dict(example(part) if part.get("properties") else {}, **{name: HOLE})
        yield from _walk(child, below, fill(template, hole))


def places(schema, path="", out=None):
    out = {} if out is None else out
    out.setdefault(path, []).append(schema)
    for child, below, _ in children(schema, path):
        places(child, below.removeprefix("."), out)
    return out


def accepted(schema):
    """Type names the schema accepts at its top."""
    if "const" in schema or "enum" in schema:
        return {type_of(value) for value in ([schema["const"]] if "const" in schema else schema["enum"])}
    if schema.get("anyOf"):
        return set().union(*(accepted(part) for part in schema["anyOf"]))
    if "not" in schema:
        return set()
    kinds = schema.get("type", list(TYPES))
    return {"number" if kind == "integer" else kind for kind in ([kinds] if isinstance(kinds, str) else kinds)}


def is_below(path, other):
    return path.startswith((other + ".", other + "[]", other + "("))


def corrections(schema, rows):
    """What the rows say other than the schema; the places below one that takes anything are not named."""
    known, fine, bad = places(schema), {}, {}
    for row in rows:
        fine.setdefault(row["path"], []).extend(row.get("counts", []) + row.get("changed", []))
        bad.setdefault(row["path"], []).extend(row.get("drops", []))
    dropping = {path for path, dropped in bad.items() if dropped}
    anything = {path for path in fine if not any(place == path or is_below(place, path) for place in dropping) and known.get(path) != [{}]}
    top = sorted(path for path in anything if not any(is_below(path, other) for other in anything))
    result = {"any": top, "tolerated": {}, "rejected": {}, "optional": {}, "texts": {}}
    for path in sorted(fine):
        if path not in top and not any(is_below(path, other) for other in top):
            schemas = known.get(path, [{}])
            _compare(path, set().union(*map(accepted, schemas)), fine[path], bad[path], schemas, result)
            _missing(path, schemas, fine[path], result)
    return result


def _compare(path, types, fine, bad, schemas, result):
    has = lambda values, name: any(type_of(value) == name and value == PLAIN[name] for value in values)
    alternatives = [part for schema in schemas for part, _ in parts(schema, path)]
    tolerated = [name for name in TYPES if name not in types and has(fine, name) and not has(bad, name)]
    # Only scalars, and only where something else counts: an object may lack something, a place may be out of reach.
    rejected = [name for name in TYPES[:4] if fine and name in types and any(type_of(v) == name for v in bad) and not any(type_of(v) == name for v in fine)]
    listed = [value for part in alternatives for value in part.get("enum", [])]
    limited = listed or any(part.get("pattern") or part.get("const") for part in alternatives if "string" in accepted(part))
    if limited and "zz" in fine and "" in fine and "string" in types:
        tolerated.append("string")
    if tolerated:
        result["tolerated"][path] = tolerated
    if rejected:
        result["rejected"][path] = rejected
    more = [value for value in fine if isinstance(value, str) and listed and value not in listed]
    if more and "string" not in tolerated and types == {"string"}:
        result["texts"][path] = sorted(set(more))


def _missing(path, schemas, fine, result):
    """Required keys an empty object gets through without."""
    if {} in fine:
        for schema in schemas:
            for part, where in parts(schema, path):
                if part.get("required"):
                    result["optional"][where] = part["required"]
