// SPDX-License-Identifier: Apache-2.0
#include "statusline/look.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "shared/base/text.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

using settings::Leaf;

constexpr Key kKeys[] = {
    {"preset", "text", "which lines to show", "\"plain\"", "plain compact rich two-line powerline"},
    {"format", "texts", "lines of your own instead of a preset's: one text, or a list with one a line", "", ""},
    {"theme", "text", "colours: the terminal's own, for a dark or light background, for any kind of colour vision", "\"terminal\"", "terminal dark light colour-blind"},
    {"icons", "text", "signs: auto is ascii where the locale is not UTF-8, else unicode; nerd needs a patched font", "\"auto\"", "auto ascii unicode nerd"},
    {"colours", "text", "how many: auto is what the environment says (NO_COLOR, FORCE_COLOR, CLICOLOR, COLORTERM, TERM)", "\"auto\"", "auto none named 256 truecolor"},
    {"hyperlinks", "flag", "whether a pull request's number leads to it", "false", ""},
    {"git_wait_ms", "milliseconds", "how long the first line in a repository waits for what git counts; 0 not at all", "15", ""},
};
constexpr Key kSegmentKeys[] = {
    {"options", "texts", "where the format gives none: as in {context:bar,tokens}", "", ""},
    {"style", "text", "words: bold dim italic underline, a colour (red, bright-blue, 208, #ff8800), on and a colour; yellow and red stay what they are", "", ""},
    {"icon", "text", "a sign before it, \"\" for none", "", ""},
    {"thresholds", "numbers", "from how many percent on it is yellow, and red", "[60, 80]", ""},
    {"max_width", "number", "columns", "", ""},
};
constexpr double kMostColumns = 1000;
constexpr size_t kIconColumns = 8;

// Position of a word among words with blanks between.
std::optional<size_t> index_in(std::string_view words, std::string_view wanted) {
  const auto all = text::split(words, ' ');
  const auto found = std::find(all.begin(), all.end(), wanted);
  return found == all.end() ? std::nullopt : std::optional(static_cast<size_t>(found - all.begin()));
}

const Key& key_of(std::span<const Key> table, std::string_view name) {
  return *std::find_if(table.begin(), table.end(), [&](const Key& key) { return key.name == name; });
}

// Reads the leaves into a look, one member a key.
class Reader {
 public:
  Reader(Look& look, std::vector<Error>& faults) : look_(look), faults_(faults) {}

  void read(const std::vector<Leaf>& leaves) {
    for (const Leaf& leaf : leaves) take(leaf);
    for (SegmentLook& segment : look_.segments) check_thresholds(segment);
  }

  const Leaf* preset() const { return preset_; }
  const std::string& format() const { return format_; }
  bool has_format() const { return !format_places_.empty(); }
  void report(std::string message, const Leaf& leaf, uint32_t further = 0) { faults_.push_back({std::move(message), leaf.file, leaf.line, leaf.column + further}); }
  // At its very place where that can be told: behind the quote, as long as nothing before it is escaped.
  void report_format(const Error& error) {
    const auto lines = static_cast<size_t>(std::count(format_.begin(), format_.end(), '\n')) + 1;
    if (lines == format_places_.size()) return report("format: " + error.message, *format_places_[error.line - 1], error.column);
    report(fmt::format("format: {} (line {}, column {} of it)", error.message, error.line, error.column), *format_places_.front());
  }

 private:
  using Member = void (Reader::*)(const Leaf&);

  void take(const Leaf& leaf) {
    constexpr std::pair<std::string_view, Member> kMembers[] = {{"preset", &Reader::take_preset}, {"format", &Reader::take_format}, {"theme", &Reader::take_theme},
                                                                {"icons", &Reader::take_icons}, {"colours", &Reader::take_colours}, {"hyperlinks", &Reader::take_hyperlinks},
                                                                {"git_wait_ms", &Reader::take_git_wait}};
    constexpr std::string_view kSegment = "segment.";
    if (leaf.key.starts_with(kSegment)) return take_segment(leaf, std::string_view(leaf.key).substr(kSegment.size()));
    for (const auto& [name, member] : kMembers) {
      if (name == leaf.key) return (this->*member)(leaf);
    }
    report("unknown key 'statusline." + leaf.key + "'", leaf);
  }

