// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/git_command.h"

#include <algorithm>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/shell/option.h"

namespace cordon::git_add_guard {
namespace {

using shell::Invocation;
using shell::PieceKind;
using shell::Word;

// Programs people name by a variable of the environment; none of them is git.
constexpr std::string_view kWellKnown[] = {"EDITOR", "VISUAL", "PAGER", "BROWSER", "SHELL", "PYTHON", "PYTHON3", "CC",   "CXX",  "LD",   "AR",
                                           "MAKE",   "NODE",   "NPM",   "JAVA",    "CARGO", "GO",     "RUBY",    "PERL", "PIP",  "BASH", "CMAKE"};
constexpr std::string_view kDashed[] = {"git-add", "git-stage", "git-commit", "git-stash", "git-update-index"};

// The file name of a program, as Windows may write it too: "C:\bin\Git.EXE" -> "git".
std::string program_name(std::string_view word) {
  const size_t slash = word.find_last_of("/\\");
  std::string name = std::string(slash == std::string_view::npos ? word : word.substr(slash + 1));
  if (name.size() > 4 && text::ascii_lower(name).ends_with(".exe")) name = text::ascii_lower(name.substr(0, name.size() - 4));
  return name;
}

bool is_well_known(std::string_view source) {
  std::string name;
  for (const char c : source) {
    if (c != '$' && c != '{' && c != '}' && c != '"') name += c;
  }
  return std::find(std::begin(kWellKnown), std::end(kWellKnown), name) != std::end(kWellKnown);
}

// Literal text after the last piece that is not literal.
std::string literal_suffix(const Word& word) {
  return !word.pieces.empty() && word.pieces.back().kind == PieceKind::kLiteral ? word.pieces.back().text : std::string();
}

bool may_be_git(const Word& word) {
  if (word.pieces.size() == 1 && is_well_known(word.pieces[0].text)) return false;
  const std::string prefix = word.literal_prefix();
  const std::string_view base = path::base_name(prefix);
  const bool fits = std::string_view("git").starts_with(prefix.ends_with('/') ? std::string_view() : base);
  if (!fits) return false;
  const std::string suffix = literal_suffix(word);
  // "$bin/tool": the end names the program. With "git" in front, as in git${IFS}add, the end is an argument.
  if (suffix.find('/') != std::string::npos && prefix.empty()) return program_name(suffix) == "git";
  if (word.splits()) return true;
  if (suffix.find('/') != std::string::npos) return program_name(suffix) == "git";
  return suffix.size() <= 3 && std::string_view("git").ends_with(suffix);
}

enum class Takes : uint8_t { kNothing, kWord, kEither };  // kEither: "--git-dir x" and "--git-dir=x"
struct GlobalOption {
  std::string_view name;
  Takes takes;
};
constexpr GlobalOption kWithValue[] = {{"-C", Takes::kWord},          {"-c", Takes::kWord},          {"--git-dir", Takes::kEither},
                                       {"--work-tree", Takes::kEither}, {"--namespace", Takes::kEither}, {"--super-prefix", Takes::kEither},
                                       {"--config-env", Takes::kEither}, {"--attr-source", Takes::kEither}, {"--shallow-file", Takes::kWord}};

void take(GitCommand& out, std::string_view name, const Word& value) {
  if (name == "-C") out.directories.push_back(value);
  if (name == "--git-dir") out.git_dir = value;
  if (name == "--work-tree") out.work_tree = value;
  if (name == "-c" && text::ascii_lower(value.literal_prefix()).starts_with("core.editor")) out.editor_set = true;
}

bool switches(PathspecMode& mode, std::string_view name) {
  if (name == "--literal-pathspecs") return mode.literal = true;
  if (name == "--glob-pathspecs") return mode.glob = true;
  if (name == "--noglob-pathspecs") return mode.no_glob = true;
  if (name == "--icase-pathspecs") return mode.icase = true;
  return false;
}

void read_environment(GitCommand& out) {
  const auto value = [&](std::string_view name) -> const Word* {
    const shell::Assignment* found = out.invocation->find_env(name);
    return found == nullptr ? nullptr : &found->value;
  };
  if (const Word* dir = value("GIT_DIR")) out.git_dir = *dir;
  if (const Word* tree = value("GIT_WORK_TREE")) out.work_tree = *tree;
  const auto on = [&](std::string_view name) {
    const Word* word = value(name);
    return word != nullptr && !word->is("0") && !word->is("false") && !word->is("");
  };
  out.pathspec_mode = {on("GIT_LITERAL_PATHSPECS"), on("GIT_GLOB_PATHSPECS"), on("GIT_ICASE_PATHSPECS"), on("GIT_NOGLOB_PATHSPECS")};
  for (const std::string_view name : {"GIT_EDITOR", "EDITOR", "VISUAL", "GIT_SEQUENCE_EDITOR"}) out.editor_set = out.editor_set || value(name) != nullptr;
}

}  // namespace

Program program_of(const Invocation& invocation) {
  const Word& word = invocation.argv[0];
  if (!word.is_static()) return may_be_git(word) ? Program::kPerhaps : Program::kOther;
  const std::string name = program_name(word.text());
  if (name == "git" || name == "hub") return Program::kGit;
  return std::find(std::begin(kDashed), std::end(kDashed), name) != std::end(kDashed) ? Program::kGit : Program::kOther;
}

GitCommand read_git(const Invocation& invocation) {
  GitCommand out;
  out.invocation = &invocation;
  read_environment(out);
  const auto& argv = invocation.argv;
  const auto rest_from = [&](size_t first) { out.arguments.assign(argv.begin() + static_cast<std::ptrdiff_t>(std::min(first, argv.size())), argv.end()); };
  if (const std::string name = program_name(argv[0].text()); name.starts_with("git-")) {
    out.subcommand = name.substr(4);
    rest_from(1);
    return out;
  }
  for (size_t i = 1; i < argv.size(); ++i) {
    const std::string prefix = argv[i].literal_prefix();
    if (prefix.empty() || prefix[0] != '-') {
      argv[i].is_static() ? static_cast<void>(out.subcommand = argv[i].text()) : static_cast<void>(out.unknown_word = argv[i]);
      rest_from(i + 1);
      break;
    }
    if (argv[i].is_static() && shell::git_only_prints(prefix)) {
      out.subcommand = "help";
      break;
    }
    for (const GlobalOption& option : kWithValue) {
      if (prefix == option.name && argv[i].is_static() && i + 1 < argv.size()) {
        take(out, option.name, argv[++i]);
        break;
      }
      if (option.takes == Takes::kEither && prefix.starts_with(std::string(option.name) + "=")) take(out, option.name, shell::without_prefix(argv[i], option.name.size() + 1));
    }
    switches(out.pathspec_mode, prefix);
  }
  return out;
}

}  // namespace cordon::git_add_guard
