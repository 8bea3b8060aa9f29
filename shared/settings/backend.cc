// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/backend.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::settings {
namespace {

bool is_program(World& world, const std::string& path) {
  const FileInfo info = world.stat(path);
  return info.kind == FileKind::kRegular && (info.mode & 0111) != 0;
}

bool is_program_below(World& world, std::string_view folder, std::string_view name) {
  return !folder.empty() && is_program(world, path::join(folder, name));
}

// Without a single folder in $PATH this process was started in a way that says nothing about the session's own $PATH.
bool is_usable(World& world, const std::vector<std::string_view>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
    return !folder.empty() && world.stat(std::string(folder)).kind == FileKind::kDirectory;
  });
}

}  // namespace

std::string missing_backend(World& world, const std::string& bwrap_path, const std::string& socat_path) {
#ifdef __APPLE__
  (void)world, (void)bwrap_path, (void)socat_path;
  return {};  // sandbox-exec is part of the system
#else
  const std::string path = world.env("PATH").value_or("");
  std::vector<std::string_view> folders = text::split(path, ':');
  // That a folder has it counts, not which one: the likely one is asked first, sparing a stat per folder before it.
  std::stable_partition(folders.begin(), folders.end(), [](std::string_view folder) { return folder == "/usr/bin"; });
  const auto in_path = [&](std::string_view name) {
    return std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) { return is_program_below(world, folder, name); });
  };
  const bool bwrap = bwrap_path.empty() ? in_path("bwrap") : is_program(world, bwrap_path);
  const bool socat = socat_path.empty() ? in_path("socat") : is_program(world, socat_path);
  if (bwrap && socat) return {};
  if (bwrap_path.empty() && socat_path.empty() && !is_usable(world, folders)) return {};
  if (!bwrap && !socat) return "bwrap and socat missing";
  return bwrap ? "socat missing" : "bwrap missing";
#endif
}

std::string namespace_doubts(World& world) {
  struct Switch {
    const char* file;
    const char* name;
    char forbidding;
  };
  constexpr Switch kSwitches[] = {
      {"/proc/sys/kernel/unprivileged_userns_clone", "kernel.unprivileged_userns_clone", '0'},
      {"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "kernel.apparmor_restrict_unprivileged_userns", '1'},
      {"/proc/sys/user/max_user_namespaces", "user.max_user_namespaces", '0'},
  };
  if (geteuid() == 0) return {};
  for (const Switch& s : kSwitches) {
    const FileText text = world.read_file(s.file, 64);
    if (text && text::trim(*text) == std::string_view(&s.forbidding, 1)) return std::string(s.name) + " is " + s.forbidding;
  }
  return {};
}

}  // namespace cordon::settings
