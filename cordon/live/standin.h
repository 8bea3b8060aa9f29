// SPDX-License-Identifier: Apache-2.0
// The Messages API without a model: every request of the conversation is answered with the next scripted tool call, chosen
// by counting the tool results in it, so there is no state that could get out of step. No sockets here (session.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cordon/live/http.h"

namespace cordon::live {

struct Call {
  std::string tool;   // "Bash"
  std::string input;  // JSON object
};

// What the runtime told the model about a call.
struct Told {
  bool told = false;
  bool is_error = false;
  std::string text;
};

class StandIn {
 public:
  // Only requests that offer tools and whose messages hold `prompt` belong to the conversation; the others (titles,
  // classifiers, prompt hooks) are answered with "done". `probe_host`: the one foreign host that is answered.
  StandIn(std::string prompt, std::string probe_host, std::vector<Call> calls);

  // The whole answer, head included, to one request.
  std::string answer(const HttpRequest& request);

  static std::string call_id(size_t index);                 // "toolu_live_03"
  const std::vector<Told>& told() const { return told_; }   // one a call
  bool is_reached() const { return reached_; }              // the probe host was asked for
  bool is_spoken_to() const { return spoken_to_; }          // a request of the conversation came
  const std::vector<std::string>& refused() const { return refused_; }  // other hosts, each once

 private:
  std::string proxied(const HttpRequest& request);
  size_t remember(std::string_view body, bool& is_ours);

  std::string prompt_, probe_host_;
  std::vector<Call> calls_;
  std::vector<Told> told_;
  std::vector<std::string> refused_;
  bool reached_ = false, spoken_to_ = false;
};

}  // namespace cordon::live
