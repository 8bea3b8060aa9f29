// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/session.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "cordon/live/child.h"
#include "cordon/live/guard.h"
#include "cordon/live/members.h"

namespace cordon::live {
namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t kMaxErrors = 64u << 10;
constexpr size_t kMaxLine = 16u << 20;
constexpr auto kGoodbye = std::chrono::seconds(10);  // for a session that has said its last word

// What a PreToolUse hook that ran said against the call; "" nothing.
std::string refusal_of(const Json& event) {
  const Json answer = Json::parse(text_at(event, "stdout"), nullptr, false);
  const Json& specific = member(answer, "hookSpecificOutput");
  if (text_at(specific, "permissionDecision") == "deny") return text_at(specific, "permissionDecisionReason") + " ";
  if (text_at(answer, "decision") == "block") return text_at(answer, "reason") + " ";
  if (member(event, "exit_code") == 2) return text_at(event, "stderr") + " ";
  return "";
}

// Reads the stream of events and answers its questions.
class Reader {
 public:
  Reader(Child& child, SessionSeen& seen) : child_(child), seen_(seen) {}

  bool is_over() const { return over_; }

  void take(std::string_view bytes) {
    buffer_.append(bytes);
    for (size_t eol = buffer_.find('\n'); eol != std::string::npos; eol = buffer_.find('\n')) {
      event(Json::parse(buffer_.begin(), buffer_.begin() + static_cast<long>(eol), nullptr, false));
      buffer_.erase(0, eol + 1);
    }
    if (buffer_.size() > kMaxLine) buffer_.clear();
  }

 private:
  void event(const Json& event) {
    const std::string type = text_at(event, "type"), subtype = text_at(event, "subtype");
    if (type == "control_request") return question(event);
    if (type == "assistant") {
      for (const Json& block : member(member(event, "message"), "content"))
        if (text_at(block, "type") == "tool_use") current_ = text_at(block, "id");
    }
    if (subtype == "init") seen_.permission_mode = text_at(event, "permissionMode");
    if (subtype == "hook_response" && text_at(event, "hook_event") == "PreToolUse" && !current_.empty()) {
      if (std::string reason = refusal_of(event); !reason.empty()) seen_.hooked.emplace(current_, std::move(reason));
    }
    if (type == "result") {
      over_ = true;
      child_.close_input();  // a session that reads its prompts from stdin ends with it
    }
  }

  void question(const Json& event) {
    const Json& request = member(event, "request");
    Json answer = {{"subtype", "error"}, {"request_id", text_at(event, "request_id")}, {"error", "nobody is here"}};
    if (text_at(request, "subtype") == "can_use_tool") {
      Question question{text_at(request, "decision_reason_type"), text_at(request, "decision_reason"), text_at(request, "blocked_path")};
      seen_.asked.emplace(text_at(request, "tool_use_id"), std::move(question));
      answer = {{"subtype", "success"}, {"request_id", text_at(event, "request_id")}};
      answer["response"] = {{"behavior", "deny"}, {"message", "cordon: this was asked, and the answer was No"}};
    }
    child_.say(Json{{"type", "control_response"}, {"response", answer}}.dump() + "\n");
  }

  Child& child_;
  SessionSeen& seen_;
  std::string buffer_, current_;
  bool over_ = false;
};

// False at the end of the stream.
template <class Take>
bool drain(int fd, const Take& take) {
  char buffer[65536];
  for (;;) {
    const ssize_t got = read(fd, buffer, sizeof buffer);
    if (got > 0) take(std::string_view(buffer, static_cast<size_t>(got)));
    if (got == 0) return false;
    if (got < 0 && errno != EINTR) return errno == EAGAIN || errno == EWOULDBLOCK;
  }
}

std::string first_message(const std::string& prompt) {
  const Json message = {{"type", "user"}, {"message", {{"role", "user"}, {"content", prompt}}}};
  return message.dump() + "\n";
}

}  // namespace

SessionSeen run_session(const SessionSpec& spec, Listener& listener, StandIn& api) {
  SessionSeen seen;
  Child child(spec.argv, spec.env, spec.folder);
  if (!child.fault().empty()) {
    seen.fault = child.fault();
    return seen;
  }
  Reader reader(child, seen);
  child.say(first_message(spec.prompt));
  Clock::time_point end = Clock::now() + std::chrono::milliseconds(spec.milliseconds);
  bool out_open = true, err_open = true, is_leaving = false;
  while (!child.has_ended() && seen.fault.empty()) {
    if (reader.is_over() && !is_leaving) {
      is_leaving = true;
      end = std::min(end, Clock::now() + kGoodbye);
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (SignalGuard::caught() != 0) seen.fault = "interrupted";
    else if (left <= 0 && is_leaving) break;
    else if (left <= 0) seen.fault = fmt::format("stopped after {} seconds", spec.milliseconds / 1000);
    if (!seen.fault.empty()) break;
    std::vector<pollfd> fds = {{SignalGuard::readable(), POLLIN, 0}};
    if (out_open) fds.push_back({child.out(), POLLIN, 0});
    if (err_open) fds.push_back({child.err(), POLLIN, 0});
    listener.wait_for(fds);
    // Short, because the end of the child itself wakes nobody.
    poll(fds.data(), fds.size(), static_cast<int>(std::min<long long>(left, 50)));
    listener.serve(fds, api);
    out_open = out_open && drain(child.out(), [&](std::string_view bytes) { reader.take(bytes); });
    err_open = err_open && drain(child.err(), [&](std::string_view bytes) {
                 if (seen.errors.size() < kMaxErrors) seen.errors += bytes;
               });
  }
  drain(child.out(), [&](std::string_view bytes) { reader.take(bytes); });
  drain(child.err(), [&](std::string_view bytes) { seen.errors += bytes; });
  seen.exit = child.finish();
  return seen;
}

}  // namespace cordon::live
