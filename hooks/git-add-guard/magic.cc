// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/magic.h"

namespace cordon::git_add_guard {
namespace {

struct LongName {
  std::string_view name;
  bool Magic::*flag;
};
constexpr LongName kLongNames[] = {{"top", &Magic::top},     {"literal", &Magic::literal}, {"glob", &Magic::glob},
                                   {"icase", &Magic::icase}, {"exclude", &Magic::exclude}, {"attr", &Magic::attr}};

void read_name(Magic& magic, std::string_view name) {
  if (name.empty() || name.starts_with("prefix:")) return;
  if (name.starts_with("attr:")) name = "attr";
  for (const LongName& known : kLongNames) {
    if (known.name == name) {
      magic.*known.flag = true;
      return;
    }
  }
  magic.refused = true;
}

Magic read_long(std::string_view element) {
  Magic magic;
  const size_t close = element.find(')');
  if (close == std::string_view::npos) {
    magic.refused = true;
    return magic;
  }
  magic.pattern = element.substr(close + 1);
  std::string_view names = element.substr(2, close - 2);
  while (!names.empty()) {
    const size_t comma = names.find(',');
    read_name(magic, names.substr(0, comma));
    names = comma == std::string_view::npos ? std::string_view() : names.substr(comma + 1);
  }
  magic.refused = magic.refused || (magic.literal && magic.glob);
  return magic;
}

// git's is_pathspec_magic: punctuation that could name magic; all but three have no meaning and are refused.
bool is_magic_sign(char c) { return std::string_view("!\"#%&',-/:;<=>@_`~^").find(c) != std::string_view::npos; }

Magic read_short(std::string_view element) {
  Magic magic;
  size_t at = 1;
  for (; at < element.size() && element[at] != ':'; ++at) {
    const char c = element[at];
    if (!is_magic_sign(c)) break;
    if (c == '/') {
      magic.top = true;
    } else if (c == '!' || c == '^') {
      magic.exclude = true;
    } else {
      magic.refused = true;
    }
  }
  if (at < element.size() && element[at] == ':') ++at;
  magic.pattern = element.substr(at);
  return magic;
}

}  // namespace

Magic read_magic(std::string_view element) {
  if (element.starts_with(":(")) return read_long(element);
  if (element.starts_with(':')) return read_short(element);
  Magic magic;
  magic.pattern = element;
  return magic;
}

}  // namespace cordon::git_add_guard
