// SPDX-License-Identifier: Apache-2.0
#include "statusline/tool_runs.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <utility>

#include "shared/base/text.h"

namespace cordon::statusline {
namespace {

// The text between `mark` and the next quote; quotes inside JSON strings are escaped, so a mark is never part of one.
std::string_view quoted_after(std::string_view line, std::string_view mark) {
  const size_t at = line.find(mark);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + mark.size());
  const size_t end = line.find('"');
  return end == std::string_view::npos ? std::string_view() : line.substr(0, end);
}

using Calls = std::vector<std::pair<std::string_view, std::string_view>>;  // id, tool

void add_calls(std::string_view line, Calls& calls) {
  constexpr std::string_view kCall = R"("type":"tool_use","id":")", kName = R"(","name":")";
  for (size_t at = line.find(kCall); at != std::string_view::npos; at = line.find(kCall, at + 1)) {
    const std::string_view id = quoted_after(line.substr(at), kCall);
    const std::string_view rest = line.substr(at + kCall.size() + id.size());
    if (rest.starts_with(kName)) calls.emplace_back(id, quoted_after(rest, kName));
  }
}

int number_at(std::string_view text, size_t at, size_t length) {
  int number = -1;
  const std::string_view part = text.substr(at, length);
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
  return error == std::errc() && end == part.data() + part.size() ? number : -1;
}

}  // namespace

int64_t utc_milliseconds(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00T00:00:00";
  if (text.size() < kShape.size() || text.back() != 'Z') return 0;
  for (size_t i = 0; i < kShape.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == '0' ? !is_digit : text[i] != kShape[i]) return 0;
  }
  using namespace std::chrono;
  const year_month_day day{year(number_at(text, 0, 4)), month(static_cast<unsigned>(number_at(text, 5, 2))), std::chrono::day(static_cast<unsigned>(number_at(text, 8, 2)))};
  if (!day.ok()) return 0;
  const int64_t seconds = sys_days(day).time_since_epoch().count() * int64_t{86400} + number_at(text, 11, 2) * 3600 + number_at(text, 14, 2) * 60 + number_at(text, 17, 2);
  const bool has_fraction = text.size() == kShape.size() + 5 && text[kShape.size()] == '.';
  return seconds * 1000 + (has_fraction ? std::max(0, number_at(text, kShape.size() + 1, 3)) : 0);
}

std::vector<ToolRun> tool_runs(std::string_view transcript) {
  std::vector<ToolRun> out;
  Calls calls;
  for (const std::string_view line : text::split(transcript, '\n')) {
    constexpr std::string_view kBoth = "\"tool_use";  // most of a transcript is something else, and long
    if (memmem(line.data(), line.size(), kBoth.data(), kBoth.size()) == nullptr) continue;
    add_calls(line, calls);
    const std::string_view id = quoted_after(line, R"("tool_use_id":")");
    if (id.empty() || line.find(R"("is_error":true)") != std::string_view::npos) continue;
    const auto call = std::find_if(calls.begin(), calls.end(), [&](const auto& each) { return each.first == id; });
    const int64_t time = utc_milliseconds(quoted_after(line, R"("timestamp":")"));
    if (call != calls.end() && time > 0) out.push_back({std::string(call->second), time});
  }
  return out;
}

std::string read_tail(const std::string& path, uint64_t size, size_t bytes) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return {};
  std::string text(std::min<uint64_t>(bytes, size), '\0');
  const ssize_t got = pread(fd, text.data(), text.size(), static_cast<off_t>(size - text.size()));
  text.resize(got > 0 ? static_cast<size_t>(got) : 0);
  // Not closed: once a render at most, and the program ends in a moment.
  return text;
}

}  // namespace cordon::statusline
