// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/presets.h"

namespace cordon::protected_paths {
namespace {

constexpr std::string_view kBuiltIn =
    ".claude/** .github/workflows/** gates.json **/gates.json";

constexpr std::string_view kHarness =
    ".claude/** .claude-plugin/** .mcp.json CLAUDE.md CLAUDE.local.md AGENTS.md gates.json **/gates.json .cursor/** .codex/**";
constexpr std::string_view kCi =
    ".github/workflows/** .github/actions/** .github/dependabot.yml .github/dependabot.yaml .github/CODEOWNERS CODEOWNERS docs/CODEOWNERS "
    ".github/settings.yml renovate.json renovate.json5 .renovaterc* .github/renovate.json* "  // GitHub and its bots
    ".gitlab-ci.yml .gitlab-ci.yaml .gitlab-ci/** .gitlab/** "  // GitLab
    ".forgejo/workflows/** .gitea/workflows/** .forgejo/actions/** .gitea/actions/** "  // Forgejo, Gitea
    ".circleci/** .travis.yml .travis/** **/Jenkinsfile **/Jenkinsfile.* .jenkins/** .jenkins.yml "  // CircleCI, Travis, Jenkins
    "azure-pipelines*.yml azure-pipelines*.yaml .azure-pipelines/** .azuredevops/** .vsts-ci.yml "  // Azure
    "bitbucket-pipelines.yml .buildkite/** buildkite.yml buildkite.yaml "  // Bitbucket, Buildkite
    ".drone.yml .drone.yaml .drone.star .drone.jsonnet .woodpecker.yml .woodpecker.yaml .woodpecker/** "  // Drone, Woodpecker
    "appveyor.yml .appveyor.yml appveyor.yaml .tekton/** .cirrus.yml .cirrus.star .cirrus/** "  // AppVeyor, Tekton, Cirrus
    ".semaphore/** .teamcity/** .teamcity.yml cloudbuild*.yaml cloudbuild*.yml cloudbuild.json .cloudbuild/** "
    "buildspec*.yml buildspec*.yaml codefresh.yml .codefresh/** .build.yml .builds/** wercker.yml bitrise.yml codemagic.yaml "
    "screwdriver.yaml .screwdriver/** netlify.toml vercel.json .pre-commit-config.yaml .ci/**";
constexpr std::string_view kGit =
    ".git/config .git/config.worktree .git/hooks/** .git/info/attributes .gitattributes .gitmodules .husky/** .githooks/** "
    "lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml .lefthook/**";
constexpr std::string_view kHome =
    "~/.bashrc ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.profile ~/.zshrc ~/.zprofile ~/.zshenv ~/.zlogin ~/.zlogout "
    "~/.config/fish/** ~/.inputrc ~/.gitconfig ~/.config/git/** ~/.git-credentials ~/.netrc ~/.ssh/** ~/.gnupg/** ~/.aws/** "
    "~/.kube/** ~/.docker/config.json ~/.npmrc ~/.pypirc ~/.config/gh/** ~/.config/pip/** ~/.config/systemd/** ~/.config/autostart/** "
    "~/.local/share/systemd/** ~/.claude/settings.json ~/.claude/cordon.toml ~/.claude/hooks/** ~/.claude/cordon/** ~/.claude/plugins/** "
    "~/.claude/CLAUDE.md ~/.claude/agents/** ~/.claude/commands/** ~/.claude/skills/** ~/.claude.json ~/Library/LaunchAgents/** "
    "~/.bash_aliases ~/.xprofile ~/.xsessionrc ~/.xinitrc ~/.pam_environment ~/.config/environment.d/** ~/.local/bin/** ~/.cargo/config.toml "
    "~/.cargo/credentials.toml ~/.config/gcloud/** ~/.azure/** ~/.vault-token ~/.terraformrc ~/.terraform.d/** ~/.config/op/**";
constexpr Preset kPresets[] = {{"harness", kHarness}, {"ci", kCi}, {"git", kGit}, {"home", kHome}};

}  // namespace

std::span<const Preset> presets() { return kPresets; }
std::string_view built_in_patterns() { return kBuiltIn; }

}  // namespace cordon::protected_paths
