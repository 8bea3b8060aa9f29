// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/query.h"

#include <algorithm>

#include "shared/base/path.h"
#include "shared/settings/process_arguments.h"

namespace cordon::settings {
namespace {

bool is_absolute(std::string_view path) { return !path.empty() && path[0] == '/'; }

// "claude-code_2-1-332_harness" -> "2.1.332"; "" when it looks otherwise.
std::string version_in_agent(std::string_view agent) {
  constexpr std::string_view kMark = "claude-code_";
  const size_t at = agent.find(kMark);
  if (at == std::string_view::npos) return {};
  std::string version(agent.substr(at + kMark.size()));
  version.resize(std::min(version.find('_'), version.size()));
  std::replace(version.begin(), version.end(), '-', '.');
  return version.find_first_not_of("0123456789.") == std::string::npos ? version : std::string();
}

}  // namespace

Query query_for(World& world, const SessionHints& hints) {
  Query query;
  const auto project = world.env("CLAUDE_PROJECT_DIR");
  if (project && is_absolute(*project)) {
    query.start_dir = path::clean(*project);
    query.start_dir_certain = true;
  } else if (is_absolute(hints.project_dir)) {
    query.start_dir = path::clean(hints.project_dir);
    query.start_dir_certain = true;
  } else if (is_absolute(hints.cwd)) {
    query.start_dir = path::clean(hints.cwd);
  } else {
    query.start_dir = world.current_dir();
  }
  query.version = hints.version;
  if (query.version.empty()) {
    if (const auto agent = world.env("AI_AGENT")) query.version = version_in_agent(*agent);
  }
  if (!hints.permission_mode.empty()) query.permission_mode = hints.permission_mode;
  return query;
}

std::optional<std::vector<std::string>> arguments_of(World& world, std::string_view pid) {
  // The pid comes from the environment: only digits, or it could name any file.
  if (pid.empty() || pid.size() > 10 || pid.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return system_arguments(world, std::string(pid));
}

}  // namespace cordon::settings
