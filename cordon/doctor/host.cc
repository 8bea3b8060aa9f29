// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/host.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cordon/install_run.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

extern char** environ;  // POSIX declares it nowhere

namespace cordon::doctor {
namespace {

std::string first_line(const std::string& output) {
  for (const std::string_view line : text::split(output, '\n')) {
    if (!text::trim(line).empty()) return text::shown(text::trim(line), 160);
  }
  return "";
}

}  // namespace

std::string CommandResult::shown(std::string_view command) const {
  std::string said = !fault.empty() ? fault : first_line(exit == 0 && !output.empty() ? output : errors.empty() ? output : errors);
  if (fault.empty() && exit != 0) said = said.empty() ? fmt::format("exit {}", exit) : fmt::format("exit {}: {}", exit, said);
  return fmt::format("$ {} -> {}", command, said.empty() ? "nothing" : said);
}

CommandResult RealHost::run(const std::vector<std::string>& argv) {
  const char* base = getenv("TMPDIR");
  std::string scratch = path::join(base != nullptr && *base != '\0' ? base : "/tmp", "cordon-doctor-XXXXXX");
  if (mkdtemp(scratch.data()) == nullptr) return {-1, "no scratch folder could be made below $TMPDIR or /tmp", "", ""};
  command::Run run;
  run.argv = argv;
  for (char** variable = environ; *variable != nullptr; ++variable) run.env.emplace_back(*variable);
  run.folder = "/";
  run.scratch = scratch;
  command::Ran ran = command::run_program(run);
  for (const char* name : {"in", "out", "err"}) unlink(path::join(scratch, name).c_str());
  rmdir(scratch.c_str());
  return {ran.exit, std::move(ran.fault), std::move(ran.output), std::move(ran.errors)};
}

std::optional<Owner> RealHost::owner(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return Owner{info.st_uid, info.st_gid, info.st_mode & 07777u};
}

uint32_t RealHost::user() { return geteuid(); }

std::vector<uint32_t> RealHost::groups() {
  std::vector<uint32_t> out = {getegid()};
  const int count = getgroups(0, nullptr);
  if (count <= 0) return out;
  std::vector<gid_t> found(static_cast<size_t>(count));
  const int got = getgroups(count, found.data());
  for (int i = 0; i < got; ++i) out.push_back(found[static_cast<size_t>(i)]);
  return out;
}

std::vector<std::string> RealHost::variable_names() {
  std::vector<std::string> out;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view entry = *variable;
    out.emplace_back(entry.substr(0, entry.find('=')));
  }
  return out;
}

bool RealHost::is_macos() {
#ifdef __APPLE__
  return true;
#else
  return false;
#endif
}

std::string RealHost::own_folder() {
  RealWorld world;
  return std::string(path::parent(world.read_link("/proc/self/exe").value_or("")));
}

command::Proof RealHost::prove(const std::vector<command::Command>& commands, const std::string& bin) { return command::prove(commands, bin); }

pins::Installed RealHost::installed(const pins::Pin& pin) {
  RealWorld world;
  return pins::installed_on(world, pin);
}

}  // namespace cordon::doctor
