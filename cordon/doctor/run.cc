// SPDX-License-Identifier: Apache-2.0
// cordon doctor: looks, says, and changes nothing unless it is told to.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cordon/doctor/doctor.h"
#include "cordon/doctor/fix.h"
#include "cordon/doctor/report.h"
#include "cordon/harden/profile.h"
#include "cordon/install_report.h"
#include "cordon/options.h"
#include "cordon/table.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

constexpr int kWrongUsage = 3;
constexpr const char* kFooter =
    "examples\n"
    "  cordon doctor                        every check, with what was found and what to do\n"
    "  cordon doctor --only hooks           one area, or one check by its id (--list)\n"
    "  cordon doctor --profile hands-off    held against the profile of unattended loops\n"
    "  cordon doctor --live                 also tries forbidden commands in the real runtime (scratch home, nothing harmful can run)\n"
    "  cordon doctor --fix --dry-run        what --fix would change, as a diff\n"
    "  cordon doctor --json                 for programs; shape: schemas/doctor-report.schema.json\n"
    "It changes nothing without --fix, which edits only what can be taken back: shown first, with a backup.\n"
    "exit: 0 clean, 1 warnings, 2 failures, 3 wrong usage";

struct Options {
  bool json = false, fix = false, dry_run = false, live = false, all = false, ascii = false, list = false;
  std::string profile, dir, runtime;
  std::vector<std::string> only;
};

bool speaks_utf8(World& world) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const auto value = world.env_set(name);
    if (!value) continue;
    const std::string lower = text::ascii_lower(*value);
    return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
  }
  return false;
}

int complain(const std::string& what) {
  say_error("doctor", Error{what, "", 0, 0});
  return kWrongUsage;
}

bool is_known(const std::string& name) {
  const auto same = [&](const auto& each) { return each.id == name; };
  return std::any_of(doctor::checks().begin(), doctor::checks().end(), same) || std::any_of(doctor::areas().begin(), doctor::areas().end(), same);
}

int examine(const Options& options) {
  RealWorld world;
  doctor::RealHost host;
  const std::string profile = options.profile.empty() ? "interactive" : options.profile;
  const auto look = [&](doctor::Context& context) {
    context.runtime_path = options.runtime;
    context.profile_chosen = !options.profile.empty();
    context.live = options.live;
    return doctor::run_checks(context, options.only);
  };
  doctor::Context context = doctor::make_context(world, host, options.dir, profile);
  std::vector<doctor::Outcome> outcomes = look(context);
  std::vector<doctor::Applied> fixes;
  if (options.fix) {
    fixes = doctor::apply_fixes(outcomes, options.dry_run);
    if (!options.json) say(doctor::fixes_text(fixes, options.dry_run));
  }
  // What is reported is how things stand now.
  doctor::Context after = doctor::make_context(world, host, options.dir, profile);
  const bool again = options.fix && !options.dry_run && !fixes.empty();
  if (again) outcomes = look(after);
  const doctor::ReportOptions style{!options.ascii && speaks_utf8(world), isatty(1) != 0 && !world.env_set("NO_COLOR"), options.all};
  say(options.json ? doctor::report_json(outcomes, fixes, again ? after : context) : doctor::report_text(outcomes, style));
  return doctor::exit_status(outcomes);
}

}  // namespace

int run_doctor(int argc, char** argv) {
  Options options;
  CLI::App app{"Looks at everything that makes a session safe and says what holds, what does not, and what to do.", "cordon doctor"};
  app.footer(kFooter);
  app.add_flag("--json", options.json, "machine-readable");
  app.add_flag("--live", options.live, "also try one forbidden command per family in the real runtime");
  auto* fix = app.add_flag("--fix", options.fix, "apply the remedies that can be taken back, each shown first");
  app.add_flag("-n,--dry-run", options.dry_run, "with --fix: show the changes, write nothing")->needs(fix);
  app.add_option("--profile", options.profile, "interactive, hands-off or managed: what it lacks is then a failure (default: interactive, as advice)")->type_name("NAME");
  app.add_option("--only", options.only, "these checks or areas alone")->type_name("ID");
  app.add_option("--dir", options.dir, "the folder the session starts in (default: this one)")->type_name("DIR");
  app.add_option("--runtime", options.runtime, "the runtime's program (default: claude on PATH)")->type_name("PATH");
  app.add_flag("-a,--all", options.all, "the evidence of what passed, too");
  app.add_flag("--ascii", options.ascii, "no signs beyond ASCII");
  app.add_flag("--list", options.list, "the checks and their ids");
  if (const auto ended = parse_options(app, argc, argv, kWrongUsage)) return *ended;
  if (options.list) {
    say(doctor::list_text());
    return 0;
  }
  for (const std::string& name : options.only) {
    if (!is_known(name)) return complain(fmt::format("no such check or area: '{}' (cordon doctor --list shows them)", name));
  }
  if (!options.profile.empty() && !harden::load_profile(options.profile)) return complain(harden::load_profile(options.profile).error().text());
  return examine(options);
}

}  // namespace cordon::command
