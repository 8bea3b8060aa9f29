// SPDX-License-Identifier: Apache-2.0
#include "shared/match/glob.h"

#include <algorithm>

#include <vector>

#include "shared/base/text.h"
#include "shared/match/compile.h"

namespace cordon::match {
namespace {

constexpr size_t kMaxPattern = 4096;

Result<void> impossible(const char* why, size_t at) { return fail(why, {}, 1, static_cast<uint32_t>(at + 1)); }

// One segment's bytes. `literal` becomes the plain text of it, or nothing once a wildcard was met.
struct Segment {
  std::string literal;
  bool wild = false;
};

Result<void> compile_segment(std::string_view s, size_t offset, bool fold, Automaton& out, Segment& seen) {
  for (size_t i = 0; i < s.size();) {
    const char c = s[i];
    if (c == '*') {
      while (i < s.size() && s[i] == '*') ++i;
      out.run();
      seen.wild = true;
    } else if (c == '?') {
      out.one();
      seen.wild = true;
      ++i;
    } else if (c == '[') {
      const auto set = read_class(s, i, fold);
      if (!set) return impossible("class without ']'", offset + i);
      if (set->empty) return impossible("class that matches nothing", offset + i);
      out.one_of(set->set);
      seen.wild = true;
      i = set->end;
    } else {
      if (c == '\\' && ++i >= s.size()) return impossible("backslash at the end", offset + i - 1);
      if (c == '\\' && std::string_view("*?[]!#\\ {},").find(s[i]) == std::string_view::npos) {
        return impossible("backslash before an ordinary character (folders are separated by '/')", offset + i - 1);
      }
      out.byte(s[i], fold);
      seen.literal += s[i++];
    }
  }
  return {};
}

// Braces mean alternatives to some tools and nothing to others: better refused than silently matching nothing.
bool has_alternatives(std::string_view s) {
  const size_t open = s.find('{');
  if (open == std::string_view::npos || (open > 0 && s[open - 1] == '\\')) return false;
  const size_t close = s.find('}', open);
  return close != std::string_view::npos && s.substr(open, close - open).find(',') != std::string_view::npos;
}

Result<void> check_segment(std::string_view segment, size_t at) {
  if (segment.empty()) return impossible("empty segment ('//')", at);
  if (segment == ".") return impossible("'.' never matches", at);
  if (segment == "..") return impossible("'..' never matches", at);
  return {};
}

Result<void> check_whole(std::string_view pattern) {
  if (pattern.empty()) return impossible("empty pattern", 0);
  if (pattern.size() > kMaxPattern) return impossible("pattern of more than 4096 bytes", kMaxPattern);
  if (pattern.find('\0') != std::string_view::npos) return impossible("NUL in a pattern", pattern.find('\0'));
  if (pattern.front() == ' ' || pattern.front() == '\t') return impossible("begins with a blank", 0);
  const char last = pattern.back();
  const bool escaped = pattern.size() > 1 && pattern[pattern.size() - 2] == '\\';
  if ((last == ' ' || last == '\t' || last == '\n' || last == '\r') && !escaped) {
    return impossible("ends with a blank", pattern.size() - 1);
  }
  if (has_alternatives(pattern)) return impossible("braces are not understood: write one pattern for each", pattern.find('{'));
  return {};
}

// The longest run of plain characters inside one segment: every text that is matched holds it. What follows a class or an
// escape is left out.
std::string_view longest_literal(std::string_view body) {
  std::string_view best;
  for (size_t begin = 0; begin < body.size();) {
    const size_t end = std::min(body.find_first_of("*?/[\\", begin), body.size());
    if (end - begin > best.size()) best = body.substr(begin, end - begin);
    if (end < body.size() && (body[end] == '[' || body[end] == '\\')) break;
    begin = end + 1;
  }
  return best;
}

}  // namespace

Result<Glob> Glob::compile(std::string_view pattern, Case fold) {
  if (auto ok = check_whole(pattern); !ok) return tl::unexpected(ok.error());
  Glob out;
  out.source_ = pattern;
  out.fold_ = fold == Case::kFold;
  std::string_view body = pattern;
  if (body.front() == '!') {
    out.negated_ = true;
    body.remove_prefix(1);
  }
  while (body.size() >= 2 && body.substr(0, 2) == "./") body.remove_prefix(2);
  if (!body.empty() && body.front() == '/') body.remove_prefix(1);
  if (!body.empty() && body.back() == '/') body.remove_suffix(1);
  if (body.empty()) return tl::unexpected(impossible("names no path", 0).error());

  out.automaton_.reserve(body.size() + 2);
  const auto segments = text::split(body, '/');
  bool wild = false, tail = false;
  for (size_t n = 0; n < segments.size(); ++n) {
    const std::string_view segment = segments[n];
    const auto at = static_cast<size_t>(segment.data() - pattern.data());
    if (auto ok = check_segment(segment, at); !ok) return tl::unexpected(ok.error());
    const bool last = n + 1 == segments.size();
    if (segment == "**") {
      wild = true;
      tail = last;
      last ? out.automaton_.anything() : out.automaton_.folders();
      continue;
    }
    Segment seen;
    if (auto ok = compile_segment(segment, at, out.fold_, out.automaton_, seen); !ok) return tl::unexpected(ok.error());
    if (!wild && !seen.wild) out.literal_root_ += (n == 0 ? "" : "/") + seen.literal;
    if (last && n == 1 && segments[0] == "**" && !seen.wild) out.name_ = seen.literal;
    wild = wild || seen.wild;
    if (!last) out.automaton_.byte('/', false);
  }
  out.automaton_.finish(true);
  out.prefix_ = out.literal_root_;
  out.needle_ = longest_literal(body);
  if (!out.name_.empty()) {
    out.kind_ = Kind::kName;
  } else if (!wild || (tail && segments.size() > 1 && body.size() == body.find('*') + 2 && body.find_first_of("?[\\") == body.npos)) {
    out.kind_ = Kind::kTree;
    out.root_itself_ = !wild;
  }
  return out;
}

bool Glob::same(char a, char b) const {
  if (a == b) return true;
  if (!fold_ || (a ^ b) != 0x20) return false;
  const auto lower = static_cast<char>(a | 0x20);
  return lower >= 'a' && lower <= 'z';
}

bool Glob::starts_with(std::string_view s, std::string_view prefix) const {
  if (s.size() < prefix.size()) return false;
  for (size_t i = 0; i < prefix.size(); ++i) {
    if (!same(s[i], prefix[i])) return false;
  }
  return true;
}

bool Glob::holds_needle(std::string_view path) const {
  if (needle_.empty()) return true;
  for (size_t at = 0; at + needle_.size() <= path.size(); ++at) {
    if (same(path[at], needle_[0]) && starts_with(path.substr(at), needle_)) return true;
  }
  return false;
}

bool Glob::matches(std::string_view path) const {
  if (kind_ == Kind::kName) {
    for (size_t begin = 0; begin <= path.size();) {
      size_t end = path.find('/', begin);
      if (end == path.npos) end = path.size();
      if (end - begin == name_.size() && starts_with(path.substr(begin), name_)) return true;
      begin = end + 1;
    }
    return false;
  }
  if (!starts_with(path, prefix_)) return false;
  if (kind_ != Kind::kTree) return holds_needle(path) && automaton_.accepts(path);
  if (path.size() == prefix_.size()) return root_itself_;
  return path[prefix_.size()] == '/';
}

bool Glob::below(std::string_view path) const {
  if (literal_root_.empty()) return false;
  if (path.empty()) return true;
  if (!starts_with(literal_root_, path)) return false;
  if (literal_root_.size() > path.size()) return literal_root_[path.size()] == '/';
  return !matches(path);  // the folder of dir/** itself
}

}  // namespace cordon::match
