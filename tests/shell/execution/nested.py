# SPDX-License-Identifier: Apache-2.0
"""Programs inside programs: shells, eval, source, here-documents, substitutions, traps, aliases of git."""
import shlex

from calls import ABSENT, Calls, is_plain


class Nested(Calls):
    def text(self, depth):
        return self.program(depth - 1, self.r.choice([1, 1, 2]))

    def posix_text(self):
        r = self.r
        parts = []
        for _ in range(r.choice([1, 1, 2])):
            words = " ".join(self.quote(w, simple=True) if "\n" not in w else shlex.quote(w) for w in self.words() if "{" not in w)
            parts.append(r.choice(["%s", "if true; then %s; fi", "( %s )", "{ %s; }", "true && %s", "x=$(%s)", "f() { %s; }; f", "for i in 1; do %s; done", "%s &\nwait", "eval '%s'" if "'" not in words else "%s",
                                   "case x in x) %s;; esac", "set -- -A; %s \"$@\"", "%s 2>&1", "while true; do %s; break; done", "trap ':' EXIT; %s"]) % words)
        return "\n".join(parts)

    def unmark(self, depth):
        """Text in a form that `echo` hands on as it is."""
        inner = self.text(depth)
        return inner if "\\" not in inner else self.simple_text()

    def nested(self, depth):
        r = self.r
        inner = self.text(depth)
        q = self.quote(inner) if r.random() < 0.3 else shlex.quote(inner)
        mark = "E%d" % r.randrange(1000)
        groups = [self.shells, self.shells, self.here_documents, self.here_documents, self.substitutions, self.traps, self.git_aliases]
        rows = [row for row in r.choice(groups)(depth, inner, q, mark) if row[0] not in ABSENT]
        return self.pick(*rows)

    def shells(self, depth, inner, q, mark):
        r = self.r
        three = self.words()[:3]
        words = " ".join(self.quote(w) for w in three[1:])
        n = self.name()
        c = self.count
        return [
            ("shell -c", lambda: r.choice(["bash -c %s", "bash -lc %s", "bash -xc %s", "bash --norc -c %s", "bash -o pipefail -c %s", "bash +e -c %s", "/bin/bash -c %s"]) % q), ("shell -c", lambda: "bash -c %s" % q),
            ("dash -c", lambda: r.choice(["sh -c %s", "sh -ec %s", "dash -c %s", "sh -c -- %s"]) % shlex.quote(self.posix_text())), ("dash text", lambda: r.choice(["sh <<'%s'\n%s\n%s", "cat <<'%s' | dash\n%s\n%s"]) % (mark, self.posix_text(), mark)),
            ("shell -c arguments", lambda: "bash -c '%s \"$@\"' _ %s" % (three[0], words)), ("shell -c arguments", lambda: "bash -c '%s $0 \"$1\" ${2-x}' %s" % (three[0], words)),
            ("eval", lambda: "eval %s" % q), ("eval words", lambda: "eval git 'add' n%d '\"a' 'b\"'" % c), ("eval variable", lambda: "%s=%s; eval \"$%s\"" % (n, q, n)), ("source process", lambda: r.choice(["source", "."]) + " <(printf '%%s\\n' %s)" % q),
            ("source file", lambda: "cat > t%d.sh <<'%s'\n%s\n%s\n%s ./t%d.sh%s" % (c, mark, inner, mark, r.choice([".", "source"]), c, r.choice(["", " x y"]))), ("source here-document", lambda: "source /dev/stdin <<'%s'\n%s\n%s" % (mark, inner, mark)),
            ("script file", lambda: "echo %s > s%d.sh; %s s%d.sh" % (shlex.quote(self.simple_text()), c, r.choice(["bash", "sh", "bash -e"]), c)),
            ("BASH_ENV", lambda: "echo %s > e%d.sh; BASH_ENV=e%d.sh bash -c :" % (shlex.quote(self.simple_text()), c, c)), ("stdin here-string", lambda: "bash <<< %s" % q), ("stdin echo", lambda: "echo %s | bash" % shlex.quote(self.unmark(depth))),
            ("stdin printf", lambda: r.choice(["printf '%%s\\n' %s | bash -s", "printf %%s %s | bash", "printf '%%s\\n' %s | cat | bash"]) % q), ("stdin -s", lambda: "echo 'git add n%d \"$@\"' | bash -s -- a 'b c'" % c)]

    def here_documents(self, depth, inner, q, mark):
        r = self.r
        odd = r.choice(["E.O.F", "END-%d" % self.count, "!", "--", "a/b", "%", "E=F"])
        plain = self.simple_text()
        return [
            ("here-document quoted", lambda: "cat <<%s >/dev/null\n%s $(git add no) `git add no`\n%s" % (r.choice(["'%s'", '"%s"', "\\%s", "''%s"]) % mark, plain, mark)),
            ("here-document expanded", lambda: "cat <<%s\nx $(%s\n)\n%s" % (mark, inner, mark)), ("here-document expanded", lambda: "cat <<%s\n`git add n%d` \\$(git add no) ${x:-$(git add m%d)}\n%s" % (mark, self.count, self.count, mark)),
            ("here-document tabs", lambda: "cat <<-%s\n\t\tx $(%s)\n\t%s\n" % (mark, plain, mark)), ("here-document tabs", lambda: "bash <<-'%s'\n\t\tgit add n%d a\n\t%s\n" % (mark, self.count, mark)),
            ("here-document several", lambda: "cat <<A%s - 3<<'B%s'; %s\n$(git add n%d)\nA%s\n$(git add no)\nB%s" % (mark, mark, plain, self.count, mark, mark)),
            ("here-document odd delimiter", lambda: "cat <<%s >/dev/null\n$(git add n%d)\n%s" % (odd, self.count, odd)), ("here-document odd delimiter", lambda: "cat <<'A B' >/dev/null\nx\nA B\n%s" % plain),
            ("here-document closed by parenthesis", lambda: r.choice([": $(cat <<%s\n$(git add n%d)\n%s)", "echo \"$(cat <<%s\nx $(git add n%d)\n%s\n)\""]) % (mark, self.count, mark)),
            ("here-document to shell", lambda: "bash <<'%s'\n%s\n%s" % (mark, inner, mark)), ("here-document to shell", lambda: "bash -s x <<'%s'%s\n%s\n%s\n" % (mark, r.choice(["", " >/dev/null", " 2>&1"]), inner, mark)),
            ("here-document to shell", lambda: "bash <<%s\ngit add n%d \\$HOME \"a b\" \\\\\\\\x\n%s" % (mark, self.count, mark)), ("here-document piped", lambda: "cat <<'%s' | bash\n%s\n%s" % (mark, inner, mark)),
            ("here-document piped", lambda: "cat <<'%s' | %s\nx\n%s" % (mark, plain, mark)), ("here-document unterminated", lambda: "bash -c %s" % shlex.quote("cat <<%s >/dev/null\n$(%s)" % (mark, plain))),
            ("here-document continued line", lambda: "bash <<%s\ngit a\\\ndd n%d\n%s" % (mark, self.count, mark)), ("here-document continued line", lambda: "bash <<'%s'\ngit a\\\ndd n%d\n%s" % (mark, self.count, mark))]

    def substitutions(self, depth, inner, q, mark):
        n = self.name()
        r = self.r
        return [
            ("substitution nested", lambda: "echo \"$(%s)\"" % inner), ("substitution dollar", lambda: ": $(%s\n)" % inner), ("process in", lambda: "cat <(%s\n) >/dev/null" % inner), ("process in", lambda: "cat < <(%s\n) >/dev/null" % inner),
            ("process out", lambda: "echo x > >(cat >/dev/null; %s)\nwait $!" % self.simple_text()), ("substitution dollar", lambda: "%s=$(%s\n)" % (n, inner)), ("condition", lambda: "[[ -z $(%s\n) ]]" % inner),
            ("parameter nested word", lambda: ": ${nothing:-$(%s\n)} $(( 1 + $(%s >/dev/null; echo 1) ))" % (inner, self.simple_text())), ("array all", lambda: "%s=(a $(%s\n) b)" % (n, inner)),
            ("array subscript arithmetic", lambda: "%s=(a b); : ${%s[$(%s >/dev/null; echo 1)]}" % (n, n, self.simple_text())), ("substitution backquote", lambda: "x=`%s`" % self.simple_text().replace("\\", "\\\\").replace("`", "")),
            ("function substitution", lambda: "bash -c %s" % shlex.quote("echo ${ %s; }" % self.simple_text())), ("condition", lambda: "case $(%s\n) in *) %s;; esac" % (inner, self.simple_text())),
            ("for in", lambda: "for %s in $(%s\n); do :; done" % (n, inner)), ("arithmetic command", lambda: "(( $(%s >/dev/null; echo 1) ))" % self.simple_text()), ("redirect here-string", lambda: "cat <<< \"$(%s\n)\"" % inner),
            ("assignment export", lambda: r.choice(["export %s=$(%s\n)", "declare %s=\"$(%s\n)\"", "readonly %s=$(%s\n)"]) % (n, inner))]

    def traps(self, depth, inner, q, mark):
        r = self.r
        plain = shlex.quote(self.simple_text())
        f = "f" + self.name()
        return [
            ("trap EXIT", lambda: "(trap %s EXIT; true)" % q), ("trap EXIT", lambda: "bash -c %s" % shlex.quote("trap %s %s\n%s" % (q, r.choice(["EXIT", "0", "exit"]), self.call()))),
            ("trap signal", lambda: "(trap %s %s; kill -USR1 $BASHPID)" % (plain, r.choice(["USR1", "SIGUSR1", "USR1 USR2", "INT USR1"]))),
            ("trap ERR", lambda: "(trap %s ERR; %s)" % (plain, r.choice(["false", "true", "false || true"]))), ("trap DEBUG", lambda: "(trap %s DEBUG; :)" % plain), ("trap RETURN", lambda: "%s() { trap %s RETURN; :; }; (%s)" % (f, plain, f)),
            ("trap EXIT", lambda: "(trap %s EXIT; trap - EXIT; true)" % plain), ("command_not_found_handle", lambda: "(command_not_found_handle() { git add n%d \"$@\"; }; nosuchprogram a 'b c')" % self.count)]

    def git_aliases(self, depth, inner, q, mark):
        """git's own; `git x…` is a program that records, too (sandbox.py), so that git's expansion ends in a record."""
        r = self.r
        c = self.count
        words = r.choice(["n%d", "-A n%d", "n%d \"a b\"", "n%d 'x  y' z"]) % c
        return [
            ("git alias", lambda: "git -c alias.z%d=%s z%d%s" % (c, shlex.quote("xadd " + words), c, r.choice(["", " more", " 'a b'"]))),
            ("git alias shell", lambda: "git -c alias.z%d=%s z%d%s" % (c, shlex.quote("!" + r.choice(["git add %s", "true && git add %s", "f() { git add %s \"$@\"; }; f"]) % words), c, r.choice(["", " more", " 'a b'"]))),
            ("git alias of alias", lambda: "git -c alias.z%da='z%db p' -c alias.z%db=%s z%da q" % (c, c, c, shlex.quote("xadd " + words), c)),
            ("git alias configured", lambda: "git config --global alias.z%d %s; git z%d%s" % (c, shlex.quote(r.choice(["xadd ", "!git add "]) + words), c, r.choice(["", " more"]))),
            ("git alias configured", lambda: "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.z%d GIT_CONFIG_VALUE_0=%s git z%d" % (c, shlex.quote("xadd " + words), c))]
