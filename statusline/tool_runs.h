// SPDX-License-Identifier: Apache-2.0
// Which tools a session has used lately, from the end of its transcript (one JSON object a line, measured on 2.1.332):
//
//   {…"message":{…"content":[{"type":"tool_use","id":"toolu_1","name":"Bash",…}]}…}
//   {…"message":{…"content":[{"tool_use_id":"toolu_1","type":"tool_result",…}]},…"timestamp":"2026-11-30T00:03:41.596Z",…}
//
// Only calls that came through count: hooks are not started for a call whose input is not valid (measured), and an error does
// not tell which it was. A changed format gives nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cordon::statusline {

struct ToolRun {
  std::string tool;   // "Bash"
  int64_t time = 0;   // when its result came, milliseconds since the epoch
};

// In the order of their results. Lines that are cut or no such lines are passed over.
std::vector<ToolRun> tool_runs(std::string_view transcript);

// At most `bytes` of a file from the end of its first `size`; "" when it cannot be read.
std::string read_tail(const std::string& path, uint64_t size, size_t bytes);

// "2026-11-30T00:03:41.596Z" -> 1795997021596, milliseconds since the epoch; 0 for anything else. The fraction is optional.
int64_t utc_milliseconds(std::string_view text);

}  // namespace cordon::statusline
