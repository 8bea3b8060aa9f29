// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/standin.h"

#include <fmt/format.h>

#include <algorithm>

#include "cordon/live/members.h"

namespace cordon::live {
namespace {

constexpr auto kReplace = Json::error_handler_t::replace;

// The text of a message or a tool result: a string, or the text blocks of a list.
std::string text_of(const Json& content) {
  if (content.is_string()) return content.get<std::string>();
  std::string out;
  if (!content.is_array()) return out;
  for (const Json& block : content) {
    if (!out.empty()) out += '\n';
    out += text_at(block, "text");
  }
  return out;
}

Json usage(int output) {
  return {{"input_tokens", 1200}, {"cache_creation_input_tokens", 0}, {"cache_read_input_tokens", 0}, {"output_tokens", output}};
}

// Newer versions have the API itself judge a call: never an objection, the worst case for the person's own barriers.
Json judged(const Json& block) {
  Json calls = Json::object();
  if (block.contains("id")) calls[block["id"].get<std::string>()] = {{"type", "evaluated"}, {"outcome", "not_flagged"}};
  Json result = {{"type", "dangerous_tool_use"}, {"status", {{"type", "available"}, {"tool_uses", calls}}}};
  return Json::array({result});
}

std::string streamed(const Json& message, bool judge) {
  std::string out;
  const auto event = [&](Json data) {
    const std::string type = data["type"].get<std::string>();
    out += fmt::format("event: {}\ndata: {}\n\n", type, data.dump(-1, ' ', false, kReplace));
  };
  Json opening = message;
  opening["content"] = Json::array();
  opening["stop_reason"] = nullptr;
  event({{"type", "message_start"}, {"message", opening}});
  const Json& block = message["content"][0];
  Json empty = block, delta;
  if (block["type"] == "text") {
    empty["text"] = "";
    delta = {{"type", "text_delta"}, {"text", block["text"]}};
  } else {
    empty["input"] = Json::object();
    delta = {{"type", "input_json_delta"}, {"partial_json", block["input"].dump()}};
  }
  event({{"type", "content_block_start"}, {"index", 0}, {"content_block", empty}});
  event({{"type", "content_block_delta"}, {"index", 0}, {"delta", delta}});
  event({{"type", "content_block_stop"}, {"index", 0}});
  Json last = {{"stop_reason", message["stop_reason"]}, {"stop_sequence", nullptr}};
  if (judge) last["safeguard_results"] = judged(block);
  event({{"type", "message_delta"}, {"delta", last}, {"usage", {{"output_tokens", 50}}}});
  event({{"type", "message_stop"}});
  return http_answer(200, "text/event-stream", out);
}

std::string said(const Json& request, const Json& block) {
  Json message = {{"id", "msg_live"}, {"type", "message"}, {"role", "assistant"}, {"model", text_at(request, "model")}};
  message["content"] = Json::array({block});
  message["stop_reason"] = block["type"] == "text" ? "end_turn" : "tool_use";
  message["stop_sequence"] = nullptr;
  message["usage"] = usage(50);
  const bool judge = !member(request, "safeguards").is_null();
  if (member(request, "stream") == true) return streamed(message, judge);
  if (judge) message["safeguard_results"] = judged(block);
  return http_answer(200, "application/json", message.dump(-1, ' ', false, kReplace));
}

// "http://host:80/x" -> "host", "host:443" -> "host:443".
std::string host_of(std::string_view target) {
  const size_t scheme = target.find("://");
  if (scheme != std::string_view::npos) target.remove_prefix(scheme + 3);
  std::string_view host = target.substr(0, target.find('/'));
  if (host.ends_with(":80")) host.remove_suffix(3);
  return std::string(host);
}

}  // namespace

StandIn::StandIn(std::string prompt, std::string probe_host, std::vector<Call> calls)
    : prompt_(std::move(prompt)), probe_host_(std::move(probe_host)), calls_(std::move(calls)), told_(calls_.size()) {}

std::string StandIn::call_id(size_t index) { return fmt::format("toolu_live_{:02}", index); }

std::string StandIn::proxied(const HttpRequest& request) {
  const std::string host = host_of(request.target);
  if (host == probe_host_ && request.method != "CONNECT") {
    reached_ = true;
    return http_answer(200, "text/plain", "reached\n");
  }
  if (std::find(refused_.begin(), refused_.end(), host) == refused_.end() && refused_.size() < 32) refused_.push_back(host);
  return http_answer(403, "text/plain", "cordon: nothing but loopback is reached from here\n");
}

// The number of results in the conversation; takes note of each.
size_t StandIn::remember(std::string_view body, bool& is_ours) {
  const Json request = Json::parse(body, nullptr, false);
  size_t done = 0;
  is_ours = member(request, "tools").is_array() && !member(request, "tools").empty();
  bool prompted = false;
  for (const Json& message : member(request, "messages")) {
    const Json& content = member(message, "content");
    prompted = prompted || text_of(content).find(prompt_) != std::string::npos;
    if (!content.is_array()) continue;
    for (const Json& block : content) {
      if (text_at(block, "type") != "tool_result") continue;
      done++;
      const std::string id = text_at(block, "tool_use_id");
      for (size_t i = 0; i < told_.size(); ++i) {
        if (id == call_id(i) && !told_[i].told) told_[i] = {true, member(block, "is_error") == true, text_of(member(block, "content"))};
      }
    }
  }
  is_ours = is_ours && prompted;
  return done;
}

std::string StandIn::answer(const HttpRequest& request) {
  if (request.method == "CONNECT" || !request.target.starts_with("/")) return proxied(request);
  if (request.method != "POST" || !request.target.starts_with("/v1/messages")) return http_answer(200, "application/json", "{}");
  if (request.target.find("count_tokens") != std::string::npos) return http_answer(200, "application/json", R"({"input_tokens":10})");
  bool is_ours = false;
  const size_t done = remember(request.body, is_ours);
  spoken_to_ = spoken_to_ || is_ours;
  Json block = {{"type", "text"}, {"text", "done"}};
  if (is_ours && done < calls_.size()) {
    block = {{"type", "tool_use"}, {"id", call_id(done)}, {"name", calls_[done].tool}};
    block["input"] = Json::parse(calls_[done].input, nullptr, false);
  }
  return said(Json::parse(request.body, nullptr, false), block);
}

}  // namespace cordon::live
