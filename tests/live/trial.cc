// SPDX-License-Identifier: Apache-2.0
// live_trial RUNTIME FOLDER [PROFILE [MODE]]: one trial as JSON, for tests/live/test_doctor_live.py, which must see more than the doctor's table.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "cordon/live/live.h"
#include "shared/json/json.h"

using namespace cordon;

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  live::Options options;
  options.runtime = argv[1];
  options.start_dir = argv[2];
  const std::string_view profile = argc > 3 ? argv[3] : "";
  if (profile == "hands-off") options.profile = live::Profile::kHandsOff;
  if (profile == "interactive") options.profile = live::Profile::kInteractive;
  if (argc > 4) options.permission_mode = argv[4];
  RealWorld world;
  const live::Report report = live::try_families(world, options);
  json::Writer out;
  out.begin().field("version", report.version).field("fault", report.fault).field("absent", report.absent);
  out.field("mode", report.permission_mode).field("milliseconds", static_cast<int64_t>(report.milliseconds));
  out.begin("tried");
  for (const live::Tried& tried : report.tried) {
    out.begin(tried.id).field("outcome", live::outcome_name(tried.outcome)).field("by", live::by_name(tried.by));
    out.field("sandboxed", tried.sandboxed).field("as_wanted", tried.as_wanted).field("said", tried.said).end();
  }
  out.end().begin_array("notes");
  for (const std::string& note : report.notes) out.item(note);
  out.end_array().begin_array("refused");
  for (const std::string& host : report.refused) out.item(host);
  out.end_array().end();
  fmt::print("{}\n", out.text);
  return report.fault.empty() ? 0 : 1;
}
