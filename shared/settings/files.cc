// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/files.h"

#include <algorithm>
#include <utility>

#include "shared/base/path.h"
#include "shared/git/repository.h"
#include "shared/settings/evaluate.h"
#include "shared/settings/layout.h"
#include "shared/settings/merge.h"
#include "shared/settings/rules.h"

namespace cordon::settings {
namespace {

// When nothing else tells: a native install is …/versions/2.1.332, an npm install has a package.json beside the binary.
std::string version_of_binary(World& world) {
  const auto pid = world.env_set("CLAUDE_PID");
  if (!pid || pid->find_first_not_of("0123456789") != std::string::npos) return {};
  const auto link = world.read_link("/proc/" + *pid + "/exe");
  if (!link) return {};
  const std::string_view name = path::base_name(*link);
  if (version_number(name) != 0) return std::string(name);
  FileText text = world.read_file(path::join(path::parent(*link), "package.json"), 256 * 1024);
  const auto package = text ? json::parse(std::move(*text)) : fail("");
  const json::Value* version = package ? package->root.find("version") : nullptr;
  return version != nullptr && version_number(version->string) != 0 ? version->string : std::string();
}

Flags flags_of(World& world, const Query& query) {
  if (query.arguments) return parse_flags(*query.arguments);
  const auto pid = world.env_set("CLAUDE_PID");
  const auto arguments = pid ? arguments_of(world, *pid) : std::nullopt;
  return arguments ? parse_flags(*arguments) : Flags{};
}

Effective resolve_at(World& world, const Query& query, const Flags& flags) {
  Layout layout = read_layout(world, query, flags);
  Effective effective;
  effective.posture = evaluate(world, query, flags, layout);
  effective.files = std::move(layout.files);
  return effective;
}

bool agree(const Posture& a, const Posture& b) {
  return a.sandbox == b.sandbox && (a.sandbox != Sandbox::kOn || (a.strict == b.strict && a.excluded_commands == b.excluded_commands));
}

// The folder may be where the session went, not where it started. The other likely start is the top of the repository.
void compare_with_root(World& world, const Query& query, const Flags& flags, Effective& effective) {
  const auto repository = git::discover(world, query.start_dir);
  if (!repository || repository->work_tree.empty() || repository->work_tree == query.start_dir) return;
  Query other = query;
  other.start_dir = repository->work_tree;
  const Effective at_root = resolve_at(world, other, flags);
  if (agree(effective.posture, at_root.posture)) return;
  effective.posture.sandbox = Sandbox::kUnknown;
  effective.posture.why = "where the session started is not known: settings differ between " + query.start_dir + " and " + other.start_dir;
}

void collect(const json::Value& value, const std::string& prefix, std::vector<std::string>& keys) {
  if (!value.is(json::Type::kObject)) {
    keys.push_back(prefix);
    return;
  }
  for (const json::Value& member : value.items) collect(member, prefix.empty() ? member.key : prefix + "." + member.key, keys);
}

// Repaired values (managed.h) differ from their text, so scalars are written from the value.
std::string json_text(const SourceFile& file, const json::Value& value) {
  if (value.is(json::Type::kBool)) return value.boolean ? "true" : "false";
  if (value.is(json::Type::kString)) return json::quote(value.string);
  return std::string(file.document.raw(value));
}

EffectiveValue describe(const Setting& setting) {
  EffectiveValue out;
  out.value = json_text(*setting.file, *setting.value);
  out.scope = setting.file->scope;
  out.path = setting.file->path;
  const Position at = setting.file->document.position(*setting.value);
  out.line = at.line;
  out.column = at.column;
  out.honoured = setting.honoured;
  return out;
}

std::string united(const std::vector<Setting>& settings) {
  std::vector<std::string> items;
  for (const Setting& setting : settings) {
    if (!setting.honoured || !setting.value->is(json::Type::kArray)) continue;
    for (const json::Value& item : setting.value->items) {
      std::string text = json_text(*setting.file, item);
      if (std::find(items.begin(), items.end(), text) == items.end()) items.push_back(std::move(text));
    }
  }
  std::string out = "[";
  for (const std::string& item : items) out += (out.size() > 1 ? "," : "") + item;
  return out + "]";
}

}  // namespace

std::optional<EffectiveValue> Effective::find(std::string_view key) const {
  const std::vector<Setting> settings = settings_of(files, key, posture.version);
  if (settings.empty() || !settings.front().honoured) return std::nullopt;
  EffectiveValue value = describe(settings.front());
  if (settings.front().value->is(json::Type::kArray)) value.value = united(settings);
  for (size_t i = 1; i < settings.size(); i++) value.overrides.push_back(describe(settings[i]));
  return value;
}

std::vector<EffectiveValue> Effective::statements(std::string_view key) const {
  std::vector<EffectiveValue> out;
  for (const Setting& setting : settings_of(files, key, posture.version)) out.push_back(describe(setting));
  return out;
}

std::vector<std::string> Effective::keys() const {
  std::vector<std::string> keys;
  for (const SourceFile& file : files) {
    if (file.state == FileState::kCounted) collect(file.document.root, "", keys);
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  keys.erase(std::remove(keys.begin(), keys.end(), ""), keys.end());
  return keys;
}

Effective resolve(World& world, const Query& asked) {
  Query query = asked;
  if (query.version.empty()) query.version = version_of_binary(world);
  const Flags flags = flags_of(world, query);
  Effective effective = resolve_at(world, query, flags);
  if (!query.start_dir_certain && !query.start_dir.empty()) compare_with_root(world, query, flags, effective);
  effective.posture.version_assumed = query.version.empty();
  if (query.version.empty()) effective.posture.version = kNewestKnown;
  return effective;
}

}  // namespace cordon::settings
