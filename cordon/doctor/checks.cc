// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "shared/base/path.h"
#include "shared/settings/layout.h"

namespace cordon::doctor {
namespace {

constexpr Area kAreas[] = {
    {"settings", "settings of the runtime"}, {"profile", "rules"},           {"hooks", "hooks and status line"}, {"backend", "sandbox backend"},
    {"runtime", "runtime"},                  {"environment", "environment"}, {"host", "this machine"},           {"live", "the real runtime"},
};

constexpr Check kChecks[] = {
    {"settings.posture", "settings", "the sandbox is on and strict, and who set it", check_posture},
    {"settings.files", "settings", "every settings file is read by the runtime, none is dropped", check_files},
    {"settings.write-rules", "settings", "no Write(...) rules: the runtime never looks at them", check_inert_write},
    {"settings.home-local", "settings", "no settings.local.json beside the user's settings: nothing reads it", check_home_local},
    {"settings.not-honoured", "settings", "no setting stands where the runtime does not honour it", check_not_honoured},
    {"settings.prefix-rules", "settings", "no Bash(x y) that was meant as a prefix", check_prefix_rules},
    {"settings.unknown-keys", "settings", "no unknown key that resembles a known one", check_unknown_keys},
    {"settings.shadowed", "settings", "no allow rule that a deny or ask rule shadows", check_shadowed},
    {"settings.cordon-toml", "settings", "cordon.toml is understood", check_cordon_config},
    {"profile.blocks", "profile", "the deny, ask and network rules of the chosen profile are there", check_profile},
    {"profile.interpreters", "profile", "no shell or interpreter is allowed wholesale", check_interpreters},
    {"hooks.wired", "hooks", "every hook is wired at user scope, on the tools it guards", check_wired},
    {"hooks.form", "hooks", "exec form, absolute paths, no filter", check_form},
    {"hooks.duplicates", "hooks", "each hook is wired once", check_duplicates},
    {"hooks.switched-off", "hooks", "nothing switches hooks off", check_switched_off},
    {"hooks.programs", "hooks", "the installed programs are executable, as recorded and of this build", check_programs},
    {"hooks.status-line", "hooks", "the status line is wired and can be seen", check_status_line},
    {"hooks.answers", "hooks", "the commands as wired answer recorded payloads rightly", check_answers},
    {"hooks.heartbeat", "hooks", "when each hook last fired", check_heartbeat},
    {"backend.programs", "backend", "bubblewrap and socat are there", check_backend},
    {"backend.versions", "backend", "their versions against the pins", check_versions},
    {"backend.probe", "backend", "bubblewrap can really make a sandbox here", check_probe},
    {"backend.namespaces", "backend", "the kernel gives unprivileged user namespaces", check_namespaces},
    {"backend.apparmor", "backend", "AppArmor lets bubblewrap have them (Ubuntu 24.04 and later)", check_apparmor},
    {"backend.weakened", "backend", "no setting weakens the sandbox", check_weakened},
    {"backend.wsl", "backend", "Windows Subsystem for Linux: which one, and its bridges to the host", check_wsl},
    {"backend.container", "backend", "inside a container", check_container},
    {"backend.seatbelt", "backend", "macOS Seatbelt", check_seatbelt},
    {"runtime.version", "runtime", "the installed runtime is not older than the floor", check_runtime},
    {"environment.iso", "environment", "claude-iso is wired in the shell's start-up files", check_iso},
    {"environment.aliases", "environment", "no alias that runs in a circle or past the clean environment", check_alias_loop},
    {"environment.variables", "environment", "no credentials in the environment now", check_variables},
    {"host.sudo", "host", "no sudo without a password", check_sudo},
    {"host.docker", "host", "no way to root through a container socket", check_docker},
    {"host.credentials", "host", "standing credentials", check_credentials},
    {"host.git-ignored", "host", "settings.local.json is ignored by git", check_ignored},
    {"host.managed", "host", "managed settings belong to root and cannot be written by others", check_managed},
    {"live.families", "live", "one forbidden command per family, tried in the real runtime (--live)", check_live},
};

}  // namespace

const char* status_name(Status status) {
  constexpr const char* kNames[] = {"pass", "fail", "warn", "skip"};
  return kNames[static_cast<size_t>(status)];
}

std::span<const Area> areas() { return kAreas; }
std::span<const Check> checks() { return kChecks; }

Context make_context(World& world, Host& host, const std::string& dir, const std::string& profile) {
  settings::Query query = settings::query_for(world, {});
  if (!dir.empty()) {
    query.start_dir = path::resolve(world, path::absolute(dir, world.current_dir())).path;
    query.arguments = std::vector<std::string>{"claude"};
  }
  query.start_dir_certain = true;
  settings::Effective effective = settings::resolve(world, query);
  settings::Config config = settings::load_config(world, query);
  Context context{world, host, std::move(query), std::move(effective), std::move(config), {}, {}, "", profile, false, false, "", world.env_set("HOME").value_or("")};
  auto layout = command::find_layout(world, "", false);
  if (!layout) {
    context.manifest_fault = layout.error().text();
    return context;
  }
  context.layout = std::move(*layout);
  auto manifest = command::load_manifest(world, context.layout.manifest);
  if (!manifest) {
    context.manifest_fault = manifest.error().text();
  } else {
    context.manifest = std::move(*manifest);
    if (!context.manifest.bin.empty()) context.layout.bin = context.manifest.bin;
  }
  return context;
}

// One broken check must not hide the others. Our own libraries return errors as values; what is left is memory and bugs.
Outcome run_check(const Check& check, Context& context) {
  Outcome outcome{&check, {}};
  try {
    outcome.findings = check.run(context);
  } catch (const std::exception& fault) {
    outcome.findings = {failure(fmt::format("the check itself failed: {}", check.title), {fault.what()}, "please report this; the other checks are not affected")};
  }
  if (outcome.findings.empty()) outcome.findings.push_back(pass(std::string(check.title)));
  return outcome;
}

std::vector<Outcome> run_checks(Context& context, const std::vector<std::string>& only) {
  std::vector<Outcome> out;
  for (const Check& check : kChecks) {
    const bool wanted = std::any_of(only.begin(), only.end(), [&](const std::string& name) { return name == check.id || name == check.area; });
    if (only.empty() || wanted) out.push_back(run_check(check, context));
  }
  return out;
}

int exit_status(const std::vector<Outcome>& outcomes) {
  int status = 0;
  for (const Outcome& outcome : outcomes) {
    for (const Finding& finding : outcome.findings) {
      if (finding.status == Status::kFail) return 2;
      if (finding.status == Status::kWarn) status = 1;
    }
  }
  return status;
}

}  // namespace cordon::doctor
