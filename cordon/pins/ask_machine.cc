// SPDX-License-Identifier: Apache-2.0
// What this machine can be asked for releases: apt's indexes, which are there already, and npm. Questions only.
#include <fmt/format.h>

#include <algorithm>

#include "cordon/pins/ask.h"
#include "cordon/pins/dates.h"
#include "cordon/pins/releases.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::pins {
namespace {

constexpr size_t kMostIndexBytes = size_t{4} << 20;  // an InRelease file
constexpr const char* kLists = "/var/lib/apt/lists";

// The day the index was made: what it lists was released by then.
std::optional<int64_t> index_day(World& world, std::string_view source) {
  const std::string name = apt_index(source);
  for (const char* kind : {"_InRelease", "_Release"}) {
    const FileText file = world.read_file(path::join(kLists, name + kind), kMostIndexBytes);
    if (!file) continue;
    for (const std::string_view line : text::split(*file, '\n')) {
      if (line.starts_with("Date: ")) return seconds_of(line.substr(6));
    }
  }
  return std::nullopt;
}

// The earliest day by which a version is known to have been out.
void add(std::vector<Release>& releases, Release release) {
  const auto found = std::find_if(releases.begin(), releases.end(), [&](const Release& other) { return other.version == release.version; });
  if (found == releases.end()) return releases.push_back(std::move(release));
  if (release.released && (!found->released || *release.released < *found->released)) found->released = release.released;
}

// "bubblewrap | 0.8.0-2+deb12u1 | http://host/debian bookworm/main amd64 Packages"
Asked ask_apt(World& world, const Pin& pin) {
  Asked out;
  const Answer listed = ask_program(world, "apt-cache", {"madison", pin.apt});
  if (!listed.ok) {
    out.fault = listed.fault;
    return out;
  }
  for (const std::string_view line : text::split(listed.output, '\n')) {
    const std::vector<std::string_view> fields = text::split(line, '|');
    if (fields.size() != 3 || text::trim(fields[0]) != pin.apt || !fields[2].ends_with("Packages")) continue;
    add(out.releases, {std::string(text::trim(fields[1])), index_day(world, text::trim(fields[2])), false});
  }
  if (out.releases.empty()) out.fault = fmt::format("apt-cache: no index here knows '{}' (apt-get update fetches them)", pin.apt);
  const Answer installed = ask_program(world, "dpkg-query", {"-W", "-f", "${db:Status-Status} ${Version}", pin.apt});
  if (installed.ok && installed.output.starts_with("installed ")) out.package = text::trim(installed.output.substr(10));
  return out;
}

// {"time":{"created":…,"modified":…,"1.0.0":"2026-…"},"versions":["1.0.0"]}: what stands in time only was unpublished.
Asked npm_releases(const std::string& output) {
  Asked out;
  const auto document = json::parse(output);
  const json::Value* time = document ? document->root.find("time") : nullptr;
  const json::Value* versions = document ? document->root.find("versions") : nullptr;
  if (time == nullptr || versions == nullptr || !time->is(json::Type::kObject)) {
    out.fault = "npm: its answer holds no versions with their days";
    return out;
  }
  const auto published = [&](const std::string& version) {
    if (versions->is(json::Type::kString)) return versions->string == version;  // npm's way to write a list of one
    return std::any_of(versions->items.begin(), versions->items.end(), [&](const json::Value& each) { return each.string == version; });
  };
  for (const json::Value& each : time->items) {
    if (each.key == "created" || each.key == "modified" || !each.is(json::Type::kString)) continue;
    add(out.releases, {each.key, seconds_of(each.string), !published(each.key)});
  }
  return out;
}

Asked ask_npm(World& world, const Pin& pin) {
  const Answer answer = ask_program(world, "npm", {"view", pin.npm, "time", "versions", "--json"});
  if (answer.ok) return npm_releases(answer.output);
  Asked out;
  out.fault = answer.fault;
  return out;
}

}  // namespace

std::string apt_index(std::string_view source) {
  std::vector<std::string_view> words = text::split(source, ' ');
  std::erase(words, std::string_view());
  if (words.size() < 2) return "";
  const size_t scheme = words[0].find("://");
  const size_t slash = words[1].rfind('/');
  std::string name(scheme == std::string_view::npos ? words[0] : words[0].substr(scheme + 3));
  while (name.ends_with('/')) name.pop_back();
  name += "_dists_" + std::string(words[1].substr(0, slash));
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

Asked ask_machine(World& world, const Pin& pin) {
  if (!pin.npm.empty()) return ask_npm(world, pin);
  if (!pin.apt.empty()) return ask_apt(world, pin);
  Asked out;
  out.fault = fmt::format("'{}' names neither an apt nor an npm package to ask for", pin.tool);
  return out;
}

bool is_deprecated(World& world, const Pin& pin, std::string_view version) {
  if (pin.npm.empty()) return false;
  const Answer answer = ask_program(world, "npm", {"view", fmt::format("{}@{}", pin.npm, version), "deprecated", "--json"});
  const std::string_view said = text::trim(answer.output);
  return answer.ok && !said.empty() && said != "false" && said != "\"\"" && said != "null";
}

}  // namespace cordon::pins
