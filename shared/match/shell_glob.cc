// SPDX-License-Identifier: Apache-2.0
#include "shared/match/compile.h"
#include "shared/match/glob.h"

namespace cordon::match {

void append_shell_glob(Automaton& set, std::string_view source, bool segment_start) {
  for (size_t i = 0; i < source.size();) {
    const char c = source[i];
    if (i + 1 < source.size() && source[i + 1] == '(' && std::string_view("?*+@!").find(c) != std::string_view::npos) {
      set.anything();  // alternatives may hold anything, also '/'
      return;
    }
    if (c == '*') {
      const bool deep = i + 1 < source.size() && source[i + 1] == '*';
      while (i < source.size() && source[i] == '*') ++i;
      if (deep) {
        set.anything();  // globstar may be on
      } else {
        segment_start ? set.run_no_dot() : set.run();
      }
    } else if (c == '?' || c == '[') {
      ByteSet bytes;
      bytes.invert();
      size_t end = i + 1;
      if (c == '[') {
        const auto read = read_class(source, i, false);
        if (read) {
          bytes = read->set;
          end = read->end;
        }
      }
      bytes.remove('/');
      if (segment_start) bytes.remove('.');
      set.one_of(bytes);
      i = end;
    } else {
      if (c == '\\' && i + 1 < source.size()) ++i;
      set.byte(source[i++], false);
      segment_start = source[i - 1] == '/';
      continue;
    }
    segment_start = false;
  }
}

}  // namespace cordon::match
