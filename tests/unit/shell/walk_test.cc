// SPDX-License-Identifier: Apache-2.0
// What runs: one line per invocation, in the form of tests/shell/walk_dump.h.
#include "shared/shell/walk.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/shell/walk_dump.h"

using namespace cordon::shell;

namespace {

struct Row {
  std::string name, in, want;
};

WalkOptions options() {
  WalkOptions o;
  o.start_dir = "/work/repo";
  o.home = "/home/u";
  o.variable = [](std::string_view name) -> std::optional<std::string> {
    if (name == "USER") return "u";
    return std::nullopt;
  };
  o.git_alias = [](std::string_view name) -> std::optional<std::string> {
    if (name == "aa") return "add -A";
    if (name == "sh") return "!git add";
    return std::nullopt;
  };
  return o;
}

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CAPTURE(row.in);
    CHECK(dump_walk(walk(row.in, options())) == row.want);
  }
}

}  // namespace

TEST_CASE("lists and certainty") {
  check({
      {"always", "a; b & c\nd", "certain a\ncertain b\ncertain c\ncertain d\n"},
      {"and", "a && b; c", "certain a\nmaybe b\ncertain c\n"},
      {"or", "a || b", "certain a\nmaybe b\n"},
      {"known success", "true && a || b", "certain true\ncertain a\nmaybe b\n"},
      {"known failure", "false && a; false || b", "certain false\nnever a\ncertain false\ncertain b\n"},
      {"not", "! true && a", "certain true\nnever a\n"},
      {"if", "if a; then b; else c; fi; d", "certain a\nmaybe b\nmaybe c\ncertain d\n"},
      {"loops", "while a; do b; done; until c; do d; done", "certain a\nmaybe b\ncertain c\nmaybe d\n"},
      {"for over words", "for x in a; do b; done", "certain b\n"},
      {"for over nothing", "for x in; do b; done", "never b\n"},
      {"arithmetic of a pattern that may match nothing is an error (seed 502)", "for i in *.z; do x=$((i++)); done; b", "maybe b\n"},
      {"an array's substitutions give the status (seed 503)", "if v=(a $(false)); then b; fi; v=(a b) && c", "certain false\nmaybe b\ncertain c\n"},
      {"++ is two parts of an expression (seed 7001)", "i=x; : $((i++)); git add $i; j=1; ((j--)); git add $j", "certain : <$((i++))>\ncertain git add <$i>*\ncertain git add <$j>*\n"},
      {"set -e and a failure that is known", "set -e; false; a", "certain set -e\ncertain false\nnever a\n"},
      {"arithmetic of numbers", "for i in 1 2; do x=$((i++)); done; b", "certain b\n"},
      {"arithmetic of a counter", "i=0; while a; do i=$((i+1)); c; done; b", "certain a\nmaybe c\ncertain b\n"},
      {"case", "case $x in a) b;; *) c;; esac", "maybe b\nmaybe c\n"},
      {"case of a known word", "case a in a) b;; *) c;; esac", "certain b\nnever c\n"},
      {"exit", "a; exit; b", "certain a\ncertain exit\nnever b\n"},
      {"exit in a subshell", "(exit); b", "certain exit\ncertain b\n"},
      {"maybe exit", "a || exit; b", "certain a\nmaybe exit\nmaybe b\n"},
      {"errexit", "set -e; a; b", "certain set -e\ncertain a\nmaybe b\n"},
      {"break", "while true; do a; break; b; done; c", "certain true\ncertain a\ncertain break\nnever b\ncertain c\n"},
      {"exec", "exec a; b", "certain exec a\ncertain a <-- exec\nnever b\n"},
      {"error on a later line", "a\nb )", "certain a\nopaque certain syntax error: 2:3: unexpected ')'\n"},
  });
}

