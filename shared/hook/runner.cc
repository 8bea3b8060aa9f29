// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <utility>

#include "shared/base/io.h"
#include "shared/base/text.h"
#include "shared/hook/heartbeat.h"
#include "shared/hook/hook.h"
#include "shared/hook/log.h"
#include "shared/hook/twin.h"
#include "shared/json/json.h"
#include "shared/settings/files.h"

namespace cordon::hook {
namespace {

// What can be said without memory; what hooks of other events say is no barrier, and they say nothing.
constexpr std::string_view kLastResort =
    R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":)"
    R"("Cordon ran out of memory before it could judge this call. Look at the call itself before you answer."}})"
    "\n";

// A configuration that is not in force must be said, whatever else is answered.
void add_faults(payload::Decision& decision, const settings::Config& config) {
  if (config.faults.empty()) return;
  std::string text = "Cordon's configuration has faults, the rest and the defaults stay in force:";
  constexpr size_t kShown = 3;
  for (size_t i = 0; i < config.faults.size() && i < kShown; ++i) text += "\n  " + text::visible(config.faults[i].text(), text::Newlines::kEscape);
  if (config.faults.size() > kShown) text += fmt::format("\n  and {} more", config.faults.size() - kShown);
  if (!decision.system_message.empty()) decision.system_message += "\n";
  decision.system_message += text;
}

std::string answer_readable(const Hook& hook, payload::Payload payload, World& world) {
  const payload::ToolCall call = payload::ToolCall::from(std::move(payload));
  if (!hook.every_event && !call.event.empty() && call.event != "PreToolUse") return {};
  beat(world, call.session_id, hook.name);
  Settings settings(world, call);
  payload::Decision decision = hook.decide(call, settings, world);
  if (const settings::Config* config = settings.config_if_loaded()) add_faults(decision, *config);
  log_decision(hook.name, call, decision, settings, world);
  return payload::to_json(decision, &call);
}

std::string answer_unreadable(const Hook& hook, std::string_view raw, const Error& error, World& world) {
  const payload::ToolCall nothing;
  Settings settings(world, nothing);
  const payload::Decision decision = hook.unreadable(raw, error);
  log_decision(hook.name, nothing, decision, settings, world);
  return payload::to_json(decision, nullptr);
}

std::string answer_text(const Hook& hook, std::string_view raw, World& world) {
  Error error{"internal fault", {}, 0, 0};
  try {
    std::string text;  // the parser takes it: of a large one each copy counts
    text.reserve(raw.size() + json::kPadding);
    text = raw;
    auto payload = payload::Payload::read(std::move(text));
    if (payload) return answer_readable(hook, std::move(*payload), world);
    error = payload.error();
    return answer_unreadable(hook, raw, error, world);
  } catch (...) {
    // Out of memory and the like: the declared answer is all that can be given.
  }
  return payload::to_json(hook.unreadable(raw, error), nullptr);
}

// False where another copy of this hook speaks.
bool read_and_answer(const Hook& hook, std::string& line) {
  HeldWorld world;
  const auto raw = read_all(STDIN_FILENO, kMaxPayload);
  if (raw) {
    line = answer_text(hook, *raw, world);
  } else {
    line = payload::to_json(hook.unreadable("", Error{raw.error().text(), "standard input", 0, 0}), nullptr);
  }
  if (!line.empty() || world.holds()) {
    if (!speaks_first(world, hook.name, raw ? std::string_view(*raw) : std::string_view(), line)) return false;
  }
  world.write_held();
  return true;
}

}  // namespace

payload::Decision ask_unreadable(std::string_view hook_name, const Error& error) {
  return payload::Decision::ask(
      fmt::format("{} could not read the call it was asked to judge ({}), so it cannot tell whether the call is safe. Look at the call itself before "
                  "you answer; if this comes up again, the runtime's payload has changed: report it.",
                  hook_name, text::visible(error.text(), text::Newlines::kEscape)));
}

std::string answer(const Hook& hook, std::string raw, World& world) { return answer_text(hook, raw, world); }

int run(const Hook& hook) {
  signal(SIGPIPE, SIG_IGN);
  std::string line;
  bool speaks = true;
  std::string_view said;
  try {
    speaks = read_and_answer(hook, line);
    said = line;
  } catch (...) {
    // Not even the declared answer found memory, or only what comes after it did not.
    said = line.empty() && !hook.every_event ? kLastResort : line;
  }
  if (speaks && !said.empty()) static_cast<void>(write_all(STDOUT_FILENO, said));
  _exit(0);
}

}  // namespace cordon::hook
