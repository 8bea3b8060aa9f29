# SPDX-License-Identifier: Apache-2.0
"""Runs programs in a shell inside bubblewrap: one sandbox for a batch, one `bash -c` (or zsh) and one log for each program."""
import os
import shutil
import subprocess
import tempfile

# These want rights a test does not have. They take the options of the real ones and start the rest.
STUBS = {
    "sudo": """while :; do case $1 in -u|-g|-C|-D|-h|-p|-r|-t) shift 2;; --) shift; break;; -*) shift;; *=*) export "$1"; shift;; *) break;; esac; done
exec "$@"
""",
    "doas": """while :; do case $1 in -u|-C) shift 2;; --) shift; break;; -*) shift;; *) break;; esac; done
exec "$@"
""",
    "su": """while [ $# -gt 0 ]; do case $1 in -c) exec sh -c "$2";; *) shift;; esac; done
""",
    "runuser": """while :; do case $1 in -c) exec sh -c "$2";; -u) shift 2;; --) shift; break;; *) break;; esac; done
exec "$@"
""",
    "chroot": """while :; do case $1 in -*) shift;; *) break;; esac; done
shift
exec "$@"
""",
}
DRIVER = """
shopt -s nullglob dotglob
cd /mnt/w || exit 9
mkdir -p sub/deep; : > sub/file
ulimit -t 10
i=0
while [ -e /mnt/p/$i ]; do
  left=(/mnt/w/* /mnt/w/sub/* /mnt/w/sub/deep/* /mnt/home/*)
  if [ "${left[*]}" != "/mnt/w/sub /mnt/w/sub/deep /mnt/w/sub/file" ]; then rm -rf /mnt/w/* /mnt/home/*; mkdir -p /mnt/w/sub/deep; : > /mnt/w/sub/file; fi
  IFS= read -r -d '' text < /mnt/p/$i
  GITLOG=/mnt/log/$i %s </dev/null >/dev/null 2>/mnt/log/$i.err
  echo $? > /mnt/log/$i.rc
  i=$((i+1))
done
"""
# zsh as the runtime starts it (measured on 2.1.332).
SHELLS = {
    "bash": 'bash -c "$text"',
    "zsh": "zsh -f -c 'setopt NO_EXTENDED_GLOB NO_BARE_GLOB_QUAL NO_BRACE_CCL NO_MAGIC_EQUAL_SUBST NO_RC_QUOTES NO_EQUALS; TEXT_=$1; shift; eval \"$TEXT_\"' zsh \"$text\"",
}


def prepare(work, programs, recorder):
    for folder in ("p", "log", "bin", "w", "home"):
        os.mkdir(os.path.join(work, folder))
    for i, text in enumerate(programs):
        with open(os.path.join(work, "p", str(i)), "w") as f:
            f.write(text)
    shutil.copy(recorder, os.path.join(work, "bin", "git"))
    os.symlink("git", os.path.join(work, "bin", "git-xadd"))
    for name, text in STUBS.items():
        path = os.path.join(work, "bin", name)
        with open(path, "w") as f:
            f.write("#!/bin/sh\n" + text)
        os.chmod(path, 0o755)


def result(work, i):
    log = os.path.join(work, "log", str(i))

    def read(path, **options):
        try:
            with open(path, **options) as f:
                return f.read()
        except OSError:
            return ""

    code = read(log + ".rc").strip()
    ran = []
    for record in read(log, encoding="latin-1", newline="").split("\x1e")[:-1]:
        fields = record.split("\x1f")
        ran.append((fields[0], ["git"] + fields[1:]))
    return int(code) if code else -1, ran, read(log + ".err", errors="replace")


def run_batch(programs, recorder, shell="bash", seconds=None):
    """-> per program (exit status, [(directory, argv)], what it said on standard error); status -1: it did not end."""
    with tempfile.TemporaryDirectory(prefix="cordon-exec-") as work:
        prepare(work, programs, recorder)
        b = lambda name: os.path.join(work, name)
        command = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/mnt",
                   "--ro-bind", b("p"), "/mnt/p", "--bind", b("log"), "/mnt/log", "--ro-bind", b("bin"), "/mnt/bin", "--bind", b("w"), "/mnt/w", "--bind", b("home"), "/mnt/home",
                   "--ro-bind-try", "/dev/null", "/etc/profile",  # a login shell would set another PATH
                   "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--setenv", "HOME", "/mnt/home", "--setenv", "GIT_EXEC_PATH", "/mnt/bin",
                   "--setenv", "REALGIT", shutil.which("git") or "/usr/bin/git", "--setenv", "PATH", "/mnt/bin:/usr/bin:/bin", "--setenv", "LC_ALL", "C.UTF-8", "bash", "-c", DRIVER % SHELLS[shell]]
        try:
            subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=seconds or 60 + 2 * len(programs))
        except subprocess.TimeoutExpired:
            if len(programs) > 1:  # one of them hangs: find out which
                half = len(programs) // 2
                return run_batch(programs[:half], recorder, shell) + run_batch(programs[half:], recorder, shell, 20 if half == 1 else None)
        return [result(work, i) for i in range(len(programs))]
