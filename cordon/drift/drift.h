// SPDX-License-Identifier: Apache-2.0
// What moved between versions of the runtime: fields of payloads, keys of settings, rules. What was recorded and measured when
// this was built is compiled in; a newer recording can be read from a folder.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/version.h"
#include "shared/base/world.h"

namespace cordon::drift {

// "PreToolUse/Bash" -> "tool_input.command" -> {"string"}
using Fields = std::map<std::string, std::map<std::string, std::set<std::string>>>;

struct Rule {
  std::string name, says;
  std::vector<std::pair<std::string, std::string>> held;  // first version it holds in ("": always did), first it holds in no more ("": still)
  std::map<Version, bool> measured;
};

struct Digest {
  std::map<Version, Fields> recorded;
  std::map<Version, std::set<std::string>> settings;  // keys of the runtime's own schema
  std::vector<Rule> rules;
};
const Digest& built_in();

// One payload's fields are added to `out`; `folder` is its label where it names no event (the status line's).
Result<bool> add_fields(std::string text, const std::string& folder, const std::string& file, Fields& out);
// <dir>/<event>/<name>.json as fixtures/record writes them.
Result<Fields> read_recording(World& world, const std::string& dir);

// "+ PreToolUse/Bash tool_input.x (string)", "- …", "~ … was string, is null"; labels that only one side has are one line each.
std::vector<std::string> moved(const Fields& before, const Fields& after);
std::vector<std::string> moved(const std::set<std::string>& before, const std::set<std::string>& after);

bool holds(const Rule& rule, const Version& version);
// Rules that hold in one of the two and not in the other: "+ strict_is_kept: a project … (since 2.1.285)".
std::vector<std::string> rules_moved(const std::vector<Rule>& rules, const Version& before, const Version& after);
// The newest version that any rule was measured in.
Version measured_up_to(const std::vector<Rule>& rules);

std::string text_of(const Version& version);  // "2.1.332"

}  // namespace cordon::drift
