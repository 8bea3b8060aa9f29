// SPDX-License-Identifier: Apache-2.0
// A clean environment: claude-iso is what starts the agent, nothing runs in a circle, no credentials are inherited.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/secret_names.h"
#include "cordon/doctor/shell_files.h"
#include "cordon/install_wiring.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/shell/walk.h"

namespace cordon::doctor {
namespace {

// A line that brings claude-iso in: sources iso.sh, asks cordon for it, or defines the name by hand.
bool wires_iso(std::string_view line) {
  for (const char* mark : {"iso.sh", "iso.fish", "claude-iso", "agent-iso", "cordon iso"}) {
    if (line.find(mark) != std::string_view::npos) return true;
  }
  return false;
}

std::string login_shell(Context& context) { return std::string(path::base_name(context.world.env_set("SHELL").value_or(""))); }

std::string start_up_of(const std::string& shell) {
  if (shell == "zsh") return "~/.zshrc";
  return shell == "fish" ? "~/.config/fish/config.fish" : "~/.bashrc";
}

// The line that defines claude-iso, by the script beside the installed programs; "" when there is none.
std::string wiring_line(Context& context, const std::string& shell) {
  const std::string script = path::join(context.layout.bin, shell == "fish" ? "iso.fish" : "iso.sh");
  if (context.layout.bin.empty() || context.world.stat(script).kind != FileKind::kRegular) return "";
  return (shell == "fish" ? "source " : ". ") + command::shell_quote(script);
}

Finding not_wired(Context& context, const std::string& shell, std::string title, std::vector<std::string> evidence) {
  const std::string line = wiring_line(context, shell), file = start_up_of(shell);
  if (line.empty()) return warn(std::move(title), std::move(evidence), fmt::format("add a line to {} that sources iso.sh: see cordon iso --help", file));
  Finding finding = warn(std::move(title), std::move(evidence), fmt::format("add to {}: {}", file, line));
  finding.fix = Fix{path::join(context.home, file.substr(2)), "claude-iso is defined in new shells", [line](const std::string& bytes) -> Result<std::string> {
                      return bytes + (bytes.empty() || bytes.back() == '\n' ? "" : "\n") + line + "\n";
                    }};
  return finding;
}

// The names a definition starts by itself, not through env, command or exec, which look past functions and aliases.
std::vector<std::string> names_called(const Definition& definition) {
  std::vector<std::string> out;
  const shell::WalkResult walked = shell::walk(definition.body);
  for (const shell::Invocation& invocation : walked.invocations) {
    if (invocation.via.empty() && invocation.argv[0].is_static()) out.push_back(invocation.argv[0].text());
  }
  return out;
}

using Graph = std::map<std::string, std::vector<const Definition*>>;

bool reaches(const Graph& graph, const std::string& from, const std::string& goal, std::set<std::string>& seen, std::vector<const Definition*>& way) {
  const auto found = graph.find(from);
  if (found == graph.end()) return false;
  for (const Definition* definition : found->second) {
    for (const std::string& name : names_called(*definition)) {
      if (definition->is_alias && name == definition->name) continue;  // a shell does not expand an alias within itself
      way.push_back(definition);
      if (name == goal) return true;
      if (seen.insert(name).second && reaches(graph, name, goal, seen, way)) return true;
      way.pop_back();
    }
  }
  return false;
}

bool is_agent_name(const std::string& name) {
  return name == "claude" || name == "claude-iso" || name == "agent-iso" || name == "codex" || name == "codex-iso" || name == "gemini";
}

void judge_loops(const std::vector<Definition>& definitions, Findings& out) {
  Graph graph;
  for (const Definition& definition : definitions) graph[definition.name].push_back(&definition);
  std::set<const Definition*> told;
  for (const auto& [name, _] : graph) {
    std::set<std::string> seen;
    std::vector<const Definition*> way;
    if (!is_agent_name(name) || !reaches(graph, name, name, seen, way) || told.count(way.front()) != 0) continue;
    std::vector<std::string> evidence;
    for (const Definition* step : way) {
      told.insert(step);
      evidence.push_back(fmt::format("{}: {} {} runs {}", step->place, step->is_alias ? "alias" : "function", step->name, text::shown(text::trim(step->body), 80)));
    }
    out.push_back(failure(fmt::format("'{}' starts itself: it runs in a circle and the agent never starts", name), std::move(evidence),
                          "inside the function write: command claude \"$@\", or use cordon's own iso.sh, which looks past aliases and functions"));
  }
}

bool skips_permissions(const std::string& body) { return body.find("--dangerously-skip-permissions") != std::string::npos || body.find("bypassPermissions") != std::string::npos; }

}  // namespace

Findings check_iso(Context& context) {
  const std::string shell = login_shell(context);
  std::vector<std::string> places, others;
  for (const StartUpFile& file : start_up_files(context)) {
    for (const Line& line : code_lines(file)) {
      if (!wires_iso(line.text)) continue;
      const bool is_read = shell.empty() || file.shell == shell || (file.shell == "sh" && shell != "fish");
      (is_read ? places : others).push_back(fmt::format("{}:{}: {}", file.path, line.number, text::shown(line.text, 100)));
    }
  }
  if (!places.empty()) return {pass("claude-iso is wired", std::move(places))};
  if (!others.empty()) return {not_wired(context, shell, fmt::format("claude-iso is wired, but not for your shell ({})", text::shown(shell, 40)), std::move(others))};
  return {not_wired(context, shell, "claude-iso is not wired: the agent inherits everything in your environment", {fmt::format("{}: no line about iso.sh or claude-iso", start_up_of(shell))})};
}

Findings check_alias_loop(Context& context) {
  Findings out;
  std::vector<Definition> definitions;
  for (const StartUpFile& file : start_up_files(context)) {
    for (Definition& definition : definitions_of(file)) definitions.push_back(std::move(definition));
  }
  judge_loops(definitions, out);
  for (const Definition& definition : definitions) {
    const bool about_claude = definition.body.find("claude") != std::string::npos;
    if (!about_claude || !skips_permissions(definition.body)) continue;
    out.push_back(warn(fmt::format("'{}' starts the agent without permission prompts", definition.name),
                       {fmt::format("{}: {}", definition.place, text::shown(text::trim(definition.body), 100))}, "take the option out, or keep that name for containers: cordon harden hands-off"));
  }
  return out;
}

Findings check_variables(Context& context) {
  std::vector<std::string> names = context.host.variable_names(), found;
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    if (is_secret_name(name)) found.push_back(text::shown(name, 80));
  }
  if (found.empty()) return {pass("no variable is named like a credential")};
  return {warn(fmt::format("{} variable{} named like {}: whatever you start now inherits {}", found.size(), found.size() == 1 ? " is" : "s are", found.size() == 1 ? "a credential" : "credentials",
                           found.size() == 1 ? "it" : "them"),
               std::move(found), "start the agent with claude-iso (cordon iso --explain lists what is kept), or unset them in this shell")};
}

}  // namespace cordon::doctor