TEST_CASE("words") {
  check({
      {"quotes", "g\\it 'a'\"dd\" $'-\\x41'", "certain git add -A\n"},
      {"variables", "g=git; c=add; $g $c -A", "certain git add -A\n"},
      {"splitting", "c='git add -A'; $c; \"$c\"", "certain git add -A\ncertain 'git add -A'\n"},
      {"other separator", "IFS=,; c=a,b; $c", "certain a b\n"},
      {"IFS itself", "git${IFS}add", "certain git add\n"},
      {"array", "a=(git add); \"${a[@]}\" ${a[1]}; a+=(x); ${a[*]}", "certain git add add\ncertain git add x\n"},
      {"positional", "set -- -A b; git add \"$@\" $1 $#", "certain set -- -A b\ncertain git add -A b -A 2\n"},
      {"printf -v", "printf -v v '%s' -A; git add $v", "certain printf -v v %s -A\ncertain git add -A\n"},
      {"unknown", "git a${x}dd \"$y\" $z", "certain git a<${x}>*dd <$y> <$z>*\n"},
      {"environment", "echo $USER $HOME ~ ~/x '~' \"$PWD\"", "certain echo u /home/u /home/u /home/u/x ~ /work/repo\n"},
      {"braces", "echo {a,b}{1..3} {x} a{,.bak} {01..03}", "certain echo a1 a2 a3 b1 b2 b3 {x} a a.bak 01 02 03\n"},
      {"patterns", "ls *.c a[bc]? '*'", "certain ls *.c a[bc]? '*'\n"},
      {"output of echo", "git $(echo add) \"`printf '%s' -A`\"", "certain echo add\ncertain printf %s -A\ncertain git add -A\n"},
      {"here-document in an argument", "git commit -m \"$(cat <<'E'\nhi $x\nE\n)\"", "certain cat\ncertain git commit -m 'hi $x'\n"},
      {"defaults", "unset x; echo ${x:-a} ${x+b} ${y:-c}", "certain unset x\ncertain echo a <${y:-c}>*\n"},
      {"operators", "x=abc; echo ${x^^} ${x#a} ${x%c} ${x/b/d} ${x:1:1} ${#x}", "certain echo ABC bc ab adc b 3\n"},
      {"two branches", "if a; then c=add; else c=rm; fi; git $c", "certain a\nmaybe git add\nmaybe git rm\n"},
      {"loop values", "for f in a b; do git $f; done", "maybe git a\nmaybe git b\n"},
      {"changed in a loop", "x=a; while b; do git $x; x=c; done", "certain b\nmaybe git <$x>*\n"},
      {"only for the command", "x=a; x=b c; git $x", "certain x=b c\ncertain git a\n"},
      {"not out of a subshell", "x=a; (x=b); git $x", "certain git a\n"},
      {"local", "f() { local x=b; git $x; }; x=a; f; git $x", "certain local x=b <-- function f\ncertain git b <-- function f\ncertain git a\n"},
  });
}

TEST_CASE("directories") {
  check({
      {"cd", "cd sub && a; cd ..; b; cd /x; c; cd; d; cd -; e",
       "certain cd sub\nmaybe @sub a\ncertain @sub cd ..\ncertain b\ncertain cd /x\ncertain @/x c\ncertain @/x cd\ncertain @/home/u d\ncertain @/home/u cd -\ncertain @/x e\n"},
      {"subshell", "(cd sub; a); b", "certain cd sub\ncertain @sub a\ncertain b\n"},
      {"pushd", "pushd sub; a; popd; b", "certain pushd sub\ncertain @sub a\ncertain @sub popd\ncertain b\n"},
      {"unknown", "cd $x; a; cd /y; b", "certain cd <$x>*\ncertain @? a\ncertain @? cd /y\ncertain @/y b\n"},
      {"env -C", "env -C sub git add; b", "certain env -C sub git add\ncertain @sub git add <-- env\ncertain b\n"},
      {"maybe", "if a; then cd sub; fi; b", "certain a\nmaybe cd sub\ncertain @? b\n"},
      {"cd or exit", "cd sub || exit 1; b", "certain cd sub\nmaybe @sub exit 1\nmaybe @sub b\n"},
  });
}

