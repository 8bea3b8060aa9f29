// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/presets.h"

namespace cordon::protected_paths {
namespace {

constexpr std::string_view kBuiltIn[] = {".claude/**", ".github/workflows/**", "gates.json", "**/gates.json"};

constexpr std::string_view kHarness[] = {
    ".claude/**", ".claude-plugin/**", ".mcp.json", "CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "gates.json", "**/gates.json", ".cursor/**", ".codex/**",
};
constexpr std::string_view kCi[] = {
    ".github/workflows/**", ".github/actions/**", ".github/dependabot.yml", ".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab-ci.yml",
    ".gitlab/**", ".circleci/**", ".travis.yml", "azure-pipelines.yml", ".azure-pipelines/**", "bitbucket-pipelines.yml", "Jenkinsfile", ".jenkins/**",
    ".drone.yml", ".buildkite/**", ".woodpecker.yml", ".woodpecker/**", ".forgejo/workflows/**", ".gitea/workflows/**", "appveyor.yml", ".appveyor.yml",
    ".cirrus.yml", ".semaphore/**", ".teamcity/**", "cloudbuild.yaml", "buildspec.yml", ".pre-commit-config.yaml", ".ci/**",
};
constexpr std::string_view kGit[] = {
    ".git/config", ".git/hooks/**", ".git/info/attributes", ".gitattributes", ".gitmodules", ".husky/**", ".githooks/**", ".lefthook.yml", "lefthook.yml",
};
constexpr std::string_view kHome[] = {
    "~/.bashrc", "~/.bash_profile", "~/.bash_login", "~/.bash_logout", "~/.profile", "~/.zshrc", "~/.zprofile", "~/.zshenv", "~/.zlogin", "~/.zlogout",
    "~/.config/fish/**", "~/.inputrc", "~/.gitconfig", "~/.config/git/**", "~/.git-credentials", "~/.netrc", "~/.ssh/**", "~/.gnupg/**", "~/.aws/**",
    "~/.kube/**", "~/.docker/config.json", "~/.npmrc", "~/.pypirc", "~/.config/gh/**", "~/.config/pip/**", "~/.config/systemd/**", "~/.config/autostart/**",
    "~/.local/share/systemd/**", "~/.claude/settings.json", "~/.claude/cordon.toml", "~/.claude/hooks/**", "~/.claude/cordon/**", "~/.claude/plugins/**",
    "~/.claude/CLAUDE.md", "~/.claude/agents/**", "~/.claude/commands/**", "~/.claude/skills/**", "~/.claude.json", "~/Library/LaunchAgents/**",
};
constexpr Preset kPresets[] = {{"harness", kHarness}, {"ci", kCi}, {"git", kGit}, {"home", kHome}};

}  // namespace

std::span<const Preset> presets() { return kPresets; }
std::span<const std::string_view> built_in_patterns() { return kBuiltIn; }

}  // namespace cordon::protected_paths
