// SPDX-License-Identifier: Apache-2.0
// What `cordon explain` found, and its two forms. --json: schemas/explain-report.schema.json.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/payload/decision.h"
#include "shared/shell/ast.h"
#include "shared/shell/walk.h"

namespace cordon::command {

struct GuardAnswer {
  std::string hook;  // "git-add-guard"
  payload::Decision decision;
};

struct Explanation {
  std::string tool, command, cwd;
  bool is_shell = true;          // else there is no command: no tree, no invocations
  const shell::Tree* tree = nullptr;
  shell::WalkResult walked;
  std::vector<GuardAnswer> answers;
};

std::string explain_text(const Explanation& explanation);
std::string explain_json(const Explanation& explanation);
// "none", "ask", "deny", "message"
const char* verdict_name(const payload::Decision& decision);

}  // namespace cordon::command
