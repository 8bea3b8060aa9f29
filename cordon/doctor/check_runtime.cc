// SPDX-License-Identifier: Apache-2.0
// Which runtime is installed, by its files: nothing is downloaded, and it is started only when its files do not tell.
#include <fmt/format.h>

#include <algorithm>

#include "cordon/doctor/checks.h"
#include "cordon/pins/pins.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/base/text.h"
#include "shared/base/version.h"
#include "shared/settings/rules.h"

namespace cordon::doctor {
namespace {

struct Runtime {
  std::string path;
  std::string version;   // "2.1.332", "" unknown
  std::string evidence;  // how it was told
};

std::string number(const Version& version) { return fmt::format("{}.{}.{}", version[0], version[1], version[2]); }

std::vector<std::string> candidates(Context& context) {
  if (!context.runtime_path.empty()) return {context.runtime_path};
  std::vector<std::string> out;
  if (std::string found = find_on_path(context.world, "claude"); !found.empty()) out.push_back(std::move(found));
  for (const char* place : {".local/bin/claude", ".claude/local/claude", ".claude/local/node_modules/.bin/claude"}) {
    std::string file = path::join(context.home, place);
    const bool known = std::find(out.begin(), out.end(), file) != out.end();
    if (!context.home.empty() && !known && context.world.is_executable(file)) out.push_back(std::move(file));
  }
  return out;
}

// The native installer keeps …/claude/versions/2.1.332, npm a package.json beside the program or above it.
void read_version(Context& context, Runtime& runtime) {
  const std::string real = path::resolve(context.world, runtime.path).path;
  if (const auto version = parse_version(path::base_name(real))) {
    runtime.version = number(*version);
    runtime.evidence = fmt::format("{} -> {}", runtime.path, real);
    return;
  }
  for (std::string_view folder = path::parent(real); folder.size() > 1; folder = path::parent(folder)) {
    const std::string file = path::join(folder, "package.json");
    const FileText text = context.world.read_file(file, 1u << 20);
    if (!text) continue;
    const auto document = json::parse(*text);
    const json::Value* name = document ? document->root.find("name") : nullptr;
    if (name == nullptr || !name->string.starts_with("@anthropic-ai/claude-code")) break;
    const json::Value* value = document->root.find("version");
    const auto version = value != nullptr ? parse_version(value->string) : std::nullopt;
    if (!version) break;
    runtime.version = number(*version);
    runtime.evidence = fmt::format("{}: version {}", file, runtime.version);
    return;
  }
  // With a home that nothing can be written to: asking must leave no trace.
  const CommandResult said = context.host.run({"/usr/bin/env", "-i", "PATH=/usr/bin:/bin", "HOME=/proc/self", "DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", real, "--version"});
  runtime.evidence = said.shown(runtime.path + " --version");
  const auto version = said.ok() ? parse_version(said.output) : std::nullopt;
  if (version) runtime.version = number(*version);
}

// The oldest version that was measured, or what a person's own pins say.
std::string floor_of(World& world) {
  const auto list = pins::load_pins(world);
  const pins::Pin* pin = list ? pins::find_pin(*list, "claude-code") : nullptr;
  return pin != nullptr && parse_version(pin->wanted()) ? pin->wanted() : "2.1.202";
}

Finding judge(const Runtime& runtime, const std::string& floor) {
  const auto version = parse_version(runtime.version);
  if (!version) return skip("the version of the installed runtime cannot be told", {fmt::format("{}: {}", runtime.path, runtime.evidence)});
  const auto least = parse_version(floor);
  std::vector<std::string> evidence = {runtime.evidence, fmt::format("floor: {}", floor)};
  if (least && *version < *least) {
    return failure(fmt::format("runtime {} is older than {}, below which nothing here was measured", runtime.version, floor), std::move(evidence),
                   fmt::format("install at least {}: npm install -g @anthropic-ai/claude-code@latest, or: claude update", floor));
  }
  if (*version > *parse_version(settings::kNewestKnown)) {
    return skip(fmt::format("runtime {} is newer than {}, the newest that was measured: its rules are taken to be the same", runtime.version, settings::kNewestKnown), std::move(evidence));
  }
  return pass(fmt::format("runtime {}", runtime.version), std::move(evidence));
}

}  // namespace

Findings check_runtime(Context& context) {
  Findings out;
  const std::string floor = floor_of(context.world);
  if (const auto version = parse_version(context.query.version)) {
    Runtime around{"the session around this", number(*version), fmt::format("AI_AGENT: {}", context.query.version)};
    out.push_back(judge(around, floor));
  }
  for (const std::string& file : candidates(context)) {
    Runtime runtime{file, "", ""};
    if (!context.world.is_executable(file)) {
      out.push_back(failure("the runtime named cannot be executed", {file}, "name the program with --runtime PATH"));
      continue;
    }
    read_version(context, runtime);
    out.push_back(judge(runtime, floor));
  }
  if (out.empty()) out.push_back(skip("no runtime was found", {"no claude on PATH, in ~/.local/bin or in ~/.claude/local", "--runtime PATH names one"}));
  return out;
}

}  // namespace cordon::doctor
