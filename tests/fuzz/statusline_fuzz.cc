// SPDX-License-Identifier: Apache-2.0
// Any bytes as a status payload, every preset, widths and states taken from the first bytes: never a crash, never empty,
// never an escape or a line break that is not ours, always the tag, never wider than asked for.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "statusline/input.h"
#include "statusline/render.h"
#include "statusline/width.h"

using namespace cordon;
using namespace cordon::statusline;

namespace {

Facts facts_of(std::string text, uint8_t state) {
  Facts facts;
  facts.directory = "/" + text.substr(0, 60);
  facts.home = "/" + text.substr(0, 4);
  facts.head = {static_cast<git::HeadKind>(state & 3), text.substr(0, 50)};
  facts.posture.sandbox = static_cast<settings::Sandbox>((state >> 2) & 3);
  facts.posture.why = text.substr(0, 70);
  facts.posture.backend_missing = (state & 16) != 0;
  facts.posture.backend = "bwrap missing";
  facts.posture.permission_mode = text.substr(0, 10);
  facts.bypasses = state & 32;
  if ((state & 64) != 0) facts.faults.push_back({text.substr(0, 30), text.substr(0, 30), state, state});
  if (auto payload = payload::Payload::read(std::move(text))) {
    facts.payload = std::move(*payload);
  } else {
    facts.payload_fault = payload.error();
  }
  return facts;
}

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const size_t columns = std::max<size_t>(data[0], 1);
  const std::string text(reinterpret_cast<const char*>(data + 2), size - 2);
  ObjectScanner scanner;
  if (scanner.scan(text) == ObjectScanner::State::kComplete) require(scanner.end() > 1 && scanner.end() <= text.size());
  const Facts facts = facts_of(text, data[1]);
  for (const Preset& preset : presets()) {
    Look look;
    look.format = format_of(preset);
    const auto lines = render(facts, look, {Level::kNone, columns, (data[1] & 128) != 0});
    require(!lines.empty() && lines.size() <= look.format.lines.size());
    bool tagged = false;
    for (const Runs& runs : lines) {
      const std::string line = print({runs}, look, Level::kNone);
      tagged = tagged || line.find("[sandbox") != std::string::npos || line.find("SANDBOX") != std::string::npos;
      require(line.find_first_of("\n\r\x1b\x07\x7f") == std::string::npos);
      require(width_of(std::string_view(line)) <= std::max<size_t>(columns, 12));
    }
    require(tagged);
  }
  return 0;
}
