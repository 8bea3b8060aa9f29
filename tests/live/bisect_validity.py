#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In which published version did the verdict about a settings file change? Writes schemas/runtime/validity-changes.json.

usage: bisect_validity.py [--keys N] [--drop]

Takes the documents that two neighbouring swept versions (schemas/runtime/*/settings-validity.json) treat differently, at most N
for each top-level key and direction, and asks versions between them, halving for all documents at once, until each change has
its version. What is installed already is asked first: a download costs more than a step. A verdict that changed twice between
two swept versions would show only its last change; "seen" lists every version that was asked.
"""
import argparse
import collections
import datetime
import functools
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import schema_walk          # noqa: E402
import sweep                # noqa: E402
from lib import runtime     # noqa: E402

OUT = sweep.ROOT / "validity-changes.json"


def swept():
    """{version: (settings-validity.json, {document text: (path, dropped)})}, oldest first."""
    found = {}
    for path in sweep.ROOT.glob("*/settings-validity.json"):
        data, verdicts = json.loads(path.read_text()), {}
        for row in data.get("rows", []):
            for name in ("counts", "changed", "drops"):
                for value in row.get(name, []):
                    verdicts[json.dumps(schema_walk.fill(row["document"], value))] = (row["path"], name == "drops")
        found[data["runtime"]] = data, verdicts
    return {version: found[version] for version in sorted(found, key=runtime.version_key)}


@functools.lru_cache
def places_of(version):
    return schema_walk.places(sweep.schema_of(version))


def before(text, path, version, data, verdicts):
    """Whether this version drops the document; None: not known."""
    if text in verdicts:
        return verdicts[text][1]
    if path not in places_of(version):
        return False        # it does not know the key
    return False if any(path == other or schema_walk.is_below(path, other) for other in data["any"]) else None


def place_of(text):
    """The first two keys of a document: what a change is reported by."""
    document = json.loads(text)
    top = next(iter(document))
    below = document[top]
    return top + "." + next(iter(below)) if isinstance(below, dict) and below and top in ("sandbox", "permissions", "hooks") else top


def differing(old, new, table, limit):
    """Documents whose verdict differs, a few for each place and direction."""
    found, number = [], collections.Counter()
    for text, (path, dropped) in table[new][1].items():
        was = before(text, path, old, *table[old])
        if was is None or was == dropped:
            continue
        number[place_of(text), dropped] += 1
        if number[place_of(text), dropped] <= limit:
            found.append((text, dropped))
    return found


class Asked:
    """Verdicts of versions about documents, each asked once."""

    def __init__(self, drop):
        self.drop, self.seen = drop, collections.defaultdict(dict)

    def verdicts(self, version, texts):
        missing = [text for text in texts if version not in self.seen[text]]
        if missing:
            kept = runtime.installed(version) is not None
            cases = [schema_walk.Case("", json.loads(text), None) for text in missing]
            for text, results in zip(missing, sweep.measure(version, cases, 1)):
                self.seen[text][version] = "drops" in results.values()
            print("%s: %d documents" % (version, len(missing)), flush=True)
            if self.drop and not kept:
                runtime.drop(version)
        return [self.seen[text][version] for text in texts]


def middle(versions, low, high):
    """Half way, or an installed version near it."""
    half = (low + high) // 2
    near = [i for i in range(low + 1, high) if runtime.installed(versions[i]) and abs(i - half) * 3 <= high - low]
    return min(near, key=lambda i: abs(i - half)) if near else half


def narrow(versions, low, high, changes, asked):
    """{text: first version with the new verdict}"""
    if not changes:
        return {}
    if high - low <= 1:
        return {text: versions[high] for text, _ in changes}
    half = middle(versions, low, high)
    verdicts = asked.verdicts(versions[half], [text for text, _ in changes])
    done = [change for change, verdict in zip(changes, verdicts) if verdict == change[1]]
    found = narrow(versions, low, half, done, asked)
    found.update(narrow(versions, half, high, [change for change in changes if change not in done], asked))
    return found


def report(firsts, changes, asked):
    """One entry for each version, direction and place."""
    grouped = collections.defaultdict(list)
    for text, dropped in changes:
        grouped[firsts[text], dropped, place_of(text)].append(text)
    order = sorted(grouped, key=lambda key: (runtime.version_key(key[0]), key[1], key[2]))
    return [{"from": first, "place": place, "now": "drops" if dropped else "counts", "documents": [json.loads(t) for t in grouped[first, dropped, place]],
             "seen": dict(sorted(asked.seen[grouped[first, dropped, place][0]].items(), key=lambda item: runtime.version_key(item[0])))}
            for first, dropped, place in order]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keys", type=int, default=3)
    parser.add_argument("--drop", action="store_true")
    options = parser.parse_args()
    table, published, entries = swept(), runtime.published(runtime.FLOOR, runtime.CURRENT), []
    asked, versions = Asked(options.drop), list(table)
    for old, new in zip(versions, versions[1:]):
        changes = differing(old, new, table, options.keys)
        print("%s to %s: %d documents differ" % (old, new, len(changes)), flush=True)
        firsts = narrow(published, published.index(old), published.index(new), changes, asked)
        entries += report(firsts, changes, asked)
    value = {"on": datetime.date.today().isoformat(), "how": "tests/live/bisect_validity.py over published versions",
             "says": "documents and the first version that treats them so; in \"seen\" true is: the file is dropped", "changes": ["@"]}
    lines = ",\n  ".join(json.dumps(entry) for entry in entries)
    OUT.write_text(json.dumps(value, indent=1).replace('"@"', lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
