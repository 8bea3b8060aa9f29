// SPDX-License-Identifier: Apache-2.0
#include "cordon/toml_edit.h"

#include <algorithm>

#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::command {
namespace {

constexpr std::string_view kNone = {};

std::string_view without_quotes(std::string_view key) {
  const bool quoted = key.size() >= 2 && (key[0] == '"' || key[0] == '\'') && key.back() == key[0];
  return quoted ? key.substr(1, key.size() - 2) : key;
}

// "[ statusline ] # x" -> "statusline"; "" for any other line (a heading of a list of tables included: it ends a table, too).
std::string_view heading_of(std::string_view line) {
  const std::string_view trimmed = text::trim(line);
  const size_t end = trimmed.find(']');
  if (!trimmed.starts_with('[') || end == std::string_view::npos) return kNone;
  return without_quotes(text::trim(trimmed.substr(1, end - 1)));
}

// The lines of a TOML text that are no part of a string over several lines.
class Lines {
 public:
  explicit Lines(std::string_view toml) : toml_(toml) {}

  // The next one with its line break; false at the end. `at`: its offset.
  bool next(std::string_view& line, size_t& at) {
    while (at_ < toml_.size()) {
      at = at_;
      const size_t end = std::min(toml_.find('\n', at_), toml_.size() - 1) + 1;
      line = toml_.substr(at_, end - at_);
      at_ = end;
      const bool was_inside = !quote_.empty();
      follow(line);
      if (!was_inside) return true;
    }
    return false;
  }

 private:
  void follow(std::string_view line) {
    for (size_t at = 0; at < line.size();) {
      if (!quote_.empty()) {
        const size_t end = line.find(quote_, at);
        if (end == std::string_view::npos) return;
        at = end + quote_.size();
        quote_ = kNone;
        continue;
      }
      const char c = line[at];
      if (c == '#') return;
      if (line.substr(at, 3) == "\"\"\"" || line.substr(at, 3) == "'''") {
        quote_ = c == '"' ? "\"\"\"" : "'''";
        at += 3;
      } else {
        at = c == '"' || c == '\'' ? end_of_string(line, at) : at + 1;
      }
    }
  }

 public:
  // Behind the closing quote of the string that starts at `at`; the line's end when it is not closed.
  static size_t end_of_string(std::string_view line, size_t at) {
    const char quote = line[at++];
    for (; at < line.size() && line[at] != quote; ++at) {
      if (quote == '"' && line[at] == '\\') ++at;
    }
    return std::min(at + 1, line.size());
  }

 private:
  std::string_view toml_;
  size_t at_ = 0;
  std::string_view quote_;  // of the string we are in
};

// Where the value of a line "key = value # remark" begins and ends; nothing when the line is of another key.
struct Extent {
  size_t begin = 0, end = 0;
  bool simple = true;  // one string or word on this line
};
std::optional<Extent> value_of(std::string_view line, std::string_view key) {
  const size_t equals = line.find('=');
  if (equals == std::string_view::npos || without_quotes(text::trim(line.substr(0, equals))) != key) return std::nullopt;
  const size_t begin = std::min(line.find_first_not_of(" \t", equals + 1), line.size());
  const std::string_view rest = line.substr(begin);
  if (rest.empty() || std::string_view("#\r\n").find(rest[0]) != std::string_view::npos || rest[0] == '[' || rest[0] == '{' || rest.starts_with("\"\"\"") || rest.starts_with("'''")) return Extent{begin, begin, false};
  if (rest[0] == '"' || rest[0] == '\'') return Extent{begin, Lines::end_of_string(line, begin), true};
  return Extent{begin, begin + std::min(rest.find_first_of(" \t#\r\n"), rest.size()), true};
}

}  // namespace

bool has_table(std::string_view toml, std::string_view table) {
  Lines lines(toml);
  std::string_view line;
  for (size_t at = 0; lines.next(line, at);) {
    if (heading_of(line) == table) return true;
  }
  return false;
}

namespace {

// The line of a key: where it begins and ends, and the value in it.
struct KeyLine {
  size_t begin = 0, end = 0;
  bool simple = true;
};
std::optional<KeyLine> key_line(std::string_view toml, std::string_view table, std::string_view key) {
  Lines lines(toml);
  std::string_view line;
  bool inside = false;
  for (size_t at = 0; lines.next(line, at);) {
    if (text::trim(line).starts_with('[')) {
      inside = heading_of(line) == table;
    } else if (const auto found = inside ? value_of(line, key) : std::nullopt) {
      return KeyLine{at, at + line.size(), found->simple};
    }
  }
  return std::nullopt;
}

}  // namespace

bool has_key(std::string_view toml, std::string_view table, std::string_view key) { return key_line(toml, table, key).has_value(); }

std::string without_key(std::string_view toml, std::string_view table, std::string_view key) {
  std::string out(toml);
  const auto line = key_line(toml, table, key);
  if (line && line->simple) out.erase(line->begin, line->end - line->begin);
  return out;
}

std::string without_empty_table(std::string_view toml, std::string_view table) {
  Lines lines(toml);
  std::string_view line;
  std::optional<size_t> begin;
  size_t end = toml.size();
  for (size_t at = 0; lines.next(line, at);) {
    const std::string_view trimmed = text::trim(line);
    if (begin && trimmed.starts_with('[')) {
      end = at;
      break;
    }
    if (begin && !trimmed.empty()) return std::string(toml);
    if (!begin && heading_of(line) == table) begin = at;
  }
  if (!begin) return std::string(toml);
  std::string out(toml);
  out.erase(*begin, end - *begin);
  // set_text put a blank line in front of a heading at the end
  if (*begin == out.size() && out.ends_with("\n\n")) out.pop_back();
  return out;
}

std::optional<std::string> set_text(std::string_view toml, std::string_view table, std::string_view key, std::string_view text) {
  const std::string value = json::quote(text);  // our names and texts are quoted alike in both
  const std::string assignment = std::string(key) + " = " + value + "\n";
  std::string out(toml);
  Lines lines(toml);
  std::string_view line;
  bool inside = false;
  std::optional<size_t> below;  // behind the table's heading
  for (size_t at = 0; lines.next(line, at);) {
    if (text::trim(line).starts_with('[')) {
      inside = heading_of(line) == table;
      if (inside) below = at + line.size();
      continue;
    }
    const auto found = inside ? value_of(line, key) : std::nullopt;
    if (!found) continue;
    if (!found->simple) return std::nullopt;
    return out.replace(at + found->begin, found->end - found->begin, value);
  }
  const bool open_end = !out.empty() && out.back() != '\n';
  if (below) return out.insert(*below, (open_end && *below == out.size() ? "\n" : "") + assignment);
  if (open_end) out += '\n';
  if (!out.empty()) out += '\n';
  return out + "[" + std::string(table) + "]\n" + assignment;
}

}  // namespace cordon::command
