// SPDX-License-Identifier: Apache-2.0
// A command held against the rules. What the hook decides from and what `cordon explain` shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/deny-guard/rules.h"
#include "shared/base/world.h"
#include "shared/payload/decision.h"
#include "shared/shell/walk.h"

namespace cordon::deny_guard {

struct Hit {
  payload::Verdict verdict = payload::Verdict::kNone;
  const PlacedRule* rule = nullptr;  // nullptr: text that cannot be seen, under any of them
  std::string command;               // as it would run, holes written as they stand: "git push $x"; an opaque text's reason
  std::string via;                   // "bash -c", "find -exec"; "" when it is the spelling that hides it
  bool sure = true;                  // false: it depends on what is known only when it runs
  shell::ByteRange range;            // in the command text
};

// The walk of a command and of the shell texts inside it, kept so that settings are read only when there is something to judge.
class Examination {
 public:
  // `cwd` as the payload tells it.
  Examination(std::string_view text, std::string_view cwd, World& world);

  // Nothing in it is out of the runtime's sight (as of that version): no rule needs to be looked at.
  bool nothing_hidden(std::string_view version) const;
  // Every hit, in the order of the text; empty when the runtime itself refuses the call. `rules` must outlive them.
  std::vector<Hit> judge(const std::vector<PlacedRule>& rules, std::string_view version) const;
  const shell::WalkResult& walked() const { return walked_; }

 private:
  struct Inner {
    shell::WalkResult walked;
    std::string via;
    shell::ByteRange range;  // of the command that holds it
  };
  void enter(const shell::WalkResult& walked, const shell::ByteRange* range, int depth);
  void judge_walk(const shell::WalkResult& walked, const Inner* inner, const std::vector<PlacedRule>& rules, std::vector<Hit>& out) const;
  void judge_opaque(const shell::WalkResult& walked, const Inner* inner, const std::vector<PlacedRule>& rules, std::vector<Hit>& out) const;

  std::string_view text_;
  shell::WalkOptions options_;
  shell::WalkResult walked_;
  std::vector<Inner> inner_;
  bool hidden_ = false;
};

}  // namespace cordon::deny_guard
