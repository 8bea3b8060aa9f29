// SPDX-License-Identifier: Apache-2.0
// The rules of the chosen profile, and what an allow rule should never give.
#include <fmt/format.h>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/open_rule.h"
#include "cordon/doctor/rules.h"
#include "shared/base/text.h"

namespace cordon::doctor {
namespace {

std::string title_of(const OpenRule& open, const PlacedRule& rule) {
  const std::string shown = text::shown(rule.text, 100);
  const std::string via = open.via.empty() ? "" : fmt::format(" through '{}'", open.via);
  switch (open.opens) {
    case Opens::kEverything: return fmt::format("every command is allowed: {}", shown);
    case Opens::kAnyProgram: return fmt::format("'{}' runs any program, and is allowed with any arguments{}: {}", open.program, via, shown);
    default: return fmt::format("'{}' is allowed with any program text{}: {}", open.program, via, shown);
  }
}

std::string remedy_of(const OpenRule& open) {
  if (open.opens == Opens::kInterpreter) {
    return fmt::format("take the rule out, or name what may run: Bash({} path/to/script *); deny rules do not see what an interpreter does", open.program);
  }
  return "take the rule out, or name the commands: Bash(make test *); with the sandbox on, commands inside it need no rule";
}

}  // namespace

Findings check_interpreters(Context& context) {
  Findings out;
  const settings::Posture& posture = context.effective.posture;
  const bool contained = posture.effective() && posture.strict;
  for (const PlacedRule& rule : rules_in(context, "allow")) {
    const OpenRule open = what_opens(rule.text);
    if (open.opens == Opens::kNothing) continue;
    std::vector<std::string> evidence = {said(rule)};
    if (contained) evidence.push_back("the sandbox is on and strict, so that it runs inside; the deny rules it voids are all that is lost");
    out.push_back(contained ? warn(title_of(open, rule), std::move(evidence), remedy_of(open)) : failure(title_of(open, rule), std::move(evidence), remedy_of(open)));
  }
  return out;
}

// Filled in by the profiles of cordon/harden.
Findings check_profile(Context& context) { return {skip(fmt::format("the profile '{}' is not compiled in", context.profile))}; }

}  // namespace cordon::doctor
