// SPDX-License-Identifier: Apache-2.0
// --dry-run and --apply: the plan shown; backups, then the record, then the files, so that being killed between two steps leaves whole
// files and a record that --undo understands.
#include <fmt/format.h>
#include <unistd.h>

#include "cordon/harden/harden.h"
#include "cordon/harden/report.h"
#include "cordon/install_diff.h"
#include "cordon/install_hash.h"
#include "cordon/install_report.h"
#include "shared/base/path.h"

namespace cordon::harden {
namespace {

using command::sha256;
using command::say;
using command::say_error;

int refuse(const Error& error) { return say_error("harden", error); }
int refuse(const std::string& message) { return refuse(Error{message, "", 0, 0}); }

std::string command_of(const Options& options) {
  std::string out = fmt::format("cordon harden {}", options.profile);
  if (options.scope != (options.profile == "managed" ? "managed" : "user")) out += " --scope " + options.scope;
  if (options.dont_ask) out += " --dont-ask";
  for (const std::string& host : options.allow_domains) out += " --allow-domain " + host;
  return out;
}

bool backs_up(const FileRecord* earlier, const Target& target) {
  const bool there = earlier != nullptr && earlier->original == sha256(target.file.bytes) && !earlier->backup.empty() && access(earlier->backup.c_str(), R_OK) == 0;
  return target.file.exists && !there;  // there: of a run that was killed
}

// What --undo will need. An earlier record stands as long as the file is what was written then; edits of the person between two runs
// end the way back to the very bytes, not the way back.
FileRecord record_for(const Target& target, const FileRecord* earlier, const Options& options) {
  const std::string found = sha256(target.file.bytes);
  FileRecord record;
  record.path = target.file.path;
  const bool done_before = earlier != nullptr && earlier->original != found;  // else: a run that was killed before it wrote
  if (done_before) {
    record = *earlier;
    if (earlier->written != found) record.original.clear(), record.backup.clear(), record.created = false;
  } else {
    record.original = target.file.exists ? found : "";
    record.created = !target.file.exists;
    if (earlier != nullptr) record.backup = earlier->backup;
  }
  record.profile = options.profile;
  record.changes.insert(record.changes.end(), target.merged.changes.begin(), target.merged.changes.end());
  record.written = sha256(target.merged.bytes);
  return record;
}

Result<command::Done> prepare(Plan& plan, const Options& options, std::vector<std::string>& backups) {
  for (const Target& target : plan.targets) {
    if (!target.changes()) continue;
    FileRecord* earlier = plan.record.of(target.file.path);
    FileRecord record = record_for(target, earlier, options);
    const auto folder = std::string(path::parent(target.file.target));
    if (auto made = command::make_folders(folder, 0755); !made) return made;
    if (backs_up(earlier, target)) {
      auto backup = command::back_up(target.file);
      if (!backup) return tl::unexpected<Error>(backup.error());
      backups.push_back(*backup);
      if (record.original == sha256(target.file.bytes) && (earlier == nullptr || record.backup.empty())) record.backup = *backup;
    }
    if (earlier != nullptr) {
      *earlier = std::move(record);
    } else {
      plan.record.files.push_back(std::move(record));
    }
  }
  if (auto made = command::make_folders(std::string(path::parent(plan.place.record)), 0755); !made) return made;
  return command::write_file(plan.place.record, plan.record.text(), 0600);
}

bool changes_anything(const Plan& plan) {
  return std::any_of(plan.targets.begin(), plan.targets.end(), [](const Target& target) { return target.changes(); });
}

std::string why_not(const Plan& plan) {
  if (plan.place.scope == "managed" && geteuid() != 0) return fmt::format("{} belongs to root: print the policy (without --apply) and put it there, or run this as root", plan.place.settings);
  if (plan.backend.empty() || !plan.refuses_without_backend) return "";
  return fmt::format("{}: with sandbox.failIfUnavailable the runtime would not start any more on this machine; install the sandbox first "
                     "(apt-get install bubblewrap socat), then run this again", plan.backend);
}

}  // namespace

int dry_run(const Options& options) {
  RealWorld world;
  auto plan = make_plan(world, options);
  if (!plan) return refuse(plan.error());
  if (options.as_json) return say(plan_json(*plan, options)), 0;
  if (options.scope == "managed") {
    say(plan->targets.back().merged.bytes);
    if (const std::string reason = why_not(*plan); !reason.empty()) command::warn(reason);
    return 0;
  }
  say_plan(*plan, options, false);
  for (const Target& target : plan->targets) {
    if (target.changes()) say(command::unified_diff(target.file.bytes, target.merged.bytes, target.file.path));
  }
  if (const std::string reason = why_not(*plan); !reason.empty()) command::warn(reason);
  say(changes_anything(*plan) ? fmt::format("dry run: nothing was written; write it with: {} --apply\n", command_of(options)) : "nothing to do: the profile is in force here\n");
  return 0;
}

int apply(const Options& options) {
  RealWorld world;
  if (auto shown = make_plan(world, options); !shown) return refuse(shown.error());  // before a folder is made
  auto place = find_place(world, options.scope, options.version);
  if (!place) return refuse(place.error());
  if (auto made = command::make_folders(place->config, 0700); !made) return refuse(made.error());
  auto lock = command::FolderLock::take(place->config);
  if (!lock) return refuse(lock.error());
  auto plan = make_plan(world, options);
  if (!plan) return refuse(plan.error());
  if (const std::string reason = why_not(*plan); !reason.empty()) return refuse(reason);
  std::vector<std::string> backups;
  if (changes_anything(*plan)) {
    if (auto prepared = prepare(*plan, options, backups); !prepared) return refuse(prepared.error());
    for (const Target& target : plan->targets) {
      if (!target.changes()) continue;
      if (auto written = command::write_state(target.file, target.merged.bytes); !written) return refuse(written.error());
    }
  }
  if (options.as_json) return say(plan_json(*plan, options)), 0;
  say_plan(*plan, options, true);
  for (const Target& target : plan->targets) {
    if (target.changes()) say(command::unified_diff(target.file.bytes, target.merged.bytes, target.file.path));
  }
  for (const std::string& backup : backups) say(fmt::format("backup    {}\n", backup));
  if (!changes_anything(*plan)) return say("nothing to do: the profile is in force here\n"), 0;
  say(fmt::format("\nnext\n  start a new session; then: cordon doctor --live    tries it on the real runtime\n  cordon harden --undo{}    takes it back\n",
                  options.scope == "user" ? "" : " --scope " + options.scope));
  return 0;
}

}  // namespace cordon::harden
