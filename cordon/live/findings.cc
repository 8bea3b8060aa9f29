// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/findings.h"

#include <fmt/format.h>

namespace cordon::live {
namespace {

std::string_view profile_name(Profile profile) { return profile == Profile::kHandsOff ? "hands-off" : "interactive"; }

std::string remedy_for(const Tried& tried, Profile profile) {
  return fmt::format("{}; cordon harden {} --apply sets it with everything else", tried.remedy, profile_name(profile));
}

std::string who(const Tried& tried) {
  switch (tried.by) {
    case By::kRule: return " by a permission rule";
    case By::kMode: return tried.outcome == Outcome::kAsked ? "" : " by the permission mode";
    case By::kSandbox: return " by the sandbox";
    case By::kHook: return " by a hook";
    case By::kUnknown: return ", in words this version of cordon does not know";
    case By::kNobody: return "";
  }
  return "";
}

doctor::Finding finding_of(const Tried& tried, Profile profile) {
  const std::vector<std::string> evidence = {fmt::format("{} -> {}", tried.what, tried.said)};
  switch (tried.outcome) {
    case Outcome::kDenied: return doctor::pass(fmt::format("denied{}: {}", who(tried), tried.what), evidence);
    case Outcome::kAsked:
      if (tried.as_wanted) return doctor::pass(fmt::format("asked{}: {}", who(tried), tried.what), evidence);
      return doctor::warn(fmt::format("asked{}, where nobody is there to answer: {}", who(tried), tried.what), evidence, remedy_for(tried, profile));
    case Outcome::kRan:
      if (tried.as_wanted) return doctor::pass(fmt::format("ran inside the sandbox, which keeps it harmless: {}", tried.what), evidence);
      return doctor::failure(fmt::format("ran{}: {} ({})", tried.sandboxed ? ", although inside the sandbox" : "", tried.what, tried.harm), evidence,
                             remedy_for(tried, profile));
    case Outcome::kNotTried: break;
  }
  return doctor::skip(fmt::format("not tried: {}", tried.what), {tried.said});
}

}  // namespace

Profile profile_of(std::string_view name) { return name == "hands-off" ? Profile::kHandsOff : Profile::kInteractive; }

doctor::Findings findings_of(const Report& report, Profile profile) {
  if (report.absent) return {doctor::skip(report.fault, {"install it, or name it: cordon doctor --live --runtime PATH"})};
  if (!report.fault.empty())
    return {doctor::warn("the trial did not come about: " + report.fault, report.notes, fmt::format("see that `{} -p hello` works here, then try again", report.runtime))};
  std::vector<std::string> about = report.notes;
  if (!report.refused.empty()) about.push_back(fmt::format("hosts that were asked for and not reached: {}", fmt::join(report.refused, ", ")));
  doctor::Findings out = {doctor::pass(fmt::format("tried in {} {}, mode {}, held against {}, {:.1f} s", report.runtime, report.version, report.permission_mode,
                                                   profile_name(profile), report.milliseconds / 1000.0),
                                       about)};
  for (const Tried& tried : report.tried) out.push_back(finding_of(tried, profile));
  return out;
}

}  // namespace cordon::live
