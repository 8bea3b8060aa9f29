// SPDX-License-Identifier: Apache-2.0
#include "shared/json/json.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

#include "shared/json/locate.h"
#include "shared/json/unescape.h"

using namespace cordon;

namespace {

std::string hex(std::string_view s) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : s) {
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}
std::string unhex(std::string_view s) {
  std::string out;
  for (size_t i = 0; i + 1 < s.size(); i += 2) out += static_cast<char>(std::stoi(std::string(s.substr(i, 2)), nullptr, 16));
  return out;
}

// The same form as make_node_table.mjs writes.
std::string dump(const json::Value& v) {
  switch (v.type) {
    case json::Type::kNull: return "z";
    case json::Type::kBool: return v.boolean ? "t" : "f";
    case json::Type::kString: return "\"" + hex(v.string) + "\"";
    case json::Type::kNumber: {
      char text[32];
      std::snprintf(text, sizeof text, "#%016llx", static_cast<unsigned long long>(std::bit_cast<uint64_t>(v.number)));
      return text;
    }
    default: break;
  }
  std::string out;
  if (v.is(json::Type::kArray)) {
    for (const auto& item : v.items) out += (out.empty() ? "" : ",") + dump(item);
    return "[" + out + "]";
  }
  std::map<std::string, const json::Value*> members;
  for (const auto& item : v.items) members[item.key] = v.find(item.key);
  for (const auto& [key, value] : members) out += (out.empty() ? "" : ",") + hex(key) + ":" + dump(*value);
  return "{" + out + "}";
}

// Every value's byte range, read on its own, is that value.
void check_ranges(const json::Document& document, const json::Value& value) {
  const auto again = json::parse(std::string(document.raw(value)));
  REQUIRE(again.has_value());
  CHECK(dump(again->root) == dump(value));
  for (const auto& item : value.items) {
    if (value.is(json::Type::kObject)) {
      const auto key = json::parse(document.text.substr(item.key_begin, document.text.find(':', item.key_begin) - item.key_begin));
      if (key) CHECK(key->root.string == item.key);
      CHECK(document.text[item.key_begin] == '"');
    }
    check_ranges(document, item);
  }
}

}  // namespace

TEST_CASE("strict as JavaScript's JSON.parse, value for value") {
  std::ifstream in(CORDON_SOURCE_DIR "/tests/unit/json/node_table.txt");
  size_t good = 0, bad = 0;
  for (std::string line; std::getline(in, line);) {
    if (line[0] == '#') continue;
    const size_t blank = line.find(' ');
    const std::string text = line.substr(0, blank) == "-" ? "" : unhex(line.substr(0, blank));
    const std::string want = line.substr(blank + 1);
    CAPTURE(text);
    const auto document = json::parse(text);
    CHECK(document.has_value() == (want != "bad"));
    CHECK(json::locate(text, {}).has_value() == (want == "bad"));
    ++(want == "bad" ? bad : good);
    if (!document || want == "bad") continue;
    CHECK(dump(document->root) == unhex(want));
    CHECK(document->text == text);
    check_ranges(*document, document->root);
  }
  CHECK(good > 100);
  CHECK(bad > 300);
}

