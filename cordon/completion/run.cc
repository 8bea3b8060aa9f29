// SPDX-License-Identifier: Apache-2.0
// cordon completion SHELL

#include "cordon/completion/completion.h"
#include "cordon/install_report.h"
#include "cordon/options.h"
#include "cordon/table.h"

namespace cordon::command {

int run_completion(int argc, char** argv) {
  std::string shell;
  CLI::App app{"The completion script of a shell: commands, options and their values, made from what --help prints.", "cordon completion"};
  app.add_option("SHELL", shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  app.footer("examples\n"
             "  source <(cordon completion bash)                                        this shell; in ~/.bashrc: every one\n"
             "  cordon completion zsh > \"${fpath[1]}/_cordon\"                            a folder of $fpath\n"
             "  cordon completion fish > ~/.config/fish/completions/cordon.fish\n"
             "The Debian package brings all three along.\n\n"
             "exit: 0 printed, 1 a command could not be asked for its help, 2 wrong usage");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  const auto pages = all_help();
  if (!pages) return say_error("completion", pages.error());
  std::vector<HelpOption> commands;
  for (const Subcommand& command : subcommands()) commands.push_back({{std::string(command.name)}, "", {}, std::string(command.help)});
  say(shell == "bash" ? bash_completion(*pages, commands) : shell == "zsh" ? zsh_completion(*pages, commands) : fish_completion(*pages, commands));
  return 0;
}

}  // namespace cordon::command
