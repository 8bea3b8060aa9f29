// SPDX-License-Identifier: Apache-2.0
// Differences between a payload and its schema. Kept out of payload.cc so that hooks, which never ask, do not link the tables.
#include <cmath>

#include "shared/base/text.h"
#include "shared/payload/fields.h"
#include "shared/payload/payload.h"

namespace cordon::payload {
namespace {

#include "generated/payload_fields.inc"

// A hostile payload may hold a million unknown keys; nobody reads more than this.
constexpr size_t kMaxDrifts = 256;
constexpr size_t kMaxKey = 80;

uint8_t bit_of(json::Type type) {
  constexpr uint8_t kBits[] = {kNull, kBoolean, kNumber, kString, kArray, kObject};
  return kBits[static_cast<int>(type)];
}

struct Comparison {
  const Shape& shape;
  std::vector<Drift> found;

  void add(Drift::Kind kind, std::string_view path, std::string detail) {
    if (found.size() < kMaxDrifts) found.push_back({kind, text::visible(path, text::Newlines::kEscape), std::move(detail)});
  }
  // Members of `object`, which stands at `prefix` ("" or "tool_input.").
  void members(const json::Value& object, const std::string& prefix);
  void missing(const json::Value& object, const std::string& prefix);
  void value(const json::Value& value, const std::string& path, const FieldRule& rule);
};

void Comparison::value(const json::Value& value, const std::string& path, const FieldRule& rule) {
  if (!accepts(rule, value)) {
    const auto kind = value.is(json::Type::kNull) ? Drift::Kind::kNull : Drift::Kind::kWrongType;
    return add(kind, path, "expected " + types_text(rule.types) + ", got " + json::type_name(value.type));
  }
  if (value.is(json::Type::kObject) && rule.closed) members(value, path + ".");
  if (!value.is(json::Type::kArray)) return;
  const FieldRule* element = shape.find(path + "[]");
  for (size_t i = 0; element != nullptr && i < value.items.size() && found.size() < kMaxDrifts; ++i) {
    this->value(value.items[i], path + "[]", *element);
  }
}

void Comparison::members(const json::Value& object, const std::string& prefix) {
  for (const json::Value& member : object.items) {
    if (found.size() >= kMaxDrifts) return;
    const std::string path = prefix + member.key;
    const FieldRule* rule = member.key.find_first_of(".[") == std::string::npos ? shape.find(path) : nullptr;
    if (rule == nullptr) {
      add(Drift::Kind::kUnknown, prefix + text::clip(member.key, kMaxKey), std::string("unknown field, ") + json::type_name(member.type));
    } else if (object.find(member.key) == &member) {  // of duplicates the last counts
      value(member, path, *rule);
    }
  }
  missing(object, prefix);
}

void Comparison::missing(const json::Value& object, const std::string& prefix) {
  for (size_t i = 0; i < shape.count; ++i) {
    const FieldRule& rule = shape.rules[i];
    if (!rule.required || rule.path.substr(0, prefix.size()) != prefix) continue;
    const std::string_view key = rule.path.substr(prefix.size());
    if (key.find_first_of(".[") == std::string_view::npos && object.find(key) == nullptr) {
      add(Drift::Kind::kMissing, rule.path, "expected " + types_text(rule.types));
    }
  }
}

}  // namespace

const FieldRule* Shape::find(std::string_view path) const {
  for (size_t i = 0; i < count; ++i) {
    if (rules[i].path == path) return &rules[i];
  }
  return nullptr;
}

const Shape* shape_of(std::string_view event, std::string_view tool) {
  const Shape* general = nullptr;
  for (const Shape& shape : kShapes) {
    if (shape.event != event) continue;
    if (shape.tool == tool) return &shape;
    if (shape.tool.empty()) general = &shape;
  }
  return general;
}

bool accepts(const FieldRule& rule, const json::Value& value) {
  if ((rule.types & bit_of(value.type)) != 0) return true;
  return (rule.types & kInteger) != 0 && value.is(json::Type::kNumber) && std::trunc(value.number) == value.number;
}

std::string types_text(uint8_t types) {
  constexpr std::pair<uint8_t, std::string_view> kNames[] = {{kBoolean, "boolean"}, {kNumber, "number"}, {kInteger, "integer"}, {kString, "string"},
                                                             {kArray, "array"},     {kObject, "object"}, {kNull, "null"}};
  std::string out;
  for (const auto& [bit, name] : kNames) {
    if ((types & bit) == 0) continue;
    if (!out.empty()) out += " or ";
    out += name;
  }
  return out;
}

std::vector<Drift> Payload::drift() const {
  const TextField event = text("hook_event_name");
  // The status line's input names no event.
  const bool status = event.presence == Presence::kAbsent && value("tool_name") == nullptr;
  const Shape* shape = status ? shape_of("", "") : shape_of(event.value, text("tool_name").value);
  if (shape == nullptr || (!status && !event)) {
    const std::string named = event ? " for '" + text::visible(text::clip(event.value, kMaxKey), text::Newlines::kEscape) + "'" : "";
    return {{Drift::Kind::kUnknown, "hook_event_name", "no schema" + named}};
  }
  Comparison comparison{*shape, {}};
  comparison.members(document_.root, "");
  return std::move(comparison.found);
}

}  // namespace cordon::payload
