// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/known_keys.h"

#include <algorithm>
#include <iterator>

#include "shared/base/text.h"

namespace cordon::doctor {
namespace {

struct KnownKey {
  std::string_view parent, name;
};
#include "cordon/doctor/known_keys.inc"

constexpr size_t kMaxName = 64;       // longer names resemble nothing
constexpr size_t kTelling = 9;        // a name of this length means the same wherever it stands
constexpr size_t kMaxFound = 50;

bool before(const KnownKey& key, std::string_view parent) { return key.parent < parent; }

struct Siblings {
  const KnownKey* begin;
  const KnownKey* end;
  bool has(std::string_view name) const {
    return std::any_of(begin, end, [&](const KnownKey& key) { return key.name == name; });
  }
};
Siblings siblings_of(std::string_view parent) {
  const KnownKey* first = std::lower_bound(std::begin(kKnownKeys), std::end(kKnownKeys), parent, before);
  const KnownKey* last = first;
  while (last != std::end(kKnownKeys) && last->parent == parent) ++last;
  return {first, last};
}

std::string joined(std::string_view parent, std::string_view name) { return parent.empty() ? std::string(name) : std::string(parent) + "." + std::string(name); }

std::string plain(std::string_view name) {
  std::string out = text::ascii_lower(name);
  std::erase_if(out, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return out;
}

std::string meant_by(std::string_view parent, const Siblings& siblings, std::string_view name) {
  if (name.size() > kMaxName) return "";
  const std::string mine = plain(name);
  size_t best = mine.size() >= 7 ? 3 : mine.size() >= 4 ? 2 : 0;
  std::string meant;
  for (const KnownKey* key = siblings.begin; key != siblings.end; ++key) {
    const std::string other = plain(key->name);
    const size_t longer = std::max(mine.size(), other.size()) - std::min(mine.size(), other.size());
    if (longer >= best && longer != 0) continue;  // so many insertions at least
    const size_t distance = mine == other ? 0 : edit_distance(mine, other);
    if (distance >= best && distance != 0) continue;
    best = distance, meant = joined(parent, key->name);
    if (distance == 0) break;
  }
  if (!meant.empty() || name.size() < kTelling) return meant;
  for (const KnownKey& key : kKnownKeys) {
    if (key.name != name) continue;
    if (!meant.empty()) return "";  // known in several places
    meant = joined(key.parent, key.name);
  }
  return meant;
}

void look_at(const json::Value& value, const std::string& schema_path, const std::string& path, std::vector<MisspeltKey>& out) {
  if (out.size() >= kMaxFound) return;
  if (value.is(json::Type::kArray)) {
    for (const json::Value& item : value.items) look_at(item, schema_path + "[]", path + "[]", out);
  }
  if (!value.is(json::Type::kObject)) return;
  const Siblings known = siblings_of(schema_path);
  const std::string free_form = joined(schema_path, "*");
  const bool is_free = siblings_of(free_form).begin != siblings_of(free_form).end || siblings_of(free_form + "[]").begin != siblings_of(free_form + "[]").end;
  for (const json::Value& member : value.items) {
    const std::string name = joined(path, member.key);
    const bool is_known = known.has(member.key);
    if (!is_known && known.begin != known.end) {
      std::string meant = meant_by(schema_path, known, member.key);
      if (!meant.empty()) out.push_back({name, std::move(meant), member.key_begin});
    }
    if (is_known || is_free) look_at(member, is_free ? free_form : joined(schema_path, member.key), name, out);
  }
}

}  // namespace

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> older(b.size() + 1), old(b.size() + 1), now(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) old[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({old[j] + 1, now[j - 1] + 1, old[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], older[j - 2] + 1);
    }
    older.swap(old);
    old.swap(now);
  }
  return old[b.size()];
}

std::vector<MisspeltKey> misspelt_keys(const json::Value& root) {
  std::vector<MisspeltKey> out;
  look_at(root, "", "", out);
  return out;
}

}  // namespace cordon::doctor
