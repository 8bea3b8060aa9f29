// SPDX-License-Identifier: Apache-2.0
// Steps of a merge: values by dotted key, containers that are made on the way. Internal to harden.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cordon/harden/merge.h"
#include "cordon/json_edit.h"

namespace cordon::harden {

struct Step {};

std::string parent_key(const std::string& key);  // "a.b.c" -> "a.b", "a" -> ""
std::string last_key(const std::string& key);    // "a.b.c" -> "c"
// The value of a dotted key, "" the root; nullptr when absent or a part on the way is no object. Ends with the next edit.
const json::Value* value_at(const command::JsonFile& file, const std::string& key);
std::vector<Json> list_at(const command::JsonFile& file, const std::string& key);  // {} when absent or no array
// Makes the objects of a dotted key that are not there; an error with its place where another value stands.
Result<Step> make_containers(command::JsonFile& file, const std::string& key, std::vector<Change>& changes);

struct GuardsFound {
  std::vector<Json> changed;         // programs whose entries got "onFailure":"block"
  std::vector<std::string> missing;  // programs that are not wired in this file
};
GuardsFound block_failures(command::JsonFile& file, const std::vector<Json>& programs);
void unblock_failures(command::JsonFile& file, const std::vector<Json>& programs);

}  // namespace cordon::harden