TEST_CASE("wrappers") {
  const std::vector<std::string> plain = {"command", "env", "env -i PATH=/bin", "env -u FOO", "env FOO=1", "nice -n 5", "nice -5", "timeout 10", "timeout -s KILL 10",
                                          "nohup", "stdbuf -o0", "stdbuf -o L", "setsid", "exec", "ionice -c3", "ionice -c 3", "flock /tmp/l", "flock -w 5 /tmp/l",
                                          "strace -f -o /tmp/t", "sudo", "sudo -u bob", "sudo -n --user=bob A=b", "doas -u bob", "chroot /x", "unshare -r",
                                          "builtin command", "command -p", "exec -a name", "/usr/bin/env", "env nice -n 3 timeout 5", "time -p", "busybox",
                                          "env -S 'nice -n 3'", "xargs -0", "taskset 1", "chrt 1", "setarch x86_64", "systemd-run --scope", "uv run", "poetry run",
                                          "coproc", "!", "time --", "nsenter -t 1", "prlimit --nofile=3", "fakeroot", "unbuffer", "xvfb-run -a", "tmux new-session -d -s x", "tmux -L s neww -n y", "screen -dmS x"};
  for (const std::string& wrapper : plain) {
    CAPTURE(wrapper);
    const WalkResult r = walk(wrapper + " git add -A", options());
    CHECK(r.opaque.empty());
    REQUIRE(!r.invocations.empty());
    const Invocation& last = r.invocations.back();
    REQUIRE(last.argv.size() == 3);
    CHECK(last.argv[0].is("git"));
    CHECK(last.argv[2].is("-A"));
    CHECK(last.certainty != Certainty::kNotCalled);
  }
  check({
      {"tmux: one word is a text", "tmux new -d -s x 'cd a && git add -A'", "certain tmux new -d -s x 'cd a && git add -A'\nmaybe cd a <-- tmux\nmaybe @a git add -A <-- tmux\n"},
      {"tmux: typed", "tmux send-keys -t x 'git add -A' Enter", "certain tmux send-keys -t x 'git add -A' Enter\nmaybe git add -A <-- tmux\n"},
      {"screen: typed", "screen -S x -X stuff 'git add -A\n'", "certain screen -S x -X stuff 'git add -A\\n'\nmaybe git add -A <-- screen\n"},
      {"return outside a function goes on", "return 0; git add -A", "certain return 0\nmaybe git add -A\n"},
      {"return from a function", "f() { return; a; }; f; b", "certain return <-- function f\nnever a <-- function f\ncertain b\n"},
      {"return from a sourced text", ". <(echo 'return; a'); b", "certain echo 'return; a'\ncertain . <<(echo 'return; a')>\ncertain return <-- source\nnever a <-- source\ncertain b\n"},
      {"tmux: nothing is started", "tmux ls; tmux kill-session -t git; tmux attach -t x", "certain tmux ls\ncertain tmux kill-session -t git\ncertain tmux attach -t x\n"},
      {"no command of its own", "command -v git; env; sudo -l; nice; timeout --help",
       "certain command -v git\ncertain env\ncertain sudo -l\ncertain nice\ncertain timeout --help\n"},
      {"xargs adds unknown words", "ls | xargs git add", "certain ls\ncertain xargs git add\nmaybe git add ... <-- xargs\n"},
      {"xargs with a known input", "echo a 'b c' | xargs git add", "certain echo a 'b c'\ncertain xargs git add\nmaybe git add a b c <-- xargs\n"},
      {"xargs -I", "ls | xargs -I@ git add x@", "certain ls\ncertain xargs -I@ git add x@\nmaybe git add x<@> <-- xargs\n"},
      {"find", "find . -exec git add {} \\; -o -execdir rm {} +",
       "certain find . -exec git add {} ';' -o -execdir rm {} +\nmaybe git add <{}> <-- find -exec\nmaybe @? rm <{}> ... <-- find -execdir\n"},
      {"texts", "su -c 'git add' bob; script -qc 'git rm' /dev/null; flock f -c 'git mv'; watch -n 1 git st",
       "certain su -c 'git add' bob\nmaybe git add <-- su\ncertain script -qc 'git rm' /dev/null\ncertain git rm <-- script\n"
       "certain flock f -c 'git mv'\ncertain git mv <-- flock\ncertain watch -n 1 git st\nmaybe git st <-- watch\n"},
      {"sudo environment", "sudo A=b git add", "certain sudo A=b git add\nmaybe A=b git add <-- sudo\n"},
  });
}

