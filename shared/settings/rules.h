// SPDX-License-Identifier: Apache-2.0
// What changed between versions of the runtime. The numbers and how they were found: schemas/runtime/rules.json (a test
// compares the two).
#pragma once

#include <cstdint>
#include <string_view>

namespace cordon::settings {

// major * 10^10 + minor * 10^5 + patch; 0 for text that is no version.
uint64_t version_number(std::string_view version);

struct Interval {
  std::string_view from;        // first version the rule holds in; "" it does not begin
  std::string_view until = {};  // first version it holds in no more; "" when it still does
};
// Most rules began once; some came, went and came back. Oldest interval first, a second one is optional.
struct VersionRule {
  std::string_view name;
  Interval held, again = {};
};

// Local settings also come from the main checkout's root, whose values beat the start folder's; before: start folder only.
inline constexpr VersionRule kLocalFromMainCheckout{"local_from_main_checkout", {"2.1.284"}};
// allowUnsandboxedCommands:false of the user's file cannot be loosened by a project or local file.
inline constexpr VersionRule kStrictIsKept{"strict_is_kept", {"2.1.285"}};
// defaultMode "bypassPermissions" and "auto" of project and local files are not honoured.
inline constexpr VersionRule kRepositoryCannotBypass{"repository_cannot_bypass", {"2.1.257"}};

// A managed document that is no JSON object makes the runtime refuse to start; before: it counted for nothing.
inline constexpr VersionRule kManagedRefuses{"managed_refuses", {"2.1.259"}};
// Managed keys of the wrong type are read as their restrictive value; before: the whole top-level key was left out.
inline constexpr VersionRule kManagedLocks{"managed_locks", {"2.1.284"}};
// --settings that ask for the sandbox and are not valid make the runtime refuse to start; before: they counted for nothing.
inline constexpr VersionRule kFlagRefuses{"flag_refuses", {"2.1.323"}};

// While managed settings or --settings say allowUnsandboxedCommands:false (or managed ones allowManagedDomainsOnly:true), project
// and local files cannot switch the sandbox off, exclude commands, add writable paths, hosts or sockets.
inline constexpr VersionRule kMandateHolds{"mandate_holds", {"2.1.285"}};
// Commands in the sandbox need no permission only where autoAllowBashIfSandboxed says so; otherwise: unless it says no.
inline constexpr VersionRule kAutoAllowIsAskedFor{"auto_allow_is_asked_for", {"2.1.216", "2.1.284"}, {"2.1.324"}};
// sandbox.filesystem.disabled of a project or local file is not honoured.
inline constexpr VersionRule kRepositoryCannotOpenFiles{"repository_cannot_open_files", {"2.1.284"}};

// sandbox.ripgrep of a project or local file is not honoured.
inline constexpr VersionRule kRepositoryCannotChooseRipgrep{"repository_cannot_choose_ripgrep", {"2.1.284"}};

// A session whose files (and options) name no mode starts in auto mode instead of the default one.
inline constexpr VersionRule kStartsInAuto{"starts_in_auto", {"2.1.285", "2.1.302"}};

inline constexpr VersionRule kVersionRules[] = {kLocalFromMainCheckout, kStrictIsKept, kRepositoryCannotBypass,
                                                kManagedRefuses,        kManagedLocks, kFlagRefuses,
                                                kMandateHolds,          kAutoAllowIsAskedFor, kRepositoryCannotOpenFiles,
                                                kRepositoryCannotChooseRipgrep, kStartsInAuto};

inline constexpr std::string_view kNewestKnown = "2.1.332";

// An empty or unreadable version counts as the newest known.
bool holds(const VersionRule& rule, std::string_view version);

}  // namespace cordon::settings
