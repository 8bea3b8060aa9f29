// SPDX-License-Identifier: Apache-2.0
#include "cordon/explain_mark.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "shared/base/text.h"

namespace cordon::command {
namespace {

constexpr size_t kTab = 8;
constexpr size_t kLine = 160;   // cells of a line that are shown
constexpr size_t kBefore = 40;  // of those, in front of the mark
constexpr size_t kLines = 12;   // lines of one mark

struct Range {
  char32_t first, last;
};
constexpr Range kWide[] = {{0x1100, 0x115F},   {0x2329, 0x232A},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
                           {0xA000, 0xA4CF},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},
                           {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Range kNoWidth[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x1AB0, 0x1AFF},
                              {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};

template <size_t N>
bool in(const Range (&ranges)[N], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges), [&](const Range& range) { return range.first <= c && c <= range.last; });
}

size_t cells_of(char32_t c) { return in(kNoWidth, c) ? 0 : in(kWide, c) ? 2 : 1; }

// What stands for one character of the text, and where it came from.
struct Cell {
  std::string shown;
  size_t width = 1;
  size_t begin = 0, end = 0;  // bytes of the text
};

std::vector<Cell> cells(std::string_view line, size_t offset) {
  std::vector<Cell> out;
  size_t column = 0;
  for (size_t at = 0; at < line.size();) {
    const text::CodePoint point = text::next_code_point(line.substr(at));
    Cell cell{std::string(line.substr(at, point.size)), cells_of(point.value), offset + at, offset + at + point.size};
    if (point.value == '\t') {
      cell.width = kTab - column % kTab;
      cell.shown.assign(cell.width, ' ');
    } else if (!point.valid || text::is_hidden(point.value)) {
      cell.shown = text::visible(cell.shown, text::Newlines::kEscape);
      cell.width = point.valid ? cell.shown.size() : 1;
    }
    column += cell.width;
    at += point.size;
    out.push_back(std::move(cell));
  }
  return out;
}

void add_line(std::string& out, const std::vector<Cell>& line, shell::ByteRange range, bool first, std::string_view indent) {
  size_t before = 0, start = 0;
  for (const Cell& cell : line) before += cell.end <= range.begin ? cell.width : 0;
  for (size_t skipped = 0; before > kBefore && skipped + kBefore < before && start < line.size(); ++start) skipped += line[start].width;
  std::string shown(indent), marks(indent);
  if (start > 0) {
    shown += "… ";
    marks += "  ";
  }
  size_t width = 0;
  for (size_t i = start; i < line.size(); ++i) {
    if (width + line[i].width > kLine) {
      shown += " …";
      break;
    }
    width += line[i].width;
    shown += line[i].shown;
    const bool inside = line[i].begin < range.end && line[i].end > range.begin;
    for (size_t k = 0; k < line[i].width; ++k) {
      marks += !inside ? ' ' : first ? '^' : '~';
      first = first && !inside;
    }
  }
  marks.resize(marks.find_last_not_of(' ') + 1);
  out += shown + "\n" + marks + "\n";
}

}  // namespace

std::string marked(std::string_view text, shell::ByteRange range, std::string_view indent) {
  range.end = std::min<uint32_t>(range.end, static_cast<uint32_t>(text.size()));
  while (range.end > range.begin && std::string_view(" \t\r\n").find(text[range.end - 1]) != std::string_view::npos) --range.end;
  if (range.begin >= range.end) return {};
  std::string out;
  bool first = true;
  size_t lines = 0;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (begin < range.end && end > range.begin) {
      if (++lines > kLines) return out + std::string(indent) + "…\n";
      add_line(out, cells(text.substr(begin, end - begin), begin), range, first, indent);
      first = false;
    }
    begin = end + 1;
  }
  return out;
}

std::string one_line(std::string_view text, size_t limit) {
  std::string out;
  size_t width = 0;
  const std::string visible = text::visible(text, text::Newlines::kEscape);
  for (const Cell& cell : cells(visible, 0)) {
    if (width + cell.width > limit) return out + "…";
    width += cell.width;
    out += cell.shown;
  }
  return out;
}

}  // namespace cordon::command
