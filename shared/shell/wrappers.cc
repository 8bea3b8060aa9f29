// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/wrappers.h"

#include "shared/shell/name_table.h"

namespace cordon::shell {
namespace {

constexpr WrapperKind kCommand = WrapperKind::kCommand;
constexpr WrapperKind kText = WrapperKind::kText;
constexpr WrapperKind kOptionOnly = WrapperKind::kOptionOnly;

// Option letters from the manual pages of Debian 12 (coreutils 9.1, util-linux 2.38, sudo 1.9.13, procps 4.0, strace 6.1).
constexpr Wrapper kWrappers[] = {
    {"nice", kCommand, "n --adjustment", 0, "", false, true, false, ""},
    {"nohup", kCommand, "", 0, "", false, true, false, ""},
    {"timeout", kCommand, "ks --kill-after --signal", 1, "", false, true, false, ""},
    {"stdbuf", kCommand, "ioe --input --output --error", 0, "", false, true, false, ""},
    {"setsid", kCommand, "", 0, "", false, true, false, ""},
    {"ionice", kCommand, "cnpPu --class --classdata --pid --pgid --uid", 0, "", false, true, false, ""},
    {"chrt", kCommand, "TPDp --sched-runtime --sched-period --sched-deadline", 1, "", false, false, false, ""},
    {"taskset", kCommand, "", 1, "", false, false, false, ""},
    {"time", kCommand, "fo --format --output", 0, "", false, true, false, ""},
    {"flock", kCommand, "wEc --wait --timeout --conflict-exit-code --command", 1, "c --command", false, true, false, ""},
    {"sudo", kCommand, "ugCDhpRrtTU --user --group --close-from --chdir --host --prompt --chroot --role --type --command-timeout --other-user", 0, "", true, false, true, ""},
    {"doas", kCommand, "uC", 0, "", true, false, true, ""},
    {"su", kOptionOnly, "cgGsw --command --session-command --group --supp-group --shell --whitelist-environment", 0, "c --command --session-command", false, false, false, ""},
    {"runuser", kCommand, "ucgGsw --user --command --session-command --group --supp-group --shell --whitelist-environment", 0, "c --command --session-command", false, false, false, ""},
    {"script", kOptionOnly, "cBEIlmOTo --command --log-io --echo --log-in --logging-format --log-out --log-timing --output-limit", 0, "c --command", false, true, false, ""},
    {"strace", kCommand, "abeEIoOpPsSuUX --columns --attach --expr --env --output --trace --signal --string-limit --user", 0, "", false, false, false, ""},
    {"ltrace", kCommand, "aAeFlnopsuwx", 0, "", false, false, false, ""},
    {"watch", kText, "nq --interval --equexit", 0, "", false, false, false, ""},
    {"chroot", kCommand, "--userspec --groups", 1, "", false, false, false, ""},
    {"unshare", kCommand, "RwSGl --root --wd --setuid --setgid --setgroups --propagation --map-user --map-group --map-users --map-groups --load-interp", 0, "", false, false, false, ""},
    {"nsenter", kCommand, "tSGrw --target --setuid --setgid --root --wd", 0, "", false, false, false, ""},
    {"setpriv", kCommand, "--ruid --euid --rgid --egid --reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile", 0, "", false, false, false, ""},
    {"setarch", kCommand, "", 1, "", false, false, false, ""},
    {"linux32", kCommand, "", 0, "", false, false, false, ""},
    {"linux64", kCommand, "", 0, "", false, false, false, ""},
    {"prlimit", kCommand, "po --pid --output", 0, "", false, false, false, ""},
    {"numactl", kCommand, "iNCml --interleave --cpunodebind --physcpubind --membind", 0, "", false, false, false, ""},
    {"fakeroot", kCommand, "lsibf --lib --faked", 0, "", false, false, false, ""},
    {"systemd-run", kCommand, "HMptu --host --machine --property --slice --uid --gid --unit --description --working-directory --setenv --nice", 0, "", false, false, false, ""},
    {"systemd-inhibit", kCommand, "--what --who --why --mode", 0, "", false, false, false, ""},
    {"dbus-run-session", kCommand, "--config-file --dbus-daemon", 0, "", false, false, false, ""},
    {"bwrap", kCommand, "", 0, "", false, false, false, ""},
    {"firejail", kCommand, "", 0, "", false, false, false, ""},
    {"proot", kCommand, "rbqwvk", 0, "", false, false, false, ""},
    {"xvfb-run", kCommand, "efnpsw --error-file --auth-file --server-num --xauth-protocol --server-args --wait", 0, "", false, false, false, ""},
    {"unbuffer", kCommand, "", 0, "", false, false, false, ""},
    {"rlwrap", kCommand, "bCDfHlPqsS", 0, "", false, false, false, ""},
    {"faketime", kCommand, "", 1, "", false, false, false, ""},
    {"valgrind", kCommand, "", 0, "", false, false, false, ""},
    {"caffeinate", kCommand, "tw", 0, "", false, false, false, ""},
    {"busybox", kCommand, "", 0, "", false, false, false, ""},
    {"toybox", kCommand, "", 0, "", false, false, false, ""},
    {"hyperfine", kText, "wrmMpcSPDn --warmup --runs --prepare --cleanup --shell --export-json", 0, "p --prepare --setup --cleanup", false, false, false, ""},
    {"entr", kCommand, "", 0, "", false, false, false, ""},
    {"perf", kCommand, "eoIrC", 1, "", false, false, false, "stat"},
    {"uv", kCommand, "p --python --with --directory --project", 1, "", false, false, false, "run"},
    {"poetry", kCommand, "", 1, "", false, false, false, "run"},
    {"bundle", kCommand, "", 1, "", false, false, false, "exec"},
    {"direnv", kCommand, "", 2, "", false, false, false, "exec"},
    {"mise", kCommand, "", 1, "", false, false, false, "exec"},
    {"npx", kOptionOnly, "cp --call --package", 0, "c --call", false, false, false, ""},
    {"npm", kOptionOnly, "c --call", 0, "c --call", false, false, false, "exec"},
    // zsh's precommand modifiers and its loop; elsewhere no such commands.
    {"noglob", kCommand, "", 0, "", false, true, false, ""},
    {"nocorrect", kCommand, "", 0, "", false, true, false, ""},
    {"-", kCommand, "", 0, "", false, true, false, ""},
    {"repeat", kCommand, "", 1, "", false, false, false, ""},
    {"nix-shell", kOptionOnly, "p --run --command", 0, "--run --command", false, false, false, ""},
};

constexpr NameTable kByName(kWrappers);

}  // namespace

const Wrapper* find_wrapper(std::string_view name) { return kByName.find(name); }

}  // namespace cordon::shell
