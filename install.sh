#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sets Cordon up on Debian 12: packages, build, then `cordon install`, which does the rest (copy, wire, prove).
set -eu

usage() {
  cat <<'USAGE'
usage: ./install.sh [options]

  --yes          do not ask
  --dry-run      show what would change, write nothing outside build/
  --uninstall    take the wiring and the programs away again: settings.json ends as it was
  --force        replace a status line that is not ours (--uninstall brings it back)
  --strict       a guard that crashes or is missing blocks the call; --no-strict takes that back
  --prefix DIR   programs go to DIR/bin instead of ~/.claude/cordon/bin
  --scope SCOPE  'user' (default) or 'project': .claude/settings.json of the current folder
  --built DIR    take the programs of DIR (build/release/bin) instead of building
  --build-only   build, nothing else; says what is missing (with --dry-run: only that)

CLAUDE_CONFIG_DIR is honoured. exit: 0 done and proved, 1 failed, 2 wrong usage.
USAGE
}

say() { printf '%s\n' "$*"; }
die() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

here=$(cd "$(dirname "$0")" && pwd)
yes='' dry_run='' uninstall='' built='' prefix='' scope='' force='' strict='' build_only=''
while [ $# -gt 0 ]; do
  case $1 in
    --yes | -y) yes=--yes ;;
    --dry-run | -n) dry_run=--dry-run ;;
    --uninstall) uninstall=1 ;;
    --build-only) build_only=1 ;;
    --force) force=--force ;;
    --strict | --no-strict) strict=$1 ;;
    --prefix | --scope | --built)
      [ $# -ge 2 ] || { usage >&2; exit 2; }
      case $1 in
        --prefix) prefix=$2 ;;
        --scope) scope=$2 ;;
        --built) built=$2 ;;
      esac
      shift ;;
    --prefix=*) prefix=${1#*=} ;;
    --scope=*) scope=${1#*=} ;;
    --built=*) built=${1#*=} ;;
    --help | -h) usage; exit 0 ;;
    *) printf "install.sh: unknown option '%s'\n\n" "$1" >&2; usage >&2; exit 2 ;;
  esac
  shift
done

runtime_packages='bubblewrap socat'
build_packages='cmake ninja-build g++ libsimdjson-dev libfmt-dev libre2-dev libutf8proc-dev libtomlplusplus-dev libexpected-dev libcli11-dev nlohmann-json3-dev dpkg-dev python3'

# Prints those of the packages that are not installed.
missing_of() {
  for package in "$@"; do
    case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true) in
      *' installed') ;;
      *) printf ' %s' "$package" ;;
    esac
  done
}

install_packages() {
  missing=$(missing_of "$@")
  [ -n "$missing" ] || return 0
  command="apt-get install -y --no-install-recommends$missing"
  if [ -n "$dry_run" ]; then
    say "packages  would run: $command"
    return 0
  fi
  if [ "$(id -u)" -ne 0 ]; then
    printf 'install.sh: packages are missing. As root:\n\n  apt-get update && %s\n\nThen run this again.\n' "$command" >&2
    exit 1
  fi
  if [ -z "$yes" ]; then
    [ -t 0 ] || die "packages are missing and nobody can be asked: give --yes, or run: apt-get update && $command"
    printf 'Run %s? [y/N] ' "$command"
    read -r answer
    case $answer in [yY]*) ;; *) die 'nothing was installed' ;; esac
  fi
  say "packages  $command"
  log=$(mktemp)
  # shellcheck disable=SC2086  # a list of names
  if ! { DEBIAN_FRONTEND=noninteractive apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $missing; } > "$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    die "apt-get failed, see above; by hand: apt-get update && $command"
  fi
  rm -f "$log"
}

# Builds into build/release; the programs end in build/release/bin.
build() {
  tests=''
  [ -f "$here/build/release/CMakeCache.txt" ] || tests=-DCORDON_TESTS=OFF
  mkdir -p "$here/build"
  log=$here/build/install.log
  say 'build     release (five minutes the first time on two cores)'
  # shellcheck disable=SC2086
  if ! (cd "$here" && cmake --preset release $tests && cmake --build build/release --target cordon bypass-warn git-add-guard protected-paths deny-guard posture-watch error-hint statusline) > "$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "the build failed; all of it is in $log"
  fi
}

if [ -n "$build_only" ]; then
  # shellcheck disable=SC2086
  ! command -v dpkg-query > /dev/null 2>&1 || lacking=$(missing_of $build_packages)
  [ -z "${lacking:-}" ] || die "packages are missing; as root: apt-get update && apt-get install -y --no-install-recommends$lacking"
  [ -n "$dry_run" ] || build
  exit 0
fi

config=${CLAUDE_CONFIG_DIR:-${HOME:-}/.claude}

if [ -n "$uninstall" ]; then
  for folder in "$built" "$here/build/release/bin" "$config/cordon/bin"; do
    if [ -n "$folder" ] && [ -x "$folder/cordon" ]; then break; fi
    folder=''
  done
  [ -n "$folder" ] || die "no cordon program found in $here/build/release/bin or $config/cordon/bin: run ./install.sh --dry-run first, it builds one"
  set -- uninstall
  [ -z "$dry_run" ] || set -- "$@" "$dry_run"
  [ -z "$prefix" ] || set -- "$@" --prefix "$prefix"
  [ -z "$scope" ] || set -- "$@" --scope "$scope"
  exec "$folder/cordon" "$@"
fi

command -v dpkg-query > /dev/null 2>&1 || [ -n "$built" ] || die 'this is for Debian 12; elsewhere build with cmake --preset release and run build/release/bin/cordon install'
if [ -z "$built" ]; then
  # shellcheck disable=SC2086
  install_packages $runtime_packages $build_packages
  # shellcheck disable=SC2086
  lacking=$(missing_of $build_packages)
  [ -n "$lacking" ] || build
  built=$here/build/release/bin
elif command -v dpkg-query > /dev/null 2>&1; then
  # shellcheck disable=SC2086
  install_packages $runtime_packages
fi
[ -x "$built/cordon" ] || die "there is no $built/cordon (with packages missing, --dry-run cannot build it)"

set -- install --from "$built"
[ -z "$yes" ] || set -- "$@" "$yes"
[ -z "$dry_run" ] || set -- "$@" "$dry_run"
[ -z "$force" ] || set -- "$@" "$force"
[ -z "$strict" ] || set -- "$@" "$strict"
[ -z "$prefix" ] || set -- "$@" --prefix "$prefix"
[ -z "$scope" ] || set -- "$@" --scope "$scope"
exec "$built/cordon" "$@"
