// SPDX-License-Identifier: Apache-2.0
#include "statusline/gather.h"

#include <utility>

#include "shared/base/path.h"
#include "shared/hook/session_memory.h"
#include "shared/hook/state.h"
#include "shared/settings/config.h"
#include "shared/settings/files.h"
#include "shared/settings/query.h"

namespace cordon::statusline {
namespace {

settings::Query query_of(World& world, const payload::Payload& payload) {
  const std::string cwd = payload.text("cwd").value;
  const std::string current = payload.text("workspace.current_dir").value;
  const std::string project = payload.text("workspace.project_dir").value;
  const std::string version = payload.text("version").value;
  settings::Query query =
      settings::query_for(world, {.cwd = current.empty() ? cwd : current, .project_dir = project, .version = version, .permission_mode = {}});
  // The payload is about one session; $CLAUDE_PROJECT_DIR might be left over from another one further out.
  if (project.starts_with('/')) {
    query.start_dir = path::clean(project);
    query.start_dir_certain = true;
  }
  return query;
}

void add_file_faults(Facts& facts, const std::vector<settings::SourceFile>& files) {
  const bool told_by_tag = facts.posture.sandbox == settings::Sandbox::kUnknown;
  for (const settings::SourceFile& file : files) {
    if (file.state != settings::FileState::kDropped || (file.unreadable && told_by_tag)) continue;
    facts.faults.push_back({file.reason, file.path, file.line, file.column});
  }
}

// The order of cases SL-033. The payload's `cwd` normally equals workspace.current_dir.
void add_place(World& world, Facts& facts) {
  const std::string cwd = facts.payload.text("cwd").value;
  for (const std::string_view path : {"worktree.path", "workspace.current_dir", "cwd"}) {
    const std::string found = facts.payload.text(path).value;
    if (facts.directory.empty() && found.starts_with('/')) facts.directory = path::clean(found);
  }
  if (facts.directory.empty()) facts.directory = world.current_dir();
  if (cwd.starts_with('/') && !facts.payload.value("worktree.path") && path::clean(cwd) != facts.directory) facts.elsewhere = path::clean(cwd);
  if (const auto home = world.env_set("HOME"); home && home->starts_with('/')) facts.home = path::clean(*home);
  if (const auto repository = git::discover(world, facts.directory)) facts.head = git::read_head(world, *repository);
}

const Preset& chosen(Facts& facts, const settings::Wish& wish) {
  if (wish.text.empty()) return plain_preset();
  if (const Preset* preset = find_preset(wish.text)) return *preset;
  facts.faults.push_back({"unknown preset '" + wish.text + "'", wish.file, wish.line, wish.column});
  return plain_preset();
}

}  // namespace

Scene gather(World& world, std::string raw, std::string_view wanted) {
  Scene scene{{}, &plain_preset()};
  Facts& facts = scene.facts;
  if (auto payload = payload::Payload::read(std::move(raw))) {
    facts.payload = std::move(*payload);
  } else {
    facts.payload_fault = payload.error();
  }
  const settings::Query query = query_of(world, facts.payload);
  settings::Effective effective = settings::resolve(world, query);
  const std::string session = facts.payload.text("session_id").value;
  hook::apply_memory(world, session, false, effective);
  facts.posture = std::move(effective.posture);
  if (facts.payload_fault && !query.start_dir_certain) {
    // Which session is meant is not known: the folder we happen to be in says nothing of its files.
    facts.posture.sandbox = settings::Sandbox::kUnknown;
    facts.posture.backend_missing = false;
    facts.posture.why.clear();  // the mark behind it says why
  }
  if (!facts.posture.disputed.empty()) facts.faults.push_back({"blocked change", facts.posture.disputed, 0, 0});
  add_file_faults(facts, effective.files);
  settings::Config config = settings::load_config(world, query);
  for (Error& fault : config.faults) facts.faults.push_back(std::move(fault));
  facts.bypasses = hook::counted(world, session, "bypasses");
  if (!wanted.empty()) config.statusline_preset = {std::string(wanted), {}, 0, 0};
  scene.preset = &chosen(facts, config.statusline_preset);
  if (scene.preset->has_place) add_place(world, facts);
  return scene;
}

}  // namespace cordon::statusline
