// SPDX-License-Identifier: Apache-2.0
// The data files as texts (profile_data.cc is made from profiles/*.json when the build is configured).
#pragma once

#include <string_view>

namespace cordon::harden {

extern const std::string_view kSharedText;  // the blocks that profiles name
extern const std::string_view kInteractiveText, kHandsOffText, kManagedText;

}  // namespace cordon::harden
