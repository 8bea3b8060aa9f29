// SPDX-License-Identifier: Apache-2.0
// git: sub-commands that take the work tree to another commit. Which files that changes is asked of git itself; when it
// cannot say, the whole work tree may change. Going back (--abort) restores what was there and was judged on the way.
#include "hooks/protected-paths/move.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

template <class Work>
void moved(const Git& git, Work&& work) {
  Move move(git);
  if (move.begins()) work(move);
  move.say();
}

// A branch of that name, or the one that git makes from a remote's.
void go_to_branch(Move& move, const shell::Word& word) {
  const std::string known = word.is_static() && !word.is("-") ? move.known_commit(word.text()) : move.commit(word);
  if (!known.empty() || !word.is_static() || !move.known()) return move.go(known);
  const auto found = move.commits().remote_branches(word.text());
  if (!found) return static_cast<void>(move.cannot_tell(kOtherCommit));
  if (found->empty()) move.commit(word);
  for (const std::string& it : *found) move.go(it);
}

void checkout(const Git& git) {
  const Args& args = git.args;
  const auto& operands = args.operands;
  if (args.has("pathspec-from-file")) return whole_tree(git, "which paths it restores is not known");
  if (args.dashes && args.operands_before_dashes < operands.size()) return restore_paths(git, args.operands_before_dashes, args.operands_before_dashes > 0 ? &operands[0] : nullptr);
  const bool makes = args.has("b,B,orphan");
  const bool message = !operands.empty() && operands[0].literal_prefix().compare(0, 2, ":/") == 0;
  if (!args.dashes && !makes && !operands.empty()) {
    const bool path = operands[0].is(".") || git.call.exists(operands[0]) || operands[0].literal_prefix().compare(0, 1, ":") == 0;
    if (path) restore_paths(git, 0, nullptr);
    if (operands.size() > 1 && !message) restore_paths(git, 1, &operands[0]);
    if ((path && !message) || operands.size() > 1 || args.has("p,patch")) return;
  }
  const bool forced = args.has("f,force");
  if (operands.empty() && !forced) return;
  moved(git, [&](Move& move) {
    if (!operands.empty() && makes) move.go(move.commit(operands[0]));
    if (!operands.empty() && !makes) go_to_branch(move, operands[0]);
    if (forced) move.lose_edits();
  });
}

void switch_branch(const Git& git) {
  const auto& operands = git.args.operands;
  const bool forced = git.args.has("f,force,discard-changes");
  const bool orphan = git.args.has("orphan");
  if (operands.empty() && !forced && !orphan) return;
  moved(git, [&](Move& move) {
    // A branch without history has no files.
    if (orphan) move.add(move.commits().between("", move.head()));
    if (!operands.empty()) go_to_branch(move, operands[0]);
    if (forced) move.lose_edits();
  });
}

void reset(const Git& git) {
  if (!git.args.has("hard,merge,keep")) return;
  moved(git, [&](Move& move) {
    const auto& operands = git.args.operands;
    const std::string to = operands.empty() ? move.head() : move.commit(operands[0]);
    if (to.empty()) return;
    move.go(to);
    if (!git.args.has("keep")) move.lose_edits();
  });
}

// Strategies that put files into other folders, or that are programs of their own.
bool has_odd_strategy(const Args& args) {
  const Option* strategy = args.find("s,strategy");
  if (strategy != nullptr && !strategy->value.is("ort") && !strategy->value.is("recursive") && !strategy->value.is("resolve") && !strategy->value.is("octopus")) return true;
  for (const Option* option : args.all("X,strategy-option")) {
    if (!option->value.is_static() || option->value.literal_prefix().compare(0, 7, "subtree") == 0) return true;
  }
  return false;
}

void merge(const Git& git) {
  if (git.args.has("abort,quit,continue,h,help")) return;
  if (has_odd_strategy(git.args)) return whole_tree(git, kOtherCommit);
  moved(git, [&](Move& move) {
    if (git.args.operands.empty()) move.merge(move.upstream());
    for (const shell::Word& word : git.args.operands) move.merge(move.commit(word));
  });
}

// What a stopped rebase or cherry-pick has still to do: "pick <commit> subject" lines.
void go_on(const Git& git, const char* list) {
  moved(git, [&](Move& move) {
    const std::string& folder = git.git_dir;
    if (git.call.world.lstat(path::join(folder, "rebase-apply")).kind != FileKind::kAbsent) return static_cast<void>(move.cannot_tell(kOtherCommit));
    const FileText todo = git.call.world.read_file(path::join(folder, list), 1u << 20);
    if (!todo && todo.error().fault == ReadFault::kAbsent) return;  // nothing is left to be picked
    if (!todo) return static_cast<void>(move.cannot_tell(kOtherCommit));
    Names commits;
    for (const std::string_view line : text::split(*todo, '\n')) {
      const auto words = text::split(text::trim(line), ' ');
      if (words[0].empty() || words[0][0] == '#' || in_names("noop,drop,d,break,b", words[0])) continue;
      if (words.size() < 2 || !in_names("pick,p,revert,reword,r,edit,e,squash,s,fixup,f", words[0]) || words[1].empty() || words[1][0] == '-') {
        return static_cast<void>(move.cannot_tell("its list of steps does more than pick commits"));
      }
      commits.emplace_back(words[1]);
    }
    if (!commits.empty()) move.add(move.commits().picked(commits));
  });
}

