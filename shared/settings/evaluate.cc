// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/evaluate.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "shared/settings/backend.h"
#include "shared/settings/merge.h"
#include "shared/settings/rules.h"

namespace cordon::settings {
namespace {

// Keys that loosen the isolation when true.
constexpr std::string_view kWeakening[] = {
    "sandbox.enableWeakerNestedSandbox", "sandbox.allowNestedUserNamespaces", "sandbox.enableWeakerNetworkIsolation",
    "sandbox.allowAppleEvents",          "sandbox.network.allowAllUnixSockets",
};

#ifdef __APPLE__
constexpr std::string_view kPlatform = "macos";
#else
constexpr std::string_view kPlatform = "linux";
#endif

class Evaluation {
 public:
  Evaluation(World& world, const Query& query, const Flags& flags, const Layout& layout)
      : world_(world), query_(query), flags_(flags), layout_(layout), files_(layout.files) {}

  Posture run() {
    posture_.version = query_.version;
    posture_.strict = !boolean("sandbox.allowUnsandboxedCommands", true);
    posture_.fail_if_unavailable = boolean("sandbox.failIfUnavailable", false);
    posture_.excluded_commands = texts_of(files_, "sandbox.excludedCommands", query_.version);
    sandbox();
    if (posture_.may_be_effective()) {
      posture_.auto_allow = boolean("sandbox.autoAllowBashIfSandboxed", !holds(kAutoAllowIsAskedFor, query_.version));
      posture_.files_off = boolean("sandbox.filesystem.disabled", false);
    }
    for (const std::string_view key : kWeakening) {
      if (boolean(key, false)) posture_.weakened.emplace_back(key);
    }
    permission_mode();
    return std::move(posture_);
  }

 private:
  bool boolean(std::string_view key, bool fallback) { return boolean_of(files_, key, query_.version, fallback); }

  void set(Sandbox sandbox, std::string why) {
    posture_.sandbox = sandbox;
    posture_.why = std::move(why);
  }

  // True when the runtime would not have started like this.
  bool refused() {
    if (!layout_.refusal.empty()) {
      set(Sandbox::kRefuses, layout_.refusal);
      return true;
    }
    // Where the platform is left out no sandbox is required, and --settings that ask for one in vain do no harm (measured).
    const bool no_sandbox_here = is_left_out_here();
    const auto bad = std::find_if(files_.begin(), files_.end(), [&](const SourceFile& f) {
      const bool refuses = f.refuses || (f.refuses_when_on && boolean("sandbox.enabled", false));
      return refuses && !(f.scope == Scope::kFlag && no_sandbox_here);
    });
    if (bad == files_.end()) return false;
    set(Sandbox::kRefuses, bad->path + ": " + bad->reason);
    return true;
  }

  // True when a file that could decide, standing above the one that does, was not to be read.
  bool unreadable_above(const SourceFile* decider) {
    for (const SourceFile& file : files_) {
      if (&file == decider) return false;
      if (!file.unreadable) continue;
      set(Sandbox::kUnknown, file.path + ": " + file.reason);
      return true;
    }
    return false;
  }

  bool is_left_out_here() {
    const Setting setting = deciding(files_, "sandbox.enabledPlatforms", query_.version);
    if (setting.value == nullptr || !setting.value->is(json::Type::kArray)) return false;
    const std::vector<std::string> platforms = texts_of(files_, "sandbox.enabledPlatforms", query_.version);
    return std::find(platforms.begin(), platforms.end(), kPlatform) == platforms.end();
  }

  void sandbox() {
    if (refused()) return;
    const Setting enabled = deciding(files_, "sandbox.enabled", query_.version);
    if (unreadable_above(enabled.file)) return;
    if (layout_.server_managed) return set(Sandbox::kUnknown, "policy kept from a server may be in force");
    const bool settled_above = enabled.file != nullptr && enabled.file->scope <= Scope::kFlag;
    if (query_.start_dir.empty() && !settled_above) return set(Sandbox::kUnknown, "where the session started is not known");
    if (enabled.value == nullptr && layout_.user_unknown) return set(Sandbox::kUnknown, "HOME is not set, so the user's settings cannot be found");
    if (enabled.value == nullptr) return set(Sandbox::kOff, "no settings file in force switches it on");
    const bool on = enabled.value->is(json::Type::kBool) && enabled.value->boolean;
    const std::string source = std::string("sandbox.enabled is ") + (on ? "true" : "false") + " in " + enabled.file->path;
    if (!on) return set(Sandbox::kOff, source);
    if (is_left_out_here()) return set(Sandbox::kOff, "sandbox.enabledPlatforms leaves this platform out");
    posture_.backend = missing_backend(world_, text_of(files_, "sandbox.bwrapPath", query_.version), text_of(files_, "sandbox.socatPath", query_.version));
    posture_.backend_missing = !posture_.backend.empty();
    if (!posture_.backend_missing) return set(Sandbox::kOn, source);
    set(posture_.fail_if_unavailable ? Sandbox::kRefuses : Sandbox::kOff, posture_.backend);
  }

  bool is_disabled(std::string_view key) {
    const std::vector<Setting> settings = settings_of(files_, key, query_.version);
    return std::any_of(settings.begin(), settings.end(), [](const Setting& s) { return s.value->string == "disable"; });
  }

  // What the session starts with when no hook payload tells its mode of this moment.
  void permission_mode() {
    posture_.bypass_disabled = is_disabled("permissions.disableBypassPermissionsMode");
    if (query_.permission_mode) {
      posture_.permission_mode = query_.permission_mode;
      return;
    }
    std::string mode = first_allowed_mode();
    if (mode == "auto" && (is_disabled("permissions.disableAutoMode") || is_disabled("disableAutoMode"))) mode = "default";
    posture_.permission_mode = std::move(mode);
  }

  // Where bypass mode is disabled the next candidate counts (measured), not the default.
  std::string first_allowed_mode() {
    const bool no_bypass = posture_.bypass_disabled;
    if (flags_.skip_permissions && !no_bypass) return "bypassPermissions";
    if (flags_.permission_mode && !(no_bypass && *flags_.permission_mode == "bypassPermissions")) return *flags_.permission_mode;
    std::string mode = default_mode();
    return no_bypass && mode == "bypassPermissions" ? "default" : mode;
  }

  std::string default_mode() {
    const std::vector<Setting> settings = settings_of(files_, "permissions.defaultMode", query_.version);
    const char* const unasked = holds(kStartsInAuto, query_.version) ? "auto" : "default";
    if (settings.empty() || !settings.front().value->is(json::Type::kString)) return unasked;
    const std::string& mode = settings.front().value->string;
    if (mode == "manual") return "default";
    if (mode != "bypassPermissions" && mode != "auto") return mode;
    if (mode == "bypassPermissions" && !holds(kRepositoryCannotBypass, query_.version)) return mode;
    // A repository cannot loosen the mode: unless somebody else says the same, the runtime takes the default, not the next
    // file's (measured).
    const bool trusted = std::any_of(settings.begin(), settings.end(), [&](const Setting& s) {
      return s.file->scope != Scope::kLocal && s.file->scope != Scope::kProject && s.value->string == mode;
    });
    if (trusted) return mode;
    return mode == "auto" ? unasked : "default";
  }

  World& world_;
  const Query& query_;
  const Flags& flags_;
  const Layout& layout_;
  const std::vector<SourceFile>& files_;
  Posture posture_;
};

}  // namespace

Posture evaluate(World& world, const Query& query, const Flags& flags, const Layout& layout) {
  return Evaluation(world, query, flags, layout).run();
}

}  // namespace cordon::settings
