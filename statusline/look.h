// SPDX-License-Identifier: Apache-2.0
// How a line is to look: the format and what [statusline] of cordon.toml says besides. The keys stand in one table, from which
// the documentation and the schema are made, too.
//
//   [statusline]
//   preset = "rich"                          # or format = ["{model} {sandbox}", "{directory} (on {git})"], see format.h
//   theme = "dark"   icons = "nerd"   colours = "auto"   hyperlinks = true
//   [statusline.segment.context]
//   options = ["bar", "tokens"]   style = "bold #ff8800"   icon = "ctx"   thresholds = [50, 75]   max_width = 20
//
// A style of one's own leaves yellow and red as they are: a warning stays one.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/settings/config.h"
#include "statusline/format.h"
#include "statusline/presets.h"
#include "statusline/style.h"

namespace cordon::statusline {

struct SegmentLook {
  const Segment* segment = nullptr;
  std::optional<Paint> style;
  std::optional<std::string> icon;  // "" none
  std::vector<double> thresholds;   // none or two, in order
  size_t max_width = 0;             // columns; 0: no limit of its own
  std::string options;              // where the format names none
};

struct Look {
  Format format;
  const Preset* preset = nullptr;  // nullptr: a format of the person's own
  const Theme* theme = &themes()[0];
  std::optional<Icons> icons;      // nothing: ASCII where the locale is not UTF-8, else Unicode
  std::optional<Level> level;      // nothing: as the environment says
  bool hyperlinks = false;
  int git_wait_ms = 15;            // for the first counts of a repository
  std::vector<SegmentLook> segments;

  const SegmentLook* find(const Segment& segment) const;
  bool shows_counts() const;  // whether a `git` of the format shows more than the branch
  Icons icons_for(const StyleEnv& env) const;
};

// `wanted`: the preset asked for on the command line (it beats preset and format), "" for none. Never fails: what is wrong is
// reported into `faults`, each with its place, and left out; a format that is wrong gives way to the preset.
Look look_of(const std::vector<settings::Leaf>& leaves, std::string_view wanted, std::vector<Error>& faults);

// The table of keys, for the documentation and the schema.
struct Key {
  std::string_view name;     // "theme"; of a segment's table "thresholds"
  std::string_view type;     // "text", "texts", "flag", "numbers", "number", "milliseconds"
  std::string_view what;
  std::string_view value;    // the default, as TOML; "" none
  std::string_view choices;  // words with blanks between; "" any
};
std::span<const Key> keys();          // of [statusline]
std::span<const Key> segment_keys();  // of [statusline.segment.NAME]

}  // namespace cordon::statusline
