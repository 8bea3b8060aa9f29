// SPDX-License-Identifier: Apache-2.0
// cordon pins: the versions cordon rests on. It reads and asks; it never installs.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cordon/install_report.h"
#include "cordon/options.h"
#include "cordon/pins/dates.h"
#include "cordon/pins/pins.h"
#include "cordon/pins/releases.h"
#include "cordon/pins/seen.h"
#include "cordon/table.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

using pins::Pin;
using pins::PinList;
using pins::State;

constexpr int kFine = 0, kDiffers = 1, kUsage = 2, kCannotTell = 3;
constexpr int kMostDeprecated = 5;  // so many of npm's candidates are asked about one by one
constexpr const char* kFooter =
    "Nothing is ever installed: the commands shown are for you to run. A pinned-versions.toml in the config folder\n"
    "($CLAUDE_CONFIG_DIR, else ~/.claude) replaces single keys of a tool or adds tools: same shape, `cordon pins list` shows it.\n"
    "A feed is JSON: {\"bubblewrap\":[{\"version\":\"0.9.0\",\"released\":\"2026-11-02\",\"withdrawn\":false}]}\n\n"
    "exit: 0 to 3\n"
    "  0  check: all as pinned               candidates: nothing newer that is old enough\n"
    "  1  check: older, other or missing     candidates: there are some\n"
    "  2  wrong usage, or a file that cannot be read\n"
    "  3  a version, or the list of releases, could not be told (and nothing of 1)\n\n"
    "examples\n"
    "  cordon pins                           installed against pinned\n"
    "  cordon pins candidates                what this machine's apt and npm know of newer releases\n"
    "  cordon pins candidates git --feed releases.json\n";

using text::shown;

int usage_error(const Error& error) {
  say_error("pins", error);
  return kUsage;
}

// The pins asked for, all without a name; an unknown name is an error.
Result<std::vector<Pin>> chosen(const PinList& list, const std::vector<std::string>& names) {
  if (names.empty()) return list.pins;
  std::vector<Pin> out;
  for (const std::string& name : names) {
    const Pin* pin = pins::find_pin(list, name);
    if (pin == nullptr) return fail(fmt::format("'{}' is not pinned: see cordon pins list", name));
    out.push_back(*pin);
  }
  return out;
}

std::string wanted_text(const Pin& pin) { return pin.version.empty() ? ">= " + pin.min_version : "= " + pin.version; }

const char* mark_of(State state) {
  switch (state) {
    case State::kFits: return "✓";
    case State::kAbsent:
    case State::kElsewhere: return "-";
    case State::kUnknown: return "?";
    default: return "✗";
  }
}

int check_all(World& world, const std::vector<Pin>& chosen_pins) {
  bool differs = false, unknown = false;
  for (const Pin& pin : chosen_pins) {
    const pins::Installed installed = pins::installed_on(world, pin);
    const pins::Finding found = pins::check(world, pin, installed);
    say(fmt::format("{} {}{}\n", mark_of(found.state), shown(found.text), installed.path.empty() ? "" : "  (" + shown(installed.path) + ")"));
    if (!found.remedy.empty()) say(fmt::format("    why it matters: {}\n    to do: {}\n", shown(pin.purpose), shown(found.remedy)));
    differs = differs || found.state == State::kOlder || found.state == State::kNewer || found.state == State::kMissing;
    unknown = unknown || found.state == State::kUnknown;
  }
  return differs ? kDiffers : unknown ? kCannotTell : kFine;
}

int list_all(const PinList& list, const std::vector<Pin>& chosen_pins) {
  for (const Pin& pin : chosen_pins) {
    say(fmt::format("{:<12} {:<12} released {}, cooldown {} days ({}{})\n    {}\n", shown(pin.tool), wanted_text(pin), pin.released.empty() ? "?" : shown(pin.released), pin.cooldown_days,
                    shown(pin.origin), pin.shipped.empty() ? "" : ", shipped: " + pin.shipped, shown(pin.purpose)));
    for (const auto& [system, command] : pin.install) say(fmt::format("    {:<8} {}\n", shown(system), shown(command)));
  }
  if (!list.override_file.empty()) say(fmt::format("yours: {}\n", shown(list.override_file)));
  return kFine;
}

// Those the registry itself says are not to be used; asked only of what would be proposed.
void drop_deprecated(World& world, const Pin& pin, pins::Proposal& proposal) {
  for (int asked = 0; asked < kMostDeprecated && !proposal.aged.empty(); ++asked) {
    if (!pins::is_deprecated(world, pin, proposal.aged.front().version)) return;
    proposal.aged.erase(proposal.aged.begin());
    ++proposal.withdrawn;
  }
}

