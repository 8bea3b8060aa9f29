// SPDX-License-Identifier: Apache-2.0
// The sentences of the hook's answer.
#pragma once

#include <string>
#include <vector>

#include "hooks/protected-paths/ground.h"
#include "shared/payload/decision.h"

namespace cordon::protected_paths {

struct Touch {
  Finding finding;
  std::string program;  // "sed -i", "redirection", "Edit"
};

std::string reason_of(const std::vector<Touch>& touches, const std::vector<std::string>& unknown);
// For the description of a shell call, which is always shown: one or two lines and then what stood there.
std::string short_warning(const std::vector<Touch>& touches, const std::vector<std::string>& unknown, const std::string& description);
// "" when there are none.
std::string fault_note(const std::vector<Error>& faults);

}  // namespace cordon::protected_paths
