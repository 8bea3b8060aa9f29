// SPDX-License-Identifier: Apache-2.0
// What the runtime's own matching sees of a command: the texts it holds the rules against. Measured
// (schemas/runtime/bash-rules.json, each row a test); where it is not known to look, nothing is given, so that the guard
// rather says once too often what the runtime says anyway.
//
//   timeout 5 'git' push > out     {"timeout 5 git push", "git push", ...}
//   $'git' push                    {"$'git' push", ...}: it does not read such quotes
//   xargs -n1 git push             {"xargs -n1 git push"}: xargs with options is not looked into
//
// Older versions see much less: on 2.1.202 nothing in $(…), (…), { …; }, case and functions, no quoted argument, no program
// by its path. Where it changed is not bisected: below kSeesMore only what is written plainly is taken for seen.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hooks/deny-guard/rules.h"
#include "shared/shell/walk.h"

namespace cordon::deny_guard {

inline constexpr std::string_view kSeesMore = "2.1.332";
// An unknown version counts as the newest.
bool sees_more(std::string_view version);

class RuntimeView {
 public:
  // `text` is the whole command.
  RuntimeView(std::string_view text, const shell::WalkResult& walked, std::string_view version) : text_(text), walked_(&walked), old_(!sees_more(version)) {}

  // The runtime refuses (or asks about) this call by that rule itself.
  bool catches(const PlacedRule& rule) const;
  // The texts it sees of one command; none for one that came through bash -c, find, an alias, ...
  std::vector<std::string> texts_of(const shell::Invocation& invocation) const;

 private:
  std::vector<std::string> as_written(const shell::Invocation& invocation, shell::ByteRange words) const;
  std::string decode(std::string_view source) const;
  std::string value_of(std::string_view name) const;
  bool hidden_from_ask(const shell::Invocation& invocation) const;
  bool is_plain(const shell::Invocation& invocation) const;
  bool is_inside(const shell::Invocation& invocation) const;

  std::string_view text_;
  const shell::WalkResult* walked_;
  bool old_;
  mutable std::optional<std::vector<shell::ByteRange>> inside_;  // see is_inside
};

}  // namespace cordon::deny_guard
