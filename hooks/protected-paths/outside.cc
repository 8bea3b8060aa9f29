// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/outside.h"

#include <algorithm>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/json/json.h"
#include "shared/settings/files.h"

namespace cordon::protected_paths {
namespace {

constexpr size_t kLongest = 200;  // bytes of a path in the message

bool is_file_tool(std::string_view tool) { return tool == "Write" || tool == "Edit" || tool == "MultiEdit" || tool == "NotebookEdit"; }

class Inside {
 public:
  Inside(World& world, const settings::Query& query) : world_(world), query_(query), home_(world.env_set("HOME").value_or("")) {}

  void add(std::string_view folder) {
    if (folder.starts_with("~/")) return add(path::join(home_, folder.substr(2)));
    const std::string absolute = path::absolute(folder, query_.start_dir);
    if (!absolute.starts_with('/')) return;
    folders_.push_back(absolute);
    folders_.push_back(path::resolve(world_, absolute).path);
  }
  // What costs nothing to know.
  void add_known(const std::string& root) {
    const std::string config = world_.env_set("CLAUDE_CONFIG_DIR").value_or(path::join(home_, ".claude"));
    for (const std::string& folder : {query_.start_dir, root, world_.env_set("TMPDIR").value_or("/tmp"), std::string("/tmp"), path::join(config, "plans"), path::join(config, "projects")}) add(folder);
  }
  void add_additional() {
    const auto value = settings::resolve(world_, query_).find("permissions.additionalDirectories");
    const auto list = json::parse(value ? value->value : "[]");
    if (!list || !list->root.is(json::Type::kArray)) return;
    for (const json::Value& item : list->root.items) {
      if (item.is(json::Type::kString)) add(item.string);
    }
  }
  bool holds(const std::string& file) const {
    return std::any_of(folders_.begin(), folders_.end(), [&](const std::string& folder) { return path::is_within(file, folder); });
  }

 private:
  World& world_;
  const settings::Query& query_;
  std::string home_;
  std::vector<std::string> folders_;
};

}  // namespace

std::string first_outside(const payload::ToolCall& call, const std::vector<Target>& targets, const std::string& root, const settings::Query& query, World& world) {
  if (!is_file_tool(call.tool)) return {};
  Inside inside(world, query);
  inside.add_known(root);
  bool complete = false;
  for (const Target& target : targets) {
    const std::string file = path::resolve(world, path::clean(target.path)).path;
    if (inside.holds(file)) continue;
    if (!complete) inside.add_additional();
    complete = true;
    if (!inside.holds(file)) return file;
  }
  return {};
}

std::string outside_reason(const std::string& path, const std::string& root) {
  return "OUTSIDE THE PROJECT: " + text::shown(path, kLongest) + " is not below " + text::shown(root, kLongest) +
         ".\nThis session may write in its project only: nobody would see what changes elsewhere.\n"
         "Instead: write below the project, or have a person add the folder to permissions.additionalDirectories, or set protected_paths.outside = \"allow\" in cordon.toml.";
}

}  // namespace cordon::protected_paths