TEST_CASE("texts inside texts") {
  check({
      {"bash -c", "bash -lc 'git add \"$@\"' _ -A; sh -c 'a; b'",
       "certain bash -lc 'git add \"$@\"' _ -A\ncertain git add -A <-- bash -c\ncertain sh -c 'a; b'\ncertain a <-- sh -c\ncertain b <-- sh -c\n"},
      {"eval", "eval git 'add -A'; eval \"$x\"", "certain eval git 'add -A'\ncertain git add -A <-- eval\ncertain eval <$x>\nopaque certain text of 'eval' is not wholly known: $x\n"},
      {"fed", "bash <<E\ngit a\\\ndd\nE\nsh <<< 'git rm'; echo 'git mv' | bash -s",
       "certain bash\ncertain git add <-- bash <\ncertain sh\ncertain git rm <-- sh <\ncertain echo 'git mv'\ncertain bash -s\ncertain git mv <-- bash <\n"},
      {"fed with something unknown", "curl x | sh", "certain curl x\ncertain sh\nopaque certain standard input of 'sh' is not known\n"},
      {"decoded", "echo Z2l0IGFkZCAtQQ== | base64 -d | sh", "certain echo Z2l0IGFkZCAtQQ==\ncertain base64 -d\ncertain sh\ncertain git add -A <-- sh <\n"},
      {"source", "source <(echo git add); . ./env", "certain echo git add\ncertain source <<(echo git add)>\ncertain git add <-- source\ncertain . ./env\n"},
      {"a script of its own", "echo 'git add -A' > x.sh; bash x.sh",
       "certain echo 'git add -A'\ncertain bash x.sh\ncertain git add -A <-- bash x.sh\nwrite certain x.sh\n"},
      {"an ordinary script", "bash build.sh a; ./x.sh; sh < y.sh", "certain bash build.sh a\ncertain ./x.sh\ncertain sh\nread certain y.sh\n"},
      {"trap", "trap 'git add' EXIT; a; exit", "certain trap 'git add' EXIT\ncertain a\ncertain exit\ncertain git add <-- trap EXIT\n"},
      {"trap for a signal", "trap 'git add' INT", "certain trap 'git add' INT\nmaybe git add <-- trap INT\n"},
      {"functions", "f() { git add \"$1\"; }; f -A b", "certain git add -A <-- function f\n"},
      {"function not called", "f() { git add; }; a", "certain a\nnever git add <-- function f\n"},
      {"function with the name of a command", "git() { :; }; git add", "certain : <-- function git\n"},
      {"alias that is not expanded", "alias g=git\ng add", "certain alias g=git\ncertain g add\n"},
      {"alias that is", "shopt -s expand_aliases\nalias g='git add'\ng -A",
       "certain shopt -s expand_aliases\ncertain alias 'g=git add'\ncertain git add -A <-- alias g\n"},
      {"sh may be dash", "sh -c 'a &>f b'", "certain sh -c 'a &>f b'\nmaybe a <-- sh -c\nmaybe b <-- sh -c\nmaybe a b <-- sh -c\nwrite maybe f\nwrite maybe f\n"},
      {"exported", "x=add bash -c 'git $x'; y=rm; bash -c 'git $y'",
       "certain x=add bash -c 'git $x'\ncertain x=add git add <-- bash -c\ncertain bash -c 'git $y'\ncertain git <$y>* <-- bash -c\n"},
  });
}

