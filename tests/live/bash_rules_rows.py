# SPDX-License-Identifier: Apache-2.0
"""What bash_rules.py asks the runtime: (rule, commands). Each rule has a program of its own; see STUBS."""

# What stands around `pm push a` in a command, for the rules Bash(pm *) and Bash(pq push:*).
CONTEXTS = [
    "{x}", "  {x}", "{x} ", "{x};", "{x} &", "true && {x}", "false || {x}", "true; {x}", "true\n{x}", "{x} | cat", "true | {x}",
    "true |& {x}", "! {x}", "({x})", "( true; {x} )", "{ {x}; }", "echo $({x})", "echo `{x}`", 'echo "$({x})"', "echo \"a $(echo $({x}))\"",
    "cat <({x})", "true > >({x})", "if true; then {x}; fi", "if {x}; then true; fi", "while false; do {x}; done", "for i in 1; do {x}; done",
    "case a in a) {x};; esac", "f() { {x}; }", "f() { {x}; }; f", "v=$({x})", "a=1 {x}", "a=1 b='2 3' {x}", "a=$(date) {x}", "PATH=$PATH {x}",
    "LD_PRELOAD= {x}", "{x} > out", "> out {x}", "{x} 2>&1", "2>&1 {x}", "{x} < /dev/null", "< /dev/null {x}", "{x} <<< text", "cat <<E\n{x}\nE",
    "cat <<E\n$({x})\nE", "cat <<'E'\n$({x})\nE", "echo {x}", "echo '{x}'", "# {x}", "true # {x}", "[[ -n $({x}) ]]", "(( $({x}) + 1 ))",
    "coproc {x}", "time {x}", "time -p {x}", "declare v=$({x})", "export V=$({x})", "echo ${v:-$({x})}", "echo $(( $({x}) ))",
    "select i in; do {x}; done", "until true; do {x}; done", "function f { {x}; }", "array=($({x}))", "true \\\n && {x}", "{x} \\\n b",
    # wrappers
    "timeout 5 {x}", "timeout -s KILL 5 {x}", "timeout -k 1 5s {x}", "timeout --foreground 5 {x}", "timeout --signal=KILL 5 {x}",
    "timeout --preserve-status 5 {x}", "nice {x}", "nice -n 5 {x}", "nice -5 {x}", "nice --adjustment=5 {x}", "nohup {x}", "nohup -- {x}",
    "env {x}", "env A=1 {x}", "env -i {x}", "env -u A {x}", "env -C / {x}", "env -S '{x}'", "env -S 'A=1 {x}'", "env -- {x}", "command {x}",
    "command -v pm", "command -p {x}", "exec {x}", "exec -a n {x}", "builtin {x}", "stdbuf -oL {x}", "stdbuf -o L {x}", "setsid {x}",
    "setsid -w {x}", "ionice {x}", "ionice -c 3 {x}", "ionice -c3 {x}", "chrt -i 0 {x}", "taskset 1 {x}", "sudo {x}", "sudo -n {x}",
    "sudo -u root {x}", "sudo -E A=1 {x}", "sudo -- {x}", "sudo -i {x}", "sudo sh -c '{x}'", "doas {x}", "doas -u root {x}", "pkexec {x}", "su -c '{x}'", "su root -c '{x}'",
    "runuser -u root -- {x}", "busybox {x}", "xargs {x}", "echo a | xargs {x}", "echo a | xargs -n1 {x}", "echo a | xargs -n 1 {x}",
    "echo a | xargs -I{} {x} {}", "echo a | xargs -0 -r {x}", "echo a | xargs -P 2 {x}", "echo a | xargs env {x}", "echo a | xargs sh -c '{x}'", "time timeout 5 nice {x}",
    "timeout 5 env A=1 {x}", "nohup timeout 5 {x} &", "sudo timeout 5 {x}", "flock f {x}", "flock f -c '{x}'", "strace {x}", "strace -f {x}", "watch {x}", "watch -n 1 {x}",
    "watch '{x}'", "script -c '{x}' out", "unbuffer {x}", "chroot / {x}", "unshare {x}", "unshare -n {x}", "nsenter -t 1 {x}", "setpriv {x}", "setarch x86_64 {x}", "systemd-run {x}",
    "caffeinate {x}", "parallel {x} ::: a", "parallel '{x}' ::: a", "echo a | parallel {x}", "entr {x}", "ltrace {x}", "perf stat {x}",
    "bwrap --ro-bind / / {x}", "firejail {x}", "fakeroot {x}", "faketime 1d {x}", "valgrind {x}", "rlwrap {x}", "numactl {x}", "prlimit {x}",
    "uv run {x}", "poetry run {x}", "bundle exec {x}", "npx -c '{x}'", "npm exec -c '{x}'", "direnv exec . {x}", "mise exec -- {x}", "nix-shell --run '{x}'",
    "docker run i {x}", "docker exec c {x}", "docker exec c sh -c '{x}'", "devbox run {x}", "dotenv {x}", "hyperfine '{x}'",
    # text that becomes a command
    "bash -c '{x}'", 'bash -c "{x}"', "bash -lc '{x}'", "bash -e -c '{x}'", "bash -c {q}", "/bin/bash -c '{x}'", "sh -c '{x}'", "zsh -c '{x}'", "ksh -c '{x}'",
    "env bash -c '{x}'", "timeout 5 bash -c '{x}'", "bash -c 'true && {x}'", "eval '{x}'", 'eval "{x}"', "eval {x}", "eval true\\; {x}", "bash <<E\n{x}\nE", "bash <<'E'\n{x}\nE", "bash -s <<E\n{x}\nE",
    "bash <<< '{x}'", "echo '{x}' | bash", "echo '{x}' | sh", "printf '{x}' | sh -s", "cat <<E | bash\n{x}\nE", "source <(echo '{x}')", ". /dev/stdin <<< '{x}'", "bash <(echo '{x}')",
    "find . -exec {x} \\;", "find . -exec {x} {} +", "find . -execdir {x} \\;", "find . -ok {x} \\;", "find . -name a -exec sh -c '{x}' \\;", "fd -x {x}",
    "trap '{x}' EXIT", "trap -- '{x}' INT", "ssh localhost {x}", "ssh localhost '{x}'", "ssh u@h -p 22 {x}", "python3 -c 'import os; os.system(\"{x}\")'",
    "python3 -c \"import subprocess; subprocess.run('{x}', shell=True)\"", "perl -e 'system(\"{x}\")'", "node -e 'require(\"child_process\").execSync(\"{x}\")'", "ruby -e '`{x}`'",
    "awk 'BEGIN { system(\"{x}\") }'", "make -f - <<E\nall:\n\t{x}\nE", "git -c 'alias.z=!{x}' z", "git -c core.pager='{x}' log", "git config alias.z '!{x}' && git z", "git bisect run {x}",
    "git rebase -x '{x}' HEAD", "git submodule foreach '{x}'", "alias z='{x}'", "alias z='{x}'\nz", "V=pm; $V push a", "V='{x}'; $V", "V='{x}'; eval \"$V\"", "V=pm && \"$V\" push a", "V=p; ${V}m push a",
    "export V=pm; $V push a", "for c in pm; do $c push a; done", "read V <<< pm; $V push a", "$(echo pm) push a", "`echo pm` push a", "V=$(echo pm); $V push a", "$UNSET pm push a", "${UNSET:-pm} push a", "${UNSET}pm push a",
    "$CMD", "\"$CMD\" push a", "bash -c \"$CMD\"", "eval \"$CMD\"", "printf -v V pm; $V push a", "set -- pm push a; \"$@\"", "a=(pm push a); \"${a[@]}\"", "{pm,push,a}", "p{m,x} push a", "p? push a", "p[m] push a",
    "at now <<< '{x}'", "echo '{x}' > s.sh; bash s.sh", "bash s.sh", "./s.sh", "tmux new -d '{x}'", "screen -dm {x}", "crontab <<< '* * * * * {x}'", "vim -c '!{x}'", "sed '1e {x}' f",
    "tar --to-command='{x}' -xf f", "tar --checkpoint-action=exec='{x}' -cf f g", "expect -c 'spawn {x}'", "gdb -ex '!{x}'", "mapfile -C '{x}' -c 1 < f", "compgen -C '{x}'", "bind -x '\"a\":{x}'", "PROMPT_COMMAND='{x}' bash -i", "BASH_ENV=f bash",
    # the program's own name
    "/usr/bin/pm push a", "./pm push a", "../bin/pm push a", "~/bin/pm push a", "$HOME/bin/pm push a", "'pm' push a", "\"pm\" push a", "p'm' push a", "p\"m\" push a", "\\pm push a", "p\\m push a", "$'pm' push a", "$'p\\x6d' push a", "$\"pm\" push a",
    "p\\\nm push a", "pm\\\n push a", "pm \\\n push a", "PM push a", "pm.exe push a", "pmx push a", "xpm push a", "pm", "pm;", "pm\tpush a", "pm  push a", "pm\n", "p${EMPTY}m push a", "p''m push a", "''pm push a", "\"\"'pm' push a",
]

