// SPDX-License-Identifier: Apache-2.0
// One command through the rule, with the settings a row assumes.
#pragma once

#include <string>

#include "hooks/git-add-guard/rule.h"
#include "tests/hooks/fake_world.h"

namespace cordon::test {

struct GuardScene {
  settings::Sandbox sandbox = settings::Sandbox::kOn;
  settings::AddGuardMode mode = settings::AddGuardMode::kMasks;
  settings::CommitAll commit_all = settings::CommitAll::kDeny;
  std::string cwd = "/work/repo";
  std::string tool = "Bash";
  FakeWorld world;

  payload::Decision payload(const std::string& json);
  payload::Decision command(const std::string& text);
};

// "none", "ask", "deny"
std::string verdict_of(const payload::Decision& decision);

}  // namespace cordon::test
