// SPDX-License-Identifier: Apache-2.0
#include "shared/payload/payload.h"

#include <utility>

namespace cordon::payload {
namespace {

template <class T, class Take>
Field<T> typed(const json::Value* value, json::Type wanted, Take take) {
  if (value == nullptr) return {Presence::kAbsent, {}};
  if (value->is(json::Type::kNull)) return {Presence::kNull, {}};
  if (!value->is(wanted)) return {Presence::kWrongType, {}};
  return {Presence::kPresent, take(*value)};
}

}  // namespace

Result<Payload> Payload::read(std::string text) {
  auto document = json::parse(std::move(text));
  if (!document) return tl::unexpected(document.error());
  if (!document->root.is(json::Type::kObject)) return fail("expected an object", {}, 1, 1);
  Payload out;
  out.document_ = std::move(*document);
  return out;
}

const json::Value* Payload::value(std::string_view path) const {
  const json::Value* at = &document_.root;
  while (at != nullptr) {
    const size_t dot = path.find('.');
    at = at->find(path.substr(0, dot));
    if (dot == std::string_view::npos) break;
    path.remove_prefix(dot + 1);
  }
  return at;
}

TextField Payload::text(std::string_view path) const {
  return typed<std::string>(value(path), json::Type::kString, [](const json::Value& v) { return v.string; });
}

NumberField Payload::number(std::string_view path) const {
  return typed<double>(value(path), json::Type::kNumber, [](const json::Value& v) { return v.number; });
}

BoolField Payload::flag(std::string_view path) const {
  return typed<bool>(value(path), json::Type::kBool, [](const json::Value& v) { return v.boolean; });
}

ToolCall ToolCall::from(Payload payload) {
  ToolCall call;
  call.event = payload.text("hook_event_name").value;
  call.tool = payload.text("tool_name").value;
  call.cwd = payload.text("cwd").value;
  call.session_id = payload.text("session_id").value;
  call.permission_mode = payload.text("permission_mode").value;
  call.agent_type = payload.text("agent_type").value;
  call.agent_id = payload.text("agent_id").value;
  call.payload = std::move(payload);
  return call;
}

TextField ToolCall::input(std::string_view key) const {
  const json::Value* input = payload.value("tool_input");
  return typed<std::string>(input == nullptr ? nullptr : input->find(key), json::Type::kString, [](const json::Value& v) { return v.string; });
}

}  // namespace cordon::payload
