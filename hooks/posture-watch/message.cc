// SPDX-License-Identifier: Apache-2.0
#include "hooks/posture-watch/message.h"

#include <fmt/format.h>

#include "shared/base/text.h"

namespace cordon::posture_watch {
namespace {

using settings::Posture;
using settings::Sandbox;

constexpr size_t kWidth = 200;

std::string shown(std::string_view text) { return text::clip(text::visible(text, text::Newlines::kEscape), kWidth); }

std::string joined(const std::vector<std::string>& items, std::string_view between) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : std::string(between)) + item;
  return out;
}

std::string lines(const std::vector<std::string>& what) { return "\n  " + joined(what, "\n  "); }

std::string summary(const Posture& posture) {
  std::string out = "cordon: ";
  switch (posture.sandbox) {
    case Sandbox::kOn: out += "sandbox on"; break;
    case Sandbox::kOff: out += "NO SANDBOX"; break;
    default: out += "SANDBOX ?"; break;
  }
  if (posture.effective() && posture.strict) out += ", strict";
  if (posture.permission_mode) out += ", permission mode " + shown(*posture.permission_mode);
  return out;
}

void add_sandbox(std::vector<std::string>& out, const Posture& posture) {
  if (posture.sandbox == Sandbox::kOff && posture.backend_missing) {
    out.push_back(posture.backend + ": the settings switch the sandbox on, but every command runs unsandboxed. Install bubblewrap and socat");
  } else if (posture.sandbox == Sandbox::kOff) {
    out.push_back("commands run unsandboxed: " + shown(posture.why) + ". Switch it on with /sandbox");
  } else if (posture.sandbox != Sandbox::kOn) {
    out.push_back("whether commands are sandboxed cannot be told: " + shown(posture.why) + ". `cordon settings` lists the files");
  }
}

}  // namespace

std::string posture_line(const settings::Effective& effective) {
  const Posture& posture = effective.posture;
  std::vector<std::string> wrong;
  add_sandbox(wrong, posture);
  if (posture.files_off) wrong.emplace_back("files are not isolated: take sandbox.filesystem.disabled out of the settings");
  if (!posture.weakened.empty()) wrong.push_back("the isolation is weakened: take " + shown(joined(posture.weakened, ", ")) + " out of the settings if nothing needs it");
  if (!posture.disputed.empty()) wrong.push_back(shown(posture.disputed) + " says otherwise; its change was blocked. Put the file back");
  for (const settings::SourceFile& file : effective.files) {
    if (file.state != settings::FileState::kDropped) continue;
    const std::string place = file.line == 0 ? file.path : fmt::format("{}:{}:{}", file.path, file.line, file.column);
    wrong.push_back(shown(place) + ": " + shown(file.reason) + ". The runtime drops the whole file: correct it");
  }
  return summary(posture) + (wrong.empty() ? "" : lines(wrong));
}

std::string blocked(std::string_view path, const std::vector<std::string>& what, std::string_view who) {
  return fmt::format(
      "cordon: a change of {} was blocked, it loosens this session and {}:{}\nThe session stays as it was for now. The file still says otherwise and is in "
      "force as soon as the runtime reads its settings again: put it back. To allow such changes: [posture_watch] on_loosen in cordon.toml.",
      shown(path), who, lines(what));
}

std::string allowed(std::string_view path, const std::vector<std::string>& what) {
  return fmt::format("cordon: a change of {} loosened this session:{}", shown(path), lines(what));
}

std::string unannounced(std::string_view path, const std::vector<std::string>& what, bool after_block) {
  return fmt::format("cordon: settings changed ({}){}:{}", shown(path),
                     after_block ? ", and what was blocked before may be in force now. Looser than at the start" : " and loosened this session", lines(what));
}

}  // namespace cordon::posture_watch
