// SPDX-License-Identifier: Apache-2.0
// Ways to root that need no password, and who may write the managed settings.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cordon/doctor/checks.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/base/text.h"
#include "shared/settings/layout.h"

namespace cordon::doctor {
namespace {

// In the sandbox such a way is closed for commands (no new privileges, no sockets); outside it is wide open.
Finding by_posture(const Context& context, std::string title, std::vector<std::string> evidence, std::string remedy) {
  const settings::Posture& posture = context.effective.posture;
  if (!posture.effective()) return failure(std::move(title), std::move(evidence), std::move(remedy));
  evidence.emplace_back(posture.strict ? "the sandbox is on and strict: commands inside it cannot use this; hooks, and a session that loses it, can"
                                       : "the sandbox is on: commands inside it cannot use this; hooks, and commands that may leave it, can");
  return warn(std::move(title), std::move(evidence), std::move(remedy));
}

struct Group {
  std::string name;
  uint32_t id = 0;
};
std::vector<Group> own_groups(Context& context) {
  const std::vector<uint32_t> ids = context.host.groups();
  std::vector<Group> out;
  const std::string text = context.world.read_file("/etc/group", 1u << 20).value_or("");
  for (const std::string_view line : text::split(text, '\n')) {
    const std::vector<std::string_view> fields = text::split(line, ':');
    if (fields.size() < 3 || fields[2].empty() || fields[2].size() > 9 || !std::all_of(fields[2].begin(), fields[2].end(), [](unsigned char c) { return std::isdigit(c); })) continue;
    const uint32_t id = static_cast<uint32_t>(std::stoul(std::string(fields[2])));
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) out.push_back({std::string(fields[0]), id});
  }
  return out;
}

bool may_write(Context& context, const Owner& owner) {
  if (context.host.user() == 0) return true;
  const std::vector<uint32_t> groups = context.host.groups();
  if (owner.user == context.host.user()) return (owner.mode & 0200) != 0;
  if (std::find(groups.begin(), groups.end(), owner.group) != groups.end()) return (owner.mode & 0020) != 0;
  return (owner.mode & 0002) != 0;
}

struct GroupRisk {
  const char *name, *why;
};
constexpr GroupRisk kRootGroups[] = {
    {"docker", "whoever reaches its socket can mount / and is root"}, {"lxd", "its containers can mount /"}, {"incus-admin", "its containers can mount /"},
    {"libvirt", "its machines can be given any disk"},                {"disk", "it reads and writes raw disks"}, {"kvm-root", "it is root"},
};
constexpr const char* kSockets[] = {"/var/run/docker.sock", "/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock", "/var/snap/lxd/common/lxd/unix.socket"};

void judge_managed_path(Context& context, const std::string& path, std::vector<std::string>& good, Findings& out) {
  const auto owner = context.host.owner(path);
  if (!owner) return;
  const std::string line = fmt::format("{}: owner {}, mode {:04o}", path, owner->user, owner->mode);
  const bool sticky = (owner->mode & 01000) != 0;
  const bool by_group = (owner->mode & 0020) != 0 && owner->group != 0;
  if (owner->user == 0 && !by_group && (owner->mode & 0002) == 0) return good.push_back(line);
  const char* what = sticky ? "others can put files beside the managed settings" : "others can change the managed settings";
  out.push_back(failure(what, {line}, fmt::format("sudo chown root:root {0} && sudo chmod go-w {0}", path)));
}

std::string first_rule(const std::string& output, std::string_view mark) {
  for (const std::string_view line : text::split(output, '\n')) {
    if (line.find(mark) != std::string_view::npos) return text::shown(text::trim(line), 120);
  }
  return "";
}

}  // namespace

