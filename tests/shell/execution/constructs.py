# SPDX-License-Identifier: Apache-2.0
"""The constructs the generated programs are made of, one a line. A run of 2 000 programs or more in which one of them never
occurs fails; marking one that is not listed is an error.

quote plain, quote single, quote double, quote backslash, quote ansi-c, quote locale, quote empty, quote mixed
continuation in word, continuation between words
parameter plain, parameter default, parameter assign, parameter alternate, parameter error, parameter nested word, parameter length
parameter prefix, parameter suffix, parameter replace, parameter case, parameter slice, parameter transform, parameter indirect, parameter names
array element, array all, array append, array associative, array subscript arithmetic, array keys
positional one, positional all, positional count, positional shift
arithmetic expansion, arithmetic bracket, arithmetic command, arithmetic let
substitution dollar, substitution backquote, substitution printf, substitution file, substitution here-document, substitution nested
brace list, brace range, brace nested, tilde, glob, extglob, split by IFS
process in, process out, function substitution
assignment prefix, assignment append, assignment list, assignment printf -v, assignment read, assignment mapfile, assignment declare, assignment export
command in variable, command in array
redirect write, redirect append, redirect clobber, redirect read, redirect both, redirect both append, redirect read-write, redirect duplicate
redirect close, redirect named, redirect here-string, redirect before, redirect between, redirect after, redirect on compound, redirect move
here-document quoted, here-document expanded, here-document tabs, here-document several, here-document odd delimiter
here-document closed by parenthesis, here-document to shell, here-document piped, here-document unterminated, here-document continued line
list semicolon, list newline, list and, list or, list and-or, list background, pipe, pipe both, negation, time
if, elif, for in, for arguments, for arithmetic, while, until, select, case, case fallthrough, case continue, group, subshell
condition, condition regex, condition grouped, function posix, function keyword, function arguments, function redirect, function subshell
function local, function not called, function export, function recursive, function unset, function over git
coproc, coproc named, comment, crlf, break, continue, exit, return, errexit
cd, cd back, cd variable, pushd, git -C, env -C
shell -c, shell -c arguments, dash -c, dash text, eval, eval words, eval variable, source process, source file, source here-document
stdin here-string, stdin echo, stdin printf, stdin -s, script file, BASH_ENV
xargs, xargs -I, xargs -0, xargs -n, xargs empty, xargs shell, find -exec, find -execdir, find plus, find -ok, find shell
env, env -S, env -i, env -u, command, builtin, exec, backslash command, path command, coreutils wrapper, util-linux wrapper, flock -c, script -c
nested wrappers, sudo, sudo assignment, doas, su -c, runuser, chroot, strace, watch, parallel, unshare, setpriv
trap EXIT, trap signal, trap ERR, trap DEBUG, trap RETURN, alias, alias off, git alias, git alias shell, git alias of alias, git alias configured
command_not_found_handle, mention, conditional value, loop value
"""

NAMES = [name.strip() for line in __doc__.split("\n\n", 1)[1].splitlines() for name in line.split(",") if name.strip()]


class Counted:
    """Counts what is marked; `needs` names the constructs that need a program this machine may not have."""

    def __init__(self):
        self.seen = dict.fromkeys(NAMES, 0)

    def mark(self, name):
        self.seen[name] += 1

    def missing(self, absent=()):
        return [name for name, count in self.seen.items() if count == 0 and name not in absent]
