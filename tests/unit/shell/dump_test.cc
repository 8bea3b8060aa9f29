// SPDX-License-Identifier: Apache-2.0
// One tree, several spellings. Every spelling is also given to `bash -n`, which must agree that it is a program.
#include "shared/shell/dump.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "shared/shell/parser.h"

using namespace cordon::shell;

namespace {

struct Row {
  std::string name;
  std::vector<std::string> in;
  std::string want;
  bool bash_agrees = true;  ///< false: newer or other shells only
};

bool bash_accepts(const std::string& text) {
  char path[] = "/tmp/cordon-shell-XXXXXX";
  const int fd = mkstemp(path);
  REQUIRE(fd >= 0);
  std::FILE* file = fdopen(fd, "w");
  std::fwrite(text.data(), 1, text.size(), file);
  std::fclose(file);
  std::FILE* run = popen((std::string("LC_ALL=C bash -n ") + path + " 2>/dev/null").c_str(), "r");
  const int status = pclose(run);
  std::remove(path);
  return status == 0;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
      {"words", {"git add -A", "git  add\t-A", "git ad\\\nd -A", "\\\ngit add -A", "g'it' \"add\" $'-A'", "git add -A # all", "\n\ngit add -A\n"}, "(cmd git add -A)"},
      {"a name with quotes inside", {"g\\it \"a\"dd", "g''it a'd'd"}, "(cmd git add)"},
      {"blanks are quoted in the dump", {"echo 'a b'", "echo \"a b\"", "echo $'a\\x20b'"}, "(cmd echo 'a b')"},
      {"empty words", {"echo ''", "echo \"\"", "echo $''"}, "(cmd echo '')"},
      {"# inside a word", {"echo a#b"}, "(cmd echo a#b)"},
      {"list", {"a; b", "a\nb", "a;b;", "a;\nb # c"}, "(; (cmd a) (cmd b))"},
      {"background", {"a & b", "a&b", "a &\nb"}, "(; (bg (cmd a)) (cmd b))"},
      {"and or", {"a && b || c", "a&&b||c", "a &&\n b ||\n\n c", "a &\\\n& b || c"}, "(or (and (cmd a) (cmd b)) (cmd c))"},
      {"pipeline", {"a | b", "a|b", "a |\nb"}, "(pipe (cmd a) (cmd b))"},
      {"pipe of both outputs", {"a |& b", "a|&b"}, "(pipe (cmd a) & (cmd b))"},
      {"not, time", {"! time a", "time ! a", "! time -p -- a"}, "(time (not (cmd a)))"},
      {"time alone", {"time", "time -p"}, "(time ())"},
      {"assignments", {"x=1 y+=2 a[1]=3 cmd", "x=1 y+='2' a[1]=3 cmd"}, "(cmd x=1 y+=2 a[1]=3 cmd)"},
      {"assignment across lines", {"x\\\n=1 cmd"}, "(cmd x=1 cmd)"},
      {"brackets hold a word together", {"x[a b] c"}, "(cmd x[a b] c)"},
      {"array", {"x=(a 'b c' [2]=d)", "x=( a\n\"b c\" # comment\n [2]=d )"}, "(cmd x=(a 'b c' [2]=d))"},
      {"array after declare", {"declare -a x=(1 2) y"}, "(cmd x=(1 2) declare -a y)"},
      {"redirections", {"a >f 2>&1 <g", ">f 2>&1 <g a", "a > f 2>& 1 < g"}, "(cmd a >f 2>&1 <g)"},
      {"all operators", {"a >>b >|c <>d &>e &>>f <&3 >&- {v}>g <<<h"}, "(cmd a >>b >|c <>d &>e &>>f <&3 >&- {v}>g <<<h)"},
      {"a digit glued to the word is no descriptor", {"echo a2>f"}, "(cmd echo a2 >f)"},
      {"here-document", {"cat <<E\na\nE", "cat << E\na\nE\n"}, "(cmd cat <<\"a\\n\")"},
      {"here-document, quoted", {"cat <<'E'\n$(x)\nE", "cat <<\\E\n$(x)\nE", "cat <<\"E\"\n$(x)\nE", "cat <<E''\n$(x)\nE"}, "(cmd cat <<'$(x)\\n')"},
      {"here-document, tabs", {"cat <<-E\n\ta\n\tE"}, "(cmd cat <<\"a\\n\")"},
      {"here-document, expanded", {"cat <<E\n$x `b` $(c) \\$d \"e\"\nE"}, "(cmd cat <<\"${x} $((cmd b)) $((cmd c)) $d \"e\"\\n\")"},
      {"here-document, joined lines", {"cat <<E\na\\\nb\nE\\\n\nc"}, "(; (cmd cat <<\"ab\\n\") (cmd c))"},
      {"two here-documents", {"a <<A <<B | c\n1\nA\n2\nB\nd"}, "(; (pipe (cmd a <<\"1\\n\" <<\"2\\n\") (cmd c)) (cmd d))"},
      {"odd delimiters", {"a <<'X Y'\n1\nX Y\nb", "a <<X\\ Y\n1\nX Y\nb"}, "(; (cmd a <<'1\\n') (cmd b))"},
      {"delimiter that looks like an expansion", {"a <<$x\n1\n$x\nb"}, "(; (cmd a <<\"1\\n\") (cmd b))"},
      {"here-document closed by )", {"x=$(a <<E\n1\nE)\nb", "x=$(a <<E\n1\nE\n)\nb"}, "(; (cmd x=$((cmd a <<\"1\\n\"))) (cmd b))"},
      {"here-document below the substitution", {"x=$(a <<E)\n1\nE\nb"}, "(; (cmd x=$((cmd a <<\"1\\n\"))) (cmd b))"},
      {"here-document without end", {"cat <<E\na\nb"}, "(cmd cat <<\"a\\nb\")"},
      {"double quotes", {"echo \"a $x ${y} `b` $(c) \\\"\""}, "(cmd echo \"a ${x} ${y} $((cmd b)) $((cmd c)) \"\")"},
      {"substitutions nest", {"echo \"$(echo \"$(a \"b\")\")\""}, "(cmd echo \"$((cmd echo \"$((cmd a b))\"))\")"},
      {"backquotes nest", {"echo `a \\`b\\``"}, "(cmd echo $((cmd a $((cmd b)))))"},
      {"case in a substitution", {"x=$(case a in a) b;; esac)"}, "(cmd x=$((case a (a (cmd b)))))"},
      {"parameters", {"echo ${x:-a} ${x-a} ${#x} ${x##a} ${x%b} ${x//a/b} ${x^^} ${x@Q} ${x:1:2} ${!x} ${!x*} ${x[1]} ${x[@]} ${#} ${##} $1 ${10} $@ $$"},
       "(cmd echo ${x:-a} ${x-a} ${#x} ${x##a} ${x%b} ${x//a/b} ${x^^} ${x@Q} ${x:1:2} ${!x} ${!x*} ${x[1]} ${x[@]} ${#} ${##} ${1} ${10} ${@} ${$})"},
      {"words in parameters", {"echo ${x:-\"a } b\"} ${x:-$(b)}"}, "(cmd echo ${x:-\"a } b\"} ${x:-$((cmd b))})"},
      {"single quotes in a quoted default are expanded", {"echo \"${x:-'$(a)'}\""}, "(cmd echo \"${x:-\\'$((cmd a))\\'}\")"},
      {"arithmetic", {"echo $((1+(2)*$x))", "echo $((1+(2)*${x}))"}, "(cmd echo $((1+(2)*${x})))"},
      {"old arithmetic", {"echo $[1+1]"}, "(cmd echo $((1+1)))"},
      {"two subshells that look like arithmetic", {"echo $((a); (b))"}, "(cmd echo $((; (sub (cmd a)) (sub (cmd b)))))"},
      {"(( as command", {"((x++))"}, "(arith $((x++)))"},
      {"(( as subshells", {"((a); b)"}, "(sub (; (sub (cmd a)) (cmd b)))"},
      {"process substitution", {"diff <(a) >(b)"}, "(cmd diff <((cmd a)) >((cmd b)))"},
      {"group, subshell", {"{ a; } ; ( b )", "{ a\n}\n(b)"}, "(; (group (cmd a)) (sub (cmd b)))"},
      {"} as argument", {"echo }"}, "(cmd echo })"},
      {"if", {"if a; then b; elif c; then d; else e; fi", "if a\nthen b\nelif c\nthen d\nelse e\nfi", "i\\\nf a; then b; elif c; then d; else e; fi"},
       "(if (cmd a) (cmd b) (if (cmd c) (cmd d) (cmd e)))"},
      {"while, until", {"while a; do b; done; until c; do d; done"}, "(; (while (cmd a) (cmd b)) (until (cmd c) (cmd d)))"},
      {"for", {"for x in a b; do c; done", "for x in a b\ndo c\ndone", "for x\nin a b; do c; done", "for x in a b; { c; }"}, "(for x (in a b) (cmd c))"},
      {"for over arguments", {"for x; do c; done", "for x do c; done"}, "(for x (cmd c))"},
      {"arithmetic for", {"for ((i=0; i<2; i++)); do c; done", "for ((i=0; i<2; i++)) { c; }"}, "(for $((i=0; i<2; i++)) (cmd c))"},
      {"select", {"select x in a; do b; done"}, "(select x (in a) (cmd b))"},
      {"case", {"case $x in a|b) c;; (d) e;& *) ;; esac", "case $x in\na | b ) c ;;\n( d ) e ;&\n*)\n;;\nesac"}, "(case ${x} (a|b (cmd c)) (d (cmd e) ;&) (* ()))"},
      {"case without end mark", {"case x in a) b\nesac"}, "(case x (a (cmd b)))"},
      {"functions", {"f() { a; }", "f ( ) { a; }", "function f { a; }", "function f() { a; }", "f()\n{ a; }"}, "(function f (group (cmd a)))"},
      {"function with a redirection", {"f() { a; } >b"}, "(function f (group (cmd a) >b))"},
      {"condition", {"[[ -n $x && ! ( a == b* || c < d ) ]]", "[[ -n $x &&\n! ( a == b* || c < d ) ]]"}, "(cond -n ${x} a b* c d)"},
      {"regular expression", {"[[ a =~ ^(b|c d)+$ ]]"}, "(cond a ^(b|c d)+$)"},
      {"extended pattern in a condition", {"[[ a == @(b|!(c)) ]]"}, "(cond a @(b|!(c)))"},
      {"coproc", {"coproc a; coproc N { b; }"}, "(; (coproc (cmd a)) (coproc N (group (cmd b))))"},
      {"reserved words as arguments", {"echo if then { [[ !"}, "(cmd echo if then { [[ !)"},
      {"reserved word after a redirection is a name", {">f if"}, "(cmd if >f)"},
      {"no comment inside words or quotes", {"echo 'a # b' \"# c\" d#e"}, "(cmd echo 'a # b' '# c' d#e)"},
      {"comment with quotes", {"# don't\na"}, "(cmd a)"},
      {"carriage return stays", {"a\r\nb"}, "(; (cmd a\r) (cmd b))"},
      {"extglob on from the next line", {"shopt -s extglob\n[[ a == b ]]"}, "(; (cmd shopt -s extglob) (cond a b))"},
      {"what newer shells run", {"echo ${ a; }"}, "(cmd echo ${ (cmd a) })"},
      {"not understood, found at run time", {"echo ${x y}"}, "(cmd echo ${?})"},
  };
  return kRows;
}

}  // namespace

