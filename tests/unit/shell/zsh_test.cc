// SPDX-License-Identifier: Apache-2.0
// Where zsh reads a text otherwise than bash. The runtime runs commands in zsh when $SHELL is one, and also when $SHELL is
// neither zsh nor bash and a zsh is installed (measured on 2.1.202 and 2.1.332), with NO_EQUALS and NO_BARE_GLOB_QUAL set.
// Every row was run in zsh 5.9.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "shared/shell/walk.h"
#include "tests/shell/walk_dump.h"

using namespace cordon::shell;

namespace {

struct Row {
  std::string name, in, want;
};

WalkOptions in(Dialect dialect) {
  WalkOptions options;
  options.dialect = dialect;
  return options;
}

void check(const std::vector<Row>& rows, Dialect dialect = Dialect::kZsh) {
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CAPTURE(row.in);
    CHECK(dump_walk(walk(row.in, in(dialect))) == row.want);
  }
}

}  // namespace

TEST_CASE("words in front of a command") {
  check({
      {"noglob", "noglob git add *", "certain noglob git add *\ncertain git add * <-- noglob\n"},
      {"nocorrect", "nocorrect git add -A", "certain nocorrect git add -A\ncertain git add -A <-- nocorrect\n"},
      {"dash", "- git add -A", "certain - git add -A\ncertain git add -A <-- -\n"},
      {"repeat", "repeat 2 git add -A", "maybe git add -A\n"},
  });
}

TEST_CASE("braces need no blank") {
  check({
      {"group", "{git add -A}", "certain git add -A\n"},
      {"group with a redirection", "{git add -A}>out", "certain git add -A\nwrite certain out\n"},
      {"blank at one end", "{ git add -A}", "certain git add -A\n"},
      {"semicolon", "{git add -A;}", "certain git add -A\n"},
      {"a command after it", "{git add x};git add y", "certain git add x\ncertain git add y\n"},
      {"function", "f(){git add -A}; f", "certain git add -A <-- function f\n"},
      {"in a substitution", "x=$({git add -A})", "certain git add -A\n"},
      {"in a word with a brace", "echo {a$({git add -A})", "certain git add -A\ncertain echo {a<$({git add -A})>*\n"},
      {"brace expansion", "{git add a{b,c}}", "certain git add ab ac\n"},
      {"a brace of the word", "{git add }x}", "certain git add }x\n"},
      {"two at the end", "{git add x}}", "certain git add x}\n"},
      {"quoted", "{git add '}'}", "certain git add }\n"},
      {"escaped", "{git add \\}}", "certain git add }\n"},
      {"value", "x=a}; echo $x", "certain echo a}\n"},
  });
  // What is whole in its word, or in the middle of one, is text.
  check({
      {"placeholder", "find . -exec rm {} +", "certain find . -exec rm {} +\nmaybe rm <{}> ... <-- find -exec\n"},
      {"reflog", "git show HEAD@{1}", "certain git show HEAD@{1}\n"},
      {"format", "git log --format=%h{a}", "certain git log --format=%h{a}\n"},
      {"in the middle", "git add x}y", "certain git add x}y\n"},
      {"open", "git add a{1", "certain git add a{1\n"},
      {"parameter", "git add ${HOME}x", "certain git add <${HOME}>*x\n"},
  });
  // zsh refuses these: nothing runs, and what is refused is not guessed at.
  check({
      {"no descriptor in front", "{fd}>out git add -A", "opaque certain syntax error: 1:10: unexpected 'g'\n"},
      {"stray brace", "git add a}", "opaque certain syntax error: 1:10: unexpected '}'\n"},
      {"in an array", "x=(a }); git add y", "opaque certain syntax error: 1:6: unexpected '}'\n"},
      {"in a loop's words", "for x in a }; do git add y; done", "opaque certain syntax error: 1:12: unexpected '}'\n"},
      {"in a condition", "[[ } == a ]] && git add y", "opaque certain syntax error: 1:4: unexpected '}'\n"},
      {"stray brace alone", "echo }", "opaque certain syntax error: 1:6: unexpected '}'\n"},
  });
  check({{"bash: a name", "{git add -A}", "certain {git add -A}\n"}, {"bash: a descriptor", "{fd}>out git add x", "certain git add x\nwrite certain out\n"}}, Dialect::kBash);
}

