// SPDX-License-Identifier: Apache-2.0
#include "hooks/error-hint/command.h"

#include <algorithm>

#include "shared/base/path.h"
#include "shared/base/words.h"
#include "shared/shell/walk.h"

namespace cordon::error_hint {
namespace {

constexpr Words kShowing = {
    ":", "[", "[[", "ack", "ag", "awk", "base64", "bat", "cat", "cd", "column", "cut", "diff", "echo", "egrep", "exit", "false", "fgrep", "file", "fold",
    "gawk", "grep", "head", "hexdump", "jq", "journalctl", "less", "log", "mawk", "more", "nl", "od", "printf", "pwd", "return", "rg", "sed", "seq", "set",
    "sleep", "sort", "strings", "stat", "tac", "tail", "test", "tr", "true", "uniq", "wc", "xxd", "yq", "zcat", "zgrep",
};
constexpr Words kGitShowing = {"blame", "cat-file", "diff", "grep", "log", "reflog", "shortlog", "show", "status"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) { return std::find(names.begin(), names.end(), name) != names.end(); }

// `sed -i` writes: its error is its own.
bool edits_in_place(const shell::Invocation& invocation) {
  return std::any_of(invocation.argv.begin() + 1, invocation.argv.end(), [](const shell::Word& word) {
    const std::string text = word.text();
    return text.starts_with("-i") || text.starts_with("--in-place");
  });
}

bool shows(const shell::Invocation& invocation, std::string_view program) {
  if (program == "sed") return !edits_in_place(invocation);
  if (program == "git") return invocation.argv.size() > 1 && kGitShowing.contains(invocation.argv[1].text());
  return kShowing.contains(program);
}

bool writes_a_file(const shell::WalkResult& walked) {
  return std::any_of(walked.redirects.begin(), walked.redirects.end(),
                     [](const shell::PlacedRedirect& placed) { return placed.redirect.writes && !placed.redirect.target.is("/dev/null"); });
}

}  // namespace

Command::Command(std::string_view text, const std::string& cwd) {
  shell::WalkOptions options;
  options.start_dir = cwd;
  const shell::WalkResult walked = shell::walk(text, options);
  only_shows_ = !walked.invocations.empty() && walked.opaque.empty() && !writes_a_file(walked);
  for (const shell::Invocation& invocation : walked.invocations) {
    const std::string name = invocation.argv[0].text();
    programs_.emplace_back(path::base_name(name));
    only_shows_ = only_shows_ && shows(invocation, programs_.back());
  }
}

bool Command::starts(std::span<const std::string_view> names) const {
  return std::any_of(programs_.begin(), programs_.end(), [&](const std::string& name) { return is_one_of(name, names); });
}

}  // namespace cordon::error_hint
