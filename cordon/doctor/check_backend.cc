// SPDX-License-Identifier: Apache-2.0
// bubblewrap and socat, and whether this kernel lets them do their work.
#include <fmt/format.h>

#include <algorithm>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/rules.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/base/text.h"

namespace cordon::doctor {
namespace {

std::string sysctl(Context& context, const std::string& file) {
  const FileText text = context.world.read_file(file, 64);
  return text ? std::string(text::trim(*text)) : "";
}

std::string backend_path(const Context& context, const char* key, const char* program) {
  const auto managed = context.effective.find(key);
  if (managed && managed->value.size() > 2) return managed->value.substr(1, managed->value.size() - 2);
  return find_on_path(context.world, program);
}

struct Diagnosis {
  const char* says;  // a part of what bubblewrap printed
  const char* cause;
  const char* remedy;
};
// Wordings of bubblewrap 0.4 to 0.11 (bubblewrap.c, network.c).
constexpr Diagnosis kDiagnoses[] = {
    {"RTM_NEWADDR", "AppArmor gives bubblewrap a namespace without rights (Ubuntu 24.04 and later)", "see backend.apparmor"},
    {"setting up uid map", "AppArmor or a container keeps bubblewrap from mapping its user", "see backend.apparmor and backend.container"},
    {"No permissions to create", "unprivileged user namespaces are switched off", "see backend.namespaces"},
    {"Creating new namespace failed", "the kernel or a container's seccomp filter refuses new namespaces", "see backend.namespaces and backend.container"},
    {"mount proc on", "a container keeps parts of /proc hidden, so that no fresh one can be mounted",
     "start the container with --security-opt systempaths=unconfined, or set \"enableWeakerNestedSandbox\": true in \"sandbox\" (cost: commands see the processes outside)"},
    {"pivot_root", "the container refuses mounts", "see backend.container"},
    {"Failed to make / slave", "the container refuses mounts", "see backend.container"},
};

Finding explain(const CommandResult& result, const std::string& command) {
  for (const Diagnosis& diagnosis : kDiagnoses) {
    if (result.errors.find(diagnosis.says) == std::string::npos) continue;
    return failure(fmt::format("bubblewrap cannot make a sandbox here: {}", diagnosis.cause), {result.shown(command)}, diagnosis.remedy);
  }
  return failure("bubblewrap cannot make a sandbox here", {result.shown(command)}, "see backend.namespaces, backend.apparmor and backend.container");
}

const char* install_hint(Context& context) {
  const struct { const char* program; const char* hint; } kManagers[] = {
      {"apt-get", "apt-get install bubblewrap socat"}, {"dnf", "dnf install bubblewrap socat"}, {"pacman", "pacman -S bubblewrap socat"},
      {"zypper", "zypper install bubblewrap socat"},   {"apk", "apk add bubblewrap socat"}};
  for (const auto& manager : kManagers) {
    if (!find_on_path(context.world, manager.program).empty()) return manager.hint;
  }
  return "install the packages bubblewrap and socat";
}

}  // namespace

Findings check_backend(Context& context) {
  if (context.host.is_macos()) return {skip("not needed on macOS: see backend.seatbelt")};
  Findings out;
  std::vector<std::string> there;
  const struct { const char *key, *program; } kPrograms[] = {{"sandbox.bwrapPath", "bwrap"}, {"sandbox.socatPath", "socat"}};
  for (const auto& wanted : kPrograms) {
    const std::string file = backend_path(context, wanted.key, wanted.program);
    if (!file.empty() && context.world.is_executable(file)) {
      there.push_back(fmt::format("{}: {}", wanted.program, file));
      continue;
    }
    const bool refuses = context.effective.posture.fail_if_unavailable;
    const std::string where = file.empty() ? fmt::format("no folder of PATH has {}", wanted.program) : fmt::format("{}: not there, or not executable ({})", file, wanted.key);
    out.push_back(failure(fmt::format("{} is missing: {}", wanted.program, refuses ? "the runtime refuses to start with the sandbox on" : "with the sandbox on every command runs unsandboxed all the same"),
                          {where}, install_hint(context)));
  }
  if (!there.empty()) out.insert(out.begin(), pass("the sandbox's programs", std::move(there)));
  return out;
}

Findings check_probe(Context& context) {
  if (context.host.is_macos()) return {skip("not used on macOS: see backend.seatbelt")};
  const std::string bwrap = backend_path(context, "sandbox.bwrapPath", "bwrap");
  if (bwrap.empty()) return {skip("bubblewrap is missing", {"nothing to try"})};
  const CommandResult plain = context.host.run({bwrap, "--unshare-user", "--unshare-net", "--ro-bind", "/", "/", "--dev", "/dev", "--", "/bin/true"});
  if (!plain.ok()) return {explain(plain, "bwrap --unshare-user --unshare-net --ro-bind / / --dev /dev -- true")};
  const CommandResult full = context.host.run({bwrap, "--unshare-user", "--unshare-net", "--unshare-pid", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--", "/bin/true"});
  const char* command = "bwrap --unshare-user --unshare-net --unshare-pid --ro-bind / / --dev /dev --proc /proc -- true";
  if (full.ok()) return {pass("bubblewrap makes a sandbox: own users, own network, own processes, read-only files", {fmt::format("$ {} -> exit 0", command)})};
  const auto weaker = context.effective.find("sandbox.enableWeakerNestedSandbox");
  if (weaker && weaker->value == "true") {
    return {warn("bubblewrap makes a sandbox, but without an own /proc; the settings allow that", {full.shown(command)}, "see backend.weakened")};
  }
  return {explain(full, command)};
}

Findings check_namespaces(Context& context) {
  if (context.host.is_macos()) return {skip("macOS has none")};
  Findings out;
  std::vector<std::string> read;
  const auto owner = context.host.owner(backend_path(context, "sandbox.bwrapPath", "bwrap"));
  const bool set_uid = owner && owner->user == 0 && (owner->mode & 04000) != 0;
  const struct { const char *file, *name, *remedy; } kSwitches[] = {
      {"/proc/sys/user/max_user_namespaces", "user.max_user_namespaces",
       "sudo sysctl -w user.max_user_namespaces=15000, and the same line in /etc/sysctl.d/ to keep it (cost: every program may make user namespaces, a part of the kernel with a history of holes)"},
      {"/proc/sys/kernel/unprivileged_userns_clone", "kernel.unprivileged_userns_clone",
       "sudo sysctl -w kernel.unprivileged_userns_clone=1, and the same line in /etc/sysctl.d/ to keep it (cost: as above, for every program); or a set-uid bwrap (cost: one more program that runs as root)"}};
  for (const auto& s : kSwitches) {
    const std::string value = sysctl(context, s.file);
    if (value.empty()) continue;
    read.push_back(fmt::format("{}: {}", s.file, value));
    if (value != "0") continue;
    const bool is_limit = std::string_view(s.name).starts_with("user.");
    if (!is_limit && (context.host.user() == 0 || set_uid)) {
      out.push_back(pass(fmt::format("{} is 0, which does not matter here", s.name), {context.host.user() == 0 ? "root needs no unprivileged namespaces" : "bwrap is set-uid root"}));
      continue;
    }
    out.push_back(failure(fmt::format("{} is 0: bubblewrap gets no user namespace", s.name), {read.back()}, s.remedy));
  }
  if (read.empty()) return {skip("the kernel says nothing about user namespaces", {"/proc/sys/user/max_user_namespaces: absent"})};
  if (out.empty()) out.push_back(pass("user namespaces are to be had", std::move(read)));
  return out;
}

Findings check_apparmor(Context& context) {
  constexpr const char* kSwitch = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";
  const std::string value = sysctl(context, kSwitch);
  if (value.empty()) return {skip("this kernel has no such restriction", {fmt::format("{}: absent", kSwitch)})};
  if (value == "0") return {pass("AppArmor does not restrict user namespaces", {fmt::format("{}: 0", kSwitch)})};
  if (context.host.user() == 0) return {skip("AppArmor restricts user namespaces, which root does not need", {fmt::format("{}: {}", kSwitch, value)})};
  const std::string bwrap = backend_path(context, "sandbox.bwrapPath", "bwrap");
  for (const char* profile : {"/etc/apparmor.d/bwrap", "/etc/apparmor.d/bwrap-userns-restrict", "/etc/apparmor.d/usr.bin.bwrap"}) {
    if (context.world.stat(profile).kind != FileKind::kRegular) continue;
    const bool switched_off = context.world.lstat(path::join("/etc/apparmor.d/disable", path::base_name(profile))).kind != FileKind::kAbsent;
    if (!switched_off) return {pass("AppArmor has a profile that lets bubblewrap have user namespaces", {profile, "backend.probe shows whether it is loaded"})};
  }
  return {failure("AppArmor restricts user namespaces and has no profile for bubblewrap (Ubuntu 24.04 and later)", {fmt::format("{}: {}", kSwitch, value), "/etc/apparmor.d/bwrap: absent"},
                  fmt::format("the way out that costs least: as root write /etc/apparmor.d/bwrap with\n"
                              "  abi <abi/4.0>,\n  include <tunables/global>\n  profile bwrap {} flags=(unconfined) {{\n    userns,\n    include if exists <local/bwrap>\n  }}\n"
                              "then: sudo apparmor_parser -r /etc/apparmor.d/bwrap (cost: whatever starts bwrap gets user namespaces); "
                              "or for all programs: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (cost: the restriction is gone for all of them); "
                              "or a set-uid bwrap (cost: one more program that runs as root)",
                              bwrap.empty() ? "/usr/bin/bwrap" : bwrap))};
}

Findings check_weakened(Context& context) {
  const settings::Posture& posture = context.effective.posture;
  Findings out;
  const auto place = [&](const std::string& key) {
    const auto value = context.effective.find(key);
    return value ? fmt::format("{}:{}:{}: {} is {}", value->path, value->line, value->column, key, text::shown(value->value, 80)) : key;
  };
  for (const std::string& key : posture.weakened) {
    const bool nested = key == "sandbox.enableWeakerNestedSandbox";
    out.push_back(warn(fmt::format("{} loosens the sandbox", key), {place(key)},
                       nested ? "needed only inside a container that hides parts of /proc; elsewhere take it out (cost: commands see, and may signal, the processes outside)" : "take it out unless something cannot work without it"));
  }
  if (posture.files_off && std::find(posture.weakened.begin(), posture.weakened.end(), "sandbox.filesystem.disabled") == posture.weakened.end()) {
    out.push_back(failure("the sandbox does not guard files: sandbox.filesystem.disabled", {place("sandbox.filesystem.disabled")}, "take it out"));
  }
  return out;
}

}  // namespace cordon::doctor
