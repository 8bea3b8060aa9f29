// SPDX-License-Identifier: Apache-2.0
#include "cordon/drift/drift.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::drift {
namespace {

constexpr std::string_view kDigest =
#include "cordon/drift/digest.inc"
    ;
constexpr size_t kMostBytes = size_t{16} << 20;

void add(const json::Value& value, const std::string& path, std::map<std::string, std::set<std::string>>& out) {
  if (!path.empty()) out[path].insert(json::type_name(value.type));
  for (const json::Value& child : value.items) {
    if (value.is(json::Type::kObject)) add(child, path.empty() ? child.key : path + "." + child.key, out);
    else add(child, path + "[]", out);
  }
}

std::string types_text(const std::set<std::string>& types) {
  std::string out;
  for (const std::string& type : types) out += (out.empty() ? "" : " or ") + type;
  return out;
}

void add_rule(std::string_view line, std::vector<Rule>& rules) {
  const std::vector<std::string_view> parts = text::split(line, '|');
  if (parts.size() != 3) return;
  Rule rule;
  rule.name = parts[0];
  rule.says = parts[1];
  for (const std::string_view interval : text::split(parts[2], ',')) {
    const size_t dash = interval.find('-');
    if (dash != std::string_view::npos) rule.held.emplace_back(interval.substr(0, dash), interval.substr(dash + 1));
  }
  rules.push_back(std::move(rule));
}

Digest read_digest() {
  Digest out;
  for (const std::string_view line : text::split(kDigest, '\n')) {
    const std::vector<std::string_view> words = text::split(line, ' ');
    if (words[0] == "R") {
      add_rule(line.substr(2), out.rules);
      continue;
    }
    const auto version = words.size() > 2 ? parse_version(words[words[0] == "M" ? 2 : 1]) : std::nullopt;
    if (!version) continue;
    if (words[0] == "F" && words.size() == 5) out.recorded[*version][std::string(words[2])][std::string(words[3])].emplace(words[4]);
    if (words[0] == "K") out.settings[*version].emplace(words[2]);
    if (words[0] == "M" && words.size() == 4) {
      for (Rule& rule : out.rules) {
        if (rule.name == words[1]) rule.measured[*version] = words[3] == "1";
      }
    }
  }
  return out;
}

void compare_label(const std::string& label, const std::map<std::string, std::set<std::string>>& before, const std::map<std::string, std::set<std::string>>& after, std::vector<std::string>& out) {
  for (const auto& [path, types] : before) {
    const auto found = after.find(path);
    if (found == after.end()) out.push_back(fmt::format("- {} {} ({})", label, path, types_text(types)));
    else if (found->second != types) out.push_back(fmt::format("~ {} {}: was {}, is {}", label, path, types_text(types), types_text(found->second)));
  }
  for (const auto& [path, types] : after) {
    if (!before.contains(path)) out.push_back(fmt::format("+ {} {} ({})", label, path, types_text(types)));
  }
}

}  // namespace

const Digest& built_in() {
  static const Digest digest = read_digest();
  return digest;
}

Result<bool> add_fields(std::string text, const std::string& folder, const std::string& file, Fields& out) {
  const auto document = json::parse(std::move(text));
  if (!document) return fail(document.error().message, file, document.error().line, document.error().column);
  if (!document->root.is(json::Type::kObject)) return fail("expected object: no payload of the runtime", file, 1, 1);
  const json::Value *event = document->root.find("hook_event_name"), *tool = document->root.find("tool_name");
  std::string label = event != nullptr && event->is(json::Type::kString) ? event->string : folder;
  if (tool != nullptr && tool->is(json::Type::kString)) label += "/" + tool->string;
  add(document->root, "", out[label]);
  return true;
}

Result<Fields> read_recording(World& world, const std::string& dir) {
  Fields out;
  const auto folders = world.list_dir(dir);
  if (!folders) return fail(folders.error().text(), dir);
  for (const std::string& folder : *folders) {
    const auto names = world.list_dir(path::join(dir, folder));
    if (!names) continue;  // recording.json and the like
    for (const std::string& name : *names) {
      if (!name.ends_with(".json") || name.ends_with(".verdicts.json")) continue;
      const std::string file = path::join(path::join(dir, folder), name);
      FileText text = world.read_file(file, kMostBytes);
      if (!text) return fail(text.error().text(), file);
      if (auto added = add_fields(std::move(*text), folder, file, out); !added) return tl::unexpected<Error>(added.error());
    }
  }
  if (out.empty()) return fail("no recorded payloads there (<event>/<name>.json)", dir);
  return out;
}

std::vector<std::string> moved(const Fields& before, const Fields& after) {
  std::vector<std::string> out;
  for (const auto& [label, fields] : before) {
    const auto found = after.find(label);
    if (found == after.end()) out.push_back(fmt::format("- {}: not recorded any more", label));
    else compare_label(label, fields, found->second, out);
  }
  for (const auto& [label, fields] : after) {
    if (!before.contains(label)) out.push_back(fmt::format("+ {}: not recorded before ({} fields)", label, fields.size()));
  }
  return out;
}

std::vector<std::string> moved(const std::set<std::string>& before, const std::set<std::string>& after) {
  std::vector<std::string> out;
  for (const std::string& key : before) {
    if (!after.contains(key)) out.push_back("- " + key);
  }
  for (const std::string& key : after) {
    if (!before.contains(key)) out.push_back("+ " + key);
  }
  return out;
}

namespace {

using Interval = std::pair<std::string, std::string>;

const Interval* interval_of(const Rule& rule, const Version& version) {
  for (const Interval& interval : rule.held) {
    const auto from = parse_version(interval.first), until = parse_version(interval.second);
    if ((!from || version >= *from) && (!until || version < *until)) return &interval;
  }
  return nullptr;
}

}  // namespace

bool holds(const Rule& rule, const Version& version) { return interval_of(rule, version) != nullptr; }

std::vector<std::string> rules_moved(const std::vector<Rule>& rules, const Version& before, const Version& after) {
  std::vector<std::string> out;
  for (const Rule& rule : rules) {
    const Interval *then = interval_of(rule, before), *now = interval_of(rule, after);
    if ((then != nullptr) == (now != nullptr)) continue;
    // The boundary that was crossed: going back to an older version it is the other end.
    const Interval& held = now != nullptr ? *now : *then;
    const bool began = (now != nullptr) == (before < after);
    out.push_back(fmt::format("{} {}: {} ({})", now != nullptr ? '+' : '-', rule.name, rule.says, began ? "since " + held.first : "until " + held.second));
  }
  return out;
}

Version measured_up_to(const std::vector<Rule>& rules) {
  Version out{};
  for (const Rule& rule : rules) {
    if (!rule.measured.empty()) out = std::max(out, rule.measured.rbegin()->first);
  }
  return out;
}

std::string text_of(const Version& version) { return fmt::format("{}.{}.{}", version[0], version[1], version[2]); }

}  // namespace cordon::drift
