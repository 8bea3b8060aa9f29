// SPDX-License-Identifier: Apache-2.0
// cordon log: what the hooks decided.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cordon/log/lines.h"
#include "cordon/log/reader.h"
#include "cordon/options.h"
#include "cordon/table.h"
#include "shared/base/text.h"
#include "shared/hook/log.h"
#include "shared/settings/config.h"
#include "shared/settings/query.h"

namespace cordon::command {
namespace {

constexpr const char* kExamples =
    "examples\n"
    "  cordon log --since 1h                    verdicts of the last hour\n"
    "  cordon log --hook deny-guard --json      for programs: one object a line\n"
    "  cordon log --follow                      go on as they come\n\n"
    "The log is off unless cordon.toml says otherwise:\n"
    "  [log]\n"
    "  enabled = true      # in the user's cordon.toml; a project cannot switch it on\n"
    "  max_kb = 1024       # a file is renamed when it has grown over this\n"
    "  files = 4           # renamed ones that are kept\n"
    "$CORDON_LOG=all logs silent calls, too, =verdicts as enabled, =off nothing. Secrets in commands are left out.\n\n"
    "exit: 0 told, 1 there is no log, 2 wrong usage";

constexpr useconds_t kPause = 200'000;  // between two looks of --follow

void print(std::FILE* to, std::string_view text) { std::fwrite(text.data(), 1, text.size(), to); }

// Why there is nothing to show, and what to do.
int no_log(World& world, const std::string& file) {
  const bool on = settings::load_config(world, settings::query_for(world, {})).log;
  print(stderr, fmt::format("cordon log: nothing was logged yet ({} is not there): {}\n", text::visible(file),
                            on ? "no hook had anything to say since the log was switched on"
                               : "the log is off, put [log] enabled = true into cordon.toml beside settings.json"));
  return 1;
}

int show(log_command::Reader& reader, const log_command::Wanted& wanted, bool as_json, bool follow) {
  do {
    reader.read([&](std::string_view line) { print(stdout, as_json ? log_command::json_line(line, wanted) : log_command::shown_line(line, wanted)); });
    if (std::fflush(stdout) != 0) return 0;  // who read it has gone
    if (follow) usleep(kPause);
  } while (follow);
  return 0;
}

}  // namespace

int run_log(int argc, char** argv) {
  log_command::Wanted wanted;
  std::string since;
  bool as_json = false, follow = false;
  CLI::App app{"what the hooks decided", "cordon log"};
  app.footer(kExamples);
  app.add_flag("--follow,-f", follow, "go on with what comes");
  app.add_option("--since", since, "30m, 2h, 1d, 2026-11-30, 2026-11-30T12:00");
  app.add_option("--hook", wanted.hook, "only this hook's");
  app.add_flag("--json", as_json, "one JSON object a line");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  RealWorld world;
  if (!since.empty()) {
    const auto from = log_command::parse_since(since, world.now_seconds());
    if (!from) {
      print(stderr, fmt::format("cordon log: --since takes 30m, 2h, 1d or a date such as 2026-11-30, not '{}'\n", text::visible(since)));
      return 2;
    }
    wanted.since = *from;
  }
  const std::string file = hook::log_file(world);
  if (file.empty()) {
    print(stderr, "cordon log: neither $XDG_STATE_HOME nor $HOME is an absolute path: there is no place for a log\n");
    return 1;
  }
  if (!follow && rotated_files(file).empty()) return no_log(world, file);
  log_command::Reader reader(file);
  return show(reader, wanted, as_json, follow);
}

}  // namespace cordon::command
