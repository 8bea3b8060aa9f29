// SPDX-License-Identifier: Apache-2.0
// posture-watch: says at the start what protects the session, and watches that no change of the settings takes it away.
//
//   SessionStart       the posture in one line, what is wrong in further ones; remembers it
//   ConfigChange       compared with what is remembered. Looser: blocked or allowed, by [posture_watch] on_loosen
//     fires            {"sandbox":{"enabled":false}} written to settings.local.json
//     does not         a new deny rule, another model, the same text again
//   UserPromptSubmit   tells what a ConfigChange found (that event's own output is not shown, measured on 2.1.332) and what
//   and Stop           changed without an event: /sandbox typed by the person fires none (measured on 2.1.332)
//
//   on_loosen   "auto" (default)                                                      "warn"    "block"
//   looser      block in bypassPermissions, auto, dontAsk and headless; else allow    allow     block
//
// Managed settings cannot be blocked; they are only told.
#pragma once

#include <string_view>

#include "shared/hook/hook.h"

namespace cordon::posture_watch {

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world);
// A change that cannot be judged is blocked; anything else is only told.
payload::Decision unreadable(std::string_view raw, const Error& error);

}  // namespace cordon::posture_watch
