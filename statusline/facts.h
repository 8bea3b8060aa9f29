// SPDX-License-Identifier: Apache-2.0
// Everything a render may show, gathered beforehand so that rendering is pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/git/repository.h"
#include "shared/payload/payload.h"
#include "shared/settings/posture.h"

namespace cordon::statusline {

struct Facts {
  payload::Payload payload;            // of an unreadable payload every field is absent
  std::optional<Error> payload_fault;  // why it was unreadable
  settings::Posture posture;
  std::vector<Error> faults;  // settings files the runtime drops, faults of cordon.toml, an unknown preset; `file` is a path
  uint64_t bypasses = 0;      // dangerouslyDisableSandbox calls that were asked, warned of or denied in this session

  // Only filled for presets that show a place.
  std::string directory;    // where the session is now, absolute; "" unknown
  std::string elsewhere;    // the payload's `cwd` when it names another folder than `directory`
  std::string home;         // $HOME, clean; "" unknown
  git::Head head;           // of the repository around `directory`
};

}  // namespace cordon::statusline
