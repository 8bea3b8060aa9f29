// SPDX-License-Identifier: Apache-2.0
// cordon harden, in parts: the options, and what each of its ways does. Internal to harden.
#pragma once

#include <string>
#include <vector>

#include "cordon/harden/place.h"
#include "cordon/harden/profile.h"
#include "cordon/harden/record.h"
#include "cordon/install_files.h"

namespace cordon::harden {

struct Options {
  std::string profile = "interactive";
  std::string scope;    // "": user (managed: managed; --check: project)
  std::string version;  // of the runtime whose rules count; "" the newest known
  bool apply = false, undo = false, check = false, explain = false, as_json = false, dont_ask = false;
  std::vector<std::string> allow_domains;

  CompareOptions compare() const { return {version, scope, dont_ask}; }
};

// One file as it is and as it will be.
struct Target {
  command::FileState file;
  Merged merged;
  bool machine_local = false;  // new folders get mode 0700
  bool changes() const { return file.bytes != merged.bytes || (!file.exists && !merged.changes.empty()); }
};

struct Plan {
  Place place;
  Profile profile;
  Record record;
  std::vector<Target> targets;      // in the order they are written
  std::vector<std::string> notes;   // for people, without a file's
  std::string backend;              // what is missing of the sandbox; "" nothing
  bool refuses_without_backend = false;  // the profile makes the runtime refuse to start without one
};
// Reads everything, writes nothing.
Result<Plan> make_plan(World& world, const Options& options);

int dry_run(const Options& options);
int apply(const Options& options);
int undo(const Options& options);
int check(const Options& options);
int explain(const Options& options);

}  // namespace cordon::harden
