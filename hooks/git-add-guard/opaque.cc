// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/opaque.h"

#include <algorithm>
#include <string>
#include <vector>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::git_add_guard {
namespace {

using shell::Invocation;
using shell::Opaque;
using shell::Piece;
using shell::PieceKind;
using shell::WalkResult;
using shell::Word;

// Programs whose output is meant for eval: they print assignments and functions for the shell.
constexpr std::string_view kInitialisers[] = {
    "ssh-agent",      "gpg-agent",     "keychain",      "direnv hook",    "direnv export", "brew shellenv",  "starship init", "pyenv init",
    "pyenv virtualenv-init", "rbenv init", "nodenv init", "jenv init",    "goenv init",    "nodenv init",    "plenv init",    "fnm env",
    "fnm completion", "dircolors",     "locale",        "zoxide init",    "mise activate", "mise env",       "rtx activate",  "asdf exec",
    "conda shell.bash hook", "conda shell.posix hook", "mamba shell hook", "micromamba shell hook", "opam env", "opam config env", "luarocks path",
    "thefuck --alias", "atuin init",   "mcfly init",    "navi widget",    "register-python-argcomplete", "pip completion", "poetry env activate",
    "pdm venv activate", "docker-machine env", "minikube docker-env", "minikube -p", "eksctl completion", "kubectl completion", "helm completion",
    "gh completion",  "npm completion", "rustup completions", "lesspipe", "resize", "tset",         "perl -I", "perl -M", "vault login", "aws configure export-credentials",
    "getopt",         "dpkg-buildflags", "dpkg-architecture", "go env",  "guix package",  "nix print-dev-env", "devbox shellenv", "devbox global shellenv",
    "chruby",         "stty",          "tput",          "op signin",      "okta-awscli",   "xcode-select",  "luaver",        "jabba use"};

// "$(ssh-agent -s 2>/dev/null)" -> "ssh-agent -s …"; a path in front of the program is dropped.
bool is_initialiser(std::string_view source) {
  if (source.starts_with("$(") || source.starts_with("<(")) source.remove_prefix(2);
  if (source.starts_with('`')) source.remove_prefix(1);
  std::string_view call = text::trim(source);
  const size_t blank = call.find_first_of(" \t\n)`");
  const std::string program(path::base_name(call.substr(0, blank)));
  const std::string whole = program + std::string(blank == std::string_view::npos ? "" : call.substr(blank));
  if (call.find_first_of(";|&\n") != std::string_view::npos && call.find("2>&1") == std::string_view::npos && call.find("||") == std::string_view::npos) return false;
  return std::any_of(std::begin(kInitialisers), std::end(kInitialisers), [&](std::string_view known) {
    return whole.starts_with(known) && (whole.size() == known.size() || std::string_view(" \t)`\n").find(whole[known.size()]) != std::string_view::npos ||
                                        known.ends_with('I') || known.ends_with('M'));
  });
}

// The words that hold the text of `eval` (all of them) or of `sh -c` (the first that is not known).
std::vector<const Word*> text_of(const Opaque& opaque, const WalkResult& walked) {
  std::vector<const Word*> out;
  for (const Invocation& invocation : walked.invocations) {
    if (!(invocation.range == opaque.range)) continue;
    const bool all = invocation.argv[0].is("eval");
    for (size_t i = 1; i < invocation.argv.size() && (all || out.empty()); ++i) {
      if (all || invocation.argv[i].has_unknown()) out.push_back(&invocation.argv[i]);
    }
    if (!out.empty()) break;
  }
  return out;
}

bool is_eval(const Opaque& opaque, const WalkResult& walked) {
  return std::any_of(walked.invocations.begin(), walked.invocations.end(),
                     [&](const Invocation& it) { return it.range == opaque.range && it.argv[0].is("eval"); });
}

// Words of letters and signs that matter to git, lower case.
std::vector<std::string> tokens(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (std::string_view(" \t\r\n;|&(){}[]\"'`,=").find(c) == std::string_view::npos) {
      out.back() += c;
    } else if (!out.back().empty()) {
      out.emplace_back();
    }
  }
  return out;
}

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> list) { return std::find(list.begin(), list.end(), word) != list.end(); }

