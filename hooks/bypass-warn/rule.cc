// SPDX-License-Identifier: Apache-2.0
#include "hooks/bypass-warn/rule.h"

#include <cerrno>

#include "hooks/bypass-warn/barrier.h"
#include "hooks/bypass-warn/message.h"
#include "shared/base/text.h"
#include "shared/hook/state.h"

namespace cordon::bypass_warn {
namespace {

constexpr std::string_view kFlag = "dangerouslyDisableSandbox";

bool falsy_text(std::string_view text) {
  constexpr std::string_view kFalsy[] = {"", "false", "0", "no", "off"};
  const std::string lower = text::ascii_lower(text::trim(text));
  for (const std::string_view word : kFalsy) {
    if (lower == word) return true;
  }
  return false;
}

payload::Decision off_note(const settings::Posture& posture) {
  std::string why = posture.backend_missing ? posture.backend : "the sandbox is off";
  return payload::Decision::note("cordon: a command asked to leave the sandbox, but nothing is sandboxed in this session (" + why +
                                 "): the flag changes nothing.");
}

void add_signals(payload::Decision& decision, const Request& request, const settings::Config& config) {
  if (config.bell) decision.terminal_sequence += '\a';
  if (config.notify) decision.terminal_sequence += "\x1b]9;" + notification(request) + '\a';
}

}  // namespace

bool asks_to_leave(const payload::ToolCall& call) {
  const json::Value* input = call.payload.value("tool_input");
  const json::Value* flag = input == nullptr ? nullptr : input->find(kFlag);
  if (flag == nullptr) return false;
  switch (flag->type) {
    case json::Type::kNull: return false;
    case json::Type::kBool: return flag->boolean;
    case json::Type::kNumber: return flag->number != 0;
    case json::Type::kString: return !falsy_text(flag->string);
    default: return true;
  }
}

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  if (!asks_to_leave(call)) return payload::Decision::none();
  const settings::Posture& posture = settings.posture();
  if (posture.sandbox == settings::Sandbox::kOff) return off_note(posture);
  if (posture.sandbox == settings::Sandbox::kOn && posture.strict) {
    hook::count(world, call.session_id, "bypasses-strict");
    return payload::Decision::none();
  }
  hook::count(world, call.session_id, "bypasses");

  const settings::Config& config = settings.config();
  const Request request = request_of(call, posture);
  payload::Decision decision;
  decision.system_message = record(request);
  if (config.on_bypass == settings::OnBypass::kDeny) {
    decision.verdict = payload::Verdict::kDeny;
    decision.reason = denied_by_policy(request);
  } else if (config.on_bypass == settings::OnBypass::kWarn) {
    decision.description = description(request);
  } else if (const Barrier barrier = ask_barrier(settings.query().version, call.permission_mode); !barrier.holds) {
    decision.verdict = payload::Verdict::kDeny;
    decision.reason = denied_for_lack_of_a_prompt(request, barrier);
  } else {
    decision.verdict = payload::Verdict::kAsk;
    decision.reason = question(request);
    decision.description = description(request);
  }
  // Already there: the repeat of a call we changed. The runtime wants it unchanged.
  if (decision.description == call.input("description").value) decision.description.clear();
  add_signals(decision, request, config);
  return decision;
}

payload::Decision unreadable(std::string_view raw, const Error& error) {
  // "\u" may spell the flag in escapes; text that ends inside the flag's name was cut there; of what was too large nothing is left.
  bool may_be_set = raw.find(kFlag) != std::string_view::npos || raw.find("\\u") != std::string_view::npos;
  for (size_t size = kFlag.size() - 1; size >= 4 && !may_be_set; --size) may_be_set = raw.ends_with(kFlag.substr(0, size));
  if (raw.empty()) {
    may_be_set = error.message == ReadError{ReadFault::kTooLarge, 0}.text() || error.message == ReadError{ReadFault::kUnreadable, ENOMEM}.text();
  }
  return may_be_set ? hook::ask_unreadable("SANDBOX BYPASS possible: bypass-warn", error) : payload::Decision::none();
}

}  // namespace cordon::bypass_warn
