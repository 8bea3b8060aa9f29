// SPDX-License-Identifier: Apache-2.0
// Where exactly a text stops being JSON. simdjson says that a text is broken, seldom where; this scanner runs only then.
// It accepts exactly what parse() accepts (the same limits included): tests/fuzz/json_fuzz.cc holds them together.
//
//   locate("{\"a\":1,}", {})   // {6, "trailing comma"}
//   locate("{} x", {})         // {3, "text after the value"}
#pragma once

#include <optional>
#include <string_view>

#include "shared/json/json.h"

namespace cordon::json {

struct Fault {
  size_t offset = 0;    // of the offending byte; the size of the text when it ends too early
  const char* message;  // "expected a key in quotes"
};

// The first fault, or nothing when the text is valid. Linear, iterative.
std::optional<Fault> locate(std::string_view text, const Limits& limits);

}  // namespace cordon::json
