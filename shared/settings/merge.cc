// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/merge.h"

#include <algorithm>
#include <iterator>

#include "shared/base/text.h"
#include "shared/settings/rules.h"

namespace cordon::settings {
namespace {

enum : unsigned { kInManaged = 1, kInFlag = 2, kInLocal = 4, kInProject = 8, kInUser = 16, kInAll = 31 };

// Keys that do not count everywhere.
struct ScopeRule {
  std::string_view key;
  unsigned scopes;
};
constexpr ScopeRule kScopeRules[] = {
    {"sandbox.enabledPlatforms", kInManaged},
    {"sandbox.bwrapPath", kInManaged},   // measured: user, project and --settings have no effect
    {"sandbox.socatPath", kInManaged},
};

bool is_honoured(std::string_view key, Scope scope) {
  const auto* rule = std::find_if(std::begin(kScopeRules), std::end(kScopeRules), [&](const ScopeRule& r) { return r.key == key; });
  return rule == std::end(kScopeRules) || (rule->scopes & (1u << static_cast<unsigned>(scope))) != 0;
}

const json::Value* look_up(const json::Value& root, std::string_view key) {
  const json::Value* value = &root;
  for (;;) {
    const size_t dot = key.find('.');
    value = value->find(key.substr(0, dot));
    if (value == nullptr || dot == std::string_view::npos) return value;
    key.remove_prefix(dot + 1);
  }
}

bool is_repository(const Setting& setting) { return setting.file->scope == Scope::kLocal || setting.file->scope == Scope::kProject; }

bool is_boolean(const Setting& setting, bool wanted) { return setting.value->is(json::Type::kBool) && setting.value->boolean == wanted; }

// A repository's file cannot switch strictness off when the user has it on.
void keep_strict(std::vector<Setting>& settings) {
  const bool kept = std::any_of(settings.begin(), settings.end(), [](const Setting& s) { return s.file->scope == Scope::kUser && is_boolean(s, false); });
  if (!kept) return;
  for (Setting& setting : settings) setting.honoured &= !(is_repository(setting) && is_boolean(setting, true));
}

}  // namespace

std::vector<Setting> settings_of(const std::vector<SourceFile>& files, std::string_view key, std::string_view version) {
  std::vector<Setting> settings;
  for (const SourceFile& file : files) {
    if (file.state != FileState::kCounted) continue;
    const json::Value* value = look_up(file.document.root, key);
    if (value == nullptr || value->is(json::Type::kNull)) continue;
    settings.push_back({&file, value, is_honoured(key, file.scope)});
  }
  if (key == "sandbox.allowUnsandboxedCommands" && holds(kStrictIsKept, version)) keep_strict(settings);
  std::stable_partition(settings.begin(), settings.end(), [](const Setting& s) { return s.honoured; });
  return settings;
}

Setting deciding(const std::vector<SourceFile>& files, std::string_view key, std::string_view version) {
  const std::vector<Setting> settings = settings_of(files, key, version);
  return settings.empty() || !settings.front().honoured ? Setting{} : settings.front();
}

bool boolean_of(const std::vector<SourceFile>& files, std::string_view key, std::string_view version, bool fallback) {
  const Setting setting = deciding(files, key, version);
  return setting.value != nullptr && setting.value->is(json::Type::kBool) ? setting.value->boolean : fallback;
}

std::string text_of(const std::vector<SourceFile>& files, std::string_view key, std::string_view version) {
  const Setting setting = deciding(files, key, version);
  return setting.value != nullptr && setting.value->is(json::Type::kString) ? setting.value->string : std::string();
}

std::vector<std::string> texts_of(const std::vector<SourceFile>& files, std::string_view key, std::string_view version) {
  std::vector<std::string> texts;
  for (const Setting& setting : settings_of(files, key, version)) {
    if (!setting.honoured || !setting.value->is(json::Type::kArray)) continue;
    for (const json::Value& item : setting.value->items) {
      if (item.is(json::Type::kString) && std::find(texts.begin(), texts.end(), item.string) == texts.end()) texts.push_back(item.string);
    }
  }
  return texts;
}

}  // namespace cordon::settings
