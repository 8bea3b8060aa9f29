// SPDX-License-Identifier: Apache-2.0
#include "cordon/harden/merge.h"

#include <fmt/format.h>

#include <algorithm>

#include "cordon/harden/merge_steps.h"
#include "shared/settings/validity.h"

namespace cordon::harden {
namespace {

using command::JsonFile;

bool contains(const std::vector<Json>& list, const Json& value) {
  return std::any_of(list.begin(), list.end(), [&](const Json& item) { return same_value(item, value); });
}

// "~/.config/gh/**" -> "~/.config/gh"; "Read(~/x)" is taken apart by the caller.
std::string folder_of(std::string path) {
  while (path.ends_with("/**") || path.ends_with("/*")) path.resize(path.rfind('/'));
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

// Folders and files that the person closed by hand: an allowRead of ours would open them again (measured: it beats Read rules, too).
std::vector<std::string> closed_by_person(const JsonFile& file) {
  std::vector<std::string> out;
  for (const Json& path : list_at(file, "sandbox.filesystem.denyRead")) {
    if (path.is_string()) out.push_back(folder_of(path.get<std::string>()));
  }
  for (const Json& credential : list_at(file, "sandbox.credentials.files")) {
    if (credential.is_object() && credential.contains("path") && credential["path"].is_string()) out.push_back(folder_of(credential["path"].get<std::string>()));
  }
  for (const Json& rule : list_at(file, "permissions.deny")) {
    const std::string text = rule.is_string() ? rule.get<std::string>() : "";
    if (text.starts_with("Read(") && text.ends_with(")")) out.push_back(folder_of(text.substr(5, text.size() - 6)));
  }
  return out;
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || (path.starts_with(folder) && (folder.ends_with('/') || path[folder.size()] == '/'));
}

class Merger {
 public:
  Merger(JsonFile file, const MergeOptions& options) : file_(std::move(file)), options_(options), closed_(closed_by_person(file_)) {}

  Result<Merged> run(const Profile& profile) {
    for (const Entry& entry : profile.entries) {
      if (entry.of_cordon || !applies(entry, options_.compare)) continue;
      if (auto done = take(entry); !done) return tl::unexpected<Error>(done.error());
    }
    if (!options_.allow_domains.empty()) want("sandbox.network.allowedDomains", {options_.allow_domains.begin(), options_.allow_domains.end()}, false);
    for (const Wanted& wanted : wanted_) {
      if (auto done = unite(wanted); !done) return tl::unexpected<Error>(done.error());
    }
    return Merged{file_.bytes(), std::move(changes_), std::move(notes_)};
  }

 private:
  struct Wanted {
    std::string key;
    std::vector<Json> values;
  };

  Result<Step> take(const Entry& entry) {
    switch (entry.need) {
      case Need::kRequire:
      case Need::kPrefer: return set(entry);
      case Need::kAdd: return want(entry.key, entry.values, false), Step{};
      case Need::kGrant: return want(entry.key, entry.values, true), Step{};
      case Need::kNever: return note_never(entry), Step{};
      case Need::kGuards: return guard(entry);
    }
    return Step{};
  }

  // Lists are written once each, so that a large file is parsed a dozen times and not hundreds.
  void want(const std::string& key, const std::vector<Json>& values, bool grant) {
    auto found = std::find_if(wanted_.begin(), wanted_.end(), [&](const Wanted& wanted) { return wanted.key == key; });
    if (found == wanted_.end()) found = wanted_.insert(wanted_.end(), Wanted{key, {}});
    for (const Json& value : values) {
      if (grant && key == "sandbox.filesystem.allowRead" && is_closed(value)) continue;
      if (!contains(found->values, value)) found->values.push_back(value);
    }
  }

  bool is_closed(const Json& value) {
    const auto path = value.get<std::string>();
    const auto folder = std::find_if(closed_.begin(), closed_.end(), [&](const std::string& closed) { return is_below(path, closed); });
    if (folder == closed_.end() || contains(list_at(file_, "sandbox.filesystem.allowRead"), value)) return folder != closed_.end();
    if (std::find(said_.begin(), said_.end(), *folder) == said_.end()) {
      said_.push_back(*folder);
      notes_.push_back(fmt::format("kept closed: {}, which you deny yourself; tools that need to read there need an allowRead entry of yours", *folder));
    }
    return true;
  }

  Result<Step> set(const Entry& entry) {
    const json::Value* value = value_at(file_, entry.key);
    if (value == nullptr) {
      auto made = make_containers(file_, parent_key(entry.key), changes_);
      if (!made) return made;
      file_.append(*value_at(file_, parent_key(entry.key)), last_key(entry.key), entry.values[0]);
      changes_.push_back({Change::Kind::kSet, entry.key, {entry.values[0]}, std::nullopt});
      return Step{};
    }
    const std::string raw(file_.raw(*value));
    const Json present = Json::parse(raw, nullptr, false);
    if (present == entry.values[0] || std::find(entry.accepted.begin(), entry.accepted.end(), present) != entry.accepted.end()) return Step{};
    if (entry.need == Need::kPrefer) {
      notes_.push_back(fmt::format("kept: your {} is {} (the profile: {}): {}", entry.key, raw, entry.values[0].dump(), entry.reason));
      return Step{};
    }
    file_.replace_text(*value, entry.values[0].dump());
    changes_.push_back({Change::Kind::kSet, entry.key, {entry.values[0]}, raw});
    return Step{};
  }

  Result<Step> unite(const Wanted& wanted) {
    const std::vector<Json> present = list_at(file_, wanted.key);
    std::vector<Json> missing;
    std::copy_if(wanted.values.begin(), wanted.values.end(), std::back_inserter(missing), [&](const Json& value) { return !contains(present, value); });
    if (missing.empty()) return Step{};
    const json::Value* list = value_at(file_, wanted.key);
    if (list != nullptr && !list->is(json::Type::kArray)) return tl::unexpected<Error>(file_.error_at(*list, fmt::format("expected array for '{}'", wanted.key)));
    if (list != nullptr) {
      file_.append_all(*list, missing);
    } else {
      auto made = make_containers(file_, parent_key(wanted.key), changes_);
      if (!made) return made;
      file_.append(*value_at(file_, parent_key(wanted.key)), last_key(wanted.key), missing);
      changes_.push_back({Change::Kind::kMade, wanted.key, {}, std::nullopt});
    }
    changes_.push_back({Change::Kind::kAdded, wanted.key, std::move(missing), std::nullopt});
    return Step{};
  }

  void note_never(const Entry& entry) {
    const json::Value* value = value_at(file_, entry.key);
    if (value == nullptr) return;
    const Json present = Json::parse(std::string(file_.raw(*value)), nullptr, false);
    for (const Json& never : entry.values) {
      const bool listed = present.is_array() && std::find(present.begin(), present.end(), never) != present.end();
      if (!listed && present != never) continue;
      notes_.push_back(fmt::format("{}: {} {} {}, which makes the profile weaker: {}; it is yours, so take it out by hand",
                                   file_.error_at(*value, "").text(), entry.key, listed ? "holds" : "is", never.dump(), entry.reason));
    }
  }

  Result<Step> guard(const Entry& entry) {
    const GuardsFound found = block_failures(file_, entry.values);
    if (!found.missing.empty()) {
      notes_.push_back(fmt::format("not wired here: {}; wire the guards with: cordon install --strict --yes", fmt::join(found.missing, ", ")));
    }
    if (!found.changed.empty()) changes_.push_back({Change::Kind::kGuard, entry.key, found.changed, std::nullopt});
    return Step{};
  }

  JsonFile file_;
  const MergeOptions& options_;
  std::vector<std::string> closed_, said_;
  std::vector<Wanted> wanted_;
  std::vector<Change> changes_;
  std::vector<std::string> notes_;
};

}  // namespace

Result<Merged> merge(const std::string& bytes, const std::string& name, const Profile& profile, const MergeOptions& options) {
  auto file = JsonFile::open(bytes, name);
  if (!file) return tl::unexpected<Error>(file.error());
  if (!file->root().is(json::Type::kObject)) return tl::unexpected<Error>(file->error_at(file->root(), "expected an object"));
  const auto faults = settings::find_faults(file->root(), options.compare.version);
  if (!faults.empty()) {
    const Position place = position_at(file->bytes(), faults[0].begin + (file->bytes().size() - file->text_size()));
    return fail(fmt::format("{}: the runtime drops the whole file for this; repair it first", faults[0].message), name, place.line, place.column);
  }
  const std::string before = file->bytes();
  auto merged = Merger(std::move(*file), options).run(profile);
  if (merged && merged->changes.empty()) merged->bytes = bytes;  // an empty file stays one
  return merged;
}

}  // namespace cordon::harden
