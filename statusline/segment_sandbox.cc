// SPDX-License-Identifier: Apache-2.0
// What the session may do: sandbox, permission mode, bypasses, and what is wrong with the files that decide it.
#include <fmt/format.h>

#include "shared/base/path.h"
#include "statusline/families.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

using settings::Sandbox;

constexpr size_t kWhyColumns = 48;
constexpr size_t kFaultColumns = 60;

struct Tag {
  std::string_view word;
  Style style;
  std::string why;  // "" when the word says it all
};

Tag tag_of(const settings::Posture& posture) {
  // A missing backend is certain whatever else the settings ask for: nothing can be sandboxed by what is not there. One thing to
  // install first is enough for a footer; `cordon settings` names all of them.
  if (posture.backend_missing && posture.sandbox != Sandbox::kOn) {
    return {"NO SANDBOX", Style::kBad, posture.backend.starts_with("bwrap") ? "bwrap missing" : posture.backend};
  }
  switch (posture.sandbox) {
    case Sandbox::kOn:
      // The sandbox is there but keeps only the network: no green.
      return posture.files_off ? Tag{"sandbox", Style::kUnsure, "files off"} : Tag{"sandbox", Style::kGood, ""};
    case Sandbox::kOff: return {"NO SANDBOX", Style::kBad, ""};
    // A line is being drawn, so this session did start: the files changed since, and what it runs under is not to be known.
    case Sandbox::kRefuses: return {"SANDBOX ?", Style::kUnsure, "a new session would not start"};
    case Sandbox::kUnknown: break;
  }
  return {"SANDBOX ?", Style::kUnsure, posture.why};
}

// "/work/repo/.claude/settings.local.json: permission denied" -> "settings.local.json: permission denied"
std::string_view without_folder(std::string_view why) {
  if (!why.starts_with('/')) return why;
  const size_t slash = why.substr(0, why.find(": ")).rfind('/');
  return why.substr(slash + 1);
}

std::string fault_text(const Error& fault) {
  std::string text(path::base_name(fault.file));
  if (fault.line != 0) return text + fmt::format(":{}:{}", fault.line, fault.column);
  if (text.empty()) return fault.message;
  return text + ": " + fault.message;
}

}  // namespace

// Strict goes before auto-allow: nothing gets out, so what runs unasked stays in, too. Auto-allow alone is yellow: it is what the
// runtime does unless told otherwise, and a command that is let out was not asked for inside.
Spans show_sandbox(const Facts& facts, const Ask& ask) {
  const settings::Posture& posture = facts.posture;
  const Tag tag = tag_of(posture);
  const std::string why = one_line(without_folder(tag.why), kWhyColumns);
  if (!why.empty() && !ask.brief) return {{fmt::format("[{}: {}]", tag.word, why), tag.style}};
  const bool has_more = why.empty() && tag.style == Style::kGood && !ask.wants("tag");
  const bool is_auto = has_more && posture.auto_allow && !posture.strict;
  const char* more = !has_more || ask.brief ? "" : posture.strict ? " strict" : is_auto ? " auto" : "";
  return {{fmt::format("[{}{}]", tag.word, more), is_auto ? Style::kUnsure : tag.style}};
}

// Only as a hook was told: people change it with a key, and no field of the payload says so.
Spans show_mode(const Facts& facts, const Ask&) {
  if (!facts.mode_told) return {};
  const std::string mode = one_line(facts.posture.permission_mode.value_or(""), 24);
  if (mode.empty() || mode == "default") return {};
  return {{mode, mode == "bypassPermissions" ? Style::kBad : Style::kUnsure}};
}

Spans show_bypasses(const Facts& facts, const Ask&) {
  if (facts.bypasses == 0) return {};
  return {{fmt::format("{} bypass{}", facts.bypasses, facts.bypasses == 1 ? "" : "es"), Style::kUnsure}};
}

Spans show_faults(const Facts& facts, const Ask&) {
  if (facts.faults.empty()) {
    if (!facts.payload_fault) return {};
    return {{"!payload", Style::kUnsure}};
  }
  std::string text = "!" + one_line(fault_text(facts.faults.front()), kFaultColumns);
  if (facts.faults.size() > 1) text += fmt::format(" +{}", facts.faults.size() - 1);
  return {{std::move(text), Style::kUnsure}};
}

}  // namespace cordon::statusline
