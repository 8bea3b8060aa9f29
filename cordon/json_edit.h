// SPDX-License-Identifier: Apache-2.0
// Edits a person's JSON file as text: values are spliced into and cut out of the bytes that are there, so key order,
// indentation, line ends, a BOM, duplicate keys and the way numbers are written stay as they were. Re-dumping a parsed
// tree keeps none of these.
//
//   auto file = JsonFile::open("{\n\t\"a\": 1\n}", "settings.json");
//   file->append(file->root(), "b", {{"c", true}});   // "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": true\n\t}\n}"
//   file->remove(file->root(), 1);                    // the bytes of the beginning
//
// Every edit parses anew: references into root() end with it. append() followed by remove() of the same value gives the
// same bytes back, save for the blanks inside an empty container ("{ }" comes back as "{}").
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shared/base/result.h"
#include "shared/json/json.h"

namespace cordon::command {

using Json = nlohmann::ordered_json;

// The text of a member; "" when it is not there, no text, or `object` is no object.
std::string text_at(const Json& object, const char* key);

class JsonFile {
 public:
  // A file that holds nothing but white space counts as "{}". Errors carry `name`, line and column.
  static Result<JsonFile> open(std::string bytes, std::string name);

  const json::Value& root() const { return document_.root; }
  std::string_view raw(const json::Value& value) const { return document_.raw(value); }
  std::string bytes() const { return bom_ + document_.text; }
  size_t text_size() const { return document_.text.size(); }  // of bytes() without the BOM, which offsets do not count
  // An error at the place of `value`: "settings.json:3:12: expected object for 'hooks'".
  Error error_at(const json::Value& value, std::string message) const;

  // Adds a member (or, with an empty key, an element) as the last of `container`, in the style of its neighbours.
  void append(const json::Value& container, std::string_view key, const Json& value);
  // Several elements of an array at once: one parse instead of one an element.
  void append_all(const json::Value& array, const std::vector<Json>& values);
  // The value's text becomes `text`, as it is.
  void replace_text(const json::Value& value, std::string_view text);
  // The same, rendered in the style of the place.
  void replace(const json::Value& value, const Json& with);
  void remove(const json::Value& container, size_t index);
  void remove_all(const json::Value& container, const std::vector<size_t>& indexes);  // ascending, each once

 private:
  struct Style {
    std::string newline = "\n";
    std::string indent = "  ";
    bool lines = true;        // one member a line; false: the file stands on one line
    bool blank_after = true;  // one-line containers: "a": 1, "b": 2
  };
  void learn_style();
  using Members = std::vector<std::pair<std::string_view, const Json*>>;
  void append_members(const json::Value& container, const Members& members);
  void splice(size_t begin, size_t end, std::string_view text);
  std::string line_indent(size_t offset) const;
  std::string render(const Json& value, const std::string& base, bool lines) const;
  std::string render_member(std::string_view key, const Json& value, const std::string& base, bool lines) const;

  json::Document document_;
  std::string name_;
  std::string bom_;
  Style style_;
};

}  // namespace cordon::command
