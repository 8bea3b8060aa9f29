// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/plugin_hooks.h"

#include <string>
#include <utility>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/hook/state.h"
#include "shared/json/json.h"

namespace cordon::hook {
namespace {

constexpr size_t kMostWired = 256 * 1024, kMostNoted = 16 * 1024;
constexpr size_t kHead = 2, kFields = 4;  // process, file; program, event, whether always, matcher

std::string process_of(const World& world) { return world.env_set("CLAUDE_PID").value_or(""); }

bool fits_a_line(std::string_view text) { return text.find_first_of("\n\t") == std::string_view::npos; }

}  // namespace

void note_plugin_hooks(World& world, std::string_view session_id) {
  const auto root = world.env_set("CLAUDE_PLUGIN_ROOT");
  const std::string folder = session_folder(world, session_id);
  if (!root || !root->starts_with('/') || !fits_a_line(*root) || folder.empty()) return;
  const std::string file = path::join(*root, "hooks/hooks.json");
  FileText text = world.read_file(file, kMostWired);
  const auto document = text ? json::parse(std::move(*text)) : fail("");
  if (!document) return;
  std::string note = process_of(world) + "\n" + file + "\n";
  for (const OwnHook& each : own_hooks_in(document->root, file)) {
    if (!fits_a_line(each.event) || !fits_a_line(each.matcher)) continue;
    note.append(each.program).append("\t").append(each.event).append(each.always ? "\talways\t" : "\tif\t").append(each.matcher).append("\n");
  }
  world.write_file_atomic(path::join(folder, kPluginHooks), note);
}

std::vector<OwnHook> noted_plugin_hooks(World& world, const std::string& session_folder) {
  const FileText text = world.read_file(path::join(session_folder, kPluginHooks), kMostNoted);
  const auto lines = text ? text::split(*text, '\n') : std::vector<std::string_view>();
  std::vector<OwnHook> out;
  if (lines.size() <= kHead || lines[0] != process_of(world)) return out;
  for (size_t i = kHead; i < lines.size(); ++i) {
    const auto fields = text::split(lines[i], '\t');
    const std::string_view program = fields.size() == kFields ? own_program(fields[0]) : "";
    if (!program.empty()) out.push_back({program, std::string(fields[1]), std::string(fields[3]), std::string(lines[1]), fields[2] == "always"});
  }
  return out;
}

}  // namespace cordon::hook
