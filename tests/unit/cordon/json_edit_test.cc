// SPDX-License-Identifier: Apache-2.0
// Splicing: what is added looks like its neighbours, what is taken away leaves the bytes that were there.
#include <doctest/doctest.h>

#include "cordon/json_edit.h"

namespace {

using cordon::command::Json;
using cordon::command::JsonFile;

struct Row {
  const char* name;
  std::string in;
  std::string want;
};

const Json kAdded = {{"a", 1}, {"b", Json::array()}};

const Row kAppends[] = {
    {"empty object", "{}", "{\n  \"new\": {\n    \"a\": 1,\n    \"b\": []\n  }\n}"},
    {"empty file", "", "{\n  \"new\": {\n    \"a\": 1,\n    \"b\": []\n  }\n}\n"},
    {"blank file", " \n\t", "{\n  \"new\": {\n    \"a\": 1,\n    \"b\": []\n  }\n}\n"},
    {"two blanks", "{\n  \"x\": 1\n}\n", "{\n  \"x\": 1,\n  \"new\": {\n    \"a\": 1,\n    \"b\": []\n  }\n}\n"},
    {"four blanks", "{\n    \"x\": 1\n}", "{\n    \"x\": 1,\n    \"new\": {\n        \"a\": 1,\n        \"b\": []\n    }\n}"},
    {"tabs", "{\n\t\"x\": 1\n}", "{\n\t\"x\": 1,\n\t\"new\": {\n\t\t\"a\": 1,\n\t\t\"b\": []\n\t}\n}"},
    {"CRLF", "{\r\n  \"x\": 1\r\n}\r\n", "{\r\n  \"x\": 1,\r\n  \"new\": {\r\n    \"a\": 1,\r\n    \"b\": []\r\n  }\r\n}\r\n"},
    {"BOM", "\xEF\xBB\xBF{\n \"x\":1\n}", "\xEF\xBB\xBF{\n \"x\":1,\n \"new\": {\n  \"a\": 1,\n  \"b\": []\n }\n}"},
    {"minified", R"({"x":1})", R"({"x":1,"new":{"a":1,"b":[]}})"},
    {"minified, line end", "{\"x\":1,\"y\":2}\n", "{\"x\":1,\"y\":2,\"new\":{\"a\":1,\"b\":[]}}\n"},
    {"one line with blanks", R"({"x": 1, "y": 2})", R"({"x": 1, "y": 2, "new": {"a": 1, "b": []}})"},
    {"one line, one member, padded", R"({ "x": 1 })", R"({ "x": 1, "new": {"a": 1, "b": []} })"},
    {"blank before the comma", "{\n  \"x\": 1\n  , \"y\": 2\n}", "{\n  \"x\": 1\n  , \"y\": 2, \"new\": {\"a\": 1, \"b\": []}\n}"},
    {"string at the end that looks like an end", R"({"x":"},{"})", R"({"x":"},{","new":{"a":1,"b":[]}})"},
    {"duplicate keys", R"({"x":1,"x":2})", R"({"x":1,"x":2,"new":{"a":1,"b":[]}})"},
    {"number as written", R"({"x":1.0e+02})", R"({"x":1.0e+02,"new":{"a":1,"b":[]}})"},
    {"escapes as written", R"({"\u0078":"\u00e9\/"})", R"({"\u0078":"\u00e9\/","new":{"a":1,"b":[]}})"},
    {"lone surrogate", R"({"x":"\ud800"})", R"({"x":"\ud800","new":{"a":1,"b":[]}})"},
    {"leading blank lines", "\n\n{\n  \"x\": 1\n}", "\n\n{\n  \"x\": 1,\n  \"new\": {\n    \"a\": 1,\n    \"b\": []\n  }\n}"},
};

TEST_CASE("append to the root, and remove gives the bytes back") {
  for (const Row& row : kAppends) {
    CAPTURE(row.name);
    auto file = JsonFile::open(row.in, "settings.json");
    REQUIRE(file);
    file->append(file->root(), "new", kAdded);
    CHECK(file->bytes() == row.want);
    file->remove(file->root(), file->root().items.size() - 1);
    const bool blank = row.in.find_first_not_of(" \t\r\n") == std::string::npos;
    CHECK(file->bytes() == (blank ? "{}\n" : row.in));
  }
}

TEST_CASE("append into a nested empty container follows the file's style") {
  const Row rows[] = {
      {"lines", "{\n  \"h\": {}\n}", "{\n  \"h\": {\n    \"new\": true\n  }\n}"},
      {"one line", R"({"h":{}})", R"({"h":{"new":true}})"},
      {"one line with blanks", R"({"h": {}, "z": 1})", R"({"h": {"new": true}, "z": 1})"},
      {"blank inside", "{\n\t\"h\": { }\n}", "{\n\t\"h\": {\n\t\t\"new\": true\n\t}\n}"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    auto file = JsonFile::open(row.in, "settings.json");
    REQUIRE(file);
    file->append(*file->root().find("h"), "new", true);
    CHECK(file->bytes() == row.want);
  }
}

TEST_CASE("elements of arrays") {
  auto file = JsonFile::open("{\"l\": [\n  1,\n  2\n]}", "settings.json");
  REQUIRE(file);
  file->append(*file->root().find("l"), "", "three");
  CHECK(file->bytes() == "{\"l\": [\n  1,\n  2,\n  \"three\"\n]}");
  file->remove(*file->root().find("l"), 0);
  CHECK(file->bytes() == "{\"l\": [\n  2,\n  \"three\"\n]}");
  file->remove(*file->root().find("l"), 1);
  file->remove(*file->root().find("l"), 0);
  CHECK(file->bytes() == "{\"l\": []}");
}

TEST_CASE("the last of duplicate keys is the one that is found and edited") {
  auto file = JsonFile::open(R"({"h":{"a":1},"h":{"b":2}})", "settings.json");
  REQUIRE(file);
  file->append(*file->root().find("h"), "c", 3);
  CHECK(file->bytes() == R"({"h":{"a":1},"h":{"b":2,"c":3}})");
}

TEST_CASE("what is no JSON is refused with its place") {
  const Row rows[] = {
      {"trailing comma (IN-006)", R"({"permissions":{"deny":["x"]},})", "settings.json:1:30: not valid JSON: trailing comma"},
      {"comment", "{\n  // x\n  \"a\": 1\n}", "settings.json:2:3: not valid JSON: comments are not allowed"},
      {"truncated", "{\n  \"a\": 1", "settings.json:2:9: not valid JSON: object is not closed"},
      {"missing comma", "{\n  \"a\": 1\n  \"b\": 2\n}", "settings.json:3:3: not valid JSON: expected ',' or '}'"},
      {"two documents", "{}\n{}", "settings.json:2:1: not valid JSON: text after the value"},
      {"single quotes", "{'a': 1}", "settings.json:1:2: not valid JSON: strings need double quotes"},
      {"text", "hello", "settings.json:1:1: not valid JSON: expected true, false or null"},
      {"invalid UTF-8", "{\n\"a\": \"\xff\"}", "settings.json:2:7: not valid JSON: invalid UTF-8"},
      {"UTF-16", std::string("\xff\xfe{\0}\0", 6), "settings.json:1:1: not valid JSON: invalid UTF-8"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto file = JsonFile::open(row.in, "settings.json");
    REQUIRE_FALSE(file);
    CAPTURE(file.error().text());
    CHECK(file.error().text() == row.want);
  }
}

}  // namespace
