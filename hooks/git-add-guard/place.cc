// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/place.h"

#include <algorithm>

#include "shared/base/path.h"
#include "shared/git/repository.h"

namespace cordon::git_add_guard {
namespace {

bool related(std::string_view a, std::string_view b) { return path::is_within(a, b) || path::is_within(b, a); }

bool is_temporary(std::string_view dir, World& world) {
  if (path::is_within(dir, "/tmp") || path::is_within(dir, "/var/tmp")) return true;
  const auto variable = world.env_set("TMPDIR");
  return variable && variable->starts_with('/') && variable->size() > 1 && path::is_within(dir, path::clean(*variable));
}

void add_base(Place& place, std::string_view dir) {
  if (dir.empty() || std::find(place.bases.begin(), place.bases.end(), dir) != place.bases.end()) return;
  place.bases.emplace_back(dir);
}

// Root of the work tree: as given, else the repository's, else (no repository to be seen) the session's folder around it.
std::string root_of(const GitCommand& command, const Session& session, World& world, Folder& folder) {
  if (command.work_tree && command.work_tree->is_static()) {
    std::string root = path::absolute(command.work_tree->text(), folder.dir);
    if (!path::is_within(folder.dir, root)) folder.dir = root;  // git changes into it
    return root;
  }
  if (command.git_dir) return folder.dir;
  if (const auto repository = git::discover(world, folder.dir); repository && !repository->work_tree.empty()) return repository->work_tree;
  for (const std::string& base : {session.project_dir, session.start_dir}) {
    if (!base.empty() && path::is_within(folder.dir, base)) return base;
  }
  return folder.dir;
}

}  // namespace

Session session_of(World& world, std::string_view payload_cwd) {
  Session out;
  if (const auto project = world.env_set("CLAUDE_PROJECT_DIR"); project && project->starts_with('/')) out.project_dir = path::clean(*project);
  if (payload_cwd.starts_with('/')) {
    out.start_dir = path::clean(payload_cwd);
  } else {
    out.start_dir = out.project_dir.empty() ? world.current_dir() : out.project_dir;
  }
  if (out.start_dir.empty()) out.start_dir = "/";
  return out;
}

std::string effective_dir(const GitCommand& command, const Session& session, bool& known) {
  const shell::Directory& start = command.invocation->directory;
  known = start.known;
  std::string dir = path::absolute(start.known && !start.path.empty() ? start.path : ".", session.start_dir);
  for (const shell::Word& step : command.directories) {
    known = step.is_static() && (known || step.text().starts_with('/'));
    if (step.is_static() && !step.is("")) dir = path::absolute(step.text(), dir);
  }
  return dir.starts_with('/') ? dir : "/" + dir;
}

Place place_of(const GitCommand& command, const Session& session, World& world) {
  Place out;
  out.folder.dir = effective_dir(command, session, out.dir_known);
  const path::Resolved real = path::resolve(world, out.folder.dir);
  if (real.ok && !real.path.empty()) out.folder.dir = real.path;
  out.folder.root = root_of(command, session, world, out.folder);
  std::string start = session.start_dir, project = session.project_dir;
  if (const path::Resolved it = path::resolve(world, start); it.ok) start = it.path;
  if (const path::Resolved it = project.empty() ? path::Resolved{"", false} : path::resolve(world, project); it.ok) project = it.path;
  const bool own = related(out.folder.root, start) || (!project.empty() && related(out.folder.root, project));
  out.elsewhere = out.dir_known && !own && is_temporary(out.folder.root, world);
  if (!out.elsewhere) add_base(out, out.folder.root);
  add_base(out, start);
  add_base(out, project);
  return out;
}

}  // namespace cordon::git_add_guard
