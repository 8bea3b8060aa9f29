// SPDX-License-Identifier: Apache-2.0
#include "cordon/pins/seen.h"

#include <algorithm>

#include "shared/base/path.h"
#include "shared/hook/state.h"
#include "shared/json/json.h"

namespace cordon::pins {
namespace {

std::string file_of(const World& world) {
  const std::string folder = hook::state_folder(world);
  return folder.empty() ? "" : path::join(folder, "pins-seen.json");
}

}  // namespace

Seen::Seen(World& world) : world_(world), file_(file_of(world)) {
  const FileText text = file_.empty() ? tl::unexpected(ReadError{}) : world.read_file(file_, size_t{1} << 20);
  const auto document = json::parse(text.value_or("{}"));
  if (!document) return;
  for (const json::Value& tool : document->root.items) {
    for (const json::Value& version : tool.items) {
      if (version.is(json::Type::kNumber) && version.number > 0 && version.number < 1e12) entries_.push_back({tool.key, version.key, static_cast<int64_t>(version.number)});
    }
  }
}

void Seen::apply(std::string_view tool, std::vector<Release>& releases) {
  const int64_t now = world_.now_seconds();
  for (Release& release : releases) {
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.tool == tool && entry.version == release.version; });
    if (found == entries_.end()) {
      entries_.push_back({std::string(tool), release.version, now});
      changed_ = true;
    } else if (found->first <= now && (!release.released || found->first < *release.released)) {
      release.released = found->first;
    }
  }
}

void Seen::save() {
  if (!changed_ || file_.empty()) return;
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.tool < b.tool; });
  json::Writer writer;
  writer.begin();
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (i == 0 || entries_[i].tool != entries_[i - 1].tool) writer.begin(entries_[i].tool);
    writer.field(entries_[i].version, entries_[i].first);
    if (i + 1 == entries_.size() || entries_[i].tool != entries_[i + 1].tool) writer.end();
  }
  static_cast<void>(world_.write_file_atomic(file_, writer.end().text + "\n"));
}

}  // namespace cordon::pins
