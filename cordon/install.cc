// SPDX-License-Identifier: Apache-2.0
// cordon install: plan (nothing is written), show, ask, write (programs, backup, record, settings), prove.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "cordon/install_diff.h"
#include "cordon/install_files.h"
#include "cordon/install_hash.h"
#include "cordon/install_layout.h"
#include "cordon/install_programs.h"
#include "cordon/install_proof.h"
#include "cordon/install_report.h"
#include "cordon/install_wiring.h"
#include "cordon/options.h"
#include "cordon/table.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

struct Options {
  bool yes = false, dry_run = false, force = false, strict = false, no_strict = false;
  std::string prefix, from, scope = "user";
};

struct Plan {
  Layout layout;
  Manifest manifest;
  FileState settings;
  Wired wired;
  std::vector<Program> programs;

  bool changes_settings() const { return settings.bytes != wired.bytes; }
  bool changes_anything() const {
    return changes_settings() || std::any_of(programs.begin(), programs.end(), [](const Program& program) { return !program.current; });
  }
};

std::string own_folder(World& world) {
  return std::string(path::parent(world.read_link("/proc/self/exe").value_or("")));
}

Result<Plan> make_plan(const Options& options) {
  RealWorld world;
  Plan plan;
  auto layout = find_layout(world, options.prefix, options.scope == "project");
  if (!layout) return tl::unexpected<Error>(layout.error());
  plan.layout = std::move(*layout);
  auto manifest = load_manifest(world, plan.layout.manifest);
  if (!manifest) return tl::unexpected<Error>(manifest.error());
  plan.manifest = std::move(*manifest);
  auto settings = read_state(plan.layout.settings);
  if (!settings) return tl::unexpected<Error>(settings.error());
  plan.settings = std::move(*settings);
  WireOptions wiring{plan.layout.bin, std::nullopt, options.force, plan.manifest.own_bins()};
  wiring.own_bins.push_back(plan.layout.bin);
  if (options.strict || options.no_strict) wiring.strict = options.strict;
  auto wired = wire(plan.settings.bytes, plan.layout.settings, wiring);
  if (!wired) return tl::unexpected<Error>(wired.error());
  plan.wired = std::move(*wired);
  auto programs = plan_programs(options.from.empty() ? own_folder(world) : options.from, plan.layout.bin, plan.manifest, options.force);
  if (!programs) return tl::unexpected<Error>(programs.error());
  plan.programs = std::move(*programs);
  return plan;
}

// What uninstall will need. An earlier record stands as long as the file is what we wrote then.
SettingsRecord record_for(const Plan& plan, const SettingsRecord* earlier) {
  SettingsRecord record;
  const std::string found = sha256(plan.settings.bytes);
  const bool untouched = earlier != nullptr && earlier->written == found;
  if (earlier != nullptr && (untouched || plan.wired.had_own)) {
    record = *earlier;
    if (!untouched) record.original.clear(), record.backup.clear(), record.created = false;  // the original is history: our entries are cut out
  } else if (plan.changes_settings()) {
    record.original = plan.settings.exists ? found : "";
    record.created = !plan.settings.exists;
    record.empty_before = plan.wired.empty_before;
    if (earlier != nullptr && earlier->original == found) record.backup = earlier->backup;  // an install that was killed
  }
  if (plan.wired.status_line_before) record.status_line_before = plan.wired.status_line_before;
  record.path = plan.layout.settings;
  record.written = sha256(plan.wired.bytes);
  return record;
}

Result<std::string> back_up_once(const Plan& plan, SettingsRecord& record) {
  if (!plan.settings.exists || !plan.changes_settings()) return std::string();
  if (record.created || (!record.backup.empty() && access(record.backup.c_str(), R_OK) == 0)) return std::string();
  auto backup = back_up(plan.settings);
  if (backup && record.original == sha256(plan.settings.bytes)) record.backup = *backup;
  return backup;
}

