// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cordon/harden/harden.h"
#include "cordon/harden/merge_steps.h"
#include "cordon/harden/toml.h"
#include "shared/base/path.h"
#include "shared/settings/backend.h"

namespace cordon::harden {
namespace {

tl::unexpected<Error> stop(const Error& error) { return tl::unexpected<Error>(error); }

Result<Target> settings_target(const Place& place, const Profile& profile, const Options& options) {
  Target target;
  auto file = command::read_state(place.settings);
  if (!file) return stop(file.error());
  target.file = std::move(*file);
  if (!target.file.exists && place.scope != "user" && place.scope != "local") target.file.mode = 0644;
  auto merged = merge(target.file.bytes, place.settings, profile, {options.compare(), options.allow_domains});
  if (!merged) return stop(merged.error());
  target.merged = std::move(*merged);
  return target;
}

Result<Target> toml_target(const Place& place, const Profile& profile, const Options& options) {
  Target target;
  auto file = command::read_state(place.cordon);
  if (!file) return stop(file.error());
  target.file = std::move(*file);
  if (!target.file.exists && place.scope == "project") target.file.mode = 0644;
  auto merged = merge_toml(target.file.bytes, place.cordon, profile, options.compare());
  if (!merged) return stop(merged.error());
  target.merged = std::move(*merged);
  return target;
}

// The file is kept out of git before it is there.
Result<Step> plan_exclude(World& world, Plan& plan) {
  const Place& place = plan.place;
  if (place.exclude.empty()) return Step{};
  switch (is_ignored(world, place.settings, place.work_tree)) {
    case Ignored::kYes: return Step{};
    case Ignored::kTracked:
      plan.notes.push_back(fmt::format("{} is in git's index, so an ignore rule does nothing: git rm --cached .claude/settings.local.json", place.settings));
      return Step{};
    case Ignored::kUnknown: return fail(fmt::format("git could not tell whether '{}' is ignored: it would be left to chance whether it gets committed", place.settings));
    case Ignored::kNo: break;
  }
  auto file = command::read_state(place.exclude);
  if (!file) return stop(file.error());
  Target target{std::move(*file), {}, false};
  if (!target.file.exists) target.file.mode = 0644;
  target.merged = add_line(target.file.bytes, "/.claude/settings.local.json");
  plan.targets.push_back(std::move(target));
  return Step{};
}

std::string path_of(const command::FileState& file, const char* key) {
  const auto opened = command::JsonFile::open(file.bytes, file.path);
  const json::Value* value = opened ? value_at(*opened, key) : nullptr;
  return value != nullptr ? value->string : "";
}

void look_for_backend(World& world, Plan& plan, const Options& options) {
  const command::FileState& settings = plan.targets.back().file;
  plan.backend = settings::missing_backend(world, path_of(settings, "sandbox.bwrapPath"), path_of(settings, "sandbox.socatPath"));
  if (plan.backend.empty()) plan.backend = settings::namespace_doubts(world);
  for (const Entry& entry : plan.profile.entries) {
    if (entry.key == "sandbox.failIfUnavailable" && entry.need == Need::kRequire && applies(entry, options.compare())) plan.refuses_without_backend = true;
  }
}

}  // namespace

Result<Plan> make_plan(World& world, const Options& options) {
  Plan plan;
  auto place = find_place(world, options.scope, options.version);
  if (!place) return stop(place.error());
  plan.place = std::move(*place);
  auto profile = load_profile(options.profile, plan.place.config, plan.place.home);
  if (!profile) return stop(profile.error());
  plan.profile = std::move(*profile);
  auto record = load_record(world, plan.place.record);
  if (!record) return stop(record.error());
  plan.record = std::move(*record);
  if (auto planned = plan_exclude(world, plan); !planned) return stop(planned.error());
  if (!plan.place.cordon.empty()) {
    auto toml = toml_target(plan.place, plan.profile, options);
    if (!toml) return stop(toml.error());
    if (toml->changes()) plan.targets.push_back(std::move(*toml));
  }
  auto settings = settings_target(plan.place, plan.profile, options);
  if (!settings) return stop(settings.error());
  plan.targets.push_back(std::move(*settings));
  look_for_backend(world, plan, options);
  return plan;
}

}  // namespace cordon::harden
