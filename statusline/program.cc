// SPDX-License-Identifier: Apache-2.0
#include "statusline/program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "shared/base/io.h"
#include "shared/base/text.h"
#include "statusline/describe.h"
#include "statusline/explain.h"
#include "statusline/gather.h"
#include "statusline/git_refresh.h"
#include "statusline/input.h"
#include "statusline/last_payload.h"
#include "statusline/preview.h"
#include "statusline/render.h"
#include "statusline/render_world.h"

namespace cordon::statusline {
namespace {

struct Options {
  std::string_view preset;  // "" when not given
  std::string_view file;    // of --explain
  bool help = false, docs = false, schema = false, preview = false, svg = false, explain = false, timings = false;
};

Options options_of(int argc, char** argv) {
  Options options;
  const std::pair<std::string_view, bool*> flags[] = {{"--help", &options.help}, {"--docs", &options.docs}, {"--schema", &options.schema}, {"--preview", &options.preview},
                                                      {"--svg", &options.svg}, {"--explain", &options.explain}, {"--timings", &options.timings}};
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    for (const auto& [name, flag] : flags) {
      if (argument == name) *flag = true;
    }
    if (argument == "--preset" && i + 1 < argc) options.preset = argv[++i];
    else if (options.explain && !argument.starts_with("--")) options.file = argument;
  }
  return options;
}

void say(std::string_view text) { write_all(STDOUT_FILENO, text); }
void complain(std::string_view text) { write_all(STDERR_FILENO, fmt::format("statusline: {}\n", text::visible(text, text::Newlines::kEscape))); }

size_t padding_of(const settings::Effective& effective) {
  size_t padding = 0;  // stays so when it is negative
  if (const auto value = effective.find("statusLine.padding")) std::from_chars(value->value.data(), value->value.data() + value->value.size(), padding);
  return padding;
}

// As the runtime shows it.
StyleEnv shown_env(const World& world, const Scene& scene) {
  StyleEnv env = style_env(world);
  env.columns = shown_columns(env.columns, padding_of(scene.effective));
  return env;
}

// For people: the look is the one cordon.toml gives, in the folder we are in.
void run_preview(World& world, const Options& options) {
  const Scene scene = gather(world, "{}", options.preset);
  for (const Error& complaint : scene.complaints) complain(complaint.text());
  const Preset* preset = options.preset.empty() ? nullptr : find_preset(options.preset);
  say(options.svg ? preview_svg(preset, scene.look) : preview_text(preset, scene.look, style_env(world)));
}

void run_explain(World& world, const Options& options) {
  const std::string file = options.file.empty() ? last_payload_file(world) : std::string(options.file);
  if (file.empty()) return complain("no session has left a payload: give a file, or '-' for standard input");
  std::string raw;
  if (file == "-") {
    raw = read_input(STDIN_FILENO);
  } else {
    FileText text = world.read_file(file, InputLimits{}.bytes);
    if (!text) return complain(Error{text.error().text(), file, 0, 0}.text());
    raw = object_in(std::move(*text));
  }
  const Scene scene = gather(world, std::move(raw), options.preset, true);
  say(explain(scene, shown_env(world, scene), file == "-" ? "standard input" : file));
}

void run_timings(World& world, const Options& options) {
  auto lap = [at = now_ns()]() mutable { return now_ns() - std::exchange(at, now_ns()); };
  Timings timings;
  std::string raw = read_input(STDIN_FILENO);
  timings.read = lap();
  const Scene scene = gather(world, std::move(raw), options.preset);
  timings.gather = lap();
  const auto lines = render(scene.facts, scene.look, shown_env(world, scene));
  timings.render = lap();
  print(lines, scene.look, Level::kNamed);
  timings.print = lap();
  say(timings.text());
}

// Only who has nothing to show waits, and only for the first try.
void count_again(World& world, Scene& scene) {
  if (!scene.to_count) return;
  const CountsPlace& place = *scene.to_count;
  Facts& facts = scene.facts;
  const bool first = !facts.counts && !read_kept(world, place);
  if (!start_refresh(world, place, facts.now, first ? scene.look.git_wait_ms : 0) || !first) return;
  const auto kept = read_kept(world, place);
  if (kept) facts.counts = counts_to_show(world, place, *kept, facts.now);
  if (auto head = kept ? kept_head(world, place, *kept) : std::nullopt) facts.head = std::move(*head);
}

void run_render(World& world, const Options& options) {
  const std::string raw = read_input(STDIN_FILENO);
  Scene scene = gather(world, raw, options.preset);
  count_again(world, scene);
  const StyleEnv env = shown_env(world, scene);
  say(print(render(scene.facts, scene.look, env), scene.look, scene.look.level.value_or(env.level)) + "\n");
  for (const Error& complaint : scene.complaints) complain(complaint.text());
  if (!scene.state.empty() && !scene.facts.payload_fault) keep_payload(scene.state, raw);
}

}  // namespace

void run(int argc, char** argv) {
  const Options options = options_of(argc, argv);
  RenderWorld world;
  if (options.help) return say(help());
  if (options.docs) return say(documentation());
  if (options.schema) return say(fmt::format("{{\"statusline\":{},\"statusline_segment\":{}}}\n", text::trim(schema()), text::trim(segment_schema())));
  if (options.preview) return run_preview(world, options);
  if (options.explain) return run_explain(world, options);
  if (options.timings) return run_timings(world, options);
  run_render(world, options);
}

}  // namespace cordon::statusline
