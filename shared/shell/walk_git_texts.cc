// SPDX-License-Identifier: Apache-2.0
// Shell texts that git runs of its own accord: editors, diff and filter programs, the remote's side of a transfer. Named by an
// option, by a setting (-c, git config) or by the environment; git hands them to `sh -c`. Pagers are left out: they start on a
// terminal only. Tried with git 2.39.
#include <algorithm>

#include "shared/shell/option.h"
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

constexpr std::string_view kWriters = "commit merge rebase revert cherry-pick tag notes am pull";
constexpr std::string_view kRemotes = "fetch pull push clone ls-remote submodule remote archive";

/// A setting or variable whose value is run.
struct GitProgram {
  std::string_view key;          ///< lower case; "filter..clean": one name between the dots
  std::string_view variables;    ///< blank separated, the first that is set counts
  std::string_view subcommands;  ///< that run it; "" is any that reads the work tree
  bool arguments;                ///< git appends some: a file, a host
};
constexpr GitProgram kPrograms[] = {
    {"core.editor", "GIT_EDITOR VISUAL EDITOR", kWriters, true},
    {"sequence.editor", "GIT_SEQUENCE_EDITOR", "rebase", true},
    {"core.sshcommand", "GIT_SSH_COMMAND", kRemotes, true},
    {"diff.external", "GIT_EXTERNAL_DIFF", "diff difftool", true},
    {"diff..command", "", "diff difftool", true},
    {"diff..textconv", "", "diff show log blame", true},
    {"core.fsmonitor", "", "status add stage commit diff stash checkout switch rm mv reset restore update-index", true},
    {"filter..clean", "", "add stage commit status diff stash", false},
    {"filter..smudge", "", "checkout switch restore reset clone stash pull merge rebase", false},
    {"merge..driver", "", "merge rebase cherry-pick revert pull am", false},
    {"mergetool..cmd", "", "mergetool", false},
    {"difftool..cmd", "", "difftool", false},
    {"trailer..command", "", "commit interpret-trailers", false},
    {"credential.helper", "", kRemotes, true},
};

/// An option whose value is run.
struct GitOption {
  std::string_view subcommands;
  std::string_view shorter, longer;
  bool glued_only;  ///< no value as a word of its own: -O
};
constexpr GitOption kOptions[] = {
    {"rebase", "-x", "--exec", false},
    {"difftool", "-x", "--extcmd", false},
    {"fetch pull ls-remote", "", "--upload-pack", false},
    {"clone", "-u", "--upload-pack", false},
    {"fetch-pack", "", "--exec", false},
    {"push send-pack", "", "--receive-pack", false},
    {"push", "", "--exec", false},
    {"grep", "-O", "--open-files-in-pager", true},
};

/// "filter.lfs.clean" is "filter..clean".
bool is_key(std::string_view pattern, std::string_view key) {
  const std::size_t dots = pattern.find("..");
  if (dots == std::string_view::npos) return pattern == key;
  return key.size() > pattern.size() && key.starts_with(pattern.substr(0, dots + 1)) && key.ends_with(pattern.substr(dots + 1));
}

std::optional<Word> option_value(const GitOption& option, const Fields& argv, std::size_t i) {
  const std::string text = argv[i].literal_prefix();
  const bool exact = (!option.shorter.empty() && text == option.shorter) || text == option.longer;
  if (exact && argv[i].is_static()) return option.glued_only || i + 1 >= argv.size() ? std::nullopt : std::optional(argv[i + 1]);
  if (text.starts_with(std::string(option.longer) + "=")) return without_prefix(argv[i], option.longer.size() + 1);
  if (!option.shorter.empty() && text.size() > 2 && text.starts_with(option.shorter)) return without_prefix(argv[i], option.shorter.size());
  return std::nullopt;
}

}  // namespace

/// `arguments`: git appends words that are not known.
void Walker::git_text(Word text, bool arguments, const Context& ctx, ByteRange range) {
  Fields positional;
  if (arguments) {
    text.append_literal(" \"$@\"", true);
    positional = {Word::literal("sh"), Word::unknown("$@", true)};
  }
  shell_text(text, std::move(positional), false, "sh", ctx, range);
}

