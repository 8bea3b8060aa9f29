// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/list.h"

#include <algorithm>

#include "hooks/protected-paths/presets.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/git/config.h"
#include "shared/git/repository.h"
#include "shared/json/json.h"

namespace cordon::protected_paths {
namespace {

constexpr std::string_view kKey = "protectedPaths";
constexpr std::string_view kPresetMark = "preset:";

std::string plain_key(std::string_view key) {
  std::string out;
  for (const char c : text::ascii_lower(key)) {
    if (c != '_' && c != '-' && c != ' ' && c != '.') out += c;
  }
  return out;
}

// Edits between two short words (insert, drop, change).
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t corner = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
      corner = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

bool is_misspelt(std::string_view key) {
  if (key == kKey || key.size() > 40) return false;
  const std::string plain = plain_key(key);
  return distance(plain, plain_key(kKey)) <= 3 || distance(plain, "protected") <= 1;
}

void report_misspelt(List& list, const json::Document& doc, const std::string& name) {
  for (const json::Value& member : doc.root.items) {
    if (!is_misspelt(member.key)) continue;
    const Position at = position_at(doc.text, member.key_begin);
    list.faults.push_back({"unknown key '" + text::visible(member.key, text::Newlines::kEscape) + "', did you mean 'protectedPaths'?", name, at.line, at.column});
  }
}

void add_preset(List& list, Source& source, std::string_view name, std::string_view home, const Place& place) {
  for (const Preset& preset : presets()) {
    if (preset.name != name) continue;
    list.git_preset = list.git_preset || name == "git";
    for (const std::string_view pattern : text::split(preset.patterns, ' ')) add_entry(list, source, pattern, false, home, place);
    return;
  }
  list.faults.push_back({"no preset '" + text::visible(name, text::Newlines::kEscape) + "' (there are: harness, ci, git, home)", place.file, place.at.line, place.at.column});
}

void add_own_file(List& list, const std::string& name, std::string_view path, Anchor anchor) {
  Source source;
  source.name = "the list itself, " + name;
  if (auto glob = match::Glob::compile(escaped(path))) source.entries.push_back({std::move(*glob), std::string(path), anchor});
  list.sources.push_back(std::move(source));
}

// The folder of core.hooksPath: the repository's own setting, else the user's.
void add_hooks_path(List& list, World& world, std::string_view root, const std::string& home) {
  const auto repository = git::discover(world, root);
  const std::string own = repository ? repository->common_dir + "/config" : std::string();
  for (const std::string& file : {own, home.empty() ? std::string() : home + "/.gitconfig"}) {
    if (file.empty()) continue;
    const auto text = world.read_file(file, kMaxGatesBytes);
    if (!text) continue;
    const auto value = git::scan_config(*text, "core", "hooksPath").value;
    if (!value || value->empty() || *value == "/dev/null") continue;
    const std::string from_home = value->compare(0, 2, "~/") == 0 ? path::join(home, value->substr(2)) : *value;
    const std::string folder = path::absolute(from_home, root);
    const bool inside = path::is_within(folder, root) && folder != root;
    Source source;
    source.name = "core.hooksPath in " + file;
    const std::string named(inside ? path::below(folder, root) : std::string_view(folder));
    auto glob = match::Glob::compile(escaped(named));
    if (glob) source.entries.push_back({std::move(*glob), escaped(named), inside ? Anchor::kRepository : Anchor::kFileSystem});
    list.sources.push_back(std::move(source));
    return;
  }
}

// True when the document has a usable "protectedPaths"; false: the built-in list applies.
bool read_entries(List& list, Source& source, const json::Document& doc, std::string_view home) {
  if (!doc.root.is(json::Type::kObject)) {
    list.faults.push_back({"expected an object with 'protectedPaths'", source.name, 1, 1});
    return false;
  }
  report_misspelt(list, doc, source.name);
  const json::Value* value = doc.root.find(kKey);
  if (value == nullptr) return false;
  const Position at = doc.position(*value);
  if (!value->is(json::Type::kArray)) {
    list.faults.push_back({"expected array for 'protectedPaths'", source.name, at.line, at.column});
    return false;
  }
  for (const json::Value& item : value->items) {
    const Place place{source.name, doc.position(item)};
    if (!item.is(json::Type::kString)) {
      list.faults.push_back({"expected string in 'protectedPaths'", source.name, place.at.line, place.at.column});
      continue;
    }
    add_entry(list, source, item.string, false, home, place);
  }
  // Nothing of it can be used: that is not the same as [].
  return value->items.empty() || !source.entries.empty();
}

}  // namespace

std::string escaped(std::string_view path) {
  std::string out;
  for (const char c : path) {
    if (std::string_view("*?[]!#\\{},").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

bool List::empty() const {
  return std::all_of(sources.begin(), sources.end(), [](const Source& s) { return s.entries.empty(); });
}

std::optional<Hit> List::find(std::string_view path, Anchor anchor) const {
  for (const Source& source : sources) {
    for (size_t i = source.entries.size(); i-- > 0;) {
      const Entry& entry = source.entries[i];
      if (entry.anchor != anchor || !entry.glob.matches(path)) continue;
      if (!entry.glob.negated()) return Hit{&source, &entry};
      break;
    }
  }
  return std::nullopt;
}

std::optional<Hit> List::find_below(std::string_view path, Anchor anchor) const {
  for (const Source& source : sources) {
    for (const Entry& entry : source.entries) {
      if (entry.anchor == anchor && !entry.glob.negated() && entry.glob.below(path)) return Hit{&source, &entry};
    }
  }
  return std::nullopt;
}

void add_entry(List& list, Source& source, std::string_view pattern, bool user_scope, std::string_view home, const Place& place) {
  if (pattern.substr(0, kPresetMark.size()) == kPresetMark) return add_preset(list, source, pattern.substr(kPresetMark.size()), home, place);
  const bool exempts = !pattern.empty() && pattern[0] == '!';
  const std::string_view body = pattern.substr(exempts ? 1 : 0);
  Entry entry;
  entry.pattern = pattern;
  std::string text(pattern);
  if (body == "~" || body.substr(0, 2) == "~/") {
    if (home.empty()) return;  // nothing can lie below a home that is not known
    entry.anchor = Anchor::kFileSystem;
    text = (exempts ? "!" : "") + escaped(home) + std::string(body.substr(1));
  } else if (user_scope && !body.empty() && body[0] == '/') {
    entry.anchor = Anchor::kFileSystem;
  }
  auto glob = match::Glob::compile(text);
  if (!glob) {
    list.faults.push_back({"pattern '" + text::visible(pattern, text::Newlines::kEscape) + "': " + glob.error().message, place.file, place.at.line, place.at.column});
    return;
  }
  if (exempts && source.entries.empty()) {
    list.faults.push_back({"pattern '" + text::visible(pattern, text::Newlines::kEscape) + "' comes first and so exempts nothing", place.file, place.at.line, place.at.column});
    return;
  }
  entry.glob = std::move(*glob);
  source.entries.push_back(std::move(entry));
}

void add_built_in(List& list) {
  Source source;
  source.name = "built-in list";
  for (const std::string_view pattern : text::split(built_in_patterns(), ' ')) add_entry(list, source, pattern, false, {}, {});
  list.sources.push_back(std::move(source));
}

void add_gates(List& list, std::string text, const std::string& name, std::string_view own_path, std::string_view home) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.erase(0, 3);
  Source source;
  source.name = name;
  auto doc = json::parse(std::move(text));
  bool usable = false;
  if (doc) {
    usable = read_entries(list, source, *doc, home);
  } else {
    Error fault = doc.error();
    fault.file = name;
    list.faults.push_back(std::move(fault));
  }
  if (!usable) return add_built_in(list);
  if (source.entries.empty()) return;  // []: switched off
  list.sources.push_back(std::move(source));
  if (!own_path.empty()) add_own_file(list, name, own_path, Anchor::kRepository);
}

List load_list(World& world, std::string_view root, const settings::Config& config, std::string_view home) {
  List list;
  const auto named = world.env_set("GATES_FILE");
  const std::string path = path::absolute(named ? *named : std::string(kGatesPath), root);
  const bool inside = path::is_within(path, root);
  const std::string shown(inside ? path::below(path, root) : std::string_view(path));
  auto text = world.read_file(path, kMaxGatesBytes);
  if (text) {
    add_gates(list, std::move(*text), shown, inside ? std::string_view(shown) : std::string_view(), home);
    if (!inside && !list.empty()) add_own_file(list, shown, shown, Anchor::kFileSystem);
  } else {
    if (named || text.error().fault != ReadFault::kAbsent) list.faults.push_back({text.error().text(), shown, 0, 0});
    add_built_in(list);
  }
  for (const settings::ProtectedPath& it : config.protected_paths) {
    if (list.sources.empty() || list.sources.back().name != it.file) list.sources.push_back({it.file, {}});
    add_entry(list, list.sources.back(), it.pattern, it.from_user, home, {it.file, {0, 0}});
  }
  if (list.git_preset) add_hooks_path(list, world, root, std::string(home));
  return list;
}

}  // namespace cordon::protected_paths
