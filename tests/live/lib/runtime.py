# SPDX-License-Identifier: Apache-2.0
"""Published versions of the runtime, installed through npm into a cache of ours.

    install("2.1.332") -> .../cordon-test/runtime/2.1.332/node_modules/@anthropic-ai/claude-code-linux-x64/claude

The cache is $CORDON_RUNTIME_CACHE, else ${XDG_CACHE_HOME:-~/.cache}/cordon-test/runtime. npm decides where
packages come from: nothing here names a registry. Only the native binary matters; node never runs it.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

FLOOR = "2.1.202"      # the oldest version Cordon supports
CURRENT = "2.1.332"    # the version its facts were measured on
PACKAGE = "@anthropic-ai/claude-code"
MARKER = ".complete"   # written last: a folder without it is an interrupted install


class Unavailable(RuntimeError):
    """The runtime cannot be had here (no npm, no network, no binary for this platform)."""


def cache_root():
    """The folder of all installed versions (not created)."""
    own = os.environ.get("CORDON_RUNTIME_CACHE")
    if own:
        return pathlib.Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(base) / "cordon-test" / "runtime"


def version_key(version):
    """Sort key: "2.1.99" before "2.1.202"."""
    return tuple(int(part) for part in version.split("."))


def find_binary(folder):
    """The native binary below an npm prefix, or None. Musl builds are skipped: Debian is glibc."""
    for path in sorted(pathlib.Path(folder).glob("node_modules/@anthropic-ai/claude-code-*/claude")):
        if "musl" not in path.parent.name and os.access(path, os.X_OK):
            return path
    return None


def reported_version(binary):
    """What the binary itself says, e.g. "2.1.332"; None if it does not start."""
    env = {"HOME": "/dev/null", "PATH": "/usr/bin:/bin", "DISABLE_AUTOUPDATER": "1"}
    try:
        out = subprocess.run([str(binary), "--version"], env=env, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.match(r"\d+\.\d+\.\d+", out.stdout.strip())
    return found.group(0) if found else None


def installed(version):
    """The binary of a version that is already in the cache and complete, else None."""
    folder = cache_root() / version
    return find_binary(folder) if (folder / MARKER).is_file() else None


def npm(*args, cwd=None, timeout=600):
    """Run npm, give back its stdout; Unavailable with its last lines when it fails."""
    if not shutil.which("npm"):
        raise Unavailable("npm is not installed: apt-get install npm")
    out = subprocess.run(["npm", *args], cwd=cwd, capture_output=True, text=True, timeout=timeout)
    if out.returncode != 0:
        raise Unavailable("npm %s failed:\n%s" % (" ".join(args), out.stderr.strip()[-2000:]))
    return out.stdout


def install(version):
    """The native binary of a version, installed if need be.

    The install happens in a folder beside the final one and is renamed into place when the binary has named its
    own version, so a reader never sees half of it and two installers at once do no harm (the second one's is dropped).
    """
    binary = installed(version)
    if binary:
        return binary
    root = cache_root()
    root.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix=".%s." % version, dir=root))
    try:
        (work / "package.json").write_text('{"private":true}\n')
        npm("install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "%s@%s" % (PACKAGE, version),
            cwd=work)
        found = find_binary(work)
        if not found:
            raise Unavailable("%s@%s has no binary for this platform" % (PACKAGE, version))
        said = reported_version(found)
        if said != version:
            raise Unavailable("the binary of %s says it is %s" % (version, said))
        (work / MARKER).write_text(version + "\n")
        return _into_place(work, root / version)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _into_place(work, final):
    """Rename the finished install to its place, over an incomplete one if there is one."""
    if final.exists() and not (final / MARKER).is_file():
        shutil.rmtree(final)
    try:
        os.rename(work, final)
    except OSError:
        if not (final / MARKER).is_file():
            raise
    return find_binary(final)


def drop(version):
    """Forget an installed version (400 MB each: a bisection cleans up behind itself)."""
    shutil.rmtree(cache_root() / version, ignore_errors=True)


def published(low=FLOOR, high=None):
    """Published versions from low to high (both included), oldest first, stable numbering only."""
    names = json.loads(npm("view", PACKAGE, "versions", "--json"))
    keep = [name for name in names if re.fullmatch(r"\d+\.\d+\.\d+", name)]
    keep = [name for name in keep if version_key(name) >= version_key(low)]
    if high:
        keep = [name for name in keep if version_key(name) <= version_key(high)]
    return sorted(keep, key=version_key)
