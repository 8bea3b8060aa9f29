// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/checks.h"
#include "cordon/live/findings.h"
#include "cordon/live/live.h"

namespace cordon::doctor {

Findings check_live(Context& context) {
  if (!context.live) return {skip("not tried", {"--live tries one forbidden command per family in the real runtime, in a scratch home; nothing harmful can run"})};
  const live::Profile profile = live::profile_of(context.profile);
  live::Options options;
  options.runtime = context.runtime_path;
  options.start_dir = context.query.start_dir;
  options.profile = profile;
  return live::findings_of(live::try_families(context.world, options), profile);
}

}  // namespace cordon::doctor
