// SPDX-License-Identifier: Apache-2.0
// cordon settings: what is in effect for a session, which files were considered, and who set each key.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cordon/options.h"
#include "cordon/settings_report.h"
#include "cordon/settings_session.h"
#include "cordon/table.h"
#include "shared/base/text.h"
#include "shared/hook/session_memory.h"
#include "shared/settings/files.h"

namespace cordon::command {
namespace {

constexpr const char* kExamples =
    "examples\n"
    "  cordon settings                          the session this runs in, else one started in this folder\n"
    "  cordon settings sandbox.enabled          who says what about one key\n"
    "  cordon settings sandbox                  every key below it\n"
    "  cordon settings --json --dir ~/src/x     for programs; shape: schemas/settings-report.schema.json\n"
    "  cordon settings --pid 4711               another running session\n"
    "  cordon settings -- --setting-sources user    as if the runtime were started with these options\n\n"
    "exit: 0 told, 2 wrong usage";

}  // namespace

int run_settings(int argc, char** argv) {
  SessionChoice choice;
  std::string key;
  bool as_json = false;
  CLI::App app{"what is in effect for a session, and who set it", "cordon settings"};
  app.footer(kExamples);
  app.add_option("KEY", key, "a dotted key (sandbox.enabled) or a group of keys (sandbox)");
  app.add_flag("--json", as_json, "machine-readable");
  app.add_option("--dir", choice.dir, "the folder the session starts in");
  app.add_option("--pid", choice.pid, "process number of a running session");
  app.add_option("--runtime", choice.version, "version of the runtime whose rules count, e.g. 2.1.332");
  // What stands behind "--" is the runtime's, not ours.
  int own = 0;
  while (own < argc && std::string_view(argv[own]) != "--") own++;
  if (own < argc) choice.arguments = std::vector<std::string>(argv + own + 1, argv + argc);
  if (const auto ended = parse_options(app, own, argv)) return *ended;
  const Result<Session> session = find_session(choice);
  if (!session) {
    const std::string line = fmt::format("cordon settings: {}\n", text::visible(session.error().text()));
    std::fwrite(line.data(), 1, line.size(), stderr);
    return 2;
  }
  settings::Effective effective = settings::resolve(*session->world, session->query);
  hook::apply_memory(*session->world, session->id, false, effective);
  const Report report{effective, session->query.start_dir, key, session->notes};
  const std::string out = as_json ? report_json(report) : report_text(report);
  std::fwrite(out.data(), 1, out.size(), stdout);
  return 0;
}

}  // namespace cordon::command
