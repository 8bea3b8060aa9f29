// SPDX-License-Identifier: Apache-2.0
// cordon drift: the installed version of the runtime against those that were recorded.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>

#include "cordon/drift/drift.h"
#include "cordon/install_report.h"
#include "cordon/options.h"
#include "cordon/pins/pins.h"
#include "cordon/table.h"
#include "shared/base/io.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

using drift::text_of;

constexpr int kSame = 0, kMoved = 1, kUsage = 2, kCannotTell = 3;
constexpr const char* kFooter =
    "What was recorded and measured when this command was built is compiled in. Between two recorded versions it says what moved\n"
    "from the one to the other, and of rules, whose boundaries were searched for, where exactly. Beyond the newest recorded one\n"
    "nothing is known until it is recorded:\n"
    "  cordon drift --record ~/src/cordon         one command: fixtures/record/record of a checkout, without account\n"
    "  cordon drift --fixtures fixtures           then says what moved\n\n"
    "exit: 0 this version was recorded, or its recording shows nothing new; 1 something moved; 2 wrong usage; 3 it cannot be known\n\n"
    "examples\n"
    "  cordon drift                               the installed runtime\n"
    "  cordon drift --runtime 2.1.300             another version\n"
    "  cordon drift --runtime 2.1.332 --since 2.1.202\n";

struct Options {
  std::string runtime, since, fixtures, checkout;
};

using text::shown;

void say_list(std::string_view title, const std::vector<std::string>& lines, std::string_view none) {
  say(fmt::format("{}\n", title));
  for (const std::string& line : lines) say("  " + shown(line) + "\n");
  if (lines.empty()) say(fmt::format("  {}\n", none));
}

// What is recorded and the nearest to `version` from below and from above.
struct Around {
  std::optional<Version> below, above;
};
template <class Map>
Around around(const Map& map, const Version& version) {
  Around out;
  for (const auto& [each, value] : map) {
    if (each <= version) out.below = each;
    if (each >= version && !out.above) out.above = each;
  }
  return out;
}

std::string versions_text(const drift::Digest& digest) {
  std::string out;
  for (const auto& [version, fields] : digest.recorded) out += (out.empty() ? "" : ", ") + text_of(version);
  return out;
}

std::string record_hint(const Version& version) {
  return fmt::format("to record it, in a checkout of cordon: fixtures/record/record {0}\n  then: cordon drift --runtime {0} --fixtures fixtures\n", text_of(version));
}

int say_moves(const drift::Digest& digest, const Version& before, const Version& after, const drift::Fields& old_fields, const drift::Fields& new_fields) {
  const std::vector<std::string> fields = drift::moved(old_fields, new_fields), rules = drift::rules_moved(digest.rules, before, after);
  say_list(fmt::format("fields of payloads, {} to {}", text_of(before), text_of(after)), fields, "none moved");
  say_list(fmt::format("rules, {} to {}", text_of(before), text_of(after)), rules, "none moved as far as measured");
  const auto old_keys = digest.settings.find(before), new_keys = digest.settings.find(after);
  std::vector<std::string> keys;
  if (old_keys != digest.settings.end() && new_keys != digest.settings.end()) {
    keys = drift::moved(old_keys->second, new_keys->second);
    say_list(fmt::format("keys of settings, {} to {}", text_of(before), text_of(after)), keys, "none moved");
  }
  return fields.empty() && rules.empty() && keys.empty() ? kSame : kMoved;
}

// A version between two recorded ones: what moved on the way, and of rules on which side of it.
int say_between(const drift::Digest& digest, const Version& version, const Version& below, const Version& above) {
  say(fmt::format("{} was not recorded; {} and {} were\n", text_of(version), text_of(below), text_of(above)));
  say_list(fmt::format("rules that moved by {} (measured)", text_of(version)), drift::rules_moved(digest.rules, below, version), "none");
  say_list("rules that moved later", drift::rules_moved(digest.rules, version, above), "none");
  say_list(fmt::format("fields that moved somewhere between {} and {}", text_of(below), text_of(above)), drift::moved(digest.recorded.at(below), digest.recorded.at(above)), "none");
  const Around keys = around(digest.settings, version);
  if (keys.below && keys.above && *keys.below != *keys.above) {
    say_list(fmt::format("keys of settings that moved somewhere between {} and {}", text_of(*keys.below), text_of(*keys.above)),
             drift::moved(digest.settings.at(*keys.below), digest.settings.at(*keys.above)), "none");
  }
  say(record_hint(version));
  return kMoved;
}

int say_beyond(const drift::Digest& digest, const Version& version, const Version& newest) {
  say(fmt::format("cannot be known: {} is newer than every recorded version ({})\n", text_of(version), versions_text(digest)));
  say(fmt::format("  rules were measured up to {}; cordon takes them to go on as they were there\n", text_of(drift::measured_up_to(digest.rules))));
  for (const drift::Rule& rule : digest.rules) say(fmt::format("    {} {}\n", drift::holds(rule, newest) ? "holds:        " : "does not hold:", shown(rule.says)));
  say(record_hint(version));
  return kCannotTell;
}

