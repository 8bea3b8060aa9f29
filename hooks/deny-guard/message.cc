// SPDX-License-Identifier: Apache-2.0
#include "hooks/deny-guard/message.h"

#include <fmt/format.h>

#include "shared/base/text.h"

namespace cordon::deny_guard {
namespace {

using payload::Verdict;

constexpr size_t kShown = 160;

std::string shown(std::string_view text) { return text::shown(text, kShown); }

std::string hidden_by(const Hit& hit) {
  return hit.via.empty() ? "as it is written the runtime does not see it" : fmt::format("inside {} the runtime does not see it", shown(hit.via));
}

std::string list_of(const std::vector<PlacedRule>& rules) {
  constexpr size_t kNamed = 3;
  std::string out;
  for (size_t i = 0; i < rules.size() && i < kNamed; ++i) out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", shown(rules[i].rule.source()), shown(rules[i].place));
  if (rules.size() > kNamed) out += fmt::format(" and {} more", rules.size() - kNamed);
  return out;
}

}  // namespace

const Hit* strongest(const std::vector<Hit>& hits) {
  const Hit* best = nullptr;
  for (const Hit& hit : hits) {
    if (best == nullptr || hit.verdict > best->verdict) best = &hit;
  }
  return best;
}

std::string reason_for(const Hit& hit, const std::vector<PlacedRule>& rules) {
  if (hit.rule == nullptr) {
    return fmt::format("DENY GUARD: this command runs text that cannot be seen beforehand: {}.\nIt may run what a rule is about: {}.\nInstead: write the commands out, so that they can be read.",
                       shown(hit.command), list_of(rules));
  }
  const char* const does = hit.rule->denies ? "denies" : "asks about";
  const std::string rule = fmt::format("{} in {}", shown(hit.rule->rule.source()), shown(hit.rule->place));
  if (!hit.sure) {
    return fmt::format("DENY GUARD: `{}` may become what {} {}: a word of it is known only when it runs ({}).\nInstead: write the words out.", shown(hit.command), rule, does, hidden_by(hit));
  }
  if (hit.verdict == Verdict::kDeny) {
    return fmt::format("DENY GUARD: `{}` is denied by {}.\nThe rule holds here too, although {}. Do not look for another spelling; if the command is needed, ask the person to run it or to change the rule.",
                       shown(hit.command), rule, hidden_by(hit));
  }
  return fmt::format("DENY GUARD: `{}` needs a person's yes, says {} ({}).", shown(hit.command), rule, hidden_by(hit));
}

}  // namespace cordon::deny_guard
