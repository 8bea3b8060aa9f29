// SPDX-License-Identifier: Apache-2.0
#include "cordon/install_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

using Json = nlohmann::ordered_json;

std::string string_of(const Json& object, const char* key) {
  const auto member = object.find(key);
  return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

std::vector<std::string> strings_of(const Json& object, const char* key) {
  std::vector<std::string> out;
  const auto member = object.find(key);
  if (member == object.end() || !member->is_array()) return out;
  for (const auto& item : *member) {
    if (item.is_string()) out.push_back(item.get<std::string>());
  }
  return out;
}

SettingsRecord record_from(const Json& object) {
  SettingsRecord record;
  record.path = string_of(object, "path");
  record.written = string_of(object, "written");
  record.original = string_of(object, "original");
  record.backup = string_of(object, "backup");
  const auto created = object.find("created");
  record.created = created != object.end() && created->is_boolean() && created->get<bool>();
  if (object.contains("status_line_before")) record.status_line_before = string_of(object, "status_line_before");
  record.empty_before = strings_of(object, "empty_before");
  return record;
}

Json json_of(const SettingsRecord& record) {
  Json out = {{"path", record.path}, {"written", record.written}, {"original", record.original}, {"backup", record.backup}};
  out["created"] = record.created;
  if (record.status_line_before) out["status_line_before"] = *record.status_line_before;
  out["empty_before"] = record.empty_before;
  return out;
}

}  // namespace

Result<Layout> find_layout(World& world, const std::string& prefix, bool project) {
  Layout layout;
  const std::string here = world.current_dir();
  if (const auto folder = world.env_set("CLAUDE_CONFIG_DIR")) {
    layout.config = path::absolute(*folder, here);
  } else if (const auto home = world.env_set("HOME")) {
    if (!home->starts_with('/')) return fail(fmt::format("HOME is '{}', which is no absolute path: every folder would have settings of its own", text::visible(*home)));
    layout.config = path::join(*home, ".claude");
  } else {
    return fail("neither CLAUDE_CONFIG_DIR nor HOME is set: cannot tell where settings.json is");
  }
  layout.settings = project ? path::absolute(".claude/settings.json", here) : path::join(layout.config, "settings.json");
  layout.bin = prefix.empty() ? path::join(layout.config, "cordon/bin") : path::absolute(path::join(prefix, "bin"), here);
  layout.manifest = path::join(layout.config, "cordon/install.json");
  for (const std::string* name : {&layout.settings, &layout.bin, &layout.manifest}) {
    if (!name->starts_with('/')) return fail(fmt::format("cannot make '{}' absolute: the current folder is gone", *name));
    if (!text::is_valid_utf8(*name)) return fail(fmt::format("'{}' is not valid UTF-8, JSON cannot hold it", text::visible(*name)));
    if (text::visible(*name, text::Newlines::kEscape) != *name) return fail(fmt::format("'{}' has hidden characters in its name: choose another folder", text::visible(*name)));
  }
  return layout;
}

SettingsRecord* Manifest::record_of(const std::string& wanted) {
  const auto found = std::find_if(settings.begin(), settings.end(), [&](const SettingsRecord& record) { return record.path == wanted; });
  return found == settings.end() ? nullptr : &*found;
}

std::vector<std::string> Manifest::own_bins() const {
  std::vector<std::string> out = earlier_bins;
  if (!bin.empty()) out.push_back(bin);
  return out;
}

std::string Manifest::text() const {
  Json out = {{"version", 1}, {"cordon", CORDON_VERSION}, {"bin", bin}};
  out["programs"] = Json::object();
  for (const auto& [name, hash] : programs) out["programs"][name] = hash;
  out["earlier_bins"] = earlier_bins;
  out["settings"] = Json::array();
  for (const SettingsRecord& record : settings) out["settings"].push_back(json_of(record));
  return out.dump(2) + "\n";
}

Result<Manifest> load_manifest(World& world, const std::string& path) {
  Manifest manifest;
  const FileText text = world.read_file(path, size_t{16} << 20);
  if (!text && text.error().fault == ReadFault::kAbsent) return manifest;
  if (!text) return fail(fmt::format("cannot read '{}': {}", path, text.error().text()));
  const Json root = Json::parse(*text, nullptr, false);
  if (!root.is_object()) return fail("not the record of an install: remove this file to go on without it", path, 1, 1);
  manifest.bin = string_of(root, "bin");
  if (const auto programs = root.find("programs"); programs != root.end() && programs->is_object()) {
    for (const auto& [name, hash] : programs->items()) manifest.programs[name] = hash.is_string() ? hash.get<std::string>() : "";
  }
  manifest.earlier_bins = strings_of(root, "earlier_bins");
  if (const auto settings = root.find("settings"); settings != root.end() && settings->is_array()) {
    for (const auto& record : *settings) {
      if (record.is_object() && string_of(record, "path").starts_with('/')) manifest.settings.push_back(record_from(record));
    }
  }
  return manifest;
}

}  // namespace cordon::command
