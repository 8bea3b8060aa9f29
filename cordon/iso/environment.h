// SPDX-License-Identifier: Apache-2.0
// Which variables an agent is started with. Pure; it works on "NAME=value" texts and only ever speaks of names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cordon::iso {

// A set of names that is let through together when it is asked for.
struct Group {
  std::string_view name;   // "proxy"
  std::string_view names;  // "HTTP_PROXY https_proxy …", as in the pass-through list
  std::string_view what;   // for --help
};
std::span<const Group> groups();
const Group* find_group(std::string_view name);

// The pass-through list: HOME PATH SHELL TERM COLORTERM LANG LC_* TZ USER LOGNAME PWD TMPDIR XDG_* DISPLAY WAYLAND_DISPLAY SSH_AUTH_SOCK.
std::string_view pass_through();

struct Allowed {
  std::vector<std::string> names;         // exact names
  std::vector<const Group*> groups;
  std::vector<std::string> faults;        // "'A=b' is no name of a variable"; never a value: what follows a '=' is cut
};
// Adds "FOO BAR @proxy" (as in CORDON_ISO_ALLOW) to what is allowed. '@' names a group.
void allow(Allowed& allowed, std::string_view words);

struct Environment {
  std::vector<std::string> entries;            // "NAME=value", what the agent gets, in the order they came
  std::vector<std::string> kept, dropped;      // names, sorted; what has no '=' or no name counts as dropped
};
// Of a name that stands twice the first counts, as getenv() takes it. Shell functions in the environment are never let through.
Environment clean(std::span<const std::string_view> variables, const Allowed& allowed);

// Whether it is a name: letters, digits and '_', not starting with a digit.
bool is_name(std::string_view text);

}  // namespace cordon::iso