// The words of a blanket add or commit anywhere in a text that is not shell.
bool names_blanket_add(std::string_view text) {
  bool git = false, stages = false, blanket = false;
  for (const std::string& raw : tokens(text)) {
    const std::string word = text::ascii_lower(raw);
    git = git || is_one_of(word, {"git", "git.exe"}) || word.ends_with("\\git.exe") || word.ends_with("/git") || word.ends_with("\\git");
    stages = stages || is_one_of(word, {"add", "stage", "commit", "stash", "update-index"});
    blanket = blanket || is_one_of(word, {".", "./", ".\\", "*", ":/", "--all", "-u", "..", "$pwd", "--no-ignore-removal"});
    blanket = blanket || (raw.size() > 1 && raw[0] == '-' && raw[1] != '-' && raw.find_first_of("Aa") != std::string::npos && raw.size() <= 5);
  }
  return git && stages && blanket;
}

constexpr std::string_view kInterpreters[] = {"python", "perl", "ruby", "node", "nodejs", "php", "deno", "bun", "lua", "tclsh"};
// Calls by which these start programs.
constexpr std::string_view kStarters[] = {"os.system", "subprocess", "popen", "system(", "exec", "spawn", "child_process", "`", "%x", "qx", "IO.", "Open3"};

// python3 - <<EOF. Such texts often write documents, where a backquote starts nothing: only calls that surely start a program count.
bool input_may_stage(const Invocation& invocation, std::string_view program) {
  if (!program.starts_with("python") || !invocation.input.has_text) return false;
  if (invocation.argv.size() > 2 || (invocation.argv.size() == 2 && !invocation.argv[1].is("-"))) return false;
  const std::string text = invocation.input.text.text();
  constexpr std::string_view kCalls[] = {"os.system(", "os.popen(", "os.exec", "os.spawn", "subprocess.run(", "subprocess.call(", "subprocess.check_", "subprocess.Popen(", "subprocess.getoutput("};
  return names_blanket_add(text) && std::any_of(std::begin(kCalls), std::end(kCalls), [&](std::string_view call) { return text.find(call) != std::string::npos; });
}

}  // namespace

bool may_hide_staging(const Opaque& opaque, const WalkResult& walked) {
  if (opaque.certainty == shell::Certainty::kNotCalled) return false;
  // source <(kubectl completion bash)
  constexpr std::string_view kOutput = "output of '";
  if (opaque.reason.starts_with(kOutput) && is_initialiser(std::string_view(opaque.reason).substr(kOutput.size(), opaque.reason.rfind('\'') - kOutput.size()))) return false;
  if (opaque.reason.find("is not wholly known") == std::string::npos) return true;
  const std::vector<const Word*> words = text_of(opaque, walked);
  const bool eval = is_eval(opaque, walked);
  bool hides = words.empty();
  for (const Word* word : words) {
    for (const Piece& piece : word->pieces) {
      // Something around it is literal: the walk has read that with the unknown part as a value.
      if (piece.kind == PieceKind::kLiteral && piece.text.find_first_not_of(" \t\n;") != std::string::npos) return false;
      if (piece.kind == PieceKind::kUnknown && !(eval && is_initialiser(piece.text))) hides = true;
    }
  }
  return hides;
}

bool powershell_may_stage(std::string_view text) {
  for (const std::string& word : tokens(text::ascii_lower(text))) {
    if (is_one_of(word, {"iex", "invoke-expression", "-enc", "-encodedcommand", "-ec"})) return true;
  }
  return names_blanket_add(text);
}

bool interpreter_may_stage(const Invocation& invocation) {
  const std::string program(path::base_name(invocation.argv[0].literal_prefix()));
  const bool known = std::any_of(std::begin(kInterpreters), std::end(kInterpreters), [&](std::string_view name) { return program.starts_with(name); });
  if (!known) return false;
  for (size_t i = 1; i + 1 < invocation.argv.size(); ++i) {
    const std::string option = invocation.argv[i].literal_prefix();
    if (!option.starts_with('-') || option.starts_with("--") || option.find_first_of("ceEpr") == std::string::npos) continue;
    const std::string text = invocation.argv[i + 1].text();
    const bool starts = std::any_of(std::begin(kStarters), std::end(kStarters), [&](std::string_view call) { return text.find(call) != std::string::npos; });
    if (starts && names_blanket_add(text)) return true;
  }
  return input_may_stage(invocation, program);
}

}  // namespace cordon::git_add_guard
