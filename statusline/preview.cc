// SPDX-License-Identifier: Apache-2.0
#include "statusline/preview.h"

#include <fmt/format.h>

#include <algorithm>

#include "statusline/render.h"
#include "statusline/sample.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr size_t kIndent = 2, kNameColumns = 17;
constexpr size_t kPictureColumns = 130;
constexpr double kCharWidth = 8.4, kLineHeight = 20, kMargin = 16;  // pixels of a 14 px monospace font

struct Ground {
  std::string_view behind, plain, quiet;
};
constexpr Ground kDark{"#1e1e1e", "#d4d4d4", "#8a919c"}, kLight{"#ffffff", "#24292f", "#6e7781"};

// The states that show something in pictures for readers; all are in the preview.
Look look_for(const Preset& preset, const Look& base) {
  Look look = base;
  look.format = format_of(preset);
  look.preset = &preset;
  return look;
}

template <class F>
void each_preset(const Preset* preset, F run) {
  for (const Preset& each : presets()) {
    if (preset == nullptr || preset == &each) run(each);
  }
}

size_t columns_of(const Runs& runs) {
  size_t columns = 0;
  for (const Run& run : runs) columns += width_of(run.text);
  return columns;
}

std::string hex(Colour colour) { return fmt::format("#{:06x}", rgb_of(colour)); }

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else out += c;
  }
  return out;
}

// One picture, grown from the top.
class Picture {
 public:
  explicit Picture(const Ground& ground) : ground_(ground) {}

  void caption(std::string_view text) {
    y_ += kLineHeight * 0.4;
    put(0, text, Paint{{}, {}, true});
    y_ += kLineHeight;
  }
  void line(std::string_view name, const Runs& runs) {
    put(0, name, Paint{{}, {}, false, true});
    size_t column = kNameColumns;
    for (const Run& run : runs) {
      put(column, run.text, run.paint);
      column += width_of(run.text);
    }
    columns_ = std::max(columns_, column);
    y_ += kLineHeight;
  }
  std::string document() const {
    const double width = static_cast<double>(columns_) * kCharWidth + 2 * kMargin, height = y_ + 2 * kMargin - kLineHeight * 0.4;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" "
        "font-size=\"14\" xml:space=\"preserve\">\n<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>\n{}</svg>\n",
        width, height, ground_.behind, body_);
  }

 private:
  void put(size_t column, std::string_view text, const Paint& paint) {
    if (text.find_first_not_of(' ') == std::string_view::npos && !paint.bg.is_set()) return;
    const double x = kMargin + static_cast<double>(column) * kCharWidth, top = kMargin + y_, width = static_cast<double>(width_of(text)) * kCharWidth;
    if (paint.bg.is_set()) body_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.0f}\" fill=\"{}\"/>\n", x, top, width, kLineHeight, hex(paint.bg));
    const std::string fill = paint.fg.is_set() ? hex(paint.fg) : std::string(paint.dim ? ground_.quiet : ground_.plain);
    body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" textLength=\"{:.1f}\" fill=\"{}\"{}{}{}>{}</text>\n", x, top + 15, width, fill,
                         paint.bold ? " font-weight=\"bold\"" : "", paint.italic ? " font-style=\"italic\"" : "", paint.underline ? " text-decoration=\"underline\"" : "", escaped(text));
  }

  const Ground& ground_;
  std::string body_;
  double y_ = 0;
  size_t columns_ = 0;
};

}  // namespace

// Lines are as wide as the runtime shows them: where the name of the state does not fit beside one, it stands above.
std::string preview_text(const Preset* preset, const Look& base, const StyleEnv& env) {
  std::string out;
  StyleEnv shown = env;
  shown.columns = shown_columns(env.columns, 0);
  each_preset(preset, [&](const Preset& each) {
    const Look look = look_for(each, base);
    out += fmt::format("{}{}: {}\n", out.empty() ? "" : "\n", each.name, each.what);
    for (const State& state : states()) {
      const auto lines = render(sample_facts(state), look, shown);
      const bool beside = std::all_of(lines.begin(), lines.end(), [&](const Runs& runs) { return kIndent + kNameColumns + columns_of(runs) <= env.columns; });
      std::string_view name = state.name;
      if (!beside) out += fmt::format("  {}:\n", name);
      for (const Runs& runs : lines) {
        out += fmt::format("  {:<{}}{}\n", beside ? name : "", beside ? kNameColumns : 0, print({runs}, look, look.level.value_or(env.level)));
        name = "";
      }
    }
  });
  return out;
}

std::string preview_svg(const Preset* preset, const Look& base) {
  Picture picture(base.theme->name == "light" ? kLight : kDark);
  const StyleEnv env{Level::kTrue, kPictureColumns, true};
  each_preset(preset, [&](const Preset& each) {
    const Look look = look_for(each, base);
    picture.caption(fmt::format("{}: {}", each.name, each.what));
    for (const State& state : states()) {
      std::string_view name = state.name;
      for (const Runs& runs : render(sample_facts(state), look, env)) {
        picture.line(name, runs);
        name = "";
      }
    }
  });
  return picture.document();
}

}  // namespace cordon::statusline
