// SPDX-License-Identifier: Apache-2.0
#include "statusline/look.h"

#include <doctest/doctest.h>

#include "shared/settings/config.h"
#include "statusline/describe.h"
#include "statusline/sample.h"

namespace cordon::statusline {
namespace {

struct Read {
  settings::Config config;
  Look look;
  std::vector<Error> faults;
};
Read read(const std::string& body, std::string_view wanted = "") {
  Read out;
  out.config = settings::parse_config(body, "cordon.toml");
  out.faults = out.config.faults;
  out.look = look_of(out.config.statusline, wanted, out.faults);
  return out;
}

TEST_CASE("what is wrong is said with its place, and what is shown instead") {
  struct Row {
    const char* in;
    const char* want;    // the first fault, "" none
    const char* preset;  // "" a format of one's own
  };
  const Row rows[] = {
      {"", "", "plain"},
      {"preset = \"rich\"", "", "rich"},
      {"preset = \"ritch\"", "cordon.toml:2:10: unknown preset 'ritch'", "plain"},
      {"preset = [\"rich\"]", "cordon.toml:2:11: expected name for 'statusline.preset'", "plain"},
      {"preset = 2026-01-01", "cordon.toml:2:10: expected name for 'statusline.preset'", "plain"},
      {"format = \"{model} {sandbox}\"", "", ""},
      {"format = [\"{model}\", \"{sandbox}\"]\npreset = \"rich\"", "", ""},
      {"format = \"{modell}\"", "cordon.toml:2:11: format: unknown segment 'modell'", "plain"},
      {"format = [\"{model}\",\n  \"ab {x}\"]\npreset = \"rich\"", "cordon.toml:3:7: format: unknown segment 'x'", "rich"},
      {"format = \"{model}\\n{x}\"", "cordon.toml:2:10: format: unknown segment 'x' (line 2, column 1 of it)", "plain"},
      {"format = []", "cordon.toml:2:10: expected text or list of texts for 'statusline.format'", "plain"},
      {"format = { a = 1 }", "cordon.toml:2:16: unknown key 'statusline.format.a'", "plain"},
      {"theme = \"lite\"", "cordon.toml:2:9: expected one of \"terminal\", \"dark\", \"light\", \"colour-blind\" for 'statusline.theme'", "plain"},
      {"hyperlinks = \"yes\"", "cordon.toml:2:14: expected boolean for 'statusline.hyperlinks'", "plain"},
      {"segment.context.thresholds = [80, 60]", "cordon.toml:2:35: expected two percentages, [yellow, red], for 'statusline.segment.context.thresholds'", "plain"},
      {"segment.context.max_width = -1", "cordon.toml:2:29: expected number of columns for 'statusline.segment.context.max_width'", "plain"},
      {"segment.context = 5", "cordon.toml:2:19: unknown key 'statusline.segment.context'", "plain"},
      {"segment.contecst.icon = \"x\"", "cordon.toml:2:25: unknown segment 'statusline.segment.contecst.icon'", "plain"},
      {"segment.\"a.b\".icon = \"x\"", "cordon.toml:2:22: unknown segment 'statusline.segment.a.b.icon'", "plain"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    const Read got = read("[statusline]\n" + std::string(row.in) + "\n");
    CHECK((got.faults.empty() ? "" : got.faults.front().text()) == row.want);
    CHECK((got.look.preset == nullptr ? "" : got.look.preset->name) == row.preset);
    CHECK(got.look.format.shows("sandbox"));
  }
}

TEST_CASE("values") {
  const Read got = read("[statusline]\ntheme = \"light\"\nicons = \"nerd\"\ncolours = \"256\"\nhyperlinks = true\n[statusline.segment.context]\n"
                        "options = [\"bar\", \"tokens\"]\nstyle = \"bold red\"\nicon = \"\"\nthresholds = [50, 75]\nmax_width = 20\n");
  CHECK(got.faults.empty());
  CHECK(got.look.theme->name == "light");
  CHECK(got.look.icons == Icons::kNerd);
  CHECK(got.look.level == Level::k256);
  CHECK(got.look.hyperlinks);
  const SegmentLook* context = got.look.find(*find_segment("context"));
  REQUIRE(context != nullptr);
  CHECK(context->options == "bar,tokens");
  CHECK(context->style->bold);
  CHECK(context->icon == "");
  CHECK(context->thresholds == std::vector<double>{50, 75});
  CHECK(context->max_width == 20);
  CHECK(got.look.find(*find_segment("model")) == nullptr);
}

TEST_CASE("the command line goes before the file") {
  CHECK(read("[statusline]\nformat = \"{model}\"\n", "compact").look.preset->name == "compact");
  const Read got = read("[statusline]\npreset = \"rich\"\n", "nothing");
  CHECK(got.look.preset->name == "plain");
  REQUIRE(got.faults.size() == 1);
  CHECK(got.faults[0].text() == "unknown preset 'nothing'");
}

TEST_CASE("what `init` writes is the default, and nothing wrong") {
  const std::string sample = config_sample();
  CHECK(read(sample).faults.empty());
  std::string all;
  for (size_t at = 0; at < sample.size();) {
    const size_t end = sample.find('\n', at) + 1;
    const std::string line = sample.substr(at, end - at);
    all += line.starts_with("# ") ? line.substr(2) : line;
    at = end;
  }
  const Read got = read(all);
  CHECK_MESSAGE(got.faults.empty(), (got.faults.empty() ? "" : got.faults.front().text()));
}

TEST_CASE("the tables agree with the words of the keys") {
  std::string names;
  for (const Preset& preset : presets()) names += (names.empty() ? "" : " ") + std::string(preset.name);
  CHECK(keys()[0].choices == names);
  names.clear();
  for (const Theme& theme : themes()) names += (names.empty() ? "" : " ") + std::string(theme.name);
  CHECK(keys()[2].choices == names);
  CHECK(states().size() >= 10);
}

}  // namespace
}  // namespace cordon::statusline