  void take_segment(const Leaf& leaf, std::string_view key) {
    using SegmentMember = void (Reader::*)(const Leaf&, SegmentLook&);
    constexpr std::pair<std::string_view, SegmentMember> kMembers[] = {{"options", &Reader::take_options}, {"style", &Reader::take_style}, {"icon", &Reader::take_icon},
                                                                       {"thresholds", &Reader::take_threshold}, {"max_width", &Reader::take_width}};
    const size_t dot = std::min(key.find('.'), key.size());
    const Segment* segment = find_segment(key.substr(0, dot));
    if (segment == nullptr) return report("unknown segment 'statusline." + leaf.key + "'", leaf);
    for (const auto& [name, member] : kMembers) {
      if (key.substr(std::min(dot + 1, key.size())) == name) return (this->*member)(leaf, look_for(segment));
    }
    report("unknown key 'statusline." + leaf.key + "'", leaf);
  }

  SegmentLook& look_for(const Segment* segment) {
    for (SegmentLook& look : look_.segments) {
      if (look.segment == segment) return look;
    }
    look_.segments.push_back({segment, {}, {}, {}, 0, {}});
    return look_.segments.back();
  }

  void expected(std::string_view what, const Leaf& leaf) { report(fmt::format("expected {} for 'statusline.{}'", what, leaf.key), leaf); }
  static bool is_text(const Leaf& leaf) { return leaf.kind == Leaf::Kind::kText && !leaf.in_list; }

  // Which of the key's words it is; nothing (reported) when none.
  std::optional<size_t> choice(const Leaf& leaf) {
    const std::string_view choices = key_of(kKeys, leaf.key).choices;
    const auto index = is_text(leaf) ? index_in(choices, leaf.text) : std::nullopt;
    if (!index) expected(fmt::format("one of \"{}\"", fmt::join(text::split(choices, ' '), "\", \"")), leaf);
    return index;
  }

  void take_preset(const Leaf& leaf) {
    if (!is_text(leaf) || leaf.text.empty()) return expected("name", leaf);
    preset_ = &leaf;
  }
  void take_format(const Leaf& leaf) {
    if (leaf.kind != Leaf::Kind::kText) return expected("text or list of texts", leaf);
    if (!format_places_.empty()) format_ += '\n';
    format_places_.push_back(&leaf);
    format_ += leaf.text;
  }
  void take_theme(const Leaf& leaf) {
    if (const auto index = choice(leaf)) look_.theme = &themes()[*index];
  }
  void take_icons(const Leaf& leaf) {
    const auto index = choice(leaf);
    if (index && *index > 0) look_.icons = static_cast<Icons>(*index - 1);
  }
  void take_colours(const Leaf& leaf) {
    const auto index = choice(leaf);
    if (index && *index > 0) look_.level = static_cast<Level>(*index - 1);
  }
  void take_hyperlinks(const Leaf& leaf) {
    if (leaf.kind != Leaf::Kind::kFlag || leaf.in_list) return expected("boolean", leaf);
    look_.hyperlinks = leaf.flag;
  }
  void take_git_wait(const Leaf& leaf) {
    const bool fits = leaf.kind == Leaf::Kind::kNumber && !leaf.in_list && leaf.number >= 0 && leaf.number <= 1000 && leaf.number == std::floor(leaf.number);
    if (!fits) return expected("number of milliseconds up to 1000", leaf);
    look_.git_wait_ms = static_cast<int>(leaf.number);
  }

