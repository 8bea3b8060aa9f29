// SPDX-License-Identifier: Apache-2.0
#include "cordon/sync/plan.h"

namespace cordon::sync {
namespace {

const Piece* find(const Pieces& pieces, const std::string& path) {
  const auto found = pieces.find(path);
  return found == pieces.end() ? nullptr : &found->second;
}

bool same(const Piece* a, const Piece* b) { return a == nullptr || b == nullptr ? a == b : *a == *b; }

}  // namespace

std::vector<Change> plan(const Pieces& base, const Pieces& here, const Pieces& there, const Choice& choice, const std::set<std::string>& kept) {
  std::set<std::string> paths;
  for (const Pieces* each : {&base, &here, &there}) {
    for (const auto& [path, piece] : *each) paths.insert(path);
  }
  std::vector<Change> out;
  for (const std::string& path : paths) {
    const Piece *was = find(base, path), *mine = find(here, path), *theirs = find(there, path);
    if (kept.count(path) != 0 || same(mine, theirs)) continue;
    Move move = Move::kConflict;
    if (same(mine, was) || choice.theirs.count(path) != 0) {
      move = Move::kPull;
    } else if (same(theirs, was) || choice.mine.count(path) != 0) {
      move = Move::kPush;
    }
    const Piece* source = move == Move::kPull ? theirs : mine;
    out.push_back({move, path, source == nullptr});
  }
  return out;
}

}  // namespace cordon::sync
