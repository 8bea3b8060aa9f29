// SPDX-License-Identifier: Apache-2.0
#include "cordon/pins/ask.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include "cordon/install_files.h"
#include "cordon/install_run.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/base/text.h"

namespace cordon::pins {
namespace {

// The variables of this process, and what keeps a program from doing more than answering.
std::vector<std::string> environment() {
  std::vector<std::string> out;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) out.emplace_back(*each);
  for (const char* quiet : {"DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "NO_UPDATE_NOTIFIER=1", "LC_ALL=C"}) out.emplace_back(quiet);
  return out;
}

// Holds the files behind the program's three streams.
class Scratch {
 public:
  Scratch() {
    const char* base = getenv("TMPDIR");
    folder = path::join(base != nullptr && *base != '\0' ? base : "/tmp", "cordon-ask-XXXXXX");
    if (mkdtemp(folder.data()) == nullptr) folder.clear();
  }
  ~Scratch() {
    RealWorld world;
    if (!folder.empty()) world.remove_folder(folder);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string folder;
};

}  // namespace

std::string program_on_path(World& world, std::string_view name) { return find_program(world, world.env("PATH").value_or(""), name); }

Answer ask_program(World& world, std::string_view name, const std::vector<std::string>& arguments) {
  Answer answer;
  const std::string program = program_on_path(world, name);
  if (program.empty()) {
    answer.fault = fmt::format("{}: not found", name);
    return answer;
  }
  const Scratch scratch;
  if (scratch.folder.empty()) {
    answer.fault = "no temporary folder could be made";
    return answer;
  }
  command::Run run{.argv = {program}, .env = environment(), .folder = "/", .input = {}, .scratch = scratch.folder};
  run.argv.insert(run.argv.end(), arguments.begin(), arguments.end());
  command::Ran ran = command::run_program(run);
  answer.ok = ran.fault.empty() && ran.exit == 0;
  answer.output = std::move(ran.output);
  if (!ran.fault.empty()) answer.fault = fmt::format("{}: {}", name, ran.fault);
  else if (ran.exit != 0) answer.fault = fmt::format("{}: exit {}: {}", name, ran.exit, text::shown(text::trim(ran.errors), 200));
  return answer;
}

}  // namespace cordon::pins
