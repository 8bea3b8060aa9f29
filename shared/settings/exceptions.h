// SPDX-License-Identifier: Apache-2.0
// What the runtime does not take from a file although the file counts: strictness a repository cannot loosen, what policy takes
// away from others. Internal to shared/settings. Measured: fixtures/settings/merge.jsonl (tests/live/merge.py) and watched.jsonl
// (watch.py); which of them are only the runtime's own word is said in schemas/runtime/rules.json.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "shared/base/words.h"
#include "shared/settings/merge.h"
#include "shared/settings/rules.h"

namespace cordon::settings {

// Bits by Scope.
enum : unsigned { kManaged = 1, kFlag = 2, kLocal = 4, kProject = 8, kUser = 16, kPeople = kManaged | kFlag | kUser, kRepository = kLocal | kProject, kAll = 31 };
enum class Which : uint8_t { kAny, kTrue, kFalse };

// While `when` holds, values of `key` (and of all below it) in files of `scopes` are left out of account.
struct Exception {
  Inline<56> key;
  unsigned scopes;
  Which which;
  bool (*when)(const std::vector<SourceFile>&);
  const VersionRule* since;  // nullptr: in all known versions
};
std::span<const Exception> exceptions();

// Sets `honoured` to false in those of `settings` (all about `key`) that the runtime leaves out of account.
void apply_exceptions(const std::vector<SourceFile>& files, std::string_view key, std::string_view version, std::vector<Setting>& settings);

}  // namespace cordon::settings
