// SPDX-License-Identifier: Apache-2.0
// The sequence whose first element lives in the word: as std::vector behaves, through copies and moves of any size.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "shared/shell/pieces.h"

using namespace cordon::shell;

namespace {

Pieces make(std::size_t count) {
  Pieces pieces;
  for (std::size_t i = 0; i < count; ++i) pieces.push_back({PieceKind::kUnknown, i % 2 == 0, false, "a text too long for the string itself " + std::to_string(i)});
  return pieces;
}

std::vector<std::string> texts(const Pieces& pieces) {
  std::vector<std::string> out;
  for (const Piece& piece : pieces) out.push_back(piece.text);
  return out;
}

}  // namespace

TEST_CASE("copies and moves keep every piece") {
  for (std::size_t from = 0; from < 5; ++from) {
    for (std::size_t to = 0; to < 5; ++to) {
      CAPTURE(from);
      CAPTURE(to);
      const Pieces source = make(from);
      Pieces copy = make(to);
      copy = source;
      CHECK(texts(copy) == texts(source));
      Pieces moved = make(to);
      moved = std::move(copy);
      CHECK(texts(moved) == texts(source));
      CHECK(copy.empty());  // NOLINT: stays usable
      copy.push_literal("again", true);
      CHECK(copy.back().text == "again");
      Pieces fresh(std::move(moved));
      CHECK(texts(fresh) == texts(source));
      Pieces& self = fresh;
      fresh = self;
      CHECK(texts(fresh) == texts(source));
    }
  }
}

TEST_CASE("pieces come and go") {
  Pieces pieces = make(3);
  pieces.pop_back();
  CHECK(pieces.size() == 2);
  CHECK(&pieces.front() == &pieces[0]);
  CHECK(&pieces.back() == &pieces[1]);
  pieces.clear();
  CHECK(pieces.empty());
  CHECK(pieces.begin() == pieces.end());
  pieces.push_back({PieceKind::kGlob, false, false, "*"});
  CHECK(pieces[0].kind == PieceKind::kGlob);
}
