# SPDX-License-Identifier: Apache-2.0
"""Random shell programs that call `git` in every way we can think of. Each call carries a number of its own, so that a call that
ran can be told from one that did not."""
import random
import shlex


class Programs:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.count = 0
        self.names = 0

    # ---- words -------------------------------------------------------------------------------------------------------------
    def name(self):
        self.names += 1
        return "v%d" % self.names

    def quote(self, word, simple=False):
        """One spelling of a literal word."""
        r = self.r
        if not word:
            return r.choice(["''", '""', "$''"])
        kind = r.randrange(12)
        if kind < 4 and shlex.quote(word) == word:
            return word
        if kind == 4:
            return "'" + word.replace("'", "'\\''") + "'"
        if kind == 5:
            return '"' + "".join("\\" + c if c in '"\\$`' else c for c in word) + '"'
        if kind == 6 and "\n" not in word:
            return "".join("\\" + c if r.random() < 0.5 or not c.isalnum() else c for c in word)
        if kind == 7 and not simple:
            return "$'" + "".join("\\x%02x" % ord(c) if r.random() < 0.3 else ("\\" + c if c in "'\\" else c) for c in word) + "'"
        if kind == 8 and shlex.quote(word) == word and len(word) > 1:
            at = r.randrange(1, len(word))
            return word[:at] + "\\\n" + word[at:]
        if kind == 9:
            at = r.randrange(0, len(word) + 1)
            return shlex.quote(word[:at]) + '"' + "".join("\\" + c if c in '"\\$`' else c for c in word[at:]) + '"'
        return shlex.quote(word)

    def spell(self, word, before):
        """A spelling that may need a statement before; `before` collects those."""
        r = self.r
        kind = r.randrange(16)
        plain = shlex.quote(word) == word
        if kind == 0 and plain:
            n = self.name()
            before.append("%s=%s" % (n, self.quote(word)))
            return r.choice(["$%s", '"$%s"', "${%s}", '"${%s}"', "${%s:-zz}", '"${%s-zz}"']) % n
        if kind == 1 and plain:
            return r.choice(["$(echo %s)", "`echo %s`", '"$(printf %%s %s)"', '"$(printf "%%s\\n" %s)"', "$(printf '%%s' '%s')"]) % word
        if kind == 2 and plain:
            n = self.name()
            return r.choice(["${%s:-%s}", "${%s-%s}", '"${%s:-%s}"', "${%s:=%s}"]) % (n, word)
        if kind == 3 and plain and len(word) > 1:
            n = self.name()
            at = r.randrange(1, len(word))
            before.append("%s=%s" % (n, word[at:]))
            return word[:at] + "${%s}" % n
        if kind == 4 and plain:
            n = self.name()
            before.append("printf -v %s '%%s' %s" % (n, word))
            return "$" + n
        if kind == 5 and plain:
            n = self.name()
            before.append("%s=(zz %s)" % (n, word))
            return r.choice(["${%s[1]}", '"${%s[1]}"', '"${%s[@]:1}"']) % n
        if kind == 6 and plain:
            n = self.name()
            before.append("%s=%s; %s+=%s" % (n, word[:1], n, self.quote(word[1:])))
            return '"$%s"' % n
        if kind == 7:
            return self.quote(word) + r.choice(["", "''", '""', "$nothing"])
        return self.quote(word)

    # ---- one call ----------------------------------------------------------------------------------------------------------
    def words(self):
        self.count += 1
        r = self.r
        words = ["git", r.choice(["add", "commit", "status", "rm"]), "n%d" % self.count]
        for _ in range(r.randrange(3)):
            words.append(r.choice(["-A", "a b", ".", "x;y", "it's", "--all", "", "$HOME", "#x", "a\\b", "*.c", "{a,b}", "|", "&&", "~"]))
        return words

    def redirects(self):
        r = self.r
        out = ""
        for _ in range(r.choice([0, 0, 0, 0, 1, 2])):
            out += " " + r.choice([">/dev/null", "2>&1", "2>/dev/null", "</dev/null", ">>out", "<<<x", "3>&1", "&>/dev/null", ">|out", "{fd}>out"])
        return out

    def call(self):
        """A plain call of git, with the statements it needs before."""
        r = self.r
        before = []
        words = [self.spell(w, before) for w in self.words()]
        if r.random() < 0.1:
            n = self.name()
            before.append("%s='git commit n%d'" % (n, self.count))
            words = ["$" + n] + words[3:]
        if r.random() < 0.1:
            n = self.name()
            before.append("%s=(%s)" % (n, " ".join(words)))
            words = ['"${%s[@]}"' % n]
        text = " ".join(words)
        prefix = r.choice(["", "", "", "A=b ", "A=b C+=d ", "A='x y' ", ">out ", "2>&1 "])
        if prefix and before and r.random() < 0.5:
            prefix = ""
        text = prefix + text + self.redirects()
        return "; ".join(before + [text]) if before else text

    def wrapped(self):
        r = self.r
        words = " ".join(self.quote(w) for w in self.words())
        kind = r.randrange(22)
        simple = ["env", "env A=b C=d", "env -i PATH=\"$PATH\" GITLOG=\"$GITLOG\"", "env -u FOO", "command", "command --", "nice", "nice -n 5", "nice -5", "timeout 5",
                  "timeout -s KILL 5", "nohup", "stdbuf -o0", "stdbuf -o L -e0", "setsid -w", "ionice -c3", "ionice -c 2 -n 7", "flock lock", "flock -w 5 lock",
                  "env nice -n 3 timeout 5", "builtin command", "time", "time -p", "time -p --", "!", "! time", "\\env", "/usr/bin/env", "env -C /mnt/w/sub", "env --chdir=/mnt/w/sub/deep",
                  "chrt -o 0", "taskset 1", "setarch $(uname -m)", "prlimit --nofile=100", "busybox env", "env -"]
        if kind < 12:
            w = r.choice(simple)
            if w == "env -":
                w = 'env - PATH="$PATH" GITLOG="$GITLOG"'
            if w == "busybox env":
                w = "env"
            return w + " " + words
        if kind == 12:
            return "(exec %s)" % words
        if kind == 13:
            return "find . -maxdepth 0 %s %s %s" % (r.choice(["-exec", "-execdir"]), words.replace("{a,b}", "x"), r.choice(["\\;", "';'", "{} +"]))
        if kind == 14:
            return "echo %s | xargs %s" % (r.choice(["-A", "a b", "'x y' z", "\"a\""]), words)
        if kind == 15:
            return "xargs %s </dev/null" % words
        if kind == 16:
            plain = [w for w in self.words() if shlex.quote(w) == w]
            return "env -S %s" % shlex.quote(" ".join(plain))
        if kind == 17:
            return "ls sub | xargs -I{} %s x{}" % words
        if kind == 18:
            return "flock lock -c %s" % shlex.quote(words)
        if kind == 19:
            return "printf '%%s\\0' a 'b c' | xargs -0 %s" % words
        if kind == 20:
            return "script -qec %s /dev/null </dev/null >/dev/null" % shlex.quote(words)
        return "coproc %s; wait" % words

    def text(self, depth):
        """A program inside a program."""
        return self.program(depth - 1, self.r.choice([1, 1, 2]))

    def nested(self, depth):
        r = self.r
        kind = r.randrange(22)
        inner = self.text(depth)
        q = self.quote(inner) if r.random() < 0.3 else shlex.quote(inner)
        mark = "E%d" % r.randrange(1000)
        if kind == 0:
            return "bash -c %s" % q
        if kind == 1:
            return r.choice(["sh -c %s", "sh -ec %s", "bash -xc %s", "bash --norc -c %s", "bash -o pipefail -c %s"]) % shlex.quote(self.posix_text())
        if kind == 2:
            return "eval %s" % q
        if kind == 3:
            return "bash <<'%s'\n%s\n%s" % (mark, inner, mark)
        if kind == 4:
            return "bash -s x <<'%s'%s\n%s\n%s\n" % (mark, r.choice(["", " >/dev/null", " 2>&1"]), inner, mark)
        if kind == 5:
            return "bash <<< %s" % q
        if kind == 6:
            return "echo %s | bash" % q if "\\" not in inner else "bash -c %s" % q
        if kind == 7:
            return "printf '%%s\\n' %s | bash -s" % q
        if kind == 8:
            return "source <(printf '%%s\\n' %s)" % q
        if kind == 9:
            words = self.words()[:3]
            return "bash -c '%s \"$@\"' _ %s" % (words[0], " ".join(self.quote(w) for w in words[1:]))
        if kind == 10:
            return "echo \"$(%s)\"" % inner
        if kind == 11:
            return ": $(%s\n)" % inner
        if kind == 12:
            return "cat <<%s\nx $(%s\n)\n%s" % (mark, inner, mark)
        if kind == 13:
            return "cat <(%s\n) >/dev/null" % inner
        if kind == 14:
            return "(trap %s EXIT; true)" % q
        if kind == 15:
            return "bash -c %s" % shlex.quote("trap %s EXIT\n%s" % (q, self.call()))
        if kind == 16:
            n = self.name()
            return "%s=$(%s\n)" % (n, inner)
        if kind == 17:
            return "echo %s > s%d.sh; bash s%d.sh" % (shlex.quote(self.simple_text()), self.count, self.count)
        if kind == 18:
            return "cat > t%d.sh <<'%s'\n%s\n%s\n. ./t%d.sh" % (self.count, mark, inner, mark, self.count)
        if kind == 19:
            return "[[ -z $(%s\n) ]]" % inner
        if kind == 20:
            return ": ${nothing:-$(%s\n)} $(( 1 + $(%s >/dev/null; echo 1) ))" % (inner, self.simple_text())
        n = self.name()
        return "%s=%s; eval \"$%s\"" % (n, q, n)

    def simple_text(self):
        return " ".join(shlex.quote(w) for w in self.words())

    def posix_text(self):
        r = self.r
        parts = []
        for _ in range(r.choice([1, 1, 2])):
            words = " ".join(self.quote(w, simple=True) if "\n" not in w else shlex.quote(w) for w in self.words() if "{" not in w)
            parts.append(r.choice(["%s", "if true; then %s; fi", "( %s )", "{ %s; }", "true && %s", "x=$(%s)", "f() { %s; }; f", "for i in 1; do %s; done", "%s &\nwait"]) % words)
        return "\n".join(parts)

    def condition(self):
        return self.r.choice(["true", "false", ":", "[ -e sub ]", "test -e nothing", "[[ a == b ]]", "[[ -d sub ]]", "! true", "((1))", "((0))", "test $RANDOM -gt 16000",
                              "grep -q x /dev/null", "! grep -q x /dev/null"])

    def compound(self, depth):
        r = self.r
        kind = r.randrange(34)
        a = self.text(depth)
        if kind == 0:
            return "if %s; then\n%s\nelse\n%s\nfi" % (self.condition(), a, self.text(depth))
        if kind == 1:
            return "if %s; then\n%s\nelif %s; then\n%s\nfi" % (self.condition(), a, self.condition(), self.text(depth))
        if kind == 2:
            return "for i in %s; do\n%s\n%s\ndone" % (r.choice(["x", "x y", "'a b' c", "$(echo p q)", "*.none"]), a, r.choice(["git add l%d \"$i\"" % self.count, ":"]))
        if kind == 3:
            return "while %s; do\n%s\nbreak\ndone" % (self.condition(), a)
        if kind == 4:
            return "until %s; do\n%s\nbreak\ndone" % (self.condition(), a)
        if kind == 5:
            return "case %s in\n%s)\n%s\n;;\n*)\n%s\n;;\nesac" % (r.choice(["x", "a", "$HOME", '"a b"']), r.choice(["x", "a|b", "a*", "'a b'", "(a", "?"]), a, self.text(depth))
        if kind == 6:
            return "{ %s\n}%s" % (a, self.redirects())
        if kind == 7:
            return "( %s\n)%s" % (a, self.redirects())
        if kind == 8:
            n = "f" + self.name()
            return "%s { %s\n}\n%s" % (r.choice(["%s()", "function %s", "%s ( )", "function %s ()"]) % n, a, r.choice([n, n + " x", n + " | cat", ":", "(%s)" % n]))
        if kind == 9:
            n = "f" + self.name()
            return "%s() { git add f%d \"$@\" \"$1\" $#; }\n%s %s" % (n, self.count, n, " ".join(self.quote(w) for w in r.sample(["-A", "a b", ".", "x"], 2)))
        if kind == 10:
            return "%s && %s" % (self.condition(), self.leaf(depth))
        if kind == 11:
            return "%s || %s" % (self.condition(), self.leaf(depth))
        if kind == 12:
            return "%s && %s || %s" % (self.condition(), self.leaf(0), self.leaf(0))
        if kind == 13:
            return "%s | cat%s" % (self.leaf(0), r.choice(["", " | { cat; %s\n}" % self.text(depth)]))
        if kind == 14:
            return "echo x | while read l; do\n%s\ndone" % a
        if kind == 15:
            return "cat /dev/null |& { %s\n}" % a
        if kind == 16:
            return "{ %s\n} &\nwait" % a
        if kind == 17:
            return "cd /mnt/w; cd sub%s\n%s\ncd .." % (r.choice(["", "/deep/..", " >/dev/null", "/."]), a)
        if kind == 18:
            return "(cd /mnt/w/sub && %s\n)" % a
        if kind == 19:
            return "pushd /mnt/w/sub >/dev/null\n%s\npopd >/dev/null" % a
        if kind == 20:
            n = self.name()
            return "if %s; then %s=add; else %s=rm; fi\ngit $%s c%d" % (self.condition(), n, n, n, self.count)
        if kind == 21:
            return "set -- %s\ngit add s%d \"$@\" \"$*\" $1" % (" ".join(self.quote(w) for w in ["-A", "a b"]), self.count)
        if kind == 22:
            return "git(){ command git wrapped%d \"$@\"; }\n%s\nunset -f git" % (self.count, self.simple_text())
        if kind == 23:
            n = "f" + self.name()
            return "%s() { local x=%s; git add k%d $x; }; x=zz; %s; git add k%d $x" % (n, r.choice(["in", "'a b'"]), self.count, n, self.count)
        if kind == 24:
            return "shopt -s expand_aliases\nalias g%d='git add'\ng%d n%d" % (self.count, self.count, self.count)
        if kind == 25:
            return "alias h%d='git add'\nh%d n%d" % (self.count, self.count, self.count)
        if kind == 26:
            return "(%s; exit; %s)" % (self.leaf(0), self.simple_text())
        if kind == 27:
            n = "f" + self.name()
            return "%s() { %s; return; %s; }; %s" % (n, self.leaf(0), self.simple_text(), n)
        if kind == 28:
            return "(set -e; %s; %s)" % (self.condition(), self.simple_text())
        if kind == 29:
            n = self.name()
            return "for %s in 1 2; do x%s=$((%s+1)); git add n%d $x%s; done" % (n, n, n, self.count, n)
        if kind == 30:
            return "for i in 1 2; do %s && %s; %s; done" % (self.condition(), r.choice(["break", "continue"]), self.simple_text())
        if kind == 31:
            return "(IFS=,; x=git,add,n%d; $x; IFS=$' \\n'; y='git add'; $y n%d)" % (self.count, self.count)
        if kind == 32:
            return "git add n%d {a,b}{1..2} x{,.y} \"{c,d}\"" % self.count
        return "read x <<< '-A b'; git add n%d $x \"$x\"" % self.count

    def mention(self):
        """Text that runs nothing."""
        w = self.simple_text()
        r = self.r
        return r.choice(["echo %s", ": '%s'" % "git add", "# %s\n:", "cat <<'Z'\n%s\n$(git add)\nZ", "cat <<Z\n\\$(git add) %s\nZ", "x=%s" % shlex.quote(w), "false && %s",
                         "[[ %s == x ]]" % shlex.quote(w), "echo \\; %s"]).replace("%s", w.replace("\\", ""))

    def leaf(self, depth):
        r = self.r
        kind = r.randrange(10)
        if kind < 5:
            return self.call() if kind < 3 else "{ %s; }" % self.call()
        if kind < 8:
            return self.wrapped()
        return "{ %s\n}" % self.text(depth - 1) if depth > 0 else self.simple_text()

    def statement(self, depth):
        r = self.r
        if depth <= 0:
            return self.call() if r.random() < 0.6 else self.wrapped()
        kind = r.randrange(12)
        if kind < 3:
            return self.call()
        if kind < 5:
            return self.wrapped()
        if kind < 8:
            return self.nested(depth)
        if kind < 11:
            return self.compound(depth)
        return self.mention()

    def program(self, depth=2, statements=None):
        parts = [self.statement(depth) for _ in range(statements or self.r.choice([1, 1, 2, 3]))]
        return "\n".join(parts)
