// SPDX-License-Identifier: Apache-2.0
#include "shared/base/words.h"

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

using namespace cordon;

TEST_CASE("a list of words is read as it is written") {
  constexpr Words kWords{"sh", "", "bash -c", "zsh"};
  static_assert(kWords.size() == 4);
  static_assert(kWords[0] == "sh" && kWords[1].empty() && kWords[2] == "bash -c" && kWords[3] == "zsh");
  static_assert(kWords.contains("zsh") && kWords.contains("") && !kWords.contains("bash") && !kWords.contains("shbash"));
  std::string joined;
  for (const std::string_view word : kWords) joined += "[" + std::string(word) + "]";
  CHECK_EQ(joined, "[sh][][bash -c][zsh]");
}

TEST_CASE("neither holds a pointer") {
  static_assert(sizeof(Words{"sh", "bash"}) == 3 * sizeof(uint16_t) + 6);
  static_assert(sizeof(Inline<15>) == 16 && alignof(Inline<15>) == 1);
  static_assert(std::is_trivially_copyable_v<Words<2, 6>> && std::is_trivially_copyable_v<Inline<15>>);
}

TEST_CASE("an inline text is a view of its bytes") {
  constexpr Inline<8> kText("nice"), kFull("12345678"), kNone("");
  static_assert(kText == "nice" && kText != "nic" && kText != "nicer" && kText.size() == 4 && !kText.empty());
  static_assert(kFull == "12345678" && kFull.size() == 8 && kNone.empty() && Inline<8>().empty());
  CHECK_EQ(std::string(kText.view()) + " -n", "nice -n");
  const std::string_view converted = kText;
  CHECK_EQ(converted, "nice");
}
