// SPDX-License-Identifier: Apache-2.0
// What harden did, so that --undo can take it back: <config folder>/cordon/harden.json, written before the files it speaks of.
#pragma once

#include <string>
#include <vector>

#include "cordon/harden/merge.h"
#include "shared/base/world.h"

namespace cordon::harden {

struct FileRecord {
  std::string path;              // as it was named
  std::string profile;           // the last one that was applied
  std::string written;           // sha256 of what harden wrote
  std::string original;          // sha256 of what was there before; "" when a person's edits lie between
  std::string backup;            // copy of `original`; "" when there was no file
  bool created = false;          // there was no file
  std::vector<Change> changes;   // of all runs, in order
};

// {"version":1,"files":[{"path":…,"profile":"interactive","written":…,"original":…,"backup":…,"created":false,"changes":[…]}]}
struct Record {
  std::vector<FileRecord> files;

  FileRecord* of(const std::string& path);
  std::string text() const;
};
// An absent record is an empty one. One that cannot be understood is an error with its place.
Result<Record> load_record(World& world, const std::string& path);

}  // namespace cordon::harden
