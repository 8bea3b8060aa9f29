// SPDX-License-Identifier: Apache-2.0
// cordon harden: the options.
#include <fmt/format.h>

#include <algorithm>

#include "cordon/harden/harden.h"
#include "cordon/install_report.h"
#include "cordon/options.h"
#include "cordon/table.h"
#include "shared/base/text.h"
#include "shared/settings/rules.h"

namespace cordon::harden {
namespace {

constexpr const char* kFooter =
    "profiles\n"
    "  interactive   you sit before it: sandbox on, home closed, no credentials, a question before anything others see\n"
    "  hands-off     an unattended loop: bypassPermissions in a strict sandbox, everything that cannot be taken back denied\n"
    "  managed       the policy of a machine, for managed-settings.json\n\n"
    "Lists are united, nothing of yours is removed or loosened; a value of yours that is stricter stays. A backup is written beside each file.\n\n"
    "examples\n"
    "  cordon harden                                       show what interactive would change in your settings\n"
    "  cordon harden hands-off --apply                     write it\n"
    "  cordon harden interactive --allow-domain proxy.example.org --apply\n"
    "  cordon harden hands-off --dont-ask                  dontAsk with an allow list instead of bypassPermissions\n"
    "  cordon harden interactive --check                   in CI: are the repository's settings as strict?\n"
    "  cordon harden interactive --explain                 every entry with its reason\n"
    "  cordon harden --undo                                take it back\n"
    "  cordon harden managed > managed-settings.json       the policy as a file\n\n"
    "exit: 0 done, shown, or as strict; 1 failed, or --check found something weaker; 2 wrong usage";

void add_options(CLI::App& app, Options& options, bool& dry_run) {
  app.add_option("PROFILE", options.profile, "interactive (default), hands-off or managed")->check(CLI::IsMember({"interactive", "hands-off", "managed"}));
  auto* dry = app.add_flag("-n,--dry-run", dry_run, "show the change as a diff, write nothing (default)");
  auto* apply = app.add_flag("--apply", options.apply, "write it")->excludes(dry);
  auto* undo = app.add_flag("--undo", options.undo, "take back what harden wrote; your edits since then stay")->excludes(apply)->excludes(dry);
  auto* check = app.add_flag("--check", options.check, "is the scope's file (default: the project's) as strict as the profile?")->excludes(apply)->excludes(undo);
  app.add_flag("--explain", options.explain, "every entry of the profile with its reason")->excludes(apply)->excludes(undo)->excludes(check);
  app.add_option("--scope", options.scope, "whose settings: user (default), project, local or managed")->check(CLI::IsMember({"user", "project", "local", "managed"}));
  app.add_option("--allow-domain", options.allow_domains, "a host more that sandboxed commands may reach")->type_name("HOST");
  app.add_flag("--dont-ask", options.dont_ask, "hands-off: dontAsk and an allow list instead of bypassPermissions");
  app.add_option("--runtime", options.version, "version of the runtime that is hardened, e.g. 2.1.332; what it does not know is left out");
  app.add_flag("--json", options.as_json, "machine-readable (schemas/harden-report.schema.json)");
}

// "example.org", "*.example.org", "localhost", "example.org:8443". Measured on 2.1.202 and 2.1.332: ".x.org", "**.x.org" and
// "a.*.org" let nothing through, "*.org" everybody; an entry with a port opens that port on 2.1.332, nothing on 2.1.202.
bool is_host(std::string_view host) {
  if (const size_t colon = host.find(':'); colon != std::string_view::npos) {
    const std::string_view port = host.substr(colon + 1);
    if (port.empty() || port.size() > 5 || port.find_first_not_of("0123456789") != std::string_view::npos) return false;
    host = host.substr(0, colon);
  }
  const bool wild = host.starts_with("*.");
  const std::vector<std::string_view> labels = text::split(wild ? host.substr(2) : host, '.');
  return (!wild || labels.size() > 1) && std::all_of(labels.begin(), labels.end(), [](std::string_view label) {
    return !label.empty() && label.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == std::string_view::npos;
  });
}

// "" when they go together.
std::string contradiction(const Options& options) {
  if (options.dont_ask && options.profile != "hands-off") return "--dont-ask is a variant of hands-off";
  if ((options.profile == "managed") != (options.scope == "managed")) return "the profile 'managed' and the scope 'managed' belong together";
  if (!options.version.empty() && settings::version_number(options.version) == 0) return fmt::format("not a version: '{}'", options.version);
  for (const std::string& host : options.allow_domains) {
    if (!is_host(host)) return fmt::format("--allow-domain: '{}' is no host name; it opens one host (or *.one.domain), not the network", text::visible(host));
  }
  return "";
}

}  // namespace
}  // namespace cordon::harden

namespace cordon::command {

int run_harden(int argc, char** argv) {
  using namespace harden;
  Options options;
  bool dry_run_asked = false;
  CLI::App app{"Puts a hardening profile into your settings: shown by default, written with --apply.", "cordon harden"};
  add_options(app, options, dry_run_asked);
  app.footer(kFooter);
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  if (options.scope.empty()) options.scope = options.profile == "managed" ? "managed" : options.check ? "project" : "user";
  if (options.undo && options.scope == "managed") options.profile = "managed";
  if (const std::string what = contradiction(options); !what.empty()) return say_error("harden", Error{what, "", 0, 0}), 2;
  if (options.explain) return explain(options);
  if (options.check) return check(options);
  if (options.undo) return undo(options);
  return options.apply ? apply(options) : dry_run(options);
}

}  // namespace cordon::command
