// SPDX-License-Identifier: Apache-2.0
// The data files: their shape, that every entry says why, and that each Bash rule catches what it says and not the look-alikes.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "cordon/harden/profile.h"
#include "cordon/harden/profile_data.h"
#include "shared/settings/bash_rule.h"
#include "tests/schemas/validate.h"

namespace {

using namespace cordon;
using harden::Entry;
using harden::Need;

harden::Profile profile_of(std::string_view name) {
  auto profile = harden::load_profile(name);
  REQUIRE_MESSAGE(profile, (profile ? "" : profile.error().text()));
  return std::move(*profile);
}

// Any rule of the entry; the runtime looks at each command of a list, so only simple commands stand in the data but for "a && b".
bool caught(const Entry& entry, std::string text) {
  if (const size_t list = text.find(" && "); list != std::string::npos) text = text.substr(list + 4);
  return std::any_of(entry.values.begin(), entry.values.end(), [&](const harden::Json& value) {
    const auto rule = settings::BashRule::parse(value.get<std::string>());
    return rule && rule->match(text) == settings::Match::kYes;
  });
}

TEST_CASE("the data files fit their schema") {
  const testing::Schema schema(CORDON_SOURCES "/schemas/harden-profile.schema.json");
  for (const std::string_view text : {harden::kSharedText, harden::kInteractiveText, harden::kHandsOffText, harden::kManagedText}) {
    const auto faults = schema.faults(std::string(text));
    CHECK_MESSAGE(faults.empty(), (faults.empty() ? "" : faults[0]));
  }
  CHECK_FALSE(schema.faults(R"({"profile":"x","blocks":[],"entries":[]})").empty());
  CHECK_FALSE(schema.faults(R"({"blocks":{"a":[{"id":"a","family":"sandbox","key":"a"}]}})").empty());
}

TEST_CASE("ids are unique, and a name that is none is refused") {
  for (const std::string_view name : harden::profile_names()) {
    std::set<std::string> ids;
    for (const Entry& entry : profile_of(name).entries) {
      const bool variant = !entry.option.empty();
      CHECK_MESSAGE((variant || ids.insert(entry.id).second), entry.id);
    }
  }
  const auto unknown = harden::load_profile("strictest");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().text() == "no profile 'strictest': there are interactive, hands-off and managed");
}

TEST_CASE("each Bash rule catches its examples and none of the look-alikes") {
  for (const std::string_view name : harden::profile_names()) {
    for (const Entry& entry : profile_of(name).entries) {
      const bool bash = (entry.key == "permissions.deny" || entry.key == "permissions.ask") && entry.values[0].get<std::string>().starts_with("Bash(");
      CHECK_MESSAGE(bash == !entry.blocks.empty(), entry.id);
      CHECK_MESSAGE((!bash || !entry.passes.empty()), entry.id);
      for (const std::string& command : entry.blocks) CHECK_MESSAGE(caught(entry, command), entry.id, ": ", command);
      for (const std::string& command : entry.passes) CHECK_MESSAGE(!caught(entry, command), entry.id, ": ", command);
      for (const harden::Json& value : entry.values) {
        if (bash) CHECK_MESSAGE(settings::BashRule::parse(value.get<std::string>()), value.dump());
      }
    }
  }
}

TEST_CASE("ordinary work is caught by no deny or ask rule of any profile") {
  constexpr const char* kWork[] = {
      "ls -la", "cat README.md", "make -j2", "cmake -S . -B build", "ninja -C build", "npm ci", "npm test", "npm run build", "npx tsc --noEmit",
      "python3 -m pytest -q", "pip install -r requirements.txt", "cargo build", "cargo test", "go test ./...", "mvn package", "git status", "git diff",
      "git add src/a.c", "git commit -m 'push the curl test, sudo'", "git log --oneline", "git fetch origin", "git pull --rebase", "git merge main",
      "git rebase main", "git checkout -b fix", "git switch main", "git branch -d merged", "git stash", "git stash pop", "git reset HEAD a", "git worktree add ../w",
      "git tag v1", "git show HEAD", "git blame a", "gh pr view 3", "gh pr list", "gh pr checks", "gh issue view 4", "gh run view 5", "gh api user",
      "rm a.o", "rm -rf build", "rm -rf node_modules", "rm -f x", "mkdir -p a/b", "mv a b", "cp -r a b", "chmod +x run", "chmod 644 a", "find . -name x",
      "grep -rn sudo .", "sed -i s/a/b/ f", "awk 1 f", "tar xf a.tar", "diff a b", "sh run.sh", "bash build.sh", "node a.js", "echo curl", "date", "env",
      "kill 4711", "ps aux", "openssl version", "ssh-keyscan", "sqlite3 a.db", "jq . a.json", "dd if=a of=b", "gpg --verify a.sig", "claude --version"};
  for (const std::string_view name : harden::profile_names()) {
    for (const Entry& entry : profile_of(name).entries) {
      if (entry.key != "permissions.deny" && entry.key != "permissions.ask") continue;
      for (const char* command : kWork) CHECK_MESSAGE(!caught(entry, command), name, ": ", entry.id, ": ", command);
    }
  }
}

TEST_CASE("no profile takes bypass mode away, closes settings that the runtime ignores, or holds rules that do nothing") {
  for (const std::string_view name : harden::profile_names()) {
    for (const Entry& entry : profile_of(name).entries) {
      const bool writes = entry.need != Need::kNever;
      CHECK_FALSE((writes && entry.key == "permissions.disableBypassPermissionsMode"));
      CHECK_FALSE((writes && entry.key == "sandbox.enabledPlatforms"));
      for (const harden::Json& value : entry.values) {
        if (!value.is_string()) continue;
        const auto text = value.get<std::string>();
        CHECK_FALSE(text.starts_with("Write("));
        CHECK_FALSE((entry.need == Need::kGrant && text.find("//**") != std::string::npos));  // 2.1.202 opens the whole disk to the sandbox
        CHECK(text.find('{') == std::string::npos);
      }
    }
  }
}

TEST_CASE("rules on the agent's own folder name the one that is in use") {
  const auto elsewhere = harden::load_profile("hands-off", "/opt/agent", "/home/u");
  const auto usual = harden::load_profile("hands-off", "/home/u/.claude", "/home/u");
  const auto holds = [](const harden::Profile& profile, const char* rule) {
    return std::any_of(profile.entries.begin(), profile.entries.end(), [&](const Entry& entry) {
      return std::find(entry.values.begin(), entry.values.end(), harden::Json(rule)) != entry.values.end();
    });
  };
  CHECK(holds(*elsewhere, "Edit(//opt/agent/cordon.toml)"));
  CHECK_FALSE(holds(*elsewhere, "Edit(~/.claude/cordon.toml)"));
  CHECK(holds(*usual, "Edit(~/.claude/cordon.toml)"));
}

}  // namespace
