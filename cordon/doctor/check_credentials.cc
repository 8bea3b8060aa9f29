// SPDX-License-Identifier: Apache-2.0
// Credentials that lie in the home folder, and whether the agent's Read tool may open them. Paths only, never contents.
#include <fmt/format.h>

#include <algorithm>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/rules.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/base/text.h"
#include "shared/git/repository.h"
#include "shared/match/glob.h"

namespace cordon::doctor {
namespace {

struct Store {
  const char* path;    // below the home folder; "*" stands for one name's rest
  const char* holds;
  const char* needle;  // counts only when the file has this text; "" always
};
constexpr Store kStores[] = {
    {".aws/credentials", "AWS", ""},
    {".config/gcloud/application_default_credentials.json", "Google Cloud", ""},
    {".config/gcloud/credentials.db", "Google Cloud", ""},
    {".config/gcloud/access_tokens.db", "Google Cloud", ""},
    {".azure/msal_token_cache.json", "Azure", ""},
    {".azure/accessTokens.json", "Azure", ""},
    {".kube/config", "Kubernetes", ""},
    {".config/gh/hosts.yml", "GitHub CLI", ""},
    {".config/glab-cli/config.yml", "GitLab CLI", "token"},
    {".netrc", "several hosts", ""},
    {".npmrc", "npm", "_auth"},
    {".yarnrc.yml", "yarn", "npmAuth"},
    {".pypirc", "PyPI", ""},
    {".docker/config.json", "container registries", "\"auth\""},
    {".git-credentials", "git", ""},
    {".config/git/credentials", "git", ""},
    {".cargo/credentials.toml", "crates", ""},
    {".cargo/credentials", "crates", ""},
    {".gem/credentials", "RubyGems", ""},
    {".terraform.d/credentials.tfrc.json", "Terraform", ""},
    {".vault-token", "Vault", ""},
    {".oci/config", "Oracle Cloud", ""},
    {".config/doctl/config.yaml", "DigitalOcean", ""},
    {".config/rclone/rclone.conf", "rclone", ""},
    {".databrickscfg", "Databricks", ""},
    {".pgpass", "PostgreSQL", ""},
    {".my.cnf", "MySQL", "password"},
    {".ssh/id_rsa", "ssh", ""},
    {".ssh/id_ed25519", "ssh", ""},
    {".ssh/id_ecdsa", "ssh", ""},
    {".ssh/id_dsa", "ssh", ""},
    {".gnupg/private-keys-v1.d", "gpg", ""},
};

// The path a Read rule speaks of: "~/.aws/**" from home, "//etc/x" from the root; others start at the project.
bool rule_covers(std::string_view body, const std::string& home, const std::string& file) {
  std::string pattern, subject;
  if (body.starts_with("~/")) {
    pattern = body.substr(2);
    if (!path::is_within(file, home)) return false;
    subject = path::below(file, home);
  } else if (body.starts_with("//")) {
    pattern = body.substr(2);
    subject = file.substr(1);
  } else if (body.starts_with("**")) {
    pattern = body;
    subject = file.substr(1);
  } else {
    return body == "*";
  }
  const auto glob = match::Glob::compile(pattern, match::Case::kExact);
  return glob && glob->matches(subject);
}

std::optional<PlacedRule> rule_against(const std::vector<PlacedRule>& denied, const std::string& home, const std::string& file) {
  for (const PlacedRule& rule : denied) {
    const RuleParts parts = parts_of(rule.text);
    if (parts.tool == "Read" && (!parts.has_body || rule_covers(parts.body, home, file))) return rule;
  }
  return std::nullopt;
}

bool is_there(Context& context, const Store& store, const std::string& file) {
  const FileInfo info = context.world.stat(file);
  if (info.kind != FileKind::kRegular && info.kind != FileKind::kDirectory) return false;
  if (*store.needle == '\0') return true;
  const FileText text = context.world.read_file(file, 1u << 20);
  return text && text->find(store.needle) != std::string::npos;
}

CommandResult git(Context& context, const std::string& program, const std::string& folder, std::vector<std::string> arguments) {
  // A repository may name programs of its own for git to start; not here.
  std::vector<std::string> argv = {program, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", folder};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return context.host.run(argv);
}

Fix exclude_fix(const std::string& common_dir) {
  return Fix{path::join(common_dir, "info/exclude"), ".claude/settings.local.json is ignored in this checkout", [](const std::string& bytes) -> Result<std::string> {
               std::string out = bytes;
               if (!out.empty() && out.back() != '\n') out += '\n';
               return out + ".claude/settings.local.json\n";
             }};
}

}  // namespace

Findings check_credentials(Context& context) {
  if (context.home.empty()) return {skip("where the home folder lies cannot be told: HOME is not set")};
  const std::vector<PlacedRule> denied = rules_in(context, "deny");
  std::vector<std::string> open, closed;
  for (const Store& store : kStores) {
    const std::string file = path::join(context.home, store.path);
    if (!is_there(context, store, file)) continue;
    const auto rule = rule_against(denied, context.home, file);
    if (rule) {
      closed.push_back(fmt::format("{}: {} (denied to the Read tool by {})", file, store.holds, rule->place));
    } else {
      open.push_back(fmt::format("{}: {}", file, store.holds));
    }
  }
  Findings out;
  if (!open.empty()) {
    out.push_back(warn(fmt::format("{} standing credential{} the agent's Read tool may open", open.size(), open.size() == 1 ? "" : "s"), std::move(open),
                       "deny them: cordon harden interactive --dry-run shows the rules; or remove what you do not need"));
  }
  if (!closed.empty()) out.push_back(pass("standing credentials that the Read tool may not open", std::move(closed)));
  if (out.empty()) out.push_back(pass("no standing credentials in the usual places"));
  return out;
}

Findings check_ignored(Context& context) {
  const auto repository = git::discover(context.world, context.query.start_dir);
  if (!repository || repository->work_tree.empty()) return {skip("no git repository here", {context.query.start_dir})};
  const std::string root = repository->main_checkout.empty() ? repository->work_tree : repository->main_checkout;
  const std::string file = path::join(root, ".claude/settings.local.json");
  const std::string program = find_on_path(context.world, "git");
  if (program.empty()) return {skip("git is missing, which knows what is ignored")};
  const CommandResult tracked = git(context, program, root, {"ls-files", "--error-unmatch", "--", ".claude/settings.local.json"});
  if (tracked.ok()) {
    return {failure("settings.local.json is in the repository: everybody who clones it gets your machine's permissions", {file + ":1: tracked by git"},
                    "git rm --cached .claude/settings.local.json, then ignore it and commit that")};
  }
  const bool exists = context.world.stat(file).kind != FileKind::kAbsent;
  const CommandResult ignored = git(context, program, root, {"check-ignore", "-q", "--", ".claude/settings.local.json"});
  if (ignored.ok()) return {pass("settings.local.json is ignored by git", {"$ git check-ignore .claude/settings.local.json -> ignored"})};
  if (!ignored.fault.empty() || ignored.exit != 1) return {skip("what git ignores cannot be told", {ignored.shown("git check-ignore .claude/settings.local.json")})};
  if (!exists) return {skip("settings.local.json would not be ignored by git; there is none yet", {file + ": absent"})};
  Finding finding = warn("git does not ignore settings.local.json: git add -A would commit it", {file + ":1: exists", "$ git check-ignore .claude/settings.local.json -> not ignored"},
                         fmt::format("echo .claude/settings.local.json >> {}/.gitignore, or for this checkout: cordon doctor --fix", root));
  finding.fix = exclude_fix(repository->common_dir);
  return {finding};
}

}  // namespace cordon::doctor
