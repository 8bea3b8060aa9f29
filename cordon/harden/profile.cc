// SPDX-License-Identifier: Apache-2.0
#include "cordon/harden/profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "cordon/harden/profile_data.h"
#include "cordon/json_edit.h"
#include "shared/base/path.h"
#include "shared/settings/rules.h"

namespace cordon::harden {
namespace {

using command::text_at;

struct Known {
  std::string_view name;
  const std::string_view* text;
};
constexpr Known kKnown[] = {{"interactive", &kInteractiveText}, {"hands-off", &kHandsOffText}, {"managed", &kManagedText}};
constexpr std::string_view kNames[] = {"interactive", "hands-off", "managed"};

struct NeedName {
  const char* name;
  Need need;
};
constexpr NeedName kNeeds[] = {{"require", Need::kRequire}, {"prefer", Need::kPrefer}, {"add", Need::kAdd},
                               {"grant", Need::kGrant},     {"never", Need::kNever},   {"guards", Need::kGuards}};

std::vector<std::string> texts_of(const Json& object, const char* key) {
  std::vector<std::string> out;
  const auto member = object.find(key);
  if (member == object.end()) return out;
  for (const Json& item : *member) out.push_back(item.is_string() ? item.get<std::string>() : "");
  return out;
}

// "{config}/cordon.toml" -> "~/.claude/cordon.toml"; inside a rule an absolute folder gets a second slash: "Edit(//opt/c/cordon.toml)".
std::string placed(std::string text, const std::string& config) {
  constexpr std::string_view kMark = "{config}";
  const size_t at = text.find(kMark);
  if (at == std::string::npos) return text;
  const bool in_rule = at > 0 && text[at - 1] == '(';
  return text.replace(at, kMark.size(), (in_rule && config.starts_with('/') ? "/" : "") + config);
}

Json placed(const Json& value, const std::string& config) {
  if (value.is_string()) return placed(value.get<std::string>(), config);
  if (!value.is_object()) return value;
  Json out = Json::object();
  for (const auto& [key, member] : value.items()) out[key] = placed(member, config);
  return out;
}

std::vector<Json> values_of(const Json& value, const std::string& config) {
  std::vector<Json> out;
  if (!value.is_array()) return {placed(value, config)};
  for (const Json& item : value) out.push_back(placed(item, config));
  return out;
}

Result<Entry> read_entry(const Json& object, const std::string& name, const std::string& config) {
  Entry entry;
  entry.id = text_at(object, "id");
  entry.family = text_at(object, "family");
  entry.key = text_at(object, "key");
  entry.reason = text_at(object, "reason");
  entry.since = text_at(object, "since");
  entry.option = text_at(object, "option");
  entry.of_cordon = object.value("cordon", false);
  entry.scopes = texts_of(object, "scopes");
  entry.blocks = texts_of(object, "blocks");
  entry.passes = texts_of(object, "passes");
  entry.tries = texts_of(object, "tries");
  for (std::string& file : entry.tries) file = placed(file, config);
  if (entry.id.empty() || entry.key.empty() || entry.reason.empty()) return fail(fmt::format("an entry without id, key or reason: {}", object.dump()), name);
  if (const auto accepted = object.find("accept"); accepted != object.end()) entry.accepted = values_of(*accepted, config);
  for (const NeedName& need : kNeeds) {
    const auto member = object.find(need.name);
    if (member == object.end()) continue;
    if (!entry.values.empty()) return fail(fmt::format("two needs in entry '{}'", entry.id), name);
    entry.need = need.need;
    entry.values = values_of(*member, config);
  }
  if (entry.values.empty()) return fail(fmt::format("entry '{}' needs nothing", entry.id), name);
  return entry;
}

}  // namespace

std::span<const std::string_view> profile_names() { return kNames; }

Result<Profile> read_profile(std::string_view text, std::string_view shared, const std::string& name, const std::string& config) {
  const Json root = Json::parse(text, nullptr, false), blocks = Json::parse(shared, nullptr, false);
  if (!root.is_object() || !blocks.is_object() || !blocks.contains("blocks")) return fail("not a profile", name);
  Profile profile;
  profile.name = text_at(root, "profile");
  profile.summary = text_at(root, "summary");
  std::vector<const Json*> objects;
  for (const std::string& block : texts_of(root, "blocks")) {
    const auto found = blocks["blocks"].find(block);
    if (found == blocks["blocks"].end()) return fail(fmt::format("no block '{}'", block), name);
    for (const Json& object : *found) objects.push_back(&object);
  }
  if (const auto own = root.find("entries"); own != root.end()) {
    for (const Json& object : *own) objects.push_back(&object);
  }
  for (const Json* object : objects) {
    auto entry = read_entry(*object, name, config);
    if (!entry) return tl::unexpected<Error>(entry.error());
    profile.entries.push_back(std::move(*entry));
  }
  return profile;
}

Result<Profile> load_profile(std::string_view name, std::string_view config_dir, std::string_view home) {
  const bool usual = config_dir.empty() || (!home.empty() && config_dir == path::join(home, ".claude"));
  for (const Known& known : kKnown) {
    if (known.name == name) return read_profile(*known.text, kSharedText, std::string(name), usual ? "~/.claude" : std::string(config_dir));
  }
  return fail(fmt::format("no profile '{}': there are interactive, hands-off and managed", name));
}

bool applies(const Entry& entry, const CompareOptions& options) {
  if (entry.option == "dont-ask" && !options.dont_ask) return false;
  if (entry.option == "!dont-ask" && options.dont_ask) return false;
  if (!options.scope.empty() && !entry.scopes.empty() && std::find(entry.scopes.begin(), entry.scopes.end(), options.scope) == entry.scopes.end()) return false;
  const uint64_t version = settings::version_number(options.version);
  return version == 0 || entry.since.empty() || version >= settings::version_number(entry.since);
}

bool same_value(const Json& a, const Json& b) {
  if (a == b) return true;
  if (!a.is_object() || !b.is_object()) return false;
  for (const char* key : {"path", "name"}) {
    if (a.contains(key) && b.contains(key)) return a[key] == b[key];
  }
  return false;
}

}  // namespace cordon::harden
