// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/verdict.h"

#include <unordered_set>

#include "hooks/protected-paths/check.h"
#include "hooks/protected-paths/target.h"
#include "shared/base/path.h"

namespace cordon::protected_paths {
namespace {

struct Match {
  Hit hit;
  const char* why = "";
};

std::optional<Match> find_path(const List& list, const std::string& path) {
  if (const auto hit = list.find(path, Anchor::kRepository)) return Match{*hit, ""};
  // A file, link or submodule in the place of a folder takes away what is below it.
  if (const auto hit = list.find_below(path, Anchor::kRepository)) return Match{*hit, "stands where a protected folder would be"};
  for (const std::string& other : {windows_form(path), plain_unicode(path)}) {
    if (other.empty()) continue;
    if (const auto hit = list.find(path::clean(other), Anchor::kRepository)) return Match{*hit, "another spelling of a protected path"};
  }
  return std::nullopt;
}

// Where a link leads, below the root; "" when it leads out of it.
std::string led_to(const Change& change) {
  if (change.link_target.empty() || change.link_target[0] == '/') return {};
  std::string path = path::clean(path::join(path::parent(change.link_path), change.link_target));
  return path == "." || path.compare(0, 2, "..") == 0 ? std::string() : path;
}

}  // namespace

int Verdict::status() const {
  if (!errors.empty()) return kUnknown;
  return touched.empty() ? kUntouched : kTouched;
}

Verdict judge_changes(const std::vector<Change>& changes, const List& list) {
  Verdict out;
  std::unordered_set<std::string> seen;
  for (const Change& change : changes) {
    for (const std::string& path : change.paths) {
      ++out.changed;
      const auto match = find_path(list, path);
      if (match && seen.insert(path).second) out.touched.push_back({path, match->hit.entry->pattern, match->hit.source->name, match->why});
    }
    const std::string target = led_to(change);
    if (target.empty()) continue;
    const auto match = find_path(list, target);
    if (match && seen.insert(change.link_path).second) {
      out.touched.push_back({change.link_path, match->hit.entry->pattern, match->hit.source->name, "a link to " + target});
    }
  }
  return out;
}

}  // namespace cordon::protected_paths
