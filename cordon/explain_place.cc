// SPDX-License-Identifier: Apache-2.0
#include "cordon/explain_place.h"

#include <string>

#include "shared/base/path.h"

namespace cordon::command {
namespace {

// A path the reason speaks of: its last name stands there. Short words ("a", "x") would be found anywhere.
bool is_named(const shell::Word& word, std::string_view reason) {
  const std::string text = word.text();
  const std::string_view name = path::base_name(text);
  if (name.size() < 3 || text.starts_with('-')) return false;
  return reason.find(name) != std::string_view::npos && (text.find('/') != std::string::npos || text.find('.') != std::string::npos);
}

bool take(payload::Decision& decision, const shell::ByteRange& range, size_t size) {
  if (range.begin >= range.end || range.end > size) return false;
  decision.begin = range.begin;
  decision.end = range.end;
  return true;
}

}  // namespace

void place(payload::Decision& decision, const shell::WalkResult& walked, std::string_view command) {
  if (decision.reason.empty()) return;
  if (decision.reason.starts_with("SANDBOX BYPASS")) {
    decision.end = static_cast<uint32_t>(command.size());
    return;
  }
  for (const shell::PlacedRedirect& redirect : walked.redirects) {
    if (redirect.redirect.writes && is_named(redirect.redirect.target, decision.reason) && take(decision, redirect.redirect.range, command.size())) return;
  }
  for (const shell::Invocation& invocation : walked.invocations) {
    for (size_t i = 1; i < invocation.argv.size(); ++i) {
      if (!is_named(invocation.argv[i], decision.reason)) continue;
      if (take(decision, invocation.argv[i].range, command.size()) || take(decision, invocation.range, command.size())) return;
    }
  }
}

}  // namespace cordon::command