int compare(const drift::Digest& digest, const Version& version, const std::optional<Version>& since, const std::optional<drift::Fields>& recording) {
  const Around near = around(digest.recorded, version);
  if (since) {
    const auto before = digest.recorded.find(*since), after = digest.recorded.find(version);
    if (before == digest.recorded.end() || (after == digest.recorded.end() && !recording)) {
      return say_error("drift", Error{fmt::format("only recorded versions can be compared with --since: {}", versions_text(digest)), "", 0, 0}), kUsage;
    }
    return say_moves(digest, *since, version, before->second, recording ? *recording : after->second);
  }
  if (recording) {
    const Version before = near.below ? *near.below : *near.above;
    say(fmt::format("{}: its own recording against {}, which is compiled in\n", text_of(version), text_of(before)));
    return say_moves(digest, before, version, digest.recorded.at(before), *recording);
  }
  if (near.below == version) {
    say(fmt::format("{} is one of the recorded versions ({}): what cordon knows of it was measured on it\n", text_of(version), versions_text(digest)));
    return kSame;
  }
  if (near.below && near.above) return say_between(digest, version, *near.below, *near.above);
  if (near.below) return say_beyond(digest, version, *near.below);
  say(fmt::format("cannot be known: {} is older than every recorded version ({}), and below the floor that cordon supports\n", text_of(version), versions_text(digest)));
  say(record_hint(version));
  return kCannotTell;
}

// The version to judge, and where it comes from.
std::optional<Version> installed_version(World& world) {
  const auto pins = pins::load_pins(world);
  const pins::Pin* pin = pins ? pins::find_pin(*pins, "claude-code") : nullptr;
  if (pin == nullptr) return std::nullopt;
  const pins::Installed installed = pins::installed_on(world, *pin);
  if (installed.path.empty()) say("no runtime: 'claude' is in no folder of PATH; name a version with --runtime\n");
  else if (installed.version.empty()) say(fmt::format("the version of {} cannot be told: {}\n", shown(installed.path), shown(installed.fault)));
  else say(fmt::format("installed: {} ({})\n", installed.version, shown(installed.path)));
  return parse_version(installed.version);
}

// Takes this process's place: the recorder installs that version into the tests' cache and runs it against a stand-in.
int record(World& world, const Version& version, const std::string& checkout) {
  const std::string program = path::absolute(path::join(checkout, "fixtures/record/record"), world.current_dir());
  if (!world.is_executable(program)) return say_error("drift", Error{"not a checkout of cordon: there is no recorder", program, 0, 0}), kUsage;
  const std::string number = text_of(version);
  std::fflush(nullptr);
  execl(program.c_str(), program.c_str(), number.c_str(), static_cast<char*>(nullptr));
  return say_error("drift", Error{text_of_errno(errno), program, 0, 0}), kCannotTell;
}

int run(const Options& options) {
  RealWorld world;
  const drift::Digest& digest = drift::built_in();
  const std::optional<Version> version = options.runtime.empty() ? installed_version(world) : parse_version(options.runtime);
  if (!version) return kCannotTell;
  if (!options.checkout.empty()) return record(world, *version, options.checkout);
  std::optional<drift::Fields> recording;
  const std::string folder = options.fixtures.empty() ? "" : path::absolute(path::join(options.fixtures, text_of(*version)), world.current_dir());
  if (!folder.empty()) {
    if (world.stat(folder).kind != FileKind::kDirectory) return say_error("drift", Error{"no recording of this version", folder, 0, 0}), say(record_hint(*version)), kCannotTell;
    auto read = drift::read_recording(world, folder);
    if (!read) return say_error("drift", read.error()), kUsage;
    recording = std::move(*read);
  }
  return compare(digest, *version, options.since.empty() ? std::nullopt : parse_version(options.since), recording);
}

}  // namespace

int run_drift(int argc, char** argv) {
  Options options;
  CLI::App app{"The installed version of the runtime against the recorded ones: which fields, settings and rules moved.", "cordon drift"};
  app.footer(kFooter);
  app.add_option("--runtime", options.runtime, "judge this version instead of the installed one");
  app.add_option("--since", options.since, "compare with this recorded version");
  app.add_option("--fixtures", options.fixtures, "read the version's own recording from DIR/<version>")->type_name("DIR");
  app.add_option("--record", options.checkout, "record the version, with the recorder of this checkout of cordon")->type_name("CHECKOUT");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  for (const std::string& version : {options.runtime, options.since}) {
    if (!version.empty() && !parse_version(version)) return say_error("drift", Error{fmt::format("expected a version such as 2.1.332, not '{}'", shown(version)), "", 0, 0}), kUsage;
  }
  return run(options);
}

}  // namespace cordon::command