// The list of an interactive rebase is not given commands to run: it is left alone, or sed changes one verb to another. An
// editor that the call does not name may write anything into it.
bool only_picks(const shell::Invocation& invocation) {
  bool named = false;
  for (const char* name : {"GIT_SEQUENCE_EDITOR", "GIT_EDITOR", "EDITOR", "VISUAL"}) {
    const shell::Assignment* editor = invocation.find_env(name);
    if (editor == nullptr) continue;
    named = true;
    if (!editor->value.is_static()) return false;
    const std::string text = editor->value.text();
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z'))) ++end;
      if (end > i && !in_names("true,cat,sed,i,s,g,d,p,n,pick,edit,squash,fixup,reword,drop,f,r", std::string_view(text).substr(i, end - i))) return false;
      if (end == i && std::string_view(" :-/^$0123456789,;'\"!").find(text[i]) == std::string_view::npos) return false;
      i = std::max(end, i + 1);
    }
  }
  return named;
}

bool leaves_list(const shell::Invocation& invocation) {
  const shell::Assignment* editor = invocation.find_env("GIT_SEQUENCE_EDITOR");
  return editor != nullptr && (editor->value.is("true") || editor->value.is(":") || editor->value.is("cat"));
}

void rebase(const Git& git) {
  const Args& args = git.args;
  if (args.has("abort,quit,show-current-patch,edit-todo,h,help")) return;
  if (args.has("continue,skip")) return go_on(git, "rebase-merge/git-rebase-todo");
  const bool edits = args.has("i,interactive");
  if (args.has("x,exec,root") || has_odd_strategy(args) || (edits && !only_picks(git.call.invocation))) return whole_tree(git, "it may drop commits or run commands");
  moved(git, [&](Move& move) {
    const auto& operands = args.operands;
    const std::string tip = operands.size() > 1 ? move.commit(operands[1]) : move.head();
    const std::string upstream = operands.empty() ? move.upstream() : move.commit(operands[0]);
    if (tip.empty() || upstream.empty()) return;
    move.go(tip);
    const Option* onto = args.find("onto");
    if (onto != nullptr && onto->has_value) {
      move.go(move.commit(onto->value));
      move.add(move.commits().since(upstream, tip));
    } else if (!args.has("keep-base")) {
      move.add(move.commits().merged(tip, upstream));
    }
    if (edits && !leaves_list(git.call.invocation)) move.add(move.commits().picked({upstream + ".." + tip}));  // any of them may be dropped
  });
}

void pick(const Git& git) {
  if (git.args.has("abort,quit,h,help")) return;
  if (git.args.has("continue,skip")) return go_on(git, "sequencer/todo");
  if (has_odd_strategy(git.args)) return whole_tree(git, kOtherCommit);
  moved(git, [&](Move& move) {
    Names revisions;
    for (const shell::Word& word : git.args.operands) {
      const std::string text = word.text();
      if (!word.is_static() || text.empty()) return static_cast<void>(move.cannot_tell(kOtherCommit));
      if (text.find("..") != text.npos || text[0] == '^') {
        revisions.push_back(text);
      } else if (std::string hash = move.commit(word); !hash.empty()) {
        revisions.push_back(std::move(hash));
      } else {
        return;
      }
    }
    if (!revisions.empty()) move.add(move.commits().picked(revisions));
  });
}

// What the fetch will bring is not known here and was judged where it was merged; what was fetched before is.
void pull(const Git& git) {
  const Args& args = git.args;
  const auto& operands = args.operands;
  if (args.has("dry-run,h,help")) return;
  if (has_odd_strategy(args)) return whole_tree(git, kOtherCommit);
  moved(git, [&](Move& move) {
    const bool remote = operands.empty() || (operands[0].is_static() && operands[0].text().find_first_of("/:\\") == std::string::npos && !operands[0].is("."));
    if (!remote) return static_cast<void>(move.cannot_tell("what that repository holds is not known"));
    if (operands.size() < 2) return move.merge(move.upstream());
    for (size_t i = 1; i < operands.size(); ++i) {
      std::string branch = operands[i].text();
      branch = branch.substr(branch.compare(0, 1, "+") == 0 ? 1 : 0, branch.find(':'));
      const auto known = move.commits().commit("refs/remotes/" + operands[0].text() + "/" + branch);
      if (!operands[i].is_static() || !known || known->empty()) return static_cast<void>(move.cannot_tell("what that branch holds is not known (fetch it first)"));
      move.merge(*known);
    }
  });
}

