// SPDX-License-Identifier: Apache-2.0
// What is to be done, from three states: as both sides last agreed (base), here, and there. A file is one thing: what changed
// on one side moves to the other, what changed differently on both sides is a conflict that only the person decides.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cordon/sync/pieces.h"

namespace cordon::sync {

enum class Move { kPull, kPush, kConflict };
struct Change {
  Move move = Move::kPull;
  std::string path;
  bool removed = false;  // by the side it comes from
};

struct Choice {
  std::set<std::string> mine, theirs;  // paths the person decided
};

// Sorted by path; equal files give nothing. Paths in `kept` are left as they are on both sides (not on the list, refused).
std::vector<Change> plan(const Pieces& base, const Pieces& here, const Pieces& there, const Choice& choice, const std::set<std::string>& kept);

}  // namespace cordon::sync
