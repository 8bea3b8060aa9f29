// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value or an Error with a position. Errors are values everywhere; only the top makes sentences of them.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace cordon {

// What went wrong and where. `message` is lower case, without a full stop: "expected boolean for 'sandbox.enabled'".
// `file` may be empty (standard input, a command line); line and column count from 1, 0 means unknown.
struct Error {
  std::string message;
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;

  // "settings.json:12:3: expected boolean for 'sandbox.enabled'"; parts that are unknown are left out.
  std::string text() const;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string message, std::string file = {}, uint32_t line = 0, uint32_t column = 0) {
  return tl::unexpected<Error>(Error{std::move(message), std::move(file), line, column});
}

// Line and column (from 1, columns in bytes) of `offset` in `text`; an offset past the end gives the end.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;
};
Position position_at(std::string_view text, size_t offset);

}  // namespace cordon
