// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/wildmatch.h"

#include "shared/match/compile.h"

namespace cordon::git_add_guard {
namespace {

struct Compiler {
  match::Automaton& out;
  bool path_name;  // wildcards stop at '/'
  bool fold;
  bool understood = true;

  void any_byte() {
    if (path_name) return out.one();
    match::ByteSet all;
    all.invert();
    out.one_of(all);
  }

  // `**` is special between slashes only, and only with path_name.
  size_t stars(std::string_view s, size_t at) {
    size_t end = at;
    while (end < s.size() && s[end] == '*') ++end;
    if (!path_name) {
      out.anything();
      return end;
    }
    const bool opens = end - at == 2 && (at == 0 || s[at - 1] == '/');
    if (opens && end == s.size()) {
      out.anything();
    } else if (opens && s[end] == '/') {
      out.folders();
      return end + 1;
    } else {
      out.run();
    }
    return end;
  }

  size_t bracket(std::string_view s, size_t at) {
    const auto set = match::read_class(s, at, fold);
    if (!set || set->empty) {
      understood = false;  // git matches nothing then
      return s.size();
    }
    out.one_of(set->set);
    return set->end;
  }

  void pattern(std::string_view s) {
    for (size_t at = 0; at < s.size() && understood;) {
      if (s[at] == '*') {
        at = stars(s, at);
      } else if (s[at] == '?') {
        any_byte();
        ++at;
      } else if (s[at] == '[') {
        at = bracket(s, at);
      } else {
        if (s[at] == '\\' && at + 1 < s.size()) ++at;
        out.byte(s[at++], fold);
      }
    }
  }
};

}  // namespace

bool append_wildmatch(match::Automaton& out, std::string_view pattern, bool path_name, bool fold) {
  Compiler compiler{out, path_name, fold};
  compiler.pattern(pattern);
  return compiler.understood;
}

}  // namespace cordon::git_add_guard
