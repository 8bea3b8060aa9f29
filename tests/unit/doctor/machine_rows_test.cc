// SPDX-License-Identifier: Apache-2.0
// Checks of areas "backend", "runtime", "environment" and "host": rows that fire and rows that must not.
#include <doctest/doctest.h>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/secret_names.h"
#include "fake.h"

using namespace cordon::doctor;
using namespace cordon::doctor::test;

namespace {

CommandResult failed(const char* errors) { return {1, "", "", errors}; }

void install_runtime(Machine& m, const std::string& version) {
  m.world.program("/home/u/.local/share/claude/versions/" + version);
  m.world.link("/home/u/.local/bin/claude", "/home/u/.local/share/claude/versions/" + version);
}

void windows(Machine& m, const std::string& release) { m.world.write("/proc/sys/kernel/osrelease", release + "\n"); }

void shell_file(Machine& m, const std::string& name, const std::string& text) { m.world.write("/home/u/" + name, text); }

}  // namespace

TEST_CASE("backend") {
  run_rows(check_backend, {
      {"healthy", [](Machine&) {}, Status::kPass, "bwrap: /usr/bin/bwrap"},
      {"macOS needs none", [](Machine& m) { m.host.macos = true; m.world.set("PATH", "/none"); }, Status::kSkip, ""},
      {"a managed path", [](Machine& m) {
         m.world.set("PATH", "/bin");
         m.world.program("/opt/bwrap");
         m.world.write("/etc/claude-code/managed-settings.json", "{\"sandbox\":{\"bwrapPath\":\"/opt/bwrap\",\"socatPath\":\"/usr/bin/socat\"}}");
       }, Status::kPass, "/opt/bwrap"},
      {"both missing", [](Machine& m) { m.world.set("PATH", "/bin"); }, Status::kFail, "bwrap is missing"},
      {"socat missing", [](Machine& m) { m.world.write("/usr/bin/socat", "", 0644); }, Status::kFail, "socat is missing"},
      {"the remedy fits the system", [](Machine& m) { m.world.set("PATH", "/bin"); m.world.program("/bin/dnf"); }, Status::kFail, "dnf install bubblewrap socat"},
  });
}

TEST_CASE("probe") {
  run_rows(check_probe, {
      {"healthy", [](Machine&) {}, Status::kPass, "bubblewrap makes a sandbox"},
      {"macOS", [](Machine& m) { m.host.macos = true; }, Status::kSkip, ""},
      {"no bwrap", [](Machine& m) { m.world.set("PATH", "/bin"); }, Status::kSkip, ""},
      {"AppArmor", [](Machine& m) { m.host.answers["/usr/bin/bwrap --unshare"] = failed("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted\n"); }, Status::kFail, "see backend.apparmor"},
      {"uid map", [](Machine& m) { m.host.answers["/usr/bin/bwrap --unshare"] = failed("bwrap: setting up uid map: Permission denied\n"); }, Status::kFail, "backend.container"},
      {"switched off", [](Machine& m) { m.host.answers["/usr/bin/bwrap --unshare"] = failed("bwrap: No permissions to create new namespace, likely because …\n"); }, Status::kFail, "backend.namespaces"},
      {"in a container", [](Machine& m) {
         m.host.answers["/usr/bin/bwrap --unshare-user --unshare-net --unshare-pid"] = failed("bwrap: Can't mount proc on /newroot/proc: Operation not permitted\n");
       }, Status::kFail, "systempaths=unconfined"},
      {"in a container, allowed for", [](Machine& m) {
         m.host.answers["/usr/bin/bwrap --unshare-user --unshare-net --unshare-pid"] = failed("bwrap: Can't mount proc on /newroot/proc: Operation not permitted\n");
         m.project("{\"sandbox\":{\"enableWeakerNestedSandbox\":true}}");
       }, Status::kWarn, "without an own /proc"},
      {"anything else", [](Machine& m) { m.host.answers["/usr/bin/bwrap --unshare"] = failed("bwrap: no\n"); }, Status::kFail, "bwrap: no"},
  });
}

