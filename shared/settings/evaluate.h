// SPDX-License-Identifier: Apache-2.0
// From the files to the posture. Internal to shared/settings.
#pragma once

#include "shared/base/world.h"
#include "shared/settings/flags.h"
#include "shared/settings/layout.h"
#include "shared/settings/posture.h"
#include "shared/settings/query.h"

namespace cordon::settings {

// `query.start_dir` is taken as certain.
Posture evaluate(World& world, const Query& query, const Flags& flags, const Layout& layout);

}  // namespace cordon::settings
