// SPDX-License-Identifier: Apache-2.0
// git runs commands of its own accord: aliases (from -c, --config-env, GIT_CONFIG_*, this text, the repository) and a few
// sub-commands that take a command. Measured with git 2.39.
#include "shared/base/words.h"
#include "shared/shell/option.h"
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

/// Global options of git that take a separate value.
bool takes_value(std::string_view option) {
  static constexpr std::string_view kOptions[] = {"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--exec-path", "--attr-source"};
  for (const std::string_view candidate : kOptions) {
    if (candidate == option) return option != "--exec-path";
  }
  return false;
}

/// Commands an alias cannot replace.
bool is_git_command(std::string_view name) {
  static constexpr Words kCommands = {
      "add", "am", "annotate", "apply", "archive", "bisect", "blame", "branch", "bundle", "cat-file", "check-attr", "check-ignore", "checkout",
      "checkout-index", "cherry", "cherry-pick", "clean", "clone", "commit", "commit-tree", "config", "count-objects", "describe", "diff",
      "diff-files", "diff-index", "diff-tree", "difftool", "fast-export", "fast-import", "fetch", "filter-branch", "for-each-ref", "format-patch",
      "for-each-repo", "fsck", "gc", "grep", "hash-object", "help", "index-pack", "init", "log", "ls-files", "ls-remote", "ls-tree", "maintenance", "merge",
      "merge-base", "merge-file", "mergetool", "mktree", "mv", "name-rev", "notes", "pack-objects", "prune", "pull", "push", "range-diff",
      "read-tree", "rebase", "reflog", "remote", "repack", "replace", "rerere", "reset", "restore", "rev-list", "rev-parse", "revert", "rm",
      "shortlog", "show", "show-ref", "sparse-checkout", "stage", "stash", "status", "submodule", "switch", "symbolic-ref", "tag", "update-index",
      "update-ref", "var", "verify-commit", "version", "whatchanged", "worktree", "write-tree", "sh", "lfs"};
  return kCommands.contains(name);
}

/// alias.NAME (any case before the name) -> NAME.
std::string alias_key(std::string_view key) {
  if (key.size() < 7) return {};
  const std::string lower = lower_case(std::string(key));
  return lower.starts_with("alias.") ? lower.substr(6) : std::string();
}

/// git's split_cmdline: blanks separate, both quotes and backslash quote.
Fields split_alias(const std::string& text) {
  Fields out;
  std::string word;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (quote == 0 && blank) {
      if (open) out.push_back(Word::literal(word));
      word.clear();
      open = false;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      open = true;
    } else if (c == quote && quote != 0) {
      quote = 0;
    } else {
      if (c == '\\' && quote != '\'' && i + 1 < text.size()) ++i;
      word += text[i];
      open = true;
    }
  }
  if (open) out.push_back(Word::literal(word));
  return out;
}

}  // namespace

void Walker::run_git(const Fields& argv, const Context& ctx, ByteRange range, bool open) {
  std::size_t sub = 1;
  for (; sub < argv.size(); ++sub) {
    const std::string text = argv[sub].literal_prefix();
    if (text.empty() || text[0] != '-') break;
    if (argv[sub].is_static() && git_only_prints(text)) return;
    if (argv[sub].is_static() && takes_value(text)) ++sub;
  }
  if (sub >= argv.size() || !argv[sub].is_static()) return;
  const std::string name = argv[sub].text();
  if (name == "config") return git_config(argv, sub);
  if (is_git_command(name)) return git_nested(argv, sub, ctx, range);
  git_alias(argv, sub, ctx, range, open);
}

