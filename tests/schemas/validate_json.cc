// SPDX-License-Identifier: Apache-2.0
// For tests in other languages: validates JSON texts against a schema.
//
//   validate_json SCHEMA FILE…      each file is one JSON text
//   validate_json SCHEMA --lines    standard input: one JSON text a line
//
// Exit 0: all valid. 1: at least one is not (said on standard output). 2: usage, or the schema cannot be used.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "tests/schemas/validate.h"

namespace {

bool check(const cordon::testing::Schema& schema, const std::string& name, const std::string& text) {
  const auto faults = schema.faults(text);
  for (const std::string& fault : faults) std::printf("%s: %s\n", name.c_str(), fault.c_str());
  return faults.empty();
}

bool check_lines(const cordon::testing::Schema& schema) {
  bool good = true;
  size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) good &= check(schema, "line " + std::to_string(++number), line);
  return good && number > 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: validate_json SCHEMA FILE… | SCHEMA --lines\n"), 2;
  try {
    const cordon::testing::Schema schema(argv[1]);
    if (std::string(argv[2]) == "--lines") return check_lines(schema) ? 0 : 1;
    bool good = true;
    for (int i = 2; i < argc; ++i) {
      std::ifstream in(argv[i], std::ios::binary);
      if (!in) return std::fprintf(stderr, "validate_json: cannot read %s\n", argv[i]), 2;
      good &= check(schema, argv[i], std::string(std::istreambuf_iterator<char>(in), {}));
    }
    return good ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "validate_json: %s: %s\n", argv[1], e.what());
    return 2;
  }
}
