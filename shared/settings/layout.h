// SPDX-License-Identifier: Apache-2.0
// Which files count for a session, read, checked and put in order of precedence. Internal to shared/settings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"
#include "shared/settings/flags.h"
#include "shared/settings/query.h"
#include "shared/settings/scope.h"

namespace cordon::settings {

struct Layout {
  std::vector<SourceFile> files;  // highest precedence first
  bool server_managed = false;    // remote-settings.json is there: policy from the server, which we cannot judge
  bool user_unknown = false;      // neither $HOME nor $CLAUDE_CONFIG_DIR: the user's file counts, but where it lies is not known
  std::string refusal;            // the command line itself is refused by the runtime: why
};

// Everything below is read anew on each call. `flags` of an unknown command line are empty.
Layout read_layout(World& world, const Query& query, const Flags& flags);

// $CLAUDE_CONFIG_DIR, else ~/.claude; "" without either. A relative one starts in the session's folder, and so does an empty
// one: it is not taken for unset (both measured).
std::string config_dir(World& world, std::string_view start_dir);

// Where managed-settings.json and managed-settings.d lie.
inline constexpr const char* kManagedDir =
#ifdef __APPLE__
    "/Library/Application Support/ClaudeCode";
#else
    "/etc/claude-code";
#endif

}  // namespace cordon::settings