TEST_CASE("versions") {
  run_rows(check_versions, {
      {"healthy", [](Machine&) {}, Status::kPass, "/usr/bin/bwrap: 0.8.0"},
      {"newer is fine", [](Machine& m) { m.host.programs["bubblewrap"].version = "0.10.0"; }, Status::kPass, ""},
      {"older", [](Machine& m) { m.host.programs["bubblewrap"].version = "0.4.1"; }, Status::kWarn, "shipped: at least 0.8.0"},
      {"missing", [](Machine& m) { m.host.programs.erase("socat"); }, Status::kWarn, "socat"},
      {"cannot be told", [](Machine& m) { m.host.programs["git"] = {"/usr/bin/git", "", "did not end within 20 seconds"}; }, Status::kPass, "did not end"},
      {"an own pin", [](Machine& m) { m.world.write("/home/u/.claude/pinned-versions.toml", "[bubblewrap]\nmin_version = \"0.9.0\"\n"); }, Status::kWarn, "at least 0.9.0"},
      {"a broken one", [](Machine& m) { m.world.write("/home/u/.claude/pinned-versions.toml", "[bubblewrap\n"); }, Status::kFail, "pinned-versions.toml:1:"},
  });
}

TEST_CASE("namespaces") {
  run_rows(check_namespaces, {
      {"healthy", [](Machine&) {}, Status::kPass, "15000"},
      {"macOS", [](Machine& m) { m.host.macos = true; }, Status::kSkip, ""},
      {"clone allowed", [](Machine& m) { m.world.write("/proc/sys/kernel/unprivileged_userns_clone", "1\n"); }, Status::kPass, ""},
      {"no namespaces", [](Machine& m) { m.world.write("/proc/sys/user/max_user_namespaces", "0\n"); }, Status::kFail, "sudo sysctl -w user.max_user_namespaces=15000"},
      {"clone forbidden", [](Machine& m) { m.world.write("/proc/sys/kernel/unprivileged_userns_clone", "0\n"); }, Status::kFail, "cost: as above"},
      {"clone forbidden, root", [](Machine& m) { m.world.write("/proc/sys/kernel/unprivileged_userns_clone", "0\n"); m.host.user_id = 0; }, Status::kPass, "root needs no"},
      {"clone forbidden, set-uid", [](Machine& m) {
         m.world.write("/proc/sys/kernel/unprivileged_userns_clone", "0\n");
         m.host.owners["/usr/bin/bwrap"] = {0, 0, 04755};
       }, Status::kPass, "set-uid"},
  });
}

TEST_CASE("AppArmor") {
  static constexpr const char* kSwitch = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";
  run_rows(check_apparmor, {
      {"no such kernel", [](Machine&) {}, Status::kSkip, "absent"},
      {"switched off", [](Machine& m) { m.world.write(kSwitch, "0\n"); }, Status::kPass, ""},
      {"on, with a profile", [](Machine& m) { m.world.write(kSwitch, "1\n"); m.world.write("/etc/apparmor.d/bwrap", "profile"); }, Status::kPass, "/etc/apparmor.d/bwrap"},
      {"on, root", [](Machine& m) { m.world.write(kSwitch, "1\n"); m.host.user_id = 0; }, Status::kSkip, ""},
      {"on, nothing", [](Machine& m) { m.world.write(kSwitch, "1\n"); }, Status::kFail, "profile bwrap /usr/bin/bwrap flags=(unconfined)"},
      {"its cost is told", [](Machine& m) { m.world.write(kSwitch, "1\n"); }, Status::kFail, "cost: the restriction is gone for all"},
      {"a disabled profile", [](Machine& m) {
         m.world.write(kSwitch, "1\n");
         m.world.write("/etc/apparmor.d/bwrap", "profile");
         m.world.link("/etc/apparmor.d/disable/bwrap", "/etc/apparmor.d/bwrap");
       }, Status::kFail, "no profile for bubblewrap"},
  });
}

