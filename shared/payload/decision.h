// SPDX-License-Identifier: Apache-2.0
// A hook's answer and its JSON (runtime.md §2). Guards only ever remove permission: there is no "allow".
#pragma once

#include <string>

#include "shared/payload/payload.h"

namespace cordon::payload {

enum class Verdict : uint8_t { kNone, kAsk, kDeny, kBlock };  // kBlock: ConfigChange, the change does not come into force

struct Decision {
  Verdict verdict = Verdict::kNone;
  std::string reason;             // what was seen, why it matters, what to do instead; for the model and the permission prompt
  std::string system_message;     // shown to the person after the call; "" for none
  std::string description;        // when set: updatedInput is tool_input with its `description` replaced, all else byte for byte;
                                  // without a verdict no prompt is forced, the new description shows where there is one
  std::string terminal_sequence;  // BEL, OSC 0,1,2,9,99,777 only; "" for none
  std::string context = {};       // told to the model beside the result (PostToolUse, PostToolUseFailure); "" for none

  // No part of the answer, for `cordon explain`: the rule that decided, and the bytes of the command that made it do so
  // (begin == end: not known).
  std::string rule = {};
  uint32_t begin = 0, end = 0;

  bool silent() const { return verdict == Verdict::kNone && system_message.empty() && terminal_sequence.empty() && description.empty() && context.empty(); }
  static Decision none() { return {}; }
  static Decision ask(std::string reason) { return {Verdict::kAsk, std::move(reason), {}, {}, {}}; }
  static Decision deny(std::string reason) { return {Verdict::kDeny, std::move(reason), {}, {}, {}}; }
  static Decision block(std::string reason) { return {Verdict::kBlock, std::move(reason), {}, {}, {}}; }
  static Decision note(std::string message) { return {Verdict::kNone, {}, std::move(message), {}, {}}; }
};

// Above this many bytes of tool_input the answer carries no updatedInput: the runtime moves larger answers to a file
// (changelog 2.1.89: 50 000 characters).
inline constexpr size_t kMaxUpdatedInput = 40000;

// One JSON object on one line, ending in a newline; "" when the decision is silent. `call` may be null (unreadable payload).
//   {"systemMessage":"…","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"…"}}
//   {"decision":"block","reason":"…"}
//   {"systemMessage":"…","hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"…"}}
std::string to_json(const Decision& decision, const ToolCall* call);

}  // namespace cordon::payload
