// SPDX-License-Identifier: Apache-2.0
// What the doctor says, for people and for programs (schemas/doctor-report.schema.json).
#pragma once

#include <string>
#include <vector>

#include "cordon/doctor/doctor.h"

namespace cordon::doctor {

struct Applied {
  std::string path, what, diff;
  std::string backup;  // "" when there was no file, or nothing was written
  std::string fault;   // why it was not applied
  bool written = false;
};

struct ReportOptions {
  bool utf8 = true;    // ✓ ✗ ⚠ ⊘, else [ok] [FAIL] [warn] [--]
  bool colour = false;
  bool all = false;    // evidence of what passed, too
};
std::string report_text(const std::vector<Outcome>& outcomes, const ReportOptions& options);
std::string fixes_text(const std::vector<Applied>& fixes, bool dry_run);
std::string report_json(const std::vector<Outcome>& outcomes, const std::vector<Applied>& fixes, const Context& context);
std::string list_text();  // the table of checks

}  // namespace cordon::doctor
