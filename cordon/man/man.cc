// SPDX-License-Identifier: Apache-2.0
// cordon man: the manual page, for a person's own man path and for the package.

#include "cordon/install_report.h"
#include "cordon/man/help_text.h"
#include "cordon/options.h"
#include "cordon/table.h"

namespace cordon::command {

int run_man(int argc, char** argv) {
  CLI::App app{"The manual page cordon(1) in roff: every command, its options, examples and exit codes.", "cordon man"};
  std::string of;
  app.add_option("--of", of, "another program's page")->check(CLI::IsMember({"protected-paths"}));
  app.footer("examples\n"
             "  cordon man | man -l -                                     read it\n"
             "  cordon man > ~/.local/share/man/man1/cordon.1             keep it; the Debian package brings it along\n\n"
             "exit: 0 printed, 1 a command could not be asked for its help, 2 wrong usage");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  if (!of.empty()) {
    const auto help = help_of_program(of);
    if (!help) return say_error("man", help.error());
    say(plain_page(of, "guards the paths that decide what else is checked", *help, CORDON_VERSION));
    return 0;
  }
  const auto pages = all_help();
  if (!pages) return say_error("man", pages.error());
  say(manual_page(*pages, CORDON_VERSION));
  return 0;
}

}  // namespace cordon::command