// In this order, so that being killed between two steps leaves a working file and a record that uninstall understands.
Result<std::string> write_plan(Plan& plan) {
  const auto stop = [](const Error& error) { return tl::unexpected<Error>(error); };
  if (auto copied = copy_programs(plan.programs, plan.layout); !copied) return stop(copied.error());
  Manifest& manifest = plan.manifest;
  SettingsRecord* earlier = manifest.record_of(plan.layout.settings);
  SettingsRecord record = record_for(plan, earlier);
  if (auto made = make_folders(std::string(path::parent(plan.settings.target)), 0755); !made) return stop(made.error());
  auto backup = back_up_once(plan, record);
  if (!backup) return stop(backup.error());
  if (earlier != nullptr) {
    *earlier = record;
  } else {
    manifest.settings.push_back(record);
  }
  std::erase(manifest.earlier_bins, plan.layout.bin);
  if (!manifest.bin.empty() && manifest.bin != plan.layout.bin) manifest.earlier_bins.push_back(manifest.bin);
  manifest.bin = plan.layout.bin;
  manifest.programs.clear();
  for (const Program& program : plan.programs) manifest.programs[program.name] = program.hash;
  if (auto made = make_folders(std::string(path::parent(plan.layout.manifest)), 0755); !made) return stop(made.error());
  if (auto written = write_file(plan.layout.manifest, manifest.text(), 0600); !written) return stop(written.error());
  if (!plan.changes_settings()) return backup;
  if (auto written = write_state(plan.settings, plan.wired.bytes); !written) return stop(written.error());
  return backup;
}

int prove_installed(const Plan& plan) {
  std::vector<std::string> bins = plan.manifest.own_bins();
  auto now = read_state(plan.layout.settings);  // what stands on the disk, not what we meant to write
  if (!now) return say_error("install", now.error());
  auto commands = own_commands(now->bytes, plan.layout.settings, bins);
  if (!commands) return say_error("install", commands.error());
  const Proof proof = prove(*commands, plan.layout.bin);
  say("\nproof: the commands as wired, on payloads recorded from the runtime, with the sandbox on\n");
  for (const std::string& line : proof.lines) say("  " + line + "\n");
  if (!proof.status_line.empty()) say(fmt::format("  {:<16}{}\n", "statusline", for_terminal(proof.status_line)));
  if (proof.ok) return 0;
  say_error("install", Error{fmt::format("the programs are wired but do not answer as they should; take the wiring away again with: {} uninstall",
                                         shell_quote(path::join(plan.layout.bin, "cordon"))), "", 0, 0});
  return 1;
}

void say_plan(const Plan& plan, bool dry_run) {
  std::string copied;
  for (const Program& program : plan.programs) {
    if (!program.current) copied += (copied.empty() ? "" : ", ") + program.name;
  }
  const std::string programs = copied.empty() ? "all there already" : (dry_run ? "would copy " : "copied ") + copied;
  const char* settings = !plan.changes_settings() ? "wired already, unchanged" : dry_run ? "would change" : "changed";
  say(fmt::format("programs  {}: {}\n", plan.layout.bin, programs));
  say(fmt::format("settings  {}: {}\n", plan.layout.settings, settings));
  if (plan.settings.exists && plan.settings.target != plan.layout.settings) {
    say(fmt::format("          a link to {}, which is what is written\n", plan.settings.target));
  }
  for (const std::string& line : plan.wired.done) say(fmt::format("          {}\n", line));
  if (plan.wired.strict) say("          strict: a guard that fails blocks the call (\"onFailure\":\"block\")\n");
  if (plan.wired.foreign_status_line) {
    say(fmt::format("          kept your status line '{}' (--force replaces it, uninstall brings it back)\n",
                    text::clip(text::visible(*plan.wired.foreign_status_line, text::Newlines::kEscape), 100)));
  }
}

std::string diff_of(const Plan& plan) { return unified_diff(plan.settings.bytes, plan.wired.bytes, plan.layout.settings); }

