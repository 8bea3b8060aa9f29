// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/known_keys.h"
#include "cordon/doctor/rules.h"
#include "shared/base/text.h"

namespace cordon::doctor {
namespace {

constexpr size_t kMaxPairs = 2'000'000;  // some seconds

}  // namespace

Findings check_unknown_keys(Context& context) {
  Findings out;
  for (const settings::SourceFile& file : context.effective.files) {
    if (file.state != settings::FileState::kCounted) continue;
    for (const MisspeltKey& key : misspelt_keys(file.document.root)) {
      out.push_back(warn(fmt::format("the runtime knows no '{}': it passes over it", text::shown(key.key, 80)),
                         {fmt::format("{}: '{}' resembles '{}'", place_of(file, key.begin), text::shown(key.key, 80), key.meant)},
                         fmt::format("if '{}' was meant, write that", key.meant)));
    }
  }
  return out;
}

// The runtime asks deny first, then ask, then allow: such a rule allows nothing, and who wrote it believes otherwise.
Findings check_shadowed(Context& context) {
  Findings out;
  const std::vector<PlacedRule> allow = rules_in(context, "allow"), deny = rules_in(context, "deny"), ask = rules_in(context, "ask");
  if (allow.size() * (deny.size() + ask.size()) > kMaxPairs) {
    return {skip("too many rules to hold each against each", {fmt::format("{} allow, {} deny, {} ask rules", allow.size(), deny.size(), ask.size())})};
  }
  for (const PlacedRule& rule : allow) {
    for (const auto* list : {&deny, &ask}) {
      const auto over = std::find_if(list->begin(), list->end(), [&](const PlacedRule& other) { return covers(other.text, rule.text); });
      if (over == list->end()) continue;
      out.push_back(warn(fmt::format("an allow rule without effect: {} all that it allows", over->list == "deny" ? "a deny rule refuses" : "an ask rule asks about"),
                         {said(rule), said(*over)}, "take out the one you do not mean"));
      break;
    }
  }
  return out;
}

}  // namespace cordon::doctor
