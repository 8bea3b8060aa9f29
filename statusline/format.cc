// SPDX-License-Identifier: Apache-2.0
#include "statusline/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shared/base/text.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr size_t kMostText = 200;  // columns of one piece of plain text

template <class F>
bool any_segment(const Nodes& nodes, F holds) {
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const Node& node) { return node.segment != nullptr ? holds(*node.segment) : any_segment(node.nodes, holds); });
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Format> run() {
    if (text_.size() > kMostFormatBytes) return fail(fmt::format("format longer than {} bytes", kMostFormatBytes), {}, 1, 1);
    stack_.push_back({});
    while (at_ < text_.size() && fault_.empty()) step();
    if (fault_.empty()) end_line();
    if (!fault_.empty()) {
      const Position position = position_at(text_, fault_at_);
      return fail(fault_, {}, position.line, position.column);
    }
    return std::move(format_);
  }

 private:
  struct Open {
    Nodes nodes;
    size_t at = 0;  // of the parenthesis
  };

  void complain(std::string what, size_t at) {
    if (!fault_.empty()) return;
    fault_ = std::move(what);
    fault_at_ = at;
  }

  void step() {
    switch (const char c = text_[at_]) {
      case '\n': return end_line();
      case '{': return braces();
      case '}': return complain("'}' without '{'", at_);
      case '(': return open();
      case ')': return close();
      case ' ': return blanks();
      case '\\': return escaped();
      default: plain_ += c;
    }
    ++at_;
  }

  // Plain text is as foreign as any other: a project cannot set it, but a slip of the pen must not break the line.
  void flush() {
    if (plain_.empty()) return;
    stack_.back().nodes.push_back({Node::Kind::kText, one_line(std::exchange(plain_, {}), kMostText), nullptr, {}});
  }

  void escaped() {
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (next != '\0' && std::string_view("{}()\\").find(next) != std::string_view::npos) {
      plain_ += next;
      at_ += 2;
    } else {
      complain("a backslash stands before one of { } ( ) \\", at_);
    }
  }

  void blanks() {
    flush();
    const size_t end = std::min(text_.find_first_not_of(' ', at_), text_.size());
    stack_.back().nodes.push_back({Node::Kind::kBlank, std::string(std::min(end - at_, kMostText), ' '), nullptr, {}});
    at_ = end;
  }

  void braces() {
    flush();
    const size_t end = text_.find_first_of("}\n", at_);
    if (end == std::string_view::npos || text_[end] == '\n') return complain("'{' without '}'", at_);
    const std::string_view inner = text_.substr(at_ + 1, end - at_ - 1);
    if (inner == ">") {
      stack_.back().nodes.push_back({Node::Kind::kBorder, {}, nullptr, {}});
    } else {
      segment(inner);
    }
    at_ = end + 1;
  }

  void segment(std::string_view inner) {
    const size_t colon = std::min(inner.find(':'), inner.size());
    const std::string_view name = inner.substr(0, colon), options = inner.substr(std::min(colon + 1, inner.size()));
    const Segment* found = find_segment(name);
    if (found == nullptr) return complain("unknown segment '" + one_line(name, 40) + "'", at_);
    if (!knows_options(*found, options)) return complain("unknown option in '" + one_line(inner, 60) + "'", at_);
    stack_.back().nodes.push_back({Node::Kind::kSegment, std::string(options), found, {}});
  }

  void open() {
    flush();
    if (stack_.size() > kMostGroupDepth) return complain("groups deeper than " + std::to_string(kMostGroupDepth), at_);
    stack_.push_back({{}, at_});
    ++at_;
  }

  void close() {
    flush();
    if (stack_.size() == 1) return complain("')' without '('", at_);
    Nodes nodes = std::move(stack_.back().nodes);
    stack_.pop_back();
    stack_.back().nodes.push_back({Node::Kind::kGroup, {}, nullptr, std::move(nodes)});
    ++at_;
  }

  void end_line() {
    flush();
    if (stack_.size() > 1) return complain("'(' without ')'", stack_.back().at);
    if (format_.lines.size() == kMostFormatLines) return complain(fmt::format("more than {} lines", kMostFormatLines), at_);
    format_.lines.push_back(std::exchange(stack_.back().nodes, {}));
    ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string plain_;
  std::vector<Open> stack_;
  Format format_;
  std::string fault_;
  size_t fault_at_ = 0;
};

Node segment_node(std::string_view name) { return {Node::Kind::kSegment, {}, find_segment(name), {}}; }
Node blank_node() { return {Node::Kind::kBlank, " ", nullptr, {}}; }

}  // namespace

bool Format::shows(std::string_view segment) const {
  return std::any_of(lines.begin(), lines.end(), [&](const Nodes& line) { return any_segment(line, [&](const Segment& s) { return s.name == segment; }); });
}

bool Format::has_place() const {
  return std::any_of(lines.begin(), lines.end(), [](const Nodes& line) { return any_segment(line, [](const Segment& s) { return s.has_place; }); });
}

Result<Format> parse_format(std::string_view text) {
  auto format = Parser(text).run();
  if (!format) return format;
  if (!format->shows("sandbox")) {
    Nodes& first = format->lines.front();
    first.insert(first.begin(), {segment_node("sandbox"), blank_node()});
  }
  if (!format->shows("faults")) {
    format->lines.back().push_back(blank_node());
    format->lines.back().push_back(segment_node("faults"));
  }
  return format;
}

}  // namespace cordon::statusline