TEST_CASE("an array is all its elements, a text is not split") {
  check({
      {"array", "x=(git add -A); $x", "certain git add -A\n"},
      {"array in quotes", "x=(a b); echo \"$x\"", "certain echo 'a b'\n"},
      {"element", "x=(git add -A); $x[1] status", "certain git status\n"},
      {"element in braces", "x=(git add -A); ${x[1]} ${x[2]}", "certain git add\n"},
      {"text", "x='add -A'; git $x", "certain git 'add -A'\n"},
      {"pattern in a text", "x='*'; git add $x", "certain git add '*'\n"},
      {"nothing", "x=; git add $x a", "certain git add a\n"},
      {"nothing in quotes", "x=; git add \"$x\"", "certain git add ''\n"},
      {"substitutions are split", "git $(echo add -A)", "certain echo add -A\ncertain git add -A\n"},
  });
  check({{"bash: the first element", "x=(git add -A); $x", "certain git\n"}, {"bash: split", "x='add -A'; git $x", "certain git add -A\n"}}, Dialect::kBash);
}

TEST_CASE("redirections that overwrite") {
  check({
      {">!", "echo x >! f", "certain echo x\nwrite certain f\n"},
      {">>!", "echo x >>! f", "certain echo x\nwrite certain f\n"},
      {"&>!", "echo x &>! f", "certain echo x\nwrite certain f\n"},
      {"a blank between: a file of that name", "echo x > !f", "certain echo x\nwrite certain !f\n"},
  });
}

TEST_CASE("short forms") {
  check({
      {"always after return", "f() { { return } always { git add u }; git add v }; f", "certain return <-- function f\ncertain git add u <-- function f\nnever git add v <-- function f\n"},
      {"for with words in parentheses", "for x (a b) git add $x", "maybe git add a\nmaybe git add b\n"},
      {"for, braces", "for x (a b) { git add $x }; git commit", "maybe git add a\nmaybe git add b\ncertain git commit\n"},
      {"for in, one command", "for x in a b; git add $x", "maybe git add a\nmaybe git add b\n"},
      {"for with a list of names", "for x y (a b c d) git add $x $y", "certain git add <$x>* <$y>*\n"},
      {"for over the arguments", "for x; git add $x", "never git add <$x>*\n"},
      {"arithmetic for, one command", "for ((i=0;i<2;i++)) git add i", "maybe git add i\n"},
      {"if, braces", "if [[ a == a ]] { git add 1 } else { git add 2 }; git add 3", "maybe git add 1\nmaybe git add 2\ncertain git add 3\n"},
      {"if, braces, elif", "if [[ a == b ]] { a } elif [[ b == b ]] { git add 2 } else { b }", "maybe a\nmaybe git add 2\nmaybe b\n"},
      {"if, braces, else fi", "if [[ a == b ]] { a } else git add 2; fi", "maybe a\nmaybe git add 2\n"},
      {"if, one command", "if [[ -n x ]] git add y", "maybe git add y\n"},
      {"if with then", "if true; then git add a; elif false; then b; else c; fi", "certain true\nnever false\nnever b\nnever c\ncertain git add a\n"},
      {"while, braces", "while [[ -z $x ]] { git add w; x=1 } && git add z", "maybe git add w\nmaybe git add z\n"},
      {"while, all of it is the condition", "while true; { git add m; break }", "certain true\ncertain git add m\ncertain break\n"},
      {"repeat, braces", "repeat 2 { git add r }", "maybe git add r\n"},
      {"repeat, do", "repeat $((1+1)); do git add r; done", "maybe git add r\n"},
      {"foreach", "foreach x (a b)\ngit add $x\nend; git add c", "maybe git add a\nmaybe git add b\ncertain git add c\n"},
      {"foreach in", "foreach x in a b; git add $x; end; git add c", "maybe git add a\nmaybe git add b\ncertain git add c\n"},
      {"foreach in, lines", "foreach x in a\ngit add $x\nend", "certain git add a\n"},
      {"foreach with do", "foreach x in a; do git add $x; done", "certain git add a\n"},
      {"foreach with braces", "foreach x (a) { git add $x }", "certain git add a\n"},
      {"for in foreach", "foreach x (a); for y in b; do git add $x$y; done; end", "certain git add ab\n"},
      {"foreach in foreach", "foreach x (a); foreach y in b; git add $x$y; end; end", "certain git add ab\n"},
      {"end as a word", "foreach x (a); echo end; end; git add c", "certain echo end\ncertain git add c\n"},
      {"case, braces", "case x { (x) git add c ;; *) git add d }", "certain git add c\nnever git add d\n"},
      {"function, one command", "f() git add g; f", "certain git add g <-- function f\n"},
      {"several names", "f g () { git add u }; g", "certain git add u <-- function g\nnever git add u <-- function f\n"},
      {"several names, keyword", "function f g { git add x }; f", "certain git add x <-- function f\nnever git add x <-- function g\n"},
      {"names that hide programs", "git add () { :; }; git add -A; command git add a", "certain : <-- function git\ncertain command git add a\ncertain git add a <-- command\nnever : <-- function add\n"},
      {"without a name, one command", "() git add a", "certain git add a\n"},
      {"without a name, keyword", "function () { git add a }", "certain git add a\n"},
      {"a function without a name", "() { git add $1; return; b } a; git add c", "certain git add a\ncertain return\nnever b\ncertain git add c\n"},
      {"the same with the word", "function { git add $1 } a", "certain git add a\n"},
      {"always", "{ git add t; exit } always { git add u }", "certain git add t\ncertain exit\nnever git add u\n"},
      {"braces after a condition that ended", "if true { git add c", "opaque certain syntax error: 1:20: unexpected end of text\n"},
      {"end, repeat and always elsewhere", "echo end repeat always; git add end", "certain echo end repeat always\ncertain git add end\n"},
      {"loops in loops", "for x (a b) for y (c d) git add $x $y", "maybe git add a c\nmaybe git add b c\nmaybe git add a d\nmaybe git add b d\n"},
      {"a name before a redirection", "git commit {a} <<< x", "certain git commit\n"},
      {"blanks between the parentheses", "f ( ) {\ngit add a\n}", "opaque certain syntax error: 1:4: unexpected ' '\n"},
      {"arithmetic makes a number", "((x++)); x=zz; git add $x", "certain git add <$x>*\n"},
  });
  check({{"none of them in bash", "for x (a b) git add $x", "opaque certain syntax error: 1:7: unexpected '('\n"}}, Dialect::kBash);
}

