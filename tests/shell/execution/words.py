# SPDX-License-Identifier: Apache-2.0
"""Spellings of words: quotes and expansions."""
import shlex

from constructs import Counted


def is_plain(word):
    return shlex.quote(word) == word


class Words(Counted):
    def __init__(self, rng):
        super().__init__()
        self.r = rng
        self.count = 0
        self.names = 0

    def name(self):
        self.names += 1
        return "v%d" % self.names

    def pick(self, *rows):
        """One of (construct, text or function); marks it."""
        name, made = self.r.choice(rows)
        for part in name.split("+"):
            self.mark(part)
        return made() if callable(made) else made

    # ---- quotes --------------------------------------------------------------------------------------------------------------
    @staticmethod
    def double(word):
        return '"' + "".join("\\" + c if c in '"\\$`' else c for c in word) + '"'

    def ansi(self, word):
        forms = ["\\x%02x", "\\%03o", "\\u%04x", "\\U%08x"]
        return "$'" + "".join(self.r.choice(forms) % ord(c) if self.r.random() < 0.3 else ("\\" + c if c in "'\\" else c) for c in word) + "'"

    def mixed(self, word):
        at = self.r.randrange(0, len(word) + 1)
        return shlex.quote(word[:at]) + self.double(word[at:])

    def continued(self, word):
        at = self.r.randrange(1, len(word)) if len(word) > 1 else 0
        return word[:at] + "\\\n" + word[at:]

    def quote(self, word, simple=False):
        """One spelling of a literal word; `simple`: also for dash."""
        r = self.r
        if not word:
            return self.pick(("quote empty", "''"), ("quote empty", '""'), ("quote empty", "''" if simple else "$''"))
        rows = [("quote single", lambda: "'" + word.replace("'", "'\\''") + "'"), ("quote double", lambda: self.double(word)), ("quote mixed", lambda: self.mixed(word))]
        if "\n" not in word:
            rows.append(("quote backslash", lambda: "".join("\\" + c if r.random() < 0.5 or not c.isalnum() else c for c in word)))
        if is_plain(word):
            rows += [("quote plain", word)] * 4 + [("continuation in word", lambda: self.continued(word))]
        if not simple:
            rows.append(("quote ansi-c", lambda: self.ansi(word)))
            if "!" not in word:
                rows.append(("quote locale", lambda: "$" + self.double(word)))
        return self.pick(*rows)

    # ---- spellings that may need a statement before ----------------------------------------------------------------------------
    def spell(self, word, before):
        """`before` collects the statements it needs."""
        kind = self.r.randrange(10)
        if kind > 5 or not is_plain(word):
            return self.quote(word) if kind < 9 else self.quote(word) + self.r.choice(["", "''", '""', "$nothing"])
        return [self.by_parameter, self.by_operator, self.by_array, self.by_substitution, self.by_other, self.by_positional][kind](word, before)

    def by_parameter(self, word, before):
        n, m = self.name(), self.name()
        r = self.r

        def valued(*forms):
            before.append("%s=%s" % (n, self.quote(word)))
            return r.choice(forms) % n

        def indirect():
            before.append("%s=%s; %s=%s" % (n, word, m, n))
            return "${!%s}" % m

        def names():
            before.append("q%sa=1 q%sb=2" % (n, n))
            return r.choice(["${!q%s*}", '"${!q%s@}"', '"${!q%s*}"']) % n

        return self.pick(
            ("parameter plain", lambda: valued("$%s", '"$%s"', "${%s}", '"${%s}"')), ("parameter default", lambda: r.choice(["${%s:-%s}", "${%s-%s}", '"${%s:-%s}"']) % (n, word)),
            ("parameter default", lambda: valued("${%s:-zz}", '"${%s-zz}"')), ("parameter assign", lambda: r.choice(["${%s:=%s}", '"${%s=%s}"']) % (n, word)),
            ("parameter alternate", lambda: valued("${%s:+yup}", '"${%s+a b}"', "${%s+'c d'}")), ("parameter error", lambda: valued("${%s:?}", '"${%s?no}"')),
            ("parameter nested word", lambda: r.choice(['${%s:-"${%s:-%s}"}', "${%s:-${%s-x%s}}", '"${%s:-"${%s:-%s}"}"', "${%s:-a'}'${%s}%s}"]) % (n, m, word)),
            ("parameter length", lambda: valued("${#%s}", '"${#%s}"')), ("parameter indirect", indirect), ("parameter names", names))

    def by_operator(self, word, before):
        n = self.name()
        r = self.r
        before.append("%s=%s" % (n, r.choice(["pre-%s.suf.x", "'a b-%s.c'", "A%s-B.c", "%s"]) % word))
        form = self.pick(
            ("parameter prefix", r.choice(["${%s#*-}", '"${%s##*-}"', "${%s#pre-}", "${%s#?}"])), ("parameter suffix", r.choice(["${%s%%.*}", '"${%s%%%%.*}"', "${%s%%.c}"])),
            ("parameter replace", r.choice(["${%s/e/X}", '"${%s//[a-d]/_}"', "${%s/#pre/q}", "${%s/%%x/q}", '"${%s// /+}"', "${%s/-}"])),
            ("parameter case", r.choice(["${%s^}", "${%s^^}", "${%s,}", '"${%s,,}"', "${%s^^[a-c]}"])), ("parameter slice", r.choice(["${%s:1}", '"${%s:0:3}"', "${%s: -2}", '"${%s:1:-1}"'])),
            ("parameter transform", r.choice(["${%s@Q}", "${%s@U}", '"${%s@L}"', "${%s@u}", "${%s@E}"])))
        return form % n

    def by_array(self, word, before):
        n = self.name()
        r = self.r

        def made(text, *forms):
            before.append(text.replace("N", n).replace("W", word))
            return r.choice(forms).replace("N", n)

        return self.pick(
            ("array element", lambda: made("N=(zz W 'y z')", "${N[1]}", '"${N[1]}"', "${N[-2]}", '"${N[2]}"')), ("array element", lambda: made("N[3]=W", "${N[3]}", '"${N[3]}"')),
            ("array all", lambda: made("N=(zz W 'y z')", '"${N[@]}"', "${N[*]}", '"${N[*]}"', '"${N[@]:1}"', '${N[@]:1:1}', "${#N[@]}", '"p${N[@]}s"', '"${N[@]/z/Z}"')),
            ("array append", lambda: made("N=(a); N+=(W)", "${N[1]}", '"${N[@]}"')), ("array keys", lambda: made("N=([2]=W [5]=x)", "${!N[@]}", '"${!N[*]}"')),
            ("array associative", lambda: made("declare -A N=([k]=W [l]=z)", "${N[k]}", '"${N[l]}"', "${#N[@]}")),
            ("array subscript arithmetic", lambda: made("N=(a W c); i=0", "${N[i+1]}", '"${N[$((i+1))]}"', "${N[1-1]}")))

    def by_positional(self, word, before):
        r = self.r
        before.append("set -- %s 'b c' %s" % (word, "d e f g h i j k" if r.random() < 0.3 else ""))
        if r.random() < 0.2:
            self.mark("positional shift")
            before.append("shift")
        return self.pick(("positional one", r.choice(["$1", '"$2"', "${10}", '"${1}"', "$10"])), ("positional count", "$#"),
                         ("positional all", r.choice(['"$@"', "$*", '"$*"', "$@", '"${@:2}"', '"${@: -1}"', '"x$@y"'])))

    def by_substitution(self, word, before):
        r = self.r

        def file():
            before.append("echo %s > f%d" % (word, self.count))
            return r.choice(["$(<f%d)", '"$(< f%d)"', "$(cat f%d)"]) % self.count

        return self.pick(
            ("substitution dollar", r.choice(["$(echo %s)", '"$(echo "%s")"', "$( echo %s # )\n)"]) % word), ("substitution backquote", r.choice(["`echo %s`", '"`echo %s`"', "`echo \\`echo %s\\``"]) % word),
            ("substitution printf", r.choice(['"$(printf %%s %s)"', '"$(printf "%%s\\n" %s)"', "$(printf '%%s' '%s')"]) % word), ("substitution file", file),
            ("substitution here-document", r.choice(["$(cat <<E\n%s\nE\n)", '"$(cat <<\'E\'\n%s\nE\n)"', "$(cat <<-E\n\t%s\n\tE\n)"]) % word),
            ("substitution nested", "$(echo $(echo \"$(echo %s)\"))" % word))

    def by_other(self, word, before):
        r = self.r
        n = self.name()

        def ext():
            before.append("shopt -s extglob\n:")
            return r.choice(["@(sub|nix)", "s!(x)", "+(s)ub", "?(s)ub", "*(q)zz"])

        def split():
            before.append("IFS=, %s=a,%s" % (n, word) if r.random() < 0.5 else "%s=a,%s; IFS=," % (n, word))
            return r.choice(["$%s", '"$%s"']) % n

        return self.pick(
            ("arithmetic expansion", r.choice(["$((1+2*3))", '"$((x=4, x<<1))"', "$((0x1f))", "$(( ${#nothing} + 1 ))", "$((i++))"])), ("arithmetic bracket", "$[1+2]"),
            ("brace list", r.choice(["{a,b}", "x{,.y}", "{a,b}{c,d}", '"{c,d}"', "{a}", "{a,\"b c\"}"])), ("brace range", r.choice(["{1..3}", "{a..c}", "{3..1}", "{01..03}", "{1..7..3}"])),
            ("brace nested", r.choice(["{a,{b,c}d}", "p{q{1..2},r}"])), ("tilde", r.choice(["~", "~/x", "~+", "~+/y", "a~", '"~"', "x=~"])),
            ("glob", r.choice(["*", "s*", "su?", "[s]ub", "sub/*", "nothing*", "'*'", "s[!a]b", "\\*", "*/", "**"])), ("extglob", ext), ("split by IFS", split),
            ("function substitution", "x${nothing-}y") if r.random() < 0.7 else ("process in", "<(:)"))
