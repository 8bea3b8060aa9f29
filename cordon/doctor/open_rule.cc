// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/open_rule.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/settings/bash_rule.h"
#include "shared/shell/walk.h"
#include "shared/shell/wrappers.h"

namespace cordon::doctor {
namespace {

using shell::Invocation;
using shell::Word;

constexpr std::string_view kInterpreters[] = {
    "sh",   "bash",  "rbash", "dash", "ash",    "zsh",   "ksh",  "mksh",    "fish",   "csh",    "tcsh",   "elvish", "nu",      "xonsh",   "pwsh",   "powershell", "powershell.exe", "cmd", "cmd.exe",
    "python", "pypy", "ipython", "perl", "ruby", "irb", "node", "nodejs", "deno",   "bun",    "php",    "lua",    "luajit",  "tclsh",   "expect", "wish",       "Rscript",        "R",   "julia",
    "ghci", "runghc", "osascript", "groovy", "jshell", "scala", "awk", "gawk",  "mawk",   "nawk",   "ts-node", "tsx",   "guile",   "sbcl",    "clojure", "erl", "eval", "source", ".", "gdb",
};
// Run a program that the arguments name, and are in no table of shared/shell as such: fetched packages, other names of wrappers.
struct Launcher {
  std::string_view program, subcommand;
};
constexpr Launcher kLaunchers[] = {
    {"npx", ""},      {"bunx", ""},      {"pnpx", ""},      {"uvx", ""},         {"npm", "exec"},  {"npm", "x"},     {"pnpm", "dlx"},   {"pnpm", "exec"}, {"yarn", "dlx"}, {"yarn", "exec"},
    {"bun", "x"},     {"pipx", "run"},   {"pdm", "run"},    {"hatch", "run"},    {"pipenv", "run"}, {"conda", "run"}, {"nix", "run"},    {"nix", "shell"}, {"nix-shell", ""}, {"su", ""},
    {"parallel", ""}, {"xargs", ""},     {"env", ""},       {"exec", ""},        {"command", ""},  {"builtin", ""},  {"script", ""},    {"watch", ""},    {"ssh", ""},      {"at", ""},
    {"batch", ""},    {"screen", ""},    {"tmux", ""},      {"docker", "exec"},  {"podman", "exec"}, {"wsl", ""},    {"wsl.exe", ""},
};

// Ordinary tools with an option that starts a program. Under an allow rule the runtime ran these without a question; `find -exec`
// it asks about by itself (measured on 2.1.202 and 2.1.332). make, npm and the like run what the project says: none of these.
struct ByOption {
  std::string_view program, example;
};
constexpr ByOption kByOption[] = {{"git", "git -c alias.x='!…' x"}, {"sed", "sed '1e …'"}, {"gsed", "gsed '1e …'"}, {"tar", "tar … --checkpoint-action=exec='…'"}};

// A star becomes an expansion of which nothing is known: "python3 *" -> "python3 $S".
std::string as_shell(std::string_view body) {
  std::string out;
  if (body.ends_with(":*")) return std::string(body.substr(0, body.size() - 2)) + " $S";
  for (const char c : body) out += c == '*' ? std::string("$S") : std::string(1, c);
  return out;
}

bool is_option(const std::string& word) { return word.starts_with('-') && word.size() > 1; }

// Options after which the program itself comes.
bool takes_program(const std::string& option) {
  constexpr std::string_view kOptions[] = {"-c", "-e", "-E", "-r", "-m", "-p", "--eval", "--exec", "--print", "-lc", "-ic", "-cl", "-ec", "-Command", "/c", "-ex", "-n", "-ne", "-pe"};
  return std::find(std::begin(kOptions), std::end(kOptions), option) != std::end(kOptions);
}

// Whether what the interpreter runs is open: the first thing that is no option is unknown from its first byte on.
bool program_is_open(const Invocation& invocation) {
  for (size_t i = 1; i < invocation.argv.size(); ++i) {
    const Word& word = invocation.argv[i];
    if (!word.is_static()) {
      const std::string prefix = word.literal_prefix();
      return prefix.empty() || prefix.starts_with('-') || prefix == "/";
    }
    const std::string option = word.text();
    if (!is_option(option)) return false;  // a script, or the text of -c: named
    if (takes_program(option) && i + 1 < invocation.argv.size() && invocation.argv[i + 1].is_static()) return false;
  }
  return invocation.args_open;
}

bool is_bare_or_open(const Invocation& invocation, size_t first) {
  for (size_t i = first; i < invocation.argv.size(); ++i) {
    if (!invocation.argv[i].is_static()) return true;
    if (!is_option(invocation.argv[i].text())) return false;
  }
  return false;
}

const Launcher* launcher_of(const Invocation& invocation) {
  const std::string name(path::base_name(invocation.argv[0].text()));
  for (const Launcher& launcher : kLaunchers) {
    if (launcher.program != name) continue;
    if (launcher.subcommand.empty() || (invocation.argv.size() > 1 && invocation.argv[1].is(launcher.subcommand))) return &launcher;
  }
  return nullptr;
}

// "uv *": the subcommand that runs things is among what the star stands for.
bool may_launch(const Invocation& invocation) {
  const Launcher* launcher = launcher_of(invocation);
  const bool only_looks = invocation.argv[0].is("command") && invocation.argv.size() > 1 && (invocation.argv[1].is("-v") || invocation.argv[1].is("-V"));
  if (only_looks) return false;
  if (launcher != nullptr) return is_bare_or_open(invocation, launcher->subcommand.empty() ? 1 : 2);
  const std::string name(path::base_name(invocation.argv[0].text()));
  const shell::Wrapper* wrapper = shell::find_wrapper(name);
  if (wrapper == nullptr || wrapper->kind == shell::WrapperKind::kOptionOnly) return false;
  if (wrapper->subcommand.empty()) return is_bare_or_open(invocation, 1);
  const bool named = invocation.argv.size() > 1 && invocation.argv[1].is(wrapper->subcommand);
  return named ? is_bare_or_open(invocation, 2) : invocation.argv.size() > 1 && !invocation.argv[1].is_static() && invocation.argv[1].literal_prefix().empty();
}

std::string via_of(const Invocation& invocation) { return invocation.via.empty() ? "" : invocation.via.front(); }

// argv[0] is not known whole: "py*" may be python3, "$S" (behind a wrapper) anything.
OpenRule judge_unknown_program(const Invocation& invocation) {
  const std::string prefix = invocation.argv[0].literal_prefix();
  if (prefix.empty()) return {Opens::kAnyProgram, via_of(invocation), ""};
  const std::string_view name = path::base_name(prefix);
  const bool of_system = prefix.ends_with('/') && (prefix.starts_with("/usr/") || prefix.starts_with("/bin/") || prefix.starts_with("/opt/") || prefix == "/");
  if (of_system) return {Opens::kAnyProgram, prefix + "*", via_of(invocation)};
  if (name.empty() || prefix.ends_with('/')) return {};
  for (const std::string_view interpreter : kInterpreters) {
    if (interpreter.starts_with(name)) return {Opens::kInterpreter, std::string(interpreter), via_of(invocation)};
  }
  if (is_interpreter(name)) return {Opens::kInterpreter, std::string(name), via_of(invocation)};
  return {};
}

OpenRule judge(const Invocation& invocation) {
  if (!invocation.argv[0].is_static()) return judge_unknown_program(invocation);
  const std::string program = invocation.argv[0].text();
  const std::string name(path::base_name(program));
  if (is_interpreter(name) && program_is_open(invocation)) return {Opens::kInterpreter, name, via_of(invocation)};
  if (may_launch(invocation)) return {Opens::kAnyProgram, name, via_of(invocation)};
  for (const ByOption& each : kByOption) {
    if (each.program == name && is_bare_or_open(invocation, 1) && invocation.argv.size() > 1) return {Opens::kByOption, name, via_of(invocation), std::string(each.example)};
  }
  return {};
}

}  // namespace

bool is_interpreter(std::string_view program) {
  std::string name(path::base_name(program));
  const auto has = [](std::string_view wanted) { return std::find(std::begin(kInterpreters), std::end(kInterpreters), wanted) != std::end(kInterpreters); };
  if (has(name)) return true;
  while (!name.empty() && (std::isdigit(static_cast<unsigned char>(name.back())) || name.back() == '.')) name.pop_back();  // python3.11, lua5.4
  return !name.empty() && has(name);
}

OpenRule what_opens(std::string_view rule) {
  if (rule == "PowerShell" || rule == "PowerShell(*)") return {Opens::kEverything, "", ""};
  const auto parsed = settings::BashRule::parse(rule);
  if (!parsed) return {};
  if (parsed->catches_everything()) return {Opens::kEverything, "", ""};
  const std::string_view body = text::trim(rule.substr(5, rule.size() - 6));
  if (body.starts_with('*')) return {Opens::kEverything, "", ""};
  OpenRule found;
  const shell::WalkResult walked = shell::walk(as_shell(body));
  // The innermost program tells most: sudo bash * is about bash.
  for (const Invocation& invocation : walked.invocations) {
    OpenRule here = judge(invocation);
    const bool says_more = found.opens == Opens::kNothing || found.opens == Opens::kByOption || here.opens == Opens::kInterpreter;
    if (here.opens != Opens::kNothing && says_more) found = std::move(here);
  }
  if (found.opens != Opens::kNothing || walked.opaque.empty() || walked.invocations.empty()) return found;
  // bash -c *: the text that would run is not known.
  const Invocation& first = walked.invocations.front();
  if (!first.argv[0].is_static()) return found;
  const std::string name(path::base_name(first.argv[0].text()));
  if (is_interpreter(name)) return {Opens::kInterpreter, name, ""};
  return {Opens::kAnyProgram, name, ""};
}

}  // namespace cordon::doctor