TEST_CASE("functions that the shell calls, echo, =( )") {
  check({
      {"TRAPEXIT", "TRAPEXIT() { git add -A; }", "maybe @? git add -A <-- function TRAPEXIT\n"},
      {"chpwd", "chpwd() { git add -A; }; cd /", "certain cd /\nmaybe @? git add -A <-- function chpwd\n"},
      {"echo takes escapes", "echo 'a\\ngit add -A' | sh", "certain echo 'a\\\\ngit add -A'\ncertain sh\ncertain a <-- sh <\ncertain git add -A <-- sh <\n"},
      {"output in a file", "cat =(git status)", "certain git status\ncertain cat <=(git status)>\n"},
      {"an equals sign within a word is text", "git commit -m a=b --x=y", "certain git commit -m a=b --x=y\n"},
  });
  check({{"bash does not call it", "TRAPEXIT() { git add -A; }", "never git add -A <-- function TRAPEXIT\n"}}, Dialect::kBash);
}

TEST_CASE("zsh -c has its own options") {
  check({{"=git", "zsh -c '=git add -A'", "certain zsh -c '=git add -A'\ncertain git add -A <-- zsh -c\n"},
         {"array", "zsh -c 'x=(git add -A); $x'", "certain zsh -c 'x=(git add -A); $x'\ncertain git add -A <-- zsh -c\n"}},
        Dialect::kBash);
  check({{"the runtime's", "=git add -A", "certain =git add -A\n"}});
}

TEST_CASE("what cannot be seen is said") {
  for (const char* text : {"echo *(e:'git add -A':)", "alias -g ALL=-A; eval 'git add ALL'", "echo ${(e)x}", "zsh -c 'git add *(D)'"}) {
    CAPTURE(text);
    CHECK(!walk(text, in(Dialect::kZsh)).opaque.empty());
  }
  for (const char* text : {"git status; ls *.c | grep -v x", "x=(a b); for f in $x; do echo $f; done", "[[ -f a && $x == b* ]] && git add a", "echo $((1 + 2)) ${x:-y} ${x##*/}", "print -l a b"}) {
    CAPTURE(text);
    CHECK(walk(text, in(Dialect::kZsh)).opaque.empty());
  }
}
