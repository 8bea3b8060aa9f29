// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/message.h"

#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

constexpr size_t kShown = 3;
constexpr size_t kMaxName = 200;

std::string safe(std::string_view s) { return text::shown(s, kMaxName); }

bool all_certain(const std::vector<Touch>& touches) {
  for (const Touch& touch : touches) {
    if (touch.finding.found != Found::kYes) return false;
  }
  return true;
}

std::string line_of(const Touch& touch) {
  const Finding& it = touch.finding;
  std::string out = "  " + safe(it.path);
  if (!touch.program.empty()) out += " (by " + safe(touch.program) + ")";
  out += ": protected by '" + safe(it.pattern) + "' in " + safe(it.source);
  if (!it.why.empty()) out += "; " + safe(it.why);
  return out;
}

template <class T, class Line>
void add_lines(std::string& out, const std::vector<T>& items, Line line) {
  for (size_t i = 0; i < items.size() && i < kShown; ++i) out += "\n" + line(items[i]);
  if (items.size() > kShown) out += "\n  and " + std::to_string(items.size() - kShown) + " more";
}

}  // namespace

std::string reason_of(const std::vector<Touch>& touches, const std::vector<std::string>& unknown) {
  const bool certain = !touches.empty() && all_certain(touches) && unknown.empty();
  std::string out = certain ? "PROTECTED PATH: this call changes what only a person should change." :
                    "PROTECTED PATH: it cannot be told whether this call changes what only a person should change.";
  add_lines(out, touches, line_of);
  add_lines(out, unknown, [](const std::string& what) { return "  " + safe(what); });
  out += certain ? "\nA pull request that contains it will need a human (label needs-human). If the change is wanted, say what it is for and let the "
                   "person decide; else leave the file alone and work outside the protected paths."
                 : "\nName the files literally, or write to another folder, so that the call can be judged. A pull request that changes a protected "
                   "path will need a human (label needs-human).";
  return out;
}

std::string short_warning(const std::vector<Touch>& touches, const std::vector<std::string>& unknown, const std::string& description) {
  std::string out = "PROTECTED PATH: ";
  if (!touches.empty()) {
    const bool sure = all_certain(touches);
    out += (sure ? "changes " : "may change ") + safe(touches[0].finding.path);
    if (touches.size() > 1) out += " and " + std::to_string(touches.size() - 1) + " more";
  } else {
    out += "cannot be judged: " + safe(unknown.empty() ? "" : unknown[0]);
  }
  if (!description.empty()) out += "\n" + description;
  return out;
}

std::string fault_note(const std::vector<Error>& faults) {
  if (faults.empty()) return {};
  std::string out = "protected-paths: the list of protected paths has faults; the rest of it, or the built-in list, stays in force:";
  add_lines(out, faults, [](const Error& fault) { return "  " + text::visible(fault.text(), text::Newlines::kEscape); });
  return out;
}

}  // namespace cordon::protected_paths