# Arguments, for rules with a sub-command: spacing, quotes, options in between.
ARGUMENTS = [
    "pz push", "pz push a", "pz  push a", "pz push  a", "pz\tpush a", "pz 'push' a", "pz \"push\" a", "pz pu'sh' a", "pz \\push a", "pz pus\\h a", "pz $'push' a", "pz -x push a", "pz pushy", "pz Push a", "pz pull push a",
    "pz push'' a", "pz push\\\n a", "pz \\\n push a", "pz $SUB a", "SUB=push; pz $SUB a", "SUB=push; pz \"$SUB\" a", "pz $(echo push) a", "pz ${U}push a", "pz {push,a}", "pz push{,y} a", "pz push > out", "> out pz push a", "pz > out push a",
    "pz 2>&1 push a", "bash -c 'pz push a'", "\"pz\" push a", "/usr/bin/pz push a", "A=1 pz push a", "pz push;", "pz push|cat", "pz push&", "pz push # a", "pz push\n", "pz 'push a'", "pz push\\ a", "pz push 'a b' c", "pz push -- a",
]

ROWS = [
    ("Bash(pm *)", [c.replace("{x}", "pm push a").replace("{q}", "pm\\ push\\ a") for c in CONTEXTS]),
    ("Bash(pq push:*)", [c.replace("{x}", "pq push a").replace("{q}", "pq\\ push\\ a").replace("pm", "pq") for c in CONTEXTS if "{x}" in c or "pm" in c]),
    ("Bash(pz push *)", ARGUMENTS),
    ("Bash(py push:*)", [c.replace("pz", "py") for c in ARGUMENTS]),
    ("Bash(pw push*)", [c.replace("pz", "pw") for c in ARGUMENTS]),
    ("Bash(pv push a)", [c.replace("pz", "pv") for c in ARGUMENTS]),
    ("Bash(pexact)", ["pexact", "pexact ", " pexact", "pexact a", "pexact > out", "pexact 2>&1", "pexact;", "pexact &", "A=1 pexact", "env pexact", "timeout 5 pexact", "/usr/bin/pexact", "pexactly", "'pexact'", "true && pexact", "pexact | cat", "sudo pexact"]),
    ("Bash(pcolon:*)", ["pcolon", "pcolon a", "pcolonx", "pcolon:a", "pcolon;", "A=1 pcolon", "/usr/bin/pcolon a", "pcolon-x"]),
    ("Bash(pglue*)", ["pglue", "pglue a", "pgluex", "pglue-x a", "xpglue", "/usr/bin/pglue", "A=1 pgluex b"]),
    ("Bash(pmid * force)", ["pmid a force", "pmid force", "pmid a b force", "pmid a force b", "pmid  force", "pmid 'a' force", "pmid a 'force'", "pmid a force > out"]),
    ("Bash(pmix *--force*)", ["pmix --force", "pmix push --force", "pmix push --force-with-lease a", "pmix push '--force'", "pmix", "pmix push -f", "pmix push --for\\ce"]),
    ("Bash(*plead)", ["plead", "xplead", "a/plead", "plead a", "echo plead", "echo a plead", "sudo plead"]),
    ("Bash(* ptrail *)", ["ptrail a", "a ptrail b", "echo ptrail", "echo a ptrail b"]),
    ("Bash(* pend)", ["pend", "echo pend", "echo a pend", "pend a"]),
    ("Bash(pstar **)", ["pstar", "pstar a", "pstar a/b"]),
    ("Bash(pnone* *)", ["pnone", "pnone a", "pnonex", "pnonex a"]),
    ("Bash(ptwo * *)", ["ptwo", "ptwo a", "ptwo a b"]),
    ("Bash(pque? a)", ["pque? a", "pquea a", "pque a"]),
    ("Bash(p[bc]r a)", ["p[bc]r a", "pbr a"]),
    ("Bash(pesc \\* a)", ["pesc * a", "pesc b a", "pesc \\* a", "pesc '*' a"]),
    ("Bash(pdot.x *)", ["pdot.x a", "pdotyx a"]),
    ("Bash(pcc:* more)", ["pcc", "pcc a more", "pcc:a more", "pcc more"]),
    ("Bash(pcs sub :*)", ["pcs sub", "pcs sub a", "pcs sub  a"]),
    ("Bash( pblank *)", ["pblank a", " pblank a", "pblank"]),
    ("Bash(pback * )", ["pback a", "pback a b", "pback", "pback "]),
    ("Bash(pdbl  a)", ["pdbl a", "pdbl  a"]),
    ("Bash(ppar(x) y)", ["'ppar(x)' y", "ppar y"]),
    ("Bash(PCASE *)", ["PCASE a", "pcase a"]),
    ("bash(plow *)", ["plow a"]),
    ("Bash (pgap *)", ["pgap a"]),
    ("Bash(\"pquo\" a)", ["\"pquo\" a", "pquo a", "'pquo' a"]),
    ("Bash(pquot \"a b\")", ["pquot \"a b\"", "pquot 'a b'", "pquot a\\ b"]),
    ("Bash(pand a && pandb)", ["pand a && pandb", "pand a", "pandb", "pand a&&pandb"]),
    ("Bash(ppip * | ppipb)", ["ppip a | ppipb", "ppip a", "ppipb"]),
    ("Bash(/opt/pabs *)", ["/opt/pabs a", "pabs a", "/usr/bin/pabs a"]),
    ("Bash(FOO=1 penv *)", ["FOO=1 penv a", "penv a", "FOO=2 penv a", "env FOO=1 penv a"]),
    ("Bash(pwrap=1 *)", ["pwrap=1 echo a", "echo a"]),
    ("Bash(timeout 7 *)", ["timeout 7 echo a", "timeout 5 echo a", "nice timeout 7 echo a"]),
    ("Bash(nohup pnoh *)", ["nohup pnoh a", "pnoh a"]),
    ("Bash(env PENV=*)", ["env PENV=1 echo a", "PENV=1 echo a"]),
    ("Bash(bash -c 'pinner *)", ["bash -c 'pinner a'", "bash -c \"pinner a\"", "pinner a"]),
    ("Bash(sudo psudo *)", ["sudo psudo a", "psudo a", "sudo -n psudo a"]),
    ("Bash(ash -c *)", ["ash -c 'echo pdash'", "ash -x -c 'echo a'", "/bin/ash -c 'echo a'", "timeout 5 ash -c 'echo a'", "bash -c 'ash -c true'"]),
    ("Bash(eval *pev*)", ["eval 'echo pev'", "eval \"echo pev\"", "echo pev"]),
    ("Bash(* > pout)", ["echo a > pout", "echo a >pout", "echo a > poutx"]),
    ("Bash(predir > *)", ["predir > out", "predir", "predir >out", "predir a > out"]),
    ("Bash(pnl *)", ["pnl a\npnl b", "echo a\npnl b", "pnl 'a\nb'", "pnl a\\\nb"]),
    ("Bash(pnlx * end)", ["pnlx 'a\nb' end", "pnlx a\necho end"]),
    ("Bash(puni é*)", ["puni é", "puni \u00e9x", "puni e\u0301"]),
    ("Bash(pvar $X)", ["pvar $X", "pvar \"$X\"", "pvar a"]),
    ("Bash(pslash \\\\ *)", ["pslash \\\\ a", "pslash a"]),
    ("Bash()", ["pempty a"]),
    
    ("Bash(pdir/*)", ["pdir/a", "pdir/a b", "pdir/", "pdir"]),
    ("Bash(./pscript.sh)", ["./pscript.sh", "./pscript.sh a", "pscript.sh", "bash ./pscript.sh", "sh pscript.sh"]),
    ("Bash(pse *-x:*)", ["pse -x", "pse a -x", "pse a -x b", "pse a -xb", "pse *-x a"]),
    ("Bash(pst * -x *)", ["pst a -x", "pst a -x b", "pst -x b"]),
    ("Bash(/*/psl *)", ["/usr/psl a", "psl a"]),
    ("Bash(pcd *)", ["cd /tmp && pcd a", "cd /tmp; pcd a", "pushd / && pcd a"]),
]

