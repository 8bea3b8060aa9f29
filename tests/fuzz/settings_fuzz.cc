// SPDX-License-Identifier: Apache-2.0
// Settings texts, managed folders, `.git` files, command lines, cordon.toml and what is remembered of a session, of any bytes:
// nothing may crash, hang or throw, a session with unreadable or odd files may never be called "on" without a file that says so,
// and what is remembered is written as it was read.
#include <cstdint>
#include <cstdlib>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/git/config.h"
#include "shared/hook/session_memory.h"
#include "shared/settings/config.h"
#include "shared/settings/files.h"
#include "shared/settings/flags.h"
#include "tests/hooks/fake_world.h"

namespace {

using namespace cordon;

// A few files, the sandbox's two programs, and a folder of managed settings that is always listed so.
class MemoryWorld final : public test::FakeWorld {
 public:
  MemoryWorld() {
    variables = {{"HOME", "/h"}, {"PATH", "/bin"}, {"CLAUDE_PID", "7"}};
    cwd = "/w/s";
    now = 1'000'000'000;
  }
  FileInfo stat(const std::string& path) override {
    FileInfo info;
    const bool program = path == "/bin/bwrap" || path == "/bin/socat";
    if (program || files.count(path) != 0) info.kind = FileKind::kRegular;
    if (path == "/bin") info.kind = FileKind::kDirectory;
    if (program) info.mode = 0755;
    return info;
  }
  tl::expected<std::vector<std::string>, ReadError> list_dir(const std::string& path) override {
    if (path != "/etc/claude-code/managed-settings.d") return tl::unexpected(ReadError{ReadFault::kAbsent, 2});
    return std::vector<std::string>{"1.json", ".x.json", "readme"};
  }
  bool is_executable(const std::string&) override { return false; }
};

void check(const settings::Effective& effective) {
  for (const std::string& key : effective.keys()) effective.find(key);
  if (effective.posture.effective() && !effective.find("sandbox.enabled")) std::abort();
  for (const auto& file : effective.files) {
    if (file.state == settings::FileState::kDropped && file.reason.empty()) std::abort();
  }
}

constexpr const char* kMemory = "/h/.local/state/cordon/sessions/s/posture";
constexpr const char* kCommandLine = "/proc/7/cmdline";

// The bytes as /proc gives them.
void check_command_line(MemoryWorld& world, settings::Query query, std::string_view bytes) {
  world.files[kCommandLine] = bytes;
  query.arguments.reset();
  check(settings::resolve(world, query));
}

void check_memory(MemoryWorld& world, const settings::Query& query, std::string_view text) {
  world.files[kMemory] = text;
  const auto memory = hook::recall(world, "s");
  settings::Effective effective = settings::resolve(world, query);
  hook::apply_memory(world, "s", false, effective);
  if (!memory) return;
  hook::remember(world, "s", *memory);
  const std::string written = world.files[kMemory];
  const auto again = hook::recall(world, "s");
  if (!again) std::abort();
  hook::remember(world, "s", *again);
  if (world.files[kMemory] != written) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string_view> parts = text::split(input, '\x1e');
  constexpr const char* kPlaces[] = {"/h/.claude/settings.json", "/w/s/.claude/settings.json", "/w/.claude/settings.local.json",
                                     "/w/s/.claude/settings.local.json", "/etc/claude-code/managed-settings.json",
                                     "/etc/claude-code/managed-settings.d/1.json", "/w/.git", "/m/.git/worktrees/x/commondir",
                                     "/m/.git/worktrees/x/gitdir", "/h/.claude/cordon.toml", "/w/s/.claude/cordon.toml"};
  MemoryWorld world;
  settings::Query query;
  query.start_dir = "/w/s";
  query.arguments = std::vector<std::string>{"claude"};
  for (size_t i = 0; i < parts.size(); i++) {
    if (i < std::size(kPlaces)) {
      if (!parts[i].empty()) world.files[kPlaces[i]] = parts[i];
    } else {
      query.arguments->emplace_back(parts[i]);
    }
  }
  for (const bool certain : {true, false}) {
    query.start_dir_certain = certain;
    query.version = certain ? "2.1.332" : "2.1.202";
    check(settings::resolve(world, query));
  }
  settings::load_config(world, query);
  check_command_line(world, query, input);
  for (const std::string_view part : parts) check_memory(world, query, part);
  git::scan_config(input, "alias", "st");
  return 0;
}
