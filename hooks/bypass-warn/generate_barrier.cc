// SPDX-License-Identifier: Apache-2.0
// Build step: schemas/runtime/ask-is-a-barrier.json -> rows `{"default", "2.1.202"},`. Usage: generate_barrier IN OUT
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream in(argv[1]);
  std::ofstream out(argv[2]);
  const auto data = nlohmann::ordered_json::parse(in, nullptr, false);
  if (data.is_discarded() || !data.contains("modes") || data["modes"].empty()) {
    std::fprintf(stderr, "%s: expected an object with 'modes'\n", argv[1]);
    return 1;
  }
  for (const auto& [mode, row] : data["modes"].items()) {
    const auto& from = row.at("barrier_from");
    out << "{\"" << mode << "\", \"" << (from.is_string() ? from.get<std::string>() : "") << "\"},\n";
  }
  return out.good() ? 0 : 1;
}
