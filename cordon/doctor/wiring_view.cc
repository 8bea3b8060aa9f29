// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/wiring_view.h"

#include <algorithm>
#include <cctype>

#include "cordon/doctor/rules.h"
#include "cordon/install_wiring.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/hook/own_hooks.h"

namespace cordon::doctor {
namespace {

using json::Type;
using json::Value;

void collect_entry(const settings::SourceFile& file, const std::string& event, const Value& group, const Value& entry, std::vector<WiredEntry>& out) {
  WiredEntry found;
  found.program = command::own_hook(entry);
  if (found.program.empty()) return;
  const Value *matcher = group.find("matcher"), *args = entry.find("args");
  found.event = event;
  found.matcher = matcher != nullptr ? matcher->string : "";
  found.command = entry.find("command")->string;
  found.exec_form = args != nullptr && args->is(Type::kArray);
  for (size_t i = 0; found.exec_form && i < args->items.size(); ++i) found.args.push_back(args->items[i].string);
  found.entry = &entry;
  found.file = &file;
  found.place = place_of(file, entry.begin);
  out.push_back(std::move(found));
}

void collect_file(const settings::SourceFile& file, std::vector<WiredEntry>& out) {
  const Value* hooks = file.document.root.find("hooks");
  if (hooks == nullptr || !hooks->is(Type::kObject)) return;
  for (const Value& event : hooks->items) {
    const bool may_be_ours = std::any_of(command::wired_hooks().begin(), command::wired_hooks().end(), [&](const command::WiredHook& hook) { return hook.event == event.key; });
    if (!may_be_ours || !event.is(Type::kArray) || hooks->find(event.key) != &event) continue;
    for (const Value& group : event.items) {
      const Value* entries = group.find("hooks");
      if (entries == nullptr || !entries->is(Type::kArray)) continue;
      for (const Value& entry : entries->items) collect_entry(file, event.key, group, entry, out);
    }
  }
}

// Alternatives that are names, or beginnings of names: "Bash|mcp__.*".
bool is_list_of_names(std::string_view matcher) {
  for (std::string_view token : text::split(matcher, '|')) {
    if (token.ends_with(".*")) token.remove_suffix(2);
    if (!std::all_of(token.begin(), token.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; })) return false;
  }
  return true;
}

}  // namespace

std::vector<WiredEntry> wired_entries(const Context& context) {
  std::vector<WiredEntry> out;
  for (const settings::SourceFile& file : context.effective.files) {
    if (file.state == settings::FileState::kCounted) collect_file(file, out);
  }
  return out;
}

Coverage covers_tools(std::string_view matcher, std::string_view wanted) {
  for (const std::string_view token : text::split(wanted, '|')) {
    const std::string_view tool = token == "mcp__.*" ? "mcp__server__tool" : token;
    if (tool.empty() || hook::surely_matches(matcher, tool)) continue;
    return is_list_of_names(matcher) ? Coverage::kNo : Coverage::kUnsure;
  }
  return Coverage::kYes;
}

std::optional<Fix> wiring_fix(const Context& context) {
  if (context.manifest.bin.empty()) return std::nullopt;
  for (const std::string_view program : command::installed_programs()) {
    if (!context.world.is_executable(path::join(context.manifest.bin, program))) return std::nullopt;
  }
  command::WireOptions options{context.manifest.bin, std::nullopt, false, context.manifest.own_bins()};
  return Fix{context.layout.settings, "the hooks and the status line are wired as cordon install does it", [options, name = context.layout.settings](const std::string& bytes) -> Result<std::string> {
               auto wired = command::wire(bytes, name, options);
               if (!wired) return tl::unexpected<Error>(wired.error());
               return std::move(wired->bytes);
             }};
}

}  // namespace cordon::doctor
