// SPDX-License-Identifier: Apache-2.0
#include "statusline/render.h"

#include <algorithm>

#include "statusline/drawing.h"
#include "statusline/segments.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

// A segment at its place in the line.
struct Cell {
  const Node* node;
  const SegmentLook* look;
  Spans spans;         // empty: absent
  bool shown = false;  // absent ones never are
  int keep;            // the segment's; a second tag in the same line gives way, too
};

void clip(Spans& spans, size_t columns) {
  size_t used = 0;
  for (size_t i = 0; i < spans.size(); ++i) {
    spans[i].text = clip_columns(spans[i].text, columns - used);
    used += width_of(spans[i].text);
    if (used < columns) continue;
    spans.resize(i + 1);
    return;
  }
}

class Line {
 public:
  Line(const Facts& facts, const Look& look, const StyleEnv& env, const Nodes& nodes)
      : facts_(facts), look_(look), env_(env), nodes_(nodes), around_{look, look.level.value_or(env.level), look.icons_for(env), false} {
    collect(nodes_);
  }

  // What the terminal would show; empty when nothing of the line is there.
  Runs draw() {
    fit();
    Runs runs;
    Drawing drawing(around_, &runs);
    draw_into(drawing);
    return runs;
  }

  Spans spans_of(const Node& node, const SegmentLook* look, bool brief) const {
    Ask ask{.options = node.text.empty() && look != nullptr ? std::string_view(look->options) : std::string_view(node.text), .brief = brief, .icons = around_.icons};
    if (look != nullptr && look->thresholds.size() == 2) ask.some = look->thresholds[0], ask.high = look->thresholds[1];
    Spans spans = node.segment->show(facts_, ask);
    if (spans.empty()) return spans;
    const std::string_view icon = look != nullptr && look->icon ? std::string_view(*look->icon) : icon_of(*node.segment, around_.icons);
    if (!icon.empty() && !brief) spans.insert(spans.begin(), {std::string(icon) + " ", spans.front().style, spans.front().hue, {}});
    if (look != nullptr && look->max_width > 0 && node.segment->keep < kNeverDropped) clip(spans, look->max_width);
    return spans;
  }

 private:
  void collect(const Nodes& nodes) {
    for (const Node& node : nodes) {
      if (node.kind == Node::Kind::kBorder) around_.blocks = true;
      if (node.kind == Node::Kind::kGroup) collect(node.nodes);
      if (node.segment == nullptr) continue;
      const SegmentLook* look = look_.find(*node.segment);
      Spans spans = spans_of(node, look, false);
      const bool there = !spans.empty();
      const bool again = std::any_of(cells_.begin(), cells_.end(), [&](const Cell& cell) { return cell.keep == kNeverDropped; });
      cells_.push_back({&node, look, std::move(spans), there, std::min(node.segment->keep, again ? kNeverDropped - 1 : kNeverDropped)});
    }
  }

  size_t width() {
    Drawing drawing(around_, nullptr);
    draw_into(drawing);
    return drawing.width();
  }

  // Gives the room to the most important first; what does not fit is left out. One too long branch name thus costs itself
  // only, not everything that is less important. Plain text gives way when not even the tag fits beside it.
  void fit() {
    if (width() <= env_.columns) return;
    if (!try_to_fit()) {
      with_text_ = false;
      try_to_fit();
    }
  }

  bool try_to_fit() {
    std::vector<Cell*> ranked;
    for (Cell& cell : cells_) {
      cell.shown = false;
      if (!cell.spans.empty()) ranked.push_back(&cell);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const Cell* a, const Cell* b) { return a->keep > b->keep; });
    for (Cell* cell : ranked) {
      cell->shown = true;
      if (width() <= env_.columns) continue;
      Spans full = std::exchange(cell->spans, spans_of(*cell->node, cell->look, true));
      if (width() <= env_.columns || cell->keep == kNeverDropped) continue;
      cell->spans = std::move(full);
      cell->shown = false;
    }
    return width() <= env_.columns;
  }

  void draw_into(Drawing& drawing) {
    size_t next = 0;
    draw_nodes(nodes_, next, drawing);
    drawing.finish();
  }

  void draw_nodes(const Nodes& nodes, size_t& next, Drawing& drawing) {
    for (const Node& node : nodes) {
      switch (node.kind) {
        case Node::Kind::kText:
          if (with_text_) drawing.text(node.text);
          break;
        case Node::Kind::kBlank: drawing.blank(node.text.size()); break;
        case Node::Kind::kBorder:
          if (with_text_) drawing.border();
          break;
        case Node::Kind::kSegment:
          if (cells_[next].shown) drawing.segment(cells_[next].spans, cells_[next].look);
          ++next;
          break;
        case Node::Kind::kGroup: draw_group(node.nodes, next, drawing); break;
      }
    }
  }

  void draw_group(const Nodes& nodes, size_t& next, Drawing& drawing) {
    size_t end = next;
    if (is_shown(nodes, end)) return draw_nodes(nodes, next, drawing);
    next = end;
  }

  // Whether one of its segments is there; a group of nothing but text always is.
  bool is_shown(const Nodes& nodes, size_t& next) const {
    const size_t first = next;
    bool shown = false;
    for (const Node& node : nodes) {
      if (node.kind == Node::Kind::kSegment && cells_[next++].shown) shown = true;
      if (node.kind == Node::Kind::kGroup && !node.nodes.empty()) {
        const size_t before = next;
        if (is_shown(node.nodes, next) && next > before) shown = true;
      }
    }
    return shown || next == first;
  }

  const Facts& facts_;
  const Look& look_;
  const StyleEnv& env_;
  const Nodes& nodes_;
  Drawing::Surroundings around_;
  std::vector<Cell> cells_;  // in the order of the line
  bool with_text_ = true;
};

}  // namespace

std::vector<Runs> render(const Facts& facts, const Look& look, const StyleEnv& env) {
  std::vector<Runs> lines;
  for (const Nodes& nodes : look.format.lines) {
    Runs runs = Line(facts, look, env, nodes).draw();
    if (!runs.empty()) lines.push_back(std::move(runs));
  }
  return lines;
}

std::string print(const std::vector<Runs>& lines, const Look& look, Level level) {
  std::string out;
  for (const Runs& runs : lines) {
    if (!out.empty()) out += '\n';
    for (const Run& run : runs) {
      const bool linked = look.hyperlinks && level != Level::kNone && !run.link.empty();
      const std::string escape = escape_of(run.paint, level);
      if (linked) out += "\x1b]8;;" + run.link + "\x1b\\";
      out += escape;
      out += run.text;
      if (!escape.empty()) out += "\x1b[0m";
      if (linked) out += "\x1b]8;;\x1b\\";
    }
  }
  return out;
}

std::string segment_text(const Facts& facts, const Segment& segment, const Look& look, const StyleEnv& env) {
  const Nodes none;
  const Node node{Node::Kind::kSegment, {}, &segment, {}};
  std::string out;
  for (const Span& span : Line(facts, look, env, none).spans_of(node, look.find(segment), false)) out += span.text;
  return out;
}

}  // namespace cordon::statusline
