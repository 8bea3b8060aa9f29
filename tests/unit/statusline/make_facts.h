// SPDX-License-Identifier: Apache-2.0
// Facts for the tests of rendering, made from a payload's text and a posture, without any file.
#pragma once

#include <string>

#include "statusline/facts.h"

namespace cordon::statusline {

inline settings::Posture posture(settings::Sandbox sandbox, std::string why = {}) {
  settings::Posture posture;
  posture.sandbox = sandbox;
  posture.why = std::move(why);
  return posture;
}

inline Facts facts_of(std::string payload, settings::Posture state = posture(settings::Sandbox::kOn)) {
  Facts facts;
  if (auto read = payload::Payload::read(std::move(payload))) {
    facts.payload = std::move(*read);
  } else {
    facts.payload_fault = read.error();
  }
  facts.posture = std::move(state);
  return facts;
}

}  // namespace cordon::statusline
