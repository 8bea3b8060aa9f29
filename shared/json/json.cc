// SPDX-License-Identifier: Apache-2.0
#include "shared/json/json.h"

#include <fmt/format.h>

#include "shared/base/text.h"

namespace cordon::json {

const char* type_name(Type type) {
  constexpr const char* kNames[] = {"null", "boolean", "number", "string", "array", "object"};
  return kNames[static_cast<int>(type)];
}

const Value* Value::find(std::string_view wanted) const {
  if (type != Type::kObject) return nullptr;
  for (auto member = items.rbegin(); member != items.rend(); ++member) {
    if (member->key == wanted) return &*member;
  }
  return nullptr;
}

std::string_view Value::text(std::string_view key) const {
  const Value* value = find(key);
  return value != nullptr && value->is(Type::kString) ? std::string_view(value->string) : std::string_view();
}

const Value* Value::at(std::initializer_list<std::string_view> keys) const {
  const Value* value = this;
  for (const std::string_view key : keys) {
    if (value == nullptr) break;
    value = value->find(key);
  }
  return value;
}

std::string in_one_line(std::string_view json) {
  std::string out;
  bool at_start = false;  // of a line; inside a string no line ends
  for (const char c : json) {
    const bool breaks = c == '\n' || c == '\r';
    if (breaks && !at_start && out.ends_with(',')) out += ' ';
    at_start = breaks || (at_start && (c == ' ' || c == '\t'));
    if (!at_start) out += c;
  }
  return out;
}

std::string quote(std::string_view s) {
  std::string out = "\"";
  out.reserve(s.size() + 2);
  while (!s.empty()) {
    const text::CodePoint c = text::next_code_point(s);
    if (c.value == '"' || c.value == '\\') {
      out += '\\';
      out += s[0];
    } else if (c.value == '\n') {
      out += "\\n";
    } else if (c.value == '\t') {
      out += "\\t";
    } else if (c.value < 0x20 || c.value == 0x7F) {
      out += fmt::format("\\u{:04x}", static_cast<uint32_t>(c.value));
    } else {
      text::append_utf8(out, c.value);
    }
    s.remove_prefix(c.size);
  }
  return out += '"';
}

void Writer::comma() {
  if (!text.empty() && text.back() != '{' && text.back() != '[') text += ',';
}
void Writer::name(std::string_view key) {
  comma();
  text += quote(key);
  text += ':';
}
Writer& Writer::begin() {
  text += '{';
  return *this;
}
Writer& Writer::begin(std::string_view key) {
  name(key);
  return begin();
}
Writer& Writer::end() {
  text += '}';
  return *this;
}
Writer& Writer::begin_array(std::string_view key) {
  name(key);
  text += '[';
  return *this;
}
Writer& Writer::end_array() {
  text += ']';
  return *this;
}
Writer& Writer::item(std::string_view string) {
  comma();
  text += quote(string);
  return *this;
}
Writer& Writer::item_object() {
  comma();
  return begin();
}
Writer& Writer::field(std::string_view key, std::string_view string) { return raw(key, quote(string)); }
Writer& Writer::field(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
Writer& Writer::field(std::string_view key, int64_t value) { return raw(key, std::to_string(value)); }
Writer& Writer::raw(std::string_view key, std::string_view json) {
  name(key);
  text += json;
  return *this;
}

}  // namespace cordon::json
