// SPDX-License-Identifier: Apache-2.0
// A trial as findings of the doctor: one a family, and one about the trial itself.
#pragma once

#include <string_view>

#include "cordon/doctor/doctor.h"
#include "cordon/live/live.h"

namespace cordon::live {

// "hands-off" -> kHandsOff; "interactive", "managed" and the rest -> kInteractive.
Profile profile_of(std::string_view name);

// Pass: denied, asked where a person is there, or kept harmless by the sandbox. Fail: it ran. Warn: asked where nobody is
// there to answer, or the trial did not come about. Skip: no runtime; a family that was not tried.
doctor::Findings findings_of(const Report& report, Profile profile);

}  // namespace cordon::live
