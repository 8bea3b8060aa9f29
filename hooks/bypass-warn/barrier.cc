// SPDX-License-Identifier: Apache-2.0
#include "hooks/bypass-warn/barrier.h"

#include "shared/base/text.h"
#include "shared/base/version.h"

namespace cordon::bypass_warn {
namespace {

struct Row {
  std::string_view mode;
  std::string_view from;  // "" when no measured version holds
};
constexpr Row kRows[] = {
#include "generated/ask_barrier.inc"
};

bool holds_on(std::string_view version, std::string_view from) {
  const auto have = parse_version(version);
  const auto need = parse_version(from);
  if (!need) return false;
  return !have || *have >= *need;  // a version that cannot be read is taken as the newest
}

// The row of the mode; for a mode that was never measured, the row that took longest to hold.
const Row& row_of(std::string_view mode) {
  const Row* worst = &kRows[0];
  for (const Row& row : kRows) {
    if (row.mode == mode) return row;
    if (row.from.empty() || (!worst->from.empty() && parse_version(row.from) > parse_version(worst->from))) worst = &row;
  }
  return *worst;
}

}  // namespace

Barrier ask_barrier(std::string_view version, std::string_view mode) {
  Barrier out;
  out.version = text::clip(text::visible(version, text::Newlines::kEscape), 20);
  out.mode = mode.empty() ? "an unknown" : text::clip(text::visible(mode, text::Newlines::kEscape), 30);
  out.holds_from = row_of(mode).from;
  out.holds = holds_on(version, out.holds_from);
  return out;
}

}  // namespace cordon::bypass_warn