Findings check_sudo(Context& context) {
  if (context.host.user() == 0) {
    return {by_posture(context, "this runs as root: there is nothing left to ask a password for", {"effective user 0"}, "start the agent as a user of its own: cordon provision --print agent-user")};
  }
  const std::string sudo = find_on_path(context.world, "sudo");
  if (sudo.empty()) return {pass("there is no sudo here")};
  const CommandResult listed = context.host.run({sudo, "-n", "-l"});
  const std::string all = first_rule(listed.output, "NOPASSWD: ALL"), some = first_rule(listed.output, "NOPASSWD:");
  const std::string command = "$ sudo -n -l -> ";
  if (!all.empty()) return {by_posture(context, "sudo asks for no password: any command can be root's", {command + all}, "take NOPASSWD out of /etc/sudoers.d (sudo visudo)")};
  if (!some.empty()) return {warn("sudo asks for no password for some commands", {command + some}, "make sure that none of them runs what a caller names (editors, package managers, interpreters)")};
  if (listed.ok() && !text::trim(listed.output).empty()) return {warn("sudo has your password in memory right now", {listed.shown("sudo -n -l")}, "sudo -k forgets it; start the agent in a terminal of its own")};
  return {pass("sudo asks for a password", {listed.shown("sudo -n -l")})};
}

Findings check_docker(Context& context) {
  Findings out;
  const char* remedy = "use rootless containers, or take yourself out of the group: sudo gpasswd -d \"$USER\" {}";
  if (context.host.user() != 0) {
    for (const Group& group : own_groups(context)) {
      for (const GroupRisk& risk : kRootGroups) {
        if (group.name != risk.name) continue;
        out.push_back(by_posture(context, fmt::format("you are in the group {}: {}", group.name, risk.why), {fmt::format("/etc/group: {} ({})", group.name, group.id)},
                                 fmt::format(fmt::runtime(remedy), group.name)));
      }
    }
  }
  for (const char* socket : kSockets) {
    if (!out.empty() || context.world.stat(socket).kind != FileKind::kOther) continue;
    const auto owner = context.host.owner(socket);
    if (!owner || !may_write(context, *owner)) continue;
    out.push_back(by_posture(context, "a container service's socket can be written: whoever does is root", {fmt::format("{}: owner {}, mode {:04o}", socket, owner->user, owner->mode)},
                             fmt::format("chmod o-w {}, or stop the service", socket)));
  }
  if (const auto host = context.world.env_set("DOCKER_HOST"); host && !host->starts_with("unix:///run/user/")) {
    out.push_back(warn("DOCKER_HOST names a container service: what starts there is not in this sandbox", {fmt::format("DOCKER_HOST={}", text::shown(*host, 80))}, "start the agent with claude-iso, which does not pass it on"));
  }
  return out;
}

Findings check_managed(Context& context) {
  const std::string folder = settings::kManagedDir;
  std::vector<std::string> good;
  Findings out;
  if (context.world.stat(folder).kind == FileKind::kAbsent) {
    const std::string parent(path::parent(folder));
    judge_managed_path(context, parent, good, out);
    if (out.empty()) return {skip("there are no managed settings", {fmt::format("{}: absent", folder)})};
    return out;
  }
  std::vector<std::string> paths;
  for (std::string_view up = folder; !up.empty(); up = path::parent(up)) {
    paths.emplace_back(up);
    if (up == "/") break;
  }
  const std::string parts = path::join(folder, "managed-settings.d");
  paths.push_back(path::join(folder, "managed-settings.json"));
  paths.push_back(parts);
  const auto names = context.world.list_dir(parts);
  for (size_t i = 0; names && i < names->size() && i < 200; ++i) paths.push_back(path::join(parts, (*names)[i]));
  for (const std::string& path : paths) {
    if (context.world.stat(path).kind != FileKind::kAbsent) judge_managed_path(context, path, good, out);
  }
  if (!good.empty() && out.empty()) out.push_back(pass("managed settings belong to root and nobody else writes them", std::move(good)));
  return out;
}

}  // namespace cordon::doctor
