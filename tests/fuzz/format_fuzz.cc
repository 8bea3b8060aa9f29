// SPDX-License-Identifier: Apache-2.0
// Formats and tables of cordon.toml, whatever they are: the tag is always there, nothing gets out of its line or its width.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "statusline/render.h"
#include "statusline/sample.h"
#include "statusline/width.h"

using namespace cordon;
using namespace cordon::statusline;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const Look& look, const Facts& facts, const StyleEnv& env) {
  bool tagged = false;
  const auto lines = render(facts, look, env);
  require(!lines.empty() && lines.size() <= kMostFormatLines);
  for (const Runs& runs : lines) {
    const std::string line = print({runs}, look, Level::kNone);
    tagged = tagged || line.find("[sandbox") != std::string::npos || line.find("SANDBOX") != std::string::npos;
    require(line.find_first_of("\n\r\x1b\x07\x7f") == std::string::npos);
    // The short tag never goes; as a block it has a blank on each side and an end.
    require(width_of(std::string_view(line)) <= std::max<size_t>(env.columns, 15));
  }
  require(tagged);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 3), size - 3);
  const StyleEnv env{static_cast<Level>(data[2] & 3), std::max<size_t>(data[0], 1), (data[2] & 4) != 0};
  const State& state = states()[data[1] % states().size()];
  std::vector<Error> faults;
  const settings::Config config = settings::parse_config(text, "cordon.toml");
  check(look_of(config.statusline, "", faults), sample_facts(state), env);
  if (auto format = parse_format(text)) {
    Look look;
    look.format = std::move(*format);
    check(look, sample_facts(state), env);
  }
  static_cast<void>(parse_paint(text));
  return 0;
}
