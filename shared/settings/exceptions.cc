// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/exceptions.h"

#include <algorithm>
#include <iterator>

namespace cordon::settings {
namespace {

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

bool managed_denies_credentials(const std::vector<SourceFile>& files) {
  const auto denies = [](const json::Value& entry) { const json::Value* mode = entry.find("mode"); return mode != nullptr && mode->string == "deny"; };
  return std::any_of(files.begin(), files.end(), [&](const SourceFile& f) {
    const json::Value* entries = bit(f) == kManaged ? value_in(f, "sandbox.credentials.files") : nullptr;
    return entries != nullptr && std::any_of(entries->items.begin(), entries->items.end(), denies);
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
bool managed_says_files(const std::vector<SourceFile>& files) { return managed_has_files(files) || managed_denies_credentials(files); }
bool mandated_to_fail(const std::vector<SourceFile>& files) { return is_mandated(files) && any_says(files, "sandbox.failIfUnavailable", true, kPeople); }
bool managed_rules_only(const std::vector<SourceFile>& files) { return any_says(files, "allowManagedPermissionRulesOnly", true, kManaged); }
bool reads_are_blocked(const std::vector<SourceFile>& files) { return any_says(files, "permissions.blockReadsOutsideWorkingDirectories", true, kAll); }
bool writes_are_blocked(const std::vector<SourceFile>& files) { return any_says(files, "permissions.blockWritesOutsideWorkingDirectories", true, kAll); }
bool prompts_are_denied(const std::vector<SourceFile>& files) { return any_says(files, "permissions.denyInsteadOfPrompting", true, kPeople); }

using enum Which;
constexpr unsigned kOthers = kAll & ~kManaged;
constexpr const VersionRule* kAlways = nullptr;  // all known versions

// Also for what lies below the key. How each was found: schemas/runtime/rules.json, "exceptions" (a test compares the two).
constexpr Exception kExceptions[] = {
    {"sandbox.allowUnsandboxedCommands", kRepository, kTrue, user_is_strict, &kStrictIsKept},
    {"sandbox.enabled", kRepository, kFalse, mandated_on, &kMandateHolds},
    {"sandbox.failIfUnavailable", kRepository, kFalse, mandated_to_fail, &kMandateHolds},
    {"sandbox.excludedCommands", kRepository, kAny, is_mandated, &kMandateHolds},
    {"sandbox.ignoreViolations", kRepository, kAny, is_mandated, &kMandateHolds},
    {"sandbox.filesystem.allowWrite", kRepository, kAny, is_mandated, &kMandateHolds},
    {"sandbox.network.allowAllUnixSockets", kRepository, kTrue, is_mandated, &kMandateHolds},
    {"sandbox.network.allowUnixSockets", kRepository, kAny, is_mandated, &kMandateHolds},
    {"sandbox.network.allowMachLookup", kRepository, kAny, is_mandated, &kMandateHolds},
    {"sandbox.network.allowLocalBinding", kRepository, kTrue, is_mandated, &kMandateHolds},
    {"sandbox.enableWeakerNestedSandbox", kRepository, kTrue, is_mandated, &kMandateHolds},
    {"sandbox.enableWeakerNetworkIsolation", kRepository, kTrue, is_mandated, &kMandateHolds},
    {"sandbox.network.allowedDomains", kRepository, kAny, hosts_are_guarded, &kMandateHolds},
    {"sandbox.network.httpProxyPort", kRepository, kAny, network_is_guarded, &kMandateHolds},
    {"sandbox.network.httpProxyPort", kFlag | kUser, kAny, managed_hosts_only, &kMandateHolds},
    {"sandbox.network.socksProxyPort", kRepository, kAny, network_is_guarded, &kMandateHolds},
    {"sandbox.network.socksProxyPort", kFlag | kUser, kAny, managed_hosts_only, &kMandateHolds},
    {"sandbox.network.allowedDomains", kFlag | kUser, kAny, managed_hosts_only, kAlways},
    {"sandbox.network.tlsTerminate", kRepository, kAny, always, kAlways},
    {"sandbox.filesystem.allowRead", kOthers, kAny, managed_reads_only, kAlways},
    {"sandbox.filesystem.disabled", kRepository, kAny, always, &kRepositoryCannotOpenFiles},
    {"sandbox.filesystem.disabled", kOthers, kAny, managed_says_files, kAlways},
    {"sandbox.network.strictAllowlist", kRepository, kAny, always, kAlways},
    {"sandbox.network.strictAllowlist", kPeople, kFalse, refuses_hosts, kAlways},
    {"sandbox.network.allowManagedDomainsOnly", kOthers, kAny, always, kAlways},
    {"sandbox.filesystem.allowManagedReadPathsOnly", kOthers, kAny, always, kAlways},
    {"sandbox.allowNestedUserNamespaces", kRepository, kTrue, always, kAlways},
    {"sandbox.allowAppleEvents", kRepository, kAny, always, kAlways},
    {"sandbox.ripgrep", kRepository, kAny, always, &kRepositoryCannotChooseRipgrep},
    {"sandbox.credentials.allowPlaintextInject", kRepository, kAny, always, kAlways},
    {"sandbox.credentials.awsPairs", kRepository, kAny, always, kAlways},
    {"sandbox.credentials.sigv4", kRepository, kAny, always, kAlways},
    {"sandbox.enabledPlatforms", kOthers, kAny, always, kAlways},
    {"sandbox.bwrapPath", kOthers, kAny, always, kAlways},
    {"sandbox.socatPath", kOthers, kAny, always, kAlways},
    {"permissions.blockReadsOutsideWorkingDirectories", kAll, kFalse, reads_are_blocked, kAlways},
    {"permissions.blockWritesOutsideWorkingDirectories", kAll, kFalse, writes_are_blocked, kAlways},
    {"permissions.blockReadsExemptPaths", kAll & ~kFlag, kAny, always, kAlways},
    {"permissions.workingDirectoriesAsGiven", kAll & ~kFlag, kAny, always, kAlways},
    {"permissions.workingDirectoriesExclude", kAll & ~kFlag, kAny, always, kAlways},
    {"permissions.denyInsteadOfPrompting", kRepository, kAny, always, kAlways},
    {"permissions.denyInsteadOfPrompting", kPeople, kFalse, prompts_are_denied, kAlways},
    {"permissions.additionalDirectories", kRepository, kAny, is_mandated, &kMandateHolds},  // as folders the sandbox may write
    {"permissions.deny", kOthers, kAny, managed_rules_only, kAlways},
    {"permissions.ask", kOthers, kAny, managed_rules_only, kAlways},
    {"permissions.allow", kOthers, kAny, managed_rules_only, kAlways},
    {"allowManagedPermissionRulesOnly", kOthers, kAny, always, kAlways},
    {"allowManagedHooksOnly", kOthers, kAny, always, kAlways},
    {"allowManagedMcpServersOnly", kOthers, kAny, always, kAlways},
};

bool is_about(const Exception& exception, std::string_view key) {
  if (key.size() < exception.key.size() || key[exception.key.size() - 1] != exception.key.view().back()) return false;  // the cheap part
  return key.starts_with(exception.key) && (key.size() == exception.key.size() || key[exception.key.size()] == '.');
}

bool concerns(const Exception& exception, const Setting& setting) {
  if ((bit(*setting.file) & exception.scopes) == 0) return false;
  return exception.which == kAny || (setting.value->is(json::Type::kBool) && setting.value->boolean == (exception.which == kTrue));
}

}  // namespace

std::span<const Exception> exceptions() { return kExceptions; }

void apply_exceptions(const std::vector<SourceFile>& files, std::string_view key, std::string_view version, std::vector<Setting>& settings) {
  if (settings.empty()) return;
  for (const Exception& exception : kExceptions) {
    if (!is_about(exception, key) || (exception.since != nullptr && !holds(*exception.since, version)) || !exception.when(files)) continue;
    for (Setting& setting : settings) setting.honoured &= !concerns(exception, setting);
  }
}

}  // namespace cordon::settings
