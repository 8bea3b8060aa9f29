// SPDX-License-Identifier: Apache-2.0
// Which file decides a key. Internal to shared/settings; the public face is Effective::find.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/json/json.h"
#include "shared/settings/scope.h"

namespace cordon::settings {

// A value of one key in one counted file.
struct Setting {
  const SourceFile* file = nullptr;
  const json::Value* value = nullptr;
  bool honoured = true;  // false: the runtime does not take this key from this scope
};

// What a counted file says about dotted `key`; nullptr when it says nothing, or null.
const json::Value* value_in(const SourceFile& file, std::string_view key);
// All files that set dotted `key`, highest precedence first; the honoured ones before the others.
std::vector<Setting> settings_of(const std::vector<SourceFile>& files, std::string_view key, std::string_view version);
// The first honoured one, by the runtime's exceptions; value is nullptr when nothing sets it.
Setting deciding(const std::vector<SourceFile>& files, std::string_view key, std::string_view version);

// For the common questions: a boolean (else `fallback`), a text, all texts of the lists of all files, each once.
bool boolean_of(const std::vector<SourceFile>& files, std::string_view key, std::string_view version, bool fallback);
std::string text_of(const std::vector<SourceFile>& files, std::string_view key, std::string_view version);
std::vector<std::string> texts_of(const std::vector<SourceFile>& files, std::string_view key, std::string_view version);

}  // namespace cordon::settings
