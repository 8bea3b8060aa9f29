// SPDX-License-Identifier: Apache-2.0
// Brace expansion: {a,b} {1..9..2} {a..c}, before all other expansions, on unquoted text only.
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

constexpr std::size_t kMostWords = 512;

/// A character of unquoted text, or a whole part (quotes, $x) that braces only carry along.
struct Atom {
  char c = 0;
  const Part* part = nullptr;
};
using Atoms = std::vector<Atom>;

bool is(const Atom& atom, char c) { return atom.part == nullptr && atom.c == c; }

/// Index of the } that closes the { at `open`, with the places of its commas; npos when it is no brace expression.
std::size_t close_of(const Atoms& atoms, std::size_t open, std::vector<std::size_t>& commas) {
  int depth = 0;
  for (std::size_t i = open; i < atoms.size(); ++i) {
    if (is(atoms[i], '{')) ++depth;
    if (is(atoms[i], ',') && depth == 1) commas.push_back(i);
    if (is(atoms[i], '}') && --depth == 0) return i;
  }
  return std::string::npos;
}

bool number(std::string_view text, long& value) {
  std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  if (at == text.size() || text.size() > 10) return false;
  value = 0;
  for (; at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') return false;
    value = value * 10 + (text[at] - '0');
  }
  if (text[0] == '-') value = -value;
  return true;
}

/// "1..5", "01..10..2", "a..e".
bool sequence(const std::string& body, std::vector<std::string>& out) {
  const std::size_t dots = body.find("..");
  if (dots == std::string::npos) return false;
  const std::string_view from = std::string_view(body).substr(0, dots);
  std::string_view to = std::string_view(body).substr(dots + 2);
  long step = 1;
  const std::size_t more = to.find("..");
  if (more != std::string_view::npos) {
    if (!number(to.substr(more + 2), step)) return false;
    to = to.substr(0, more);
  }
  step = step == 0 ? 1 : step < 0 ? -step : step;
  long a = 0, b = 0;
  const bool letters = from.size() == 1 && to.size() == 1 && !(from[0] >= '0' && from[0] <= '9') && !(to[0] >= '0' && to[0] <= '9');
  if (letters) {
    a = static_cast<unsigned char>(from[0]);
    b = static_cast<unsigned char>(to[0]);
  } else if (!number(from, a) || !number(to, b)) {
    return false;
  }
  const auto padded = [](std::string_view t) { return t.size() > 1 && (t[0] == '0' || (t[0] == '-' && t[1] == '0')); };
  const std::size_t width = !letters && (padded(from) || padded(to)) ? std::max(from.size(), to.size()) : 0;
  for (long v = a; a <= b ? v <= b : v >= b; v += a <= b ? step : -step) {
    if (letters) {
      out.emplace_back(1, static_cast<char>(v));
    } else {
      std::string digits = std::to_string(v < 0 ? -v : v);
      const std::size_t sign = v < 0 ? 1 : 0;
      if (digits.size() + sign < width) digits.insert(0, width - digits.size() - sign, '0');
      out.push_back((v < 0 ? "-" : "") + digits);
    }
    if (out.size() > kMostWords) return true;
  }
  return true;
}

void append(Atoms& to, const Atoms& from, std::size_t begin, std::size_t end) {
  to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(begin), from.begin() + static_cast<std::ptrdiff_t>(end));
}

/// Expands the first brace expression from `from` on and the results in turn. False: too many words.
bool expand(const Atoms& atoms, std::size_t from, int depth, std::vector<Atoms>& out) {
  if (out.size() > kMostWords || depth > 64) return false;
  for (std::size_t open = from; open < atoms.size(); ++open) {
    if (!is(atoms[open], '{')) continue;
    std::vector<std::size_t> commas;
    const std::size_t close = close_of(atoms, open, commas);
    if (close == std::string::npos) continue;
    std::vector<Atoms> middles;
    if (!commas.empty()) {
      commas.push_back(close);
      std::size_t begin = open + 1;
      for (const std::size_t comma : commas) {
        Atoms piece;
        append(piece, atoms, begin, comma);
        if (!expand(piece, 0, depth + 1, middles)) return false;
        begin = comma + 1;
      }
    } else {
      std::string body;
      bool plain = true;
      for (std::size_t i = open + 1; i < close; ++i) {
        plain = plain && atoms[i].part == nullptr;
        body += atoms[i].c;
      }
      std::vector<std::string> words;
      if (!plain || !sequence(body, words)) continue;
      for (const std::string& word : words) {
        Atoms piece;
        for (const char c : word) piece.push_back({c, nullptr});
        middles.push_back(std::move(piece));
      }
    }
    for (const Atoms& middle : middles) {
      Atoms whole;
      append(whole, atoms, 0, open);
      whole.insert(whole.end(), middle.begin(), middle.end());
      const std::size_t next = whole.size();
      append(whole, atoms, close + 1, atoms.size());
      if (!expand(whole, next, depth + 1, out)) return false;
    }
    return true;
  }
  out.push_back(atoms);
  return true;
}

}  // namespace

/// False: no braces in the word, nothing done.
bool Walker::expand_braces(const WordNode& word, Fields& out) {
  if (options_.dialect == Dialect::kPosix || scope_.shell.posix) return false;
  bool brace = false, separator = false;
  std::size_t size = 0;
  for (const Part& part : word.parts) {
    if (part.kind != PartKind::kText) continue;
    brace = brace || part.text.find('{') != std::string_view::npos;
    separator = separator || part.text.find(',') != std::string_view::npos || part.text.find("..") != std::string_view::npos;
    size += part.text.size();
  }
  if (!brace || !separator) return false;
  constexpr std::size_t kLongest = 4096;
  Atoms atoms;
  std::vector<Atoms> results;
  bool ok = size <= kLongest;
  for (const Part& part : word.parts) {
    if (!ok) break;
    if (part.kind == PartKind::kText) {
      for (const char c : part.text) atoms.push_back({c, nullptr});
    } else {
      atoms.push_back({0, &part});
    }
  }
  if (!ok || !expand(atoms, 0, 0, results)) {
    Word unknown = Word::unknown(source_of(word.range), true);
    unknown.range = word.range;
    out.push_back(std::move(unknown));
    return true;
  }
  for (const Atoms& atoms_of_word : results) {
    std::deque<std::string> texts;
    std::vector<Part> parts;
    for (const Atom& atom : atoms_of_word) {
      if (atom.part != nullptr) {
        parts.push_back(*atom.part);
      } else {
        if (parts.empty() || parts.back().kind != PartKind::kText) {
          parts.emplace_back();
          texts.emplace_back();
        }
        texts.back() += atom.c;
        parts.back().text = texts.back();
      }
    }
    expand_parts({parts.data(), static_cast<std::uint32_t>(parts.size())}, word.range, out, true, false);
  }
  return true;
}

}  // namespace cordon::shell
