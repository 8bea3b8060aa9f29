// SPDX-License-Identifier: Apache-2.0
#include "cordon/install_proof.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "cordon/install_files.h"
#include "cordon/install_payloads.h"
#include "cordon/install_run.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

enum class Want { kBarrier, kSilence, kMessage };  // kBarrier: ask or deny

struct Check {
  std::string_view program;
  const std::string_view& payload;
  Want want;
  std::string_view opening;  // what the reason (or message) must begin with
  std::string_view what;
};

constexpr Check kChecks[] = {
    {"bypass-warn", kPayloadBypass, Want::kBarrier, "SANDBOX BYPASS", "a command that leaves the sandbox"},
    {"bypass-warn", kPayloadPlain, Want::kSilence, "", "a plain command"},
    {"git-add-guard", kPayloadAddAll, Want::kBarrier, "", "git add -A"},
    {"git-add-guard", kPayloadPlain, Want::kSilence, "", "a plain command"},
    {"protected-paths", kPayloadWorkflow, Want::kBarrier, "", "a write to .github/workflows/x.yml"},
    {"protected-paths", kPayloadPlain, Want::kSilence, "", "a plain command"},
    {"deny-guard", kPayloadNested, Want::kBarrier, "DENY GUARD", "a denied command inside bash -c"},
    {"deny-guard", kPayloadPlain, Want::kSilence, "", "a plain command"},
    {"posture-watch", kPayloadStart, Want::kMessage, "cordon: ", "the start of a session"},
    {"posture-watch", kPayloadPlain, Want::kSilence, "", "a plain command"},
    {"error-hint", kPayloadFailed, Want::kMessage, "cordon: ", "a command that the sandbox made fail"},
    {"error-hint", kPayloadPlain, Want::kSilence, "", "a plain command"},
};

