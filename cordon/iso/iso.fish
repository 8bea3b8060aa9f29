# SPDX-License-Identifier: Apache-2.0
# Defines claude-iso and agent-iso for fish: the agent starts with a clean environment (cordon iso --help).
#   source ~/.claude/cordon/bin/iso.fish              in ~/.config/fish/config.fish
# CORDON_ISO_PROGRAM names another cordon than the one beside this file.
set -g __cordon_iso_program (realpath (dirname (status filename)))/cordon
test -x $__cordon_iso_program; or set -g __cordon_iso_program cordon

function __cordon_iso
    set -l program $__cordon_iso_program
    if set -q CORDON_ISO_PROGRAM; and test -n "$CORDON_ISO_PROGRAM"
        set program $CORDON_ISO_PROGRAM
    end
    $program iso $argv
end
function agent-iso --wraps env --description 'an agent with a clean environment'
    if test (count $argv) -eq 0
        echo 'usage: agent-iso AGENT [its own options]      e.g. agent-iso codex' >&2
        return 2
    end
    __cordon_iso $argv
end
function claude-iso --wraps claude --description 'claude with a clean environment'
    __cordon_iso claude $argv
end
