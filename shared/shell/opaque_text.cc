// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/opaque_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include "shared/base/words.h"
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

std::string_view trim(std::string_view s) {
  const size_t begin = s.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? std::string_view() : s.substr(begin, s.find_last_not_of(kBlanks) - begin + 1);
}

// Programs whose output is meant for eval: they print assignments and functions for the shell.
constexpr Words kInitialisers = {
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
  std::string_view call = trim(source);
  const size_t blank = call.find_first_of(" \t\n)`");
  const std::string program(base_name(call.substr(0, blank)));
  const std::string whole = program + std::string(blank == std::string_view::npos ? "" : call.substr(blank));
  if (call.find_first_of(";|&\n") != std::string_view::npos && call.find("2>&1") == std::string_view::npos && call.find("||") == std::string_view::npos) return false;
  return std::any_of(kInitialisers.begin(), kInitialisers.end(), [&](std::string_view known) {
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

}  // namespace

bool may_hide_commands(const Opaque& opaque, const WalkResult& walked) {
  if (opaque.certainty == Certainty::kNotCalled) return false;
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

}  // namespace cordon::shell
