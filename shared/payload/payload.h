// SPDX-License-Identifier: Apache-2.0
// What the runtime hands to hooks and to the status line, read tolerantly: a field is absent, null, of the wrong type or
// present, which are four different things; unknown fields never fail a payload and are reported as drift.
//
//   auto payload = payload::Payload::read("{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}");
//   payload->text("tool_input.command").value           // "ls"
//   payload->text("tool_input.description").presence    // Presence::kAbsent
//
// Field names, types and which are required come from schemas/*.schema.json (generated tables, fields.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/json/json.h"

namespace cordon::payload {

enum class Presence : uint8_t { kAbsent, kNull, kWrongType, kPresent };

template <class T>
struct Field {
  Presence presence = Presence::kAbsent;
  T value{};
  explicit operator bool() const { return presence == Presence::kPresent; }
  T value_or(T fallback) const { return presence == Presence::kPresent ? value : fallback; }
};
using TextField = Field<std::string>;
using NumberField = Field<double>;
using BoolField = Field<bool>;

// A field that the schema does not know ("unknown"), lacks though it is required ("missing"), has with another type, or has
// as an explicit null where none is allowed. `path` has its hidden characters made visible.
struct Drift {
  enum class Kind : uint8_t { kUnknown, kMissing, kWrongType, kNull } kind;
  std::string path;    // "tool_input.command"
  std::string detail;  // "expected string, got number"
};

class Payload {
 public:
  // Errors: not JSON, or JSON that is not an object; with line and column.
  static Result<Payload> read(std::string text);

  // `path` is dotted: "tool_input.command", "workspace.project_dir".
  TextField text(std::string_view path) const;
  NumberField number(std::string_view path) const;
  BoolField flag(std::string_view path) const;
  const json::Value* value(std::string_view path) const;  // nullptr when absent
  const json::Document& document() const { return document_; }

  // Differences to the schema of this payload's event and tool, at most 256; a payload without hook_event_name is the status
  // line's. Values are not judged, only names and types. Not computed on the way to a verdict.
  std::vector<Drift> drift() const;

 private:
  json::Document document_;
};

// The view a rule gets of a PreToolUse (or PostToolUse) payload. Wrongly typed or absent text is "".
struct ToolCall {
  Payload payload;
  std::string event;            // "PreToolUse"; "" when absent
  std::string tool;             // "Bash"
  std::string cwd;              // payload's cwd; "" when absent
  std::string session_id;
  std::string permission_mode;  // "" when absent
  std::string agent_type;       // "" outside sub-agents
  std::string agent_id;

  static ToolCall from(Payload payload);
  TextField input(std::string_view key) const;  // tool_input.<key>
  // Tools that carry shell text in tool_input.command.
  bool runs_shell() const { return tool == "Bash" || tool == "PowerShell" || tool == "Monitor"; }
};

}  // namespace cordon::payload
