// SPDX-License-Identifier: Apache-2.0
// Build step: schemas/runtime/ask-is-a-barrier.json -> rows `{"default", "2.1.202"},`. Usage: generate_barrier IN OUT
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  const File in(std::fopen(argv[1], "r"), std::fclose);
  File out(std::fopen(argv[2], "w"), std::fclose);
  if (in == nullptr || out == nullptr) return 1;
  const auto data = nlohmann::ordered_json::parse(in.get(), nullptr, false);
  if (data.is_discarded() || !data.contains("modes") || data["modes"].empty()) {
    std::fprintf(stderr, "%s: expected an object with 'modes'\n", argv[1]);
    return 1;
  }
  for (const auto& [mode, row] : data["modes"].items()) {
    const auto& from = row.at("barrier_from");
    std::fprintf(out.get(), "{\"%s\", \"%s\"},\n", mode.c_str(), from.is_string() ? from.get<std::string>().c_str() : "");
  }
  const bool written = std::ferror(out.get()) == 0;
  return std::fclose(out.release()) == 0 && written ? 0 : 1;
}
