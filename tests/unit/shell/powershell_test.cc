// SPDX-License-Identifier: Apache-2.0
// What PowerShell texts run: fixtures/shell/powershell.jsonl, {"name","in","want":[lines of walk_dump.h]}.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "shared/shell/walk.h"
#include "tests/shell/walk_dump.h"

using namespace cordon::shell;

namespace {

std::string walked(const std::string& text) {
  WalkOptions options;
  options.dialect = Dialect::kPowerShell;
  return dump_walk(walk(text, options));
}

}  // namespace

TEST_CASE("PowerShell rows") {
  std::ifstream in(std::string(CORDON_SOURCE_DIR) + "/fixtures/shell/powershell.jsonl");
  REQUIRE(in.good());
  std::size_t rows = 0;
  for (std::string line; std::getline(in, line); ++rows) {
    const auto row = nlohmann::json::parse(line);
    std::string want;
    for (const auto& expected : row["want"]) want += expected.get<std::string>() + "\n";
    CHECK_MESSAGE(walked(row["in"]) == want, row["name"].get<std::string>());
  }
  CHECK(rows > 60);
}

TEST_CASE("PowerShell: any text ends, deep or cut off anywhere") {
  std::string all;
  std::ifstream in(std::string(CORDON_SOURCE_DIR) + "/fixtures/shell/powershell.jsonl");
  for (std::string line; std::getline(in, line);) all += nlohmann::json::parse(line)["in"].get<std::string>() + "\n";
  for (std::size_t i = 0; i < all.size(); i += 3) {
    walked(all.substr(0, i));
    walked(all.substr(i));
  }
  for (const char* unit : {"(", "{", "$(", "@{", "\"$(", "if (", "& {", "iex \"", "@'\n", "a|", "&&"}) {
    std::string deep;
    for (int i = 0; i < 3000; ++i) deep += unit;
    walked(deep);
  }
  std::string functions;
  for (int i = 0; i < 40; ++i) functions += "function f" + std::to_string(i) + " { f" + std::to_string(i + 1) + "; f" + std::to_string(i + 1) + " }\n";
  CHECK(walked(functions + "f0").find("too many texts") != std::string::npos);
}

TEST_CASE("PowerShell: places lie within the text, also where a text inside is not understood (found by the fuzzer)") {
  std::ifstream in(std::string(CORDON_SOURCE_DIR) + "/tests/fuzz/corpus/shell_walk_fuzz/powershell-range", std::ios::binary);
  const std::string text = std::string(std::istreambuf_iterator<char>(in), {}).substr(1);  // the first byte is the fuzzer's
  WalkOptions options;
  options.dialect = Dialect::kPowerShell;
  const WalkResult result = walk(text, options);
  REQUIRE(!result.opaque.empty());
  for (const Opaque& opaque : result.opaque) CHECK(opaque.range.end <= text.size());
}
