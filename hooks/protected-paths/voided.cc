// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/voided.h"

#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

// Names without a leading dot that the runtime is careful about (those of 2.1.332).
constexpr std::string_view kPlainNames[] = {"lefthook.y", "bunfig.toml", "gradle-wrapper.properties", "maven-wrapper.properties", "pyrightconfig.json"};
constexpr std::string_view kHarmless = ".github";  // measured: its asks are shown

bool in_name(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || (c & 0x80) != 0; }

// Quotes and backslashes hide a name from us, not from the shell.
std::string unquoted(std::string_view text) {
  std::string out;
  for (const char c : text::ascii_lower(text)) {
    if (std::string_view("'\"\\").find(c) == std::string_view::npos) out += c;
  }
  return out;
}

bool begins_hidden(std::string_view text, size_t at) {
  // Behind a wildcard (*.o) nothing begins either: the runtime does not expand those.
  if (text[at] != '.' || (at > 0 && (in_name(text[at - 1]) || std::string_view("*?])}").find(text[at - 1]) != std::string_view::npos))) return false;
  const std::string_view rest = text.substr(at);
  if (rest.substr(0, kHarmless.size()) == kHarmless) return rest.size() > kHarmless.size() && in_name(rest[kHarmless.size()]);
  return rest.size() > 1 && rest[1] != '.' && (in_name(rest[1]) || std::string_view("{[?*$`@+!(").find(rest[1]) != std::string_view::npos);
}

}  // namespace

bool names_hidden(std::string_view text) {
  if (text.find("$'") != std::string_view::npos) return true;  // may spell any name by numbers
  const std::string plain = unquoted(text);
  for (const std::string_view name : kPlainNames) {
    if (plain.find(name) != std::string::npos) return true;
  }
  for (size_t i = 0; i < plain.size(); ++i) {
    if (begins_hidden(plain, i)) return true;
  }
  return false;
}

bool ask_is_void(const payload::ToolCall& call) {
  if (call.permission_mode != "bypassPermissions") return false;
  if (names_hidden(call.cwd)) return true;
  if (call.runs_shell()) return names_hidden(call.input("command").value);
  for (const std::string_view key : {"file_path", "notebook_path", "path"}) {
    if (names_hidden(call.input(key).value)) return true;
  }
  return false;
}

}  // namespace cordon::protected_paths