# Rules that catch everything: sessions of their own.
EVERYTHING = [
    ("Bash", ["echo a"]),
    ("Bash(*)", ["echo a", "true && echo b"]),
    ("Bash(**)", ["echo a"]),
    ("Bash(:*)", ["echo a"]),
    ("Bash(* *)", ["echo a", "true"]),
]

STUBS = """pm pq pz py pw pv pexact pexactly pcolon pcolonx pcolon-x pcolon:a pglue pgluex pglue-x pmid pmix plead xplead ptrail pend pstar pnone
pnonex ptwo pque? pquea pque p[bc]r pbr pesc pdot.x pdotyx pcc pcc:a pcs pblank pback pdbl ppar PCASE pcase plow pgap pquo pquot pand pandb ppip ppipb pabs penv
pnoh pinner psudo pnl pnlx puni pvar pslash pempty pany pscript.sh pcd PM PQ pmx pqx xpm xpq pm.exe pq.exe a push pushy p
sudo doas pkexec su runuser busybox ssh docker at tmux screen crontab vim expect gdb watch script strace ltrace unshare nsenter setpriv systemd-run caffeinate
parallel entr perf bwrap firejail fakeroot faketime valgrind rlwrap numactl prlimit uv poetry bundle npx npm direnv mise nix-shell devbox dotenv hyperfine flock chroot
unbuffer chrt taskset ionice setarch zsh ksh fd make ruby node tar ash pse pst psl""".split()
