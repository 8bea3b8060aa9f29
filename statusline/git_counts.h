// SPDX-License-Identifier: Apache-2.0
// What git has counted, as a file below the state folder keeps it: <state>/git/<hash of the repository and the branch>. The file
// is filled by git_refresh.h, which forgets what nobody has counted for thirty days; a render only reads it: one file and five stats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shared/base/world.h"
#include "shared/git/repository.h"
#include "statusline/facts.h"

namespace cordon::statusline {

// What the counts of one place depend on.
struct CountsPlace {
  std::string git_dir, common_dir, work_tree;
  std::string head;  // branch; "" detached
  std::string hash;  // of a detached HEAD
  std::string file;  // of the cache
  std::string lock;  // one for all branches of the repository
  bool is_reftable = false;  // what HEAD is stands in KeptCounts::head alone
};
// Nothing for a bare repository, an unreadable HEAD, or where there is no home for state.
std::optional<CountsPlace> counts_place(const World& world, const git::Repository& repository, const git::Head& head);

struct KeptCounts {
  std::optional<GitCounts> counts;  // nothing: never counted
  int64_t tried = 0;                // seconds since the epoch
  uint64_t took_ms = 0;
  uint32_t failures = 0;            // in a row
  std::string upstream;             // the file of the ref that ahead and behind are counted against, below common_dir; "" none
  std::string signature;            // of the files at the time of counting
  std::string head;                 // what git said HEAD is: a branch; "" detached
  std::string hash;                 // of the commit; "" none yet
  int64_t calm_ns = 0;              // git was in the middle of nothing when git_dir had last changed at this time; 0 not known
};
std::string file_signature(World& world, const std::string& file);
// Times, sizes and inodes of the index and of the refs. Git replaces these files, it never writes them in place.
std::string counts_signature(World& world, const CountsPlace& place, std::string_view upstream);

// Nothing when there is no such file, or it is about another place (two places may share a hash).
std::optional<KeptCounts> read_kept(World& world, const CountsPlace& place);
bool write_kept(World& world, const CountsPlace& place, const KeptCounts& kept);

// Whether it is time to count again: at most once a second, and at most a twentieth of the time is spent on it, but every four
// seconds where it takes less than one; after failures ever more rarely, up to ten minutes.
bool is_due(const KeptCounts& kept, int64_t now);
// The counts to show, with `stale` set when the files have changed since, the last try failed, or the try is long overdue.
std::optional<GitCounts> counts_to_show(World& world, const CountsPlace& place, const KeptCounts& kept, int64_t now);

// In a reftable repository what HEAD was when git counted, nothing when the tables have changed since.
std::optional<git::Head> kept_head(World& world, const CountsPlace& place, const KeptCounts& kept);

// Adds up the lines of `git status --porcelain=v2 --branch --show-stash`, in pieces of any size.
class StatusReader {
 public:
  void add(std::string_view piece);
  const GitCounts& counts() const { return counts_; }
  const std::string& upstream() const { return upstream_; }  // "origin/main"
  const std::string& head() const { return head_; }          // "main"; "" detached
  const std::string& hash() const { return hash_; }          // "" before the first commit
  bool complete() const { return has_head_ && line_.empty(); }

 private:
  void take_line();
  void take_header(std::string_view header);
  GitCounts counts_;
  std::string upstream_, head_, hash_, line_;
  bool has_head_ = false;
};

}  // namespace cordon::statusline
