// SPDX-License-Identifier: Apache-2.0
// The one answer everybody uses: is this session sandboxed, and how tightly.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cordon::settings {

enum class Sandbox {
  kOn,
  kOff,
  kRefuses,  // the runtime does not start with these settings (a managed file that does not parse; no backend and failIfUnavailable)
  kUnknown,  // sources disagree or something could not be read: never show it as on, never treat it as off
};
const char* sandbox_name(Sandbox sandbox);  // "on", "off", "refuses", "unknown"

struct Posture {
  Sandbox sandbox = Sandbox::kUnknown;
  std::string why;      // one phrase: "sandbox.enabled is true in /home/u/.claude/settings.json", "bwrap missing"
  bool strict = false;  // sandbox.allowUnsandboxedCommands is false: dangerouslyDisableSandbox is not honoured
  bool auto_allow = false;             // sandbox.autoAllowBashIfSandboxed (true unless set to false) while the sandbox is on
  bool files_off = false;              // sandbox.filesystem.disabled in force: the sandbox keeps only the network
  bool fail_if_unavailable = false;
  bool backend_missing = false;        // switched on, but not to be had on this machine
  std::string backend;                 // "bwrap missing", "socat missing", "bwrap and socat missing"; "" when there
  std::optional<std::string> permission_mode;  // the payload's, else as the session starts; nothing when not known
  bool bypass_disabled = false;        // permissions.disableBypassPermissionsMode is "disable"
  std::vector<std::string> excluded_commands;  // sandbox.excludedCommands of all files, each once
  std::vector<std::string> weakened;   // keys in force that loosen the isolation: "sandbox.enableWeakerNestedSandbox"
  std::string version;                 // whose rules were applied
  std::string disputed;                // the file whose blocked change says otherwise (shared/hook/session_memory.h); "" none
  bool version_assumed = false;        // nothing told the version: the newest known was taken

  bool effective() const { return sandbox == Sandbox::kOn; }
  // For guards: on, or cannot be told. A guard that needs the sandbox stays armed on both.
  bool may_be_effective() const { return sandbox == Sandbox::kOn || sandbox == Sandbox::kUnknown; }
};

}  // namespace cordon::settings