/// The value of a setting as `-c` in front of the sub-command gives it, else as this text has set it.
std::optional<Word> Walker::git_setting(const Fields& argv, std::size_t sub, std::string_view pattern) const {
  for (std::size_t i = 1; i + 1 < sub; ++i) {
    if (!argv[i].is("-c")) continue;
    const std::string setting = argv[i + 1].literal_prefix();
    const std::size_t equals = setting.find('=');
    if (equals != std::string::npos && is_key(pattern, lower_case(setting.substr(0, equals)))) return without_prefix(argv[i + 1], equals + 1);
  }
  const Cell* cell = scope_.find("G:" + std::string(pattern));
  if (cell == nullptr || cell->value.items.empty()) return std::nullopt;
  return cell->value.items[0];
}

void Walker::git_programs(const Fields& argv, std::size_t sub, const Context& ctx, ByteRange range) {
  const std::string name = argv[sub].text();
  for (const GitProgram& program : kPrograms) {
    // What an editor of git starts has the same editor: once is enough.
    if (!has_name(program.subcommands, name) || std::find(ctx.via.begin(), ctx.via.end(), program.key) != ctx.via.end()) continue;
    std::optional<Word> value;
    for (std::string_view left = program.variables; !value && !left.empty();) {
      const std::string_view variable = left.substr(0, left.find(' '));
      left.remove_prefix(std::min(left.size(), variable.size() + 1));
      for (const Assignment& a : ctx.environment) {
        if (a.name == variable) value = a.value;
      }
      const Cell* cell = value ? nullptr : scope_.find("v:" + std::string(variable));
      if (cell != nullptr && cell->value.exported && cell->value.kind == Value::Kind::kScalar && cell->value.items.size() == 1) value = cell->value.items[0];
    }
    if (!value) value = git_setting(argv, sub, program.key);
    if (!value || !value->is_static()) continue;
    std::string text = value->text();
    if (program.key == "credential.helper") {
      if (!text.starts_with('!')) continue;  // the name of a helper
      text.erase(0, 1);
    }
    if (text.find(' ') == std::string::npos) continue;  // a program of its own, "true": nothing in it to see
    Context own = ctx;
    own.via.emplace_back(program.key);
    git_text(Word::literal(text), program.arguments, own, range);
  }
}

/// git fetch ext::'sh -c x% y': % quotes blanks, and the words are run without a shell.
void Walker::git_external(const Word& url, const Context& outer, ByteRange range) {
  const std::string text = url.text();
  if (!url.is_static() || !text.starts_with("ext::")) return;
  Context ctx = outer;
  ctx.via.emplace_back("ext::");
  Fields words;
  std::string word;
  for (std::size_t i = 5; i < text.size(); ++i) {
    if (text[i] == ' ') {
      if (!word.empty()) words.push_back(Word::literal(word));
      word.clear();
    } else if (text[i] == '%' && i + 1 < text.size()) {
      word += text[++i];
    } else {
      word += text[i];
    }
  }
  if (!word.empty()) words.push_back(Word::literal(word));
  run_inner(std::move(words), ctx, range, false);
}

void Walker::git_options(const Fields& argv, std::size_t sub, const Context& ctx, ByteRange range) {
  const std::string name = argv[sub].text();
  const bool remote = has_name(kRemotes, name);
  for (std::size_t i = sub + 1; i < argv.size(); ++i) {
    if (remote) git_external(argv[i], ctx, range);
    for (const GitOption& option : kOptions) {
      if (!has_name(option.subcommands, name)) continue;
      const std::optional<Word> value = option_value(option, argv, i);
      const bool words = value && value->text().find(' ') != std::string::npos;
      if (value && (words || value->has_unknown())) git_text(*value, name != "rebase", ctx, range);
    }
    if (name == "filter-branch" && argv[i].is_static() && argv[i].text().starts_with("--") && argv[i].text().ends_with("-filter") && i + 1 < argv.size()) {
      git_text(argv[i + 1], false, ctx, range);
    }
    // git for-each-repo --config=KEY ADD…: git itself, in every repository the key lists.
    if (name == "for-each-repo" && !argv[i].literal_prefix().starts_with('-')) {
      Fields inner = {argv[0]};
      inner.insert(inner.end(), argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end());
      scope_.shell.directory.known = false;
      return run_inner(std::move(inner), ctx, range, false);
    }
  }
}

/// `git config core.editor 'x y'`: known to the rest of the text.
void Walker::note_git_setting(std::string_view key, const Word& value) {
  const std::string wanted = lower_case(std::string(key));
  for (const GitProgram& program : kPrograms) {
    if (!is_key(program.key, wanted)) continue;
    Cell cell;
    cell.value.kind = Value::Kind::kScalar;
    cell.value.items = {value};
    scope_.set("G:" + std::string(program.key), std::move(cell));
  }
}

}  // namespace cordon::shell
