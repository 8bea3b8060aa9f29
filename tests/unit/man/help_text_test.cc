// SPDX-License-Identifier: Apache-2.0
#include "cordon/man/help_text.h"

#include <doctest/doctest.h>

#include "cordon/completion/completion.h"

using namespace cordon::command;

namespace {

constexpr const char* kText =
    "Does things.\nIn two lines.\n"
    "Usage: cordon x [OPTIONS] KEY [SUBCOMMAND]\n\n"
    "Positionals:\n"
    "  KEY TEXT:{a,b} REQUIRED     which\n\n"
    "Options:\n"
    "  -h,--help                   Print this help message and exit\n"
    "  --strict Excludes: --no-strict\n"
    "                              blocks\n"
    "                              in any case\n"
    "  --prefix DIR                programs go to DIR/bin\n"
    "  --scope TEXT:{user,project} whose\n"
    "  --many TEXT ...             several\n\n"
    "Others:\n"
    "  --odd INT=5                 with a default\n\n"
    "Subcommands:\n"
    "  check                       installed against pin\n\n"
    "examples\n"
    "  cordon x a --prefix ~/x     why\n\n"
    "exit: 0 done\n";

const HelpOption* find(const HelpPage& page, const char* name) {
  for (const HelpOption& option : page.options) {
    for (const std::string& each : option.names) {
      if (each == name) return &option;
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a page of --help as data") {
  const HelpPage page = parse_help({"x"}, kText);
  CHECK(page.description == "Does things.\nIn two lines.");
  CHECK(page.usage == "cordon x [OPTIONS] KEY [SUBCOMMAND]");
  REQUIRE(page.positionals.size() == 1);
  CHECK(page.positionals[0].names == std::vector<std::string>{"KEY"});
  CHECK(page.positionals[0].choices == std::vector<std::string>{"a", "b"});
  CHECK(page.options.size() == 6);
  REQUIRE(find(page, "--strict") != nullptr);
  CHECK(find(page, "--strict")->text == "blocks in any case");
  CHECK(find(page, "--strict")->value == "");
  REQUIRE(find(page, "--prefix") != nullptr);
  CHECK(find(page, "--prefix")->value == "DIR");
  CHECK(kind_of(*find(page, "--prefix")) == "dir");
  REQUIRE(find(page, "--scope") != nullptr);
  CHECK(find(page, "--scope")->choices == std::vector<std::string>{"user", "project"});
  CHECK(find(page, "--scope")->text == "whose");
  CHECK(find(page, "-h") == find(page, "--help"));
  CHECK(find(page, "--odd") != nullptr);
  REQUIRE(page.subcommands.size() == 1);
  CHECK(page.subcommands[0].names[0] == "check");
  CHECK(page.footer == "examples\n  cordon x a --prefix ~/x     why\n\nexit: 0 done\n");
}

TEST_CASE("no text breaks out of its place") {
  HelpPage page = parse_help({"x"}, "d\nUsage: cordon x\n\nOptions:\n  --it                        it's [a] 'word': \\n \"q\" $(id) `id`\n\n.so /etc/passwd\n'x\n");
  const std::string roff = manual_page({page}, "1");
  CHECK(roff.find("\n.so") == std::string::npos);
  CHECK(roff.find("\n'x") == std::string::npos);
  CHECK(roff.find("\\en") != std::string::npos);
  const std::vector<HelpOption> commands = {{{"x"}, "", {}, "it's"}};
  CHECK(zsh_completion({page}, commands).find("it'\\''s \\[a\\]") != std::string::npos);
  CHECK(fish_completion({page}, commands).find("it\\'s [a]") != std::string::npos);
}
