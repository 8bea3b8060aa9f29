// SPDX-License-Identifier: Apache-2.0
#include "statusline/segments.h"

#include <algorithm>
#include <iterator>

#include "shared/base/text.h"
#include "statusline/families.h"

namespace cordon::statusline {
namespace {

constexpr Segment kSegments[] = {
    {"model", "the model's name", "never: Claude when the payload names none", "Opus 5.5", "", "payload model.display_name, model.id", "", "", "", 90, false,
     show_model},
    {"sandbox", "whether this session's commands are sandboxed, and how tightly", "never", "[sandbox strict]", "tag", "the settings files, as the runtime counts them",
     "", "", "", kNeverDropped, false, show_sandbox},
    {"mode", "the permission mode", "in default mode, and before a hook of this session was told", "plan", "", "posture-watch, as of the last prompt", "", "", "", 85, false,
     show_mode},
    {"bypasses", "calls of this session that wanted to leave the sandbox", "when there were none", "2 bypasses", "", "counted by bypass-warn", "", "", "", 80, false,
     show_bypasses},
    {"faults", "settings files the runtime drops, blocked changes, hooks that do not run, faults of cordon.toml, an unreadable payload", "when all is well",
     "!settings.json:3:5", "", "the settings files, cordon.toml, the payload", "", "", "", 75, false, show_faults},
    {"directory", "where the session is; repository/name in a worktree; coloured by the project's name", "when it is not known", "~/src/repo", "full short name",
     "payload worktree, workspace.current_dir, cwd, else the process's folder", "\uf07c", "", "", 70, true, show_directory},
    {"git", "the branch, or the short hash when detached; what git is in the middle of; staged, changed, untracked, conflicted; ahead, behind; stashes",
     "outside repositories", "main +1 !2 ?3", "branch", "the repository's files", "\ue0a0", "", "", 65, true, show_git},
    {"context", "how much of the context window is used", "never: -- while it is not known", "42%", "percent bar tokens left", "payload context_window", "", "", "", 60,
     false, show_context},
    {"limits", "how much of the plan's limits is used, and when that starts anew", "when the payload has none", "5h 20% 7d 8%", "5h 7d spend reset",
     "payload rate_limits", "", "", "", 50, false, show_limits},
    {"cost", "what the session cost so far", "when it is not known", "$0.50", "", "payload cost.total_cost_usd", "", "", "", 45, false, show_cost},
    {"pr", "the branch's pull request and its review", "when there is none", "#12 approved", "", "payload pr", "\ue728", "", "", 40, false, show_pr},
    {"cache", "whether the prompt cache is warm, and for how long", "when the payload does not say", "cache 4m12s", "", "payload prompt_cache", "", "", "", 37, false,
     show_cache},
    {"lines", "lines added and removed", "when there were none", "+3 -1", "", "payload cost.total_lines_added, cost.total_lines_removed", "", "", "", 35, false,
     show_lines},
    {"duration", "how long the session has lasted", "when it is not known", "12m", "", "payload cost.total_duration_ms", "\uf252", "", "", 30, false, show_duration},
    {"agent", "the agent the session runs as", "when it runs as none", "reviewer", "", "payload agent.name", "", "", "", 28, false, show_agent},
    {"session", "the session's name", "when it has none", "refactor-auth", "", "payload session_name", "", "", "", 26, false, show_session_name},
    {"effort", "the effort level", "when the payload has none", "medium", "", "payload effort.level", "", "", "", 24, false, show_effort},
    {"thinking", "that the model thinks before it answers", "when it does not", "thinking", "", "payload thinking.enabled", "", "", "", 23, false, show_thinking},
    {"fast", "that fast mode is on", "when it is off", "fast", "", "payload fast_mode", "\uf0e7", "", "", 23, false, show_fast},
    {"output-style", "the output style", "in the default style", "explanatory", "", "payload output_style.name", "", "", "", 22, false, show_output_style},
    {"vim", "the editor's vim mode", "when vim mode is off", "NORMAL", "", "payload vim.mode", "", "", "", 20, false, show_vim},
    {"clock", "the time of day", "never", "14:05", "seconds 12h date", "the machine's clock and time zone", "\uf017", "", "", 15, false, show_clock},
    {"version", "the runtime's version", "when it is not known", "2.1.332", "", "payload version", "", "", "", 10, false, show_version},
    {"text", "a text of your own that gives way in a narrow line: {text:on call}", "when there is none", "on call", "*", "the format", "", "", "", 5, false, show_text},
};

// Calls `each` for every word; false as soon as one says so.
template <class F>
bool every_word(std::string_view words, char separator, F each) {
  while (!words.empty()) {
    const size_t end = std::min(words.find(separator), words.size());
    if (!each(words.substr(0, end))) return false;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return true;
}

bool contains(std::string_view words, char separator, std::string_view word) {
  return !every_word(words, separator, [&](std::string_view each) { return each != word; });
}

}  // namespace

bool Ask::wants(std::string_view option) const { return contains(options, ',', option); }

std::span<const Segment> segments() { return kSegments; }

const Segment* find_segment(std::string_view name) {
  const auto* found = std::find_if(std::begin(kSegments), std::end(kSegments), [&](const Segment& s) { return s.name == name; });
  return found == std::end(kSegments) ? nullptr : found;
}

bool knows_options(const Segment& segment, std::string_view options) {
  if (segment.options == "*") return true;
  return every_word(options, ',', [&](std::string_view word) { return contains(segment.options, ' ', word); });
}

std::string_view icon_of(const Segment& segment, Icons icons) {
  return icons == Icons::kNerd ? segment.nerd : icons == Icons::kUnicode ? segment.unicode : segment.ascii;
}

}  // namespace cordon::statusline
