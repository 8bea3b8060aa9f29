// SPDX-License-Identifier: Apache-2.0
#include "shared/payload/decision.h"

namespace cordon::payload {
namespace {

// tool_input with `description` replaced or added, all else as it came but for line breaks between values: a line break
// inside a string is always escaped, so a raw one is white space, and the answer stays on one line. "" without such an object.
std::string with_description(const ToolCall& call, std::string_view description) {
  const json::Value* input = call.payload.value("tool_input");
  if (input == nullptr || !input->is(json::Type::kObject)) return {};
  const json::Document& document = call.payload.document();
  const std::string quoted = json::quote(description);
  std::string out(document.raw(*input));
  if (out.size() > kMaxUpdatedInput) return {};
  for (char& c : out) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  if (const json::Value* old = input->find("description")) {
    return out.replace(old->begin - input->begin, old->end - old->begin, quoted);
  }
  const std::string member = (input->items.empty() ? "" : ",") + ("\"description\":" + quoted);
  return out.insert(out.size() - 1, member);
}

}  // namespace

std::string to_json(const Decision& decision, const ToolCall* call) {
  if (decision.silent()) return {};
  json::Writer out;
  out.begin();
  if (!decision.system_message.empty()) out.field("systemMessage", decision.system_message);
  if (!decision.terminal_sequence.empty()) out.field("terminalSequence", decision.terminal_sequence);
  if (decision.verdict == Verdict::kBlock) out.field("decision", "block").field("reason", decision.reason);
  const bool is_permission = decision.verdict == Verdict::kAsk || decision.verdict == Verdict::kDeny;
  const std::string input = call == nullptr || decision.description.empty() ? "" : with_description(*call, decision.description);
  if (is_permission || !input.empty()) {
    out.begin("hookSpecificOutput").field("hookEventName", "PreToolUse");
    if (is_permission) {
      out.field("permissionDecision", decision.verdict == Verdict::kDeny ? "deny" : "ask");
      out.field("permissionDecisionReason", decision.reason);
    }
    if (!input.empty()) out.raw("updatedInput", input);
    out.end();
  } else if (!decision.context.empty() && call != nullptr) {
    out.begin("hookSpecificOutput").field("hookEventName", call->event).field("additionalContext", decision.context).end();
  }
  out.end();
  if (out.text == "{}") return {};  // a new description and no input to put it into
  out.text += '\n';
  return std::move(out.text);
}

}  // namespace cordon::payload
