// SPDX-License-Identifier: Apache-2.0
// Hostile sizes end in an Opaque, never in a crash. No timing here: tests/perf measures.
#include <doctest/doctest.h>

#include <string>

#include "shared/shell/walk.h"

using namespace cordon::shell;

namespace {

std::string repeat(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

bool blind(const std::string& text) { return !walk(text).opaque.empty(); }

}  // namespace

TEST_CASE("nesting ends in an opaque place") {
  CHECK(blind("echo " + repeat("$(", 5000) + "git add -A" + repeat(")", 5000)));
  CHECK(blind(repeat("( ", 5000) + "git add -A" + repeat(")", 5000)));
  CHECK(blind(repeat("{ ", 5000) + "git add -A;" + repeat(" }", 5000)));
  CHECK(blind(repeat("if a; then ", 5000)));
  CHECK(blind(repeat("a[$(", 5000)));
  CHECK(blind("echo " + repeat("$((", 5000)));
  CHECK(blind("echo " + repeat("\"${x:-", 5000)));
  CHECK(blind(repeat("`", 4999)));
  CHECK(blind("[[ " + repeat("( ", 5000)));
  CHECK(blind(repeat("case a in a) ", 5000)));
  CHECK(blind("f() " + repeat("{ f() ", 5000)));
  CHECK(blind(repeat("coproc ", 5000) + "a"));
}

TEST_CASE("moderate nesting is understood") {
  const WalkResult r = walk(repeat("( ", 100) + "git add -A" + repeat(")", 100));
  CHECK(r.opaque.empty());
  CHECK(r.invocations.size() == 1);
}

TEST_CASE("long texts are read to their end") {
  const WalkResult r = walk(": " + std::string(200000, 'x') + "\ngit add -A");
  REQUIRE(r.invocations.size() == 2);
  CHECK(r.invocations[1].argv[1].is("add"));
}

TEST_CASE("counts end in an opaque place") {
  CHECK(blind(repeat("a;", 100000)));
  CHECK(blind("f() { f; f; f; f; f; f; f; f; f; f; }; g() { f;f;f;f;f;f;f;f; }; h() { g;g;g;g;g;g; }; h;h;h;h;h;h;h;h"));
  std::string doubling = "a=xx;";
  for (int i = 0; i < 60; ++i) doubling += "a=$a$a;";
  walk(doubling + "git $a");
  CHECK(blind("x='eval \"$x\"'; eval \"$x\""));
}

TEST_CASE("what stands before the limit of commands keeps its meaning") {
  for (const std::string between : {"\n", ";", " && ", " | "}) {
    CAPTURE(between);
    const WalkResult r = walk("git add -A" + between + repeat("a" + between, 30000) + "b");
    REQUIRE(!r.opaque.empty());
    CHECK(r.opaque.back().reason.find("too many commands") != std::string::npos);
    if (between == " && " || between == " | ") continue;  // one item: unknown as a whole
    REQUIRE(r.invocations.size() > 4000);
    CHECK(r.invocations[0].argv[1].is("add"));
    CHECK(r.invocations[0].certainty == Certainty::kCertain);
  }
  CHECK(walk(repeat("echo a\n", 4500)).opaque.empty());
}

TEST_CASE("what stands before the limits of words and expansions keeps its meaning, also in a text inside") {
  for (const std::string& many : {"printf x" + repeat(" 'a'", 150000), "echo" + repeat(" $a", 30000), "echo \"" + repeat("$a ", 30000) + "\""}) {
    const WalkResult r = walk("git add -A; " + many);
    REQUIRE(r.invocations.size() == 1);
    CHECK(r.invocations[0].argv[1].is("add"));
    REQUIRE(r.opaque.size() == 1);
    CHECK(r.opaque[0].reason.find("too many") != std::string::npos);
    CHECK(blind("bash -c 'echo" + repeat(" $a", 30000) + "'"));
  }
  // What people have: long lists of files, documents full of variables.
  CHECK(walk("printf x" + repeat(" 'a'", 20000)).opaque.empty());
  CHECK(walk("cat <<E\n" + repeat("$a $b\n", 5000) + "E\n").opaque.empty());
}

TEST_CASE("a posix shell has no process substitution, and reading goes on (found by the fuzzer)") {
  WalkOptions posix;
  posix.dialect = Dialect::kPosix;
  for (const char* text : {"for f in a<(b); do c; done", "for f in <(b); do c; done", "a=(<(b))", "case <(a) in <(b)) c;; esac", "a <(b) >(c)", "declare a=(<(b))", "f <(a) ()"}) {
    CAPTURE(text);
    walk(text, posix);
  }
}

TEST_CASE("a delimiter with $ inside backquotes (found by the fuzzer)") {
  const WalkResult r = walk("x=`a \\`b\\`<<$EO\ngit add -A\n$(c)\n$EO\n`\nd");
  CHECK(r.opaque.empty());
  CHECK(r.invocations.size() == 4);  // a, b, c, d
}

TEST_CASE("places with leading zeros: ${00} is $0 (found by the fuzzer)") {
  const WalkResult r = walk("set -- x y; git ${00} ${0000001} ${02} ${000}");
  REQUIRE(r.invocations.size() == 2);
  CHECK(r.invocations[1].argv[1].has_unknown());
  CHECK(r.invocations[1].argv[2].is("x"));
  CHECK(r.invocations[1].argv[3].is("y"));
  walk("set --; git ${00}");
  walk("f() { git ${00} ${01}; }; f");
}

TEST_CASE("odd bytes do not matter") {
  CHECK(blind(std::string("echo x\0; git add -A", 19)));
  walk("echo \xff\xfe\xc0 | git add $'\\xff'");
  walk(std::string(1, '\0'));
  walk("");
  walk("\\");
  walk("$");
  walk("${");
  walk("<<");
  walk("a <<E");
  walk("a <<-\\\n");
}
