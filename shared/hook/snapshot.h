// SPDX-License-Identifier: Apache-2.0
// What of a session's settings can be loosened, at one moment: small enough to keep, complete enough to compare.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shared/json/json.h"
#include "shared/settings/files.h"
#include "shared/settings/posture.h"

namespace cordon::hook {

// Path -> digest of its content, of every settings file that is there and considered ("--settings" for inline text).
using FileDigests = std::map<std::string, std::string>;

struct Snapshot {
  settings::Posture posture;  // permission_mode: the one a session would start with
  std::vector<std::string> deny, ask;                // permission rules
  std::vector<std::string> allow_write;              // sandbox.filesystem.allowWrite
  std::vector<std::string> deny_write, deny_read;    // sandbox.filesystem.denyWrite, denyRead
  std::vector<std::string> own_hooks;                // "PreToolUse bypass-warn"; empty under disableAllHooks
  FileDigests files;
};

Snapshot take(const settings::Effective& effective);
FileDigests digests_of(const settings::Effective& effective);
// Files of `now` or `then` whose content differs; paths, sorted.
std::vector<std::string> changed_files(const FileDigests& then, const FileDigests& now);

// Members of the object that `out` has open. Reading never fails: what is absent or of the wrong type stays at its default.
void write_snapshot(json::Writer& out, const Snapshot& snapshot);
Snapshot read_snapshot(const json::Value& object);
void write_digests(json::Writer& out, std::string_view key, const FileDigests& files);
FileDigests read_digests(const json::Value* object);
void write_texts(json::Writer& out, std::string_view key, const std::vector<std::string>& texts);
std::vector<std::string> read_texts(const json::Value* array);

}  // namespace cordon::hook
