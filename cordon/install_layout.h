// SPDX-License-Identifier: Apache-2.0
// Where things go, resolved the way the runtime and our settings library resolve it, and the record of what was done.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/world.h"

namespace cordon::command {

struct Layout {
  std::string config;    // $CLAUDE_CONFIG_DIR, else ~/.claude
  std::string settings;  // <config>/settings.json, or <folder>/.claude/settings.json with scope "project"
  std::string bin;       // <config>/cordon/bin, or <prefix>/bin
  std::string manifest;  // <config>/cordon/install.json, whatever the prefix
};
Result<Layout> find_layout(World& world, const std::string& prefix, bool project);

// One settings file that install edited.
struct SettingsRecord {
  std::string path;                 // as it was named: "/home/u/.claude/settings.json"
  std::string written;              // sha256 of what install wrote
  std::string original;             // sha256 of what was there before; "" unknown (ours stood in it already)
  std::string backup;               // full path of the copy of `original`; "" when there was no file
  bool created = false;             // there was no file
  std::optional<std::string> status_line_before;
  std::vector<std::string> empty_before;
};

// {"version":1,"cordon":"0.1.0","bin":"…","programs":{"bypass-warn":"<sha256>"},"earlier_bins":[],"settings":[…]}
struct Manifest {
  std::string bin;
  std::map<std::string, std::string> programs;  // name -> sha256 as installed
  std::vector<std::string> earlier_bins;        // of installs with another prefix, still recognised as ours
  std::vector<SettingsRecord> settings;

  SettingsRecord* record_of(const std::string& path);
  std::vector<std::string> own_bins() const;
  std::string text() const;
};
// An absent manifest is an empty one. One that cannot be understood is an error with its place.
Result<Manifest> load_manifest(World& world, const std::string& path);

}  // namespace cordon::command