// Home, project (with a repository) and the tools the sandbox needs; removed at the end.
class Scratch {
 public:
  Scratch() {
    const char* base = getenv("TMPDIR");
    root = path::join(base != nullptr && *base != '\0' ? base : "/tmp", "cordon-proof-XXXXXX");
    if (mkdtemp(root.data()) == nullptr) {
      root.clear();
      return;
    }
    root = std::filesystem::canonical(root).string();
    const auto put = [&](std::string_view name, std::string_view text, mode_t mode) {
      const std::string file = path::join(root, name);
      ok = ok && make_folders(std::string(path::parent(file)), 0700) && write_file(file, text, mode);
    };
    ok = make_folders(path::join(root, "project/.git/objects"), 0700) && make_folders(path::join(root, "project/.git/refs/heads"), 0700);
    put("home/.claude/settings.json", "{\"sandbox\":{\"enabled\":true},\"permissions\":{\"deny\":[\"Bash(git push *)\"]}}\n", 0600);
    put("project/.git/HEAD", "ref: refs/heads/main\n", 0600);
    put("project/.git/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n", 0600);
    for (const char* tool : {"bin/bwrap", "bin/socat"}) put(tool, "#!/bin/sh\nexit 0\n", 0700);
  }
  ~Scratch() {
    std::error_code ignored;
    if (!root.empty()) std::filesystem::remove_all(root, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string at(std::string_view name) const { return path::join(root, name); }

  std::string root;
  bool ok = false;
};

Ran start(const Scratch& scratch, const Command& command, std::string_view payload) {
  Run run;
  run.argv = {command.command};
  run.argv.insert(run.argv.end(), command.args.begin(), command.args.end());
  if (command.shell) run.argv = {"/bin/sh", "-c", command.command};
  run.env = {"HOME=" + scratch.at("home"), "PATH=" + scratch.at("bin") + ":/usr/bin:/bin", "CLAUDE_PROJECT_DIR=" + scratch.at("project"),
             "XDG_STATE_HOME=" + scratch.at("state"), "AI_AGENT=claude-code_2-1-332_harness", "CLAUDECODE=1", "LANG=C.UTF-8",
             "CLAUDE_CODE_SESSION_ID=00000000-0000-4000-8000-000000000001", "TERM=xterm-256color", "COLUMNS=120", "LINES=40"};
  run.folder = scratch.at("project");
  run.scratch = scratch.root;
  run.input = placed(payload, scratch.at("project"), scratch.at("home"));
  return run_program(run);
}

struct Verdict {
  std::string decision;  // "ask", "deny", "message", "" for silence, "?" for anything else
  std::string reason;
};
Verdict verdict_of(const Ran& ran) {
  if (!ran.fault.empty()) return {"?", ran.fault};
  if (ran.exit != 0) return {"?", fmt::format("exit {}", ran.exit)};
  if (ran.output.empty()) return {};
  const Json answer = Json::parse(ran.output, nullptr, false);
  if (!answer.is_object()) return {"?", "the answer is no JSON object"};
  const auto specific = answer.find("hookSpecificOutput");
  const auto message = answer.find("systemMessage");
  const bool decides = specific != answer.end() && (!specific->is_object() || specific->contains("permissionDecision"));
  if (!decides && message != answer.end() && message->is_string()) return {"message", message->get<std::string>()};
  if (specific == answer.end() || !specific->is_object()) return {"?", "an answer without a decision"};
  const auto text_at = [&](const char* key) {
    const auto member = specific->find(key);
    return member != specific->end() && member->is_string() ? member->get<std::string>() : "";
  };
  return {text_at("permissionDecision"), text_at("permissionDecisionReason")};
}

bool is_barrier(const Verdict& verdict, std::string_view opening) {
  return (verdict.decision == "ask" || verdict.decision == "deny") && verdict.reason.starts_with(opening);
}

std::string first_line(const std::string& s) { return text::clip(text::visible(s.substr(0, s.find('\n')), text::Newlines::kEscape), 100); }

bool machine_is_managed() {
  RealWorld world;
  return world.stat("/etc/claude-code/managed-settings.json").kind != FileKind::kAbsent ||
         world.stat("/etc/claude-code/managed-settings.d").kind == FileKind::kDirectory;
}

// Managed settings reach into the scratch home too and may rightly silence a guard (a strict sandbox, none at all). Then
// it is proved on a payload that nothing can read: every guard answers that with a question.
void run_check(const Scratch& scratch, const Check& check, const Command& command, Proof& proof) {
  const Verdict verdict = verdict_of(start(scratch, command, check.payload));
  const bool as_wanted = check.want == Want::kSilence   ? verdict.decision.empty()
                         : check.want == Want::kMessage ? verdict.decision == "message" && verdict.reason.starts_with(check.opening)
                                                        : is_barrier(verdict, check.opening);
  const std::string said = verdict.decision.empty() ? "silent" : fmt::format("{}: {}", verdict.decision, first_line(verdict.reason));
  std::string line = fmt::format("{:<16}{} -> {}", check.program, check.what, said);
  if (!as_wanted && check.want == Want::kBarrier && machine_is_managed() && verdict.decision != "?") {
    const Verdict broken = verdict_of(start(scratch, command, "{\"tool_name\":\"Bash\",\"tool_input\":{\"dangerouslyDisableSandbox\":true,"));
    if (is_barrier(broken, "")) {
      proof.lines.push_back(line + " (this machine's managed settings decide that); an unreadable payload -> " + broken.decision);
      return;
    }
  }
  if (!as_wanted) {
    proof.ok = false;
    line += fmt::format("   WRONG, expected {}", check.want == Want::kSilence ? "silence" : check.want == Want::kMessage ? "a message" : "ask or deny");
    if (check.want == Want::kBarrier && !check.opening.empty()) line += fmt::format(" with a reason that opens with {}", check.opening);
  }
  proof.lines.push_back(std::move(line));
}

void prove_hooks(const Scratch& scratch, const std::vector<Command>& commands, Proof& proof) {
  for (const Check& check : kChecks) {
    const auto is_it = [&](const Command& command) { return command.program == check.program; };
    const auto count = std::count_if(commands.begin(), commands.end(), is_it);
    const auto wanted = std::count_if(wired_hooks().begin(), wired_hooks().end(), [&](const WiredHook& hook) { return hook.program == check.program; });
    if (count != wanted) {
      proof.ok = false;
      proof.lines.push_back(fmt::format("{:<16}WRONG, wired {} times instead of {}", check.program, count, wanted));
      continue;
    }
    run_check(scratch, check, *std::find_if(commands.begin(), commands.end(), is_it), proof);
  }
}

void prove_status_line(const Scratch& scratch, const std::vector<Command>& commands, const std::string& bin, Proof& proof) {
  const auto wired = std::find_if(commands.begin(), commands.end(), [](const Command& command) { return command.program == "statusline"; });
  const Command command = wired != commands.end() ? *wired : Command{"statusline", shell_quote(path::join(bin, "statusline")), {}, true};
  const Ran ran = start(scratch, command, kPayloadStatus);
  proof.status_line = ran.output;
  while (proof.status_line.ends_with('\n')) proof.status_line.pop_back();
  const bool shows = ran.output.find("[sandbox]") != std::string::npos || (!ran.output.empty() && machine_is_managed());
  if (shows && ran.fault.empty() && ran.exit == 0) return;
  proof.ok = false;
  std::string fault = ran.fault;
  if (fault.empty()) fault = fmt::format("exit {}, {}", ran.exit, ran.output.empty() ? "printed nothing" : "does not show [sandbox]");
  proof.lines.push_back(fmt::format("{:<16}WRONG, {} {}", "statusline", fault, first_line(ran.errors)));
}

}  // namespace

Proof prove(const std::vector<Command>& commands, const std::string& bin) {
  Proof proof;
  const Scratch scratch;
  if (!scratch.ok) {
    proof.ok = false;
    proof.lines.push_back("no scratch folder could be made below $TMPDIR or /tmp: nothing was proved");
    return proof;
  }
  prove_hooks(scratch, commands, proof);
  prove_status_line(scratch, commands, bin, proof);
  return proof;
}

}  // namespace cordon::command
