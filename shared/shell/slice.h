// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of ${x:1:2}, ${@:1}, ${a[@]: -2}.

#include <optional>
#include <string_view>

namespace cordon::shell {

struct Slice {
  long offset = 0;             ///< negative: from the end
  std::optional<long> length;  ///< negative: up to as many before the end
};
/// nullopt: not numbers, or larger than any text here.
std::optional<Slice> read_slice(std::string_view spec);

}  // namespace cordon::shell
