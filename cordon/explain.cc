// SPDX-License-Identifier: Apache-2.0
// cordon explain: what the guards see in a command and what they answer. The answers are made by the hooks' own `decide`, in
// the surroundings they would have; nothing is written or counted.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "cordon/explain_place.h"
#include "cordon/explain_report.h"
#include "cordon/explain_world.h"
#include "cordon/options.h"
#include "cordon/table.h"
#include "hooks/bypass-warn/rule.h"
#include "hooks/deny-guard/rule.h"
#include "hooks/git-add-guard/rule.h"
#include "hooks/protected-paths/rule.h"
#include "shared/base/io.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/hook/hook.h"
#include "shared/hook/runtime_shell.h"
#include "shared/json/json.h"
#include "shared/shell/parser.h"

namespace cordon::command {
namespace {

constexpr const char* kExamples =
    "examples\n"
    "  cordon explain 'cd sub && git add -A'\n"
    "  cordon explain --hook deny-guard \"bash -c 'git push'\"\n"
    "  cordon explain --json < script.sh          for programs; shape: schemas/explain-report.schema.json\n"
    "  cordon explain --payload < payload.json    a recorded payload of any tool\n\n"
    "exit: 0 explained, whatever the guards answer; 2 wrong usage or a text that cannot be read";

struct Guard {
  const char* name;
  payload::Decision (*decide)(const payload::ToolCall& call, hook::Settings& settings, World& world);
};
constexpr Guard kGuards[] = {{"bypass-warn", bypass_warn::decide},
                             {"git-add-guard", git_add_guard::decide},
                             {"protected-paths", protected_paths::decide},
                             {"deny-guard", deny_guard::decide}};

struct Options {
  std::vector<std::string> words;
  std::string hook, cwd, tool = "Bash", mode = "default";
  bool json = false, is_payload = false, outside = false;
};

int complain(std::string_view what) {
  const std::string line = fmt::format("cordon explain: {}\n", text::visible(what, text::Newlines::kEscape));
  std::fwrite(line.data(), 1, line.size(), stderr);
  return 2;
}

std::string payload_of(const Options& options, std::string_view command) {
  json::Writer out;
  out.begin().field("session_id", "").field("cwd", options.cwd).field("permission_mode", options.mode).field("hook_event_name", "PreToolUse");
  out.field("tool_name", options.tool).begin("tool_input").field("command", command);
  if (options.outside) out.field("dangerouslyDisableSandbox", true);
  out.end().end();
  return std::move(out.text);
}

shell::WalkResult walk_of(const std::string& command, const payload::ToolCall& call, World& world) {
  shell::WalkOptions options;
  options.dialect = hook::dialect_of(call, world);
  options.start_dir = call.cwd;
  options.home = world.env_set("HOME").value_or("");
  options.variable = [&world](std::string_view name) -> std::optional<std::string> {
    return name == "HOME" || name == "CLAUDE_PROJECT_DIR" ? world.env_set(name == "HOME" ? "HOME" : "CLAUDE_PROJECT_DIR") : std::nullopt;
  };
  return shell::walk(command, options);
}

std::string guard_names() {
  std::string out;
  for (const Guard& guard : kGuards) out += (out.empty() ? " " : ", ") + std::string(guard.name);
  return out;
}

int explain(const Options& options, std::string raw) {
  auto read = payload::Payload::read(std::move(raw));
  if (!read) return complain(read.error().text());
  const payload::ToolCall call = payload::ToolCall::from(std::move(*read));
  ExplainWorld world(call.cwd);
  Explanation out;
  out.tool = call.tool;
  out.command = call.input("command").value;
  out.cwd = call.cwd;
  out.is_shell = call.runs_shell() && call.input("command").presence == payload::Presence::kPresent;
  shell::ParseOptions dialect;
  dialect.zsh = hook::dialect_of(call, world) == shell::Dialect::kZsh;
  const shell::Tree tree = shell::parse(out.command, dialect);
  out.tree = &tree;
  if (out.is_shell) out.walked = walk_of(out.command, call, world);
  for (const Guard& guard : kGuards) {
    if (!options.hook.empty() && options.hook != guard.name) continue;
    hook::Settings settings(world, call);
    payload::Decision decision = guard.decide(call, settings, world);
    if (out.is_shell && decision.begin == decision.end) place(decision, out.walked, out.command);
    out.answers.push_back({guard.name, std::move(decision)});
  }
  if (out.answers.empty()) return complain("no such hook: '" + options.hook + "' (one of" + guard_names() + ")");
  const std::string text = options.json ? explain_json(out) : explain_text(out);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

}  // namespace

int run_explain(int argc, char** argv) {
  Options options;
  CLI::App app{"what the guards see in a command, and what they answer", "cordon explain"};
  app.footer(kExamples);
  app.add_option("COMMAND", options.words, "the command, in one argument; without one it is read from standard input");
  app.add_option("--hook", options.hook, "this guard alone");
  app.add_option("--cwd", options.cwd, "the folder it runs in");
  app.add_option("--tool", options.tool, "Bash, PowerShell or Monitor");
  app.add_option("--mode", options.mode, "the session's permission mode");
  app.add_flag("--outside", options.outside, "as a call with dangerouslyDisableSandbox");
  app.add_flag("--payload", options.is_payload, "standard input is a hook's payload");
  app.add_flag("--json", options.json, "machine-readable");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  if (options.words.size() > 1) return complain("the command must be one argument: put it in quotes");
  RealWorld world;
  options.cwd = path::absolute(options.cwd.empty() ? "." : options.cwd, world.current_dir());
  std::string input;
  if (options.words.empty() || options.is_payload) {
    auto text = read_all(STDIN_FILENO, hook::kMaxPayload);
    if (!text) return complain(text.error().text());
    input = std::move(*text);
  } else {
    input = options.words[0];
  }
  if (options.is_payload) return explain(options, std::move(input));
  if (input.find_first_not_of(" \t\r\n") == std::string::npos) return complain("no command: give it in one argument or on standard input");
  // A hook gets its command as JSON, which is UTF-8.
  return explain(options, payload_of(options, text::repair_utf8(input)));
}

}  // namespace cordon::command
