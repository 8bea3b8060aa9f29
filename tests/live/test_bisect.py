# SPDX-License-Identifier: Apache-2.0
"""The bisection over versions, on made-up rules: no runtime is needed."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import bisect_settings                     # noqa: E402

VERSIONS = ["2.1.%d" % number for number in range(202, 333)]


class Bisect(unittest.TestCase):
    def find(self, rule, samples=6):
        asked = {}

        def test(version):
            asked.setdefault(version, rule(int(version.rsplit(".", 1)[1])))
            return asked[version]
        held = bisect_settings.intervals(VERSIONS, asked, samples, test)
        return held, len(asked)

    def test_rows(self):
        rows = [
            ("one flip", lambda n: n >= 284, [["2.1.284", None]]),
            ("always", lambda n: True, [["2.1.202", None]]),
            ("never", lambda n: False, []),
            ("it ended", lambda n: n < 257, [["2.1.202", "2.1.257"]]),
            ("came, went and came back", lambda n: 216 <= n < 284 or n >= 324, [["2.1.216", "2.1.284"], ["2.1.324", None]]),
            ("a while only", lambda n: 285 <= n < 315, [["2.1.285", "2.1.315"]]),
            ("the last one", lambda n: n == 332, [["2.1.332", None]]),
        ]
        for name, rule, want in rows:
            with self.subTest(name):
                held, asked = self.find(rule)
                self.assertEqual(held, want)
                self.assertLessEqual(asked, 32)

    def test_what_came_and_went_between_two_samples_is_found_with_more_of_them(self):
        rule = lambda n: 290 <= n < 295                                       # noqa: E731
        self.assertEqual(self.find(rule, 2)[0], [])
        self.assertEqual(self.find(rule, 40)[0], [["2.1.290", "2.1.295"]])


if __name__ == "__main__":
    unittest.main()
