// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/live.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cordon/install_run.h"
#include "cordon/live/carry.h"
#include "cordon/live/families.h"
#include "cordon/live/guard.h"
#include "cordon/live/judge.h"
#include "cordon/live/scratch.h"
#include "cordon/live/session.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/base/text.h"
#include "shared/base/version.h"
#include "shared/settings/config.h"
#include "shared/settings/files.h"
#include "shared/settings/layout.h"

namespace cordon::live {
namespace {

using Clock = std::chrono::steady_clock;

std::string find_runtime(World& world, const Options& options) {
  if (options.runtime.empty()) return find_on_path(world, "claude");
  return path::absolute(options.runtime, world.current_dir());
}

// "2.1.332", or why not.
Result<std::string> version_of(const std::string& runtime, const std::vector<std::string>& env, const Scratch& scratch) {
  command::Run run;
  run.argv = {runtime, "--version"};
  run.env = env;
  run.folder = scratch.at("home");
  run.scratch = scratch.at("tmp");
  const command::Ran ran = command::run_program(run);
  if (!ran.fault.empty()) return fail(ran.fault, runtime);
  const std::string_view said = text::trim(ran.output);
  if (ran.exit != 0 || !parse_version(said)) return fail(fmt::format("does not look like the runtime: exit {}, says \"{}\"", ran.exit, text::shown(said, 60)), runtime);
  return std::string(said.substr(0, said.find_first_of(" \n")));
}

settings::Effective effective_of(World& world, const Options& options, const std::string& start_dir, const std::string& version) {
  settings::Query query;
  query.start_dir = start_dir;
  query.start_dir_certain = true;
  query.version = version;
  query.arguments = std::vector<std::string>{"claude"};
  if (!options.settings.empty()) query.arguments->insert(query.arguments->end(), {"--settings", options.settings});
  if (!options.permission_mode.empty()) query.arguments->insert(query.arguments->end(), {"--permission-mode", options.permission_mode});
  return settings::resolve(world, query);
}

// Where a file of a scope goes; "" nowhere.
std::string place_of(settings::Scope scope) {
  switch (scope) {
    case settings::Scope::kUser: return "home/.claude/settings.json";
    case settings::Scope::kProject: return "project/.claude/settings.json";
    case settings::Scope::kLocal: return "project/.claude/settings.local.json";
    case settings::Scope::kFlag: return "flag-settings.json";
    case settings::Scope::kManaged: return "";
  }
  return "";
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

bool carry_settings(const settings::Effective& effective, const Move& move, Scratch& scratch, std::vector<std::string>& notes) {
  bool ok = true;
  for (const settings::SourceFile& file : effective.files) {
    const std::string place = place_of(file.scope);
    if (file.state == settings::FileState::kDropped && !place.empty())
      notes.push_back(fmt::format("{} counts for nothing, so it was left out: {}", text::visible(file.path), text::visible(file.reason)));
    if (file.state != settings::FileState::kCounted || place.empty()) continue;
    const Carried carried = carry(file.document, move);
    ok = ok && scratch.write(place, carried.text);
    if (!carried.left.empty()) notes.push_back(fmt::format("of {} left out: {}", text::visible(file.path), text::visible(joined(carried.left))));
  }
  return ok;
}

// Our own hooks read these.
bool carry_config(World& world, const std::string& start_dir, const Move& move, Scratch& scratch) {
  constexpr size_t kLimit = 1u << 20;
  const std::pair<std::string, const char*> files[] = {
      {path::join(settings::config_dir(world, start_dir), "cordon.toml"), "home/.claude/cordon.toml"},
      {path::join(start_dir, ".claude/cordon.toml"), "project/.claude/cordon.toml"},
      {path::join(start_dir, "gates.json"), "project/gates.json"},
  };
  bool ok = true;
  for (const auto& [from, to] : files) {
    const FileText text = world.read_file(from, kLimit);
    if (text) ok = ok && scratch.write(to, turned(*text, move));
  }
  return ok;
}

SessionSpec spec_of(const Options& options, const Scratch& scratch, const std::string& runtime, std::vector<std::string> env, bool has_flag) {
  SessionSpec spec;
  spec.argv = {runtime, "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--include-hook-events",
               "--permission-prompt-tool", "stdio"};
  if (has_flag) spec.argv.insert(spec.argv.end(), {"--settings", scratch.at("flag-settings.json")});
  if (!options.permission_mode.empty()) spec.argv.insert(spec.argv.end(), {"--permission-mode", options.permission_mode});
  spec.env = std::move(env);
  spec.folder = scratch.places().project;
  // Should a real model ever read it, it has nothing to do.
  spec.prompt = fmt::format("cordon-live-{}: this is a trial run. Do nothing and answer: done.", scratch.places().nonce);
  spec.milliseconds = options.timeout_seconds * 1000;
  return spec;
}

Evidence evidence_of(World& world, const Family& family, size_t index, const StandIn& api, const SessionSeen& seen, const Scratch& scratch) {
  Evidence out;
  out.told = api.told()[index];
  const std::string id = StandIn::call_id(index);
  if (const auto found = seen.asked.find(id); found != seen.asked.end()) out.question = found->second;
  if (const auto found = seen.hooked.find(id); found != seen.hooked.end()) out.hooked = found->second;
  out.trace = scratch.trace(world);
  out.nonce = scratch.places().nonce;
  out.secret = scratch.secret();
  if (!family.path.empty()) out.is_there = world.stat(filled(family.path, scratch.places())).kind != FileKind::kAbsent;
  out.is_reached = api.is_reached();
  out.has_curl = scratch.has_curl();
  return out;
}

// Paths of the scratch folder say nothing to people.
std::string told_in_their_terms(std::string_view text, const Scratch& scratch) {
  const Move move{scratch.places().home, scratch.places().project, "~", "<project>"};
  const Move rest{scratch.places().outside, "", "<elsewhere>", ""};
  return turned(turned(text, move), rest);
}

std::vector<Call> calls_of(const Places& places) {
  std::vector<Call> out;
  for (const Family& family : families()) out.push_back({std::string(family.tool), filled(family.input, places)});
  return out;
}

// Why a session that never spoke to the stand-in did not.
std::string silence(const SessionSeen& seen) {
  if (!seen.fault.empty()) return seen.fault;
  return fmt::format("the session ended at once, exit {}: {}", seen.exit, text::shown(text::trim(seen.errors), 300));
}

Tried tried_of(const Family& family, Evidence evidence, const Scratch& scratch, Profile profile, bool is_open) {
  evidence.told.text = told_in_their_terms(evidence.told.text, scratch);
  if (evidence.question) {
    evidence.question->reason = told_in_their_terms(evidence.question->reason, scratch);
    evidence.question->path = told_in_their_terms(evidence.question->path, scratch);
  }
  Tried tried = judge(family, evidence);
  tried.as_wanted = is_wanted(family, profile, tried, is_open);
  tried.wanted = wanted(profile);
  return tried;
}

// The session itself, with everything carried over.
void play(World& world, const Options& options, const SessionSpec& spec, Listener& listener, const Scratch& scratch, const settings::Effective& effective,
          Report& report) {
  const std::string& nonce = scratch.places().nonce;
  StandIn api("cordon-live-" + nonce, nonce + ".cordon-live.invalid", calls_of(scratch.places()));
  const SessionSeen seen = run_session(spec, listener, api);
  report.refused = api.refused();
  report.permission_mode = seen.permission_mode;
  if (!api.is_spoken_to()) {
    report.fault = silence(seen);
    return;
  }
  if (!seen.fault.empty()) report.notes.push_back("the session was " + seen.fault);
  if (seen.permission_mode == "auto") report.notes.push_back("auto mode's classifier is played by the stand-in, which never objects: the real one may");
  for (size_t i = 0; i < families().size(); ++i) {
    Evidence evidence = evidence_of(world, families()[i], i, api, seen, scratch);
    evidence.may_be_sandboxed = effective.posture.may_be_effective();
    report.tried.push_back(tried_of(families()[i], std::move(evidence), scratch, options.profile, sockets_open(effective)));
  }
}

void run_families(World& world, const Options& options, Scratch& scratch, Report& report) {
  Listener listener;
  if (!listener.ok()) {
    report.fault = "no port to be had on 127.0.0.1";
    return;
  }
  std::vector<std::string> env = environment(world, scratch, listener.port());
  const Result<std::string> version = version_of(report.runtime, env, scratch);
  if (!version) {
    report.fault = version.error().text();
    return;
  }
  report.version = *version;
  const std::string here = world.current_dir();
  const std::string start_dir = path::resolve(world, path::absolute(options.start_dir.empty() ? here : options.start_dir, here)).path;
  const settings::Effective effective = effective_of(world, options, start_dir, *version);
  if (const std::string danger = managed_danger(effective); !danger.empty()) {
    report.fault = "nothing was tried, because it would not be safe: " + danger + " decides where commands or requests go";
    return;
  }
  const Move move{world.env_set("HOME").value_or(""), start_dir, scratch.places().home, scratch.places().project};
  if (!carry_settings(effective, move, scratch, report.notes) || !carry_config(world, start_dir, move, scratch)) {
    report.fault = "cannot write into the scratch folder";
    return;
  }
  const bool has_flag = world.stat(scratch.at("flag-settings.json")).kind == FileKind::kRegular;
  const SessionSpec spec = spec_of(options, scratch, report.runtime, std::move(env), has_flag);
  play(world, options, spec, listener, scratch, effective, report);
}

}  // namespace

const char* outcome_name(Outcome outcome) {
  constexpr const char* kNames[] = {"denied", "asked", "ran", "not tried"};
  return kNames[static_cast<size_t>(outcome)];
}

const char* by_name(By by) {
  constexpr const char* kNames[] = {"nobody", "permission rule", "permission mode", "sandbox", "hook", "unknown"};
  return kNames[static_cast<size_t>(by)];
}

Report try_families(World& world, const Options& options) {
  const auto start = Clock::now();
  Report report;
  report.runtime = find_runtime(world, options);
  if (report.runtime.empty() || !world.is_executable(report.runtime)) {
    report.absent = true;
    report.fault = report.runtime.empty() ? "no runtime found: no `claude` on PATH" : fmt::format("no runtime found: '{}' cannot be run", report.runtime);
    return report;
  }
  const SignalGuard guard;
  {
    Result<Scratch> scratch = Scratch::make(world, options.scratch_parent);
    if (!scratch) report.fault = scratch.error().text();
    else run_families(world, options, *scratch, report);
  }
  if (SignalGuard::caught() != 0) report.fault = "interrupted";
  report.milliseconds = static_cast<unsigned>(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count());
  return report;
}

}  // namespace cordon::live
