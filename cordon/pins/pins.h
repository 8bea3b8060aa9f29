// SPDX-License-Identifier: Apache-2.0
// The versions cordon rests on: what is pinned, what is installed, how the two compare. Nothing here installs anything.
//
//   RealWorld world;
//   auto pins = pins::load_pins(world);                       // the shipped list, changed by the person's own file
//   for (const pins::Pin& pin : pins->pins) {
//     const pins::Finding found = pins::check(world, pin, pins::installed_on(world, pin));
//     if (found.state == pins::State::kOlder) … found.text   // "bubblewrap 0.6.1 is older than 0.8.0"
//   }
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cordon/pins/order.h"
#include "shared/base/result.h"
#include "shared/base/world.h"

namespace cordon::pins {

// One tool of pinned-versions.toml. Exactly one of `version` and `min_version` is set.
struct Pin {
  std::string tool;         // "bubblewrap", the table's name
  std::string version;      // exactly this one
  std::string min_version;  // this one or a newer one
  std::string released;     // of that version: "2023-02-27"
  int cooldown_days = 7;    // so old a release must be before it is proposed
  std::string purpose;      // why it is needed, why this version
  std::string program;      // "bwrap": what is looked for on PATH
  std::vector<std::string> version_arguments;                   // {"--version"}: how it is asked
  std::string apt, npm;                                         // package names, "" when it is not there
  Order order = Order::kDebian;
  std::vector<std::pair<std::string, std::string>> install;     // "debian" -> "sudo apt-get install bubblewrap"
  std::vector<std::string> systems;                             // {"linux"}: where it is needed at all; empty: everywhere
  bool optional = false;                                        // its absence is no fault (Claude Code: other agents exist)
  std::string origin;       // "shipped", or the override's "file:line"
  std::string shipped;      // what the override replaced: "min_version 0.8.0"; "" when nothing was

  const std::string& wanted() const { return version.empty() ? min_version : version; }
};

struct PinList {
  std::vector<Pin> pins;            // shipped ones in their order, then those only the override names
  std::string override_file;        // where the override would be, there or not; "" without a config folder
  std::vector<std::string> notes;   // "… lowers the shipped min_version 2.1.202 of 'claude-code' to 2.0.0"
};
// <config folder>/pinned-versions.toml is the override: same shape, a tool's keys replace the shipped ones one by one.
// An override that is not valid is an error with file, line and column: a pin must not fall away silently.
Result<PinList> load_pins(World& world);
Result<std::vector<Pin>> parse_pins(std::string_view toml, const std::string& file);
const Pin* find_pin(const PinList& list, std::string_view tool);

// What this machine has. The first absolute folder of PATH that holds the program counts; folders relative to wherever one
// happens to be are left out, since the repository one stands in must not decide which program is started.
struct Installed {
  std::string path;     // "" not there
  std::string version;  // as the program says: "0.8.0"; "" when it could not be told
  std::string fault;    // why not: "did not end within 20 seconds"
};
Installed installed_on(World& world, const Pin& pin);
// The version in what a program says of itself: "git version 2.39.5 (Apple Git-154)" -> "2.39.5"; "" without one.
std::string version_in(std::string_view output);

// kNewer: than an exact version. kAbsent: an optional one that is not installed. kElsewhere: this system does not need it.
enum class State : uint8_t { kFits, kOlder, kNewer, kMissing, kUnknown, kAbsent, kElsewhere };
std::string_view name_of(State state);  // "fits", "older", …
struct Finding {
  State state = State::kUnknown;
  std::string text;    // "bubblewrap 0.6.1 is older than 0.8.0"
  std::string remedy;  // "sudo apt-get install bubblewrap"; "" when all is well
};
Finding check(World& world, const Pin& pin, const Installed& installed);
// The install command for this system, by /etc/os-release (ID, ID_LIKE) or macOS; "" when none is known.
std::string install_command(World& world, const Pin& pin);

}  // namespace cordon::pins
