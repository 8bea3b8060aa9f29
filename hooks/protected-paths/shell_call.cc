// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/shell_call.h"

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/base/words.h"
#include "shared/git/repository.h"
#include "shared/hook/runtime_shell.h"
#include "shared/shell/walk.h"

namespace cordon::protected_paths {
namespace {

// Programs whose output people let their shell run to set up their environment: eval "$(ssh-agent -s)".
struct Initialiser {
  Inline<32> program;
  Inline<32> argument;  // first operand; "" for any
};
constexpr Initialiser kInitialisers[] = {
    {"ssh-agent", ""}, {"direnv", ""}, {"brew", "shellenv"}, {"pyenv", ""}, {"rbenv", "init"}, {"nodenv", "init"}, {"goenv", "init"}, {"jenv", "init"},
    {"fnm", "env"}, {"conda", ""}, {"mamba", ""}, {"micromamba", ""}, {"mise", ""}, {"rtx", ""}, {"asdf", ""}, {"opam", "env"}, {"starship", "init"},
    {"zoxide", "init"}, {"dircolors", ""}, {"luarocks", "path"}, {"minikube", "docker-env"}, {"docker-machine", "env"}, {"keychain", ""},
    {"poetry", "env"}, {"register-python-argcomplete", ""}, {"thefuck", ""}, {"gpg-agent", ""}, {"lesspipe", ""}, {"gnome-keyring-daemon", ""},
    {"stack", "--bash-completion-script"}, {"kubectl", "completion"}, {"helm", "completion"}, {"gh", "completion"}, {"npm", "completion"},
};

bool is_initialiser(const shell::Invocation& it) {
  if (!it.argv[0].is_static()) return false;
  const std::string name(path::base_name(it.argv[0].text()));
  for (const Initialiser& known : kInitialisers) {
    if (known.program == name && (known.argument.empty() || (it.argv.size() > 1 && it.argv[1].is(known.argument)))) return true;
  }
  return false;
}

bool inside(const shell::ByteRange& inner, const shell::ByteRange& outer) { return inner.begin >= outer.begin && inner.end <= outer.end; }

// The unseen text comes from an initialiser and from nothing else.
bool sets_up_environment(const shell::Opaque& opaque, const shell::WalkResult& walked) {
  bool found = false;
  for (const shell::Invocation& it : walked.invocations) {
    if (!inside(it.range, opaque.range)) continue;
    if (it.argv[0].is("eval") || it.argv[0].is("source") || it.argv[0].is(".") || it.argv[0].is("command") || it.argv[0].is("echo")) continue;
    if (!it.argv[0].is_static() && !it.via.empty()) continue;  // the unseen text itself
    if (!is_initialiser(it)) return false;
    found = true;
  }
  return found;
}

std::optional<std::string> variable(const World& world, std::string_view name) {
  // Only what a session does not change by accident; anything else stays unknown.
  constexpr std::string_view kKnown[] = {"HOME", "USER", "LOGNAME", "CLAUDE_PROJECT_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"};
  for (const std::string_view known : kKnown) {
    if (known == name) return world.env_set(std::string(name).c_str());
  }
  if (name == "TMPDIR") return world.env_set("TMPDIR").value_or("/tmp");
  return std::nullopt;
}

shell::WalkOptions options_for(const ShellText& call, World& world) {
  shell::WalkOptions options;
  options.dialect = call.powershell ? shell::Dialect::kPowerShell : hook::runtime_shell(world);
  if (!call.cwd.empty() && call.cwd[0] == '/') options.start_dir = path::clean(call.cwd);
  options.home = world.env_set("HOME").value_or("");
  options.variable = [&world](std::string_view name) { return variable(world, name); };
  options.git_alias = [&world, dir = options.start_dir](std::string_view name) -> std::optional<std::string> {
    const auto repository = git::discover(world, dir);
    return git::find_alias(world, repository ? &*repository : nullptr, name).value;
  };
  options.git_top_level = [&world](std::string_view folder) -> std::optional<std::string> {
    const auto repository = git::discover(world, folder);
    return repository && !repository->work_tree.empty() ? std::optional(repository->work_tree) : std::nullopt;
  };
  return options;
}

bool in_path(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0x80 || std::string_view("./~-_\\+@%").find(static_cast<char>(c)) != std::string_view::npos;
}

}  // namespace

std::vector<std::string_view> path_tokens(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t begin = 0; begin < text.size();) {
    if (!in_path(static_cast<unsigned char>(text[begin]))) {
      ++begin;
      continue;
    }
    size_t end = begin;
    while (end < text.size() && in_path(static_cast<unsigned char>(text[end]))) ++end;
    constexpr size_t kMaxPath = 4096;
    if (end - begin <= kMaxPath) {
      std::string_view token = text.substr(begin, end - begin);
      out.push_back(token);
      if (const size_t dash = token.find_first_not_of('-'); dash != token.npos && dash > 0) out.push_back(token.substr(dash));  // ${x:-path}, -opath
      // The full stop of a sentence, the newline of "x\n".
      while (!token.empty() && token.back() == '.') token.remove_suffix(1);
      if (const size_t escape = token.rfind('\\'); escape != token.npos && escape > 0 && escape + 2 >= token.size()) token = token.substr(0, escape);
      if (!token.empty() && token.size() != end - begin) out.push_back(token);
    }
    begin = end;
  }
  return out;
}

ShellWrites shell_writes(const ShellText& call, World& world, GitRunner& git) {
  ShellWrites out;
  const std::string& command = call.text;
  const shell::WalkOptions options = options_for(call, world);
  const shell::WalkResult walked = shell::walk(command, options);
  out.writes = collect(walked, command, world, git, options.start_dir);
  if (call.powershell) out.writes.mentions.push_back({command, "PowerShell", options.start_dir});
  for (const shell::Invocation& it : walked.invocations) {
    if (it.argv[0].is("mktemp")) out.temporary = true;
  }
  for (const shell::Opaque& it : walked.opaque) {
    if (it.certainty == shell::Certainty::kNotCalled || call.powershell || !call.certain || sets_up_environment(it, walked)) continue;
    out.opaque.push_back("what it runs cannot be seen: " + it.reason);
  }
  return out;
}

}  // namespace cordon::protected_paths
