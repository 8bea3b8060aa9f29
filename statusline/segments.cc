// SPDX-License-Identifier: Apache-2.0
#include "statusline/segments.h"

#include <algorithm>
#include <iterator>

#include "statusline/families.h"

namespace cordon::statusline {
namespace {

constexpr Segment kSegments[] = {
    {"model", "the model's name", "never: Claude when the payload names none", "Opus 5.5", 90, show_model},
    {"sandbox", "whether this session's commands are sandboxed", "never", "[sandbox]", kNeverDropped, show_sandbox, show_sandbox_brief},
    {"mode", "the permission mode the session started in", "in default mode, and when it is not known", "plan", 85, show_mode},
    {"bypasses", "calls of this session that wanted to leave the sandbox", "when there were none", "2 bypasses", 80, show_bypasses},
    {"faults", "settings files the runtime drops, faults of cordon.toml, an unreadable payload", "when all is well", "!settings.json:3:5", 75,
     show_faults},
    {"directory", "where the session is; repository/name in a worktree", "when it is not known", "~/src/repo", 70, show_directory, show_directory_brief},
    {"git", "the branch, or the short hash when detached", "outside repositories", "main", 65, show_git},
    {"context", "how much of the context window is used", "never: -- while it is not known", "42%", 60, show_context},
    {"limits", "how much of the plan's limits is used", "when the payload has none", "5h 20% 7d 8%", 50, show_limits},
    {"cost", "what the session cost so far", "when it is not known", "$0.50", 45, show_cost},
    {"pr", "the branch's pull request", "when there is none", "#12 approved", 40, show_pr},
    {"lines", "lines added and removed", "when there were none", "+3 -1", 35, show_lines},
    {"duration", "how long the session has lasted", "when it is not known", "12m", 30, show_duration},
    {"agent", "the agent the session runs as", "when it runs as none", "reviewer", 28, show_agent},
    {"session", "the session's name", "when it has none", "refactor-auth", 26, show_session_name},
    {"effort", "the effort level", "when the payload has none", "medium", 24, show_effort},
    {"output-style", "the output style", "in the default style", "explanatory", 22, show_output_style},
    {"vim", "the editor's vim mode", "when vim mode is off", "NORMAL", 20, show_vim},
    {"version", "the runtime's version", "when it is not known", "2.1.332", 10, show_version},
};

}  // namespace

std::span<const Segment> segments() { return kSegments; }

const Segment* find_segment(std::string_view name) {
  const auto* found = std::find_if(std::begin(kSegments), std::end(kSegments), [&](const Segment& s) { return s.name == name; });
  return found == std::end(kSegments) ? nullptr : found;
}

}  // namespace cordon::statusline
