// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/plugin.h"

#include <algorithm>
#include <optional>

#include "cordon/doctor/rules.h"
#include "cordon/install_wiring.h"
#include "shared/base/path.h"
#include "shared/base/version.h"
#include "shared/settings/query.h"

namespace cordon::doctor {
namespace {

using json::Type;
using json::Value;

constexpr size_t kMaxFile = 4u << 20;
constexpr Version kFolderIsEnough = {2, 1, 332};

std::optional<json::Document> document_of(const Context& context, const std::string& file) {
  const FileText text = context.world.read_file(file, kMaxFile);
  if (!text) return std::nullopt;
  auto document = json::parse(*text);
  if (!document) return std::nullopt;
  return std::move(*document);
}

bool is_ours(const Context& context, const std::string& root) {
  const auto manifest = document_of(context, path::join(root, ".claude-plugin/plugin.json"));
  return manifest && manifest->root.text("name") == "cordon" && context.world.stat(path::join(root, "hooks/hooks.json")).kind == FileKind::kRegular;
}

// "--plugin-dir X" and "--plugin-dir=X" of a running session.
bool find_by_flag(const Context& context, Plugin& out) {
  constexpr std::string_view kFlag = "--plugin-dir";
  auto arguments = context.query.arguments;
  if (const auto pid = context.world.env_set("CLAUDE_PID"); !arguments && pid) arguments = settings::arguments_of(context.world, *pid);
  for (size_t i = 0; arguments && i < arguments->size(); ++i) {
    const std::string& argument = (*arguments)[i];
    std::string folder;
    if (argument == kFlag && i + 1 < arguments->size()) folder = (*arguments)[i + 1];
    if (argument.starts_with(std::string(kFlag) + "=")) folder = argument.substr(kFlag.size() + 1);
    if (folder.empty()) continue;
    const std::string root = path::absolute(folder, context.query.start_dir);
    if (!is_ours(context, root)) continue;
    out.place = std::string(kFlag) + " " + root, out.root = root;
    return true;
  }
  return false;
}

// "cordon@market" of the highest file that says anything about it, when that is true.
std::string find_enabled(const Context& context, std::string& place) {
  std::vector<std::string> decided;
  for (const settings::SourceFile& file : context.effective.files) {
    const Value* plugins = file.state == settings::FileState::kCounted ? file.document.root.find("enabledPlugins") : nullptr;
    for (size_t i = 0; plugins != nullptr && plugins->is(Type::kObject) && i < plugins->items.size(); ++i) {
      const Value& plugin = plugins->items[i];
      if (!plugin.key.starts_with("cordon@") || std::find(decided.begin(), decided.end(), plugin.key) != decided.end()) continue;
      decided.emplace_back(plugin.key);
      if (!plugin.is(Type::kBool) || !plugin.boolean) continue;
      place = place_of(file, plugin.key_begin);
      return std::string(plugin.key);
    }
  }
  return "";
}

// {"source":{"source":"directory","path":"/x"}}
std::string folder_of_marketplace(const Value* markets, const std::string& name) {
  const Value* market = markets != nullptr ? markets->find(name) : nullptr;
  const Value* source = market != nullptr ? market->find("source") : nullptr;
  return source != nullptr && source->text("source") == "directory" ? std::string(source->text("path")) : "";
}

std::string declared_folder(const Context& context, const std::string& market) {
  for (const settings::SourceFile& file : context.effective.files) {
    if (file.state != settings::FileState::kCounted) continue;
    if (std::string folder = folder_of_marketplace(file.document.root.find("extraKnownMarketplaces"), market); !folder.empty()) return folder;
  }
  return "";
}

std::string root_of(const Context& context, const std::string& key) {
  const std::string plugins = path::join(context.layout.config, "plugins"), market = key.substr(key.find('@') + 1);
  const auto installed = document_of(context, path::join(plugins, "installed_plugins.json"));
  const Value* entries = installed ? installed->root.at({"plugins", key}) : nullptr;
  const bool is_installed = entries != nullptr && entries->is(Type::kArray) && !entries->items.empty();
  const auto version = parse_version(context.query.version);
  if (!is_installed && version && *version < kFolderIsEnough) return "";
  std::vector<std::string> folders;
  if (const auto known = document_of(context, path::join(plugins, "known_marketplaces.json"))) folders.push_back(folder_of_marketplace(&known->root, market));
  folders.push_back(declared_folder(context, market));
  for (size_t i = 0; is_installed && i < entries->items.size(); ++i) folders.emplace_back(entries->items[i].text("installPath"));
  const auto found = std::find_if(folders.begin(), folders.end(), [&](const std::string& folder) { return !folder.empty() && is_ours(context, folder); });
  return found == folders.end() ? "" : *found;
}

}  // namespace

std::string Plugin::program(std::string_view name) const { return path::join(path::join(root, "bin"), name); }

Plugin find_plugin(const Context& context) {
  Plugin out;
  if (!find_by_flag(context, out)) {
    const std::string key = find_enabled(context, out.place);
    if (key.empty() || context.layout.config.empty()) return out;
    out.root = root_of(context, key);
  }
  if (out.root.empty()) return out;
  for (const command::WiredHook& hook : command::wired_hooks()) {
    const std::string name(hook.program);
    if (context.world.is_executable(out.program(name)) || std::find(out.missing.begin(), out.missing.end(), name) != out.missing.end()) continue;
    out.missing.push_back(name);
  }
  return out;
}

}  // namespace cordon::doctor
