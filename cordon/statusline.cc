// SPDX-License-Identifier: Apache-2.0
// cordon statusline: the presets on the caller's own data, and the choice of one, written into cordon.toml.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "cordon/options.h"
#include "cordon/table.h"
#include "cordon/toml_edit.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/settings/config.h"
#include "shared/settings/layout.h"
#include "shared/settings/query.h"
#include "statusline/describe.h"
#include "statusline/gather.h"
#include "statusline/last_payload.h"
#include "statusline/preview.h"
#include "statusline/render.h"
#include "statusline/sample.h"

namespace cordon::command {
namespace {

using statusline::Preset;

constexpr size_t kMostBytes = 256 * 1024;
constexpr const char* kExamples =
    "examples\n"
    "  cordon statusline                  the presets on your own data, and which one to take\n"
    "  cordon statusline list             the same without the question\n"
    "  cordon statusline preset rich      write the choice into cordon.toml\n"
    "  cordon statusline preview          every preset in every state\n"
    "  cordon statusline init             write [statusline] with every key into cordon.toml\n\n"
    "exit: 0 shown or written, 1 it could not be (the message says why), 2 wrong usage";

void print(std::FILE* to, std::string_view text) { std::fwrite(text.data(), 1, text.size(), to); }

int failed(std::string_view what) {
  print(stderr, fmt::format("cordon statusline: {}\n", text::visible(what, text::Newlines::kEscape)));
  return 1;
}

int unknown(const std::string& name) {
  std::string names;
  for (const Preset& preset : statusline::presets()) names += (names.empty() ? "" : ", ") + std::string(preset.name);
  return failed(fmt::format("unknown preset '{}': take one of {}", name, names)), 2;
}

// A terminal says itself how wide it is; what is no terminal gets no colours unless they are forced.
statusline::StyleEnv style_of(const World& world) {
  statusline::StyleEnv env = statusline::style_env(world);
  winsize size{};
  if (!world.env_set("COLUMNS") && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) env.columns = size.ws_col;
  if (isatty(STDOUT_FILENO) == 0 && !world.env_set("FORCE_COLOR") && !world.env_set("CLICOLOR_FORCE")) env.level = statusline::Level::kNone;
  return env;
}

// Of the session around us, else of the last one, else a made-up one.
std::string own_payload(World& world) {
  const std::string file = statusline::last_payload_file(world);
  const FileText text = file.empty() ? tl::unexpected(ReadError{}) : world.read_file(file, kMostBytes);
  return text ? statusline::object_in(*text) : std::string(R"({"model":{"display_name":"Opus 5.5"},"context_window":{"used_percentage":42},"cost":{"total_cost_usd":1.25}})");
}

std::string list_text(World& world) {
  const statusline::StyleEnv env = style_of(world);
  const std::string payload = own_payload(world);
  const Preset* current = statusline::gather(world, payload, "").look.preset;
  std::string out;
  for (const Preset& preset : statusline::presets()) {
    const statusline::Scene scene = statusline::gather(world, payload, preset.name);
    out += fmt::format("{} {:<11}{}\n", &preset == current ? '*' : ' ', preset.name, preset.what);
    for (const statusline::Runs& runs : statusline::render(scene.facts, scene.look, env)) {
      out += "    " + statusline::print({runs}, scene.look, scene.look.level.value_or(env.level)) + "\n";
    }
  }
  if (current == nullptr) out += "* a format of your own in cordon.toml\n";
  return out;
}

struct File {
  std::string path, text;
};
Result<File> config_file(World& world) {
  const std::string folder = settings::config_dir(world, world.current_dir());
  if (folder.empty()) return fail("neither CLAUDE_CONFIG_DIR nor HOME is set");
  // Where a link leads: people keep such files elsewhere, and writing must not turn the link into a file.
  const path::Resolved place = path::resolve(world, path::join(folder, "cordon.toml"));
  if (!place.ok) return fail("too many symbolic links", place.path);
  File file{place.path, {}};
  FileText text = world.read_file(file.path, kMostBytes);
  if (text) file.text = std::move(*text);
  else if (text.error().fault != ReadFault::kAbsent) return fail(text.error().text(), file.path);
  return file;
}

int write_file(World& world, const File& file, const std::string& text) {
  if (!world.write_file_atomic(file.path, text)) return failed(file.path + ": cannot be written");
  print(stdout, fmt::format("written: {}\n", text::visible(file.path, text::Newlines::kEscape)));
  const auto wired = statusline::gather(world, "{}", "").effective.find("statusLine.command");
  if (!wired) print(stdout, "nothing draws it yet: `cordon install` makes it the runtime's status line\n");
  else if (wired->value.find("statusline") == std::string::npos) print(stdout, fmt::format("another program draws the status line ({}): `cordon install --force` puts ours there\n", text::visible(wired->value, text::Newlines::kEscape)));
  return 0;
}

// Whether the text still says the same, and `name` is the preset.
bool means(const std::string& text, const File& file, std::string_view name) {
  const settings::Config before = settings::parse_config(file.text, file.path), after = settings::parse_config(text, file.path);
  if (after.faults.size() != before.faults.size()) return false;
  return std::any_of(after.statusline.begin(), after.statusline.end(), [&](const settings::Leaf& leaf) { return leaf.key == "preset" && leaf.text == name; });
}

int choose(World& world, const std::string& name) {
  if (statusline::find_preset(name) == nullptr) return unknown(name);
  const auto file = config_file(world);
  if (!file) return failed(file.error().text());
  const auto text = set_text(file->text, "statusline", "preset", name);
  if (!text || !means(*text, *file, name)) return failed(file->path + ": is written in a way this cannot change without harm: set statusline.preset by hand");
  const auto config = settings::parse_config(*text, file->path);
  const bool has_format = std::any_of(config.statusline.begin(), config.statusline.end(), [](const settings::Leaf& leaf) { return leaf.key == "format"; });
  if (has_format) print(stderr, "note: statusline.format is set, too, and goes before the preset\n");
  return write_file(world, *file, *text);
}

int init(World& world) {
  const auto file = config_file(world);
  if (!file) return failed(file.error().text());
  if (has_table(file->text, "statusline")) return failed(file->path + ": has a [statusline] already: change it there, or take it out and run this again");
  std::string text = file->text;
  if (!text.empty()) text += text.back() == '\n' ? "\n" : "\n\n";
  text += statusline::config_sample();
  if (!means(text, *file, "plain")) return failed(file->path + ": is written in a way this cannot change without harm");
  return write_file(world, *file, text);
}

int ask(World& world) {
  print(stdout, list_text(world));
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return 0;
  print(stdout, "\nwhich one (enter: leave it)? ");
  std::fflush(stdout);
  char answer[64] = {};
  if (std::fgets(answer, sizeof answer, stdin) == nullptr) return 0;
  const std::string name(text::trim(answer));
  return name.empty() ? 0 : choose(world, name);
}

int preview(World& world, const std::string& name) {
  const Preset* preset = name.empty() ? nullptr : statusline::find_preset(name);
  if (!name.empty() && preset == nullptr) return unknown(name);
  print(stdout, statusline::preview_text(preset, statusline::gather(world, "{}", name).look, style_of(world)));
  return 0;
}

}  // namespace

int run_statusline(int argc, char** argv) {
  std::string name;
  CLI::App app{"the presets of the status line, and the choice of one", "cordon statusline"};
  app.footer(kExamples);
  app.require_subcommand(0, 1);
  const auto* listing = app.add_subcommand("list", "the presets on your own data");
  auto* choosing = app.add_subcommand("preset", "write the choice into cordon.toml");
  choosing->add_option("NAME", name, "plain, compact, rich, two-line or powerline")->required();
  auto* previewing = app.add_subcommand("preview", "every preset in every state");
  previewing->add_option("NAME", name, "only this preset");
  const auto* starting = app.add_subcommand("init", "write [statusline] with every key into cordon.toml");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  RealWorld world;
  if (listing->parsed()) return print(stdout, list_text(world)), 0;
  if (choosing->parsed()) return choose(world, name);
  if (previewing->parsed()) return preview(world, name);
  return starting->parsed() ? init(world) : ask(world);
}

}  // namespace cordon::command
