// SPDX-License-Identifier: Apache-2.0
// cordon iso: starts an agent with a clean environment. Nothing of it stays behind: the agent takes this process's place.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "cordon/install_report.h"
#include "cordon/iso/environment.h"
#include "cordon/iso/find_agent.h"
#include "cordon/iso/grant.h"
#include "cordon/options.h"
#include "cordon/table.h"
#include "shared/base/io.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/hook/state.h"
#include "shared/settings/config.h"
#include "shared/settings/query.h"

namespace cordon::command {
namespace {

constexpr int kUsage = 2, kNotExecutable = 126, kNotFound = 127;

struct Options {
  std::string agent;
  std::vector<std::string> arguments;  // the agent's own, passed on as they are
  std::vector<std::string> allow, groups;
  bool explain = false, quiet = false, worktree = false;
};

std::string footer() {
  std::string out = fmt::format("let through always\n  {}\n\ngroups\n", iso::pass_through());
  for (const iso::Group& group : iso::groups()) out += fmt::format("  {:<8}{}\n          {}\n", group.name, group.what, group.names);
  return out +
         "\nNames to let through besides: --allow, CORDON_ISO_ALLOW or CLAUDE_ISO_ALLOW (separated by blanks, @proxy for a group), or cordon.toml:\n"
         "  [iso]\n  allow = [\"ANTHROPIC_API_KEY\"]\n  groups = [\"proxy\"]\n  banner = true\n"
         "Only names are ever given or shown. CORDON_ISO is added: by it a wrapper that leads back here is known. claude also gets read access to the current repository through --settings,\n"
         "merged into one you pass. iso.sh (bash, zsh) and iso.fish beside this program define claude-iso and agent-iso.\n\n"
         "exit: the agent's own (0 after --explain); 2 wrong usage, 126 found but cannot be started, 127 not found\n\n"
         "examples\n"
         "  cordon iso claude                      a session without the tokens of this shell\n"
         "  cordon iso --explain claude            which names would be kept and dropped\n"
         "  cordon iso --group proxy codex         any other agent, with the proxy's variables\n"
         "  CLAUDE_ISO_ALLOW=ANTHROPIC_API_KEY claude-iso -p 'go'\n";
}

using text::shown;
void say_err(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

// What is ours stands before the agent's name; the rest is the agent's, "--help" included.
int own_words(int argc, char** argv) {
  int at = 1;
  while (at < argc && argv[at][0] == '-' && std::string_view(argv[at]) != "--") {
    const std::string_view word = argv[at];
    at += word == "--allow" || word == "--group" ? 2 : 1;
  }
  return at < argc ? at : argc;
}

iso::Allowed allowed_names(World& world, const settings::Config& config, const Options& options) {
  iso::Allowed allowed;
  for (const char* name : {"CORDON_ISO_ALLOW", "CLAUDE_ISO_ALLOW"}) iso::allow(allowed, world.env(name).value_or(""));
  for (const std::string& name : config.iso_allow) iso::allow(allowed, name);
  for (const std::string& name : config.iso_groups) iso::allow(allowed, "@" + name);
  for (const std::string& name : options.allow) iso::allow(allowed, name);
  for (const std::string& name : options.groups) iso::allow(allowed, "@" + name);
  return allowed;
}

bool is_claude(const iso::Agent& agent, std::string_view name) { return path::base_name(name) == "claude" || path::base_name(agent.path) == "claude"; }

std::vector<std::string_view> variables() {
  std::vector<std::string_view> out;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) out.emplace_back(*each);
  return out;
}

// Everything that is decided before the agent starts.
struct Start {
  iso::Agent agent;
  iso::Environment environment;
  iso::Allowed allowed;
  std::vector<std::string> folders;   // to be read by sandboxed commands
  bool loses_config = false;          // CLAUDE_CONFIG_DIR is set and not let through
  bool banner = true;
};

Start plan(World& world, const Options& options, const iso::Self& self) {
  Start start;
  const settings::Config config = settings::load_config(world, settings::query_for(world, {}));
  start.allowed = allowed_names(world, config, options);
  const std::vector<std::string_view> own = variables();
  start.environment = iso::clean(own, start.allowed);
  start.agent = iso::find_agent(world, options.agent, self);
  start.banner = config.iso_banner && !options.quiet;
  if (!is_claude(start.agent, options.agent)) return start;
  start.folders = iso::repository_folders(world, world.current_dir(), options.worktree || iso::wants_worktree(options.arguments));
  std::erase_if(start.folders, [](const std::string& folder) { return !text::is_valid_utf8(folder); });  // JSON cannot hold it
  const auto& dropped = start.environment.dropped;
  start.loses_config = std::find(dropped.begin(), dropped.end(), "CLAUDE_CONFIG_DIR") != dropped.end();
  return start;
}

std::string list(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += "  " + shown(name) + "\n";
  return out.empty() ? "  none\n" : out;
}

void explain(const Start& start) {
  say(fmt::format("agent\n  {}\n", start.agent.path.empty() ? "not found" : shown(start.agent.path)));
  if (!start.agent.passed.empty()) say("passed over\n" + list(start.agent.passed));
  say("kept\n" + list(start.environment.kept) + "dropped\n" + list(start.environment.dropped));
  say("read access for sandboxed commands\n" + list(start.folders));
}

int not_found(const Start& start, const std::string& name) {
  std::string why;
  for (const std::string& each : start.agent.passed) why += "\n  passed over: " + shown(each);
  const bool there = start.agent.not_executable;
  say_err(fmt::format("cordon iso: {} '{}': {}{}\n", there ? "cannot start" : "no program", shown(name),
                      there ? "what is there is not executable" : "it is in no absolute folder of PATH; install it, or give its path", why));
  return there ? kNotExecutable : kNotFound;
}

int start_agent(const Start& start, const Options& options, std::vector<std::string> arguments, std::vector<std::string> started) {
  std::vector<std::string> environment = start.environment.entries;
  started.push_back(start.agent.path);
  environment.push_back("CORDON_ISO=" + iso::marker_of(getpid(), started));
  std::vector<char*> argv{const_cast<char*>(options.agent.c_str())}, envp;
  for (std::string& each : arguments) argv.push_back(each.data());
  for (std::string& each : environment) envp.push_back(each.data());
  argv.push_back(nullptr);
  envp.push_back(nullptr);
  std::fflush(nullptr);
  execve(start.agent.path.c_str(), argv.data(), envp.data());
  const int error = errno;
  say_err(fmt::format("cordon iso: cannot start '{}': {}\n", shown(start.agent.path),
                      error == ENOEXEC ? "not a program for this machine" : error == ENOENT ? "the interpreter it names is not there" : text_of_errno(error)));
  return kNotExecutable;
}

int run(const Options& options) {
  RealWorld world;
  const std::vector<std::string> started = iso::started_by(world.env("CORDON_ISO").value_or(""), getpid(), getppid());
  const iso::Self self{world.read_link("/proc/self/exe").value_or(""), started};
  const Start start = plan(world, options, self);
  for (const std::string& fault : start.allowed.faults) warn(shown(fault));
  if (options.explain) explain(start);
  if (start.agent.path.empty()) return not_found(start, options.agent);
  if (options.explain) return 0;
  const std::string state = hook::state_folder(world), place = state.empty() ? "" : path::join(state, "iso");
  auto arguments = iso::with_grant(world, options.arguments, start.folders, place);
  if (!arguments) {
    say_err(fmt::format("cordon iso: {}: nothing was started\n", shown(arguments.error().text())));
    return kUsage;
  }
  if (start.loses_config) warn("CLAUDE_CONFIG_DIR is not let through: the session takes ~/.claude, not the settings and guards of that folder (--allow CLAUDE_CONFIG_DIR)");
  if (start.banner) {
    say_err(fmt::format("cordon iso: {} with {} variables, {} dropped (cordon iso --explain {} names them)\n", shown(start.agent.path), start.environment.kept.size(),
                        start.environment.dropped.size(), shown(options.agent)));
  }
  return start_agent(start, options, std::move(*arguments), started);
}

}  // namespace

int run_iso(int argc, char** argv) {
  Options options;
  CLI::App app{"Starts an agent with a clean environment: tokens and keys of your shell stay outside.", "cordon iso"};
  app.footer(footer());
  app.add_flag("--explain", options.explain, "list the names kept and dropped (never values), start nothing");
  app.add_flag("-q,--quiet", options.quiet, "no banner");
  app.add_flag("-w,--worktree", options.worktree, "the main checkout may be read, too (claude's own -w does the same)");
  app.add_option("--allow", options.allow, "let this variable through, too")->type_name("NAME")->allow_extra_args(false);
  app.add_option("--group", options.groups, "let a group through: proxy, ca, editor")->check(CLI::IsMember({"proxy", "ca", "editor"}))->allow_extra_args(false);
  app.add_option("AGENT", options.agent, "the agent's program, and behind it its own options: claude, codex, …");
  const int own = own_words(argc, argv);
  int agent = own;
  if (agent < argc && std::string_view(argv[agent]) == "--") ++agent;
  if (const auto ended = parse_options(app, own, argv)) return *ended;
  if (agent >= argc || *argv[agent] == '\0') {
    say_err("cordon iso: which agent? e.g. cordon iso claude (--help says more)\n");
    return kUsage;
  }
  options.agent = argv[agent];
  options.arguments.assign(argv + agent + 1, argv + argc);
  // claude-iso --explain: the function's own words come behind the agent's name, and no agent has an option of that name.
  if (!options.arguments.empty() && options.arguments[0] == "--explain") options.explain = true;
  return run(options);
}

}  // namespace cordon::command