std::string age_text(const pins::Release& release, int64_t now) {
  if (!release.released) return "its day is not known";
  if (*release.released > now) return fmt::format("out by {}, which is still to come", pins::day_of(*release.released));
  return fmt::format("out by {}, {} days ago", pins::day_of(*release.released), (now - *release.released) / pins::kDay);
}

void say_proposal(const Pin& pin, const pins::Proposal& proposal, int64_t now) {
  if (!proposal.aged.empty()) say(fmt::format("+ {}: {} ({})\n", shown(pin.tool), proposal.aged.front().version, age_text(proposal.aged.front(), now)));
  else say(fmt::format("✓ {}: nothing newer that is old enough ({})\n", shown(pin.tool), wanted_text(pin)));
  if (!proposal.young.empty()) {
    say(fmt::format("    not yet: {} ({}; the cooldown is {} days)\n", proposal.young.front().version, age_text(proposal.young.front(), now), pin.cooldown_days));
  }
  if (proposal.prereleases + proposal.withdrawn != 0) say(fmt::format("    left out: {} pre-releases, {} withdrawn\n", proposal.prereleases, proposal.withdrawn));
}

int candidates(World& world, const std::vector<Pin>& chosen_pins, const std::string& feed_file) {
  pins::Feed feed;
  if (!feed_file.empty()) {
    auto text = world.read_file(feed_file, size_t{16} << 20);
    auto read = text ? pins::parse_feed(std::move(*text), feed_file) : fail(text.error().text(), feed_file);
    if (!read) return usage_error(read.error());
    feed = std::move(*read);
  }
  pins::Seen seen(world);
  const int64_t now = world.now_seconds();
  bool some = false, unknown = false;
  for (const Pin& pin : chosen_pins) {
    pins::Asked asked;
    if (feed_file.empty()) {
      asked = pins::ask_machine(world, pin);
      if (pin.npm.empty()) seen.apply(pin.tool, asked.releases);
    } else {
      const auto found = std::find_if(feed.tools.begin(), feed.tools.end(), [&](const auto& tool) { return tool.first == pin.tool; });
      if (found == feed.tools.end()) asked.fault = fmt::format("{} does not name it", feed_file);
      else asked.releases = found->second;
    }
    if (!asked.fault.empty()) {
      say(fmt::format("? {}: {}\n", shown(pin.tool), shown(asked.fault)));
      unknown = true;
      continue;
    }
    pins::Proposal proposal = pins::propose(pin, {asked.package, pins::installed_on(world, pin).version}, asked.releases, now);
    if (feed_file.empty()) drop_deprecated(world, pin, proposal);
    say_proposal(pin, proposal, now);
    some = some || !proposal.aged.empty();
  }
  seen.save();
  if (some) say("\nnothing was installed. To take one: read what it changes, install it, try it, then pin it (cordon pins list says where)\n");
  return some ? kDiffers : unknown ? kCannotTell : kFine;
}

}  // namespace

int run_pins(int argc, char** argv) {
  std::vector<std::string> names;
  std::string feed;
  CLI::App app{"the versions cordon rests on: installed against pinned, and newer ones old enough to be trusted", "cordon pins"};
  app.footer(kFooter);
  app.require_subcommand(0, 1);
  auto* checking = app.add_subcommand("check", "installed against pinned (the default)");
  auto* proposing = app.add_subcommand("candidates", "newer releases past their cooldown; asks apt-cache and npm, installs nothing");
  auto* listing = app.add_subcommand("list", "what is pinned, why, and how to install it");
  for (CLI::App* each : {checking, proposing, listing}) each->add_option("TOOL", names, "only these");
  proposing->add_option("--feed", feed, "take the releases from this JSON file instead of asking the machine")->type_name("FILE");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  RealWorld world;
  const auto list = pins::load_pins(world);
  if (!list) return usage_error(list.error());
  const auto pins_chosen = chosen(*list, names);
  if (!pins_chosen) return usage_error(pins_chosen.error());
  for (const std::string& note : list->notes) warn(shown(note));
  if (listing->parsed()) return list_all(*list, *pins_chosen);
  return proposing->parsed() ? candidates(world, *pins_chosen, feed) : check_all(world, *pins_chosen);
}

}  // namespace cordon::command
