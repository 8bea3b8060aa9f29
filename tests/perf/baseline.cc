// SPDX-License-Identifier: Apache-2.0
// The libraries our programs link, and no code of ours: what stands in .init_array here was not put there by us.
#include <fmt/format.h>
#include <simdjson.h>
#include <unistd.h>

#include <string>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#ifdef WITH_RE2
#include <re2/re2.h>
#endif

#ifdef WITH_CONSTRUCTOR
std::string made_at_start(static_cast<size_t>(getpid()), 'x');  // what the test must notice
#endif

int main(int argc, char** argv) {
  simdjson::ondemand::parser parser;
  const simdjson::padded_string text(fmt::format("[{}]", argc));
  auto doc = parser.iterate(text);
  const auto table = toml::parse(std::string_view(argv[0]));
#ifdef WITH_RE2
  if (RE2::PartialMatch(argv[0], "^$")) return 1;
#endif
  const std::string line = doc.error() != simdjson::SUCCESS || !table ? argv[0] : "ok";
  return write(1, line.data(), line.size()) < 0;
}
