// SPDX-License-Identifier: Apache-2.0
// The names of settings as the runtime's own schemas list them (of all versions recorded under schemas/runtime), and what an
// unknown name was probably meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/json/json.h"

namespace cordon::doctor {

struct MisspeltKey {
  std::string key;       // "sandbox.enabeld"
  std::string meant;     // "sandbox.enabled"
  uint32_t begin = 0;    // of the key in the document
};
// Unknown names that resemble a known one of the same place (one slip; two from seven letters on; case, '-' and '_' do not
// count), or that are known in one other place ("allowUnsandboxedCommands" at the top). Others are left alone: a newer runtime
// may know them.
std::vector<MisspeltKey> misspelt_keys(const json::Value& root);

// Insertions, deletions, replacements and swaps of neighbours that turn a into b.
size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace cordon::doctor
