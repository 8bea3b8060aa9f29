// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/layout.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/git/repository.h"
#include "shared/settings/read.h"
#include "shared/settings/rules.h"

namespace cordon::settings {
namespace {

constexpr std::string_view kProjectFile = ".claude/settings.json";
constexpr std::string_view kLocalFile = ".claude/settings.local.json";

struct Sources {
  bool user = true, project = true, local = true;
};

// "user,project": blanks around a name are fine, an empty text names none, anything else is refused (measured).
Sources read_sources(const Flags& flags, std::string& refusal) {
  Sources sources;
  if (flags.restricted) return {false, false, false};
  if (!flags.setting_sources) return sources;
  sources = {false, false, false};
  for (const std::string_view part : text::split(*flags.setting_sources, ',')) {
    const std::string_view name = text::trim(part);
    if (name == "user") {
      sources.user = true;
    } else if (name == "project") {
      sources.project = true;
    } else if (name == "local") {
      sources.local = true;
    } else if (!text::trim(*flags.setting_sources).empty()) {
      refusal = "--setting-sources names '" + std::string(name) + "'";
    }
  }
  return sources;
}

// Other values of --permission-mode end the start ("default" is not in the list of --help, but nobody is harmed by it).
constexpr std::string_view kModes[] = {"acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan"};

std::string refused_flags(const Flags& flags) {
  const std::string mode = flags.permission_mode.value_or("default");
  if (std::find(std::begin(kModes), std::end(kModes), mode) == std::end(kModes)) return "--permission-mode names '" + mode + "'";
  const bool bypass = flags.skip_permissions || mode == "bypassPermissions";
  return flags.restricted && bypass ? "--restricted does not go with bypassPermissions" : std::string();
}

// JavaScript's String.trim, by which the runtime tells text from a file name (measured: U+00A0, U+FEFF).
std::string_view trim_as_runtime(std::string_view value) {
  constexpr std::string_view kBlanks[] = {" ", "\t", "\n", "\v", "\f", "\r", "\u00a0", "\ufeff", "\u3000", "\u2028", "\u2029", "\u202f", "\u205f", "\u1680"};
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view blank : kBlanks) {
      while (value.starts_with(blank)) value.remove_prefix(blank.size()), again = true;
      while (value.ends_with(blank)) value.remove_suffix(blank.size()), again = true;
    }
  }
  return value;
}

class Reader {
 public:
  Reader(World& world, const Query& query, const Flags& flags, Layout& layout)
      : world_(world), query_(query), flags_(flags), layout_(layout), sources_(read_sources(flags, layout.refusal)) {}

  void run() {
    if (layout_.refusal.empty()) layout_.refusal = refused_flags(flags_);
    managed();
    flag();
    local();
    const std::string config = config_dir(world_, query_.start_dir);
    const std::string project = below_start(kProjectFile);
    const std::string user = config.empty() ? "" : path::join(config, "settings.json");
    // Started in the home folder the two are one file, and it counts as the user's (measured: bypass mode is honoured).
    if (project == user && sources_.user && sources_.project) {
      ignore(Scope::kProject, project, "the same file as the user's");
    } else {
      add(Scope::kProject, project, sources_.project);
    }
    add(Scope::kUser, user, sources_.user);
    layout_.user_unknown = config.empty() && sources_.user;
    if (!config.empty()) server(path::join(config, "remote-settings.json"));
  }

 private:
  std::string below_start(std::string_view name) const { return query_.start_dir.empty() ? "" : path::join(query_.start_dir, name); }

  void ignore(Scope scope, const std::string& path, const char* reason) {
    SourceFile file;
    file.scope = scope;
    file.path = path;
    file.state = FileState::kIgnored;
    file.reason = reason;
    layout_.files.push_back(std::move(file));
  }

  void add(Scope scope, const std::string& path, bool wanted) {
    if (path.empty()) return;
    if (!wanted) return ignore(scope, path, flags_.restricted ? "left out by --restricted" : "left out by --setting-sources");
    layout_.files.push_back(read_source(world_, scope, path, query_.version));
  }

