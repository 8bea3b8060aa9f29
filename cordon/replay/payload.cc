// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cordon/install_wiring.h"
#include "cordon/replay/replay.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::replay {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostBytes = size_t{32} << 20;
constexpr int kDeepest = 16;

bool is_description(std::string_view name) { return name == "recording.json" || name == "verdicts.json" || name.ends_with(".verdicts.json"); }

std::optional<Error> read_file(World& world, const std::string& file, std::vector<Payload>& out) {
  const FileText text = world.read_file(file, kMostBytes);
  if (!text) return Error{text.error().text(), file, 0, 0};
  const bool lines = file.ends_with(".jsonl");
  size_t number = 0;
  for (const std::string_view each : lines ? text::split(*text, '\n') : std::vector<std::string_view>{*text}) {
    ++number;
    if (lines && text::trim(each).empty()) continue;
    auto payload = payload_from(std::string(each), file, lines ? number : 0);
    if (!payload) return payload.error();
    out.push_back(std::move(*payload));
  }
  return std::nullopt;
}

std::optional<Error> read_folder(World& world, const std::string& folder, int depth, std::vector<Payload>& out) {
  const auto names = world.list_dir(folder);
  if (!names) return Error{names.error().text(), folder, 0, 0};
  for (const std::string& name : *names) {
    const std::string file = path::join(folder, name);
    const FileKind kind = world.lstat(file).kind;
    std::optional<Error> fault;
    if (kind == FileKind::kDirectory && depth < kDeepest) fault = read_folder(world, file, depth + 1, out);
    if (kind == FileKind::kRegular && (name.ends_with(".json") || name.ends_with(".jsonl")) && !is_description(name)) fault = read_file(world, file, out);
    if (fault) return fault;
  }
  return std::nullopt;
}

// The matchers of our own table are words separated by '|', the last of which may end in ".*".
bool matches(std::string_view matcher, std::string_view tool) {
  if (matcher.empty()) return true;
  for (const std::string_view word : text::split(matcher, '|')) {
    if (word == tool || (word.ends_with(".*") && tool.starts_with(word.substr(0, word.size() - 2)))) return true;
  }
  return false;
}

Recorded recorded_from(const Json& object) {
  Recorded out;
  if (!object.is_object()) return out;
  for (const auto& [program, word] : object.items()) {
    if (word.is_string()) out[program] = word.get<std::string>();
  }
  return out;
}

std::string stem(const std::string& file) { return file.substr(0, file.rfind('.')); }

}  // namespace

std::string Payload::label() const { return line == 0 ? file : fmt::format("{}:{}", file, line); }

Result<Payload> payload_from(std::string text, const std::string& file, size_t line) {
  Payload out;
  out.file = file;
  out.line = line;
  const auto document = json::parse(text);
  if (!document) return fail(document.error().message, file, line == 0 ? document.error().line : static_cast<uint32_t>(line), document.error().column);
  const json::Value& root = document->root;
  if (!root.is(json::Type::kObject)) return fail("expected object: no payload of the runtime", file, std::max<uint32_t>(1, static_cast<uint32_t>(line)), 1);
  out.event = root.text("hook_event_name");
  // Only the status line is given the model as an object, and no event.
  if (out.event.empty() && (root.find("workspace") != nullptr || root.at({"model", "display_name"}) != nullptr)) out.event = "status";
  if (out.event.empty()) return fail("neither a hook's payload (no hook_event_name) nor the status line's", file, std::max<uint32_t>(1, static_cast<uint32_t>(line)), 1);
  out.tool = root.text("tool_name");
  out.cwd = root.text("cwd");
  out.text = std::move(text);
  return out;
}

Result<std::vector<Payload>> payloads_in(World& world, const std::string& path) {
  std::vector<Payload> out;
  const auto fault = world.stat(path).kind == FileKind::kDirectory ? read_folder(world, path, 0, out) : read_file(world, path, out);
  if (fault) return tl::unexpected<Error>(*fault);
  return out;
}

std::vector<std::string> programs_for(const Payload& payload) {
  if (payload.event == "status") return {"statusline"};
  std::vector<std::string> out;
  for (const command::WiredHook& hook : command::wired_hooks()) {
    const std::string program(hook.program);
    if (hook.event == payload.event && matches(hook.matcher, payload.tool) && std::find(out.begin(), out.end(), program) == out.end()) out.push_back(program);
  }
  return out;
}

Verdict verdict_of(const command::Ran& ran, bool status_line) {
  Verdict out;
  if (!ran.fault.empty()) out.fault = ran.fault;
  else if (ran.exit != 0) out.fault = fmt::format("exit {}", ran.exit);
  else if (!ran.errors.empty()) out.fault = "wrote to standard error: " + text::shown(text::trim(ran.errors), 200);
  if (status_line) out.word = text::trim(ran.output);
  if (!out.fault.empty() || status_line || ran.output.empty()) return out;
  const Json answer = Json::parse(ran.output, nullptr, false);
  const auto text_of = [](const Json& object, const char* key) {
    const auto member = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
  };
  if (!answer.is_object()) {
    out.fault = "the answer is no JSON object";
    return out;
  }
  const Json specific = answer.value("hookSpecificOutput", Json::object());
  out.word = text_of(answer, "decision");
  if (out.word.empty()) out.word = text_of(specific, "permissionDecision");
  if (out.word.empty()) out.word = "message";
  for (const std::string& reason : {text_of(specific, "permissionDecisionReason"), text_of(answer, "reason"), text_of(answer, "systemMessage"), text_of(specific, "additionalContext")}) {
    if (out.reason.empty()) out.reason = reason.substr(0, reason.find('\n'));
  }
  return out;
}

std::string recorded_name(const Payload& payload) {
  return payload.line == 0 ? stem(payload.file) + ".verdicts.json" : fmt::format("{}.{}.verdicts.json", stem(payload.file), payload.line);
}

Result<std::optional<Recorded>> Recordings::find(const Payload& payload) {
  const auto read = [&](const std::string& file) -> Result<Json> {
    const auto known = texts_.find(file);
    if (known == texts_.end()) texts_[file] = world_.read_file(file, kMostBytes).value_or("");
    if (texts_[file].empty()) return Json();
    Json value = Json::parse(texts_[file], nullptr, false);
    if (!value.is_object()) return fail("expected object: recorded answers", file, 1, 1);
    return value;
  };
  const auto own = read(recorded_name(payload));
  if (!own) return tl::unexpected<Error>(own.error());
  if (own->is_object()) return std::optional(recorded_from(*own));
  if (scene_.empty() || payload.line != 0) return std::optional<Recorded>();
  const std::string folder(path::parent(payload.file));
  const auto all = read(path::join(path::parent(folder), "verdicts.json"));
  if (!all) return tl::unexpected<Error>(all.error());
  if (!all->is_object() || !all->contains(scene_)) return std::optional<Recorded>();
  const Json& rows = (*all)[scene_];
  const std::string key = stem(fmt::format("{}/{}", path::base_name(folder), path::base_name(payload.file)));
  return std::optional(rows.is_object() && rows.contains(key) ? recorded_from(rows[key]) : Recorded());
}

}  // namespace cordon::replay
