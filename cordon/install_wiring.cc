// SPDX-License-Identifier: Apache-2.0
#include "cordon/install_wiring.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/path.h"

namespace cordon::command {
namespace {

using json::Type;
using json::Value;

// Indices into hooks.<event>[group].hooks[entry].
struct Place {
  size_t group, entry;
  bool wanted_matcher;
};

const Value* groups_of(const JsonFile& file, std::string_view event) {
  const Value* groups = file.root().at({"hooks", event});
  return groups != nullptr && groups->is(Type::kArray) ? groups : nullptr;
}

const Value* entries_of(const Value& group) {
  const Value* entries = group.find("hooks");
  return entries != nullptr && entries->is(Type::kArray) ? entries : nullptr;
}

std::string matcher_of(const Value& group) {
  const Value* matcher = group.find("matcher");
  return matcher != nullptr ? matcher->string : "";
}

// Where `program` (any of ours when empty) stands in hooks.<event>.
std::vector<Place> places_of(const JsonFile& file, std::string_view event, std::string_view program, std::string_view matcher) {
  std::vector<Place> places;
  const Value* groups = groups_of(file, event);
  for (size_t g = 0; groups != nullptr && g < groups->items.size(); ++g) {
    const Value* entries = entries_of(groups->items[g]);
    for (size_t e = 0; entries != nullptr && e < entries->items.size(); ++e) {
      const std::string name = own_hook(entries->items[e]);
      if (name.empty() || (!program.empty() && name != program)) continue;
      places.push_back({g, e, matcher_of(groups->items[g]) == matcher});
    }
  }
  return places;
}

const Value& entry_at(const JsonFile& file, std::string_view event, const Place& place) {
  return entries_of(groups_of(file, event)->items[place.group])->items[place.entry];
}

// Takes the entry out, and its group when nothing else is left in it.
void remove_entry(JsonFile& file, std::string_view event, const Place& place) {
  const Value& groups = *groups_of(file, event);
  const Value& entries = *entries_of(groups.items[place.group]);
  if (entries.items.size() == 1) return file.remove(groups, place.group);
  file.remove(entries, place.entry);
}

Json entry_for(const WiredHook& hook, const WireOptions& options, bool strict) {
  Json entry = {{"type", "command"}, {"command", path::join(options.bin, hook.program)}, {"args", Json::array()}};
  if (strict) entry["onFailure"] = "block";
  return entry;
}

// Whether an entry does what ours should. Other fields (a timeout, a message) are the person's and stay.
bool satisfies(const Value& entry, const Json& wanted, bool strict) {
  const Value* args = entry.find("args");
  const Value* failure = entry.find("onFailure");
  const bool blocks = failure != nullptr && failure->string == "block";
  for (const char* harmful : {"if", "async", "asyncRewake", "once", "shell"}) {
    if (entry.find(harmful) != nullptr) return false;
  }
  const Value* type = entry.find("type");
  return type != nullptr && type->string == "command" && entry.find("command")->string == wanted["command"].get<std::string>() &&
         args != nullptr && args->is(Type::kArray) && args->items.empty() && blocks == strict;
}

// A new entry joins the others of ours with the same matcher; a foreign group is never touched.
void add_entry(JsonFile& file, const WiredHook& hook, const Json& entry) {
  for (const Place& place : places_of(file, hook.event, "", hook.matcher)) {
    if (!place.wanted_matcher) continue;
    return file.append(*entries_of(groups_of(file, hook.event)->items[place.group]), "", entry);
  }
  Json group = Json::object();
  if (!hook.matcher.empty()) group["matcher"] = std::string(hook.matcher);
  group["hooks"] = Json::array({entry});
  file.append(*groups_of(file, hook.event), "", group);
}

void wire_hook(JsonFile& file, const WiredHook& hook, const WireOptions& options, Wired& out) {
  const bool strict = out.strict && hook.event == "PreToolUse";  // elsewhere there is no call to block
  const std::string_view where = hook.matcher.empty() ? hook.event : hook.matcher;
  const Json wanted = entry_for(hook, options, strict);
  const std::vector<Place> places = places_of(file, hook.event, hook.program, hook.matcher);
  const auto kept = std::find_if(places.begin(), places.end(), [](const Place& place) { return place.wanted_matcher; });
  const bool keeps = kept != places.end();
  if (keeps && !satisfies(entry_at(file, hook.event, *kept), wanted, strict)) {
    file.replace(entry_at(file, hook.event, *kept), wanted);
    out.done.push_back(fmt::format("updated {} on {}", hook.program, where));
  }
  for (auto place = places.rbegin(); place != places.rend(); ++place) {  // from the back: indices before stay valid
    if (keeps && &*place == &*kept) continue;
    remove_entry(file, hook.event, *place);
    if (keeps) out.done.push_back(fmt::format("removed a second {}", hook.program));
  }
  if (keeps) return;
  add_entry(file, hook, wanted);
  out.done.push_back(fmt::format("{} {} on {}", places.empty() ? "added" : "replaced an older", hook.program, where));
}

// hooks and hooks.<event> exist and have the right type afterwards.
Result<bool> ensure_event(JsonFile& file, std::string_view event, Wired& out) {
  const Value* hooks = file.root().find("hooks");
  if (hooks == nullptr) {
    file.append(file.root(), "hooks", Json::object());
    hooks = file.root().find("hooks");
  } else if (!hooks->is(Type::kObject)) {
    return tl::unexpected<Error>(file.error_at(*hooks, fmt::format("expected object for 'hooks', found {}", json::type_name(hooks->type))));
  } else if (hooks->items.empty()) {
    out.empty_before.push_back("hooks");
  }
  const Value* groups = hooks->find(event);
  if (groups == nullptr) {
    file.append(*hooks, event, Json::array());
  } else if (!groups->is(Type::kArray)) {
    return tl::unexpected<Error>(
        file.error_at(*groups, fmt::format("expected array for 'hooks.{}', found {}", event, json::type_name(groups->type))));
  } else if (groups->items.empty()) {
    out.empty_before.emplace_back(event);
  }
  return true;
}

void wire_status_line(JsonFile& file, const WireOptions& options, Wired& out) {
  const std::string command = shell_quote(path::join(options.bin, "statusline"));
  // The footer must not lag behind a change of the settings that fires no event of its own.
  const Json wanted = {{"type", "command"}, {"command", command}, {"refreshInterval", 5}};
  const Value* current = file.root().find("statusLine");
  if (current == nullptr) {
    file.append(file.root(), "statusLine", wanted);
    out.done.push_back("added the status line");
    return;
  }
  const Value* there = current->find("command");
  if (is_own_status_line(*current, options.own_bins)) {
    out.had_own = true;
    if (there->string == command) return;
    file.replace_text(*there, json::quote(command));  // padding and the like are the person's
    out.done.push_back("updated the status line");
    return;
  }
  if (!options.force && !current->is(Type::kNull)) {
    out.foreign_status_line = there != nullptr ? there->string : std::string(file.raw(*current));
    return;
  }
  out.status_line_before = std::string(file.raw(*current));
  file.replace(*current, wanted);
  out.done.push_back("replaced the status line");
}

bool any_own(const JsonFile& file, std::string_view event) { return !places_of(file, event, "", "").empty(); }

bool any_strict(const JsonFile& file, std::string_view event) {
  for (const Place& place : places_of(file, event, "", "")) {
    const Value* failure = entry_at(file, event, place).find("onFailure");
    if (failure != nullptr && failure->string == "block") return true;
  }
  return false;
}

std::vector<std::string> events_of(const JsonFile& file) {
  std::vector<std::string> events;
  const Value* hooks = file.root().find("hooks");
  if (hooks == nullptr || !hooks->is(Type::kObject)) return events;
  for (const Value& event : hooks->items) events.push_back(event.key);
  return events;
}

Result<JsonFile> open_object(const std::string& bytes, const std::string& name) {
  auto file = JsonFile::open(bytes, name);
  if (!file || file->root().is(Type::kObject)) return file;
  return tl::unexpected<Error>(file->error_at(file->root(), fmt::format("expected object, found {}", json::type_name(file->root().type))));
}

// A container that our removal emptied goes too; one that was empty before we came stays.
void prune(JsonFile& file, std::string_view event, const std::vector<std::string>& keep) {
  const auto kept = [&](std::string_view key) { return std::find(keep.begin(), keep.end(), key) != keep.end(); };
  const auto remove_if_empty = [&](const Value& container, std::string_view key) {
    for (size_t i = container.items.size(); i-- > 0;) {
      if (container.items[i].key != key) continue;
      if (container.items[i].items.empty() && !kept(key)) file.remove(container, i);
      return;
    }
  };
  if (const Value* hooks = file.root().find("hooks")) remove_if_empty(*hooks, event);
  remove_if_empty(file.root(), "hooks");
}

void unwire_status_line(JsonFile& file, const UnwireOptions& options, Unwired& out) {
  const Value& root = file.root();
  for (size_t i = root.items.size(); i-- > 0;) {
    if (root.items[i].key != "statusLine" || !is_own_status_line(root.items[i], options.own_bins)) continue;
    if (options.status_line_before) {
      file.replace_text(root.items[i], *options.status_line_before);
      out.done.push_back("put the earlier status line back");
    } else {
      file.remove(root, i);
      out.done.push_back("removed the status line");
    }
    return;
  }
}

}  // namespace

Result<Wired> wire(const std::string& bytes, const std::string& name, const WireOptions& options) {
  auto file = open_object(bytes, name);
  if (!file) return tl::unexpected<Error>(file.error());
  Wired out;
  const Value* disabled = file->root().find("disableAllHooks");
  out.hooks_disabled = disabled != nullptr && disabled->is(Type::kBool) && disabled->boolean;
  for (const WiredHook& hook : wired_hooks()) {
    out.had_own = out.had_own || any_own(*file, hook.event);
    out.strict = out.strict || any_strict(*file, hook.event);
  }
  out.strict = options.strict.value_or(out.strict);
  for (const WiredHook& hook : wired_hooks()) {
    if (auto ready = ensure_event(*file, hook.event, out); !ready) return tl::unexpected<Error>(ready.error());
    wire_hook(*file, hook, options, out);
  }
  wire_status_line(*file, options, out);
  out.bytes = out.done.empty() ? bytes : file->bytes();
  return out;
}

Result<Unwired> unwire(const std::string& bytes, const std::string& name, const UnwireOptions& options) {
  auto file = open_object(bytes, name);
  if (!file) return tl::unexpected<Error>(file.error());
  Unwired out;
  // Last in, first out, so that the bytes come out as they went in.
  unwire_status_line(*file, options, out);
  for (const std::string& event : events_of(*file)) {
    const std::vector<Place> places = places_of(*file, event, "", "");
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
      out.done.push_back(fmt::format("removed {}", own_hook(entry_at(*file, event, *place))));
      remove_entry(*file, event, *place);
    }
    if (!places.empty()) prune(*file, event, options.empty_before);
  }
  out.bytes = out.done.empty() ? bytes : file->bytes();
  return out;
}

Result<std::vector<Command>> own_commands(const std::string& bytes, const std::string& name, const std::vector<std::string>& own_bins) {
  auto file = open_object(bytes, name);
  if (!file) return tl::unexpected<Error>(file.error());
  std::vector<Command> out;
  for (const WiredHook& hook : wired_hooks()) {
    for (const Place& place : places_of(*file, hook.event, hook.program, hook.matcher)) {
      const Value& entry = entry_at(*file, hook.event, place);
      Command command{std::string(hook.program), entry.find("command")->string, {}, entry.find("args") == nullptr};
      for (size_t i = 0; !command.shell && i < entry.find("args")->items.size(); ++i) command.args.push_back(entry.find("args")->items[i].string);
      out.push_back(std::move(command));
    }
  }
  const Value* line = file->root().find("statusLine");
  if (line != nullptr && is_own_status_line(*line, own_bins)) out.push_back({"statusline", line->find("command")->string, {}, true});
  return out;
}

}  // namespace cordon::command
