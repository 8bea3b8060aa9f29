// SPDX-License-Identifier: Apache-2.0
// The rules of the chosen profile, and what an allow rule should never give.
#include <fmt/format.h>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/open_rule.h"
#include "cordon/doctor/rules.h"
#include "cordon/harden/profile.h"
#include "shared/base/text.h"

namespace cordon::doctor {
namespace {

std::string title_of(const OpenRule& open, const PlacedRule& rule) {
  const std::string shown = text::shown(rule.text, 100);
  const std::string via = open.via.empty() ? "" : fmt::format(" through '{}'", open.via);
  switch (open.opens) {
    case Opens::kEverything: return fmt::format("every command is allowed: {}", shown);
    case Opens::kAnyProgram: return fmt::format("'{}' runs any program, and is allowed with any arguments{}: {}", open.program, via, shown);
    case Opens::kByOption: return fmt::format("'{}' can run any program by an option, and is allowed with any arguments{}: {}", open.program, via, shown);
    default: return fmt::format("'{}' is allowed with any program text{}: {}", open.program, via, shown);
  }
}

std::string remedy_of(const OpenRule& open) {
  if (open.opens == Opens::kInterpreter) {
    return fmt::format("take the rule out, or name what may run: Bash({} path/to/script *); deny rules do not see what an interpreter does", open.program);
  }
  if (open.opens == Opens::kByOption) return fmt::format("name what is meant ({}), or make the sandbox strict: commands inside it need no rule", open.program == "git" ? "Bash(git status *), Bash(git diff *)" : fmt::format("Bash({} …) with all its arguments", open.program));
  return "take the rule out, or name the commands: Bash(make test *); with the sandbox on, commands inside it need no rule";
}

// One finding a key: a profile has a hundred deny rules. Who named the profile is held to it; else it is advice.
void add_lack(const Context& context, const harden::Finding& finding, Findings& out) {
  const std::string place = finding.place.empty() ? "" : finding.place + ": ";
  std::string line = fmt::format("{}{}: {}", place, text::shown(finding.message, 160), text::shown(finding.entry->reason, 300));
  const std::string title = finding.kind == harden::Finding::Kind::kMissing ? fmt::format("{} lacks rules of the profile '{}'", finding.entry->key, context.profile)
                                                                             : fmt::format("{} is weaker than the profile '{}' wants it", finding.entry->key, context.profile);
  for (Finding& earlier : out) {
    if (earlier.title != title || earlier.remedy != finding.remedy) continue;
    earlier.evidence.push_back(std::move(line));
    return;
  }
  out.push_back(context.profile_chosen ? failure(title, {std::move(line)}, finding.remedy) : warn(title, {std::move(line)}, finding.remedy));
}

}  // namespace

Findings check_interpreters(Context& context) {
  Findings out;
  const settings::Posture& posture = context.effective.posture;
  const bool contained = posture.effective() && posture.strict;
  for (const PlacedRule& rule : rules_in(context, "allow")) {
    const OpenRule open = what_opens(rule.text);
    const bool by_option = open.opens == Opens::kByOption;
    if (open.opens == Opens::kNothing || (by_option && contained)) continue;
    std::vector<std::string> evidence = {said(rule)};
    if (by_option) evidence.push_back(fmt::format("{} runs without a question", open.example));
    if (contained) evidence.push_back("the sandbox is on and strict, so that it runs inside; the deny rules it voids are all that is lost");
    out.push_back(contained || by_option ? warn(title_of(open, rule), std::move(evidence), remedy_of(open)) : failure(title_of(open, rule), std::move(evidence), remedy_of(open)));
  }
  return out;
}

Findings check_profile(Context& context) {
  const auto profile = harden::load_profile(context.profile);
  if (!profile) return {failure("the chosen profile is not known", {profile.error().text()}, "name one of them with --profile")};
  harden::CompareOptions options;
  options.version = context.query.version;
  const std::vector<harden::Finding> lacks = harden::compare(*profile, context.effective, context.config, options);
  Findings out;
  for (const harden::Finding& finding : lacks) add_lack(context, finding, out);
  if (out.empty()) out.push_back(pass(fmt::format("everything of the profile '{}' is in force", profile->name), {profile->summary}));
  return out;
}

}  // namespace cordon::doctor
