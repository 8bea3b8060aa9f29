// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/exceptions.h"

#include <algorithm>
#include <iterator>

#include "shared/settings/rules.h"

namespace cordon::settings {
namespace {

enum : unsigned { kManaged = 1, kFlag = 2, kLocal = 4, kProject = 8, kUser = 16, kPeople = kManaged | kFlag | kUser, kRepository = kLocal | kProject, kAll = 31 };

unsigned bit(const SourceFile& file) { return 1u << static_cast<unsigned>(file.scope); }

// Whether a counted file of these scopes has the key, or has it with this boolean.
bool any_has(const std::vector<SourceFile>& files, std::string_view key, unsigned scopes) {
  return std::any_of(files.begin(), files.end(), [&](const SourceFile& f) { return (bit(f) & scopes) != 0 && value_in(f, key) != nullptr; });
}

bool any_says(const std::vector<SourceFile>& files, std::string_view key, bool wanted, unsigned scopes) {
  return std::any_of(files.begin(), files.end(), [&](const SourceFile& f) {
    const json::Value* value = (bit(f) & scopes) != 0 ? value_in(f, key) : nullptr;
    return value != nullptr && value->is(json::Type::kBool) && value->boolean == wanted;
  });
}

// The sandbox is policy: what a repository grants itself counts for nothing.
bool is_mandated(const std::vector<SourceFile>& files) {
  return any_says(files, "sandbox.allowUnsandboxedCommands", false, kManaged | kFlag) || any_says(files, "sandbox.network.allowManagedDomainsOnly", true, kManaged);
}

bool refuses_hosts(const std::vector<SourceFile>& files) { return any_says(files, "sandbox.network.strictAllowlist", true, kPeople); }

bool always(const std::vector<SourceFile>&) { return true; }
bool user_is_strict(const std::vector<SourceFile>& files) { return any_says(files, "sandbox.allowUnsandboxedCommands", false, kUser); }
bool mandated_on(const std::vector<SourceFile>& files) { return is_mandated(files) && any_says(files, "sandbox.enabled", true, kPeople); }
bool hosts_are_guarded(const std::vector<SourceFile>& files) { return is_mandated(files) || refuses_hosts(files); }
bool network_is_guarded(const std::vector<SourceFile>& files) { return hosts_are_guarded(files) || any_has(files, "sandbox.network.deniedDomains", kManaged | kFlag); }
bool managed_hosts_only(const std::vector<SourceFile>& files) { return any_says(files, "sandbox.network.allowManagedDomainsOnly", true, kManaged); }
bool managed_reads_only(const std::vector<SourceFile>& files) { return any_says(files, "sandbox.filesystem.allowManagedReadPathsOnly", true, kManaged); }
bool managed_has_files(const std::vector<SourceFile>& files) { return any_has(files, "sandbox.filesystem", kManaged); }
bool reads_are_blocked(const std::vector<SourceFile>& files) { return any_says(files, "permissions.blockReadsOutsideWorkingDirectories", true, kAll); }
bool writes_are_blocked(const std::vector<SourceFile>& files) { return any_says(files, "permissions.blockWritesOutsideWorkingDirectories", true, kAll); }

enum class Which : uint8_t { kAny, kTrue, kFalse };

// While `when` holds, values of `key` in files of `scopes` are left out of account.
struct Exception {
  std::string_view key;
  unsigned scopes;
  Which which;
  bool (*when)(const std::vector<SourceFile>&);
  const VersionRule* since;  // nullptr: all known versions
};
constexpr Exception kExceptions[] = {
    {"sandbox.allowUnsandboxedCommands", kRepository, Which::kTrue, user_is_strict, &kStrictIsKept},
    {"sandbox.enabled", kRepository, Which::kFalse, mandated_on, &kMandateHolds},
    {"sandbox.excludedCommands", kRepository, Which::kAny, is_mandated, &kMandateHolds},
    {"sandbox.filesystem.allowWrite", kRepository, Which::kAny, is_mandated, &kMandateHolds},
    {"sandbox.network.allowAllUnixSockets", kRepository, Which::kTrue, is_mandated, &kMandateHolds},
    {"sandbox.network.allowedDomains", kRepository, Which::kAny, hosts_are_guarded, &kMandateHolds},
    {"sandbox.network.httpProxyPort", kRepository, Which::kAny, network_is_guarded, &kMandateHolds},
    {"sandbox.network.httpProxyPort", kFlag | kUser, Which::kAny, managed_hosts_only, &kMandateHolds},
    {"sandbox.network.allowedDomains", kFlag | kUser, Which::kAny, managed_hosts_only, nullptr},
    {"sandbox.filesystem.allowRead", kAll & ~kManaged, Which::kAny, managed_reads_only, nullptr},
    {"sandbox.filesystem.disabled", kRepository, Which::kAny, always, &kRepositoryCannotOpenFiles},
    {"sandbox.filesystem.disabled", kAll & ~kManaged, Which::kAny, managed_has_files, nullptr},
    {"sandbox.network.strictAllowlist", kRepository, Which::kAny, always, nullptr},
    {"sandbox.network.strictAllowlist", kPeople, Which::kFalse, refuses_hosts, nullptr},
    {"sandbox.network.allowManagedDomainsOnly", kAll & ~kManaged, Which::kAny, always, nullptr},
    {"sandbox.filesystem.allowManagedReadPathsOnly", kAll & ~kManaged, Which::kAny, always, nullptr},
    {"sandbox.enabledPlatforms", kAll & ~kManaged, Which::kAny, always, nullptr},
    {"sandbox.bwrapPath", kAll & ~kManaged, Which::kAny, always, nullptr},
    {"sandbox.socatPath", kAll & ~kManaged, Which::kAny, always, nullptr},
    {"permissions.blockReadsOutsideWorkingDirectories", kAll, Which::kFalse, reads_are_blocked, nullptr},
    {"permissions.blockWritesOutsideWorkingDirectories", kAll, Which::kFalse, writes_are_blocked, nullptr},
};

bool concerns(const Exception& exception, const Setting& setting) {
  if ((bit(*setting.file) & exception.scopes) == 0) return false;
  return exception.which == Which::kAny || (setting.value->is(json::Type::kBool) && setting.value->boolean == (exception.which == Which::kTrue));
}

}  // namespace

void apply_exceptions(const std::vector<SourceFile>& files, std::string_view key, std::string_view version, std::vector<Setting>& settings) {
  if (settings.empty()) return;
  for (const Exception& exception : kExceptions) {
    if (exception.key != key || (exception.since != nullptr && !holds(*exception.since, version)) || !exception.when(files)) continue;
    for (Setting& setting : settings) setting.honoured &= !concerns(exception, setting);
  }
}

}  // namespace cordon::settings
