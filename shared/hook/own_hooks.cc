// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/own_hooks.h"

#include <algorithm>

#include "shared/base/text.h"

namespace cordon::hook {
namespace {

constexpr std::string_view kOwnPrograms[] = {"bypass-warn", "git-add-guard", "protected-paths", "deny-guard", "posture-watch", "error-hint"};

void add_event(const json::Value& event, const std::string& file, std::vector<OwnHook>& out) {
  for (const json::Value& group : event.items) {
    const json::Value* entries = group.find("hooks");
    if (entries == nullptr) continue;
    for (const json::Value& entry : entries->items) {
      const std::string_view program = own_program(entry.text("command"));
      if (!program.empty()) out.push_back({program, event.key, std::string(group.text("matcher")), file, entry.find("if") == nullptr});
    }
  }
}

void add_hooks(const json::Value& document, const std::string& file, std::vector<OwnHook>& out) {
  const json::Value* hooks = document.find("hooks");
  if (hooks == nullptr) return;
  for (const json::Value& event : hooks->items) add_event(event, file, out);
}

}  // namespace

bool is_true(const settings::Effective& effective, std::string_view key) {
  const auto value = effective.find(key);
  return value && value->value == "true";
}

std::string_view own_program(std::string_view command) {
  for (const std::string_view name : kOwnPrograms) {
    for (size_t at = command.find(name); at != std::string_view::npos; at = command.find(name, at + 1)) {
      const std::string_view rest = command.substr(at + name.size());
      const bool begins = at == 0 || std::string_view("/ '\"").find(command[at - 1]) != std::string_view::npos;
      if (begins && (rest.empty() || std::string_view(" '\";").find(rest[0]) != std::string_view::npos)) return name;
    }
  }
  return {};
}

std::vector<OwnHook> own_hooks_in(const json::Value& document, const std::string& file) {
  std::vector<OwnHook> out;
  add_hooks(document, file, out);
  return out;
}

std::vector<OwnHook> own_hooks(const settings::Effective& effective) {
  std::vector<OwnHook> out;
  for (const settings::SourceFile& file : effective.files) {
    if (file.state == settings::FileState::kCounted) add_hooks(file.document.root, file.path, out);
  }
  if (out.empty()) return out;  // the usual case without us costs no look at switches
  if (is_true(effective, "disableAllHooks")) return {};
  if (!is_true(effective, "allowManagedHooksOnly")) return out;
  std::erase_if(out, [&](const OwnHook& each) {
    return std::none_of(effective.files.begin(), effective.files.end(), [&](const auto& file) { return file.scope == settings::Scope::kManaged && file.path == each.file; });
  });
  return out;
}

bool surely_matches(std::string_view matcher, std::string_view tool) {
  if (matcher.empty() || matcher == "*") return true;
  for (const std::string_view each : text::split(matcher, '|')) {
    if (each == tool || (each.ends_with(".*") && tool.starts_with(each.substr(0, each.size() - 2)))) return true;
  }
  return false;
}

}  // namespace cordon::hook
