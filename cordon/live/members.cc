// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/members.h"

namespace cordon::live {

const Json& member(const Json& object, const char* key) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

}  // namespace cordon::live
