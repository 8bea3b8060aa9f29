// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/carry.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/base/text.h"

namespace cordon::live {
namespace {

using Json = nlohmann::ordered_json;

// Not a list of what is dangerous: a new key that names a helper must not slip through.
constexpr std::string_view kKept[] = {
    "permissions", "sandbox", "hooks", "disableAllHooks", "allowManagedHooksOnly", "allowManagedPermissionRulesOnly", "allowedHttpHookUrls",
    "autoMode", "disableAutoMode", "useAutoModeDuringPlan", "skipDangerousModePermissionPrompt", "skipAutoPermissionPrompt",
};
// Of "env" only what changes how commands are run, and names no program.
constexpr std::string_view kKeptEnv[] = {"CLAUDE_CODE_SUBPROCESS_ENV_SCRUB", "CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR"};

template <class List>
bool is_in(const List& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

Json converted(const json::Document& document, const json::Value& value) {
  switch (value.type) {
    case json::Type::kString: return value.string;
    case json::Type::kArray: {
      Json out = Json::array();
      for (const json::Value& item : value.items) out.push_back(converted(document, item));
      return out;
    }
    case json::Type::kObject: {
      Json out = Json::object();
      for (const json::Value& item : value.items) out[item.key] = converted(document, item);  // the last of a repeated key wins
      return out;
    }
    default: return Json::parse(document.raw(value), nullptr, false);
  }
}

// `change` on every string below.
template <class Change>
void change_strings(Json& value, const Change& change) {
  if (value.is_string()) value = change(value.get<std::string>());
  if (!value.is_structured()) return;
  for (Json& item : value) change_strings(item, change);
}

bool ends_a_path(std::string_view rest) { return rest.empty() || std::string_view("/)*\"' ,:;").find(rest.front()) != std::string_view::npos; }

std::string replace_folder(std::string_view text, std::string_view from, const std::string& to) {
  std::string out;
  while (!text.empty()) {
    const size_t at = from.size() > 1 ? text.find(from) : std::string_view::npos;
    if (at == std::string_view::npos) return out.append(text);
    out += text.substr(0, at);
    const bool is_path = ends_a_path(text.substr(at + from.size()));
    out += is_path ? std::string_view(to) : from;
    text.remove_prefix(at + from.size());
  }
  return out;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  return text;
}

bool is_dangerous(std::string_view name) {
  constexpr std::string_view kNames[] = {"PATH", "HOME", "SHELL", "ENV", "BASH_ENV", "CLAUDE_CONFIG_DIR", "NODE_OPTIONS"};
  const std::string lower = text::ascii_lower(name);
  for (const std::string_view start : {"anthropic_", "claude_code_use_", "claude_code_shell", "claude_code_api", "ld_", "dyld_"})
    if (lower.starts_with(start)) return true;
  return is_in(kNames, name) || lower.ends_with("_proxy");
}

}  // namespace

std::string turned(std::string_view text, const Move& move) {
  // The longer one first: a project often lies below the home.
  const bool project_first = move.project.size() >= move.home.size();
  const std::string once = replace_folder(text, project_first ? move.project : move.home, project_first ? move.new_project : move.new_home);
  return replace_folder(once, project_first ? move.home : move.project, project_first ? move.new_home : move.new_project);
}

std::string anchored(std::string_view command, const Move& move) {
  std::string out(command);
  if (!move.home.empty()) {
    if (out.starts_with("~/")) out.replace(0, 1, move.home);
    out = replace_all(std::move(out), " ~/", " " + move.home + "/");
    out = replace_all(std::move(out), "${HOME}", move.home);
    out = replace_all(std::move(out), "$HOME", move.home);
  }
  if (!move.project.empty()) {
    out = replace_all(std::move(out), "${CLAUDE_PROJECT_DIR}", move.project);
    out = replace_all(std::move(out), "$CLAUDE_PROJECT_DIR", move.project);
    if (out.starts_with("./")) out.replace(0, 1, move.project);
    if (out.starts_with(".claude/")) out.insert(0, move.project + "/");
  }
  return out;
}

Carried carry(const json::Document& document, const Move& move) {
  Carried out;
  const Json whole = converted(document, document.root);
  Json kept = Json::object();
  for (const auto& [key, value] : whole.items()) {
    if (key == "env" && value.is_object()) {
      for (const auto& [name, setting] : value.items()) {
        if (is_in(kKeptEnv, name)) kept["env"][name] = setting;
        else out.left.push_back("env." + name);
      }
    } else if (is_in(kKept, key)) {
      kept[key] = value;
    } else {
      out.left.push_back(key);
    }
  }
  for (const char* key : {"permissions", "sandbox"})
    if (kept.contains(key)) change_strings(kept[key], [&](const std::string& s) { return turned(s, move); });
  if (kept.contains("hooks")) change_strings(kept["hooks"], [&](const std::string& s) { return anchored(s, move); });
  out.text = kept.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  return out;
}

std::string managed_danger(const settings::Effective& effective) {
  for (const settings::SourceFile& file : effective.files) {
    if (file.scope != settings::Scope::kManaged || file.state != settings::FileState::kCounted) continue;
    const json::Value* env = file.document.root.find("env");
    if (env == nullptr || !env->is(json::Type::kObject)) continue;
    for (const json::Value& member : env->items)
      if (is_dangerous(member.key)) return "env." + member.key + " in " + file.path;
  }
  return "";
}

bool sockets_open(const settings::Effective& effective) {
  if (const auto all = effective.find("sandbox.network.allowAllUnixSockets"); all && all->honoured && all->value == "true") return true;
  for (const settings::EffectiveValue& list : effective.statements("sandbox.network.allowUnixSockets")) {
    if (!list.honoured) continue;
    for (const std::string_view name : {"docker.sock", "podman.sock", "containerd.sock"})
      if (list.value.find(name) != std::string::npos) return true;
  }
  return false;
}

}  // namespace cordon::live
