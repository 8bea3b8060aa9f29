// SPDX-License-Identifier: Apache-2.0
#pragma once
// One line per finding: "certain git add -A", "maybe @sub git add . <xargs>", "write certain f", "opaque certain REASON".
// Unknown pieces are written <…>, patterns as they are, words with blanks or quotes in '…', words that may be several in <…>*.

#include <string>

#include "shared/shell/walk.h"

namespace cordon::shell {

inline const char* certainty_name(Certainty c) {
  return c == Certainty::kCertain ? "certain" : c == Certainty::kConditional ? "maybe" : "never";
}

inline std::string dump_walk_word(const Word& word) {
  std::string out;
  for (const Piece& p : word.pieces) {
    if (p.kind == PieceKind::kUnknown) {
      out += "<" + p.text + ">" + (p.splits ? "*" : "");
      continue;
    }
    const bool plain = p.kind == PieceKind::kGlob ||
                       (!p.text.empty() && p.text.find_first_of(" \t\n\r'\"<>*?[|&;()$`\\") == std::string::npos);
    if (!plain) out += "'";
    for (const char c : p.text) {
      if (c == '\n') {
        out += "\\n";
      } else if (c == '\r') {
        out += "\\r";
      } else if (!plain && (c == '\'' || c == '\\')) {
        (out += '\\') += c;
      } else {
        out += c;
      }
    }
    if (!plain) out += "'";
  }
  return out;
}

inline std::string dump_directory(const Directory& d) {
  if (!d.known) return " @?";
  return d.path.empty() ? "" : " @" + d.path;
}

inline std::string dump_walk(const WalkResult& result) {
  std::string out;
  for (const Invocation& i : result.invocations) {
    out += certainty_name(i.certainty) + dump_directory(i.directory);
    for (const Assignment& a : i.environment) out += " " + a.name + (a.append ? "+=" : "=") + dump_walk_word(a.value);
    for (const Word& word : i.argv) out += " " + dump_walk_word(word);
    if (i.args_open) out += " ...";
    for (std::size_t k = 0; k < i.via.size(); ++k) out += (k == 0 ? " <-- " : ", ") + i.via[k];
    out += "\n";
  }
  for (const PlacedRedirect& r : result.redirects) {
    out += std::string(r.redirect.writes ? "write " : "read ") + certainty_name(r.certainty) + dump_directory(r.directory) + " " +
           dump_walk_word(r.redirect.target) + "\n";
  }
  for (const Opaque& o : result.opaque) out += std::string("opaque ") + certainty_name(o.certainty) + " " + o.reason + "\n";
  return out;
}

}  // namespace cordon::shell
