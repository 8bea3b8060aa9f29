# SPDX-License-Identifier: Apache-2.0
"""Random layouts of settings files: `cordon settings` says what the runtime does. The seed is a fresh one each time and printed;
CORDON_SEED repeats one. Layouts they disagree on become fixtures (the file is named), which settings_test reads from then on."""
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from lib import runtime    # noqa: E402

CORDON = os.path.join(os.environ.get("CORDON_BIN", str(HERE.parents[1] / "build/release/bin")), "cordon")


class Settings(unittest.TestCase):
    def agree(self, version, count):
        save = os.environ.get("CORDON_FAILURES", str(HERE.parents[1] / "fixtures/settings/failures.jsonl"))
        seed = os.environ.get("CORDON_SEED", "")
        seeded = ["--seed", seed] if seed else []
        done = subprocess.run([sys.executable, str(HERE / "settings"), "--runtime", version, "--count", str(count), "--cordon", CORDON,
                               "--save", save, *seeded], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(done.stdout.splitlines()[0] if done.stdout else "", flush=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_current(self):
        self.agree(runtime.CURRENT, int(os.environ.get("CORDON_LAYOUTS", "40")))

    def test_floor(self):
        self.agree(runtime.FLOOR, int(os.environ.get("CORDON_LAYOUTS_FLOOR", "15")))


if __name__ == "__main__":
    unittest.main()
