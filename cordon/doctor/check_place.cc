// SPDX-License-Identifier: Apache-2.0
// Where this machine runs: Windows Subsystem for Linux, a container, macOS, or inside the runtime's own sandbox.
#include <fmt/format.h>

#include "cordon/doctor/checks.h"
#include "shared/base/text.h"

namespace cordon::doctor {
namespace {

constexpr const char* kRelease = "/proc/sys/kernel/osrelease";

// The value of `key` in [section] of /etc/wsl.conf; "" when it does not say.
std::string wsl_setting(const std::string& text, std::string_view section, std::string_view key) {
  std::string current, found;
  for (const std::string_view raw : text::split(text, '\n')) {
    const std::string_view line = text::trim(raw);
    if (line.starts_with('[') && line.ends_with(']')) current = text::ascii_lower(text::trim(line.substr(1, line.size() - 2)));
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos || line.starts_with('#') || current != section) continue;
    if (text::ascii_lower(text::trim(line.substr(0, equals))) == key) found = text::ascii_lower(text::trim(line.substr(equals + 1)));
  }
  return found;
}

void judge_interop(Context& context, Findings& out) {
  for (const char* file : {"/proc/sys/fs/binfmt_misc/WSLInterop", "/proc/sys/fs/binfmt_misc/WSLInterop-late"}) {
    const FileText text = context.world.read_file(file, 4096);
    if (!text || !text->starts_with("enabled")) continue;
    out.push_back(warn("a command can start Windows programs, which no sandbox of Linux holds", {fmt::format("{}:1: enabled", file)},
                       "in /etc/wsl.conf: [interop] enabled=false and appendWindowsPath=false, then wsl --shutdown in Windows (cost: no explorer.exe, code.exe and the like from here)"));
    return;
  }
  out.push_back(pass("Windows programs cannot be started from here", {"/proc/sys/fs/binfmt_misc/WSLInterop: absent or disabled"}));
}

void judge_automount(Context& context, Findings& out) {
  const std::string mounts = context.world.read_file("/proc/mounts", 1u << 20).value_or("");
  std::vector<std::string> drives;
  for (const std::string_view line : text::split(mounts, '\n')) {
    const bool is_drive = line.find(" drvfs ") != std::string_view::npos || line.find("aname=drvfs") != std::string_view::npos;
    const std::vector<std::string_view> fields = text::split(line, ' ');
    if (is_drive && fields.size() > 1) drives.push_back(fmt::format("/proc/mounts: {} on {}", text::shown(fields[0], 40), text::shown(fields[1], 60)));
  }
  if (drives.empty()) {
    out.push_back(pass("no Windows drive is mounted"));
    return;
  }
  const std::string setting = wsl_setting(context.world.read_file("/etc/wsl.conf", 1u << 16).value_or(""), "automount", "enabled");
  if (!setting.empty()) drives.push_back("/etc/wsl.conf: [automount] enabled=" + setting);
  out.push_back(warn("Windows drives are mounted: the whole Windows home can be read from here", std::move(drives),
                     "in /etc/wsl.conf: [automount] enabled=false, then wsl --shutdown in Windows; or deny reading of /mnt in sandbox.filesystem.denyRead"));
}

}  // namespace

Findings check_wsl(Context& context) {
  const std::string release(text::trim(context.world.read_file(kRelease, 256).value_or("")));
  if (text::ascii_lower(release).find("microsoft") == std::string::npos) return {skip("not under Windows", {fmt::format("{}: {}", kRelease, release.empty() ? "absent" : text::shown(release, 80))})};
  const bool is_second = release.find("WSL2") != std::string::npos || release.find("microsoft-standard") != std::string::npos;
  const std::string evidence = fmt::format("{}: {}", kRelease, text::shown(release, 80));
  if (!is_second) {
    return {failure("WSL 1 has no namespaces: there is no sandbox, every command runs unsandboxed", {evidence}, "in Windows: wsl --set-version <distribution> 2 (wsl -l -v lists them)")};
  }
  Findings out = {pass("WSL 2, whose kernel has namespaces", {evidence})};
  judge_interop(context, out);
  judge_automount(context, out);
  return out;
}

Findings check_container(Context& context) {
  Findings out;
  if (context.world.env_set("SANDBOX_RUNTIME").value_or("") == "1") {
    out.push_back(warn("this runs inside the runtime's sandbox: what is said about the machine is what commands see, not what hooks see", {"SANDBOX_RUNTIME=1"},
                       "run cordon doctor in a terminal of your own"));
  }
  std::vector<std::string> signs;
  for (const char* file : {"/.dockerenv", "/run/.containerenv"}) {
    if (context.world.stat(file).kind != FileKind::kAbsent) signs.push_back(fmt::format("{}: exists", file));
  }
  const std::string groups = context.world.read_file("/proc/1/cgroup", 1u << 16).value_or("");
  for (const char* mark : {"docker", "kubepods", "containerd", "libpod", "lxc"}) {
    if (groups.find(mark) == std::string::npos) continue;
    signs.push_back(fmt::format("/proc/1/cgroup: {}", mark));
    break;
  }
  if (const auto kind = context.world.env_set("container")) signs.push_back(fmt::format("container={} in the environment", text::shown(*kind, 40)));
  if (signs.empty()) {
    if (out.empty()) out.push_back(pass("no container", {"/.dockerenv, /run/.containerenv: absent"}));
    return out;
  }
  signs.emplace_back("if backend.probe fails here: --security-opt seccomp=unconfined --security-opt systempaths=unconfined gives bubblewrap what it needs "
                     "(cost: the container's own wall is thinner); or enableWeakerNestedSandbox (cost: commands see the container's processes)");
  out.push_back(skip("inside a container: the sandbox is one in a box", std::move(signs)));
  return out;
}

Findings check_seatbelt(Context& context) {
  if (!context.host.is_macos()) return {skip("not macOS")};
  constexpr const char* kProgram = "/usr/bin/sandbox-exec";
  const CommandResult result = context.host.run({kProgram, "-p", "(version 1)(allow default)", "/usr/bin/true"});
  const std::string shown = result.shown("sandbox-exec -p '(version 1)(allow default)' true");
  if (result.ok()) return {pass("Seatbelt makes a sandbox", {shown})};
  return {failure("Seatbelt cannot make a sandbox here", {shown}, "this process may be in a sandbox already (they do not nest): run it in a terminal of your own")};
}

}  // namespace cordon::doctor
