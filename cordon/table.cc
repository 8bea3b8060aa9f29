// SPDX-License-Identifier: Apache-2.0
#include "cordon/table.h"

namespace cordon::command {
namespace {

constexpr Subcommand kSubcommands[] = {
    {"install", "copy the programs, wire them into settings.json, prove that they answer", run_install},
    {"uninstall", "take the wiring and the programs away again", run_uninstall},
    {"harden", "a hardening profile put into your settings, with a reason for each entry; checked in CI, taken back", run_harden},
    {"statusline", "the presets of the footer on your own data, and the choice of one", run_statusline},
    {"doctor", "what holds of everything that makes a session safe, what does not, and what to do", run_doctor},
    {"explain", "what the guards see in a command, and what each of them answers", run_explain},
    {"iso", "start an agent without the tokens and keys of your shell", run_iso},
    {"replay", "recorded payloads through the installed programs: each verdict, and whether it is the recorded one", run_replay},
    {"drift", "the installed version of the runtime against the recorded ones: what moved", run_drift},
    {"pins", "the versions cordon rests on: installed against pinned, newer ones past their cooldown", run_pins},
    {"log", "what the hooks decided: verdicts, without secrets (off unless switched on)", run_log},
    {"hints", "what is said after commands that the sandbox made fail", run_hints},
    {"settings", "what is in effect for a session: sandbox, files considered, who set each key", run_settings},
    {"sync", "the settings that are yours on every machine, through a private git repository", run_sync},
    {"provision", "files for the machine of an unattended agent: user, unit, firewall, audit, WSL", run_provision},
    {"completion", "the completion script of bash, zsh or fish", run_completion},
    {"man", "the manual page", run_man},
};

}  // namespace

std::span<const Subcommand> subcommands() { return kSubcommands; }

}  // namespace cordon::command
