// SPDX-License-Identifier: Apache-2.0
// TOML files of any shape, for those that need more than cordon.toml (version pins, catalogues): the whole as plain values with
// their places, so that whoever asks can name line and column.
//
//   auto tree = parse_toml("[git]\nmin_version = \"2.39.0\"\nreleased = 2022-12-12\n", "pins.toml");
//   tree->members[0].key == "git"; tree->members[0].find("released")->text == "2022-12-12"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace cordon::settings {

struct TomlNode {
  enum class Kind : uint8_t { kTable, kList, kText, kInteger, kFloat, kFlag, kDate };
  Kind kind = Kind::kTable;
  std::string key;               // of a table's member
  std::string text;              // kText; of kDate the day: "2022-12-12" ("" for a time of day alone)
  int64_t integer = 0;
  double number = 0;             // kInteger, too
  bool flag = false;
  std::vector<TomlNode> members;  // of a table, in the file's order
  std::vector<TomlNode> items;    // of a list
  uint32_t line = 0, column = 0;

  const TomlNode* find(std::string_view name) const;  // a table's member; nullptr when absent
};

// Errors: not TOML (line and column), nested deeper than toml++ allows (256).
Result<TomlNode> parse_toml(std::string_view text, const std::string& file);

}  // namespace cordon::settings
