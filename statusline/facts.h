// SPDX-License-Identifier: Apache-2.0
// Everything a render may show, gathered beforehand so that rendering is pure.
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/git/repository.h"
#include "shared/payload/payload.h"
#include "shared/settings/posture.h"

namespace cordon::statusline {

// What only git itself can count. Whoever fills it says whether it may be older than what it describes.
struct GitCounts {
  uint32_t staged = 0, changed = 0, untracked = 0, conflicted = 0;
  uint32_t ahead = 0, behind = 0, stash = 0;
  bool stale = false;  // shown dimmed
};

struct Facts {
  payload::Payload payload;            // of an unreadable payload every field is absent
  std::optional<Error> payload_fault;  // why it was unreadable
  settings::Posture posture;
  bool mode_told = false;     // the permission mode is what a hook of this session was told; else only how the session started
  std::vector<Error> faults;  // settings files the runtime drops, faults of cordon.toml, an unknown preset; `file` is a path
  uint64_t bypasses = 0;      // dangerouslyDisableSandbox calls that were asked, warned of or denied in this session
  int64_t now = 0;            // seconds since the epoch

  // Only filled for formats that show a place.
  std::string directory;    // where the session is now, absolute; "" unknown
  std::string elsewhere;    // the payload's `cwd` when it names another folder than `directory`
  std::string home;         // $HOME, clean; "" unknown
  std::optional<git::Repository> repository;  // around `directory`
  git::Head head;                             // of that repository; during a rebase the branch that is being moved
  std::string operation;                      // what git is in the middle of: "rebase 2/5", "merge"; "" nothing. Only for formats that show git
  std::optional<GitCounts> counts;            // nothing: not known, which is not "clean"

  // Only filled for formats that show the clock.
  std::tm local_time{};
};

}  // namespace cordon::statusline
