// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cordon/man/help_text.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

// Text for roff: backslashes and the characters it would turn into typography; a line must not begin as a request.
std::string roff(std::string_view text) {
  std::string out;
  bool at_line_start = true;
  for (const char c : text) {
    if (at_line_start && (c == '.' || c == '\'')) out += "\\&";
    at_line_start = c == '\n';
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '~': out += "\\(ti"; break;
      case '^': out += "\\(ha"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      default: out += c;
    }
  }
  return out;
}

// Blank lines part paragraphs; roff wants a request for that.
std::string paragraphs(std::string_view text) {
  std::string out;
  for (const std::string_view line : text::split(text, '\n')) out += line.empty() ? ".PP\n" : roff(line) + "\n";
  return out;
}

std::string left_column(const HelpOption& option) {
  std::string out;
  for (const std::string& name : option.names) out += (out.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  if (!option.choices.empty()) return out + fmt::format(" {}", roff(fmt::format("{}", fmt::join(option.choices, "|"))));
  return option.value.empty() ? out : out + " \\fI" + roff(option.value) + "\\fR";
}

std::string list_of(const std::vector<HelpOption>& options) {
  std::string out;
  for (const HelpOption& option : options) out += fmt::format(".TP\n{}\n{}\n", left_column(option), option.text.empty() ? "\\&" : roff(option.text));
  return out;
}

// Footers are tables of examples and sentences; only as they stand do their columns hold.
std::string footer_of(std::string_view footer) {
  if (footer.empty()) return "";
  return ".PP\n.nf\n" + roff(footer) + ".fi\n";
}

std::string section_of(const HelpPage& page) {
  std::string out = fmt::format(".SS \"cordon {}\"\n{}", fmt::join(page.words, " "), paragraphs(page.description));
  out += fmt::format(".PP\n.B {}\n", roff(page.usage));
  out += list_of(page.positionals) + list_of(page.options);
  if (!page.subcommands.empty()) out += list_of(page.subcommands);
  return out + footer_of(page.footer);
}

constexpr std::string_view kHead =
    ".SH NAME\ncordon \\- guards and a status line for Claude Code that keep a session honest about its sandbox\n"
    ".SH SYNOPSIS\n.B cordon\n.I command\n.RI [ options ]\n.br\n.B cordon\n.IB command\\~ \\-\\-help\n";

constexpr std::string_view kTail =
    ".SH FILES\n.TP\n.I $CLAUDE_CONFIG_DIR\nelse\n.IR \\(ti/.claude :\nholds\n.IR settings.json ,\n.IR cordon.toml ,\n"
    ".I cordon/bin\n.TP\n.I ${XDG_STATE_HOME:\\-\\(ti/.local/state}/cordon\nwhat a session is remembered by; may be removed at any time\n"
    ".SH \"SEE ALSO\"\n.BR bwrap (1),\n.BR socat (1)\n";

}  // namespace

std::string plain_page(std::string_view name, std::string_view summary, std::string_view help, std::string_view version) {
  return fmt::format(".\\\" Made by `cordon man` from what --help prints.\n.TH \"{}\" 1 \"\" \"cordon {}\" \"User Commands\"\n"
                     ".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n.nf\n{}.fi\n.SH \"SEE ALSO\"\n.BR cordon (1)\n",
                     name, version, roff(name), roff(summary), roff(help));
}

std::string manual_page(const std::vector<HelpPage>& pages, std::string_view version) {
  std::string out = fmt::format(".\\\" Made by `cordon man` from what --help prints.\n.TH CORDON 1 \"\" \"cordon {}\" \"User Commands\"\n", version);
  out += kHead;
  out += ".SH COMMANDS\n";
  for (const HelpPage& page : pages) out += section_of(page);
  return out + std::string(kTail);
}

}  // namespace cordon::command
