// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cordon/doctor/checks.h"

namespace cordon::doctor {
namespace {

Finding judge(const pins::Pin& pin, const pins::Installed& installed, const pins::Finding& found) {
  std::vector<std::string> evidence = {fmt::format("{}: {}{}{}", installed.path.empty() ? pin.program : installed.path, installed.version.empty() ? "no version told" : installed.version,
                                                   installed.fault.empty() ? "" : ", ", installed.fault)};
  evidence.push_back(fmt::format("{}: {} {}", pin.origin, pin.version.empty() ? "at least" : "exactly", pin.wanted()));
  const std::string remedy = found.remedy.empty() ? fmt::format("install {} {}", pin.tool, pin.wanted()) : found.remedy;
  switch (found.state) {
    case pins::State::kFits: return pass(found.text, std::move(evidence));
    case pins::State::kOlder:
    case pins::State::kNewer: return warn(found.text, std::move(evidence), remedy);
    case pins::State::kMissing: return warn(found.text, std::move(evidence), remedy);
    default: return skip(found.text, std::move(evidence));
  }
}

}  // namespace

Findings check_versions(Context& context) {
  const auto list = pins::load_pins(context.world);
  if (!list) return {failure("the pinned versions cannot be read", {list.error().text()}, "repair the file; cordon pins check tells the same")};
  Findings out;
  for (const pins::Pin& pin : list->pins) {
    if (pin.tool == "claude-code") continue;  // runtime.version, which finds more of them
    const pins::Installed installed = context.host.installed(pin);
    out.push_back(judge(pin, installed, pins::check(context.world, pin, installed)));
  }
  for (const std::string& note : list->notes) out.push_back(warn("your own pins loosen the shipped ones", {note}, "see " + list->override_file));
  return out;
}

}  // namespace cordon::doctor