TEST_CASE("weakened") {
  run_rows(check_weakened, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"said to be off", [](Machine& m) { m.project("{\"sandbox\":{\"enableWeakerNestedSandbox\":false}}"); }, Status::kPass, ""},
      {"nested", [](Machine& m) { m.project("{\"sandbox\":{\"enableWeakerNestedSandbox\":true}}"); }, Status::kWarn, "cost: commands see"},
      {"network", [](Machine& m) { m.user(healthy().replace(0, 12, "{\"sandbox\":{\"enableWeakerNetworkIsolation\":true,")); }, Status::kWarn, "enableWeakerNetworkIsolation"},
  });
}

TEST_CASE("live") {
  run_rows(check_live, {{"only when asked for", [](Machine&) {}, Status::kSkip, "--live tries"}});
}

TEST_CASE("Windows, containers, macOS") {
  run_rows(check_wsl, {
      {"plain Linux", [](Machine&) {}, Status::kSkip, "6.1.0-18-amd64"},
      {"nothing known", [](Machine& m) { m.world.write("/proc/sys/kernel/osrelease", ""); }, Status::kSkip, ""},
      {"WSL 1", [](Machine& m) { windows(m, "4.4.0-19041-Microsoft"); }, Status::kFail, "wsl --set-version"},
      {"WSL 2, closed", [](Machine& m) { windows(m, "5.15.90.1-microsoft-standard-WSL2"); }, Status::kPass, "no Windows drive"},
      {"interop off", [](Machine& m) { windows(m, "5.15.90.1-microsoft-standard-WSL2"); m.world.write("/proc/sys/fs/binfmt_misc/WSLInterop", "disabled\n"); }, Status::kPass, ""},
      {"interop", [](Machine& m) { windows(m, "5.15.90.1-microsoft-standard-WSL2"); m.world.write("/proc/sys/fs/binfmt_misc/WSLInterop", "enabled\ninterpreter /init\n"); }, Status::kWarn, "[interop] enabled=false"},
      {"automount", [](Machine& m) {
         windows(m, "5.15.90.1-microsoft-standard-WSL2");
         m.world.write("/proc/mounts", "/dev/sdc / ext4 rw 0 0\nC:\\134 /mnt/c 9p rw,aname=drvfs;path=C:\\ 0 0\n");
       }, Status::kWarn, "on /mnt/c"},
  });
  run_rows(check_container, {
      {"none", [](Machine&) {}, Status::kPass, "no container"},
      {"a host's own groups", [](Machine& m) { m.world.write("/proc/1/cgroup", "0::/init.scope\n"); }, Status::kPass, ""},
      {"docker", [](Machine& m) { m.world.write("/.dockerenv", ""); }, Status::kSkip, "seccomp=unconfined"},
      {"podman", [](Machine& m) { m.world.write("/run/.containerenv", ""); }, Status::kSkip, "/run/.containerenv: exists"},
      {"kubernetes", [](Machine& m) { m.world.write("/proc/1/cgroup", "0::/kubepods/burstable/pod1\n"); }, Status::kSkip, "kubepods"},
      {"inside the sandbox", [](Machine& m) { m.world.set("SANDBOX_RUNTIME", "1"); }, Status::kWarn, "a terminal of your own"},
  });
  run_rows(check_seatbelt, {
      {"Linux", [](Machine&) {}, Status::kSkip, "not macOS"},
      {"works", [](Machine& m) { m.host.macos = true; m.host.answers["/usr/bin/sandbox-exec"] = {0, "", "", ""}; }, Status::kPass, ""},
      {"nested", [](Machine& m) { m.host.macos = true; m.host.answers["/usr/bin/sandbox-exec"] = failed("sandbox_apply: Operation not permitted\n"); }, Status::kFail, "they do not nest"},
  });
}

