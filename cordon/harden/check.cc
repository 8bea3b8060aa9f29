// SPDX-License-Identifier: Apache-2.0
// --check and --explain: nothing is written.
#include <fmt/format.h>

#include <algorithm>

#include "cordon/harden/harden.h"
#include "cordon/harden/report.h"
#include "cordon/install_report.h"
#include "shared/base/text.h"

namespace cordon::harden {
namespace {

using command::say;

using text::shown;

settings::Scope scope_of(const std::string& name) {
  for (const auto scope : {settings::Scope::kManaged, settings::Scope::kLocal, settings::Scope::kProject}) {
    if (name == settings::scope_name(scope)) return scope;
  }
  return settings::Scope::kUser;
}

// What one scope's file says, alone: in CI there is no person whose settings would help.
Result<settings::Effective> settings_of(World& world, const Options& options) {
  settings::Query query = settings::query_for(world, {});
  query.start_dir = world.current_dir();
  query.start_dir_certain = true;
  query.version = options.version;
  query.arguments = std::vector<std::string>{};
  settings::Effective effective = settings::resolve(world, query);
  std::erase_if(effective.files, [&](const settings::SourceFile& file) { return file.scope != scope_of(options.scope); });
  for (const settings::SourceFile& file : effective.files) {
    if (file.state == settings::FileState::kDropped) return fail(fmt::format("the runtime drops the whole file: {}", file.reason), file.path, file.line, file.column);
  }
  return effective;
}

settings::Config config_of(World& world, const Place& place) {
  const FileText text = place.cordon.empty() ? FileText("") : world.read_file(place.cordon, size_t{1} << 20);
  return settings::parse_config(text.value_or(""), place.cordon);
}

std::string values_line(const Entry& entry) {
  std::string out;
  for (const Json& value : entry.values) out += (out.empty() ? "" : ", ") + value.dump();
  return out;
}

}  // namespace

int check(const Options& options) {
  RealWorld world;
  const auto refuse = [](const Error& error) { return command::say_error("harden", error); };
  auto place = find_place(world, options.scope, options.version);
  if (!place) return refuse(place.error());
  auto profile = load_profile(options.profile, place->config, place->home);
  if (!profile) return refuse(profile.error());
  auto effective = settings_of(world, options);
  if (!effective) return refuse(effective.error());
  const settings::Config config = config_of(world, *place);
  if (!config.faults.empty()) return refuse(config.faults[0]);
  auto findings = compare(*profile, *effective, config, options.compare());
  // a scope without a cordon.toml of its own cannot be asked for one
  std::erase_if(findings, [&](const Finding& finding) { return finding.entry->of_cordon && place->cordon.empty(); });
  for (Finding& finding : findings) {
    if (finding.remedy.ends_with("--apply") && options.scope != "user") finding.remedy += " --scope " + options.scope;
  }
  if (options.as_json) return say(findings_json(*place, options, findings)), findings.empty() ? 0 : 1;
  for (const Finding& finding : findings) {
    const std::string where = finding.place.empty() ? "" : finding.place + ": ";
    say(fmt::format("{}{}\n    why: {}\n    now: {}\n", shown(where), shown(finding.message), finding.entry->reason, shown(finding.remedy)));
  }
  say(findings.empty() ? fmt::format("{}: as strict as '{}'\n", place->settings, options.profile)
                       : fmt::format("{}: weaker than '{}' in {} points\n", place->settings, options.profile, findings.size()));
  return findings.empty() ? 0 : 1;
}

int explain(const Options& options) {
  RealWorld world;
  auto place = find_place(world, options.scope, options.version);
  if (!place) return command::say_error("harden", place.error());
  auto profile = load_profile(options.profile, place->config, place->home);
  if (!profile) return command::say_error("harden", profile.error());
  say(fmt::format("{}: {}\n", profile->name, profile->summary));
  for (const Entry& entry : profile->entries) {
    if (!applies(entry, options.compare())) continue;
    say(fmt::format("\n{} ({})\n  {}\n  {}{} {}: {}\n", entry.id, entry.family, entry.reason, entry.of_cordon ? "cordon.toml " : "", entry.key, need_word(entry.need), values_line(entry)));
    if (!entry.since.empty()) say(fmt::format("  since {} of the runtime\n", entry.since));
  }
  return 0;
}

}  // namespace cordon::harden
