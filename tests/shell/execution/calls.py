# SPDX-License-Identifier: Apache-2.0
"""One call of git: plain, with assignments and redirections, or through a program that runs another."""
import shlex
import shutil

from words import Words, is_plain

# Construct -> the program it needs, of those a machine may lack. sudo, doas, su, runuser and chroot need rights: the sandbox has
# programs of these names that take the same options and start the rest (sandbox.py).
NEEDS = {"strace": "strace", "watch": "watch", "parallel": "parallel", "unshare": "unshare", "setpriv": "setpriv", "dash -c": "dash", "dash text": "dash", "script -c": "script"}
ABSENT = [name for name, program in NEEDS.items() if not shutil.which(program)]
if "parallel" not in ABSENT:
    import subprocess
    GNU_PARALLEL = b"GNU" in subprocess.run(["parallel", "--version"], stdin=subprocess.DEVNULL, capture_output=True).stdout


class Calls(Words):
    def words(self):
        self.count += 1
        r = self.r
        words = ["git", r.choice(["add", "commit", "status", "rm"]), "n%d" % self.count]
        for _ in range(r.randrange(3)):
            words.append(r.choice(["-A", "a b", ".", "x;y", "it's", "--all", "", "$HOME", "#x", "a\\b", "*.c", "{a,b}", "|", "&&", "~", "!", "a=b", ")", "<x"]))
        return words

    def quoted_words(self):
        return " ".join(self.quote(w) for w in self.words())

    def simple_text(self):
        return " ".join(shlex.quote(w) for w in self.words())

    def redirect(self):
        return self.pick(("redirect write", self.r.choice([">/dev/null", ">out", "2>/dev/null", "> 'o 2'"])), ("redirect append", ">>out"), ("redirect clobber", ">|out"),
                         ("redirect read", "</dev/null"), ("redirect both", self.r.choice(["&>/dev/null", ">&out"])), ("redirect both append", "&>>out"), ("redirect read-write", "<>out"),
                         ("redirect duplicate", self.r.choice(["2>&1", "3>&1", ">&2", "0<&0"])), ("redirect close", self.r.choice(["3>&-", "<&-"])),
                         ("redirect named", "{fd}>out"), ("redirect here-string", self.r.choice(["<<<x", '<<< "a b"'])), ("redirect move", "3>&1 4>&3-"))

    def redirects(self, mark="redirect after"):
        if self.r.random() < 0.65:
            return ""
        self.mark(mark)
        return "".join(" " + self.redirect() for _ in range(self.r.choice([1, 1, 2])))

    def prefix(self):
        r = self.r
        kind = r.random()
        if kind < 0.6:
            return ""
        if kind < 0.75:
            self.mark("redirect before")
            return self.redirect() + " "
        return self.pick(("assignment prefix", r.choice(["A=b ", "A='x y' ", "A=$(echo z) ", "A=~ B=\"$A\" "])), ("assignment append", "A=b C+=d "), ("assignment prefix", "A=b >out B=c "))

    def call(self):
        """A plain call of git, with the statements it needs before."""
        r = self.r
        before = []
        words = [self.spell(w, before) for w in self.words()]
        if r.random() < 0.1:
            self.mark("command in variable")
            n = self.name()
            before.append("%s='git commit n%d'" % (n, self.count))
            words = ["$" + n] + words[3:]
        if r.random() < 0.1:
            self.mark("command in array")
            n = self.name()
            before.append("%s=(%s)" % (n, " ".join(words)))
            words = ['"${%s[@]}"' % n]
        if r.random() < 0.08 and len(words) > 1:
            self.mark("redirect between")
            words.insert(1, self.redirect())
        if r.random() < 0.08:
            self.mark("continuation between words")
            words[-1] = "\\\n  " + words[-1]
        text = self.prefix() + " ".join(words) + self.redirects()
        separator = self.pick(("list semicolon", "; "), ("list newline", "\n"), ("list newline", "\n"))
        text = separator.join(before + [text])
        if before and any("IFS" in b for b in before):
            text += "\nIFS=$' \\t\\n'"
        if r.random() < 0.06:
            self.mark("comment")
            text += " # it's $(git add comment"
        return text

    def wrapped(self):
        r = self.r
        words = self.quoted_words()
        rows = [
            ("env", r.choice(["env", "env A=b C=d", "/usr/bin/env", "env -- "])), ("env -i", "env -i PATH=\"$PATH\" GITLOG=\"$GITLOG\""), ("env -i", 'env - PATH="$PATH" GITLOG="$GITLOG"'),
            ("env -u", r.choice(["env -u FOO", "env --unset=FOO"])), ("command", r.choice(["command", "command --", "command command"])), ("builtin", "builtin command"),
            ("backslash command", "\\env"), ("path command", "/usr/bin/env"), ("time", r.choice(["time", "time -p", "time -p --"])), ("negation", r.choice(["!", "! time", "! !"])),
            ("coreutils wrapper", r.choice(["nice", "nice -n 5", "nice -5", "timeout 5", "timeout -s KILL 5", "timeout -k 1 5", "nohup", "stdbuf -o0", "stdbuf -o L -e0"])),
            ("util-linux wrapper", r.choice(["setsid -w", "ionice -c3", "ionice -c 2 -n 7", "flock lock", "flock -w 5 lock", "chrt -o 0", "taskset 1", "setarch $(uname -m)", "prlimit --nofile=100", "linux64"])),
            ("nested wrappers", r.choice(["env nice -n 3 timeout 5", "nohup env A=b stdbuf -oL", "sudo env A=b nice", "command env -u X timeout 9"])),
            ("env -C", r.choice(["env -C /mnt/w/sub", "env --chdir=/mnt/w/sub/deep"])), ("sudo", r.choice(["sudo", "sudo -u root", "sudo -n -E", "sudo -- ", "sudo -uroot"])), ("sudo assignment", "sudo A=b"), ("doas", r.choice(["doas", "doas -u root", "doas -n"])),
            ("runuser", "runuser -u root --"), ("chroot", r.choice(["chroot /", "chroot --userspec=root /"])), ("strace", r.choice(["strace -o /dev/null", "strace -f -e trace=none -o /dev/null"])),
            ("unshare", r.choice(["unshare", "unshare -r"])), ("setpriv", "setpriv --nnp"), ("coproc", "coproc")]
        rows = [row for row in rows if row[0] not in ABSENT]
        if r.random() < 0.6:
            text = self.pick(*rows) + " " + words
            return text + "\nwait" if text.startswith("coproc") else text
        return self.pick(*[row for row in self.special(words) if row[0] not in ABSENT])

    def special(self, words):
        """Wrappers that want a form of their own."""
        r = self.r
        quoted = shlex.quote(words)
        plain = lambda: " ".join(w for w in self.words() if is_plain(w))
        return [
            ("exec", lambda: r.choice(["(exec %s)", "(exec -a x %s)", "(exec >/dev/null; %s)"]) % words), ("find -exec", lambda: "find . -maxdepth 0 -exec %s %s" % (words.replace("{a,b}", "x"), r.choice(["\\;", "';'"]))),
            ("find plus", lambda: "find . -maxdepth 0 -exec %s {} +" % words.replace("{a,b}", "x")), ("find -execdir", lambda: "find sub -maxdepth 1 -name file -execdir %s {} \\;" % words.replace("{a,b}", "x")),
            ("find -ok", lambda: "echo y | find . -maxdepth 0 -ok %s \\; 2>/dev/null" % words.replace("{a,b}", "x")), ("find shell", lambda: "find sub -name file -exec sh -c %s sh {} \\;" % shlex.quote("git add n%d \"$1\"" % self.count)),
            ("xargs", lambda: "echo %s | xargs %s" % (r.choice(["-A", "a b", "'x y' z", "\"a\""]), words)), ("xargs empty", lambda: r.choice(["xargs %s </dev/null", "xargs -r %s </dev/null"]) % words),
            ("xargs -I", lambda: r.choice(["ls sub | xargs -I{} %s x{}", "printf 'a b\\nc\\n' | xargs -I @ %s @"]) % words), ("xargs -0", lambda: "printf '%%s\\0' a 'b c' | xargs -0 %s" % words),
            ("xargs -n", lambda: "echo a b c | xargs -n%s %s" % (r.choice(["1", "2", " 2"]), words)), ("xargs shell", lambda: "echo a b | xargs sh -c %s _" % shlex.quote("git add n%d \"$@\"" % self.count)),
            ("env -S", lambda: r.choice(["env -S %s", "env -S%s", "env --split-string=%s"]) % shlex.quote(plain())), ("flock -c", lambda: "flock lock -c %s" % quoted),
            ("script -c", lambda: "script -qec %s /dev/null </dev/null >/dev/null" % quoted), ("su -c", lambda: r.choice(["su -c %s", "su root -c %s", "su - root -c %s"]) % quoted), ("runuser", lambda: "runuser -c %s" % quoted),
            ("watch", lambda: "TERM=xterm timeout 0.3 watch -t -n 9 %s" % quoted), ("parallel", lambda: self.parallel(words)), ("coproc named", lambda: "coproc N%d { %s; }; wait" % (self.count, words)),
            ("process out", lambda: ": > >(%s)\nwait $!" % words), ("git -C", lambda: "git -C %s add n%d" % (r.choice(["sub", "/mnt/w/sub", ".", "sub -C deep"]), self.count)), ("pipe", lambda: "%s | cat" % words)]

    def parallel(self, words):
        if GNU_PARALLEL:
            return self.r.choice(["parallel -j1 git add n%d ::: a b", "parallel git add n%d {} ::: a", "printf 'a\\nb\\n' | parallel git add n%d {}"]) % self.count
        return self.r.choice(["parallel git add n%d -- a b", "parallel -j 2 git add n%d -- a", "parallel -i git add n%d {} -- a b", "parallel -n 2 git add n%d -- a b"]) % self.count
