// SPDX-License-Identifier: Apache-2.0
// The render functions behind the table of segments, one source file a family. Each gives {} when its segment is absent.
#pragma once

#include "statusline/facts.h"
#include "statusline/style.h"

namespace cordon::statusline {

// segment_sandbox.cc
Spans show_sandbox(const Facts& facts);
Spans show_sandbox_brief(const Facts& facts);
Spans show_mode(const Facts& facts);
Spans show_bypasses(const Facts& facts);
Spans show_faults(const Facts& facts);

// segment_session.cc
Spans show_model(const Facts& facts);
Spans show_effort(const Facts& facts);
Spans show_output_style(const Facts& facts);
Spans show_agent(const Facts& facts);
Spans show_session_name(const Facts& facts);
Spans show_version(const Facts& facts);
Spans show_vim(const Facts& facts);

// segment_place.cc
Spans show_directory(const Facts& facts);
Spans show_directory_brief(const Facts& facts);
Spans show_git(const Facts& facts);
Spans show_pr(const Facts& facts);

// segment_usage.cc
Spans show_context(const Facts& facts);
Spans show_cost(const Facts& facts);
Spans show_duration(const Facts& facts);
Spans show_lines(const Facts& facts);
Spans show_limits(const Facts& facts);

}  // namespace cordon::statusline
