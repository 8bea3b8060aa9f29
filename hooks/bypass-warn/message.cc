// SPDX-License-Identifier: Apache-2.0
#include "hooks/bypass-warn/message.h"

#include <fmt/format.h>

#include "shared/base/text.h"

namespace cordon::bypass_warn {
namespace {

// The whole answer must stay small enough to be read, and under 4000 bytes without updatedInput.
constexpr size_t kCommandBytes = 1000;
constexpr size_t kStated = 240;  // code points
constexpr size_t kOneLine = 100;
constexpr std::string_view kTitle = "SANDBOX BYPASS";
constexpr std::string_view kReasonLine = "\nReason given: ";

std::string one_line(std::string_view raw, size_t max) { return text::clip(text::visible(text::trim(raw), text::Newlines::kEscape), max); }

// In auto and plan mode the runtime refuses a changed call once and has the model repeat it as changed (measured): then the
// description is our own, and must come out the same again. So the model's words are taken out of it.
std::string stated_in(std::string_view description) {
  if (description.starts_with(kTitle)) {
    const size_t at = description.find(kReasonLine);
    if (at != std::string_view::npos) {
      description.remove_prefix(at + kReasonLine.size());
      description = description.substr(0, description.find('\n'));
    }
  }
  const std::string stated = one_line(description, kStated);
  return stated.empty() ? "none" : stated;
}

std::string heading(const Request& request) {
  std::string out = "SANDBOX BYPASS: ";
  out += request.agent.empty() ? "this command asks" : request.agent + " asks for this command";
  out += " to run outside the sandbox, with your own access to files, network and credentials.";
  if (!request.uncertain.empty()) out += "\nWhether this session is sandboxed cannot be told: " + request.uncertain + ".";
  return out;
}

std::string facts(const Request& request) {
  return fmt::format("Reason given: {}\nCommand ({} {}):\n{}", request.stated, request.lines, request.lines == 1 ? "line" : "lines", request.command);
}

constexpr std::string_view kStayInside =
    "To get it done inside: run it without dangerouslyDisableSandbox, or ask the person to allow the folder or host it needs "
    "(sandbox.filesystem.allowWrite, sandbox.network.allowedDomains).";

}  // namespace

Request request_of(const payload::ToolCall& call, const settings::Posture& posture) {
  Request out;
  const auto command = call.input("command");
  const std::string_view text = command.value;
  out.lines = text::count_lines(text);
  out.command = command ? text::shorten(text::visible(text::shorten(text, kCommandBytes)), kCommandBytes * 3 / 2) : "(no command in the call)";
  out.first_line = command ? one_line(text.substr(0, text.find('\n')), kOneLine) : out.command;
  out.stated = stated_in(call.input("description").value);
  if (!call.agent_type.empty() || !call.agent_id.empty()) {
    out.agent = fmt::format("sub-agent '{}'", one_line(call.agent_type.empty() ? call.agent_id : call.agent_type, 60));
  }
  if (!posture.effective()) out.uncertain = one_line(posture.why.empty() ? "the settings do not say" : posture.why, 200);
  return out;
}

std::string question(const Request& request) {
  return fmt::format("{}\n{}\nAnswer Yes only if you expected this. {}", heading(request), facts(request), kStayInside);
}

std::string description(const Request& request) {
  std::string out(kTitle);
  if (!request.agent.empty()) out += " by " + request.agent;
  out += ": this runs OUTSIDE the sandbox, with your own access to files, network and credentials.";
  out += kReasonLine;
  out += request.stated;
  if (request.lines > 1) out += fmt::format("\nThe command has {} lines; read to its end.", request.lines);
  return out;
}

std::string record(const Request& request) {
  return fmt::format("SANDBOX BYPASS asked for{}: {} (reason given: {})", request.agent.empty() ? "" : " by " + request.agent, request.first_line,
                     text::clip(request.stated, kOneLine));
}

std::string notification(const Request& request) { return "Sandbox bypass: " + request.first_line; }

std::string denied_by_policy(const Request& request) {
  return fmt::format("{}\n{}\nDenied: cordon.toml says on_bypass = \"deny\". {}", heading(request), facts(request), kStayInside);
}

std::string denied_for_lack_of_a_prompt(const Request& request, const Barrier& barrier) {
  return fmt::format(
      "{}\n{}\nDenied instead of asked: Claude Code {} runs such a command in {} mode without showing the question{}. Switch the session to another "
      "permission mode (shift+tab), or update Claude Code. {}",
      heading(request), facts(request), barrier.version, barrier.mode,
      barrier.holds_from.empty() ? std::string() : " (it is shown from " + barrier.holds_from + " on)", kStayInside);
}

}  // namespace cordon::bypass_warn
