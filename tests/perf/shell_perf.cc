// SPDX-License-Identifier: Apache-2.0
// What parse and walk cost for each kind of text.
//   shell_perf                     table: kind, size, parse and walk in ms and ns a byte (best of some rounds)
//   shell_perf KIND BYTES [parse]  parses and walks such a text once (BYTES 0: only makes it), for counting instructions
//   shell_perf kinds               their names
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

#include "shared/shell/parser.h"
#include "shared/shell/walk.h"
#include "tests/perf/shell_texts.h"

namespace {

using cordon::perf::Kind;
using cordon::perf::kKinds;
using cordon::perf::make_text;

struct Cost {
  double parse = 1e9, both = 1e9;  ///< ms
  std::size_t invocations = 0, opaque = 0;
};

double now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);  // of this process: other load does not count
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

template <class Body>
double milliseconds(const Body& body) {
  const double begin = now();
  body();
  return now() - begin;
}

Cost measure(const std::string& text, int rounds) {
  Cost cost;
  cordon::shell::ParseOptions options;
  const cordon::shell::Limits limits;  // as walk() parses it
  options.commands = limits.commands;
  options.parts = limits.parts;
  options.expansions = limits.expansions;
  for (int i = 0; i < rounds; ++i) {
    cost.parse = std::min(cost.parse, milliseconds([&] { cordon::shell::parse(text, options); }));
    cost.both = std::min(cost.both, milliseconds([&] {
      const cordon::shell::WalkResult result = cordon::shell::walk(text);
      cost.invocations = result.invocations.size();
      cost.opaque = result.opaque.size();
    }));
  }
  return cost;
}

int table() {
  constexpr std::size_t kSizes[] = {1u << 10, 1u << 14, 1u << 18, 1u << 20, 1u << 22, 1u << 24};
  std::printf("%-16s %9s %10s %10s %10s %9s %9s %8s\n", "kind", "bytes", "parse ms", "walk ms", "total ms", "ns/byte", "commands", "opaque");
  for (const Kind& kind : kKinds) {
    for (const std::size_t size : kSizes) {
      const std::string text = make_text(kind, size);
      const Cost cost = measure(text, size <= 1u << 18 ? 20 : 3);
      const double each = cost.both * 1e6 / static_cast<double>(text.size());
      std::printf("%-16.*s %9zu %10.3f %10.3f %10.3f %9.2f %9zu %8zu\n", static_cast<int>(kind.name.size()), kind.name.data(), text.size(), cost.parse,
                  cost.both - cost.parse, cost.both, each, cost.invocations, cost.opaque);
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) return table();
  const std::string_view name = argv[1];
  if (name == "kinds") {
    for (const Kind& kind : kKinds) std::printf("%.*s\n", static_cast<int>(kind.name.size()), kind.name.data());
    return 0;
  }
  for (const Kind& kind : kKinds) {
    if (kind.name != name || argc < 3) continue;
    const std::string text = make_text(kind, std::strtoul(argv[2], nullptr, 10));
    if (text.size() <= kind.head.size() + kind.tail.size()) return 0;
    if (argc > 3) return cordon::shell::parse(text).ok() ? 0 : 1;
    return cordon::shell::walk(text).invocations.empty() ? 1 : 0;
  }
  std::fputs("usage: shell_perf [kinds | KIND BYTES [parse]]\n", stderr);
  return 2;
}
