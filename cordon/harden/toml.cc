// SPDX-License-Identifier: Apache-2.0
#include "cordon/harden/toml.h"

#include <fmt/format.h>

#include <algorithm>

#include "cordon/harden/merge_steps.h"
#include "cordon/toml_edit.h"
#include "shared/base/text.h"
#include "shared/settings/config.h"

namespace cordon::harden {
namespace {

// The word of `key` as cordon reads it, and as it stands in the file ("" when it does not).
std::string word_in(const std::string& bytes, const std::string& name, const std::string& key) {
  const settings::Config config = settings::parse_config(bytes, name);
  return config_word(config, key);
}

bool stands_there(const std::string& bytes, const std::string& key) { return command::has_key(bytes, parent_key(key), last_key(key)); }

Result<Step> refuse_faults(const std::string& bytes, const std::string& name) {
  const settings::Config config = settings::parse_config(bytes, name);
  if (config.faults.empty()) return Step{};
  return tl::unexpected<Error>(config.faults[0]);
}

}  // namespace

Result<Merged> merge_toml(const std::string& bytes, const std::string& name, const Profile& profile, const CompareOptions& options) {
  Merged merged{bytes, {}, {}};
  if (auto sound = refuse_faults(bytes, name); !sound) return tl::unexpected<Error>(sound.error());
  for (const Entry& entry : profile.entries) {
    if (!entry.of_cordon || !applies(entry, options)) continue;
    const std::string word = word_in(merged.bytes, name, entry.key);
    const auto wanted = entry.values[0].get<std::string>();
    if (word == wanted || std::find(entry.accepted.begin(), entry.accepted.end(), Json(word)) != entry.accepted.end()) continue;
    const bool there = stands_there(merged.bytes, entry.key);
    if (!command::has_table(merged.bytes, parent_key(entry.key))) merged.changes.push_back({Change::Kind::kMade, parent_key(entry.key), {}, std::nullopt});
    auto changed = command::set_text(merged.bytes, parent_key(entry.key), last_key(entry.key), wanted);
    if (!changed || word_in(*changed, name, entry.key) != wanted) {
      return fail(fmt::format("cannot set {} here; write {} = \"{}\" under [{}] by hand", entry.key, last_key(entry.key), wanted, parent_key(entry.key)), name);
    }
    merged.bytes = std::move(*changed);
    merged.changes.push_back({Change::Kind::kToml, entry.key, {wanted}, there ? std::optional(Json(word).dump()) : std::nullopt});
  }
  return merged;
}

Result<Merged> unmerge_toml(const std::string& bytes, const std::string& name, const std::vector<Change>& changes) {
  Merged out{bytes, {}, {}};
  if (auto sound = refuse_faults(bytes, name); !sound) return tl::unexpected<Error>(sound.error());
  for (size_t i = changes.size(); i-- > 0;) {
    const Change& change = changes[i];
    if (change.kind == Change::Kind::kMade) out.bytes = command::without_empty_table(out.bytes, change.key);
    if (change.kind != Change::Kind::kToml) continue;
    if (!stands_there(out.bytes, change.key) || Json(word_in(out.bytes, name, change.key)) != change.values[0]) {
      out.notes.push_back(fmt::format("left as it is: {}, which you changed since", change.key));
      continue;
    }
    const std::string table = parent_key(change.key), key = last_key(change.key);
    if (change.before) {
      const auto before = Json::parse(*change.before, nullptr, false);
      out.bytes = command::set_text(out.bytes, table, key, before.is_string() ? before.get<std::string>() : "").value_or(out.bytes);
    } else {
      out.bytes = command::without_key(out.bytes, table, key);
    }
  }
  return out;
}

Merged add_line(const std::string& bytes, const std::string& line) {
  std::string changed = bytes;
  if (!changed.empty() && !changed.ends_with('\n')) changed += '\n';
  return {changed + line + "\n", {{Change::Kind::kLine, "", {line}, std::nullopt}}, {}};
}

Merged remove_line(const std::string& bytes, const std::vector<Change>& changes) {
  Merged out{"", {}, {}};
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, end);
    const bool ours = std::any_of(changes.begin(), changes.end(), [&](const Change& change) { return change.kind == Change::Kind::kLine && Json(text::trim(line)) == change.values[0]; });
    if (!ours) out.bytes += line;
    rest.remove_prefix(end);
  }
  return out;
}

}  // namespace cordon::harden
