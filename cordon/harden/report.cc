// SPDX-License-Identifier: Apache-2.0
#include "cordon/harden/report.h"

#include <fmt/format.h>

#include "cordon/install_report.h"
#include "shared/base/text.h"

namespace cordon::harden {
namespace {

using command::say;

std::string shown(std::string_view text) { return text::visible(text); }

std::string what_changes(const Target& target) {
  size_t added = 0, set = 0;
  for (const Change& change : target.merged.changes) {
    if (change.kind == Change::Kind::kAdded || change.kind == Change::Kind::kLine) added += change.values.size();
    if (change.kind == Change::Kind::kSet || change.kind == Change::Kind::kToml || change.kind == Change::Kind::kGuard) set += change.values.size();
  }
  return fmt::format("{} entries {}, {} values {}", added, "added to lists", set, "set");
}

Json head(const Place& place, const Options& options) {
  return {{"profile", options.profile}, {"scope", options.scope}, {"file", place.settings}};
}

}  // namespace

const char* need_word(Need need) {
  switch (need) {
    case Need::kRequire: return "must be";
    case Need::kPrefer: return "where nothing stands";
    case Need::kAdd: return "must hold";
    case Need::kGrant: return "opens";
    case Need::kNever: return "never";
    case Need::kGuards: return "must block on failure";
  }
  return "";
}

void say_plan(const Plan& plan, const Options& options, bool written) {
  say(fmt::format("profile   {}{}: {}\n", plan.profile.name, options.dont_ask ? " --dont-ask" : "", plan.profile.summary));
  for (const Target& target : plan.targets) {
    const std::string what = !target.changes() ? "unchanged" : fmt::format("{}{}", written ? "" : "would change: ", what_changes(target));
    say(fmt::format("file      {}: {}\n", shown(target.file.path), what));
    if (target.file.exists && target.file.target != target.file.path) say(fmt::format("          a link to {}, which is what is written\n", shown(target.file.target)));
    for (const std::string& note : target.merged.notes) say(fmt::format("note      {}\n", shown(note)));
  }
  for (const std::string& note : plan.notes) say(fmt::format("note      {}\n", shown(note)));
  if (!plan.backend.empty() && !plan.refuses_without_backend) {
    command::warn(fmt::format("{}: commands run unsandboxed until it is there (apt-get install bubblewrap socat)", plan.backend));
  }
}

std::string plan_json(const Plan& plan, const Options& options) {
  Json out = head(plan.place, options);
  out["files"] = Json::array();
  for (const Target& target : plan.targets) {
    Json changes = Json::array();
    for (const Change& change : target.merged.changes) {
      if (change.kind != Change::Kind::kMade) changes.push_back({{"key", change.key}, {"values", change.values}});
    }
    out["files"].push_back({{"path", target.file.path}, {"changes", changes}, {"notes", target.merged.notes}});
  }
  out["notes"] = plan.notes;
  out["backend"] = plan.backend;
  return out.dump(2) + "\n";
}

std::string findings_json(const Place& place, const Options& options, const std::vector<Finding>& findings) {
  Json out = head(place, options);
  out["findings"] = Json::array();
  for (const Finding& finding : findings) {
    const Json value = Json::parse(finding.value, nullptr, false);
    out["findings"].push_back({{"id", finding.entry->id}, {"family", finding.entry->family}, {"key", finding.entry->key},
                               {"kind", finding.kind == Finding::Kind::kMissing ? "missing" : "weaker"}, {"value", value.is_discarded() ? Json() : value},
                               {"place", finding.place}, {"message", finding.message}, {"reason", finding.entry->reason}, {"remedy", finding.remedy}});
  }
  return out.dump(2) + "\n";
}

}  // namespace cordon::harden
