// SPDX-License-Identifier: Apache-2.0
#include "cordon/install_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "shared/base/text.h"

namespace cordon::command {
namespace {

using Lines = std::vector<std::string_view>;
struct Line {
  char mark;  // ' ', '-' or '+'
  std::string_view text;
};
constexpr size_t kContext = 3;

Lines lines_of(std::string_view s) {
  Lines out;
  while (!s.empty()) {
    const size_t end = s.find('\n');
    const size_t size = end == std::string_view::npos ? s.size() : end + 1;
    out.push_back(s.substr(0, size));
    s.remove_prefix(size);
  }
  return out;
}

// Longest common subsequence by the plain table: our edits touch few lines, the common ends are cut off before.
void compare_middle(const Lines& a, const Lines& b, std::vector<Line>& out) {
  if (a.size() * b.size() > (size_t{1} << 24)) {  // pathological: one block out, one block in
    for (const auto line : a) out.push_back({'-', line});
    for (const auto line : b) out.push_back({'+', line});
    return;
  }
  const size_t width = b.size() + 1;
  std::vector<uint32_t> common((a.size() + 1) * width, 0);
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      common[i * width + j] = a[i] == b[j] ? common[(i + 1) * width + j + 1] + 1
                                           : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      out.push_back({' ', a[i]});
      ++i, ++j;
    } else if (i < a.size() && (j == b.size() || common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      out.push_back({'-', a[i++]});
    } else {
      out.push_back({'+', b[j++]});
    }
  }
}

std::vector<Line> compare(const Lines& a, const Lines& b) {
  size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  std::vector<Line> out;
  for (size_t i = 0; i < head; ++i) out.push_back({' ', a[i]});
  compare_middle(Lines(a.begin() + head, a.end() - tail), Lines(b.begin() + head, b.end() - tail), out);
  for (size_t i = a.size() - tail; i < a.size(); ++i) out.push_back({' ', a[i]});
  return out;
}

std::string line_text(const Line& line) {
  std::string_view text = line.text;
  const bool ended = text.ends_with('\n');
  if (ended) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return fmt::format("{}{}\n{}", line.mark, text::visible(text), ended ? "" : "\\ No newline at end of file\n");
}

struct Hunk {
  size_t begin, end;  // of the compared lines
};

std::vector<Hunk> hunks_of(const std::vector<Line>& lines) {
  std::vector<Hunk> hunks;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].mark == ' ') continue;
    const size_t begin = i < kContext ? 0 : i - kContext;
    const size_t end = std::min(lines.size(), i + 1 + kContext);
    if (!hunks.empty() && begin <= hunks.back().end) {
      hunks.back().end = end;
    } else {
      hunks.push_back({begin, end});
    }
  }
  return hunks;
}

std::string range(size_t first, size_t count) {
  return count == 1 ? fmt::format("{}", first + 1) : fmt::format("{},{}", count == 0 ? first : first + 1, count);
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, std::string_view name) {
  if (before == after) return "";
  const Lines a = lines_of(before), b = lines_of(after);
  const std::vector<Line> lines = compare(a, b);
  std::string out = fmt::format("--- {0}\n+++ {0}\n", text::visible(name, text::Newlines::kEscape));
  size_t old_line = 0, new_line = 0, at = 0;
  for (const Hunk& hunk : hunks_of(lines)) {
    for (; at < hunk.begin; ++at) ++old_line, ++new_line;
    size_t old_count = 0, new_count = 0;
    std::string body;
    for (; at < hunk.end; ++at) {
      old_count += lines[at].mark != '+';
      new_count += lines[at].mark != '-';
      body += line_text(lines[at]);
    }
    out += fmt::format("@@ -{} +{} @@\n{}", range(old_line, old_count), range(new_line, new_count), body);
    old_line += old_count, new_line += new_count;
  }
  return out;
}

}  // namespace cordon::command
