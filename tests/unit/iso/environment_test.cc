// SPDX-License-Identifier: Apache-2.0
#include "cordon/iso/environment.h"

#include <doctest/doctest.h>

#include <string>

#include "cordon/iso/find_agent.h"

using namespace cordon::iso;

namespace {

std::string kept(std::vector<std::string_view> variables, const char* words = "") {
  Allowed allowed;
  allow(allowed, words);
  const Environment out = clean(variables, allowed);
  std::string text;
  for (const std::string& entry : out.entries) text += entry + "|";
  return text;
}

}  // namespace

TEST_CASE("what is let through") {
  struct {
    const char *name, *entry, *words;
    bool want;
  } const rows[] = {
      {"of the list", "HOME=/h", "", true},
      {"a star's rest", "LC_TIME=C", "", true},
      {"a star's rest may be anything", "XDG_CURRENT_DESKTOP=x", "", true},
      {"an empty value", "TZ=", "", true},
      {"a value with a '='", "LANG=a=b", "", true},
      {"asked for", "TOKEN=1", "A TOKEN B", true},
      {"of a group asked for", "https_proxy=1", "@proxy", true},
      {"nobody asked", "TOKEN=1", "", false},
      {"the star's word alone", "LC=1", "", false},
      {"another case", "home=/h", "", false},
      {"a longer name", "PATHS=1", "", false},
      {"a shorter name", "LAN=1", "", false},
      {"a name in another's value", "X=HOME", "", false},
      {"a star asked for", "TOKEN=1", "TOK*", false},
      {"of a group nobody asked for", "https_proxy=1", "@ca", false},
      {"a group by its bare name", "https_proxy=1", "proxy", false},
      {"a shell's function", "BASH_FUNC_ls%%=() { :; }", "BASH_FUNC_ls%%", false},
      {"no '='", "HOME", "", false},
      {"no name", "=C:=x", "", false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(kept({row.entry}, row.words) == (row.want ? std::string(row.entry) + "|" : ""));
  }
}

TEST_CASE("of a name that stands twice the first counts") { CHECK(kept({"HOME=/a", "TERM=x", "HOME=/b"}) == "HOME=/a|TERM=x|"); }

TEST_CASE("faults name no values") {
  Allowed allowed;
  allow(allowed, "A=s3cret @nothing 1x a-b GOOD");
  REQUIRE(allowed.faults.size() == 4);
  for (const std::string& fault : allowed.faults) CHECK(fault.find("s3cret") == std::string::npos);
  CHECK(allowed.names == std::vector<std::string>{"GOOD"});
}

TEST_CASE("a chain of wrappers is known by its process") {
  const std::string marker = marker_of(41, {"/a/claude", "/b/claude"});
  CHECK(started_by(marker, 41, 1).size() == 2);
  CHECK(started_by(marker, 42, 41).back() == "/b/claude");
  CHECK(started_by(marker, 42, 43).empty());
  CHECK(started_by("", 42, 43).empty());
  CHECK(started_by("x:/a", 42, 43).empty());
}
