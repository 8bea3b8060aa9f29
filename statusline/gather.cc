// SPDX-License-Identifier: Apache-2.0
#include "statusline/gather.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <utility>

#include "shared/base/path.h"
#include "shared/git/operation.h"
#include "shared/hook/session_memory.h"
#include "shared/hook/state.h"
#include "shared/settings/config.h"
#include "shared/settings/files.h"
#include "shared/settings/query.h"
#include "statusline/silent_hooks.h"

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

// What is kept of a session; what is not there is not asked for one by one.
struct State {
  std::string session, folder;
  std::vector<std::string> names;
  bool exists = false;
  bool unlisted = false;  // may be entered, not listed: then each is asked for
  bool has(std::string_view name) const { return unlisted || std::binary_search(names.begin(), names.end(), name); }
};
State state_of(World& world, const payload::Payload& payload) {
  State state{payload.text("session_id").value, {}, {}, false, false};
  state.folder = hook::session_folder(world, state.session);
  auto names = state.folder.empty() ? tl::unexpected(ReadError{}) : world.list_dir(state.folder);
  state.exists = names.has_value();
  state.unlisted = !state.folder.empty() && !names && names.error().fault != ReadFault::kAbsent;
  if (names) state.names = std::move(*names);
  return state;
}

// What the session runs under: the files, and what posture-watch remembers of it.
void add_posture(World& world, Facts& facts, settings::Effective& effective, const State& state, bool start_dir_certain) {
  auto start_mode = std::exchange(effective.posture.permission_mode, std::nullopt);
  if (state.has("posture")) hook::apply_memory(world, state.session, false, effective);
  facts.mode_told = effective.posture.permission_mode.has_value();
  if (!facts.mode_told) effective.posture.permission_mode = std::move(start_mode);
  facts.posture = effective.posture;
  if (facts.payload_fault && !start_dir_certain) {
    // Which session is meant is not known: the folder we happen to be in says nothing of its files.
    facts.posture.sandbox = settings::Sandbox::kUnknown;
    facts.posture.backend_missing = false;
    facts.posture.why.clear();  // the mark behind it says why
  }
  if (!facts.posture.disputed.empty()) facts.faults.push_back({"blocked change", facts.posture.disputed, 0, 0});
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
  facts.repository = git::discover(world, facts.directory);
  if (facts.repository) facts.head = git::read_head(world, *facts.repository);
}

// Of HEAD itself, before a rebase names another branch. Gives KeptCounts::calm_ns.
int64_t add_counts(World& world, Scene& scene) {
  Facts& facts = scene.facts;
  auto place = facts.repository ? counts_place(world, *facts.repository, facts.head) : std::nullopt;
  if (!place) return 0;
  const auto kept = read_kept(world, *place);
  if (kept) facts.counts = counts_to_show(world, *place, *kept, facts.now);
  if (auto head = kept ? kept_head(world, *place, *kept) : std::nullopt) facts.head = std::move(*head);
  if (!kept || is_due(*kept, facts.now)) scene.to_count = std::move(place);
  return kept ? kept->calm_ns : 0;
}

// As git's own prompt: during a rebase HEAD is detached, but the branch being moved is what one works on.
void add_operation(World& world, Facts& facts, int64_t calm_ns) {
  if (!facts.repository || (calm_ns != 0 && world.stat(facts.repository->git_dir).mtime_ns == calm_ns)) return;
  git::Operation operation = git::read_operation(world, *facts.repository);
  facts.operation = operation.text();
  if (!operation.branch.empty()) facts.head = {git::HeadKind::kBranch, std::move(operation.branch)};
}

// The clock of a test: pictures and golden lines have one time for ever.
int64_t now_of(const World& world) {
  const auto fixed = world.env_set("CORDON_CLOCK");
  int64_t seconds = 0;
  const auto is_number = fixed && std::from_chars(fixed->data(), fixed->data() + fixed->size(), seconds).ptr == fixed->data() + fixed->size();
  return is_number ? seconds : world.now_seconds();
}

void add_time(const World& world, Facts& facts, bool has_clock) {
  facts.now = now_of(world);
  if (!has_clock) return;  // the time zone costs a file
  const std::time_t now = facts.now;
  localtime_r(&now, &facts.local_time);
}

}  // namespace

Scene gather(World& world, std::string raw, std::string_view wanted, bool everything) {
  Scene scene;
  Facts& facts = scene.facts;
  if (auto payload = payload::Payload::read(std::move(raw))) {
    facts.payload = std::move(*payload);
  } else {
    facts.payload_fault = payload.error();
  }
  const settings::Query query = query_of(world, facts.payload);
  settings::Effective effective = settings::resolve(world, query);
  const State state = state_of(world, facts.payload);
  add_posture(world, facts, effective, state, query.start_dir_certain);
  add_file_faults(facts, effective.files);
  for (Error& silent : silent_hooks(world, facts.payload, effective, state.names)) facts.faults.push_back(std::move(silent));
  settings::Config config = settings::load_config(world, query);
  scene.look = look_of(config.statusline, wanted, config.faults);
  if (state.has("bypasses")) facts.bypasses = hook::counted(world, state.session, "bypasses");
  scene.complaints = std::move(config.faults);
  facts.faults.insert(facts.faults.end(), scene.complaints.begin(), scene.complaints.end());
  add_time(world, facts, everything || scene.look.format.shows("clock"));
  if (everything || scene.look.format.has_place()) add_place(world, facts);
  const int64_t calm_ns = everything || scene.look.shows_counts() ? add_counts(world, scene) : 0;
  if (everything || scene.look.format.shows("git")) add_operation(world, facts, calm_ns);
  scene.effective = std::move(effective);
  if (state.exists) scene.state = state.folder;
  return scene;
}

}  // namespace cordon::statusline