// 0: go on.
int ask(const Plan& plan) {
  if (isatty(0) == 0) {
    say_error("install", Error{"standard input is no terminal, so nobody can be asked: give --yes, or --dry-run to see the change", "", 0, 0});
    return 2;
  }
  say_plan(plan, true);
  say(diff_of(plan) + "Install? [y/N] ");
  char line[64] = "";
  if (std::fgets(line, sizeof line, stdin) != nullptr && (line[0] == 'y' || line[0] == 'Y')) return 0;
  say("nothing was changed\n");
  return 1;
}

int write_and_prove(const Options& options, const Plan& shown) {
  // Only now folders are made and locks taken; what another install did meanwhile is read anew.
  if (auto made = make_folders(shown.layout.config, 0700); !made) return say_error("install", made.error());
  auto lock = FolderLock::take(shown.layout.config);
  if (!lock) return say_error("install", lock.error());
  auto plan = make_plan(options);
  if (!plan) return say_error("install", plan.error());
  if (!options.yes && plan->wired.bytes != shown.wired.bytes) {
    return say_error("install", Error{fmt::format("'{}' changed while you were asked: nothing written", plan->layout.settings), "", 0, 0});
  }
  auto backup = write_plan(*plan);
  if (!backup) return say_error("install", backup.error());
  say_plan(*plan, false);
  if (!backup->empty()) say(fmt::format("backup    {}\n", *backup));
  say_warnings(plan->layout, plan->wired, options.scope == "project");
  if (const int failed = prove_installed(*plan); failed != 0) return failed;
  say(fmt::format("\nnext\n  start a new session: one that runs already keeps the hooks it started with\n"
                  "  {0} --help    what else there is\n  {0} uninstall (or ./install.sh --uninstall)    everything as it was\n",
                  shell_quote(path::join(plan->layout.bin, "cordon"))));
  return 0;
}

int install(const Options& options) {
  auto plan = make_plan(options);
  if (!plan) return say_error("install", plan.error());
  if (options.dry_run) {
    say_plan(*plan, true);
    say(diff_of(*plan));
    say_warnings(plan->layout, plan->wired, options.scope == "project");
    say("dry run: nothing was written\n");
    return 0;
  }
  if (!options.yes && plan->changes_anything()) {
    if (const int refused = ask(*plan); refused != 0) return refused;
  }
  return write_and_prove(options, *plan);
}

}  // namespace

int run_install(int argc, char** argv) {
  Options options;
  CLI::App app{"Copies the programs, wires them into settings.json, proves that they answer. Running it again changes nothing.", "cordon install"};
  app.add_flag("-y,--yes", options.yes, "do not ask");
  app.add_flag("-n,--dry-run", options.dry_run, "show the change as a diff, write nothing");
  app.add_flag("--force", options.force, "replace a status line that is not ours (uninstall brings it back)");
  auto* strict = app.add_flag("--strict", options.strict, "a guard that crashes or is missing blocks the call (\"onFailure\":\"block\")");
  app.add_flag("--no-strict", options.no_strict, "take --strict back; without either, it stays as it is")->excludes(strict);
  app.add_option("--prefix", options.prefix, "programs go to DIR/bin instead of <config folder>/cordon/bin")->type_name("DIR");
  app.add_option("--scope", options.scope, "whose settings.json: 'user', or 'project' (.claude/ of the current folder)")
      ->check(CLI::IsMember({"user", "project"}));
  app.add_option("--from", options.from, "folder with the built programs (default: where this program is)")->type_name("DIR");
  app.footer("The config folder is $CLAUDE_CONFIG_DIR, else ~/.claude. A backup of settings.json is written beside it.\n\n"
             "examples\n"
             "  cordon install --dry-run           the change as a diff, nothing written\n"
             "  cordon install --yes --strict      a guard that cannot run blocks the call\n"
             "  cordon install --prefix ~/.local   programs to ~/.local/bin\n\n"
             "exit: 0 installed and proved, 1 failed (the message says what is where), 2 wrong usage or nobody to ask");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  return install(options);
}

}  // namespace cordon::command