TEST_CASE("faults have the place and the reason a person would give") {
  struct Row {
    std::string text;
    const char* want;
  };
  const Row rows[] = {
      {"{\"a\":1,}", "1:7: trailing comma"},
      {"{\n  \"a\": 1,\n}\n", "2:9: trailing comma"},
      {"[1,]", "1:3: trailing comma"},
      {"{} x", "1:4: text after the value"},
      {"{}\n{}", "2:1: text after the value"},
      {"{}}", "1:3: text after the value"},
      {"// c\n{}", "1:1: comments are not allowed"},
      {"{\n  // c\n  \"a\": 1}", "2:3: comments are not allowed"},
      {"{\"a\": /* c */ 1}", "1:7: comments are not allowed"},
      {"{\"a\": 1 /* c */}", "1:9: comments are not allowed"},
      {"{} // c", "1:4: comments are not allowed"},
      {"# c\n{}", "1:1: comments are not allowed"},
      {"{a: 1}", "1:2: expected a key in double quotes"},
      {"{1: 1}", "1:2: expected a key in double quotes"},
      {"{,}", "1:2: expected a key in double quotes"},
      {"{'a': 1}", "1:2: strings need double quotes"},
      {"{\"a\": 'b'}", "1:7: strings need double quotes"},
      {"{\"a\" 1}", "1:6: expected ':' after the key"},
      {"{\"a\"}", "1:5: expected ':' after the key"},
      {"{\"a\": 1\n \"b\": 2}", "2:2: expected ',' or '}'"},
      {"[1 2]", "1:4: expected ',' or ']'"},
      {"[1}", "1:3: expected ',' or ']'"},
      {"{\"a\": 1]", "1:8: expected ',' or '}'"},
      {"[1,,2]", "1:4: expected a value"},
      {"{\"a\":}", "1:6: expected a value"},
      {"]", "1:1: expected a value"},
      {"{\"a\": 1", "1:8: object is not closed"},
      {"{\"a\": [1, {\n", "2:1: object is not closed"},
      {"[", "1:2: array is not closed"},
      {"{\"a\": \"b}\n", "1:7: string is not closed on its line"},
      {"\"abc", "1:1: string is not closed"},
      {"\"abc\\", "1:1: string is not closed"},
      {"\"a\tb\"", "1:3: control character in a string"},
      {std::string("\"a\0b\"", 5), "1:3: control character in a string"},
      {"\"a\\x\"", "1:3: invalid escape in a string"},
      {"\"\\u12g4\"", "1:2: invalid escape in a string"},
      {"{\"a\": truee}", "1:7: expected true, false or null"},
      {"{\"a\": True}", "1:7: expected true, false or null"},
      {"NaN", "1:1: expected true, false or null"},
      {"[01]", "1:2: invalid number"},
      {"[1.]", "1:2: invalid number"},
      {"[-]", "1:2: invalid number"},
      {"[1.2.3]", "1:2: invalid number"},
      {"[0x10]", "1:2: invalid number"},
      {"[+1]", "1:2: expected a value"},
      {"\xef\xbb\xbf{}", "1:1: byte order mark"},
      {"\"a\xff\"", "1:3: invalid UTF-8"},
      {"{\"\xc3\": 1}", "1:3: invalid UTF-8"},
      {"\xff", "1:1: invalid UTF-8"},
      {"", "1:1: empty"},
      {" \n ", "1:1: empty"},
      {"{\"ü\": x}", "1:8: expected true, false or null"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto document = json::parse(row.text);
    REQUIRE_FALSE(document.has_value());
    CHECK(document.error().text() == row.want);
  }
}

TEST_CASE("limits") {
  const auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(json::parse(nested(512)).has_value());
  CHECK(json::parse(nested(513)).error().text() == "1:513: nested too deeply");
  CHECK(json::parse(std::string(10000, '[')).error().text() == "1:513: nested too deeply");
  CHECK_FALSE(json::parse(std::string(1 << 20, '{')).has_value());
  std::string deep_objects;
  for (int i = 0; i < 10000; ++i) deep_objects += "{\"a\":";
  CHECK(json::parse(deep_objects).error().message == "nested too deeply");
  const json::Limits few{4, 512};
  CHECK(json::parse("[1,2,3]", few).has_value());
  CHECK(json::parse("[1,2,3,4]", few).error().text() == "1:8: too many values");
  CHECK(json::parse("1", json::Limits{1, 1}).has_value());
  CHECK_FALSE(json::parse("[1]", json::Limits{2, 1}).has_value());
  CHECK_FALSE(json::parse("1", json::Limits{0, 1}).has_value());
}

TEST_CASE("a large text is read") {
  const std::string text = "{\"a\":\"" + std::string(8u << 20, 'x') + "\",\"b\":true}";
  const auto document = json::parse(text);
  REQUIRE(document.has_value());
  CHECK(document->root.find("a")->string.size() == 8u << 20);
  CHECK(document->root.find("b")->boolean);
}

TEST_CASE("find, at, position, type_name") {
  const auto document = json::parse("{\"a\":1,\n \"b\":{\"c\":[true]},\"a\":2}");
  REQUIRE(document.has_value());
  const json::Value& root = document->root;
  CHECK(root.find("a")->number == 2);  // the last counts
  CHECK(root.items.size() == 3);
  CHECK(root.find("none") == nullptr);
  CHECK(root.find("a")->find("x") == nullptr);
  CHECK(root.at({"b", "c"})->items[0].boolean);
  CHECK(root.at({"b", "x", "c"}) == nullptr);
  CHECK(root.at({}) == &root);
  CHECK(document->raw(*root.at({"b", "c"})) == "[true]");
  CHECK(document->raw(root) == document->text);
  CHECK(document->position(*root.find("b")).line == 2);
  CHECK(document->position(*root.find("b")).column == 6);
  CHECK(std::string(json::type_name(json::Type::kBool)) == "boolean");
  CHECK(std::string(json::type_name(json::Type::kNull)) == "null");
  CHECK(std::string(json::type_name(json::Type::kObject)) == "object");
}

TEST_CASE("quote writes JSON that reads back") {
  const std::pair<std::string, const char*> rows[] = {
      {"", "\"\""},
      {"a\"b\\c/", "\"a\\\"b\\\\c/\""},
      {"\n\t\r", "\"\\n\\t\\u000d\""},
      {std::string("\0", 1), "\"\\u0000\""},
      {"\x1b[0m\x7f", "\"\\u001b[0m\\u007f\""},
      {"ü😀", "\"ü😀\""},
  };
  for (const auto& [in, want] : rows) {
    CHECK(json::quote(in) == want);
    CHECK(json::parse(json::quote(in))->root.string == in);
  }
  CHECK(json::quote("a\xff" "b") == "\"a\xef\xbf\xbd" "b\"");
}

TEST_CASE("every character survives quote") {
  for (int c = 0; c < 0x80; ++c) {
    const std::string s(1, static_cast<char>(c));
    CHECK(json::parse(json::quote(s))->root.string == s);
  }
}

TEST_CASE("Writer") {
  json::Writer out;
  out.begin().field("a", "x\"y").field("b", true).field("n", static_cast<int64_t>(-5)).raw("r", "[1]");
  out.begin("o").end().begin("p").field("q", "").end();
  out.begin_array("l").item("one").item_object().field("k", false).end().item_object().end().end_array();
  out.begin_array("e").end_array().field("brace", "{").field("after", "x").end();
  CHECK(out.text ==
        "{\"a\":\"x\\\"y\",\"b\":true,\"n\":-5,\"r\":[1],\"o\":{},\"p\":{\"q\":\"\"},\"l\":[\"one\",{\"k\":false},{}],\"e\":[],"
        "\"brace\":\"{\",\"after\":\"x\"}");
  CHECK(json::parse(out.text).has_value());
}

TEST_CASE("unescape") {
  std::string out;
  CHECK(json::unescape("a\\n\\u0041", out));
  CHECK(out == "a\nA");
  for (const char* bad : {"\\", "\\x", "\\u", "\\u123", "\\u123g", "a\\"}) {
    CAPTURE(std::string(bad));
    CHECK_FALSE(json::unescape(bad, out));
  }
}

TEST_CASE("a value in one line") {
  CHECK(json::in_one_line("[\n  1,\n  2\n]") == "[1, 2]");
  CHECK(json::in_one_line("{\r\n\t\"a\": [],\r\n\r\n\t\"b c\":  \"x,\\n y\"\r\n}") == "{\"a\": [], \"b c\":  \"x,\\n y\"}");
  CHECK(json::in_one_line("\"a  b\"") == "\"a  b\"");
  CHECK(json::in_one_line("").empty());
}
