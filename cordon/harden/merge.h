// SPDX-License-Identifier: Apache-2.0
// A profile put into a person's settings file, and taken out again. Only bytes go in and come out.
//
//   merge("{\"permissions\":{\"deny\":[\"x\"]}}", "settings.json", profile, {}) -> bytes "{\"permissions\":{\"deny\":[\"x\",\"Bash(curl *)\",…]},…}"
//
// Lists are united, the profile's values behind the person's; a value that is stricter stays; nothing is removed or loosened.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cordon/harden/profile.h"

namespace cordon::harden {

// One step; undone in reverse order.
struct Change {
  enum class Kind : uint8_t {
    kMade,   // the container `key` was not there
    kAdded,  // `values` stand at the end of the list `key`
    kSet,    // `key` has the value values[0]; `before`: the text it had, nothing when it was not there
    kGuard,  // every hook entry of the programs `values` has "onFailure":"block"
    kToml,   // key "table.name" of cordon.toml is the text values[0]; `before` as JSON text
    kLine,   // the line values[0] of a list of ignored files
  };
  Kind kind = Kind::kSet;
  std::string key;
  std::vector<Json> values;
  std::optional<std::string> before;
};

struct MergeOptions {
  CompareOptions compare;
  std::vector<std::string> allow_domains;  // --allow-domain
};

struct Merged {
  std::string bytes;
  std::vector<Change> changes;
  std::vector<std::string> notes;  // what was left as it is although the profile says otherwise, and what to do
};
// Refuses, with line and column: what is not JSON, a root that is no object, a key of the wrong type, and a file that the runtime
// would drop whole (hardening it would protect nobody).
Result<Merged> merge(const std::string& bytes, const std::string& name, const Profile& profile, const MergeOptions& options);

// Takes the changes back where what they wrote still stands. What a person changed since stays, and a note says so.
Result<Merged> unmerge(const std::string& bytes, const std::string& name, const std::vector<Change>& changes);

}  // namespace cordon::harden