TEST_CASE("spellings and trees") {
  for (const Row& row : rows()) {
    for (const std::string& in : row.in) {
      CAPTURE(row.name);
      CAPTURE(in);
      const Tree tree = parse(in);
      CHECK(dump(tree) == row.want);
      CHECK(tree.ok());
      if (row.bash_agrees) CHECK(bash_accepts(in));
    }
  }
}

TEST_CASE("errors have a place, and lines before them keep their meaning") {
  struct Error {
    std::string in, dump, where;
  };
  const std::vector<Error> errors = {
      {"a; )", "(unknown)", "1:4: unexpected ')'"},
      {"a\n b)\nc", "(; (cmd a) (unknown))", "2:3: unexpected ')'"},
      {"a\necho 'b", "(; (cmd a) (unknown))", "2:6: single quote not closed"},
      {"echo \"b", "(unknown)", "1:6: double quote not closed"},
      {"echo $(a", "(unknown)", "1:9: unexpected end of text"},
      {"if a; then b", "(unknown)", "1:13: unexpected end of text"},
      {"if a; fi", "(unknown)", "1:7: unexpected 'fi'"},
      {"a | ", "(unknown)", "1:5: unexpected end of text"},
      {"a &&& b", "(unknown)", "1:5: unexpected '&'"},
      {"; a", "(unknown)", "1:1: unexpected ';'"},
      {"a ;; b", "(unknown)", "1:3: unexpected ';'"},
      {"f() a", "(unknown)", "1:5: unexpected 'a'"},
      {"echo a(b)", "(unknown)", "1:7: unexpected '('"},
      {"( )", "(unknown)", "1:3: unexpected ')'"},
      {"for x in a do b; done", "(unknown)", "1:18: unexpected 'done'"},
      {"case x in a b) c;; esac", "(unknown)", "1:13: unexpected 'b'"},
      {"{ a }", "(unknown)", "1:6: unexpected end of text"},
      {"echo ${x", "(unknown)", "1:6: brace not closed"},
      {"[[ a", "(unknown)", "1:5: unexpected end of text"},
      {"x[a b", "(unknown)", "1:2: subscript not closed"},
      {"echo *(e:\"a\":)", "(unknown)", "1:7: unexpected '('"},
  };
  for (const Error& row : errors) {
    CAPTURE(row.in);
    const Tree tree = parse(row.in);
    CHECK(dump(tree) == row.dump);
    REQUIRE(tree.diagnostics.size() == 1);
    const Diagnostic& d = tree.diagnostics[0];
    CHECK(std::to_string(d.line) + ":" + std::to_string(d.column) + ": " + d.message == row.where);
    CHECK_FALSE(bash_accepts(row.in));
  }
}

TEST_CASE("ranges point into the text") {
  const std::string text = "a; git add \"$(b c)\" > f";
  const Tree tree = parse(text);
  const Command& command = *tree.root.items[1].pipelines[0].commands[0];
  const auto slice = [&](ByteRange r) { return text.substr(r.begin, r.end - r.begin); };
  CHECK(slice(command.range) == "git add \"$(b c)\" > f");
  CHECK(slice(command.words[2].range) == "\"$(b c)\"");
  CHECK(slice(command.redirects[0].range) == "> f");
  const Part& inner = command.words[2].parts[0].parts[0];
  CHECK(slice(inner.range) == "$(b c)");
  CHECK(slice(inner.script->items[0].range) == "b c");
}