/// The definition of alias `name` that counts; unsure: there may be others.
bool Walker::find_git_alias(const Fields& argv, std::size_t sub, const Context& ctx, const std::string& name, Word& value, bool& unsure) {
  bool found = false;
  const std::string wanted = lower_case(name);
  if (options_.git_alias) {
    if (const std::optional<std::string> text = options_.git_alias(name)) {
      value = Word::literal(*text);
      found = true;
    }
  }
  if (const Cell* cell = scope_.find("g:" + wanted); cell != nullptr && !cell->value.items.empty()) {
    value = cell->value.items[0];
    found = true;
  }
  const auto environment = [&](std::string_view key) -> std::optional<Word> {
    for (auto it = ctx.environment.rbegin(); it != ctx.environment.rend(); ++it) {
      if (it->name == key) return it->value;
    }
    Value v = variable(key);
    if (v.kind == Value::Kind::kScalar && v.items.size() == 1) return v.items[0];
    return std::nullopt;
  };
  for (int n = 0; n < 16; ++n) {
    const std::optional<Word> key = environment("GIT_CONFIG_KEY_" + std::to_string(n));
    if (!key) break;
    if (!key->is_static()) unsure = true;
    if (alias_key(key->text()) != wanted) continue;
    value = environment("GIT_CONFIG_VALUE_" + std::to_string(n)).value_or(Word::unknown("$GIT_CONFIG_VALUE", false));
    found = true;
  }
  for (const std::string_view file : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"}) {
    const std::optional<Word> path = environment(file);
    if (path && !path->is("/dev/null") && !path->is("")) unsure = true;
  }
  if (const Cell* cell = scope_.find("g?"); cell != nullptr && cell->value.kind == Value::Kind::kUnknown) unsure = true;
  if (const std::optional<Word> parameters = environment("GIT_CONFIG_PARAMETERS"); parameters && parameters->text().find("alias.") != std::string::npos) unsure = true;
  for (std::size_t i = 1; i < sub; ++i) {
    const std::string text = argv[i].literal_prefix();
    const bool by_env = text == "--config-env" || text.starts_with("--config-env=");
    if (text != "-c" && !by_env) continue;
    const bool glued = text.starts_with("--config-env=");
    if (!glued && i + 1 >= sub) break;
    const Word setting = glued ? without_prefix(argv[i], 13) : argv[++i];
    const std::string prefix = setting.literal_prefix();
    const std::size_t equals = prefix.find('=');
    if (equals == std::string::npos) {
      unsure = unsure || !setting.is_static();
      continue;
    }
    const std::string key = lower_case(prefix.substr(0, equals));
    unsure = unsure || key == "include.path" || (key.starts_with("includeif.") && key.ends_with(".path"));
    if (alias_key(key) != wanted) continue;
    found = true;
    value = without_prefix(setting, equals + 1);
    if (by_env) value = environment(value.text()).value_or(Word::unknown("$" + value.text(), false));
  }
  return found;
}

/// `-c alias.b=x` of git is seen by every git it starts.
void Walker::pass_on(const Word& setting) {
  const std::string prefix = setting.literal_prefix();
  const std::size_t equals = prefix.find('=');
  const std::string name = equals == std::string::npos ? std::string() : alias_key(std::string_view(prefix).substr(0, equals));
  if (name.empty()) return;
  Cell cell;
  cell.value.kind = Value::Kind::kScalar;
  cell.value.items = {without_prefix(setting, equals + 1)};
  scope_.set("g:" + name, std::move(cell));
}

/// A shell alias runs at the top of the work tree that git was started in: known where the folder is that top.
void Walker::alias_directory(const Fields& argv, std::size_t sub) {
  Directory& directory = scope_.shell.directory;
  const Directory start = directory;
  for (std::size_t i = 1; i + 1 < sub; ++i) {
    if (argv[i].is("-C")) directory = resolve(argv[i + 1]);
  }
  if (!directory.known || (directory.path.empty() && start == directory)) return;
  const bool absolute = directory.path.starts_with('/');
  const std::string folder = absolute || options_.start_dir.empty() ? directory.path : join_path(options_.start_dir, directory.path);
  const std::optional<std::string> top = options_.git_top_level && folder.starts_with('/') ? options_.git_top_level(folder) : std::nullopt;
  directory.known = top.has_value();
  if (top) directory.path = *top;
}

