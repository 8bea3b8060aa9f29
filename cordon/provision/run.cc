// SPDX-License-Identifier: Apache-2.0
// cordon provision --print NAME
#include <algorithm>

#include "cordon/install_report.h"
#include "cordon/options.h"
#include "cordon/provision/templates.h"
#include "cordon/table.h"

namespace cordon::command {

int run_provision(int argc, char** argv) {
  provision::Values values;
  std::string name;
  std::vector<std::string> names;
  for (const provision::Template& each : provision::templates()) names.emplace_back(each.name);
  CLI::App app{"Files for the machine an unattended agent works on, with the traps noted in them. Printed only: whoever runs the machine reads\nand installs them.", "cordon provision"};
  app.add_option("--print", name, "which one")->required()->check(CLI::IsMember(names));
  app.add_option("--user", values.user, "the agent's user")->type_name("NAME")->capture_default_str();
  app.add_option("--uid", values.uid, "its number")->type_name("N")->capture_default_str();
  app.add_option("--home", values.home, "its home (default: /home/NAME)")->type_name("DIR");
  app.add_option("--project", values.project, "the folder it works in")->type_name("DIR")->capture_default_str();
  app.add_option("--ports", values.ports, "ports of this machine it may reach (nftables)")->type_name("LIST")->capture_default_str();
  app.add_option("--command", values.command, "what the unit starts (systemd)")->type_name("COMMAND")->capture_default_str();
  std::string footer;
  for (const provision::Template& each : provision::templates()) footer += std::string(each.name) + std::string(12 - each.name.size(), ' ') + std::string(each.what) + "\n";
  app.footer(footer +
             "\nexamples\n"
             "  cordon provision --print agent-user --user bot --project /srv/bot > agent-user.sh\n"
             "  cordon provision --print nftables --user bot --uid 1200 | nft -c -f -       checked, not loaded\n"
             "  cordon provision --print systemd --user bot > ~bot/.config/systemd/user/cordon-agent.service\n\n"
             "exit: 0 printed, 2 wrong usage or a value that cannot stand in the file");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  const auto all = provision::templates();
  const auto found = std::find_if(all.begin(), all.end(), [&](const provision::Template& each) { return each.name == name; });
  const auto text = provision::fill(*found, values);
  if (!text) {
    say_error("provision", text.error());
    return 2;
  }
  say(*text);
  return 0;
}

}  // namespace cordon::command
