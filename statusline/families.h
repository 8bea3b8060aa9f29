// SPDX-License-Identifier: Apache-2.0
// The render functions behind the table of segments, one source file a family. Each gives {} when its segment is absent.
#pragma once

#include "statusline/facts.h"
#include "statusline/segments.h"
#include "statusline/style.h"

namespace cordon::statusline {

// segment_sandbox.cc
Spans show_sandbox(const Facts& facts, const Ask& ask);
Spans show_mode(const Facts& facts, const Ask& ask);
Spans show_bypasses(const Facts& facts, const Ask& ask);
Spans show_faults(const Facts& facts, const Ask& ask);

// segment_session.cc
Spans show_model(const Facts& facts, const Ask& ask);
Spans show_effort(const Facts& facts, const Ask& ask);
Spans show_thinking(const Facts& facts, const Ask& ask);
Spans show_fast(const Facts& facts, const Ask& ask);
Spans show_output_style(const Facts& facts, const Ask& ask);
Spans show_agent(const Facts& facts, const Ask& ask);
Spans show_session_name(const Facts& facts, const Ask& ask);
Spans show_version(const Facts& facts, const Ask& ask);
Spans show_vim(const Facts& facts, const Ask& ask);
Spans show_text(const Facts& facts, const Ask& ask);
Spans show_clock(const Facts& facts, const Ask& ask);

// segment_place.cc
Spans show_directory(const Facts& facts, const Ask& ask);
Spans show_git(const Facts& facts, const Ask& ask);
Spans show_pr(const Facts& facts, const Ask& ask);

// segment_usage.cc
Spans show_context(const Facts& facts, const Ask& ask);
Spans show_cost(const Facts& facts, const Ask& ask);
Spans show_duration(const Facts& facts, const Ask& ask);
Spans show_lines(const Facts& facts, const Ask& ask);

// segment_limits.cc
Spans show_limits(const Facts& facts, const Ask& ask);
Spans show_cache(const Facts& facts, const Ask& ask);

// How much is used, painted by the thresholds asked for; halves go up, out of range is clamped.
int whole_percent(double percent);
Style load_style(int percent, const Ask& ask);
// "4m12s", "2h05m", "3d4h"; "" for what is no sensible time.
std::string short_time(double seconds);

}  // namespace cordon::statusline
