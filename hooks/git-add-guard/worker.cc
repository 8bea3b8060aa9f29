// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hooks/git-add-guard/git_command.h"
#include "hooks/git-add-guard/worker_state.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/embedded/embedded.h"

namespace cordon::git_add_guard {
namespace {

using payload::Verdict;
using shell::Certainty;
using shell::Invocation;

constexpr std::string_view kWorktrees = "/.claude/worktrees/";

std::string real(World& world, std::string_view dir) {
  const path::Resolved resolved = path::resolve(world, dir);
  return resolved.ok && !resolved.path.empty() ? resolved.path : std::string(dir);
}

bool is_worktree_path(std::string_view dir) { return (std::string(dir) + "/").find(kWorktrees) != std::string::npos; }

enum class Where : uint8_t { kElsewhere, kMain, kUnknown };
struct Target {
  Where where = Where::kElsewhere;
  std::string dir;
  std::string why;
};

const shell::Word* env_word(const Invocation& invocation, std::string_view name) {
  const shell::Assignment* assignment = invocation.find_env(name);
  return assignment == nullptr ? nullptr : &assignment->value;
}

// Links that the text itself makes: ln -s /work/repo l. Name and target, both absolute.
using Links = std::vector<std::pair<std::string, std::string>>;

Links links_of(const shell::WalkResult& walked, const Session& session) {
  Links out;
  for (const Invocation& invocation : walked.invocations) {
    if (!invocation.argv[0].is("ln") || !invocation.directory.known || invocation.certainty == Certainty::kNotCalled) continue;
    bool symbolic = false;
    std::vector<std::string> names;
    for (size_t i = 1; i < invocation.argv.size(); ++i) {
      const std::string word = invocation.argv[i].text();
      if (!word.starts_with('-')) names.push_back(word);
      symbolic = symbolic || word == "--symbolic" || (word.starts_with('-') && !word.starts_with("--") && word.find('s') != std::string::npos);
    }
    if (!symbolic || names.empty() || names.size() > 2) continue;
    if (names.size() == 1) names.emplace_back(path::base_name(names[0]));
    const std::string dir = path::absolute(invocation.directory.path.empty() ? "." : invocation.directory.path, session.start_dir);
    const std::string link = path::absolute(names[1], dir);
    out.emplace_back(link, path::absolute(names[0], path::parent(link)));
  }
  return out;
}

class Locator {
 public:
  Locator(const Session& session, const Worker& worker, World& world, Links links) : session_(session), worker_(worker), world_(world), links_(std::move(links)) {}

  Target locate(const GitCommand& command) const {
    const Invocation& invocation = *command.invocation;
    Target out;
    bool known = true;
    out.dir = real(world_, through_links(effective_dir(command, session_, known)));
    if (const shell::Word* index = env_word(invocation, "GIT_INDEX_FILE"); index != nullptr && index->is_static() && is_main_git_dir(path::parent(absolute(*index, out.dir)))) {
      return found(std::move(out), Where::kMain, "GIT_INDEX_FILE");
    }
    if (command.work_tree && command.work_tree->is_static() && absolute(*command.work_tree, out.dir) == worker_.main_checkout) {
      return found(std::move(out), Where::kMain, "--work-tree");
    }
    if (command.git_dir) {
      if (!command.git_dir->is_static() || (!known && !command.git_dir->text().starts_with('/'))) return found(std::move(out), Where::kUnknown, "the git folder is not known");
      return found(std::move(out), is_main_git_dir(absolute(*command.git_dir, out.dir)) ? Where::kMain : Where::kElsewhere, "--git-dir");
    }
    if (!known) return found(std::move(out), Where::kUnknown, "the folder is not known");
    const auto repository = git::discover(world_, out.dir);
    const bool main = repository && !repository->git_dir.empty() && real(world_, repository->git_dir) == worker_.main_git_dir;
    return found(std::move(out), main ? Where::kMain : Where::kElsewhere, command.directories.empty() ? "the folder it runs in" : "-C");
  }

 private:
  static Target found(Target target, Where where, std::string why) {
    target.where = where;
    target.why = std::move(why);
    return target;
  }
  std::string absolute(const shell::Word& word, std::string_view dir) const { return real(world_, through_links(path::absolute(word.text(), dir))); }
  std::string through_links(std::string dir) const {
    for (const auto& [link, target] : links_) {
      if (path::is_within(dir, link)) dir = target + dir.substr(link.size());
    }
    return dir;
  }
  // --git-dir may name the folder that holds .git, too: git refuses that, but a file .git is followed.
  bool is_main_git_dir(std::string_view dir) const { return dir == worker_.main_git_dir; }

