// SPDX-License-Identifier: Apache-2.0
#include "statusline/program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "shared/base/io.h"
#include "statusline/gather.h"
#include "statusline/input.h"
#include "statusline/render.h"
#include "statusline/segments.h"

namespace cordon::statusline {
namespace {

struct Options {
  std::string_view preset;  // "" when not given
  bool help = false;
};

Options options_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help") options.help = true;
    if (argument == "--preset" && i + 1 < argc) options.preset = argv[++i];
  }
  return options;
}

std::string help() {
  std::string out = "usage: statusline [--preset NAME] < status.json\n\npresets:\n";
  for (const Preset& preset : presets()) out += fmt::format("  {:<13} {}\n", preset.name, preset.segments);
  out += "\nsegments:\n";
  for (const Segment& segment : segments()) {
    out += fmt::format("  {:<13} {}, for example {}; absent: {}\n", segment.name, segment.what, segment.example, segment.absent);
  }
  return out;
}

}  // namespace

void run(int argc, char** argv) {
  const Options options = options_of(argc, argv);
  if (options.help) {
    write_all(STDOUT_FILENO, help());
    return;
  }
  RealWorld world;
  const Scene scene = gather(world, read_input(STDIN_FILENO), options.preset);
  write_all(STDOUT_FILENO, render(scene.facts, *scene.preset, style_env(world)) + "\n");
}

}  // namespace cordon::statusline
