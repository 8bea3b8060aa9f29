// SPDX-License-Identifier: Apache-2.0
// Which session a person asks about: the one around us, one started in a folder, or a running one by its process number.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/world.h"
#include "shared/settings/query.h"

namespace cordon::command {

struct SessionChoice {
  std::string dir;
  std::string pid;
  std::string version;
  std::optional<std::vector<std::string>> arguments;  // the runtime's options, without its name
};

struct Session {
  std::unique_ptr<World> world;  // of a running session: with that session's own environment
  settings::Query query;
  std::string id;  // of the running session asked about, "" when none is known
  std::vector<std::string> notes;  // for people: "user.max_user_namespaces is 0"
};

// Errors: a folder that does not exist, a process that cannot be looked into.
Result<Session> find_session(const SessionChoice& choice);

}  // namespace cordon::command
