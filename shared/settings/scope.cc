// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/scope.h"

#include "shared/settings/posture.h"

namespace cordon::settings {

const char* scope_name(Scope scope) {
  constexpr const char* kNames[] = {"managed", "flag", "local", "project", "user"};
  return kNames[static_cast<size_t>(scope)];
}

const char* state_name(FileState state) {
  constexpr const char* kNames[] = {"counted", "absent", "dropped", "ignored"};
  return kNames[static_cast<size_t>(state)];
}

const char* sandbox_name(Sandbox sandbox) {
  constexpr const char* kNames[] = {"on", "off", "refuses", "unknown"};
  return kNames[static_cast<size_t>(sandbox)];
}

}  // namespace cordon::settings
