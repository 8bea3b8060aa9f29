// SPDX-License-Identifier: Apache-2.0
#include "cordon/log/lines.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cordon/log/reader.h"

using namespace cordon::log_command;

TEST_CASE("since") {
  constexpr int64_t kNow = 1'800'000'000;
  struct Row {
    const char* in;
    int64_t want;  // -1: not understood
  };
  const Row rows[] = {{"30s", kNow - 30},      {"30m", kNow - 1800}, {"2h", kNow - 7200}, {"1d", kNow - 86400}, {"1w", kNow - 604800}, {"1700000000", 1'700'000'000}, {"", -1},
                      {"h", -1},               {"-1h", -1},          {"12", -1},          {"yesterday", -1},    {"2026-13-40", -1},    {"99999999999999999999h", -1}, {"2026-11-30x", -1}};
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK_EQ(parse_since(row.in, kNow).value_or(-1), row.want);
  }
  setenv("TZ", "UTC", 1);
  CHECK_EQ(parse_since("2026-11-30", kNow), 1'795'996'800);
  CHECK_EQ(parse_since("2026-11-30T01:00", kNow), 1'796'000'400);
}

TEST_CASE("lines") {
  setenv("TZ", "UTC", 1);
  const std::string line = R"({"time":1795996800,"hook":"git-add-guard","verdict":"deny","what":"git add -A","said":"why\nmore"})";
  CHECK_EQ(shown_line(line, {}), "2026-11-30 00:00:00  deny    git-add-guard    git add -A\n                     why\n");
  CHECK_EQ(json_line(line, {}), line + "\n");
  CHECK_EQ(shown_line(line, {.since = 1795996801, .hook = ""}), "");
  CHECK_EQ(shown_line(line, {.since = 0, .hook = "deny-guard"}), "");
  CHECK_NE(shown_line(line, {.since = 1795996800, .hook = "git-add-guard"}), "");
  // A line that was cut off, hostile texts, wrong types.
  CHECK_EQ(shown_line("{\"time\":17", {}), "(not a line of the log) {\"time\":17\n");
  CHECK_EQ(json_line("{\"time\":17", {}), "");
  CHECK_EQ(shown_line("{\"time\":1,\"what\":\"\\u001b[31m\\n\\u202e\"}", {}).find('\x1b'), std::string::npos);
  CHECK_EQ(json_line("[1]", {}), "");
  CHECK_NE(shown_line("{\"time\":\"x\",\"hook\":5}", {}), "");
}

TEST_CASE("each line once, whatever is renamed meanwhile") {
  std::string folder = (std::filesystem::temp_directory_path() / "cordon-reader-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  const std::string file = folder + "/log";
  const auto add = [&](const std::string& text) { std::ofstream(file, std::ios::app) << text; };
  Reader reader(file);
  std::vector<std::string> lines;
  const auto more = [&] {
    lines.clear();
    reader.read([&](std::string_view line) { lines.emplace_back(line); });
    return lines;
  };
  using Lines = std::vector<std::string>;
  CHECK_EQ(more(), Lines{});
  add("a\nb\nhal");
  CHECK_EQ(more(), Lines{"a", "b"});
  add("f\n");
  std::filesystem::rename(file, file + ".000001");
  add("c\n");
  CHECK_EQ(more(), Lines{"half", "c"});
  std::filesystem::rename(file, file + ".000002");
  add(std::string(200000, 'x') + "\nd\n");
  CHECK_EQ(more(), Lines{std::string(200000, 'x'), "d"});
  CHECK_EQ(more(), Lines{});
  std::filesystem::remove_all(folder);
}
