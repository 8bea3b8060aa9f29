// SPDX-License-Identifier: Apache-2.0
// The checks' functions, one line each in checks.cc. Internal to cordon/doctor.
#pragma once

#include "cordon/doctor/doctor.h"

namespace cordon::doctor {

// settings
Findings check_posture(Context&);        // on, strict, who set it
Findings check_files(Context&);          // parsed, dropped with line and column
Findings check_inert_write(Context&);    // Write(…) rules
Findings check_home_local(Context&);     // ~/.claude/settings.local.json
Findings check_not_honoured(Context&);   // enabledPlatforms outside managed, bypassPermissions of the repository, …
Findings check_prefix_rules(Context&);   // Bash(npm run)
Findings check_unknown_keys(Context&);   // "sandbx"
Findings check_shadowed(Context&);       // allow rules under a deny or ask rule
Findings check_cordon_config(Context&);  // cordon.toml
// profile
Findings check_profile(Context&);
Findings check_interpreters(Context&);
// hooks
Findings check_wired(Context&);          // every hook, at user scope
Findings check_form(Context&);           // exec form, no filter, no relative path, no back-slash
Findings check_duplicates(Context&);
Findings check_switched_off(Context&);   // disableAllHooks, allowManagedHooksOnly
Findings check_programs(Context&);       // there, executable, equal to the record and to this build
Findings check_status_line(Context&);
Findings check_answers(Context&);        // recorded payloads
Findings check_heartbeat(Context&);
// backend
Findings check_backend(Context&);        // bubblewrap, socat
Findings check_versions(Context&);       // against the pins
Findings check_probe(Context&);          // a real bwrap
Findings check_namespaces(Context&);
Findings check_apparmor(Context&);
Findings check_weakened(Context&);       // enableWeakerNestedSandbox and its like
Findings check_wsl(Context&);
Findings check_container(Context&);
Findings check_seatbelt(Context&);
// runtime
Findings check_runtime(Context&);
// environment
Findings check_iso(Context&);
Findings check_alias_loop(Context&);
Findings check_variables(Context&);
// host
Findings check_sudo(Context&);
Findings check_docker(Context&);
Findings check_credentials(Context&);
Findings check_ignored(Context&);
Findings check_managed(Context&);
// live
Findings check_live(Context&);

}  // namespace cordon::doctor
