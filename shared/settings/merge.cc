// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/merge.h"

#include <algorithm>

#include "shared/base/text.h"
#include "shared/settings/exceptions.h"

namespace cordon::settings {
namespace {

const json::Value* look_up(const json::Value& root, std::string_view key) {
  const json::Value* value = &root;
  for (;;) {
    const size_t dot = key.find('.');
    value = value->find(key.substr(0, dot));
    if (value == nullptr || dot == std::string_view::npos) return value;
    key.remove_prefix(dot + 1);
  }
}

}  // namespace

const json::Value* value_in(const SourceFile& file, std::string_view key) {
  const json::Value* value = file.state == FileState::kCounted ? look_up(file.document.root, key) : nullptr;
  return value != nullptr && value->is(json::Type::kNull) ? nullptr : value;
}

std::vector<Setting> settings_of(const std::vector<SourceFile>& files, std::string_view key, std::string_view version) {
  std::vector<Setting> settings;
  for (const SourceFile& file : files) {
    if (const json::Value* value = value_in(file, key)) settings.push_back({&file, value, true});
  }
  apply_exceptions(files, key, version, settings);
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
