# SPDX-License-Identifier: Apache-2.0
"""Random shell programs that call `git` in every way we can think of. Each call carries a number of its own, so that a call that
ran can be told from one that did not. constructs.py lists what occurs, words.py … compounds.py make it."""
import random

from compounds import Compounds


class Programs(Compounds):
    def __init__(self, seed):
        super().__init__(random.Random(seed))

    def leaf(self, depth):
        r = self.r
        kind = r.randrange(10)
        if kind < 5:
            return self.simple_text() if kind < 2 else "{ %s\n}" % self.call()
        if kind < 8:
            return "{ %s\n}" % self.wrapped()
        return "{ %s\n}" % self.text(depth - 1) if depth > 0 else self.simple_text()

    def statement(self, depth):
        r = self.r
        if depth <= 0:
            return self.call() if r.random() < 0.6 else self.wrapped()
        kind = r.randrange(12)
        if kind < 3:
            return self.call()
        if kind < 5:
            return self.wrapped()
        if kind < 8:
            return self.nested(depth)
        if kind < 11:
            return self.compound(depth)
        return self.mention()

    def program(self, depth=2, statements=None):
        parts = [self.statement(depth) for _ in range(statements or self.r.choice([1, 1, 2, 3]))]
        return "\n".join(parts)
