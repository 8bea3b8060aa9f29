// SPDX-License-Identifier: Apache-2.0
// catalogue.toml as the build compiles it in: what stands there explains each field.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace cordon::error_hint {

enum class System : uint8_t { kAny, kMacos, kNotMacos };

struct Entry {
  std::string_view id;             // "cache-npm"
  std::string_view title;          // "npm's folder is read-only in the sandbox"
  std::string_view hint, remedy;   // {subject}, {allow} in them
  std::string_view source;         // "measured on 2.1.332: …", "not provoked here: …"
  std::string_view unless_exists;  // "{subject}.lock", or ""
  std::span<const uint8_t> literals;  // as find_literals counts them
  std::span<const std::string_view> with, patterns, programs, without, under;
  bool handled = false;     // fires after PostToolUse, too, under conditions
  bool violations = false;  // looked for in the runtime's own block only
  bool only = false;        // `programs` counts after a failure, too
  bool backend = false;     // fires also where the sandbox's programs are missing
  System system = System::kAny;

  bool measured() const { return source.starts_with("measured"); }
};

std::span<const Entry> entries();                  // in order of precedence
// Calls `found(index, offset)` for every literal of an entry in the text, until it says false.
void find_literals(std::string_view text, const std::function<bool(size_t, size_t)>& found);

}  // namespace cordon::error_hint
