// SPDX-License-Identifier: Apache-2.0
#include "cordon/toml_edit.h"

#include <doctest/doctest.h>

#include <string>

namespace cordon::command {
namespace {

TEST_CASE("one value is set and the rest is kept") {
  struct Row {
    const char* name;
    const char* in;
    const char* want;
  };
  const Row rows[] = {
      {"empty", "", "[statusline]\npreset = \"rich\"\n"},
      {"other tables", "[bypass_warn]\nbell = true\n", "[bypass_warn]\nbell = true\n\n[statusline]\npreset = \"rich\"\n"},
      {"no line break at the end", "[bypass_warn]\nbell = true", "[bypass_warn]\nbell = true\n\n[statusline]\npreset = \"rich\"\n"},
      {"table without the key", "[statusline]\ntheme = \"dark\"\n", "[statusline]\npreset = \"rich\"\ntheme = \"dark\"\n"},
      {"table at the very end", "[statusline]", "[statusline]\npreset = \"rich\"\n"},
      {"replaced", "# mine\n[statusline]\npreset = \"plain\"\n\n[x]\n", "# mine\n[statusline]\npreset = \"rich\"\n\n[x]\n"},
      {"remark is kept", "[statusline]  # the footer\n  preset='plain'   # for now\n", "[statusline]  # the footer\n  preset=\"rich\"   # for now\n"},
      {"quoted names", "[ \"statusline\" ]\n\"preset\" = \"a\\\"b\" # c\n", "[ \"statusline\" ]\n\"preset\" = \"rich\" # c\n"},
      {"a key of another table", "[a]\npreset = \"x\"\n[statusline]\n", "[a]\npreset = \"x\"\n[statusline]\npreset = \"rich\"\n"},
      {"below a table of a segment", "[statusline.segment.git]\nicon = \"\"\n", "[statusline.segment.git]\nicon = \"\"\n\n[statusline]\npreset = \"rich\"\n"},
      {"a segment's table ends ours", "[statusline]\n[statusline.segment.git]\npreset = 1\n", "[statusline]\npreset = \"rich\"\n[statusline.segment.git]\npreset = 1\n"},
      {"a heading in a long text", "[a]\nx = \"\"\"\n[statusline]\npreset = \"y\"\n\"\"\"\n", "[a]\nx = \"\"\"\n[statusline]\npreset = \"y\"\n\"\"\"\n\n[statusline]\npreset = \"rich\"\n"},
      {"a heading in a remark", "# [statusline]\n", "# [statusline]\n\n[statusline]\npreset = \"rich\"\n"},
      {"commented out", "[statusline]\n# preset = \"plain\"\n", "[statusline]\npreset = \"rich\"\n# preset = \"plain\"\n"},
      {"wrong type", "[statusline]\npreset = 5 # x\n", "[statusline]\npreset = \"rich\" # x\n"},
      {"windows line breaks", "[statusline]\r\npreset = \"plain\"\r\n", "[statusline]\r\npreset = \"rich\"\r\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(set_text(row.in, "statusline", "preset", "rich").value_or("(cannot)") == row.want);
  }
}

TEST_CASE("what is not understood is left alone") {
  for (const char* in : {"[statusline]\npreset = [\"a\"]\n", "[statusline]\npreset = { a = 1 }\n", "[statusline]\npreset = \"\"\"\na\n\"\"\"\n", "[statusline]\npreset = \n"}) {
    CAPTURE(in);
    CHECK(!set_text(in, "statusline", "preset", "rich"));
  }
}

TEST_CASE("whether a table is there") {
  CHECK(has_table("[a]\n[statusline] # x\n", "statusline"));
  CHECK(!has_table("[a]\n# [statusline]\n", "statusline"));
  CHECK(!has_table("x = '''\n[statusline]\n'''\n", "statusline"));
  CHECK(!has_table("[statusline.segment.git]\n", "statusline"));
}

}  // namespace
}  // namespace cordon::command
