// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/rule.h"

#include <algorithm>
#include <iterator>

#include "hooks/protected-paths/ground.h"
#include "hooks/protected-paths/message.h"
#include "hooks/protected-paths/outside.h"
#include "hooks/protected-paths/shell_call.h"
#include "hooks/protected-paths/tool_call.h"
#include "shared/base/path.h"
#include "hooks/protected-paths/voided.h"

namespace cordon::protected_paths {
namespace {

constexpr const char* kVoided = "\nDenied, not asked: in bypassPermissions mode the runtime would not show the question for a call that names a hidden file.";
constexpr size_t kMaxTouches = 20;  // enough for the message; the rest changes no verdict

struct Judged {
  std::vector<Touch> touches;
  std::vector<std::string> unknown;

  bool certain() const {
    return std::any_of(touches.begin(), touches.end(), [](const Touch& t) { return t.finding.found == Found::kYes; });
  }
  void add(Finding finding, const std::string& program) {
    for (const Touch& touch : touches) {
      if (touch.finding.path == finding.path && touch.finding.found >= finding.found) return;
    }
    if (touches.size() < kMaxTouches) touches.push_back({std::move(finding), program});
  }
};

// What a mktemp of the same text made is taken to be what an unknown first part of a path stands for.
bool is_temporary(const Target& target, Ground& ground) {
  if (!target.path.empty() || target.tail.empty()) return false;
  std::string literal;
  for (const Tail& piece : target.tail) {
    if (piece.kind == Tail::Kind::kLiteral) literal += piece.text;
  }
  while (!literal.empty() && literal[0] == '/') literal.erase(0, 1);
  return literal.empty() || ground.judge_mention(literal, "").found == Found::kNo;
}

void judge_targets(const ShellWrites& writes, Ground& ground, Judged& out) {
  for (const Target& target : writes.writes.targets) {
    Finding finding = ground.judge(target);
    if (finding.found == Found::kNo) continue;
    if (finding.found == Found::kCannotTell) {
      if (writes.temporary && target.program != "mktemp" && is_temporary(target, ground)) continue;
      if (!target.why.empty()) finding.why = target.why;
    }
    out.add(std::move(finding), target.program);
  }
}

// A token in quotes, behind a command that writes (sed's and vi's w, ed's r), or an operand of its own.
bool stands_as_name(const Mention& mention, std::string_view token) {
  const size_t at = static_cast<size_t>(token.data() - mention.text.data());
  constexpr std::string_view kScripts[] = {"sed", "gsed", "ed", "red", "ex", "vi", "vim", "nvim"};
  if (at == 0) return std::find(std::begin(kScripts), std::end(kScripts), mention.program) == std::end(kScripts) && token.size() == mention.text.size();
  if (mention.program == "sqlite3" && mention.text[0] == '.') return true;  // .output hooks/x
  const char before = mention.text[at - 1];
  if (before == '\'' || before == '"' || before == '`' || before == '=') return true;
  return (before == ' ' || before == '>') && at > 1 && std::string_view("wWrefF!>\'\"").find(mention.text[at - 2]) != std::string_view::npos;
}

void judge_mentions(const std::vector<Mention>& mentions, const std::vector<MadeLink>& links, Ground& ground, Judged& out) {
  for (const Mention& mention : mentions) {
    for (const std::string_view token : path_tokens(mention.text)) {
      Finding finding = ground.judge_mention(token, mention.base, stands_as_name(mention, token));
      for (size_t i = 0; i < links.size() && finding.found == Found::kNo; ++i) {
        const std::string path = path::absolute(token, mention.base);
        if (path::is_within(path, links[i].name)) finding = ground.judge_mention(path::join(links[i].path, path::below(path, links[i].name)), mention.base);
      }
      if (finding.found == Found::kNo) continue;
      finding.found = Found::kCannotTell;
      finding.why = "it is named there, and what is done with it is not known";
      out.add(std::move(finding), mention.program);
    }
  }
}

payload::Decision answer(Judged judged, const payload::ToolCall& call, const Ground& ground, settings::OnTouch on_touch) {
  payload::Decision out;
  if (!judged.touches.empty() || !judged.unknown.empty()) {
    // What is certain first.
    std::stable_sort(judged.touches.begin(), judged.touches.end(), [](const Touch& a, const Touch& b) { return a.finding.found > b.finding.found; });
    const bool certain = judged.certain();
    if (certain) {
      std::erase_if(judged.touches, [](const Touch& t) { return t.finding.found != Found::kYes; });
      judged.unknown.clear();
    }
    std::string reason = reason_of(judged.touches, judged.unknown);
    // An ask holds for these calls in every mode of every version measured (from 2.1.202 on: "sandboxed" and "write" in
    // schemas/runtime/ask-is-a-barrier.json), so no older one needs a denial in its place as bypass-warn's calls do. The
    // exception are calls in which the runtime has a question of its own (voided.h).
    const bool voided = ask_is_void(call);
    if (voided) reason += kVoided;
    out = voided || (certain && on_touch == settings::OnTouch::kDeny) ? payload::Decision::deny(reason) : payload::Decision::ask(reason);
    if (!judged.touches.empty()) out.rule = judged.touches[0].finding.pattern + " in " + judged.touches[0].finding.source;
    // A call that leaves the sandbox has its description written by bypass-warn, which must not be lost.
    const bool leaves_sandbox = call.payload.value("tool_input.dangerouslyDisableSandbox") != nullptr;
    if (out.verdict == payload::Verdict::kAsk && call.runs_shell() && !leaves_sandbox) {
      out.description = short_warning(judged.touches, judged.unknown, call.input("description").value);
    }
  }
  out.system_message = fault_note(ground.list().faults);
  return out;
}

}  // namespace

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  RealGit git;
  return decide_with(call, settings, world, git);
}

payload::Decision decide_with(const payload::ToolCall& call, hook::Settings& settings, World& world, GitRunner& git) {
  ShellWrites writes;
  const auto shell = shell_text(call);
  if (shell) writes = shell_writes(*shell, world, git);
  if (!call.runs_shell()) {
    auto named = tool_targets(call, world.env_set("HOME").value_or(""));
    std::move(named.begin(), named.end(), std::back_inserter(writes.writes.targets));
  }
  if (writes.writes.empty() && writes.opaque.empty()) return payload::Decision::none();

  Ground ground(world, {settings.query().start_dir, shell ? shell->cwd : call.cwd, world.env_set("HOME").value_or("")}, settings.config());
  if (settings.config().outside == settings::Outside::kDeny) {
    const std::string path = first_outside(call, writes.writes.targets, ground.root(), settings.query(), world);
    if (!path.empty()) {
      payload::Decision out = payload::Decision::deny(outside_reason(path, ground.root()));
      out.rule = "protected_paths.outside = deny";
      return out;
    }
  }
  Judged judged;
  if (!ground.list().empty()) {
    judge_targets(writes, ground, judged);
    judge_mentions(writes.writes.mentions, writes.writes.links, ground, judged);
    judged.unknown = std::move(writes.opaque);
  }
  return answer(std::move(judged), call, ground, settings.config().on_touch);
}

payload::Decision unreadable(std::string_view, const Error& error) { return hook::ask_unreadable("protected-paths", error); }

}  // namespace cordon::protected_paths
