// SPDX-License-Identifier: Apache-2.0
// The hardening profiles: data (cordon/harden/profiles/*.json, compiled in; shape: schemas/harden-profile.schema.json), and what of one
// a set of settings does not have.
//
//   auto profile = harden::load_profile("interactive");
//   for (const auto& finding : harden::compare(*profile, effective, config, {.version = "2.1.332"})) …
//     finding.message == "permissions.deny lacks \"Bash(curl *)\" (and 9 more)"     finding.entry->reason says why it matters
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
  kRequire,  // one value: it must be values[0] or one of `accepted` (as strict or stricter)
  kPrefer,   // one value: written where nothing stands, never judged
  kAdd,      // a list: every value must be in it
  kGrant,    // a list: what makes work possible; written, never judged
  kNever,    // none of the values may stand there or be in the list; harden takes nothing of a person's away, it says so
  kGuards,   // hooks of ours (values: their programs) that must be wired with "onFailure":"block"
};

struct Entry {
  std::string id;      // "deny-fetch", unique in its profile
  std::string family;  // "network", "credentials", …: the families of doctor --live
  std::string key;     // dotted: "permissions.deny"; of cordon.toml: "bypass_warn.on_bypass"
  bool of_cordon = false;  // the key is cordon.toml's
  Need need = Need::kRequire;
  std::vector<Json> values;
  std::vector<Json> accepted;        // kRequire
  std::string reason;                // one sentence for people
  std::string since;                 // the oldest measured runtime version that knows it; "" all
  std::vector<std::string> scopes;   // where it counts: "user", "project", "local", "managed"; empty: everywhere
  std::string option;                // only with this option: "dont-ask"; "!dont-ask": only without
  std::vector<std::string> blocks, passes;  // Bash rules: commands that they catch, and look-alikes that they do not
  std::vector<std::string> tries;    // rules on files: files to try
};

struct Profile {
  std::string name, summary;
  std::vector<Entry> entries;
};

// "interactive", "hands-off", "managed".
std::span<const std::string_view> profile_names();
// `config_dir`: what "{config}" in values stands for ("" or $HOME/.claude: "~/.claude"). Errors: an unknown name (lists the known ones).
Result<Profile> load_profile(std::string_view name, std::string_view config_dir = {}, std::string_view home = {});
// Of texts shaped like the data files; `name` stands in errors.
Result<Profile> read_profile(std::string_view text, std::string_view shared, const std::string& name, const std::string& config);

struct CompareOptions {
  std::string version;       // of the runtime; entries that it does not know are left out. "" all
  std::string scope;         // "project": only entries that count there; "" all
  bool dont_ask = false;     // the variant of hands-off
};

struct Finding {
  enum class Kind : uint8_t { kMissing, kWeaker };
  const Entry* entry = nullptr;  // of the profile given, which must live on
  Kind kind = Kind::kMissing;
  std::string value;    // JSON text: what is missing (of lists: an array), or what stands there and is too weak
  std::string place;    // kWeaker: "/home/u/.claude/settings.json:12:3"; "" unknown
  std::string message;  // one line without full stop
  std::string remedy;   // a command, or what to do by hand
};
// At most one an entry (kNever: one a value), in the profile's order. `config` is cordon.toml's (settings::load_config).
std::vector<Finding> compare(const Profile& profile, const settings::Effective& effective, const settings::Config& config, const CompareOptions& options);

// Whether this entry applies at all; compare and harden ask the same.
bool applies(const Entry& entry, const CompareOptions& options);
// What cordon.toml says about a key that profiles speak of, in its own words: "ask"; "" for any other key.
std::string config_word(const settings::Config& config, std::string_view key);
// Two values of a list are one: equal, or objects with the same "path" or "name" (credentials).
bool same_value(const Json& a, const Json& b);

}  // namespace cordon::harden
