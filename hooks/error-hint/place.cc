// SPDX-License-Identifier: Apache-2.0
#include "hooks/error-hint/place.h"

#include <algorithm>
#include <vector>

#include "shared/base/path.h"
#include "shared/hook/snapshot.h"
#include "shared/settings/files.h"

namespace cordon::error_hint {
namespace {

std::string with_home(std::string_view path, const World& world) {
  if (path != "~" && !path.starts_with("~/")) return std::string(path);
  return world.env_set("HOME").value_or("/nonexistent-home") + std::string(path.substr(1));
}

// An entry of allowWrite as an absolute folder; what stands for several paths ("**") counts by its fixed part.
std::string allowed_folder(std::string_view entry, const std::string& start_dir, const World& world) {
  const size_t wild = entry.find_first_of("*?[");
  if (wild != std::string_view::npos) entry = entry.substr(0, entry.rfind('/', wild) == std::string_view::npos ? 0 : entry.rfind('/', wild));
  if (entry.empty()) return {};
  return path::clean(path::absolute(with_home(entry, world), start_dir));
}

// The project, what the settings allow, and the sandbox's own folder for temporary files ($TMPDIR of its commands:
// claude-<uid> below the runtime's, measured).
bool may_be_written(const std::string& path, hook::Settings& settings, World& world) {
  const settings::Query& query = settings.query();
  std::vector<std::string> folders{query.start_dir};
  for (const char* name : {"CLAUDE_CODE_TMPDIR", "CLAUDE_TMPDIR"}) {
    if (const auto value = world.env_set(name)) folders.push_back(path::clean(*value));
  }
  for (const std::string& entry : hook::take(settings::resolve(world, query)).allow_write) folders.push_back(allowed_folder(entry, query.start_dir, world));
  if (path.starts_with("/tmp/claude")) return true;
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) { return !folder.empty() && path::is_within(path, folder); });
}

std::string replaced(std::string_view pattern, std::string_view subject) {
  constexpr std::string_view kName = "{subject}";
  std::string out(pattern);
  if (const size_t at = out.find(kName); at != std::string::npos) out.replace(at, kName.size(), subject);
  return out;
}

}  // namespace

bool fits_the_place(const Entry& entry, std::string_view subject, const std::string& cwd, hook::Settings& settings, World& world) {
  if (!entry.unless_exists.empty() && !subject.empty()) {
    const std::string file = path::absolute(replaced(entry.unless_exists, subject), cwd);
    if (world.lstat(file).kind != FileKind::kAbsent) return false;
  }
  if (entry.under.empty()) return true;
  if (subject.empty()) return false;
  const std::string path = path::clean(path::absolute(subject, cwd));
  const bool below = std::any_of(entry.under.begin(), entry.under.end(), [&](std::string_view folder) { return path::is_within(path, with_home(folder, world)); });
  return below && !may_be_written(path, settings, world);
}

std::string allow_entry(std::string_view path, const World& world) {
  const auto home = world.env_set("HOME");
  const std::string clean = path::clean(path);
  if (home && home->size() > 1 && path::is_within(clean, *home)) return "~/" + std::string(path::below(clean, *home));
  return clean;
}

}  // namespace cordon::error_hint
