// SPDX-License-Identifier: Apache-2.0
#pragma once
// fish's own syntax, written out as zsh reads it: both take "$list" for all of its elements and split nothing.
//
//   if test -d x; git add -A; end        if test -d x; then git add -A; fi
//   set g git; $g add (pwd)              g=(git); $g add $(pwd)
//   not a; and b; or c                   ! a && b || c
// Tried with fish 3.6.

#include <optional>
#include <string>
#include <string_view>

namespace cordon::shell {

/// nullopt: blocks that do not fit.
std::optional<std::string> fish_as_zsh(std::string_view text);

}  // namespace cordon::shell
