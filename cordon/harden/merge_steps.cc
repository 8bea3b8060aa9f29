// SPDX-License-Identifier: Apache-2.0
#include "cordon/harden/merge_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "cordon/install_wiring.h"
#include "shared/base/text.h"

namespace cordon::harden {
namespace {

using command::JsonFile;
using Visit = std::function<bool(const json::Value&)>;

// Every hook entry of PreToolUse, until `visit` says true (it edited the file: what was walked is gone).
bool each_hook(const JsonFile& file, const Visit& visit) {
  const json::Value* groups = value_at(file, "hooks.PreToolUse");
  if (groups == nullptr) return false;
  for (const json::Value& group : groups->items) {
    const json::Value* hooks = group.find("hooks");
    if (hooks == nullptr) continue;
    for (const json::Value& hook : hooks->items) {
      if (hook.is(json::Type::kObject) && visit(hook)) return true;
    }
  }
  return false;
}

bool blocks(const json::Value& hook) {
  const json::Value* on_failure = hook.find("onFailure");
  return on_failure != nullptr && on_failure->string == "block";
}

}  // namespace

std::string parent_key(const std::string& key) {
  const size_t dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

std::string last_key(const std::string& key) { return key.substr(key.rfind('.') + 1); }

const json::Value* value_at(const JsonFile& file, const std::string& key) {
  const json::Value* value = &file.root();
  if (key.empty()) return value;
  for (const std::string_view part : text::split(key, '.')) {
    if (value == nullptr || !value->is(json::Type::kObject)) return nullptr;
    value = value->find(part);
  }
  return value;
}

std::vector<Json> list_at(const JsonFile& file, const std::string& key) {
  const json::Value* value = value_at(file, key);
  std::vector<Json> out;
  if (value == nullptr || !value->is(json::Type::kArray)) return out;
  for (const json::Value& item : value->items) out.push_back(Json::parse(std::string(file.raw(item)), nullptr, false));
  return out;
}

Result<Step> make_containers(JsonFile& file, const std::string& key, std::vector<Change>& changes) {
  std::string done;
  for (const std::string_view part : text::split(key, '.')) {
    if (part.empty()) return Step{};
    const std::string here = done.empty() ? std::string(part) : fmt::format("{}.{}", done, part);
    const json::Value* value = value_at(file, here);
    if (value != nullptr && !value->is(json::Type::kObject)) return tl::unexpected<Error>(file.error_at(*value, fmt::format("expected object for '{}'", here)));
    if (value == nullptr) {
      file.append(*value_at(file, done), part, Json::object());
      changes.push_back({Change::Kind::kMade, here, {}, std::nullopt});
    }
    done = here;
  }
  return Step{};
}

GuardsFound block_failures(JsonFile& file, const std::vector<Json>& programs) {
  GuardsFound found;
  for (const Json& program : programs) {
    const auto name = program.get<std::string>();
    bool wired = false, changed = false;
    const auto edit = [&](const json::Value& hook) {
      if (command::own_hook(hook) != name) return false;
      wired = true;
      if (blocks(hook) || hook.find("onFailure") != nullptr) return false;
      file.append(hook, "onFailure", "block");
      return changed = true;
    };
    while (each_hook(file, edit)) {
    }
    if (!wired) found.missing.push_back(name);
    if (changed) found.changed.push_back(program);
  }
  return found;
}

void unblock_failures(JsonFile& file, const std::vector<Json>& programs) {
  const auto edit = [&](const json::Value& hook) {
    if (!blocks(hook) || std::find(programs.begin(), programs.end(), Json(command::own_hook(hook))) == programs.end()) return false;
    for (size_t i = 0; i < hook.items.size(); ++i) {
      if (hook.items[i].key == "onFailure") return file.remove(hook, i), true;
    }
    return false;
  };
  while (each_hook(file, edit)) {
  }
}

}  // namespace cordon::harden
