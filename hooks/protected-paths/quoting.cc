// SPDX-License-Identifier: Apache-2.0
// Names as git writes them: C quoting and leading components.
#include "hooks/protected-paths/diff.h"

namespace cordon::protected_paths {
namespace {

bool octal(char c) { return c >= '0' && c <= '7'; }

}  // namespace

bool unquote(std::string_view text, std::string& out) {
  out.clear();
  if (text.empty() || text[0] != '"') {
    out = text;
    return true;
  }
  if (text.size() < 2 || text.back() != '"') return false;
  text = text.substr(1, text.size() - 2);
  constexpr std::string_view kLetters = "abtnvfr\"\\", kMeaning = "\a\b\t\n\v\f\r\"\\";
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return false;
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i >= text.size()) return false;
    if (i + 2 < text.size() && octal(text[i]) && octal(text[i + 1]) && octal(text[i + 2])) {
      out += static_cast<char>((text[i] - '0') * 64 + (text[i + 1] - '0') * 8 + (text[i + 2] - '0'));
      i += 2;
      continue;
    }
    const size_t letter = kLetters.find(text[i]);
    if (letter == std::string_view::npos) return false;
    out += kMeaning[letter];
  }
  return true;
}

std::string stripped(std::string_view name, int count) {
  for (; count > 0; --count) {
    const size_t slash = name.find('/');
    if (slash == std::string_view::npos) break;
    name.remove_prefix(slash);
    while (!name.empty() && name[0] == '/') name.remove_prefix(1);
  }
  return std::string(name);
}

}  // namespace cordon::protected_paths
