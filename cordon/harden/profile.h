// SPDX-License-Identifier: Apache-2.0
// The hardening profiles: data (cordon/harden/profiles/*.json, compiled in; shape: schemas/harden-profile.schema.json), and what of one
// a set of settings does not have.
//
//   auto profile = harden::load_profile("interactive");
//   for (const auto& finding : harden::compare(*profile, effective, config, {.version = "2.1.332"})) …
//     finding.message == "permissions.deny lacks \"Bash(curl *)\""     finding.entry->reason says why it matters
//     finding.remedy  == "cordon harden interactive --apply"
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/settings/config.h"
#include "shared/settings/files.h"

namespace cordon::harden {

using Json = nlohmann::ordered_json;

enum class Need : uint8_t {
  kRequire,  // one value: it must be values[0] or one of `accepted` (the stricter ones)
  kPrefer,   // one value: written where nothing stands, never judged
  kAdd,      // a list: every value must be in it
  kGrant,    // a list: what makes work possible; written, never judged
  kNever,    // a list: none of the values may be in it; harden takes nothing of a person's away, it says so
  kGuards,   // hooks of ours (values: their programs) that must be wired with "onFailure":"block"
};

struct Entry {
  std::string id;      // "deny-curl", unique in its profile
  std::string family;  // "network", "credentials", …: the families of doctor --live
  std::string key;     // dotted: "permissions.deny"; of cordon.toml: "bypass_warn.on_bypass"
  bool of_cordon = false;  // the key is cordon.toml's
  Need need = Need::kRequire;
  std::vector<Json> values;
  std::vector<Json> accepted;        // kRequire: other values that are as strict
  std::string reason;                // a sentence for people
  std::string since, until;          // first runtime version that knows it, first one that does no more; "" always (measured only)
  std::vector<std::string> scopes;   // where it counts: "user", "project", "local", "managed"; empty: everywhere
  std::string option;                // only with this option: "dont-ask"; "!dont-ask": only without
};

struct Profile {
  std::string name, summary;
  std::vector<Entry> entries;  // in the order of the file
};

// "interactive", "hands-off", "managed".
std::span<const std::string_view> profile_names();
// Errors: an unknown name (the message lists the known ones).
Result<Profile> load_profile(std::string_view name);
// Of a text that is shaped like the data files; `name` stands in errors.
Result<Profile> read_profile(std::string_view text, const std::string& name);

struct CompareOptions {
  std::string version;       // of the runtime; entries that it does not know are left out. "" all
  std::string scope;         // "project": only entries that count there; "" all
  bool dont_ask = false;     // the variant of hands-off
};

struct Finding {
  enum class Kind : uint8_t { kMissing, kWeaker };
  const Entry* entry = nullptr;  // of the profile given, which must live on
  Kind kind = Kind::kMissing;
  std::string value;    // JSON text: what is missing, or what stands there and is too weak
  std::string place;    // kWeaker: "/home/u/.claude/settings.json:12:3"; "" unknown
  std::string message;  // one line without full stop
  std::string remedy;   // a command, or what to do by hand
};
// In the profile's order. `config` is cordon.toml's (settings::load_config).
std::vector<Finding> compare(const Profile& profile, const settings::Effective& effective, const settings::Config& config, const CompareOptions& options);

// Whether this entry applies at all; compare and harden ask the same.
bool applies(const Entry& entry, const CompareOptions& options);
// Two values of a list are one: equal, or objects with the same "path" or "name" (credentials).
bool same_value(const Json& a, const Json& b);

}  // namespace cordon::harden