TEST_CASE("git aliases") {
  check({
      {"of the repository", "git aa x; git sh y", "certain git aa x\ncertain git add -A x <-- git alias aa\ncertain git sh y\n"},
      {"on the command line", "git -C d -c alias.z=a -c alias.a='add -A' z",
       "certain git -C d -c alias.z=a -c 'alias.a=add -A' z\ncertain git -C d -c alias.z=a -c 'alias.a=add -A' a <-- git alias z\n"
       "certain git -C d -c alias.z=a -c 'alias.a=add -A' add -A <-- git alias z, git alias a\n"},
      {"shell alias", "git -c alias.z='!git add' z -A", "certain git -c 'alias.z=!git add' z -A\ncertain git add -A <-- git alias z\n"},
      {"by environment", "V='add -A' git --config-env=alias.x=V x",
       "certain V='add -A' git --config-env=alias.x=V x\ncertain V='add -A' git --config-env=alias.x=V add -A <-- git alias x\n"},
      {"set before", "git config alias.q 'add -A' && git q", "certain git config alias.q 'add -A'\nmaybe git q\nmaybe git add -A <-- git alias q\n"},
      {"commands cannot be replaced", "git -c alias.add=rm add x", "certain git -c alias.add=rm add x\n"},
      {"unknown alias", "git -c alias.z=\"$x\" z", "certain git -c alias.z=<$x> z\nopaque certain git alias 'z' is not known\n"},
      {"commands that run commands", "git rebase -x 'git add -A' m; git bisect run make t",
       "certain git rebase -x 'git add -A' m\nmaybe git add -A <-- git rebase\ncertain git bisect run make t\nmaybe make t <-- git bisect\n"},
  });
}

TEST_CASE("input and redirections") {
  const WalkResult r = walk("cat <<'E' | git add --pathspec-from-file=-\n.\nE\n{ a <f; } >g 2>&1", options());
  REQUIRE(r.invocations.size() == 3);
  CHECK(r.invocations[0].input.kind == InputKind::kText);
  CHECK(r.invocations[1].input.kind == InputKind::kPipe);
  CHECK(r.invocations[1].input.producer == 0);
  REQUIRE(r.invocations[1].input.has_text);
  CHECK(r.invocations[1].input.text.is(".\n"));
  CHECK(r.invocations[2].input.kind == InputKind::kFile);
  REQUIRE(r.invocations[2].redirects.size() == 3);
  CHECK(r.invocations[2].redirects[0].target.is("g"));
  CHECK(r.redirects.size() == 2);
  check({
      {"places", "cd d; > f; exec 3> g; { a; } >> h; b 2>/dev/null >&i",
       "certain cd d\ncertain @d exec\ncertain @d a\ncertain @d b\nwrite certain @d f\nwrite certain @d g\nwrite certain @d h\nwrite certain @d /dev/null\nwrite certain @d i\n"},
      {"no files", "a 2>&1 >&2 3>&- <&0", "certain a\n"},
      {"patterns", "a > .claude/s*", "certain a\nwrite certain .claude/s*\n"},
  });
}

TEST_CASE("fish") {
  const auto runs = [](const std::string& text) {
    std::string out = dump_walk(walk("fish -c " + quote_word(text), options()));
    out.erase(0, out.find('\n') + 1);
    for (const std::string_view tail : {" <-- fish -c", "maybe ", " ~"}) {
      for (size_t at = out.find(tail); at != std::string::npos; at = out.find(tail, at)) out.erase(at, tail.size());
    }
    return out;
  };
  // What fish 3.6 ran of each, or might have run.
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"not git add -A", "git add -A\n"},
      {"false; and git add no", "false\nnever git add no\n"},
      {"false; or git add a", "false\ngit add a\n"},
      {"begin; git add a; end; git add b", "git add a\ngit add b\n"},
      {"if true; git add a; else; git add b; end", "true\nnever git add b\ngit add a\n"},
      {"set g git; set a add -A; $g $a", "git add -A\n"},
      {"function f -a n; git add $argv; end; f a b", "git add a b, function f\n"},
      {"switch y; case x; git add 1; case y z; git add 2; end", "never git add 1\ngit add 2\n"},
      {"for x in (echo a b); git add $x; end", "echo a b\ngit add 'a b'\n"},
      {"git add 'it\\'s' a`b", "git add 'it\\'s' 'a`b'\n"},
      {"echo \"(git add -A)\" # git add -A", "echo '(git add -A)'\n"},
      {"set -q x; or git add q", "test x\ngit add q\n"},
      {"alias g git; g add -A", "alias g=git\ngit add -A, alias g\ng add -A\n"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first);
    CHECK(runs(row.first) == row.second);
  }
  CHECK(!walk("fish -c 'if true; git add a'", options()).opaque.empty());
}
