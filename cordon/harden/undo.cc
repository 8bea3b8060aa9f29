// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cordon/harden/harden.h"
#include "cordon/harden/toml.h"
#include "cordon/install_diff.h"
#include "cordon/install_hash.h"
#include "cordon/install_report.h"
#include "shared/base/path.h"

namespace cordon::harden {
namespace {

using command::say;
using command::sha256;

struct Way {
  command::FileState file;
  std::string bytes;
  bool removes_file = false;
  std::string how;                 // for the person
  std::vector<std::string> notes;
};

int refuse(const Error& error) { return command::say_error("harden", error); }

bool has_kind(const FileRecord& record, Change::Kind kind) {
  return std::any_of(record.changes.begin(), record.changes.end(), [&](const Change& change) { return change.kind == kind; });
}

// The very bytes of before, when nobody touched the file since and they are still to be had.
bool restores_exactly(const FileRecord& record, Way& way) {
  if (sha256(way.file.bytes) != record.written) return false;
  if (record.created) {
    way.removes_file = true;
    way.how = "removed: there was none before";
    return true;
  }
  const auto backup = command::read_state(record.backup);
  if (record.original.empty() || !backup || !backup->exists || sha256(backup->bytes) != record.original) return false;
  way.bytes = backup->bytes;
  way.how = "restored, byte for byte as it was";
  return true;
}

Result<Way> find_way(const FileRecord& record) {
  Way way;
  auto file = command::read_state(record.path);
  if (!file) return tl::unexpected<Error>(file.error());
  way.file = std::move(*file);
  way.bytes = way.file.bytes;
  way.how = "as it was already";
  // absent, or a run that was killed before it wrote
  if (!way.file.exists || sha256(way.file.bytes) == record.original || restores_exactly(record, way)) return way;
  const bool toml = path::base_name(record.path) == "cordon.toml";
  auto undone = has_kind(record, Change::Kind::kLine) ? Result<Merged>(remove_line(way.file.bytes, record.changes))
                : toml                                ? unmerge_toml(way.file.bytes, record.path, record.changes)
                                                      : unmerge(way.file.bytes, record.path, record.changes);
  if (!undone) return tl::unexpected<Error>(undone.error());
  way.bytes = std::move(undone->bytes);
  way.notes = std::move(undone->notes);
  way.how = "taken out what harden put in; your later edits stay";
  return way;
}

Result<command::Done> go(const Way& way) {
  if (way.removes_file) return command::remove_file(way.file.target);
  if (!way.file.exists || way.bytes == way.file.bytes) return command::Done{};
  return command::write_state(way.file, way.bytes);
}

// The files of this scope: its settings, its cordon.toml, the list of ignored files.
bool belongs(const FileRecord& record, const Place& place) {
  return record.path == place.settings || record.path == place.cordon || (!place.exclude.empty() && record.path == place.exclude);
}

}  // namespace

int undo(const Options& options) {
  RealWorld world;
  auto place = find_place(world, options.scope, options.version);
  if (!place) return refuse(place.error());
  auto lock = command::FolderLock::take(world.stat(place->config).kind == FileKind::kDirectory ? place->config : "");
  if (!lock) return refuse(lock.error());
  auto record = load_record(world, place->record);
  if (!record) return refuse(record.error());
  std::vector<std::pair<FileRecord, Way>> ways;
  for (const FileRecord& file : record->files) {
    if (!belongs(file, *place)) continue;
    auto way = find_way(file);
    if (!way) return refuse(way.error());
    ways.emplace_back(file, std::move(*way));
  }
  if (ways.empty()) return say(fmt::format("nothing to undo: harden changed nothing at {} scope ({})\n", options.scope, place->settings)), 0;
  std::reverse(ways.begin(), ways.end());  // the settings first, the list of ignored files last
  for (const auto& [file, way] : ways) {
    if (auto gone = go(way); !gone) return refuse(gone.error());
    say(fmt::format("{}: {}\n", file.path, way.how));
    for (const std::string& note : way.notes) say(fmt::format("  {}\n", note));
    if (!way.removes_file) say(command::unified_diff(way.file.bytes, way.bytes, file.path));
    std::erase_if(record->files, [&name = file.path](const FileRecord& other) { return other.path == name; });
  }
  const auto forgotten = record->files.empty() ? command::remove_file(place->record) : command::write_file(place->record, record->text(), 0600);
  if (!forgotten) return refuse(forgotten.error());
  command::remove_folder_if_empty(std::string(path::parent(place->record)));
  return 0;
}

}  // namespace cordon::harden
