// SPDX-License-Identifier: Apache-2.0
// When a version was first seen on this machine, in ${XDG_STATE_HOME:-~/.local/state}/cordon/pins-seen.json: apt knows no days of
// single packages, and an index that is made anew every day would leave them young for ever. Best effort.
#pragma once

#include <string_view>
#include <vector>

#include "cordon/pins/releases.h"

namespace cordon::pins {

class Seen {
 public:
  explicit Seen(World& world);
  // Sets `released` to the day first seen where that is earlier than what is known, and remembers today for new ones.
  void apply(std::string_view tool, std::vector<Release>& releases);
  void save();

 private:
  struct Entry {
    std::string tool, version;
    int64_t first = 0;
  };
  World& world_;
  std::string file_;
  std::vector<Entry> entries_;
  bool changed_ = false;
};

}  // namespace cordon::pins
