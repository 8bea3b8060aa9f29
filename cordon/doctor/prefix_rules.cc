// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/prefix_rules.h"

#include <algorithm>
#include <iterator>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/settings/bash_rule.h"

namespace cordon::doctor {
namespace {

// Commands that do nothing, or nothing of interest, without an argument.
constexpr std::string_view kNeedArguments[] = {
    "apt",      "apt-get", "awk",     "aws",      "az",        "brew",      "bun",      "cargo",  "chmod",  "chown",    "cp",      "curl",    "dd",     "deno",
    "docker",   "echo",    "eval",    "fetch",    "gcloud",    "gh",        "git",      "go",     "gpg",    "grep",     "helm",    "kill",    "killall", "kubectl",
    "ln",       "mkdir",   "mkfs",    "mount",    "mv",        "nc",        "ncat",     "nmap",   "npm",    "npx",      "openssl", "pip",     "pip3",   "pkill",
    "pnpm",     "podman",  "rg",      "rm",       "rmdir",     "rsync",     "scp",      "sed",    "sftp",   "shred",    "socat",   "ssh",     "sudo",   "doas",
    "systemctl", "tar",    "tee",     "telnet",   "terraform", "touch",     "umount",   "unzip",  "uv",     "vault",    "wget",    "xargs",   "yarn",   "zip",
};
constexpr std::string_view kPairsNeedArguments[] = {
    "npm run",     "npm exec",      "npm view",    "npm info",    "pnpm run",     "pnpm exec",  "pnpm dlx",   "yarn run",     "yarn dlx",    "bun run",       "bun x",
    "git add",     "git commit",    "git checkout", "git switch", "git show-ref", "git clone",  "git rm",     "git mv",       "git merge",   "git cherry-pick", "git -C",
    "docker run",  "docker exec",   "docker build", "docker logs", "docker compose", "podman run", "kubectl get", "kubectl apply", "kubectl exec", "pip install",    "pip3 install",
    "uv run",      "uv pip",        "poetry run",  "go run",      "cargo add",    "gh api",     "gh pr",      "gh issue",     "gh repo",     "gh run",        "apt-get install",
    "apt install", "brew install",  "make -C",     "python -m",   "python3 -m",   "python -c",  "python3 -c", "bash -c",      "sh -c",       "node -e",       "systemctl restart",
};

}  // namespace

bool meant_as_prefix(std::string_view rule, std::string_view list) {
  const auto parsed = settings::BashRule::parse(rule);
  if (!parsed || !parsed->is_plain()) return false;
  const std::string_view body = text::trim(rule.substr(5, rule.size() - 6));
  if (body.find(' ') == std::string_view::npos) {
    return std::find(std::begin(kNeedArguments), std::end(kNeedArguments), path::base_name(body)) != std::end(kNeedArguments);
  }
  if (list != "allow") return true;
  return std::find(std::begin(kPairsNeedArguments), std::end(kPairsNeedArguments), body) != std::end(kPairsNeedArguments);
}

}  // namespace cordon::doctor