  void take_options(const Leaf& leaf, SegmentLook& look) {
    if (leaf.kind != Leaf::Kind::kText) return expected("option or list of options", leaf);
    if (!knows_options(*look.segment, leaf.text)) return report("unknown option '" + leaf.text + "' for 'statusline." + leaf.key + "'", leaf);
    look.options += (look.options.empty() ? "" : ",") + leaf.text;
  }
  void take_style(const Leaf& leaf, SegmentLook& look) {
    if (!is_text(leaf)) return expected("style", leaf);
    look.style = parse_paint(leaf.text);
    if (!look.style) report("unknown style '" + leaf.text + "' for 'statusline." + leaf.key + "'", leaf);
  }
  void take_icon(const Leaf& leaf, SegmentLook& look) {
    if (!is_text(leaf)) return expected("text", leaf);
    look.icon = one_line(leaf.text, kIconColumns);
  }
  void take_threshold(const Leaf& leaf, SegmentLook& look) {
    const bool fits = leaf.kind == Leaf::Kind::kNumber && leaf.in_list && leaf.number >= 0 && leaf.number <= 1000;
    if (!fits || look.thresholds.size() == 2) {
      if (look.thresholds.size() < 3) expected("two percentages, [yellow, red],", leaf);
      look.thresholds.assign(3, 0);
      return;
    }
    look.thresholds.push_back(leaf.number);
    threshold_place_ = &leaf;
  }
  void check_thresholds(SegmentLook& look) {
    const size_t count = look.thresholds.size();
    if (count == 0 || (count == 2 && look.thresholds[0] <= look.thresholds[1])) return;
    if (count < 3) expected("two percentages, [yellow, red],", *threshold_place_);
    look.thresholds.clear();
  }
  void take_width(const Leaf& leaf, SegmentLook& look) {
    const bool fits = leaf.kind == Leaf::Kind::kNumber && !leaf.in_list && leaf.number >= 1 && leaf.number <= kMostColumns && leaf.number == std::floor(leaf.number);
    if (!fits) return expected("number of columns", leaf);
    look.max_width = static_cast<size_t>(leaf.number);
  }

  Look& look_;
  std::vector<Error>& faults_;
  const Leaf* preset_ = nullptr;
  std::vector<const Leaf*> format_places_;  // one a line of the format, unless one of them holds a line break itself
  const Leaf* threshold_place_ = nullptr;
  std::string format_;
};

}  // namespace

const SegmentLook* Look::find(const Segment& segment) const {
  const auto found = std::find_if(segments.begin(), segments.end(), [&](const SegmentLook& look) { return look.segment == &segment; });
  return found == segments.end() ? nullptr : &*found;
}

bool Look::shows_counts() const {
  const Segment* git = find_segment("git");
  const SegmentLook* own = find(*git);
  const auto counts = [&](const auto& self, const Nodes& nodes) -> bool {
    return std::any_of(nodes.begin(), nodes.end(), [&](const Node& node) {
      if (node.segment != git) return self(self, node.nodes);
      return (node.text.empty() && own != nullptr ? own->options : node.text) != "branch";
    });
  };
  return std::any_of(format.lines.begin(), format.lines.end(), [&](const Nodes& line) { return counts(counts, line); });
}

Icons Look::icons_for(const StyleEnv& env) const { return icons.value_or(env.utf8 ? Icons::kUnicode : Icons::kAscii); }

Look look_of(const std::vector<Leaf>& leaves, std::string_view wanted, std::vector<Error>& faults) {
  Look look;
  Reader reader(look, faults);
  reader.read(leaves);
  const std::string name = !wanted.empty() ? std::string(wanted) : reader.preset() != nullptr ? reader.preset()->text : "plain";
  look.preset = find_preset(name);
  if (look.preset == nullptr) {
    look.preset = &plain_preset();
    const Leaf none;
    const Leaf& place = wanted.empty() && reader.preset() != nullptr ? *reader.preset() : none;
    reader.report("unknown preset '" + name + "'", place);
  }
  if (wanted.empty() && reader.has_format()) {
    auto format = parse_format(reader.format());
    if (format) {
      look.format = std::move(*format);
      look.preset = nullptr;
      return look;
    }
    reader.report_format(format.error());
  }
  look.format = format_of(*look.preset);
  return look;
}

std::span<const Key> keys() { return kKeys; }
std::span<const Key> segment_keys() { return kSegmentKeys; }

}  // namespace cordon::statusline
