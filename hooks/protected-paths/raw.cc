// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/raw.h"

#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

// ":100644 100644 id id M" or, for a merge, "::100644 100644 100644 id id id MM".
bool read_fields(std::string_view head, RawEntry& out) {
  size_t parents = 0;
  while (parents < head.size() && head[parents] == ':') ++parents;
  const auto fields = text::split(head.substr(parents), ' ');
  if (parents == 0 || fields.size() != 2 * (parents + 1) + 1 || fields.back().empty()) return false;
  out.old_mode = fields[0];
  out.new_mode = fields[parents];
  out.new_id = fields[2 * parents + 1];
  out.status = fields.back()[0];
  return out.new_mode.size() == 6;
}

size_t paths_of(const RawEntry& entry) { return entry.status == 'R' || entry.status == 'C' ? 2 : 1; }

void add(Raw& out, RawEntry entry) {
  Change change;
  change.paths = entry.paths;
  change.raw_names = entry.paths;
  if (entry.status == 'C') change.paths.erase(change.paths.begin());  // a copy leaves its source as it was
  change.submodule = entry.new_mode == "160000" || entry.old_mode == "160000";
  if (entry.new_mode == "120000") change.link_path = entry.paths.back();
  out.diff.changes.push_back(std::move(change));
  out.entries.push_back(std::move(entry));
}

void parse_nul(std::string_view text, Raw& out) {
  const auto fields = text::split(text, '\0');
  for (size_t i = 0; i < fields.size();) {
    if (fields[i].empty() && i + 1 == fields.size()) return;
    RawEntry entry;
    const bool ok = read_fields(fields[i], entry) && i + paths_of(entry) < fields.size();
    if (!ok) {
      out.diff.faults.push_back({"raw diff that cannot be read", {}, 0, 0});
      return;
    }
    for (size_t n = 0; n < paths_of(entry); ++n) entry.paths.emplace_back(fields[++i]);
    ++i;
    add(out, std::move(entry));
  }
}

void parse_lines(std::string_view text, Raw& out) {
  uint32_t number = 0;
  for (std::string_view line : text::split(text, '\n')) {
    ++number;
    if (line.empty() || line[0] != ':') continue;
    const auto fields = text::split(line, '\t');
    RawEntry entry;
    bool ok = read_fields(fields[0], entry) && fields.size() == 1 + paths_of(entry);
    for (size_t n = 1; ok && n < fields.size(); ++n) {
      entry.paths.emplace_back();
      ok = unquote(fields[n], entry.paths.back());
    }
    if (ok) {
      add(out, std::move(entry));
    } else {
      out.diff.faults.push_back({"raw diff that cannot be read", {}, number, 1});
    }
  }
}

}  // namespace

bool is_raw(std::string_view text) {
  const size_t colons = text.find_first_not_of(':');
  return colons != 0 && colons != text.npos && text.size() > colons + 7 && text[colons + 6] == ' ';
}

Raw parse_raw(std::string_view text) {
  Raw out;
  if (text.find('\0') != text.npos) {
    parse_nul(text, out);
  } else {
    parse_lines(text, out);
  }
  return out;
}

}  // namespace cordon::protected_paths
