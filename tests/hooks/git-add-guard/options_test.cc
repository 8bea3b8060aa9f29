// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "hooks/git-add-guard/options.h"
#include "hooks/git-add-guard/tables.h"

using namespace cordon;
using namespace cordon::git_add_guard;

namespace {

Parsed commit(std::initializer_list<const char*> words) {
  std::vector<shell::Word> arguments;
  for (const char* word : words) arguments.push_back(shell::Word::literal(word));
  return parse_options(kCommitOptions, arguments);
}

Parsed add(std::initializer_list<const char*> words) {
  std::vector<shell::Word> arguments;
  for (const char* word : words) arguments.push_back(shell::Word::literal(word));
  return parse_options(kAddOptions, arguments);
}

}  // namespace

TEST_CASE("bundles, values, abbreviations") {
  CHECK(commit({"-am", "x"}).has(Id::kAll));
  CHECK(commit({"-vam", "x"}).operands.empty());
  CHECK_FALSE(commit({"-ma"}).has(Id::kAll));
  CHECK_FALSE(commit({"-m", "-a"}).has(Id::kAll));
  CHECK_FALSE(commit({"-uall"}).has(Id::kAll));
  CHECK_FALSE(commit({"--amend"}).has(Id::kAll));
  CHECK_FALSE(commit({"-Sa"}).has(Id::kAll));
  CHECK_FALSE(commit({"-m", "x", "--", "-a"}).has(Id::kAll));
  CHECK(commit({"-m", "x", "--", "-a"}).operands.size() == 1);
  CHECK(commit({"x", "-a"}).has(Id::kAll));
  CHECK_FALSE(commit({"-a", "--no-all"}).has(Id::kAll));
  CHECK(commit({"--no-all", "-a"}).has(Id::kAll));
  CHECK(commit({"--al"}).refused);
  CHECK(commit({"-m"}).refused);
  CHECK(commit({"--dry"}).has(Id::kDryRun));
  CHECK(add({"--al"}).has(Id::kAll));
  CHECK(add({"--a"}).has(Id::kAll));
  CHECK(add({"-Av"}).has(Id::kAll));
  CHECK(add({"--no-ignore-removal"}).last(Id::kIgnoreRemoval)->negated);
  CHECK(add({"--ig"}).refused);
  CHECK(add({"--pathspec-from-file=x"}).last(Id::kFromFile)->value.is("x"));
  CHECK(add({"--chmod", "+x", "f"}).operands.size() == 1);
  CHECK(add({"-h"}).refused);
  CHECK(add({"--end-of-options", "-A"}).operands.size() == 1);
}

TEST_CASE("words that are not known") {
  shell::Word dash = shell::Word::literal("-");
  dash.append({shell::PieceKind::kUnknown, false, true, "$x"});
  const std::vector<shell::Word> one = {dash};
  CHECK(parse_options(kAddOptions, one).unsure);
  shell::Word message = shell::Word::literal("-m");
  message.append({shell::PieceKind::kUnknown, true, false, "$x"});
  const std::vector<shell::Word> two = {message};
  CHECK_FALSE(parse_options(kCommitOptions, two).unsure);
  const std::vector<shell::Word> three = {shell::Word::unknown("$x", false)};
  CHECK(parse_options(kAddOptions, three).operands.size() == 1);
}
