// SPDX-License-Identifier: Apache-2.0
// Carries a settings document over into the scratch world so that it means there what it means at home: paths below the
// person's home and project are turned, programs that hooks name stay where they are, and what would lead the session to
// another API, account or PATH is left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"
#include "shared/json/json.h"
#include "shared/settings/files.h"

namespace cordon::live {

// From where to where; all absolute and clean.
struct Move {
  std::string home, project;          // the person's; "" unknown
  std::string new_home, new_project;  // in the scratch folder
};

struct Carried {
  std::string text;                // JSON
  std::vector<std::string> left;   // keys left out: "env.PATH", "apiKeyHelper"
};
// {"permissions":{"deny":["Read(//home/al/.aws/**)"]},"model":"x"} -> {"permissions":{"deny":["Read(//S/home/.aws/**)"]}}
// Kept are the keys that decide what may be done: permissions, sandbox, hooks and their switches. Whatever else a file sets
// (model, env, helpers that fetch keys, plugins, the status line) is left out and named.
Carried carry(const json::Document& document, const Move& move);

// "/home/al/x" -> "<new home>/x" wherever a path begins in `text`; "/home/alice" stays.
std::string turned(std::string_view text, const Move& move);
// In a hook's command "~/", $HOME and $CLAUDE_PROJECT_DIR become the person's real folders: there the program lies.
std::string anchored(std::string_view command, const Move& move);

// What a managed file puts into the environment that would take the session away from the stand-in or the stubs ("env.PATH
// in /etc/claude-code/managed-settings.json"); "" nothing. Managed files apply by themselves and cannot be carried.
std::string managed_danger(const settings::Effective& effective);

// Whether sandboxed commands may reach docker's (or podman's) socket by these settings.
bool sockets_open(const settings::Effective& effective);

}  // namespace cordon::live
