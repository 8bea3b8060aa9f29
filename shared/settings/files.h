// SPDX-License-Identifier: Apache-2.0
// What is in effect for a session: files, posture, values with provenance. Everything is measured on the real runtime
// (runtime.md §3, settings-oracle.jsonl); what cannot be known is said to be unknown.
//
//   auto query = settings::query_for(world, {.cwd = payload.cwd, .permission_mode = payload.permission_mode});
//   auto effective = settings::resolve(world, query);
//   if (!effective.posture.may_be_effective()) return pass();
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"
#include "shared/settings/posture.h"
#include "shared/settings/query.h"
#include "shared/settings/scope.h"

namespace cordon::settings {

struct EffectiveValue {
  std::string value;  // JSON text; of a united list the whole union: "[\"git\",\"make\"]"
  Scope scope = Scope::kUser;
  std::string path;
  uint32_t line = 0, column = 0;
  bool honoured = true;  // false: the runtime does not take this key from this file (sandbox.bwrapPath outside managed files)
  std::vector<EffectiveValue> overrides;  // what lower (or not honoured) files say, in order of precedence; for lists: the others' parts
};

struct Effective {
  std::vector<SourceFile> files;  // every file considered, highest precedence first
  Posture posture;

  // The value in force of a dotted key ("sandbox.enabled", "permissions.deny"); nothing when no counted file sets it.
  std::optional<EffectiveValue> find(std::string_view key) const;
  // What every counted file says about the key, the deciding one first; those that are not honoured last. Without overrides.
  std::vector<EffectiveValue> statements(std::string_view key) const;
  // Dotted keys of all leaves set by counted files, sorted, each once. A leaf is anything but an object.
  std::vector<std::string> keys() const;
};

// Never fails, never hangs, reads each file once. Costs per existing file one open/fstat/read/close, per absent one open.
Effective resolve(World& world, const Query& query);

// Files larger than this are not read (the runtime's own documents are some kilobytes).
inline constexpr size_t kMaxSettingsBytes = 2u << 20;

}  // namespace cordon::settings
