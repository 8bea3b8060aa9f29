// SPDX-License-Identifier: Apache-2.0
#include "shared/base/result.h"

#include <fmt/format.h>

namespace cordon {

std::string Error::text() const {
  std::string out;
  if (!file.empty()) out += file + ":";
  if (line != 0) out += fmt::format("{}:{}:", line, column);
  if (!out.empty()) out += " ";
  return out + message;
}

Position position_at(std::string_view text, size_t offset) {
  Position at;
  if (offset > text.size()) offset = text.size();
  for (size_t i = 0; i < offset; ++i) {
    if (text[i] == '\n') {
      ++at.line;
      at.column = 1;
    } else {
      ++at.column;
    }
  }
  return at;
}

}  // namespace cordon
