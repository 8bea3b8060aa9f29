// SPDX-License-Identifier: Apache-2.0
#include "statusline/sample.h"

#include <string>

namespace cordon::statusline {
namespace {

using settings::Sandbox;

constexpr int64_t kNow = 1'767'323'045;  // 2026-01-02 03:04:05 UTC
constexpr std::string_view kPayload = R"({"model":{"id":"claude-opus-5-5","display_name":"Opus 5.5"},"effort":{"level":"medium"},
"thinking":{"enabled":true},"cost":{"total_cost_usd":1.25,"total_duration_ms":1520000,"total_lines_added":156,"total_lines_removed":23},
"context_window":{"context_window_size":200000,"current_usage":{"input_tokens":1200,"cache_creation_input_tokens":800,"cache_read_input_tokens":82000},
"used_percentage":42},"rate_limits":{"five_hour":{"used_percentage":24,"resets_at":1767330245},"seven_day":{"used_percentage":8,"resets_at":1767600000}},
"prompt_cache":{"warm":true,"expires_at":1767323297}})";
constexpr std::string_view kFirst = R"({"model":{"id":"claude-opus-5-5","display_name":"Opus 5.5"},"cost":{"total_cost_usd":0,"total_duration_ms":1000},
"context_window":{"used_percentage":null}})";
constexpr std::string_view kLate = R"({"model":{"id":"claude-opus-5-5","display_name":"Opus 5.5"},
"pr":{"number":12,"url":"https://example.org/owner/repo/pull/12","review_state":"changes_requested"},
"cost":{"total_cost_usd":23.7,"total_duration_ms":15200000,"total_lines_added":2156,"total_lines_removed":823},
"context_window":{"context_window_size":200000,"current_usage":{"input_tokens":170000},"used_percentage":85},
"rate_limits":{"five_hour":{"used_percentage":91,"resets_at":1767330245},"seven_day":{"used_percentage":64}},"prompt_cache":{"warm":false}})";

void read(Facts& facts, std::string_view text) {
  if (auto payload = payload::Payload::read(std::string(text))) facts.payload = std::move(*payload);
}

void switch_off(Facts& facts) { facts.posture.sandbox = Sandbox::kOff; }

constexpr State kStates[] = {
    {"sandboxed", "commands run in the sandbox, each is asked for", nullptr},
    {"auto", "commands run in the sandbox without a question", [](Facts& f) { f.posture.auto_allow = true; }},
    {"strict", "nothing may leave the sandbox", [](Facts& f) { f.posture.strict = true; }},
    {"files off", "the sandbox keeps only the network", [](Facts& f) { f.posture.files_off = true; }},
    {"off", "commands run unsandboxed", switch_off},
    {"backend missing", "switched on, but bubblewrap is not installed", [](Facts& f) { switch_off(f), f.posture.backend_missing = true, f.posture.backend = "bwrap missing"; }},
    {"unknown", "it cannot be known",
     [](Facts& f) { f.posture.sandbox = Sandbox::kUnknown, f.posture.why = "/home/u/.claude/settings.json: permission denied"; }},
    {"bypass mode", "everything runs unasked", [](Facts& f) { f.mode_told = true, f.posture.permission_mode = "bypassPermissions"; }},
    {"bypassed", "two commands wanted to leave the sandbox", [](Facts& f) { f.bypasses = 2; }},
    {"blocked change", "a file says otherwise than the session", [](Facts& f) { f.faults.push_back({"blocked change", "/home/u/src/repo/.claude/settings.local.json", 0, 0}); }},
    {"dropped file", "the runtime drops a settings file as invalid", [](Facts& f) { f.faults.push_back({"expected boolean", "/home/u/src/repo/.claude/settings.json", 3, 5}); }},
    {"first render", "before the first answer", [](Facts& f) { read(f, kFirst), f.counts.reset(); }},
    {"late", "much used, a review asks for changes", [](Facts& f) { read(f, kLate), f.counts = GitCounts{.staged = 2, .changed = 3, .untracked = 1, .ahead = 1}; }},
    {"rebasing", "in a worktree, in the middle of a rebase",
     [](Facts& f) {
       f.directory = "/home/u/src/repo/.claude/worktrees/fix-login";
       f.repository->work_tree = f.directory, f.repository->main_checkout = "/home/u/src/repo", f.repository->is_linked_worktree = true;
       f.operation = "rebase 2/5", f.counts = GitCounts{.staged = 1, .conflicted = 2};
     }},
};

}  // namespace

std::span<const State> states() { return kStates; }

Facts sample_facts(const State& state) {
  Facts facts;
  read(facts, kPayload);
  facts.posture.sandbox = Sandbox::kOn;
  facts.now = kNow;
  facts.directory = "/home/u/src/repo";
  facts.home = "/home/u";
  facts.repository.emplace();
  facts.repository->work_tree = facts.directory;
  facts.head = {git::HeadKind::kBranch, "main"};
  facts.counts = GitCounts{.changed = 1};
  facts.local_time.tm_year = 126;
  facts.local_time.tm_mday = 2;
  facts.local_time.tm_hour = 3, facts.local_time.tm_min = 4, facts.local_time.tm_sec = 5;
  if (state.change != nullptr) state.change(facts);
  return facts;
}

}  // namespace cordon::statusline
