// SPDX-License-Identifier: Apache-2.0
// Whose words an output is: of a command that failed, or of a text that was only shown (`cat build.log; false`).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cordon::error_hint {

class Command {
 public:
  Command(std::string_view text, const std::string& cwd);

  // It only shows text: cat, grep, git log and the like, and nothing is written. False when that cannot be told.
  bool only_shows() const { return only_shows_; }
  // It starts one of these programs, by whatever path or wrapper.
  bool starts(std::span<const std::string_view> names) const;
  // Its exit status may be another command's: lists and pipelines.
  bool status_masked() const { return programs_.size() > 1; }

 private:
  std::vector<std::string> programs_;  // base names
  bool only_shows_ = false;
};

}  // namespace cordon::error_hint
