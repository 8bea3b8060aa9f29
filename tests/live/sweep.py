#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which faults make the runtime drop a settings file? Plants one value after another and watches whether the file counts.

usage: sweep.py VERSION [--only PREFIX] [--every-scope] [--out FILE]

Takes schemas/runtime/VERSION/settings.schema.json (dumped from the runtime first when it is not there), plants values of every
type and at every boundary the schema names at every place of it, and writes schemas/runtime/VERSION/settings-validity.json:

  "rows": one place of the document a row: {"path", "document", "counts": [...], "changed": [...], "drops": [...]}
          "@" in the document stands for the value; counts: the file counts as it is written; changed: it counts, but the value
          has been taken out or corrected; drops: the whole file is dropped
  "any", "tolerated", "rejected", "optional", "texts": what the rows say other than the schema (see shared/settings/generate_validity.py)

The user's, the project's and the local file hold a different value at a time; with --every-scope each value is planted in each. Paths: keys joined by
".", "[]" for the items of a list, "*" for the values of a free-form object (hooks: of an unknown event), "(x)" for the
alternative known by the constant x. A version takes some minutes, no model and no network.
"""
import argparse
import collections
import datetime
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import schema_walk                                          # noqa: E402
from lib import control, runtime, session, standin          # noqa: E402

ROOT = HERE.parents[1] / "schemas" / "runtime"
SCOPES = ("user", "project", "local")
MARKER = "cordonSweep"      # an unknown key is kept by the runtime: it shows that the file counts


def dump_schema(version):
    """The schema at the end of what the runtime's skill update-config says, without its prose."""
    binary = runtime.install(version)
    with session.Scratch() as world, standin.StandIn({"go": [standin.call("Skill", skill="update-config")]}) as api:
        world.headless(binary, api, "go", "--allowedTools", "Skill")
        texts = _texts(api.requests)
    text = max((text for text in texts if '"$schema"' in text), key=len)
    schema, _ = json.JSONDecoder(strict=False).raw_decode(text[text.rindex("{", 0, text.index('"$schema"')):])
    return _without_prose(schema)


def _texts(value):
    """Every text anywhere in it."""
    if isinstance(value, str):
        return [value]
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for item in below for text in _texts(item)]


def _without_prose(value):
    if isinstance(value, dict):
        return {key: _without_prose(item) for key, item in value.items() if key != "description" or not isinstance(item, str)}
    return [_without_prose(item) for item in value] if isinstance(value, list) else value


def schema_of(version):
    path = ROOT / version / "settings.schema.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(dump_schema(version), indent=1) + "\n")
    return json.loads(path.read_text())


class Prober:
    """Documents in, "counts" / "changed" / "drops" / None (the session ended over it) out."""

    def __init__(self, version):
        self.binary = runtime.install(version)
        self.world = session.Scratch()
        self.api = standin.StandIn({}).__enter__()
        self.control = None
        self.ended = []

    def close(self):
        self._end()
        self.api.__exit__()
        self.world.__exit__()

    def _end(self):
        if self.control:
            self.control.close()
        self.control = None

    def _start(self):
        for scope in SCOPES:
            self.world.settings(scope, {})
        self.control = control.Control(self.world, self.binary, self.api)

    def probe(self, documents):
        """{scope: document} -> {scope: outcome}"""
        if not self.control:
            self._start()
        for scope in SCOPES:
            self.world.settings(scope, dict(documents[scope], **{MARKER: scope}) if scope in documents else {})
        try:
            answer = self.control.settings()
        except control.Ended:
            self._end()
            if len(documents) > 1:
                return {scope: self.probe({scope: document})[scope] for scope, document in documents.items()}
            self.ended.append(list(documents.values())[0])
            return dict.fromkeys(documents)
        return {scope: outcome(control.source(answer, scope), scope, document) for scope, document in documents.items()}


def outcome(seen, scope, document):
    if not seen or seen.get(MARKER) != scope:
        return "drops"
    rest = {key: value for key, value in seen.items() if key != MARKER}
    return "counts" if rest == document and json.dumps(rest, sort_keys=True) == json.dumps(document, sort_keys=True) else "changed"


def measure(version, cases, turns):
    """[{scope: outcome}] for the cases, each in as many scopes as there are turns."""
    documents = list({json.dumps(case.document()): case.document() for case in cases}.items())     # each once
    found = {text: {} for text, _ in documents}
    prober = Prober(version)
    try:
        for turn in range(turns):
            for begin in range(0, len(documents), len(SCOPES)):
                group = documents[begin:begin + len(SCOPES)]
                planted = {SCOPES[(begin + place + turn) % len(SCOPES)]: document for place, document in enumerate(group)}
                for scope, result in prober.probe({scope: document for scope, (_, document) in planted.items()}).items():
                    found[planted[scope][0]][scope] = result
    finally:
        prober.close()
    return [found[json.dumps(case.document())] for case in cases]


def rows_of(cases, found):
    """Rows by (path, template), and what differs between the scopes."""
    rows, differing = collections.OrderedDict(), []
    for case, results in zip(cases, found):
        row = rows.setdefault((case.path, json.dumps(case.template)),
                              {"path": case.path, "document": case.template, "counts": [], "changed": [], "drops": []})
        if len(set(results.values())) != 1 or None in results.values():
            differing.append({"path": case.path, "document": case.document(), "outcome": results})
            continue
        row[list(results.values())[0]].append(case.value)
    return [{key: value for key, value in row.items() if value != []} for row in rows.values()], differing


def trim(rows, anything):
    """Without what other values of the same type say already, and without places below one where anything goes."""
    kept = []
    for row in rows:
        if any(schema_walk.is_below(row["path"], other) for other in anything):
            continue
        row = dict(row)
        for name in ("counts", "changed", "drops"):
            values = row.get(name, [])
            said = [value for value in values if value in list(schema_walk.PLAIN.values())]
            more = [value for value in values if value not in said and
                    not (value in schema_walk.MORE and any(schema_walk.type_of(value) == schema_walk.type_of(other) for other in said))]
            if values:
                row[name] = said + more
        kept.append(row)
    return kept


def write(path, value):
    """JSON with one row a line."""
    rows = ",\n  ".join(json.dumps(row) for row in value["rows"])
    text = json.dumps(dict(value, rows=["@ROWS@"]), indent=1)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace('"@ROWS@"', rows) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version")
    parser.add_argument("--only", default="")
    parser.add_argument("--every-scope", action="store_true")
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    missing = session.missing_tools("git", "npm")
    if missing:
        print("sweep: missing: " + ", ".join(missing), file=sys.stderr)
        return 2
    schema = schema_of(options.version)
    cases = [case for case in schema_walk.cases(schema) if case.path.startswith(options.only)]
    print("%s: %d values" % (options.version, len(cases)), flush=True)
    rows, differing = rows_of(cases, measure(options.version, cases, len(SCOPES) if options.every_scope else 1))
    value = {"runtime": options.version, "on": datetime.date.today().isoformat(),
             "how": "tests/live/sweep.py: one value after another planted in a settings file (%s); the file counts when the session "
                    "names it among the sources of its settings"
                    % ("each in the user's, the project's and the local file" if options.every_scope else "user, project, local in turn")}
    value.update(schema_walk.corrections(schema, rows), differs_by_scope=differing)
    value["rows"] = trim(rows, value["any"])
    write(options.out or ROOT / options.version / "settings-validity.json", value)
    print("%d rows, %d differ by scope" % (len(rows), len(differing)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
