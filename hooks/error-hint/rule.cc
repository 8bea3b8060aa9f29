// SPDX-License-Identifier: Apache-2.0
#include "hooks/error-hint/rule.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hooks/error-hint/command.h"
#include "hooks/error-hint/place.h"
#include "hooks/error-hint/search.h"
#include "shared/base/text.h"
#include "shared/hook/state.h"

namespace cordon::error_hint {
namespace {

#ifdef __APPLE__
constexpr System kHere = System::kMacos;
#else
constexpr System kHere = System::kNotMacos;
#endif

constexpr std::string_view kOpen = "<sandbox_violations>", kClose = "</sandbox_violations>";

// Parts of the payload, not copies: an output may have a megabyte.
struct Output {
  bool failed = false;
  std::string_view text;
  std::string_view violations;  // the runtime's own block; "" without one
};

// The block is the runtime's only where the runtime puts it: at the end of a failure's text, in stderr (which holds nothing
// else) after a success. What a command prints stands in stdout, both of its streams.
std::string_view block_at_end(std::string_view text) {
  const std::string_view trimmed = text::trim(text);
  if (!trimmed.ends_with(kClose)) return {};
  const size_t begin = trimmed.rfind(kOpen);
  return begin == std::string_view::npos ? std::string_view() : trimmed.substr(begin);
}

std::string_view text_at(const payload::ToolCall& call, std::string_view path) {
  const json::Value* value = call.payload.value(path);
  return value != nullptr && value->is(json::Type::kString) ? std::string_view(value->string) : std::string_view();
}

Output output_of(const payload::ToolCall& call) {
  if (call.event == "PostToolUseFailure") {
    const std::string_view text = text_at(call, "error");
    return {true, text, block_at_end(text)};
  }
  return {false, text_at(call, "tool_response.stdout"), block_at_end(text_at(call, "tool_response.stderr"))};
}

bool asks_to_leave(const payload::ToolCall& call) {
  const payload::BoolField flag = call.payload.flag("tool_input.dangerouslyDisableSandbox");
  return flag && flag.value;
}

bool fits_the_command(const Entry& entry, const Output& output, const Command& command) {
  if (command.only_shows() || command.starts(entry.without)) return false;
  if (output.failed) return !entry.only || command.starts(entry.programs);
  return entry.violations || (command.status_masked() && command.starts(entry.programs));
}

// sandbox.excludedCommands: "docker", "docker *", "npm run test:*". One of them may have run outside: then its errors are its own.
bool may_be_excluded(const settings::Posture& posture, const Command& command) {
  return std::any_of(posture.excluded_commands.begin(), posture.excluded_commands.end(), [&](const std::string& excluded) {
    const std::string_view first[] = {std::string_view(excluded).substr(0, excluded.find_first_of(" :*"))};
    return first[0].empty() || command.starts(first);
  });
}

bool fits_the_session(const Entry& entry, const payload::ToolCall& call, const settings::Posture& posture, const Command& command) {
  if (entry.backend && posture.backend_missing) return true;
  return posture.effective() && !(asks_to_leave(call) && !posture.strict) && !may_be_excluded(posture, command);
}

payload::Decision spoken(const Entry& entry, const std::string& subject, const World& world) {
  const std::string remedy = filled(entry.remedy, subject, world);
  payload::Decision out;
  out.context = "cordon: " + filled(entry.hint, subject, world) + " (For the person: " + remedy + ")";
  out.system_message = "cordon: " + std::string(entry.title) + (subject.empty() ? "" : " (" + text::shown(subject, 120) + ")") + "\n  " + remedy;
  out.rule = entry.id;
  return out;
}

bool runs_here(const Entry& entry) { return entry.system == System::kAny || entry.system == kHere; }

}  // namespace

std::string filled(std::string_view text, std::string_view subject, const World& world) {
  const std::pair<std::string_view, std::string> values[] = {{"{subject}", text::shown(subject, 200)}, {"{allow}", text::shown(allow_entry(subject, world), 200)}};
  std::string out;
  for (size_t at = 0; at < text.size();) {
    bool replaced = false;
    for (const auto& [name, value] : values) {
      if (!text.substr(at).starts_with(name)) continue;
      out += value;
      at += name.size();
      replaced = true;
      break;
    }
    if (!replaced) out += text[at++];
  }
  return out;
}

const Entry* entry_for(std::string_view output, std::string& subject) {
  Search everywhere(output), violations(block_at_end(output));
  const Entry* of_a_program = nullptr;  // only after certain commands, and the command is not known
  for (const Entry& entry : entries()) {
    if ((entry.only && of_a_program != nullptr) || !runs_here(entry)) continue;
    std::string found;
    if (!(entry.violations ? violations : everywhere).find(entry, found)) continue;
    subject = found;
    if (!entry.only) return &entry;
    of_a_program = &entry;
  }
  return of_a_program;
}

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  if (call.event != "PostToolUse" && call.event != "PostToolUseFailure") return payload::Decision::none();
  if (call.tool != "Bash" && call.tool != "PowerShell") return payload::Decision::none();
  const payload::BoolField interrupted = call.payload.flag("is_interrupt");
  if (interrupted && interrupted.value) return payload::Decision::none();
  const Output output = output_of(call);
  Search everywhere(output.text), violations(output.violations);
  if (everywhere.empty() && violations.empty()) return payload::Decision::none();
  std::optional<Command> command;
  for (const Entry& entry : entries()) {
    std::string subject;
    if (!runs_here(entry) || !(output.failed || entry.handled || entry.violations)) continue;
    if (!(entry.violations ? violations : everywhere).find(entry, subject)) continue;
    if (!command) command.emplace(call.input("command").value, call.cwd);
    if (!fits_the_command(entry, output, *command) || !fits_the_place(entry, subject, call.cwd, settings, world)) continue;
    if (!fits_the_session(entry, call, settings.posture(), *command)) return payload::Decision::none();
    return hook::first_time(world, call.session_id, "hint-" + std::string(entry.id)) ? spoken(entry, subject, world) : payload::Decision::none();
  }
  return payload::Decision::none();
}

payload::Decision unreadable(std::string_view, const Error&) { return payload::Decision::none(); }

}  // namespace cordon::error_hint
