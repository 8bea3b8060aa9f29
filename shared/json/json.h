// SPDX-License-Identifier: Apache-2.0
// JSON as the runtime reads it (JavaScript's JSON.parse): strict grammar, the last of duplicate keys wins, lone surrogates
// become U+FFFD, numbers too large become infinity. The only door to simdjson.
//
//   auto doc = json::parse("{\"a\":{\"b\":true}}");
//   if (!doc) … doc.error().text() == "3:7: expected ',' or '}'"
//   doc->root.find("a")->find("b")->boolean            // true
//   doc->raw(*doc->root.find("a"))                     // "{\"b\":true}", the very bytes
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace cordon::json {

enum class Type { kNull, kBool, kNumber, kString, kArray, kObject };
const char* type_name(Type type);  // "null", "boolean", "number", "string", "array", "object"

// A parsed value. `begin`/`end` are byte offsets of its text in Document::text.
struct Value {
  Type type = Type::kNull;
  bool boolean = false;
  uint32_t begin = 0, end = 0;
  uint32_t key_begin = 0;     // of a member: offset of its key's opening quote
  double number = 0;
  std::string string;
  std::string key;            // of a member of an object, unescaped
  std::vector<Value> items;   // elements of an array; members of an object in order, duplicates included

  bool is(Type wanted) const { return type == wanted; }
  // Member of an object by key, the last one if repeated; nullptr when absent or when this is no object.
  const Value* find(std::string_view key) const;
  // find() along keys: at({"sandbox", "enabled"}).
  const Value* at(std::initializer_list<std::string_view> keys) const;
  // The text of the member `key`; "" when it is absent or no text. Lives as long as this value.
  std::string_view text(std::string_view key) const;
};

struct Document {
  std::string text;
  Value root;
  std::string_view raw(const Value& value) const { return std::string_view(text).substr(value.begin, value.end - value.begin); }
  Position position(const Value& value) const { return position_at(text, value.begin); }
};

struct Limits {
  uint32_t values = 1u << 20;  // more values than this is an error, so that hostile input cannot eat the memory
  uint32_t depth = 512;       // the same for the stack
};
// Room for as many bytes behind a text lets parse() take it as it is, without a copy.
inline constexpr size_t kPadding = 64;
// Errors: not JSON (line and column of the fault as far as it is known), invalid UTF-8, deeper than 512, over the limits.
Result<Document> parse(std::string text, const Limits& limits = {});

// "a\"b" -> "\"a\\\"b\""; control characters escaped, invalid UTF-8 becomes U+FFFD.
std::string quote(std::string_view s);

// The text of a JSON value without its line breaks and the indentation behind them: "[\n  1,\n  2\n]" -> "[1, 2]".
std::string in_one_line(std::string_view json);

// Writes one JSON text, without blanks: Writer().begin().field("a", "x").field("b", true).raw("c", "[1]").end().text.
// Commas are placed by it; nesting by begin(key)/end().
struct Writer {
  std::string text;
  Writer& begin();
  Writer& begin(std::string_view key);
  Writer& end();
  Writer& begin_array(std::string_view key);
  Writer& end_array();
  Writer& item(std::string_view string);
  Writer& item_object();  // an object inside an array; closed by end()
  Writer& field(std::string_view key, std::string_view string);
  Writer& field(std::string_view key, const char* string) { return field(key, std::string_view(string)); }
  Writer& field(std::string_view key, bool value);
  Writer& field(std::string_view key, int64_t value);
  Writer& raw(std::string_view key, std::string_view json);  // json must be valid JSON text

 private:
  void comma();
  void name(std::string_view key);
};

}  // namespace cordon::json