bool Walker::git_alias(const Fields& argv, std::size_t sub, const Context& outer, ByteRange range, bool open) {
  const std::string name = argv[sub].text();
  Word value;
  bool unsure = false;
  const bool found = find_git_alias(argv, sub, outer, name, value, unsure);
  if (unsure) opaque(range, "git alias '" + name + "' may be set in a way that cannot be seen", outer);
  if (!found) return false;
  Context ctx = outer;
  ctx.via.push_back("git alias " + name);
  int same = 0;
  for (const std::string& via : ctx.via) same += via.starts_with("git alias ") ? 1 : 0;
  constexpr int kLongestChain = 12;
  if (!value.is_static() || same > kLongestChain) {
    opaque(range, "git alias '" + name + "' is not known", ctx);
    return true;
  }
  std::string text = value.text();
  const std::size_t begin = text.find_first_not_of(" \t\n");
  text = begin == std::string::npos ? std::string() : text.substr(begin);
  if (text.starts_with('!')) {
    // git runs it with sh in the top directory of the work tree, arguments appended.
    Fields positional = {Word::literal(text.substr(1))};
    positional.insert(positional.end(), argv.begin() + static_cast<std::ptrdiff_t>(sub) + 1, argv.end());
    const bool has_arguments = positional.size() > 1 || open;
    const ShellState before = scope_.shell;
    const std::size_t mark = scope_.mark();
    for (std::size_t i = 1; i < sub; ++i) {
      if (argv[i].is("-c") && i + 1 < sub) pass_on(argv[i + 1]);
      if (argv[i].text().starts_with("--work-tree") || argv[i].text().starts_with("--git-dir")) scope_.shell.directory.known = false;
    }
    alias_directory(argv, sub);
    shell_text(Word::literal(text.substr(1) + (has_arguments ? " \"$@\"" : "")), std::move(positional), open, "sh", ctx, range);
    scope_.rollback(mark);
    scope_.shell = before;
    return true;
  }
  Fields inner(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(sub));
  for (Word& word : split_alias(text)) inner.push_back(std::move(word));
  inner.insert(inner.end(), argv.begin() + static_cast<std::ptrdiff_t>(sub) + 1, argv.end());
  run_inner(std::move(inner), ctx, range, open);
  return true;
}

/// `git config alias.aa 'add -A'`: known to the rest of the text.
void Walker::git_config(const Fields& argv, std::size_t sub) {
  for (std::size_t i = sub + 1; i + 1 < argv.size(); ++i) {
    if (!argv[i].is_static()) continue;
    note_git_setting(argv[i].text(), argv[i + 1]);
    const std::string name = alias_key(argv[i].text());
    if (name.empty()) continue;
    Cell cell;
    cell.value.kind = Value::Kind::kScalar;
    cell.value.items = {argv[i + 1]};
    scope_.set("g:" + name, std::move(cell));
    return;
  }
}

/// Commands inside a git command: walk_git_texts.cc, bisect run, submodule foreach.
void Walker::git_nested(const Fields& argv, std::size_t sub, const Context& outer, ByteRange range) {
  const std::string name = argv[sub].text();
  Context ctx = outer.conditional();
  ctx.via.push_back("git " + name);
  const ShellState before = scope_.shell;
  scope_.shell.directory.known = scope_.shell.directory.known && name != "submodule" && scope_.shell.directory.path.empty();
  git_programs(argv, sub, ctx, range);
  git_options(argv, sub, ctx, range);
  for (std::size_t i = sub + 1; i < argv.size(); ++i) {
    const std::string text = argv[i].literal_prefix();
    const bool rest = (name == "bisect" && i == sub + 1 && text == "run") || (name == "submodule" && text == "foreach");
    if (!rest) continue;
    std::size_t first = i + 1;
    while (first < argv.size() && argv[first].text().starts_with('-')) ++first;
    if (first >= argv.size()) break;
    if (first + 1 == argv.size() || name == "bisect") {
      Word whole;
      for (std::size_t k = first; k < argv.size(); ++k) {
        if (k > first) whole.append_literal(" ", true);
        if (k > first) whole.append_literal("'", true);
        for (const Piece& p : argv[k].pieces) whole.append(p);
        if (k > first) whole.append_literal("'", true);
      }
      shell_text(whole, {}, false, "sh", ctx, range);
    } else {
      run_inner(Fields(argv.begin() + static_cast<std::ptrdiff_t>(first), argv.end()), ctx, range, false);
    }
    break;
  }
  scope_.shell = before;
}

}  // namespace cordon::shell
