// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/target.h"

#include "shared/base/path.h"

namespace cordon::protected_paths {
namespace {

bool climbs(const std::vector<Tail>& tail) {
  for (const Tail& piece : tail) {
    if (piece.kind == Tail::Kind::kLiteral && piece.text.find("..") != std::string::npos) return true;
  }
  return false;
}

// Literal text of the tail with doubled slashes and "/./" gone; what it means does not change.
std::string tidy(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/') {
      while (text.compare(i, 2, "//") == 0) ++i;
      while (text.compare(i, 3, "/./") == 0) i += 2;
    }
    out += text[i];
  }
  return out;
}

// $(date +%F), $(date -u '+%Y-%m-%d.log'), $$, $RANDOM: begins with a digit and holds no slash.
bool is_number(std::string_view source) {
  if (source == "$$" || source == "$RANDOM" || source == "${RANDOM}" || source == "$SECONDS") return true;
  if (source.substr(0, 7) != "$(date " || source.back() != ')') return false;
  source = source.substr(7, source.size() - 8);
  if (source.substr(0, 3) == "-u ") source.remove_prefix(3);
  if (source.empty() || source.find_first_not_of("+'\"%_.:-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != source.npos) return false;
  const size_t first = source.find('%');
  if (first == source.npos || source.substr(0, first).find_first_not_of("+'\"") != source.npos || source[0] == '-' || source.substr(0, first).find('+') == source.npos) return false;
  for (size_t i = first; i + 1 < source.size(); ++i) {
    if (source[i] == '%' && std::string_view("DxcrnthEO").find(source[i + 1]) != std::string_view::npos) return false;
  }
  return std::string_view("FYymdHMSsjNuwVUWGgCIT").find(source[first + 1]) != std::string_view::npos;
}

Tail tail_of(const shell::Piece& piece) {
  if (piece.kind == shell::PieceKind::kUnknown && is_number(piece.text)) return {Tail::Kind::kPattern, "[0-9]*"};
  switch (piece.kind) {
    case shell::PieceKind::kLiteral: return {Tail::Kind::kLiteral, tidy(piece.text)};
    case shell::PieceKind::kGlob: return {Tail::Kind::kGlob, piece.text};
    default: return {Tail::Kind::kAnything, piece.text};
  }
}

}  // namespace

bool Target::has_unknown() const {
  for (const Tail& piece : tail) {
    if (piece.kind == Tail::Kind::kAnything) return true;
  }
  return false;
}

std::string Target::spelled_end() const {
  if (tail.empty() || tail.back().kind != Tail::Kind::kLiteral) return {};
  const std::string& text = tail.back().text;
  if (tail.size() >= 2 && tail[tail.size() - 2].kind == Tail::Kind::kFolders) return text;
  const size_t slash = text.find('/');
  return slash == std::string::npos ? std::string() : text.substr(slash + 1);
}

std::string base_of(const shell::Directory& directory, std::string_view start_dir) {
  if (!directory.known) return {};
  if (directory.path.empty()) return std::string(start_dir);
  return path::absolute(directory.path, start_dir);
}

Target target_of(std::string_view path, std::string_view base) {
  Target out;
  out.shown = path;
  if (!path.empty() && path[0] == '/') {
    out.path = path;
  } else if (!base.empty()) {
    out.path = path::join(base, path);
  } else {
    out.tail = {{Tail::Kind::kFolders, {}}, {Tail::Kind::kLiteral, tidy(path)}};
  }
  return out;
}

Target target_of(const shell::Word& word, std::string_view base) {
  if (word.is_static()) return target_of(word.text(), base);
  const std::string prefix = word.literal_prefix();
  const size_t slash = prefix.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : prefix.substr(0, slash + 1);
  Target out;
  const bool opens_unknown = prefix.empty() && !word.pieces.empty() && word.pieces[0].kind == shell::PieceKind::kUnknown && !is_number(word.pieces[0].text);
  if (!folder.empty() && folder[0] == '/') {
    out.path = folder == "/" ? folder : folder.substr(0, folder.size() - 1);
  } else if (!opens_unknown && !base.empty()) {
    out.path = folder.empty() ? std::string(base) : path::join(base, folder.substr(0, folder.size() - 1));
  } else if (!opens_unknown) {
    out.tail = {{Tail::Kind::kFolders, {}}, {Tail::Kind::kLiteral, tidy(folder)}};
  }
  std::string rest = prefix.substr(folder.size());
  if (!rest.empty()) out.tail.push_back({Tail::Kind::kLiteral, tidy(rest)});
  bool seen = false;
  for (const shell::Piece& piece : word.pieces) {
    seen = seen || piece.kind != shell::PieceKind::kLiteral;
    if (seen) out.tail.push_back(tail_of(piece));
  }
  if (climbs(out.tail)) {
    out.path.clear();
    out.tail = {{Tail::Kind::kAnything, {}}};
  }
  out.shown = word.text();
  return out;
}

void append_tail(match::Automaton& set, const std::vector<Tail>& tail, bool segment_start) {
  for (const Tail& piece : tail) {
    switch (piece.kind) {
      case Tail::Kind::kLiteral: set.text(piece.text, false); break;
      case Tail::Kind::kGlob: match::append_shell_glob(set, piece.text, segment_start); break;
      case Tail::Kind::kPattern: match::append_shell_glob(set, piece.text, false); break;
      case Tail::Kind::kAnything: set.anything(); break;
      case Tail::Kind::kFolders: set.folders(); break;
    }
    segment_start = piece.kind == Tail::Kind::kFolders || (piece.kind == Tail::Kind::kLiteral && !piece.text.empty() && piece.text.back() == '/');
  }
}

}  // namespace cordon::protected_paths
