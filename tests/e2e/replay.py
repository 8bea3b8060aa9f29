#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every recorded payload through every program: exact verdicts, answers valid by schema, nothing on stderr, exit 0.

    replay.py --bin DIR --validate VALIDATE_JSON [--update]

The verdicts stand in fixtures/<version>/verdicts.json: scene -> payload -> program -> "ask" | "deny" | "message" | the status
line's text; silence is not listed. Scenes: sandbox "on", "strict", "off" in the user's settings.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests" / "perf"))
from measure import Scene, run          # noqa: E402

HOOKS = ("bypass-warn", "git-add-guard", "protected-paths", "deny-guard", "posture-watch", "error-hint")
SCENES = {"on": {"sandbox": {"enabled": True}}, "off": {"sandbox": {"enabled": False}},
          "strict": {"sandbox": {"enabled": True, "allowUnsandboxedCommands": False}}}
PROGRAM_OF = {"status": ("statusline",)}


def add_worktree(repo, name):
    """The linked worktree that some payloads speak of, as `git worktree add .claude/worktrees/NAME` leaves it."""
    folder, own = repo / ".claude" / "worktrees" / name, repo / ".git" / "worktrees" / name
    folder.mkdir(parents=True)
    own.mkdir(parents=True)
    (folder / ".git").write_text(f"gitdir: {own}\n")
    for file, text in (("gitdir", f"{folder}/.git"), ("commondir", "../.."), ("HEAD", f"ref: refs/heads/{name}")):
        (own / file).write_text(text + "\n")


def verdict(program, answer):
    if program == "statusline":
        return answer.strip()
    if not answer:
        return None
    value = json.loads(answer)
    return value.get("decision") or value.get("hookSpecificOutput", {}).get("permissionDecision") or "message"


class Replay:
    def __init__(self, options):
        self.options, self.faults, self.runs, self.answers = options, [], 0, []

    def one(self, scene, version, payload_file, program):
        name = str(payload_file.relative_to(SOURCE / "fixtures" / version))
        scene.env["AI_AGENT"] = "claude-code_%s_harness" % version.replace(".", "-")
        scene.env["NO_COLOR"] = "1"
        for given in scene.home.glob(".local/state/cordon/sessions/*/hint-*"):  # all payloads are of one session, which gets each hint once
            given.unlink()
        done = run([str(pathlib.Path(self.options.bin) / program)], scene, scene.payload(SOURCE, version, name))
        self.runs += 1
        if done.returncode != 0 or done.stderr:
            self.faults.append(f"{version} {name} {program}: exit {done.returncode}, stderr {done.stderr[:200]!r}")
        answer = done.stdout.decode()
        if answer and program != "statusline":
            self.answers.append((f"{version} {name} {program}", answer))
        return verdict(program, answer)

    def table(self, version):
        root, out = SOURCE / "fixtures" / version, {}
        files = sorted(f for f in root.rglob("*.json") if f.parent != root)
        if len(files) < 50:
            self.faults.append(f"{version}: only {len(files)} recorded payloads")
        for name, settings in SCENES.items():
            with tempfile.TemporaryDirectory() as folder:
                scene = Scene(folder)
                (scene.home / ".claude" / "settings.json").write_text(json.dumps(settings))
                add_worktree(scene.repo, "w1")
                rows = out.setdefault(name, {})
                for file in files:
                    for program in PROGRAM_OF.get(file.parent.name, HOOKS):
                        found = self.one(scene, version, file, program)
                        if found is not None:
                            rows.setdefault(f"{file.parent.name}/{file.stem}", {})[program] = found
        return out

    def validate(self):
        """All answers in one start of the validator."""
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for index, (_, answer) in enumerate(self.answers):
                files.append(pathlib.Path(folder) / f"{index}.json")
                files[-1].write_text(answer)
            done = subprocess.run([self.options.validate, str(SOURCE / "schemas" / "hook-decision.schema.json"), *map(str, files)],
                                  capture_output=True, text=True, check=False)
            if done.returncode != 0:
                self.faults.append("answers that break the schema: " + done.stdout[:1000] + done.stderr[:1000])


def differences(version, want, have):
    for scene in sorted(set(want) | set(have)):
        rows, got = want.get(scene, {}), have.get(scene, {})
        for name in sorted(set(rows) | set(got)):
            if rows.get(name) != got.get(name):
                yield f"{version} {scene} {name}: want {rows.get(name)}, have {got.get(name)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--validate", required=True)
    parser.add_argument("--update", action="store_true")
    replay = Replay(parser.parse_args())
    versions = sorted(f.parent.name for f in (SOURCE / "fixtures").glob("*/recording.json"))
    for version in versions:
        golden = SOURCE / "fixtures" / version / "verdicts.json"
        have = replay.table(version)
        if replay.options.update:
            golden.write_text(json.dumps(have, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
        want = json.loads(golden.read_text()) if golden.exists() else {}
        replay.faults.extend(differences(version, want, have))
    replay.validate()
    print("\n".join(replay.faults))
    print(f"{len(versions)} versions, {replay.runs} runs, {len(replay.answers)} answers, {len(replay.faults)} faults")
    return 1 if replay.faults or len(versions) < 2 or not replay.answers else 0


if __name__ == "__main__":
    sys.exit(main())