void save_stash(const Git& git, size_t first, bool has_pathspecs) {
  moved(git, [&](Move& move) {
    Names pathspecs;
    for (size_t i = first; has_pathspecs && i < git.args.operands.size(); ++i) {
      if (!git.args.operands[i].is_static()) return static_cast<void>(move.cannot_tell("which files it takes is not known"));
      pathspecs.push_back(git.args.operands[i].text());
    }
    if (git.args.has("pathspec-from-file")) return static_cast<void>(move.cannot_tell("which files it takes is not known"));
    const std::string head = move.head();
    if (head.empty()) return;  // nothing can be stashed before the first commit
    move.add(move.commits().edited(pathspecs));
    if (git.args.has("u,include-untracked,a,all")) move.add(move.commits().untracked(git.args.has("a,all"), pathspecs));
    if (move.known() && move.count() > 0) ++git.call.history->stashed;
  });
}

void apply_stash(const Git& git, size_t operand, bool removes, bool branch) {
  GitHistory& history = *git.call.history;
  const auto& operands = git.args.operands;
  if (history.stashed > 0 && operand >= operands.size()) {
    if (removes) --history.stashed;
    return;
  }
  moved(git, [&](Move& move) {
    std::string name = operand < operands.size() ? operands[operand].text() : "stash@{0}";
    if (operand < operands.size() && !operands[operand].is_static()) return static_cast<void>(move.cannot_tell("which files the stash holds is not known"));
    if (name.find_first_not_of("0123456789") == name.npos) name = "stash@{" + name + "}";
    const auto stash = move.commits().commit(name);
    // "stash@{9}" of fewer: an error of git's own.
    if (!stash || stash->empty()) return;
    move.add(move.commits().stashed(*stash));
    if (branch) move.go(move.commit(*stash + "^1"));
  });
}

void stash(const Git& git) {
  const auto& operands = git.args.operands;
  const bool plain_push = operands.empty() || git.args.operands_before_dashes == 0;
  if (plain_push) return save_stash(git, 0, true);
  if (!operands[0].is_static()) return whole_tree(git, "which files the stash holds is not known");
  const std::string verb = operands[0].text();
  if (verb == "push" || verb == "save") return save_stash(git, 1, verb == "push");
  if (verb == "pop" || verb == "apply") return apply_stash(git, 1, verb == "pop", false);
  if (verb == "branch") apply_stash(git, 2, true, true);
}

constexpr GitSubCommand kSubCommands[] = {
    {"checkout", {"bB", "orphan,pathspec-from-file,conflict", ""}, checkout},
    {"switch", {"cC", "create,force-create,orphan,conflict", ""}, switch_branch},
    {"reset", {"", "pathspec-from-file", ""}, reset},
    {"merge", {"mFsX", "strategy,strategy-option,into-name,file,cleanup,message", "S"}, merge},
    {"rebase", {"sXx", "strategy,strategy-option,onto,exec,empty", "SC"}, rebase},
    {"cherry-pick,revert", {"msX", "mainline,strategy,strategy-option,cleanup,empty", "S"}, pick},
    {"pull", {"sXjo", "strategy,strategy-option,depth,deepen,jobs,refmap,server-option,upload-pack,shallow-since,shallow-exclude", "Sr"}, pull},
    {"stash", {"m", "message,pathspec-from-file", ""}, stash},
};

}  // namespace

std::span<const GitSubCommand> commit_writers() { return kSubCommands; }

void note_git(GitHistory& history, const std::string& name, const Git& git) {
  const Args& args = git.args;
  const auto& operands = args.operands;
  const auto text = [&](size_t i) { return i < operands.size() && operands[i].is_static() ? operands[i].text() : std::string(); };
  if (in_names("commit,merge,cherry-pick,revert,am", name)) history.committed = true;
  if (in_names("fetch,pull,remote,tag,worktree", name)) history.fetched = true;
  if (in_names("update-ref,symbolic-ref,filter-branch,fast-import,replace", name)) history.moved = true;
  if (name == "reset" && operands.size() == 1 && !operands[0].is("HEAD") && !args.dashes && !git.call.exists(operands[0])) history.moved = true;
  if (name == "tag" && args.has("f,force")) history.moved = true;
  if (name == "fetch") {
    for (const shell::Word& word : operands) history.moved = history.moved || !word.is_static() || word.text().find(':') != std::string::npos;
  }
  if (name == "branch" && !operands.empty() && !args.has("d,D,delete,l,list,contains,merged,no-merged")) {
    if (args.has("f,force,m,M,c,C,move,copy")) history.moved = true;
    history.made.try_emplace(text(0), operands.size() > 1 ? text(1) : "HEAD");
  }
  if (name == "checkout" || name == "switch") {
    if (args.has("B,C,force-create")) history.moved = true;
    const Option* made = args.find("b,c,create");
    if (made != nullptr && made->has_value && made->value.is_static()) history.made.try_emplace(made->value.text(), operands.empty() ? "HEAD" : text(0));
  }
}

}  // namespace cordon::protected_paths
