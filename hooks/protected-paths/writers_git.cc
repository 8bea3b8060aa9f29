// SPDX-License-Identifier: Apache-2.0
// git: sub-commands that change the work tree, the configuration, or write where an option says. What only changes the index
// or the history (add, commit, reset, push) changes no file: the checker sees it later.
#include "hooks/protected-paths/writers_git.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/git/repository.h"

namespace cordon::protected_paths {

void whole_tree(const Git& git, const char* why) {
  Target& target = git.call.add_path(git.root.empty() ? "." : git.root, Reach::kInto);
  target.why = why;
  if (git.root.empty() && git.call.base.empty()) target.shown = "the work tree";
}

void pathspec(const Git& git, const shell::Word& word) {
  const std::string text = word.text();
  if (!word.is_static() || text.empty()) {
    git.call.add(word, Reach::kTree);
    return;
  }
  std::string name = text;
  std::string top = git.call.base;
  if (text[0] == ':') {
    if (text.find('!') != text.npos || text.find('^') != text.npos || text.find("exclude") != text.npos) return;
    const size_t close = text.size() > 1 && text[1] == '(' ? text.find(')') : text.find_first_not_of(":/");
    name = close == text.npos ? "" : text.substr(text[1] == '(' ? close + 1 : close);
    if (text.find('/') == 1 || text.find("top") != text.npos) top = git.root;
    if (name.empty()) name = ".";
  }
  if (name.find_first_of("*?[") == std::string::npos) {
    git.call.add_path(name[0] == '/' ? name : path::join(top, name), Reach::kTree).shown = text;
    return;
  }
  Target& target = git.call.add_path(top, Reach::kTree);
  target.shown = text;
  const size_t slash = std::min(name.find_first_of("*?["), name.size());
  // Its wildcards also match '/'.
  target.tail = {{Tail::Kind::kLiteral, name.substr(0, slash)}, {Tail::Kind::kAnything, name.substr(slash)}};
}

void pathspecs(const Git& git, size_t from) {
  for (size_t i = from; i < git.args.operands.size(); ++i) pathspec(git, git.args.operands[i]);
}

// Which commits it goes through is not looked into.
void other_commits(const Git& git) {
  if (!git.args.has("abort,quit,show-current-patch,dry-run,h,help")) whole_tree(git, "which files differ in the commits concerned is not known");
}

namespace {

void restore(const Git& git) {
  if (git.args.has("S,staged") && !git.args.has("W,worktree")) return;
  if (git.args.has("pathspec-from-file")) return whole_tree(git, "which paths it restores is not known");
  const Option* source = git.args.find("s,source");
  restore_paths(git, 0, source != nullptr && source->has_value ? &source->value : nullptr);
}

void apply(const Git& git) {
  const Args& args = git.args;
  if (args.has("check,stat,numstat,summary") && !args.has("apply")) return;
  if (args.has("cached") && !args.has("index")) return;
  const Option* strip = args.find("p");
  const Option* folder = args.find("directory");
  const std::string level = strip != nullptr ? strip->value.text() : "1";
  std::vector<std::string> texts;
  bool known = args.operands.empty() && git.call.invocation.input.has_text;
  if (known) texts.push_back(git.call.invocation.input.text.text());
  std::vector<shell::Word> files = args.operands;
  for (const shell::Redirect& redirect : git.call.invocation.redirects) {
    if (files.empty() && redirect.op == shell::RedirectOp::kRead) files.push_back(redirect.target);
  }
  for (const shell::Word& word : files) {
    auto text = word.is_static() && !git.call.base.empty() ? git.call.world.read_file(path::absolute(word.text(), git.call.base), 8u << 20)
                                                           : FileText(tl::unexpected(ReadError{}));
    known = text.has_value();
    if (!known) break;
    texts.push_back(std::move(*text));
  }
  if (!known) return whole_tree(git, "the patch cannot be read");
  const std::string top = folder != nullptr ? path::join(git.root, folder->value.text()) : git.root;
  for (const std::string& text : texts) add_patch(git.call, text, level.size() == 1 ? level[0] - '0' : 1, top);
}

void move(const Git& git) {
  if (git.args.has("n,dry-run") || git.args.operands.size() < 2) return;
  const shell::Word& to = git.args.operands.back();
  for (size_t i = 0; i + 1 < git.args.operands.size(); ++i) {
    git.call.add_entry(git.args.operands[i], Reach::kTree);
    git.call.add_entry(git.call.is_folder(to) ? into(to, git.args.operands[i]) : to, Reach::kTree);
  }
}

void remove(const Git& git) {
  if (!git.args.has("n,dry-run,cached")) pathspecs(git, 0);
}

void clean(const Git& git) {
  if (git.args.has("n,dry-run")) return;
  pathspecs(git, 0);
  if (git.args.operands.empty()) whole_tree(git, "which files are untracked is not known");
}

void config(const Git& git) {
  const Args& args = git.args;
  const auto& operands = args.operands;
  constexpr std::string_view kWrites = "unset,unset-all,add,replace-all,rename-section,remove-section,e,edit";
  if (args.has("get,get-all,get-regexp,get-urlmatch,get-color,get-colorbool,l,list,name-only")) return;
  if (!operands.empty() && operands[0].is_static() && in_names("get,list", operands[0].text())) return;
  const bool verb = !operands.empty() && operands[0].is_static() && in_names("set,unset,rename-section,remove-section,edit", operands[0].text());
  if (operands.size() < 2 && !args.has(kWrites) && !verb) return;
  if (const Option* file = args.find("f,file"); file != nullptr && file->has_value) {
    git.call.add(file->value);
  } else if (args.has("global")) {
    const std::string home = git.call.world.env_set("HOME").value_or("/nonexistent");
    git.call.add_path(path::join(home, ".gitconfig"));
    git.call.add_path(path::join(home, ".config/git/config"));
  } else if (args.has("system")) {
    git.call.add_path("/etc/gitconfig");
  } else {
    git.call.add_path(git.config);
  }
}

void remote(const Git& git) {
  if (!git.args.operands.empty() && git.args.operands[0].is_static() &&
      in_names("add,rename,remove,rm,set-head,set-branches,set-url", git.args.operands[0].text())) {
    git.call.add_path(git.config);
  }
}

void branch(const Git& git) {
  if (git.args.has("u,set-upstream-to,unset-upstream,edit-description")) git.call.add_path(git.config);
}

void submodule(const Git& git) {
  const auto& operands = git.args.operands;
  if (operands.empty() || !operands[0].is_static() || in_names("status,summary,foreach", operands[0].text())) return;
  // Without a list of submodules there is nothing to be done.
  if (!operands[0].is("add") && git.found && git.call.world.lstat(path::join(git.root, ".gitmodules")).kind == FileKind::kAbsent) return;
  git.call.add_path(git.config);
  if (operands[0].is("add") || operands[0].is("set-url") || operands[0].is("set-branch")) git.call.add_path(path::join(git.root, ".gitmodules"));
  if (operands[0].is("add") && operands.size() > 2) git.call.add(operands[2], Reach::kTree);
}

// ".claude/worktrees/NAME" is where the runtime itself puts linked worktrees; what is written in one is judged from its own root.
bool is_usual_worktree(const shell::Word& word) {
  if (!word.is_static()) return false;
  const std::string clean = path::clean(word.text());
  const std::string folder(path::parent(clean));
  return path::base_name(clean) != ".." && (folder == ".claude/worktrees" || folder.ends_with("/.claude/worktrees"));
}

void worktree(const Git& git) {
  const auto& operands = git.args.operands;
  if (operands.size() < 2 || !operands[0].is_static() || !in_names("add,remove,move", operands[0].text())) return;
  if (operands[0].is("add") && is_usual_worktree(operands[1])) return;
  git.call.add(operands[1], operands[0].is("add") ? Reach::kFile : Reach::kTree);
  if (operands[0].is("move") && operands.size() > 2) git.call.add(operands[2], Reach::kTree);
}

void output(const Git& git) {
  if (const Option* option = git.args.find("output"); option != nullptr && option->has_value) git.call.add(option->value);
}

void archive(const Git& git) {
  if (const Option* option = git.args.find("o,output"); option != nullptr && option->has_value) git.call.add(option->value);
}

void format_patch(const Git& git) {
  output(git);
  const Option* option = git.args.find("o,output-directory");
  if (git.args.has("stdout") || option == nullptr || !option->has_value) return;
  git.call.add(into(option->value, shell::Word::literal("0001-change.patch")));
}

void bundle(const Git& git) {
  if (git.args.operands.size() > 1 && git.args.operands[0].is("create")) git.call.add(git.args.operands[1]);
}

constexpr GitSubCommand kSubCommands[] = {
    {"restore", {"s", "source,pathspec-from-file,conflict", ""}, restore},
    {"read-tree,checkout-index,filter-branch,subtree,sparse-checkout", {"", "", ""}, other_commits},
    {"apply", {"pC", "directory,exclude,include,whitespace", ""}, apply},
    {"mv", {"", "", ""}, move},
    {"rm", {"", "pathspec-from-file", ""}, remove},
    {"clean", {"e", "exclude", ""}, clean},
    {"config", {"f", "file,blob,type,default,comment,value", ""}, config},
    {"remote", {"tm", "", ""}, remote},
    {"branch", {"u", "set-upstream-to", ""}, branch},
    {"submodule", {"b", "branch,name,reference,depth", ""}, submodule},
    {"worktree", {"bB", "reason", ""}, worktree},
    {"diff,log,show,whatchanged,diff-tree,diff-files,diff-index,range-diff,reflog,shortlog", {"", "output", ""}, output},
    {"format-patch", {"o", "output,output-directory,in-reply-to,subject-prefix,suffix", ""}, format_patch},
    {"archive", {"o", "output,format,prefix,remote,exec", ""}, archive},
    {"bundle", {"", "", ""}, bundle},
};

void find_repository(Git& git) {
  git.root = git.call.base;
  git.config = path::join(git.call.base, ".git/config");
  if (git.call.base.empty()) return;
  const auto repository = git::discover(git.call.world, git.call.base);
  if (!repository) return;
  git.found = true;
  git.git_dir = repository->git_dir;
  if (!repository->work_tree.empty()) git.root = repository->work_tree;
  git.config = path::join(repository->common_dir, "config");
}

// Variables that make git see another repository, work tree or index.
bool has_other_place(const shell::Invocation& invocation) {
  for (const char* name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"}) {
    if (invocation.find_env(name) != nullptr) return true;
  }
  return false;
}

// A folder named below one that is not known is not known either.
std::string below_base(const std::string& folder, const std::string& base) {
  return base.empty() && !folder.starts_with('/') ? "" : path::absolute(folder, base);
}

// The options before the sub-command; its index, or the number of words when there is none.
size_t read_options(const Call& call, std::string& base, bool& plain) {
  size_t at = 1;
  for (; at < call.argv().size(); ++at) {
    const shell::Word& word = call.argv()[at];
    const std::string text = word.literal_prefix();
    if (text.empty() || text[0] != '-') break;
    if (text == "-C" && at + 1 < call.argv().size()) {
      const shell::Word& folder = call.argv()[++at];
      base = folder.is_static() ? below_base(folder.text(), base) : "";
      continue;
    }
    if (text.compare(0, 12, "--work-tree=") == 0) base = below_base(text.substr(12), base);
    const bool takes_next = in_names("-c,--git-dir,--work-tree,--namespace,--exec-path,--super-prefix,--config-env", text);
    if (in_names("--git-dir,--work-tree,--namespace,--config-env", text.substr(0, text.find('=')))) plain = false;
    if (takes_next && ++at < call.argv().size() && text == "-c") {
      const std::string setting = text::ascii_lower(call.argv()[at].literal_prefix());
      plain = plain && setting.find('=') != std::string::npos && setting.compare(0, 14, "core.worktree=") != 0 && setting.compare(0, 7, "include") != 0;
    }
  }
  return at;
}

const GitSubCommand* find_sub_command(std::string_view name) {
  for (const auto table : {commit_writers(), repository_writers(), std::span<const GitSubCommand>(kSubCommands)}) {
    for (const GitSubCommand& sub : table) {
      if (in_names(sub.names, name)) return &sub;
    }
  }
  return nullptr;
}

void git(const Call& call) {
  std::string base = call.base;
  bool plain = !has_other_place(call.invocation);
  const size_t at = read_options(call, base, plain);
  if (at >= call.argv().size() || !call.argv()[at].is_static()) return;
  const std::string name = call.argv()[at].text();
  const GitSubCommand* sub = find_sub_command(name);
  Call here = call;
  here.program = "git " + name;
  here.base = base;
  Git it{here, parse_args(call.argv(), at + 1, sub != nullptr ? sub->options : OptionSpec{"", "", ""}), {}, {}};
  it.plain = plain;
  if (sub != nullptr) {
    find_repository(it);
    sub->write(it);
  }
  if (call.history != nullptr) note_git(*call.history, name, it);
}

constexpr WriterRow kRows[] = {{"git", {"", "", ""}, git}};

}  // namespace

std::span<const WriterRow> git_writers() { return kRows; }

}  // namespace cordon::protected_paths
