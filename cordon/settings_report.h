// SPDX-License-Identifier: Apache-2.0
// What `cordon settings` prints, for people and for programs (schemas/settings-report.schema.json).
#pragma once

#include <string>
#include <vector>

#include "shared/settings/files.h"

namespace cordon::command {

struct Report {
  const settings::Effective& effective;
  std::string start_dir;
  std::string key;  // "" all; "sandbox" everything below it too
  std::vector<std::string> notes;
};

std::string report_text(const Report& report);
std::string report_json(const Report& report);

}  // namespace cordon::command
