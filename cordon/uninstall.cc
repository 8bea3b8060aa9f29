// SPDX-License-Identifier: Apache-2.0
// cordon uninstall: every settings file that an install edited ends as it was, then the programs and the record go.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cordon/install_diff.h"
#include "cordon/install_files.h"
#include "cordon/install_hash.h"
#include "cordon/install_layout.h"
#include "cordon/install_programs.h"
#include "cordon/install_report.h"
#include "cordon/install_wiring.h"
#include "cordon/options.h"
#include "cordon/table.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/hook/state.h"

namespace cordon::command {
namespace {

struct Options {
  bool yes = false, dry_run = false;
  std::string prefix, scope = "user";
};

struct Change {
  FileState file;
  std::string bytes;              // what it becomes
  bool removes_file = false;      // there was none before install
  std::string restored_from;      // the backup whose bytes these are
  std::vector<std::string> done;  // sentences

  bool changes() const { return file.exists && (removes_file || bytes != file.bytes); }
};

// Whether `bytes` start programs out of the folders that are about to be emptied.
bool uses(const std::string& bytes, const std::string& name, const std::vector<std::string>& bins) {
  const auto commands = own_commands(bytes, name, bins);
  if (!commands) return false;
  return std::any_of(commands->begin(), commands->end(), [&](const Command& command) {
    return std::any_of(bins.begin(), bins.end(), [&](const std::string& bin) { return command.command.find(bin + "/") != std::string::npos; });
  });
}

// The very bytes of before, when nobody touched the file since and they are still to be had.
bool restore_exactly(Change& change, const SettingsRecord& record, const std::vector<std::string>& bins) {
  if (record.written != sha256(change.file.bytes)) return false;
  if (record.created) {
    change.removes_file = true;
    change.done.push_back("removed: there was none before");
    return true;
  }
  if (record.original.empty() || record.backup.empty()) return false;
  const auto backup = read_state(record.backup);
  if (!backup || !backup->exists || sha256(backup->bytes) != record.original || uses(backup->bytes, record.path, bins)) return false;
  change.bytes = backup->bytes;
  change.restored_from = record.backup;
  change.done.push_back("restored, byte for byte as it was");
  return true;
}

Result<Change> plan_change(const std::string& name, const SettingsRecord* record, const std::vector<std::string>& bins) {
  Change change;
  auto file = read_state(name);
  if (!file) return tl::unexpected<Error>(file.error());
  change.file = std::move(*file);
  change.bytes = change.file.bytes;
  if (!change.file.exists) return change;
  if (record != nullptr && restore_exactly(change, *record, bins)) return change;
  UnwireOptions options{bins, std::nullopt, {}};
  if (record != nullptr) options.status_line_before = record->status_line_before, options.empty_before = record->empty_before;
  auto unwired = unwire(change.file.bytes, name, options);
  if (!unwired) return tl::unexpected<Error>(unwired.error());
  change.bytes = std::move(unwired->bytes);
  change.done = std::move(unwired->done);
  return change;
}

Result<Done> write_change(const Change& change) {
  if (!change.changes()) return Done{};
  if (change.removes_file) return remove_file(change.file.target);
  if (change.restored_from.empty()) {
    auto backup = back_up(change.file);
    if (!backup) return tl::unexpected<Error>(backup.error());
    say(fmt::format("backup    {}\n", *backup));
  }
  if (auto written = write_state(change.file, change.bytes); !written) return written;
  return change.restored_from.empty() ? Result<Done>(Done{}) : remove_file(change.restored_from);  // it says the same as the file now
}

void say_change(const Change& change, bool dry_run) {
  say(fmt::format("settings  {}: {}\n", change.file.path, !change.changes() ? "holds nothing of ours, unchanged" : dry_run ? "would change" : "changed"));
  for (const std::string& line : change.done) say(fmt::format("          {}\n", line));
  if (dry_run) say(unified_diff(change.file.bytes, change.removes_file ? "" : change.bytes, change.file.path));
  const auto left = own_commands(change.removes_file ? "{}" : change.bytes, change.file.path, {});
  if (left && !left->empty()) {
    warn(fmt::format("'{}' is as it was, and was wired to an older install then ('{}'): run uninstall once more to remove that too",
                     change.file.path, left->front().command));
  }
}

Result<Done> remove_installed(const Layout& layout, const Manifest& manifest, const std::vector<std::string>& bins) {
  for (const std::string& bin : bins) {
    auto user = remove_programs(bin, manifest, layout.manifest);
    if (!user) return tl::unexpected<Error>(user.error());
    const std::string outcome = user->empty() ? "removed" : fmt::format("kept, the install of {} uses them", *user);
    say(fmt::format("programs  {}: {}\n", bin, outcome));
  }
  if (auto removed = remove_file(layout.manifest); !removed) return removed;
  remove_folder_if_empty(std::string(path::parent(layout.manifest)));
  return Done{};
}

// Sessions that still run, and a plugin, write there: it is the person's to remove.
void say_what_stays(World& world) {
  const std::string folder = hook::state_folder(world);
  if (folder.empty() || world.stat(folder).kind != FileKind::kDirectory) return;
  say(fmt::format("memory    {}: stays (sessions, git's counts, the log); when no session runs any more: rm -r {}\n", text::shown(folder), text::shown(shell_quote(folder))));
}

int uninstall_locked(const Options& options, const Layout& layout) {
  RealWorld world;
  auto manifest = load_manifest(world, layout.manifest);
  if (!manifest) return say_error("uninstall", manifest.error());
  std::vector<std::string> bins = manifest->own_bins();
  if (std::find(bins.begin(), bins.end(), layout.bin) == bins.end()) bins.push_back(layout.bin);
  std::vector<std::string> names;
  for (const SettingsRecord& record : manifest->settings) names.push_back(record.path);
  if (std::find(names.begin(), names.end(), layout.settings) == names.end()) names.push_back(layout.settings);

  std::vector<Change> changes;  // all are planned before the first is written: a fault in one leaves all as they are
  for (const std::string& name : names) {
    auto change = plan_change(name, manifest->record_of(name), bins);
    if (!change) return say_error("uninstall", change.error());
    changes.push_back(std::move(*change));
  }
  for (const Change& change : changes) {
    if (!options.dry_run) {
      if (auto written = write_change(change); !written) return say_error("uninstall", written.error());
    }
    say_change(change, options.dry_run);
  }
  if (options.dry_run) return say("dry run: nothing was written\n"), 0;
  if (auto removed = remove_installed(layout, *manifest, bins); !removed) return say_error("uninstall", removed.error());
  say_what_stays(world);
  return 0;
}

int uninstall(const Options& options) {
  RealWorld world;
  auto layout = find_layout(world, options.prefix, options.scope == "project");
  if (!layout) return say_error("uninstall", layout.error());
  const bool nothing = world.stat(layout->config).kind != FileKind::kDirectory;
  if (nothing && options.scope == "user") return say(fmt::format("nothing is installed: there is no {}\n", layout->config)), 0;
  auto lock = FolderLock::take(options.dry_run || nothing ? "" : layout->config);
  if (!lock) return say_error("uninstall", lock.error());
  return uninstall_locked(options, *layout);
}

}  // namespace

int run_uninstall(int argc, char** argv) {
  Options options;
  CLI::App app{"Takes the wiring out of every settings.json an install edited, removes the programs. What others wrote stays.", "cordon uninstall"};
  app.add_flag("-y,--yes", options.yes, "accepted for symmetry: uninstall never asks, it restores");
  app.add_flag("-n,--dry-run", options.dry_run, "show the change as a diff, write nothing");
  app.add_option("--prefix", options.prefix, "where an install with --prefix DIR put the programs (the install's own record knows it)")
      ->type_name("DIR");
  app.add_option("--scope", options.scope, "'project': look at .claude/settings.json of the current folder, too")
      ->check(CLI::IsMember({"user", "project"}));
  app.footer("A file nobody touched since gets its very bytes back; from one that was edited our entries are cut out and all else stays.\n\n"
             "examples\n"
             "  cordon uninstall --dry-run         what would change\n"
             "  cordon uninstall                   settings.json as it was, the programs gone\n\n"
             "exit: 0 taken away or nothing to take, 1 failed (the message says what is left), 2 wrong usage");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  return uninstall(options);
}

}  // namespace cordon::command