TEST_CASE("runtime") {
  run_rows(check_runtime, {
      {"none", [](Machine&) {}, Status::kSkip, "--runtime PATH names one"},
      {"measured", [](Machine& m) { install_runtime(m, "2.1.332"); }, Status::kPass, "runtime 2.1.332"},
      {"the floor itself", [](Machine& m) { install_runtime(m, "2.1.202"); }, Status::kPass, ""},
      {"below", [](Machine& m) { install_runtime(m, "2.1.201"); }, Status::kFail, "runtime 2.1.201 is older than 2.1.202"},
      {"2.1.90 is older than 2.1.202", [](Machine& m) { install_runtime(m, "2.1.90"); }, Status::kFail, ""},
      {"newer than what was measured", [](Machine& m) { install_runtime(m, "2.9.0"); }, Status::kSkip, "newer than 2.1.332"},
      {"by npm", [](Machine& m) {
         m.world.write("/usr/lib/node_modules/@anthropic-ai/claude-code/package.json", "{\"name\":\"@anthropic-ai/claude-code\",\"version\":\"2.0.1\"}");
         m.world.program("/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js");
         m.world.link("/usr/bin/claude", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js");
       }, Status::kFail, "package.json: version 2.0.1"},
      {"asked when its files do not tell", [](Machine& m) {
         m.world.program("/usr/bin/claude");
         m.host.answers["/usr/bin/env -i"] = {0, "", "2.1.300 (Claude Code)\n", ""};
       }, Status::kPass, "claude --version -> 2.1.300"},
      {"cannot be told", [](Machine& m) { m.world.program("/usr/bin/claude"); }, Status::kSkip, "cannot be told"},
      {"a floor of one's own", [](Machine& m) {
         m.world.write("/home/u/.claude/pinned-versions.toml", "[claude-code]\nmin_version = \"2.1.300\"\n");
         install_runtime(m, "2.1.299");
       }, Status::kFail, "older than 2.1.300"},
      {"named and not there", [](Machine& m) { m.runtime = "/x/claude"; }, Status::kFail, "--runtime PATH"},
      {"the session around", [](Machine& m) { m.world.set("AI_AGENT", "claude-code_2-1-100_harness"); }, Status::kFail, "runtime 2.1.100"},
  });
}

TEST_CASE("claude-iso") {
  run_rows(check_iso, {
      {"not wired", [](Machine&) {}, Status::kWarn, "~/.bashrc"},
      {"not wired, zsh", [](Machine& m) { m.world.set("SHELL", "/bin/zsh"); }, Status::kWarn, "~/.zshrc"},
      {"sourced", [](Machine& m) { shell_file(m, ".bashrc", "x=1\n. ~/.claude/cordon/iso.sh\n"); }, Status::kPass, "/home/u/.bashrc:2:"},
      {"by zsh", [](Machine& m) { m.world.set("SHELL", "/bin/zsh"); shell_file(m, ".zshrc", "source ~/iso.sh\n"); }, Status::kPass, ".zshrc:1"},
      {"by fish", [](Machine& m) { m.world.set("SHELL", "/usr/bin/fish"); shell_file(m, ".config/fish/conf.d/a.fish", "source ~/iso.sh\n"); }, Status::kPass, "a.fish:1"},
      {"the very line to add", [](Machine& m) { m.world.write("/home/u/.claude/cordon/bin/iso.sh", "x"); }, Status::kWarn, "add to ~/.bashrc: . /home/u/.claude/cordon/bin/iso.sh"},
      {"in a comment", [](Machine& m) { shell_file(m, ".bashrc", "# . ~/iso.sh\n"); }, Status::kWarn, "not wired"},
      {"for another shell", [](Machine& m) { shell_file(m, ".zshrc", ". ~/iso.sh\n"); }, Status::kWarn, "not for your shell (bash)"},
  });
}

TEST_CASE("aliases") {
  run_rows(check_alias_loop, {
      {"none", [](Machine&) {}, Status::kPass, ""},
      {"an alias to iso", [](Machine& m) { shell_file(m, ".bashrc", "alias claude='claude-iso'\n. ~/iso.sh\n"); }, Status::kPass, ""},
      {"an alias of itself", [](Machine& m) { shell_file(m, ".bashrc", "alias claude='claude --verbose'\n"); }, Status::kPass, ""},
      {"looks past", [](Machine& m) { shell_file(m, ".bashrc", "alias claude='claude-iso'\nclaude-iso() {\n  command claude \"$@\"\n}\n"); }, Status::kPass, ""},
      {"through env", [](Machine& m) { shell_file(m, ".bashrc", "alias claude=claude-iso\nclaude-iso() { env -i PATH=\"$PATH\" claude \"$@\"; }\n"); }, Status::kPass, ""},
      {"other names may loop", [](Machine& m) { shell_file(m, ".bashrc", "alias ls='ls --color'\nll() { ll; }\n"); }, Status::kPass, ""},
      {"loop", [](Machine& m) { shell_file(m, ".bashrc", "alias claude='claude-iso'\nclaude-iso() {\n  unset X\n  claude \"$@\"\n}\n"); }, Status::kFail, "/home/u/.bashrc:2: function claude-iso runs"},
      {"loop in one line", [](Machine& m) { shell_file(m, ".zshrc", "function claude { claude --x \"$@\"; }\n"); }, Status::kFail, "command claude"},
      {"loop in fish", [](Machine& m) { shell_file(m, ".config/fish/config.fish", "function claude\n  claude $argv\nend\n"); }, Status::kFail, "config.fish:1"},
      {"no prompts", [](Machine& m) { shell_file(m, ".bashrc", "alias yolo='claude --dangerously-skip-permissions'\n"); }, Status::kWarn, "'yolo' starts the agent without permission prompts"},
      {"no prompts, commented out", [](Machine& m) { shell_file(m, ".bashrc", "# alias yolo='claude --dangerously-skip-permissions'\n"); }, Status::kPass, ""},
  });
}

TEST_CASE("variables") {
  run_rows(check_variables, {
      {"none", [](Machine& m) { m.host.variables = {"HOME", "PATH", "SSH_AUTH_SOCK", "LS_COLORS"}; }, Status::kPass, ""},
      {"one", [](Machine& m) { m.host.variables = {"HOME", "GITHUB_TOKEN"}; }, Status::kWarn, "GITHUB_TOKEN"},
  });
  for (const char* name : {"GITHUB_TOKEN", "GH_TOKEN", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "NPM_TOKEN", "PGPASSWORD", "MYSQL_PWD", "DB_PASSWORD",
                           "AZURE_CLIENT_SECRET", "GITLAB_PAT", "DATABASE_URL", "SLACK_WEBHOOK_URL", "npm_config__auth", "my_api_key", "SSHPASS", "VAULT_TOKEN", "TWINE_PASSWORD"}) {
    CAPTURE(name);
    CHECK(is_secret_name(name));
  }
  for (const char* name : {"HOME", "PATH", "SSH_AUTH_SOCK", "GIT_ASKPASS", "SSH_ASKPASS", "MAX_TOKENS", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "AWS_REGION", "AWS_PROFILE", "AWS_WEB_IDENTITY_TOKEN_FILE", "GPG_KEY", "KEYTIMEOUT",
                           "TERM_SESSION_ID", "XDG_SESSION_ID", "GOOGLE_APPLICATION_CREDENTIALS", "COMPASS", "PAT", "KEYBOARD", "AUTHOR", "SECRETARY", "LESS_TERMCAP_md", "PASSENGER"}) {
    CAPTURE(name);
    CHECK_FALSE(is_secret_name(name));
  }
}

TEST_CASE("sudo") {
  run_rows(check_sudo, {
      {"asks", [](Machine&) {}, Status::kPass, "a password is required"},
      {"none", [](Machine& m) { m.world.set("PATH", "/bin"); }, Status::kPass, "no sudo"},
      {"not allowed at all", [](Machine& m) { m.host.answers["/usr/bin/sudo -n -l"] = {1, "", "", "Sorry, user u may not run sudo\n"}; }, Status::kPass, ""},
      {"all, in a strict sandbox", [](Machine& m) { m.host.answers["/usr/bin/sudo -n -l"] = {0, "", "User u may run:\n    (ALL) NOPASSWD: ALL\n", ""}; }, Status::kWarn, "(ALL) NOPASSWD: ALL"},
      {"all, without", [](Machine& m) { m.user("{}"); m.host.answers["/usr/bin/sudo -n -l"] = {0, "", "    (ALL) NOPASSWD: ALL\n", ""}; }, Status::kFail, "sudo visudo"},
      {"some", [](Machine& m) { m.host.answers["/usr/bin/sudo -n -l"] = {0, "", "    (root) NOPASSWD: /usr/bin/apt-get update\n", ""}; }, Status::kWarn, "for some commands"},
      {"remembered", [](Machine& m) { m.host.answers["/usr/bin/sudo -n -l"] = {0, "", "    (ALL : ALL) ALL\n", ""}; }, Status::kWarn, "sudo -k"},
      {"root", [](Machine& m) { m.host.user_id = 0; }, Status::kWarn, "runs as root"},
      {"root, no sandbox", [](Machine& m) { m.host.user_id = 0; m.user("{}"); }, Status::kFail, "runs as root"},
      {"all, in a sandbox that may be left", [](Machine& m) {
         m.user("{\"sandbox\":{\"enabled\":true}}");
         m.host.answers["/usr/bin/sudo -n -l"] = {0, "", "    (ALL) NOPASSWD: ALL\n", ""};
       }, Status::kWarn, "commands that may leave it"},
  });
}

TEST_CASE("container sockets") {
  run_rows(check_docker, {
      {"none", [](Machine&) {}, Status::kPass, ""},
      {"another's group", [](Machine& m) { m.world.write("/etc/group", "docker:x:999:al\nu:x:1000:\n"); }, Status::kPass, ""},
      {"a socket of root's", [](Machine& m) { m.world.special("/var/run/docker.sock"); m.host.owners["/var/run/docker.sock"] = {0, 999, 0660}; }, Status::kPass, ""},
      {"rootless", [](Machine& m) { m.world.set("DOCKER_HOST", "unix:///run/user/1000/docker.sock"); }, Status::kPass, ""},
      {"in the group", [](Machine& m) { m.world.write("/etc/group", "docker:x:999:u\n"); m.host.group_ids = {1000, 999}; }, Status::kWarn, "sudo gpasswd -d \"$USER\" docker"},
      {"in the group, no sandbox", [](Machine& m) { m.user("{}"); m.world.write("/etc/group", "lxd:x:998:u\n"); m.host.group_ids = {1000, 998}; }, Status::kFail, "the group lxd"},
      {"an open socket", [](Machine& m) { m.world.special("/var/run/docker.sock"); m.host.owners["/var/run/docker.sock"] = {0, 0, 0666}; }, Status::kWarn, "/var/run/docker.sock: owner 0, mode 0666"},
      {"another machine's", [](Machine& m) { m.world.set("DOCKER_HOST", "tcp://10.0.0.2:2375"); }, Status::kWarn, "DOCKER_HOST=tcp"},
  });
}

TEST_CASE("credentials") {
  run_rows(check_credentials, {
      {"none", [](Machine&) {}, Status::kPass, "no standing credentials"},
      {"an .npmrc without a token", [](Machine& m) { shell_file(m, ".npmrc", "save-exact=true\n"); }, Status::kPass, ""},
      {"a docker config without logins", [](Machine& m) { shell_file(m, ".docker/config.json", "{\"auths\":{}}"); }, Status::kPass, ""},
      {"denied to the tool", [](Machine& m) {
         shell_file(m, ".aws/credentials", "x");
         m.user(healthy("\"permissions\":{\"deny\":[\"Read(~/.aws/**)\"]}"));
       }, Status::kPass, "denied to the Read tool by /home/u/.claude/settings.json:1:"},
      {"denied from the root", [](Machine& m) {
         shell_file(m, ".aws/credentials", "x");
         m.user(healthy("\"permissions\":{\"deny\":[\"Read(//home/u/.aws/**)\"]}"));
       }, Status::kPass, ""},
      {"no home", [](Machine& m) { m.world.env_.erase("HOME"); }, Status::kSkip, ""},
      {"AWS", [](Machine& m) { shell_file(m, ".aws/credentials", "x"); }, Status::kWarn, "/home/u/.aws/credentials: AWS"},
      {"npm", [](Machine& m) { shell_file(m, ".npmrc", "//registry/:_authToken=x\n"); }, Status::kWarn, "/home/u/.npmrc: npm"},
      {"gh", [](Machine& m) { shell_file(m, ".config/gh/hosts.yml", "github.com:\n"); }, Status::kWarn, "GitHub CLI"},
      {"denied elsewhere only", [](Machine& m) {
         shell_file(m, ".netrc", "x");
         m.user(healthy("\"permissions\":{\"deny\":[\"Read(~/.aws/**)\",\"Read(.netrc)\"]}"));
       }, Status::kWarn, ".netrc"},
  });
}

TEST_CASE("settings.local.json and git") {
  static constexpr const char* kGit = "/usr/bin/git -c core.fsmonitor=false -c core.hooksPath=/dev/null -C /work/repo ";
  static const auto repository = [](Machine& m, int tracked, int ignored) {
    m.world.write("/work/repo/.git/HEAD", "ref: refs/heads/main\n");
    m.host.answers[std::string(kGit) + "ls-files"] = {tracked, "", "", ""};
    m.host.answers[std::string(kGit) + "check-ignore"] = {ignored, "", "", ""};
  };
  run_rows(check_ignored, {
      {"no repository", [](Machine&) {}, Status::kSkip, "no git repository"},
      {"ignored", [](Machine& m) { repository(m, 1, 0); m.local("{}"); }, Status::kPass, ""},
      {"none yet", [](Machine& m) { repository(m, 1, 1); }, Status::kSkip, "there is none yet"},
      {"git fails", [](Machine& m) { repository(m, 128, 128); m.local("{}"); }, Status::kSkip, "cannot be told"},
      {"not ignored", [](Machine& m) { repository(m, 1, 1); m.local("{}"); }, Status::kWarn, ">> /work/repo/.gitignore"},
      {"tracked", [](Machine& m) { repository(m, 0, 1); m.local("{}"); }, Status::kFail, "git rm --cached"},
  });
}

TEST_CASE("managed settings") {
  static constexpr const char* kFile = "/etc/claude-code/managed-settings.json";
  run_rows(check_managed, {
      {"none", [](Machine&) {}, Status::kSkip, "absent"},
      {"root's", [](Machine& m) { m.world.write(kFile, "{}"); }, Status::kPass, "/etc/claude-code/managed-settings.json: owner 0"},
      {"group root may write", [](Machine& m) { m.world.write(kFile, "{}"); m.host.owners[kFile] = {0, 0, 0664}; }, Status::kPass, ""},
      {"another's file", [](Machine& m) { m.world.write(kFile, "{}"); m.host.owners[kFile] = {1000, 1000, 0644}; }, Status::kFail, "sudo chown root:root /etc/claude-code/managed-settings.json"},
      {"all may write", [](Machine& m) { m.world.write(kFile, "{}"); m.host.owners[kFile] = {0, 0, 0666}; }, Status::kFail, "mode 0666"},
      {"a group may write the folder", [](Machine& m) { m.world.write(kFile, "{}"); m.host.owners["/etc/claude-code"] = {0, 50, 0775}; }, Status::kFail, "/etc/claude-code: owner 0, mode 0775"},
      {"a part", [](Machine& m) {
         m.world.write("/etc/claude-code/managed-settings.d/10.json", "{}");
         m.host.owners["/etc/claude-code/managed-settings.d/10.json"] = {0, 0, 0777};
       }, Status::kFail, "10.json"},
      {"who may make them", [](Machine& m) { m.host.owners["/etc"] = {1000, 1000, 0755}; }, Status::kFail, "/etc: owner 1000"},
  });
}
