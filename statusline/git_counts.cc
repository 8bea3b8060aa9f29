// SPDX-License-Identifier: Apache-2.0
#include "statusline/git_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/hook/state.h"

namespace cordon::statusline {
namespace {

constexpr std::string_view kVersion = "cordon git counts 3";
constexpr size_t kMostBytes = 64 * 1024;
constexpr int64_t kLongestPause = 600, kOverdue = 60;
constexpr uint64_t kShareOfTime = 20, kQuickMs = 1000;
// The installer has the line drawn every five seconds, and what changes is to be seen at the second time; a second less, as the clock has
// whole ones.
constexpr int64_t kRefresh = 4;
constexpr uint32_t GitCounts::*kMembers[] = {&GitCounts::staged, &GitCounts::changed, &GitCounts::untracked, &GitCounts::conflicted, &GitCounts::ahead, &GitCounts::behind, &GitCounts::stash};
constexpr size_t kKeyFields = 3, kHead = kKeyFields + 6 + std::size(kMembers), kFields = kHead + 3;

// FNV-1a: only names the file; whose it is stands in it.
uint64_t hash_of(std::string_view text) {
  uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

template <class T>
T number_of(std::string_view text) {
  T number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

int64_t pause_of(const KeptCounts& kept) {
  if (kept.failures > 0) return std::min(kLongestPause, int64_t{5} << std::min(kept.failures, 8u));
  const auto pause = std::clamp(static_cast<int64_t>(kept.took_ms * kShareOfTime / 1000), int64_t{1}, kLongestPause);
  return kept.took_ms <= kQuickMs ? std::min(pause, kRefresh) : pause;
}

}  // namespace

std::optional<CountsPlace> counts_place(const World& world, const git::Repository& repository, const git::Head& head) {
  const std::string some = hook::session_folder(world, "x");
  if (some.empty() || repository.git_dir.empty() || repository.work_tree.empty() || (head.kind == git::HeadKind::kUnknown && !head.is_reftable)) return std::nullopt;
  const bool detached = head.kind == git::HeadKind::kDetached;
  CountsPlace place{repository.git_dir, repository.common_dir, repository.work_tree, detached ? "" : head.name, detached ? head.name : "", {}, {}, head.is_reftable};
  const std::string folder = path::join(path::parent(path::parent(some)), "git");
  place.file = fmt::format("{}/{:016x}", folder, hash_of(place.git_dir + std::string(1, '\0') + place.head));
  place.lock = fmt::format("{}/{:016x}.lock", folder, hash_of(place.git_dir));
  return place;
}

std::string file_signature(World& world, const std::string& file) {
  const FileInfo info = world.stat(file);
  return info.kind == FileKind::kAbsent ? "-" : fmt::format("{}:{}:{}", info.mtime_ns, info.size, info.inode);
}

std::string counts_signature(World& world, const CountsPlace& place, std::string_view upstream) {
  std::string out = file_signature(world, path::join(place.git_dir, "index")) + " " + file_signature(world, path::join(place.common_dir, "refs/stash")) + " ";
  if (place.is_reftable) {
    out += file_signature(world, path::join(place.git_dir, "reftable/tables.list"));
    if (place.git_dir != place.common_dir) out += " " + file_signature(world, path::join(place.common_dir, "reftable/tables.list"));
    return out;  // all refs are in there
  }
  out += place.head.empty() ? place.hash : file_signature(world, path::join(place.common_dir, "refs/heads/" + place.head));
  if (!upstream.empty()) out += " " + file_signature(world, path::join(place.common_dir, upstream));
  return out;
}

std::optional<KeptCounts> read_kept(World& world, const CountsPlace& place) {
  const FileText text = world.read_file(place.file, kMostBytes);
  if (!text) return std::nullopt;
  const auto fields = text::split(*text, '\0');
  if (fields.size() != kFields || fields[0] != kVersion || fields[1] != place.git_dir || fields[2] != place.head) return std::nullopt;
  const auto* field = &fields[kKeyFields];
  KeptCounts kept;
  kept.tried = number_of<int64_t>(field[0]);
  kept.took_ms = number_of<uint64_t>(field[1]);
  kept.failures = number_of<uint32_t>(field[2]);
  kept.upstream = field[3];
  kept.signature = field[4];
  kept.head = fields[kHead];
  kept.hash = fields[kHead + 1];
  kept.calm_ns = number_of<int64_t>(fields[kHead + 2]);
  if (field[5] != "counted") return kept;
  kept.counts.emplace();
  for (size_t i = 0; i < std::size(kMembers); ++i) *kept.counts.*kMembers[i] = number_of<uint32_t>(field[6 + i]);
  return kept;
}

bool write_kept(World& world, const CountsPlace& place, const KeptCounts& kept) {
  std::string text(kVersion);
  const auto add = [&](std::string_view field) { text.append(1, '\0').append(field); };
  add(place.git_dir), add(place.head);
  add(std::to_string(kept.tried)), add(std::to_string(kept.took_ms)), add(std::to_string(kept.failures));
  add(kept.upstream), add(kept.signature), add(kept.counts ? "counted" : "");
  const GitCounts counts = kept.counts.value_or(GitCounts{});
  for (const auto member : kMembers) add(std::to_string(counts.*member));
  add(kept.head), add(kept.hash), add(std::to_string(kept.calm_ns));
  return world.write_file_atomic(place.file, text);
}

// A clock that was set back makes it due, too.
bool is_due(const KeptCounts& kept, int64_t now) { return now < kept.tried || now - kept.tried >= pause_of(kept); }

std::optional<GitCounts> counts_to_show(World& world, const CountsPlace& place, const KeptCounts& kept, int64_t now) {
  if (!kept.counts) return std::nullopt;
  GitCounts counts = *kept.counts;
  const bool overdue = now < kept.tried || now - kept.tried > pause_of(kept) + kOverdue;
  counts.stale = overdue || kept.failures > 0 || counts_signature(world, place, kept.upstream) != kept.signature;
  return counts;
}

std::optional<git::Head> kept_head(World& world, const CountsPlace& place, const KeptCounts& kept) {
  if (!place.is_reftable || !kept.counts || counts_signature(world, place, {}) != kept.signature) return std::nullopt;
  if (!kept.head.empty()) return git::Head{kept.hash.empty() ? git::HeadKind::kUnborn : git::HeadKind::kBranch, kept.head, true};
  return git::Head{git::HeadKind::kDetached, kept.hash, true};
}

void StatusReader::add(std::string_view piece) {
  constexpr size_t kMostOfLine = 1024;  // headers are short; of a file only the first letters count
  while (!piece.empty()) {
    const size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    line_.append(part.substr(0, kMostOfLine - std::min(kMostOfLine, line_.size())));
    if (end == std::string_view::npos) return;
    take_line();
    line_.clear();
    piece.remove_prefix(end + 1);
  }
}

void StatusReader::take_line() {
  if (line_.size() < (line_.starts_with('?') ? 3 : 4)) return;  // "? a" is the shortest
  switch (line_[0]) {
    case '#': return take_header(std::string_view(line_).substr(2));
    case '1':
    case '2':
      counts_.staged += line_[2] != '.' ? 1 : 0;
      counts_.changed += line_[3] != '.' ? 1 : 0;
      return;
    case 'u': counts_.conflicted++; return;
    case '?': counts_.untracked++; return;
    default: return;
  }
}

void StatusReader::take_header(std::string_view header) {
  const auto words = text::split(header, ' ');
  if (words[0] == "branch.head") has_head_ = true;
  if (words[0] == "branch.head" && words.size() == 2 && words[1] != "(detached)") head_ = words[1];
  if (words[0] == "branch.oid" && words.size() == 2 && words[1] != "(initial)") hash_ = words[1];
  if (words[0] == "branch.upstream" && words.size() == 2) upstream_ = words[1];
  if (words[0] == "stash" && words.size() == 2) counts_.stash = number_of<uint32_t>(words[1]);
  if (words[0] != "branch.ab" || words.size() != 3 || words[1].empty() || words[2].empty()) return;
  counts_.ahead = number_of<uint32_t>(words[1].substr(1));
  counts_.behind = number_of<uint32_t>(words[2].substr(1));
}

}  // namespace cordon::statusline
