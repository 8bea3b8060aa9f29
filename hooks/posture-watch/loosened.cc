// SPDX-License-Identifier: Apache-2.0
#include "hooks/posture-watch/loosened.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "shared/base/text.h"

namespace cordon::posture_watch {
namespace {

using settings::Posture;
using settings::Sandbox;
using Texts = std::vector<std::string>;

constexpr size_t kShown = 5;
constexpr size_t kWidth = 120;

std::string shown(std::string_view text) { return text::clip(text::visible(text, text::Newlines::kEscape), kWidth); }

bool has(const Texts& list, const std::string& text) { return std::find(list.begin(), list.end(), text) != list.end(); }

// Texts of `from` that `in` lacks.
void add_missing(Texts& out, std::string_view what, const Texts& from, const Texts& in) {
  size_t count = 0;
  for (const std::string& text : from) {
    if (has(in, text)) continue;
    if (++count <= kShown) out.push_back(std::string(what) + shown(text));
  }
  if (count > kShown) out.back() += " and " + std::to_string(count - kShown) + " more";
}

void compare_sandbox(Texts& out, const Posture& before, const Posture& after) {
  if (after.backend_missing || before.sandbox == Sandbox::kOff || before.sandbox == Sandbox::kRefuses) return;
  const std::string why = after.why.empty() ? "" : " (" + shown(after.why) + ")";
  if (after.sandbox == Sandbox::kOff) out.push_back("sandbox off" + why);
  if (after.sandbox == Sandbox::kUnknown && before.sandbox == Sandbox::kOn) out.push_back("whether the sandbox is on cannot be told any more" + why);
}

struct Flag {
  bool Posture::*member;
  bool loose;  // the value that is looser
  std::string_view what;
};
constexpr Flag kFlags[] = {
    {&Posture::strict, false, "strict off: dangerouslyDisableSandbox is honoured again (sandbox.allowUnsandboxedCommands)"},
    {&Posture::fail_if_unavailable, false, "a missing sandbox is no error any more (sandbox.failIfUnavailable)"},
    {&Posture::bypass_disabled, false, "bypass mode allowed again (permissions.disableBypassPermissionsMode)"},
    {&Posture::files_off, true, "files not isolated any more (sandbox.filesystem.disabled)"},
};

}  // namespace

Texts loosened(const hook::Snapshot& before, const hook::Snapshot& after) {
  Texts out;
  compare_sandbox(out, before.posture, after.posture);
  for (const Flag& flag : kFlags) {
    if (before.posture.*flag.member != flag.loose && after.posture.*flag.member == flag.loose) out.emplace_back(flag.what);
  }
  add_missing(out, "isolation weakened: ", after.posture.weakened, before.posture.weakened);
  add_missing(out, "runs outside the sandbox now: ", after.posture.excluded_commands, before.posture.excluded_commands);
  add_missing(out, "writable in the sandbox now: ", after.allow_write, before.allow_write);
  add_missing(out, "no longer kept from writing: ", before.deny_write, after.deny_write);
  add_missing(out, "no longer kept from reading: ", before.deny_read, after.deny_read);
  add_missing(out, "deny rule gone: ", before.deny, after.deny);
  // An ask rule that became a deny rule is tighter.
  Texts held = after.ask;
  held.insert(held.end(), after.deny.begin(), after.deny.end());
  add_missing(out, "ask rule gone: ", before.ask, held);
  add_missing(out, "hook gone: ", before.own_hooks, after.own_hooks);
  if (after.posture.permission_mode == "bypassPermissions" && before.posture.permission_mode != "bypassPermissions") {
    out.emplace_back("sessions start in bypassPermissions mode (permissions.defaultMode)");
  }
  return out;
}

}  // namespace cordon::posture_watch
