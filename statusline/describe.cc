// SPDX-License-Identifier: Apache-2.0
#include "statusline/describe.h"

#include <fmt/format.h>

#include "shared/base/text.h"
#include "shared/json/json.h"
#include "statusline/look.h"
#include "statusline/segments.h"

namespace cordon::statusline {
namespace {

std::string options_of(const Segment& segment) {
  if (segment.options.empty()) return {};
  return segment.options == "*" ? "any text" : std::string(segment.options);
}

void write_type(json::Writer& out, const Key& key) {
  if (!key.choices.empty()) {
    out.begin_array("enum");
    for (const auto word : text::split(key.choices, ' ')) out.item(word);
    out.end_array();
  } else if (key.type == "flag") {
    out.field("type", "boolean");
  } else if (key.type == "number" || key.type == "milliseconds") {
    out.field("type", "integer").field("minimum", int64_t{key.type == "number" ? 1 : 0}).field("maximum", int64_t{1000});
  } else if (key.type == "numbers") {
    out.field("type", "array").raw("items", R"({"type":"number","minimum":0,"maximum":1000})").field("minItems", int64_t{2}).field("maxItems", int64_t{2});
  } else if (key.type == "texts") {
    out.raw("type", R"(["string","array"])").raw("items", R"({"type":"string"})").field("minItems", int64_t{1});
  } else {
    out.field("type", "string");
  }
  if (!key.value.empty()) out.raw("default", key.value);
}

void write_keys(json::Writer& out, std::span<const Key> table) {
  for (const Key& key : table) {
    out.begin(key.name).field("description", key.what);
    write_type(out, key);
    out.end();
  }
}

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

std::string key_rows(std::span<const Key> table) {
  std::string out = "| key | what | default |\n|---|---|---|\n";
  for (const Key& key : table) {
    const std::string choices = key.choices.empty() ? std::string() : fmt::format(" (`{}`)", fmt::join(text::split(key.choices, ' '), "`, `"));
    out += fmt::format("| `{}` | {}{} | {} |\n", key.name, cell(key.what), choices, key.value.empty() ? "" : fmt::format("`{}`", key.value));
  }
  return out;
}

}  // namespace

std::string help() {
  std::string out =
      "usage: statusline [--preset NAME] < status.json     one render, as the runtime asks for it\n"
      "       statusline --preview [--preset NAME] [--svg] every preset in every state, in the terminal or as a picture\n"
      "       statusline --explain [FILE]                  each segment: value, source, why absent, time; without FILE the session's last payload\n"
      "       statusline --timings < status.json           what the parts of a render take\n"
      "       statusline --docs | --schema                 segments and keys as Markdown; the schema of [statusline]\n\npresets:\n";
  for (const Preset& preset : presets()) out += fmt::format("  {:<13} {}\n", preset.name, preset.what);
  out += "\nsegments:\n";
  for (const Segment& segment : segments()) {
    const std::string options = options_of(segment);
    out += fmt::format("  {:<13} {}, for example {}; absent: {}{}\n", segment.name, segment.what, segment.example, segment.absent, options.empty() ? "" : "; options: " + options);
  }
  out += "\ncordon.toml, [statusline]:\n";
  for (const Key& key : keys()) out += fmt::format("  {:<13} {}\n", key.name, key.what);
  out += "\n[statusline.segment.NAME]:\n";
  for (const Key& key : segment_keys()) out += fmt::format("  {:<13} {}\n", key.name, key.what);
  return out;
}

std::string documentation() {
  std::string out = "<!-- Made by `statusline --docs`; do not edit. -->\n# The status line\n\n## Presets\n\n| preset | what | format |\n|---|---|---|\n";
  for (const Preset& preset : presets()) {
    std::string lines;
    for (const auto line : text::split(preset.format, '\n')) lines += fmt::format("{}`{}`", lines.empty() ? "" : "<br>", cell(line));
    out += fmt::format("| `{}` | {} | {} |\n", preset.name, preset.what, lines);
  }
  out += "\n## Segments\n\nIn a narrow line those with a lower number give way first; the sandbox never does.\n\n"
         "| segment | shows | example | absent | options | from | stays |\n|---|---|---|---|---|---|---|\n";
  for (const Segment& s : segments()) {
    out += fmt::format("| `{}` | {} | `{}` | {} | {} | {} | {} |\n", s.name, s.what, s.example, s.absent, options_of(s), s.source, s.keep == kNeverDropped ? "always" : std::to_string(s.keep));
  }
  out += "\n## Formats\n\n"
         "`{context}` is a segment, `{context:bar,tokens}` one with options. `(on {git})` is a group: it is gone when none of its segments shows\n"
         "anything. `{>}` is a border between blocks of colour. `\\{ \\} \\( \\) \\\\` are the characters themselves; all else is itself, so\n"
         "`[sandbox]` needs no care. Blanks never double where a segment is absent and never stand at the ends. A format that does not name\n"
         "`sandbox` gets it in front, one that does not name `faults` at the end.\n\n"
         "## Keys of `[statusline]` in `cordon.toml`\n\n";
  return out + key_rows(keys()) + "\n## Keys of `[statusline.segment.NAME]`\n\n" + key_rows(segment_keys());
}

std::string schema() {
  json::Writer out;
  out.begin().field("type", "object").field("additionalProperties", false).begin("properties");
  write_keys(out, keys());
  out.begin("segment").field("type", "object").field("additionalProperties", false).begin("properties");
  for (const Segment& segment : segments()) out.begin(segment.name).field("$ref", "#/$defs/statusline_segment").end();
  out.end().end().end().end();
  return out.text + "\n";
}

std::string segment_schema() {
  json::Writer out;
  out.begin().field("type", "object").field("additionalProperties", false).begin("properties");
  write_keys(out, segment_keys());
  out.end().end();
  return out.text + "\n";
}

std::string config_sample() {
  std::string out = "[statusline]\n";
  for (const Key& key : keys()) {
    const std::string value = key.value.empty() ? "[\"{model} {sandbox}\", \"{directory}( on {git})\"]" : std::string(key.value);
    out += fmt::format("{}{} = {}  # {}\n", key.name == "preset" ? "" : "# ", key.name, value, key.what);
  }
  return out + "# [statusline.segment.context]  # see statusline/segments.md\n# options = [\"bar\", \"percent\"]\n# thresholds = [60, 80]\n";
}

}  // namespace cordon::statusline