  const Session& session_;
  const Worker& worker_;
  World& world_;
  Links links_;
};

std::optional<WorkerFinding> judge(const Invocation& invocation, const Locator& locator, World& world) {
  if (invocation.certainty == Certainty::kNotCalled || program_of(invocation) != Program::kGit) return std::nullopt;
  const GitCommand command = read_git(invocation);
  const Target target = locator.locate(command);
  if (target.where == Where::kElsewhere) return std::nullopt;
  const Changes changes = changes_state(command, target.dir, world);
  if (changes == Changes::kNo) return std::nullopt;
  // Neither where nor what: too little to stop anybody for.
  if (changes == Changes::kUnknown && target.where == Where::kUnknown) return std::nullopt;
  const bool certain = changes == Changes::kYes && target.where == Where::kMain;
  const std::string why = changes == Changes::kUnknown ? "the sub-command is not known" : target.why;
  return WorkerFinding{certain ? Verdict::kDeny : Verdict::kAsk, why, invocation.range};
}

// The findings of a text and of the texts in other languages inside it.
struct WorkerSearch {
  const Session& session;
  const Worker& worker;
  World& world;
  const shell::WalkOptions& options;
  bool makes_folders;  // a folder that mktemp has just made is not the main checkout
  std::vector<WorkerFinding>& out;

  void search(std::string_view text, const shell::ByteRange* holder, int depth) {
    constexpr int kDepth = 2;
    shell::WalkOptions used = options;
    if (holder != nullptr) used.dialect = shell::Dialect::kPosix;
    const shell::WalkResult walked = shell::walk(text, used);
    const Locator locator(session, worker, world, links_of(walked, session));
    for (const Invocation& invocation : walked.invocations) {
      const shell::ByteRange range = holder != nullptr ? *holder : invocation.range;
      auto finding = judge(invocation, locator, world);
      if (finding && !(finding->verdict == Verdict::kAsk && makes_folders)) {
        finding->range = range;
        if (holder != nullptr) finding->verdict = Verdict::kAsk;
        out.push_back(std::move(*finding));
      }
      if (depth >= kDepth || invocation.certainty == Certainty::kNotCalled) continue;
      for (const embedded::EmbeddedText& inner : embedded::embedded_texts(invocation)) {
        search(inner.via.starts_with("ssh") ? "cd\n" + inner.text : inner.text, &range, depth + 1);
      }
    }
  }
};

}  // namespace

std::optional<Worker> worker_of(const Session& session, World& world) {
  const bool told = world.env("CORDON_WORKER").value_or("") == "1";
  for (const std::string& dir : {session.project_dir, session.start_dir}) {
    if (dir.empty() || (!told && !is_worktree_path(dir))) continue;
    const auto repository = git::discover(world, dir);
    if (!repository || repository->main_checkout.empty() || repository->git_dir.empty()) continue;
    if (!told && !repository->is_linked_worktree) continue;
    return Worker{real(world, repository->git_dir), real(world, repository->common_dir), real(world, repository->main_checkout), repository->work_tree};
  }
  return std::nullopt;
}

std::vector<WorkerFinding> worker_findings(std::string_view text, shell::Dialect dialect, const Session& session, const Worker& worker, World& world) {
  shell::WalkOptions options;
  options.dialect = dialect;
  options.start_dir = session.start_dir;
  options.home = world.env_set("HOME").value_or("");
  options.variable = [&](std::string_view name) -> std::optional<std::string> {
    if (name != "CLAUDE_PROJECT_DIR" && name != "HOME") return std::nullopt;
    return world.env_set(name == "HOME" ? "HOME" : "CLAUDE_PROJECT_DIR");
  };
  options.git_alias = [&](std::string_view name) {
    const auto repository = git::discover(world, session.start_dir);
    return git::find_alias(world, repository ? &*repository : nullptr, name).value;
  };
  options.git_top_level = [&](std::string_view dir) -> std::optional<std::string> {
    const auto repository = git::discover(world, dir);
    return repository && !repository->work_tree.empty() ? std::optional(repository->work_tree) : std::nullopt;
  };
  options.git_dir = [&](std::string_view dir, std::string_view option) -> std::optional<std::string> {
    const auto repository = git::discover(world, dir);
    const std::string found = !repository ? std::string() : option == "--git-common-dir" ? repository->common_dir : repository->git_dir;
    return found.empty() ? std::nullopt : std::optional(found);
  };
  std::vector<WorkerFinding> out;
  WorkerSearch{session, worker, world, options, text.find("mktemp") != std::string_view::npos, out}.search(text, nullptr, 0);
  return out;
}

const WorkerFinding* strongest(const std::vector<WorkerFinding>& findings) {
  const WorkerFinding* best = nullptr;
  for (const WorkerFinding& finding : findings) {
    if (best == nullptr || finding.verdict > best->verdict) best = &finding;
  }
  return best;
}

std::string worker_reason(const WorkerFinding& finding, const Worker& worker, std::string_view text) {
  const std::string_view source = text.substr(std::min<size_t>(finding.range.begin, text.size()), finding.range.end - finding.range.begin);
  const auto shown = [](std::string_view s) { return text::shown(s, 160); };
  const std::string_view does = finding.verdict == Verdict::kDeny ? "would change" : "may change";
  return fmt::format("WORKER GUARD: `{}` {} the git state of the main checkout {} ({}).\nThis session works in {}; the main checkout belongs to a person or another session.\n"
                     "Instead: work and commit in your own worktree; reading the main checkout (status, log, diff) is fine.",
                     shown(text::trim(source)), does, shown(worker.main_checkout), finding.why, shown(worker.where));
}

}  // namespace cordon::git_add_guard
