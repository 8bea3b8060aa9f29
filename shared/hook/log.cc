// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/log.h"

#include "shared/base/text.h"
#include "shared/hook/redact.h"
#include "shared/hook/state.h"
#include "shared/json/json.h"

namespace cordon::hook {
namespace {

constexpr size_t kWhatBytes = 600, kSaidBytes = 600, kPathBytes = 300;

const char* verdict_name(const payload::Decision& decision) {
  switch (decision.verdict) {
    case payload::Verdict::kAsk: return "ask";
    case payload::Verdict::kDeny: return "deny";
    case payload::Verdict::kBlock: return "block";
    default: return decision.silent() ? "silent" : "message";
  }
}

// The command, or the file that a tool is about; never what is written into it.
std::string what_of(const payload::ToolCall& call) {
  for (const char* key : {"command", "file_path", "notebook_path"}) {
    if (const payload::TextField field = call.input(key)) return field.value;
  }
  const payload::TextField changed = call.payload.text("file_path");  // ConfigChange
  return changed ? changed.value : std::string();
}

std::string said_by(const payload::Decision& decision) {
  if (!decision.reason.empty()) return decision.reason;
  return decision.system_message.empty() ? decision.description : decision.system_message;
}

void field(json::Writer& out, std::string_view key, std::string_view value, size_t most) {
  if (!value.empty()) out.field(key, redacted_head(text::repair_utf8(value.substr(0, 64 * 1024)), most));
}

}  // namespace

std::string log_file(const World& world) {
  const std::string base = state_folder(world);
  return base.empty() ? base : base + "/log/verdicts.jsonl";
}

std::string log_line(std::string_view hook, const payload::ToolCall& call, const payload::Decision& decision, int64_t now, bool silent) {
  if (decision.silent() && !silent) return {};
  json::Writer out;
  out.begin().field("time", now).field("hook", hook).field("verdict", verdict_name(decision));
  field(out, "event", call.event, 40);
  field(out, "tool", call.tool, 100);
  field(out, "rule", decision.rule, 100);
  field(out, "what", what_of(call), kWhatBytes);
  field(out, "said", said_by(decision), kSaidBytes);
  field(out, "cwd", call.cwd, kPathBytes);
  if (call.session_id.size() <= 100) out.field("session", call.session_id);
  out.end();
  return std::move(out.text) + "\n";
}

void log_decision(std::string_view hook, const payload::ToolCall& call, const payload::Decision& decision, Settings& settings, World& world) {
  const auto wish = world.env_set("CORDON_LOG");
  const bool all = wish && *wish == "all";
  if ((decision.silent() && !all) || (wish && *wish == "off")) return;
  const bool wished = wish && (all || *wish == "verdicts");
  if (!wished && !settings.config().log) return;
  const std::string file = log_file(world);
  const settings::Config* config = settings.config_if_loaded();
  const Rotation rotation{.bytes = (config != nullptr ? config->log_kb : settings::Config().log_kb) * 1024, .kept = config != nullptr ? config->log_files : settings::Config().log_files};
  if (!file.empty()) world.append_rotated(file, log_line(hook, call, decision, world.now_seconds(), all), rotation);
}

}  // namespace cordon::hook
