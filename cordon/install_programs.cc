// SPDX-License-Identifier: Apache-2.0
#include "cordon/install_programs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cordon/install_companions.h"
#include "cordon/install_hash.h"
#include "cordon/install_wiring.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

constexpr size_t kMaxProgram = 1u << 30;  // one with debug information is large
// Which installs use this folder: the paths of their manifests, one a line. Marks the folder's programs as ours, too.
constexpr std::string_view kUsers = ".cordon-installs";

bool is_own_folder(const std::string& bin) { return bin.ends_with("/cordon/bin"); }

std::vector<std::string> users_of(const std::string& bin) {
  RealWorld world;
  std::vector<std::string> out;
  const std::string text = world.read_file(path::join(bin, kUsers), 1u << 20).value_or("");
  for (const std::string_view line : text::split(text, '\n')) {
    if (!line.empty()) out.emplace_back(line);
  }
  return out;
}

Result<Done> write_users(const std::string& bin, const std::vector<std::string>& users) {
  const std::string file = path::join(bin, kUsers);
  if (users.empty()) return remove_file(file);
  std::string text;
  for (const std::string& user : users) text += user + "\n";
  return write_file(file, text, 0644);
}

Result<Program> plan_program(std::string_view name, const std::string& from, const std::string& bin, bool ours) {
  RealWorld world;
  Program program;
  program.name = name;
  const std::string source = path::join(from, name), target = path::join(bin, name);
  auto bytes = world.read_file(source, kMaxProgram);
  if (!bytes) return fail(fmt::format("the program to install is missing: '{}': {}", source, bytes.error().text()));
  program.bytes = std::move(*bytes);
  program.hash = sha256(program.bytes);
  const FileText there = world.read_file(target, kMaxProgram);
  if (there) {
    program.current = *there == program.bytes && world.is_executable(target);
    if (!program.current && !ours) {
      return fail(fmt::format("'{}' exists and no install of cordon put it there: nothing written (--force overwrites it)", target));
    }
  } else if (there.error().fault != ReadFault::kAbsent) {
    return fail(fmt::format("cannot replace '{}': {}", target, there.error().text()));
  }
  return program;
}

}  // namespace

Result<std::vector<Program>> plan_programs(const std::string& from, const std::string& bin, const Manifest& manifest, bool force) {
  const bool ours = force || is_own_folder(bin) || manifest.bin == bin || !users_of(bin).empty();
  std::vector<Program> out;
  for (const std::string_view name : installed_programs()) {
    auto program = plan_program(name, from, bin, ours);
    if (!program) return tl::unexpected<Error>(program.error());
    out.push_back(std::move(*program));
  }
  return out;
}

Result<Done> copy_programs(const std::vector<Program>& programs, const Layout& layout) {
  if (auto made = make_folders(layout.bin, 0755); !made) return made;
  for (const Program& program : programs) {
    if (program.current) continue;
    if (auto written = write_file(path::join(layout.bin, program.name), program.bytes, 0755); !written) return written;
  }
  if (auto written = write_companions(layout.bin); !written) return written;
  if (is_own_folder(layout.bin)) return Done{};
  std::vector<std::string> users = users_of(layout.bin);
  if (std::find(users.begin(), users.end(), layout.manifest) != users.end()) return Done{};
  users.push_back(layout.manifest);
  return write_users(layout.bin, users);
}

Result<std::string> remove_programs(const std::string& bin, const Manifest& manifest, const std::string& manifest_path) {
  std::vector<std::string> users = users_of(bin);
  if (!is_own_folder(bin) && users.empty() && manifest.bin != bin) return std::string();
  std::erase_if(users, [&](const std::string& user) { return user == manifest_path || access(user.c_str(), F_OK) != 0; });
  if (auto written = write_users(bin, users); !written) return tl::unexpected<Error>(written.error());
  if (!users.empty()) return users.front();
  for (const std::string_view name : installed_programs()) {
    if (auto removed = remove_file(path::join(bin, name)); !removed) return tl::unexpected<Error>(removed.error());
  }
  if (auto removed = remove_companions(bin); !removed) return tl::unexpected<Error>(removed.error());
  remove_folder_if_empty(bin);
  return std::string();
}

}  // namespace cordon::command
