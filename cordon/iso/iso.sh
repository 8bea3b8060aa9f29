# SPDX-License-Identifier: Apache-2.0
# Defines claude-iso and agent-iso for bash and zsh: the agent starts with a clean environment (cordon iso --help).
#   . ~/.claude/cordon/bin/iso.sh                     in ~/.bashrc or ~/.zshrc
# CORDON_ISO_PROGRAM names another cordon than the one beside this file.
[ -n "${BASH_VERSION-}${ZSH_VERSION-}" ] || return 0 # other shells know no such names: they get nothing, and no error
if [ -n "${ZSH_VERSION-}" ]; then
  eval '__cordon_iso_program=${${(%):-%x}:A:h}/cordon' # only zsh can read it
else
  case ${BASH_SOURCE[0]-} in
    /*) __cordon_iso_program=${BASH_SOURCE[0]%/*}/cordon ;;
    */*) __cordon_iso_program=$PWD/${BASH_SOURCE[0]%/*}/cordon ;;
    *) __cordon_iso_program=$PWD/cordon ;;
  esac
fi
[ -x "$__cordon_iso_program" ] || __cordon_iso_program=cordon
\unalias claude-iso agent-iso 2>/dev/null || :

function agent-iso {
  if [ "$#" -eq 0 ]; then
    \printf '%s\n' 'usage: agent-iso AGENT [its own options]      e.g. agent-iso codex' >&2
    return 2
  fi
  "${CORDON_ISO_PROGRAM:-$__cordon_iso_program}" iso "$@"
}
function claude-iso {
  "${CORDON_ISO_PROGRAM:-$__cordon_iso_program}" iso claude "$@"
}
