// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/file_names.h"

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::protected_paths {
namespace {

constexpr size_t kPage = 100;

void add(Diff& out, std::string_view name, std::string_view root) {
  if (name.empty()) return;
  std::string path = path::clean(name);
  if (path[0] == '/' && !root.empty() && path::is_within(path, root)) path = std::string(path::below(path, root));
  Change change;
  change.paths.push_back(std::move(path));
  out.changes.push_back(std::move(change));
}

bool add_object(Diff& out, const json::Value& item, std::string_view root) {
  bool found = false;
  for (const std::string_view key : {"path", "filename", "previous_filename", "previousPath", "name"}) {
    const json::Value* name = item.find(key);
    if (name == nullptr || !name->is(json::Type::kString)) continue;
    add(out, name->string, root);
    found = true;
  }
  return found;
}

void read_json(Diff& out, std::string_view text, bool complete, std::string_view root) {
  const auto doc = json::parse(std::string(text));
  if (!doc) {
    out.faults.push_back(doc.error());
    return;
  }
  const json::Value* files = doc->root.is(json::Type::kArray) ? &doc->root : doc->root.find("files");
  if (files == nullptr || !files->is(json::Type::kArray)) {
    out.faults.push_back({"no array 'files' in the JSON", {}, 1, 1});
    return;
  }
  for (const json::Value& item : files->items) {
    if (item.is(json::Type::kString)) {
      add(out, item.string, root);
    } else if (!add_object(out, item, root)) {
      const Position at = doc->position(item);
      out.faults.push_back({"a file without a name", {}, at.line, at.column});
      return;
    }
  }
  if (files->items.size() >= kPage && !complete) {
    out.faults.push_back({"the list has " + std::to_string(files->items.size()) + " files, and such lists are cut at 100: get the rest, or say --complete", {}, 0, 0});
  }
}

}  // namespace

Diff read_names(std::string_view text, bool nul, bool complete, std::string_view root) {
  Diff out;
  const std::string_view trimmed = text::trim(text);
  if (!nul && !trimmed.empty() && (trimmed[0] == '{' || trimmed[0] == '[')) {
    read_json(out, trimmed, complete, root);
    return out;
  }
  uint32_t number = 0;
  for (std::string_view line : text::split(text, nul ? '\0' : '\n')) {
    ++number;
    std::string name(line);
    if (!nul) {
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      if (!unquote(line, name)) out.faults.push_back({"a name that is not quoted rightly", {}, number, 1});
    }
    add(out, name, root);
  }
  return out;
}

}  // namespace cordon::protected_paths
