# SPDX-License-Identifier: Apache-2.0
"""Lists, compound commands, functions, directories, values that depend on conditions, and text that runs nothing."""
import shlex

from nested import Nested


class Compounds(Nested):
    def condition(self):
        r = self.r
        return self.pick(
            ("condition", r.choice(["[[ a == b ]]", "[[ -d sub ]]", "[[ a < b && -n x ]]", "[[ x == [a-z] ]]"])), ("condition regex", r.choice(["[[ ab =~ ^a(b|c)$ ]]", "[[ 'a b' =~ a\\ b ]]", "[[ x =~ [0-9]+ ]]"])),
            ("condition grouped", "[[ ( -e sub || a == b ) && ! -f nothing ]]"), ("arithmetic command", r.choice(["((1))", "((0))", "(( 3 > 2 && x++ ))", "((x=1, x<<2))"])), ("arithmetic let", "let x=1+1"),
            ("negation", r.choice(["! true", "! grep -q x /dev/null"])), *[("list newline", c) for c in ("true", "false", ":", "[ -e sub ]", "test -e nothing", "test $RANDOM -gt 16000", "grep -q x /dev/null")])

    def compound(self, depth):
        a = self.text(depth)
        return self.pick(*self.r.choice([self.branches, self.loops, self.lists, self.functions, self.places, self.values])(depth, a))

    def branches(self, depth, a):
        r = self.r
        c = self.condition
        word = r.choice(["x", "a", "$HOME", '"a b"', "ab"])
        pattern = r.choice(["x", "a|b", "a*", "'a b'", "(a", "?", "[a-c]b", "*'b'"])
        return [
            ("if", lambda: "if %s; then\n%s\nelse\n%s\nfi%s" % (c(), a, self.text(depth), self.redirects("redirect on compound"))), ("elif", lambda: "if %s; then\n%s\nelif %s; then\n%s\nfi" % (c(), a, c(), self.text(depth))),
            ("if", lambda: "if %s\nthen %s\nfi" % (a, self.simple_text())), ("case", lambda: "case %s in\n%s)\n%s\n;;\n*)\n%s\n;;\nesac" % (word, pattern, a, self.text(depth))),
            ("case fallthrough", lambda: "case %s in\n%s) %s\n;&\nq) %s ;;\nesac" % (word, pattern, a, self.simple_text())), ("case continue", lambda: "case %s in\n%s) %s\n;;&\na*) %s\nesac" % (word, pattern, a, self.simple_text())),
            ("list and", lambda: "%s && %s" % (c(), self.leaf(depth))), ("list or", lambda: "%s || %s" % (c(), self.leaf(depth))), ("list and-or", lambda: "%s && %s ||\n%s" % (c(), self.leaf(0), self.leaf(0)))]

    def loops(self, depth, a):
        r = self.r
        n = self.name()
        k = self.count
        return [
            ("for in", lambda: "for i in %s; do\n%s\n%s\ndone" % (r.choice(["x", "x y", "'a b' c", "$(echo p q)", "*.none", "{1..2}", "sub/*", ""]), a, r.choice(["git add l%d \"$i\"" % k, ":"]))), ("while", lambda: "while %s; do\n%s\nbreak\ndone" % (self.condition(), a)),
            ("until", lambda: "until %s; do\n%s\nbreak\ndone" % (self.condition(), a)), ("for arithmetic", lambda: "for ((i=0; i<2; i++)); do %s; git add l%d $i; done" % (self.simple_text(), k)), ("for arithmetic", lambda: "for ((;;)) { %s\nbreak; }" % a),
            ("for arguments", lambda: "set -- p 'q r'\nfor i; do git add l%d \"$i\"; done" % k), ("select", lambda: "select i in a 'b c'; do git add l%d \"$i\"; break; done <<< %s 2>/dev/null" % (k, r.choice(["1", "2", "9"]))),
            ("break", lambda: "for i in 1 2; do %s && break; %s; done" % (self.condition(), self.simple_text())), ("continue", lambda: "for i in 1 2; do %s && continue; %s; done" % (self.condition(), self.simple_text())),
            ("loop value", lambda: "for %s in 1 2; do x%s=$((%s+1)); git add n%d $x%s; done" % (n, n, n, k, n)), ("while", lambda: "printf '%%s\\n' a 'b c' | while read -r l; do\n%s\ngit add l%d \"$l\"\ndone" % (a, k)),
            ("break", lambda: "while true; do while true; do %s; break 2; done; %s; done" % (self.simple_text(), self.simple_text())), ("while", lambda: "while read -r l; do git add l%d \"$l\"; done <<'E'\na\nb c\nE" % k)]

    def lists(self, depth, a):
        r = self.r
        return [
            ("group", lambda: "{ %s\n}%s" % (a, self.redirects("redirect on compound"))), ("subshell", lambda: "( %s\n)%s" % (a, self.redirects("redirect on compound"))), ("pipe", lambda: "%s | cat%s" % (self.leaf(0), r.choice(["", " | { cat; %s\n}" % a]))),
            ("pipe both", lambda: "cat /dev/null |& { %s\n}" % a), ("pipe both", lambda: "%s |&\ncat" % self.simple_text()), ("list background", lambda: "{ %s\n} &\nwait" % a), ("list background", lambda: "%s & %s; wait" % (self.simple_text(), self.simple_text())),
            ("time", lambda: "time { %s\n}" % a), ("negation", lambda: "! { %s\n}" % a), ("coproc named", lambda: "coproc N%d { %s\n}\nwait" % (self.count, a)), ("coproc", lambda: "coproc { %s\n}\nwait" % a),
            ("comment", lambda: "# don't $(git add no)\n%s # `git add no`\n# %s" % (self.simple_text(), "git add \\")), ("crlf", lambda: "bash -c %s" % shlex.quote("git add n%d a\r\ngit add m%d\r\n" % (self.count, self.count))),
            ("exit", lambda: "(%s; exit; %s)" % (self.leaf(0), self.simple_text())), ("exit", lambda: "(%s || exit 1; %s)" % (self.condition(), self.simple_text())), ("errexit", lambda: "(set -e; %s; %s)" % (self.condition(), self.simple_text())),
            ("exec", lambda: "(exec %s; git add no)" % self.simple_text()), ("list and-or", lambda: "%s && { %s\n} || { %s\n}" % (self.condition(), a, self.simple_text()))]

    def functions(self, depth, a):
        r = self.r
        n = "f" + self.name()
        k = self.count
        use = r.choice(["%s", "%s x", "%s | cat", "(%s)", "true && %s", "x=$(%s)"]) % n
        arguments = " ".join(self.quote(w) for w in r.sample(["-A", "a b", ".", "x"], 2))
        return [
            ("function posix", lambda: "%s { %s\n}\n%s" % (r.choice(["%s()", "%s ( )", "%s()\n"]) % n, a, use)), ("function keyword", lambda: "%s { %s\n}\n%s" % (r.choice(["function %s", "function %s ()"]) % n, a, use)),
            ("function arguments", lambda: "%s() { git add f%d \"$@\" \"$1\" $#; }\n%s %s" % (n, k, n, arguments)), ("function redirect", lambda: "%s() { %s\n} >/dev/null 2>&1\n%s" % (n, a, n)),
            ("function subshell", lambda: "%s() ( %s\n)\n%s" % (n, a, n)), ("function not called", lambda: "%s() { %s\n}" % (n, a)), ("function local", lambda: "%s() { local x=%s; git add k%d $x; }; x=zz; %s; git add k%d $x" % (n, r.choice(["in", "'a b'"]), k, n, k)),
            ("function export", lambda: "%s() { git add f%d \"$@\"; }; export -f %s; bash -c '%s a'" % (n, k, n, n)), ("function recursive", lambda: "%s() { git add f%d $1; if (( $1 > 0 )); then %s $(($1-1)); fi; }; %s 1" % (n, k, n, n)),
            ("function unset", lambda: "%s() { %s\n}; unset -f %s; %s 2>/dev/null" % (n, a, n, n)), ("function over git", lambda: "git(){ command git wrapped%d \"$@\"; }\n%s\nunset -f git" % (k, self.simple_text())),
            ("return", lambda: "%s() { %s; return; %s; }; %s" % (n, self.leaf(0), self.simple_text(), n)), ("return", lambda: "%s() { %s && return 3; %s; }; %s" % (n, self.condition(), self.simple_text(), n)),
            ("alias", lambda: "shopt -s expand_aliases\nalias g%d='git add'\ng%d n%d" % (k, k, k)), ("alias off", lambda: "alias h%d='git add'\nh%d n%d 2>/dev/null" % (k, k, k))]

    def places(self, depth, a):
        r = self.r
        n = self.name()
        return [
            ("cd", lambda: "cd /mnt/w; cd sub%s\n%s\ncd .." % (r.choice(["", "/deep/..", " >/dev/null", "/."]), a)), ("subshell", lambda: "(cd /mnt/w/sub && %s\n)" % a), ("pushd", lambda: "pushd /mnt/w/sub >/dev/null\n%s\npopd >/dev/null" % a),
            ("cd back", lambda: "cd /mnt/w/sub; cd - >/dev/null; %s" % a), ("cd variable", lambda: "%s=/mnt/w/sub; (cd \"$%s\"; %s)" % (n, n, self.simple_text())), ("cd", lambda: "(cd /mnt/w/sub/deep; cd ../..; cd ./sub; %s)" % self.simple_text()),
            ("pushd", lambda: "(pushd /mnt/w/sub; pushd deep; pushd; %s; popd; %s) >/dev/null" % (self.simple_text(), self.simple_text())), ("cd", lambda: "(cd ~ 2>/dev/null; %s)" % self.simple_text())]

    def values(self, depth, a):
        n = self.name()
        k = self.count
        r = self.r
        return [
            ("conditional value", lambda: "if %s; then %s=add; else %s=rm; fi\ngit $%s c%d" % (self.condition(), n, n, n, k)), ("conditional value", lambda: "%s && %s=add || %s=rm; git ${%s} c%d" % (self.condition(), n, n, n, k)),
            ("positional all", lambda: "set -- %s\ngit add s%d \"$@\" \"$*\" $1" % (" ".join(self.quote(w) for w in ["-A", "a b"]), k)), ("split by IFS", lambda: "(IFS=,; x=git,add,n%d; $x; IFS=$' \\n'; y='git add'; $y n%d)" % (k, k)),
            ("assignment read", lambda: "read x <<< '-A b'; git add n%d $x \"$x\"" % k), ("assignment read", lambda: "echo 'a b c' | { read -r x y; git add n%d \"$x\" \"$y\"; }" % k), ("assignment mapfile", lambda: "mapfile -t %s < <(printf '%%s\\n' add 'a b'); git \"${%s[@]}\" n%d" % (n, n, k)),
            ("assignment declare", lambda: "declare %s=-A %s2='a b'; git add n%d $%s \"$%s2\"" % (n, n, k, n, n)), ("assignment declare", lambda: "declare -i %s=1+2; git add n%d $%s" % (n, k, n)), ("assignment export", lambda: "export %s='git add'; bash -c '$%s n%d'" % (n, n, k)),
            ("assignment printf -v", lambda: "printf -v %s '%%s-%%d' a 3; git add n%d $%s" % (n, k, n)), ("assignment list", lambda: "%s=1 %s2=$%s; git add n%d \"$%s2\"" % (n, n, n, k, n)), ("brace list", lambda: "git add n%d {a,b}{1..2} x{,.y} \"{c,d}\"" % k),
            ("assignment append", lambda: "%s=gi; %s+=t; $%s add n%d" % (n, n, n, k)), ("command in variable", lambda: "%s=%s; $%s add n%d" % (n, r.choice(["git", "'env git'", "\"command git\""]), n, k))]

    def mention(self):
        """Text that runs nothing."""
        self.mark("mention")
        w = self.simple_text()
        return self.r.choice(["echo %s", ": '%s'" % "git add", "# %s\n:", "cat <<'Z'\n%s\n$(git add)\nZ", "cat <<Z\n\\$(git add) %s\nZ", "x=%s" % shlex.quote(w), "false && %s", "[[ %s == x ]]" % shlex.quote(w), "echo \\; %s",
                              "printf '%%s' '$(git add no)' \"\\$(git add no)\"", "echo x#$((1)) '# ' \"`echo '$(git add no)'`\"", ": <<< '$(git add no)'"]).replace("%s", w.replace("\\", ""))
