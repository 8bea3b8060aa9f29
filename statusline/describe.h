// SPDX-License-Identifier: Apache-2.0
// What the tables say, for people and for programs.
#pragma once

#include <string>

namespace cordon::statusline {

std::string help();           // `statusline --help`
std::string documentation();  // Markdown: statusline/segments.md; a test holds the file to it
std::string schema();         // JSON Schema of [statusline]: its part of schemas/cordon.toml.schema.json; a test holds it to this
std::string segment_schema();  // and of [statusline.segment.NAME]: its $defs/statusline_segment
std::string config_sample();  // [statusline] with every key at its default, commented out: what `cordon statusline init` writes

}  // namespace cordon::statusline