  // Drop-ins in name order, the later one wins: highest precedence is the last name, lowest the base file.
  void managed() {
    const std::string folder = path::join(kManagedDir, "managed-settings.d");
    if (const auto names = world_.list_dir(folder)) {
      for (auto name = names->rbegin(); name != names->rend(); ++name) {
        if (name->starts_with('.') || !name->ends_with(".json")) continue;
        layout_.files.push_back(read_source(world_, Scope::kManaged, path::join(folder, *name), query_.version));
      }
    }
    SourceFile base = read_source(world_, Scope::kManaged, path::join(kManagedDir, "managed-settings.json"), query_.version);
    // A folder in its place is refused (measured); a drop-in that is a folder is passed over.
    const bool is_there = base.state == FileState::kDropped && base.reason.starts_with("unreadable");
    base.refuses |= is_there && holds(kManagedRefuses, query_.version);
    layout_.files.push_back(std::move(base));
  }

  // Text in braces is JSON, anything else a file; the runtime refuses to start when it is neither (measured).
  void flag() {
    if (!flags_.settings || flags_.settings->empty()) return;
    const std::string_view value = trim_as_runtime(*flags_.settings);
    if (value.starts_with('{') && value.ends_with('}')) {
      SourceFile file = check_source(Scope::kFlag, "--settings", std::string(value), query_.version);
      if (file.state == FileState::kDropped && !json_ok(value)) layout_.refusal = "--settings is not JSON";
      layout_.files.push_back(std::move(file));
      return;
    }
    const std::string path = path::absolute(value, query_.start_dir);
    SourceFile file = read_source(world_, Scope::kFlag, path, query_.version);
    if (file.state == FileState::kAbsent || value.empty()) {
      layout_.refusal = "--settings names a file that does not exist";
    } else if (file.state == FileState::kDropped && file.reason.starts_with("unreadable")) {
      refuse_special(world_.stat(path).kind);
    }
    layout_.files.push_back(std::move(file));
  }

  // Devices and FIFOs were read before (measured on 2.1.202; the version in between where that changed is not known).
  void refuse_special(FileKind kind) {
    if (kind == FileKind::kDirectory || (kind == FileKind::kOther && holds(kFlagRefuses, query_.version))) layout_.refusal = "--settings names no regular file";
  }

  static bool json_ok(std::string_view value) { return json::parse(std::string(value)).has_value(); }

  // The main checkout's file (for sub-folders and linked worktrees) and the start folder's both count; the first one wins key
  // by key (measured; runtime.md §3 says "only when it does not exist", which is the same unless both exist).
  void local() {
    const std::string own = below_start(kLocalFile);
    if (own.empty()) return;
    if (sources_.local && holds(kLocalFromMainCheckout, query_.version)) {
      const std::string root = main_root();
      // A home folder kept in git does not lend its local file to what lies below (measured).
      const bool is_home = root == world_.env("HOME").value_or("");
      if (!root.empty() && !is_home && root != query_.start_dir) add(Scope::kLocal, path::join(root, kLocalFile), true);
    }
    add(Scope::kLocal, own, sources_.local);
  }

  std::string main_root() {
    const auto repository = git::discover(world_, query_.start_dir);
    return repository ? repository->main_checkout : std::string();
  }

  void server(const std::string& path) {
    const FileText text = world_.read_file(path, 2u << 20);
    if (!text && text.error().fault == ReadFault::kAbsent) return;
    layout_.server_managed = true;
    ignore(Scope::kManaged, path, "policy kept from a server: whether it is in force cannot be told");
  }

  World& world_;
  const Query& query_;
  const Flags& flags_;
  Layout& layout_;
  Sources sources_;
};

}  // namespace

std::string config_dir(World& world, std::string_view start_dir) {
  if (const auto own = world.env("CLAUDE_CONFIG_DIR")) return path::absolute(*own, start_dir);
  const auto home = world.env_set("HOME");
  return home ? path::join(*home, ".claude") : std::string();
}

Layout read_layout(World& world, const Query& query, const Flags& flags) {
  Layout layout;
  Reader(world, query, flags, layout).run();
  return layout;
}

}  // namespace cordon::settings
