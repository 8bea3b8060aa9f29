// SPDX-License-Identifier: Apache-2.0
#include "cordon/settings_session.h"

#include <map>
#include <utility>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/base/version.h"
#include "shared/hook/session_memory.h"
#include "shared/settings/backend.h"

namespace cordon::command {
namespace {

// Our own world with the environment of another process.
class ProcessWorld final : public RealWorld {
 public:
  explicit ProcessWorld(std::map<std::string, std::string, std::less<>> environment) : environment_(std::move(environment)) {}

  std::optional<std::string> env(const char* name) const override {
    const auto found = environment_.find(name);
    if (found == environment_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::map<std::string, std::string, std::less<>> environment_;
};

Result<std::unique_ptr<World>> world_of(const std::string& pid) {
  RealWorld real;
  if (pid.find_first_not_of("0123456789") != std::string::npos) return fail("not a process number: '" + pid + "'");
  const FileText text = real.read_file("/proc/" + pid + "/environ", 4u << 20);
  if (!text) return fail("cannot look into process " + pid + ": " + text.error().text());
  std::map<std::string, std::string, std::less<>> environment;
  for (const std::string_view entry : text::split(*text, '\0')) {
    const size_t equals = entry.find('=');
    if (equals != std::string_view::npos) environment.emplace(entry.substr(0, equals), entry.substr(equals + 1));
  }
  // A session started from within another one inherits that one's marks.
  environment.erase("CLAUDE_PROJECT_DIR");
  environment.erase("AI_AGENT");
  environment["CLAUDE_PID"] = pid;
  return std::unique_ptr<World>(std::make_unique<ProcessWorld>(std::move(environment)));
}

// The runtime starts in the physical folder, whatever links led there.
Result<std::string> physical(World& world, const std::string& dir) {
  const path::Resolved resolved = path::resolve(world, path::absolute(dir, world.current_dir()));
  if (!resolved.ok || world.stat(resolved.path).kind != FileKind::kDirectory) return fail("no such folder: '" + dir + "'");
  return resolved.path;
}

// Where a running process is. The folder may be gone: the session goes on, but no file of it is left.
Result<std::string> folder_of_process(World& world, const std::string& pid, std::vector<std::string>& notes) {
  constexpr std::string_view kGone = " (deleted)";
  std::string dir = world.read_link("/proc/" + pid + "/cwd").value_or("");
  if (dir.empty() || world.stat(dir).kind == FileKind::kDirectory) return dir;
  if (!dir.ends_with(kGone)) return fail("no such folder: '" + dir + "'");
  dir.resize(dir.size() - kGone.size());
  notes.push_back("the folder of process " + pid + " was deleted: " + dir);
  return dir;
}

// Its options would be taken for the runtime's.
void doubt_program(World& world, const std::string& pid, std::vector<std::string>& notes) {
  const std::string program = world.read_link("/proc/" + pid + "/exe").value_or("");
  const std::string_view name = path::base_name(program);
  const bool fits = program.empty() || name.starts_with("claude") || name == "node" || name == "bun" || parse_version(name);
  if (!fits) notes.push_back("process " + pid + " runs " + program + ", which does not look like the runtime");
}

}  // namespace

Result<Session> find_session(const SessionChoice& choice) {
  Session session;
  if (choice.pid.empty()) {
    session.world = std::make_unique<RealWorld>();
  } else {
    auto world = world_of(choice.pid);
    if (!world) return tl::unexpected(world.error());
    session.world = std::move(*world);
  }
  World& world = *session.world;
  session.query = settings::query_for(world, {});
  const bool around_us = choice.dir.empty() && choice.pid.empty();
  if (!choice.version.empty() && !parse_version(choice.version)) return fail("not a version of the runtime: '" + choice.version + "'");
  if (!choice.pid.empty()) doubt_program(world, choice.pid, session.notes);
  if (!around_us) {
    auto start = choice.dir.empty() ? folder_of_process(world, choice.pid, session.notes) : physical(world, choice.dir);
    if (!start) return tl::unexpected(start.error());
    if (!start->empty()) session.query.start_dir = std::move(*start);
  }
  session.query.start_dir_certain = true;
  // Another folder is another session: the options of the one around us say nothing about it.
  if (choice.arguments) {
    session.query.arguments = *choice.arguments;
    session.query.arguments->insert(session.query.arguments->begin(), "claude");
  } else if (!around_us && choice.pid.empty()) {
    session.query.arguments = std::vector<std::string>{"claude"};
  }
  const bool is_running = choice.dir.empty() && !choice.arguments && choice.version.empty();
  if (is_running) session.id = around_us ? world.env_set("CLAUDE_CODE_SESSION_ID").value_or("") : hook::session_of_process(world);
  if (!choice.version.empty()) session.query.version = choice.version;
  if (std::string doubts = settings::namespace_doubts(world); !doubts.empty()) session.notes.push_back(std::move(doubts));
  return session;
}

}  // namespace cordon::command
