// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cordon/pins/ask.h"
#include "cordon/pins/pins.h"
#include "shared/base/text.h"

namespace cordon::pins {
namespace {

constexpr std::string_view kSystem =
#ifdef __APPLE__
    "macos";
#else
    "linux";
#endif

// ID and ID_LIKE of os-release(5), the nearest first: "ubuntu", "debian".
std::vector<std::string> system_names(World& world) {
  if (kSystem == "macos") return {"macos"};
  std::vector<std::string> out;
  const std::string release = world.read_file("/etc/os-release", 64 * 1024).value_or("");
  for (const std::string_view key : {"ID=", "ID_LIKE="}) {
    for (std::string_view line : text::split(release, '\n')) {
      if (!line.starts_with(key)) continue;
      line.remove_prefix(key.size());
      for (const std::string_view word : text::split(line, ' ')) {
        std::string name(word);
        std::erase_if(name, [](char c) { return c == '"' || c == '\'' || c == '\r'; });
        if (!name.empty()) out.push_back(name);
      }
    }
  }
  return out;
}

bool needed_here(const Pin& pin) { return pin.systems.empty() || std::find(pin.systems.begin(), pin.systems.end(), kSystem) != pin.systems.end(); }

bool is_version_word(std::string_view word) {
  return !word.empty() && word[0] >= '0' && word[0] <= '9' && word.find('.') != std::string_view::npos && is_version(word);
}

Finding compare(const Pin& pin, const Installed& installed) {
  const auto order = compare_to_pin(pin.order, installed.version, pin.wanted());
  if (order == 0 || (order > 0 && pin.version.empty())) {
    return {State::kFits, fmt::format("{} {}: {} {}", pin.tool, installed.version, pin.version.empty() ? "at least" : "exactly", pin.wanted()), ""};
  }
  if (order < 0) return {State::kOlder, fmt::format("{} {} is older than {}", pin.tool, installed.version, pin.wanted()), ""};
  return {State::kNewer, fmt::format("{} {} is newer than {}, which is pinned", pin.tool, installed.version, pin.version), ""};
}

}  // namespace

std::string version_in(std::string_view output) {
  for (const std::string_view line : text::split(output.substr(0, 4096), '\n')) {
    for (std::string_view word : text::split(line, ' ')) {
      word = text::trim(word);
      if (word.starts_with('v')) word.remove_prefix(1);
      while (!word.empty() && (word.back() == ',' || word.back() == ';' || word.back() == '.')) word.remove_suffix(1);
      if (is_version_word(word)) return std::string(word);
    }
  }
  return "";
}

Installed installed_on(World& world, const Pin& pin) {
  Installed out;
  out.path = program_on_path(world, pin.program);
  if (out.path.empty()) return out;
  const Answer answer = ask_program(world, pin.program, pin.version_arguments);
  if (answer.ok) out.version = version_in(answer.output);
  out.fault = !answer.ok ? answer.fault : out.version.empty() ? fmt::format("{}: its answer holds no version", out.path) : "";
  return out;
}

std::string install_command(World& world, const Pin& pin) {
  std::vector<std::string> names = system_names(world);
  names.emplace_back("any");
  for (const std::string& name : names) {
    for (const auto& [system, command] : pin.install) {
      if (system == name || (name.starts_with("opensuse") && system == "suse")) return command;
    }
  }
  return "";
}

std::string_view name_of(State state) {
  constexpr std::string_view kNames[] = {"fits", "older", "newer", "missing", "unknown", "absent", "elsewhere"};
  return kNames[static_cast<size_t>(state)];
}

Finding check(World& world, const Pin& pin, const Installed& installed) {
  if (!needed_here(pin)) return {State::kElsewhere, fmt::format("{} is not needed on this system", pin.tool), ""};
  Finding out;
  if (installed.path.empty()) {
    out = {pin.optional ? State::kAbsent : State::kMissing, fmt::format("{} is not installed ('{}' is in no folder of PATH)", pin.tool, pin.program), ""};
  } else if (installed.version.empty()) {
    out = {State::kUnknown, fmt::format("the version of {} cannot be told: {}", pin.tool, installed.fault), ""};
  } else {
    out = compare(pin, installed);
  }
  if (out.state == State::kMissing || out.state == State::kOlder || out.state == State::kNewer) out.remedy = install_command(world, pin);
  return out;
}

}  // namespace cordon::pins
