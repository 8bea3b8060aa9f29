// SPDX-License-Identifier: Apache-2.0
#include "cordon/settings_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::command {
namespace {

using settings::EffectiveValue;
using settings::Posture;
using settings::SourceFile;

constexpr size_t kMaxShown = 200;

// Everything here comes from files of others.
std::string shown(std::string_view text) { return text::shown(text, kMaxShown); }
std::string shown_json(std::string_view text) { return shown(json::in_one_line(text)); }

std::string place(const std::string& path, uint32_t line, uint32_t column) {
  return line == 0 ? shown(path) : fmt::format("{}:{}:{}", shown(path), line, column);
}

const char* yes_no(bool value) { return value ? "yes" : "no"; }

bool is_asked_for(const Report& report, const std::string& key) {
  return report.key.empty() || key == report.key || key.starts_with(report.key + ".");
}

std::vector<std::string> asked_keys(const Report& report) {
  std::vector<std::string> keys = report.effective.keys();
  keys.erase(std::remove_if(keys.begin(), keys.end(), [&](const std::string& key) { return !is_asked_for(report, key); }), keys.end());
  return keys;
}

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + shown(item);
  return out;
}

void add_line(std::string& out, std::string_view name, std::string_view text) { out += fmt::format("  {:<18}{}\n", name, text); }

std::string posture_text(const Report& report) {
  const Posture& p = report.effective.posture;
  std::string out = "posture\n";
  add_line(out, "sandbox", fmt::format("{} ({})", sandbox_name(p.sandbox), shown(p.why)));
  if (!p.disputed.empty()) add_line(out, "disputed by", shown(p.disputed) + " (its change was blocked: the session is as above, the values below are the files')");
  add_line(out, "strict", p.strict ? "yes (dangerouslyDisableSandbox is not honoured)" : "no (a command may ask to leave the sandbox)");
  if (p.may_be_effective()) add_line(out, "auto-allow", yes_no(p.auto_allow));
  add_line(out, "permission mode", shown(p.permission_mode.value_or("not known")));
  if (p.files_off) add_line(out, "files", "not isolated (sandbox.filesystem.disabled)");
  if (!p.excluded_commands.empty()) add_line(out, "run outside", joined(p.excluded_commands));
  if (!p.weakened.empty()) add_line(out, "weakened by", joined(p.weakened));
  add_line(out, "started in", shown(report.start_dir));
  add_line(out, "rules of", p.version_assumed ? p.version + " (the session's version is not known)" : p.version);
  for (const std::string& note : report.notes) add_line(out, "note", shown(note));
  return out;
}

std::string file_text(const SourceFile& file) {
  std::string out = fmt::format("  {:<9}{:<9}{}", scope_name(file.scope), state_name(file.state), place(file.path, file.line, file.column));
  if (!file.reason.empty()) out += ": " + shown(file.reason);
  if (file.refuses) out += " (the runtime refuses to start)";
  return out + "\n";
}

std::string statement_text(const EffectiveValue& value) {
  return fmt::format("{:<24} {:<8} {}", shown_json(value.value), scope_name(value.scope), place(value.path, value.line, value.column));
}

std::string value_text(const Report& report, const std::string& key) {
  std::string out;
  const auto value = report.effective.find(key);
  const std::vector<EffectiveValue> statements = report.effective.statements(key);
  if (value && statements.size() > 1 && value->value.starts_with('[')) {
    out += fmt::format("  {} = {}  (united)\n", shown(key), shown_json(value->value));
  } else if (value) {
    out += fmt::format("  {} = {}\n", shown(key), statement_text(statements.front()));
  } else {
    out += fmt::format("  {} is not in force\n", shown(key));
  }
  const bool list_all = !value || value->value.starts_with('[');
  for (size_t i = list_all && (statements.size() > 1 || !value) ? 0 : 1; i < statements.size(); i++) {
    const char* what = !statements[i].honoured ? "not honoured:" : list_all ? "part:" : "overridden:";
    out += fmt::format("      {:<14}{}\n", what, statement_text(statements[i]));
  }
  return out;
}

void write_value(json::Writer& out, const EffectiveValue& value, const std::string& union_text) {
  out.raw("value", union_text.empty() ? value.value : union_text);
  out.field("scope", scope_name(value.scope)).field("path", value.path);
  out.field("line", static_cast<int64_t>(value.line)).field("column", static_cast<int64_t>(value.column));
}

void write_posture(json::Writer& out, const Report& report) {
  const Posture& p = report.effective.posture;
  out.begin("posture").field("sandbox", sandbox_name(p.sandbox)).field("reason", p.why).field("strict", p.strict);
  if (p.permission_mode) {
    out.field("permission_mode", *p.permission_mode);
  } else {
    out.raw("permission_mode", "null");
  }
  out.field("auto_allow", p.auto_allow).field("files_off", p.files_off).field("fail_if_unavailable", p.fail_if_unavailable);
  out.field("backend_missing", p.backend_missing).field("backend", p.backend).field("bypass_disabled", p.bypass_disabled);
  if (!p.disputed.empty()) out.field("disputed", p.disputed);
  out.begin_array("excluded_commands");
  for (const std::string& command : p.excluded_commands) out.item(command);
  out.end_array().begin_array("weakened");
  for (const std::string& key : p.weakened) out.item(key);
  out.end_array().field("start_dir", report.start_dir).field("version", p.version).field("version_assumed", p.version_assumed);
  out.begin_array("notes");
  for (const std::string& note : report.notes) out.item(note);
  out.end_array().end();
}

void write_files(json::Writer& out, const std::vector<SourceFile>& files) {
  out.begin_array("files");
  for (const SourceFile& file : files) {
    out.item_object().field("scope", scope_name(file.scope)).field("path", file.path).field("state", state_name(file.state));
    if (!file.reason.empty()) out.field("reason", file.reason);
    if (file.line != 0) out.field("line", static_cast<int64_t>(file.line)).field("column", static_cast<int64_t>(file.column));
    if (file.refuses) out.field("refuses", true);
    out.end();
  }
  out.end_array();
}

}  // namespace

std::string report_text(const Report& report) {
  std::string out;
  const std::vector<std::string> keys = asked_keys(report);
  if (report.key.empty()) {
    out += posture_text(report) + "\nfiles, highest precedence first\n";
    for (const SourceFile& file : report.effective.files) out += file_text(file);
    out += "\nvalues\n";
  }
  for (const std::string& key : keys) out += value_text(report, key);
  if (keys.empty()) out += report.key.empty() ? "  none\n" : fmt::format("  no settings file in force sets {}\n", shown(report.key));
  // A file that sets the key and is dropped must not look like one that does not set it.
  for (const SourceFile& file : report.effective.files) {
    if (!report.key.empty() && file.state == settings::FileState::kDropped) out += file_text(file);
  }
  return out;
}

std::string report_json(const Report& report) {
  json::Writer out;
  out.begin();
  write_posture(out, report);
  write_files(out, report.effective.files);
  out.begin("values");
  for (const std::string& key : asked_keys(report)) {
    const auto value = report.effective.find(key);
    if (!value) continue;
    out.begin(key);
    write_value(out, *value, value->value);
    out.begin_array("overrides");
    for (const EffectiveValue& other : value->overrides) {
      out.item_object();
      write_value(out, other, "");
      out.field("honoured", other.honoured).end();
    }
    out.end_array().end();
  }
  out.end().end();
  return out.text + "\n";
}

}  // namespace cordon::command
