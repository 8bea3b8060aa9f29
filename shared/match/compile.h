// SPDX-License-Identifier: Apache-2.0
// Reading of bracket classes, shared by the two glob dialects.
#pragma once

#include <optional>
#include <string_view>

#include "shared/match/automaton.h"

namespace cordon::match {

struct Class {
  ByteSet set;
  size_t end = 0;  // index after the ']'
  bool empty = false;  // nothing can match it, e.g. [z-a]
};
// source[at] is '['. Nothing when there is no closing ']'. Never contains '/'. With `fold` letters stand for both cases, and
// [!a] excludes both.
std::optional<Class> read_class(std::string_view source, size_t at, bool fold);

}  // namespace cordon::match
