// SPDX-License-Identifier: Apache-2.0
// The stand-in without sockets: requests in, answers out.
#include "cordon/live/standin.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

using namespace cordon;
using live::Taken;

TEST_CASE("one request is taken from the bytes, whole or not at all") {
  struct Row {
    const char* name;
    std::string in;
    Taken want;
    const char* body;
  };
  const Row rows[] = {
      {"nothing", "", Taken::kMore, ""},
      {"half a head", "POST /v1/messages HTTP/1.1\r\nhost: x\r\n", Taken::kMore, ""},
      {"no body", "GET / HTTP/1.1\r\n\r\n", Taken::kWhole, ""},
      {"length", "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", Taken::kWhole, "abc"},
      {"too short yet", "POST / HTTP/1.1\r\ncontent-length: 4\r\n\r\nabc", Taken::kMore, ""},
      {"more than one", "POST / HTTP/1.1\r\ncontent-length: 1\r\n\r\nabc", Taken::kWhole, "a"},
      {"chunks", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n", Taken::kWhole, "abc"},
      {"half a chunk", "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab", Taken::kMore, ""},
      {"no chunk size", "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n", Taken::kBad, ""},
      {"no length", "POST / HTTP/1.1\r\ncontent-length: x\r\n\r\n", Taken::kBad, ""},
      {"a huge length", "POST / HTTP/1.1\r\ncontent-length: 99999999999\r\n\r\n", Taken::kBad, ""},
      {"a negative length", "POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n", Taken::kBad, ""},
      {"another protocol", "HELO x\r\n\r\n", Taken::kBad, ""},
      {"HTTP/2", "PRI * HTTP/2.0\r\n\r\n", Taken::kBad, ""},
      {"an endless head", std::string(70000, 'x'), Taken::kBad, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    live::HttpRequest request;
    CHECK(live::take_request(row.in, request) == row.want);
    if (row.want == Taken::kWhole) CHECK(request.body == row.body);
  }
}

namespace {

live::StandIn api() { return {"live-abc", "abc.probe.invalid", {{"Bash", R"({"command":"sudo"})"}, {"Read", R"({"file_path":"/x"})"}}}; }

std::string post(live::StandIn& standin, const std::string& body, const char* target = "/v1/messages?beta=true") {
  return standin.answer({"POST", target, body});
}

std::string conversation(const std::string& results, const char* extra = "") {
  return fmt::format(R"({{"model":"m","tools":[{{"name":"Bash"}}],"messages":[{{"role":"user","content":"live-abc: go"}}{}]{}}})", results, extra);
}

constexpr const char* kFirstResult =
    R"(,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_live_00","is_error":true,"content":[{"type":"text","text":"denied"}]}]})";
constexpr const char* kSecondResult =
    R"(,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_live_01","content":"fine"}]})";

bool holds(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the number of results chooses the next call") {
  live::StandIn standin = api();
  CHECK(holds(post(standin, conversation("")), R"("name":"Bash")"));
  CHECK(standin.is_spoken_to());
  CHECK_FALSE(standin.told()[0].told);
  CHECK(holds(post(standin, conversation(kFirstResult)), R"("name":"Read")"));
  CHECK(standin.told()[0].told);
  CHECK(standin.told()[0].is_error);
  CHECK(standin.told()[0].text == "denied");
  const std::string last = post(standin, conversation(std::string(kFirstResult) + kSecondResult));
  CHECK(holds(last, R"("stop_reason":"end_turn")"));
  CHECK(standin.told()[1].text == "fine");
  CHECK_FALSE(standin.told()[1].is_error);
}

TEST_CASE("a stream is a stream, and a judge never objects") {
  live::StandIn standin = api();
  const std::string answer = post(standin, conversation("", R"(,"stream":true,"safeguards":[{}])"));
  CHECK(holds(answer, "content-type: text/event-stream"));
  for (const char* part : {"event: message_start\n", "event: content_block_delta\n", "input_json_delta", "event: message_stop\n", "not_flagged", "toolu_live_00"})
    CHECK_MESSAGE(holds(answer, part), part);
}

TEST_CASE("what is not the conversation gets no call") {
  live::StandIn standin = api();
  const std::string bodies[] = {
      R"({"model":"m","messages":[{"role":"user","content":"live-abc: go"}]})",                             // no tools: a title
      R"({"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"something else"}]})",             // not ours
      R"({"tools":[],"messages":[{"role":"user","content":"live-abc"}]})", "", "{", "[]", "null", R"({"messages":5,"tools":5})",
      R"({"tools":[1],"messages":[5,null,{"content":[5]}]})",
  };
  for (const std::string& body : bodies) {
    CAPTURE(body);
    CHECK_FALSE(holds(post(standin, body), "tool_use"));
  }
  CHECK_FALSE(standin.is_spoken_to());
  CHECK(holds(post(standin, "{}", "/v1/messages/count_tokens"), "input_tokens"));
  CHECK(holds(standin.answer({"GET", "/api/hello", ""}), "200 OK"));
}

TEST_CASE("as a proxy it reaches nothing, and counts what was wanted") {
  live::StandIn standin = api();
  CHECK(holds(standin.answer({"CONNECT", "example.org:443", ""}), "403"));
  CHECK(holds(standin.answer({"GET", "http://example.org/x", ""}), "403"));
  CHECK(holds(standin.answer({"GET", "http://example.org:80/y", ""}), "403"));
  CHECK_FALSE(standin.is_reached());
  CHECK(holds(standin.answer({"GET", "http://abc.probe.invalid/", ""}), "200"));
  CHECK(standin.is_reached());
  CHECK(standin.refused() == std::vector<std::string>{"example.org:443", "example.org"});
}
