// SPDX-License-Identifier: Apache-2.0
#include "cordon/harden/record.h"

#include <fmt/format.h>

#include <algorithm>

#include "cordon/json_edit.h"

namespace cordon::harden {
namespace {

using command::text_at;

struct KindName {
  const char* name;
  Change::Kind kind;
};
constexpr KindName kKinds[] = {{"made", Change::Kind::kMade},   {"added", Change::Kind::kAdded}, {"set", Change::Kind::kSet},
                               {"guard", Change::Kind::kGuard}, {"toml", Change::Kind::kToml},   {"line", Change::Kind::kLine}};

Json json_of(const Change& change) {
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const KindName& name) { return name.kind == change.kind; });
  Json out = {{"kind", kind->name}, {"key", change.key}, {"values", change.values}};
  if (change.before) out["before"] = *change.before;
  return out;
}

bool read_change(const Json& object, Change& change) {
  const std::string name = text_at(object, "kind");
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const KindName& known) { return known.name == name; });
  if (kind == std::end(kKinds) || !object.contains("values") || !object["values"].is_array()) return false;
  change.kind = kind->kind;
  change.key = text_at(object, "key");
  for (const Json& value : object["values"]) change.values.push_back(value);
  if (object.contains("before")) change.before = text_at(object, "before");
  const bool needs_value = change.kind == Change::Kind::kSet || change.kind == Change::Kind::kToml || change.kind == Change::Kind::kLine;
  return !needs_value || !change.values.empty();
}

bool read_file(const Json& object, FileRecord& file) {
  file.path = text_at(object, "path");
  file.profile = text_at(object, "profile");
  file.written = text_at(object, "written");
  file.original = text_at(object, "original");
  file.backup = text_at(object, "backup");
  file.created = object.value("created", false);
  const auto changes = object.find("changes");
  if (!file.path.starts_with('/') || changes == object.end() || !changes->is_array()) return false;
  for (const Json& change : *changes) {
    if (!change.is_object() || !read_change(change, file.changes.emplace_back())) return false;
  }
  return true;
}

}  // namespace

FileRecord* Record::of(const std::string& path) {
  const auto found = std::find_if(files.begin(), files.end(), [&](const FileRecord& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

std::string Record::text() const {
  Json out = {{"version", 1}, {"files", Json::array()}};
  for (const FileRecord& file : files) {
    Json changes = Json::array();
    for (const Change& change : file.changes) changes.push_back(json_of(change));
    out["files"].push_back({{"path", file.path}, {"profile", file.profile}, {"written", file.written}, {"original", file.original},
                            {"backup", file.backup}, {"created", file.created}, {"changes", changes}});
  }
  return out.dump(2) + "\n";
}

Result<Record> load_record(World& world, const std::string& path) {
  Record record;
  const FileText text = world.read_file(path, size_t{64} << 20);
  if (!text && text.error().fault == ReadFault::kAbsent) return record;
  if (!text) return fail(fmt::format("cannot read '{}': {}", path, text.error().text()));
  const Json root = Json::parse(*text, nullptr, false);
  const char* const what = "not the record of a harden: the backups beside the settings hold what was there; remove this file to go on without it";
  if (!root.is_object() || !root.contains("files") || !root["files"].is_array()) return fail(what, path, 1, 1);
  for (const Json& file : root["files"]) {
    if (!file.is_object() || !read_file(file, record.files.emplace_back())) return fail(what, path, 1, 1);
  }
  return record;
}

}  // namespace cordon::harden
