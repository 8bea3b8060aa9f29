// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cordon/harden/merge.h"
#include "cordon/harden/merge_steps.h"

namespace cordon::harden {
namespace {

using command::JsonFile;

void remove_member(JsonFile& file, const std::string& key) {
  const json::Value& container = *value_at(file, parent_key(key));
  for (size_t i = container.items.size(); i-- > 0;) {
    if (container.items[i].key == last_key(key)) return file.remove(container, i);
  }
}

// What stands in the list once is taken out once, the last of equal ones: ours stood behind the person's.
void take_out(JsonFile& file, const Change& change) {
  const json::Value* list = value_at(file, change.key);
  if (list == nullptr || !list->is(json::Type::kArray)) return;
  const std::vector<Json> items = list_at(file, change.key);
  std::vector<size_t> indexes;
  for (const Json& value : change.values) {
    for (size_t i = items.size(); i-- > 0;) {
      if (items[i] != value || std::find(indexes.begin(), indexes.end(), i) != indexes.end()) continue;
      indexes.push_back(i);
      break;
    }
  }
  std::sort(indexes.begin(), indexes.end());
  file.remove_all(*list, indexes);
}

void set_back(JsonFile& file, const Change& change, std::vector<std::string>& notes) {
  const json::Value* value = value_at(file, change.key);
  const Json present = value == nullptr ? Json() : Json::parse(std::string(file.raw(*value)), nullptr, false);
  if (value == nullptr || present != change.values[0]) {
    notes.push_back(fmt::format("left as it is: {}, which you changed since", change.key));
    return;
  }
  if (change.before) return file.replace_text(*value, *change.before);
  remove_member(file, change.key);
}

void unmake(JsonFile& file, const Change& change) {
  const json::Value* value = value_at(file, change.key);
  if (value != nullptr && value->items.empty() && (value->is(json::Type::kObject) || value->is(json::Type::kArray))) remove_member(file, change.key);
}

}  // namespace

Result<Merged> unmerge(const std::string& bytes, const std::string& name, const std::vector<Change>& changes) {
  auto file = JsonFile::open(bytes, name);
  if (!file) return tl::unexpected<Error>(file.error());
  Merged out;
  for (size_t i = changes.size(); i-- > 0;) {
    const Change& change = changes[i];
    switch (change.kind) {
      case Change::Kind::kMade: unmake(*file, change); break;
      case Change::Kind::kAdded: take_out(*file, change); break;
      case Change::Kind::kSet: set_back(*file, change, out.notes); break;
      case Change::Kind::kGuard: unblock_failures(*file, change.values); break;
      case Change::Kind::kToml:
      case Change::Kind::kLine: break;  // of other files
    }
  }
  out.bytes = file->bytes();
  return out;
}

}  // namespace cordon::harden
