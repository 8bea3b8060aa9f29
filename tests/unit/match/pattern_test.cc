// SPDX-License-Identifier: Apache-2.0
#include "shared/match/pattern.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "shared/base/text.h"
#include "shared/match/literals.h"

using namespace cordon;

namespace {

using Found = std::vector<std::pair<size_t, size_t>>;

Found found_in(const std::vector<std::string_view>& literals, std::string_view text) {
  Found out;
  match::Literals(literals).find(text, [&](size_t index, size_t offset) {
    out.emplace_back(offset, index);
    return true;
  });
  std::sort(out.begin(), out.end());
  return out;
}

// The obvious way.
Found searched(const std::vector<std::string_view>& literals, std::string_view text) {
  Found out;
  const std::string lower = text::ascii_lower(text);
  for (size_t at = 0; at < lower.size(); ++at) {
    for (size_t index = 0; index < literals.size(); ++index) {
      if (literals[index].size() >= match::kShortestLiteral && std::string_view(lower).substr(at).starts_with(literals[index])) out.emplace_back(at, index);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("literals are found as by the obvious way") {
  const std::vector<std::string_view> literals{"read-only file system", "erofs", "bwrap: ", "abab", "abababab", "erofs: read"};
  for (const std::string_view text : {"", "x", "erof", "erofs", "EROFS: read-only file system", "READ-ONLY FILE SYSTEM", "abababababab", "xbwrap: bwrap: ", "erofsabab",
                                      "read-only file syste", "read-only file systemread-only file system"}) {
    CAPTURE(text);
    CHECK_EQ(found_in(literals, text), searched(literals, text));
  }
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    while (text.size() < random() % 200) {
      const auto& literal = literals[random() % literals.size()];
      text += random() % 2 == 0 ? std::string(literal.substr(0, random() % (literal.size() + 1))) : std::string(1, static_cast<char>(random() % 256));
    }
    CHECK_EQ(found_in(literals, text), searched(literals, text));
  }
}

TEST_CASE("a search ends when it is told to") {
  const std::vector<std::string_view> literals{"aaaa"};
  size_t calls = 0;
  match::Literals(literals).find("aaaaaaaaaa", [&](size_t, size_t) { return ++calls < 3; });
  CHECK_EQ(calls, 3);
}

TEST_CASE("no literals, and literals that are too short") {
  CHECK(found_in({}, "some text that is long enough to look at").empty());
  CHECK(found_in({"a", "abc"}, "abcabcabc").empty());
}

TEST_CASE("patterns") {
  std::string subject = "old";
  CHECK(match::Pattern::compile("(?i)^touch: (/\\S+): read-only")->find("touch: /x: Read-only file system", &subject));
  CHECK_EQ(subject, "/x");
  CHECK(match::Pattern::compile("a|(b)|(c)")->find("c", &subject));
  CHECK_EQ(subject, "c");
  CHECK(match::Pattern::compile("a|(b)")->find("a", &subject));
  CHECK_EQ(subject, "");
  CHECK(!match::Pattern::compile("^b")->find("ab", &subject));
  CHECK(match::Pattern::compile("b")->find("ab", nullptr));
  const auto bad = match::Pattern::compile("(unclosed");
  REQUIRE(!bad);
  CHECK_EQ(bad.error().message, "missing ): (unclosed");
}
