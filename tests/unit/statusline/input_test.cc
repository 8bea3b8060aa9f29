// SPDX-License-Identifier: Apache-2.0
#include "statusline/input.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <string>

namespace cordon::statusline {
namespace {

using State = ObjectScanner::State;

TEST_CASE("where the first object ends") {
  struct Row {
    const char* name;
    const char* in;
    State state;
    size_t end;
  };
  const Row rows[] = {
      {"empty object", "{}", State::kComplete, 2},
      {"blanks before", " \n{}", State::kComplete, 4},
      {"more behind", "{\"a\":1}{\"b\":2}", State::kComplete, 7},
      {"brace in a string", "{\"a\":\"}\"}", State::kComplete, 9},
      {"escaped quote", "{\"a\":\"\\\"}\"}", State::kComplete, 11},
      {"escaped backslash at the end", "{\"a\":\"\\\\\"}", State::kComplete, 10},
      {"nested", "{\"a\":[{},[{}]]}", State::kComplete, 15},
      {"open", "{\"a\":1", State::kOpen, 0},
      {"open string", "{\"a}", State::kOpen, 0},
      {"nothing yet", " \n", State::kOpen, 0},
      {"empty", "", State::kOpen, 0},
      {"array", "[{}]", State::kHopeless, 0},
      {"text", "hello", State::kHopeless, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    ObjectScanner whole;
    const std::string text = row.in;
    CHECK(whole.scan(text) == row.state);
    if (row.state == State::kComplete) CHECK(whole.end() == row.end);

    ObjectScanner pieces;  // byte by byte the same
    State state = State::kOpen;
    for (size_t i = 1; i <= text.size() && state == State::kOpen; ++i) state = pieces.scan(text.substr(0, i));
    CHECK(state == row.state);
    if (row.state == State::kComplete) CHECK(pieces.end() == row.end);
  }
}

struct Pipe {
  int ends[2];
  Pipe() { REQUIRE(pipe(ends) == 0); }
  ~Pipe() {
    close(ends[0]);
    close_writer();
  }
  void close_writer() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
  void write(std::string_view text) { REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size())); }
};
constexpr InputLimits kShort{1u << 20, 10, 50};

TEST_CASE("reading stops without the end of input") {
  struct Row {
    const char* name;
    const char* in;
    const char* want;
  };
  const Row rows[] = {
      {"complete object, writer stays", "{\"a\":1}", "{\"a\":1}"},
      {"complete object and more", "{\"a\":1}\n{\"b\":2}", "{\"a\":1}"},
      {"half an object, writer stays", "{\"a\":", "{\"a\":"},
      {"no object", "hello", "hello"},
      {"nothing at all", "", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Pipe pipe;
    pipe.write(row.in);
    CHECK(read_input(pipe.ends[0], kShort) == row.want);
  }
}

TEST_CASE("reading to the end of input") {
  Pipe pipe;
  pipe.write("{\"a\":");
  pipe.close_writer();
  CHECK(read_input(pipe.ends[0], kShort) == "{\"a\":");
  Pipe empty;
  empty.close_writer();
  CHECK(read_input(empty.ends[0], kShort) == "");
  CHECK(read_input(-1, kShort) == "");
  CHECK(read_input(999, kShort) == "");
}

TEST_CASE("more than the limit is cut off, not waited for") {
  Pipe pipe;
  pipe.write("{\"a\":\"" + std::string(40'000, 'x'));
  const std::string got = read_input(pipe.ends[0], {8, 10, 50});
  CHECK(got.size() > 8);
  CHECK(got.size() <= 40'006);
}

}  // namespace
}  // namespace cordon::statusline
