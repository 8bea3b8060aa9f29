// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::doctor {
namespace {

constexpr size_t kMaxShown = 400;
constexpr const char* kMarks[] = {"✓", "✗", "⚠", "⊘"};
constexpr const char* kAsciiMarks[] = {"[ok]  ", "[FAIL]", "[warn]", "[--]  "};
constexpr const char* kColours[] = {"\033[32m", "\033[31m", "\033[33m", "\033[2m"};

// Everything here may come from files of others.
std::string shown(std::string_view s) { return text::shown(s, kMaxShown); }

// In a terminal without UTF-8 nothing else than ASCII is certain to arrive.
std::string in_ascii(const std::string& s) {
  std::string out;
  for (std::string_view rest = s; !rest.empty();) {
    const text::CodePoint c = text::next_code_point(rest);
    if (c.value < 0x80) {
      out += static_cast<char>(c.value);
    } else {
      out += c.value == U'…' ? "..." : "?";
    }
    rest.remove_prefix(c.size);
  }
  return out;
}

std::string mark(Status status, const ReportOptions& options) {
  const auto i = static_cast<size_t>(status);
  const std::string sign = options.utf8 ? kMarks[i] : kAsciiMarks[i];
  return options.colour ? kColours[i] + sign + "\033[0m" : sign;
}

void add_indented(std::string& out, std::string_view text, std::string_view label) {
  bool first = true;
  for (const std::string_view line : text::split(text, '\n')) {
    out += fmt::format("      {}{}\n", first ? label : "  ", shown(line));
    first = false;
  }
}

void add_finding(std::string& out, const Finding& finding, const ReportOptions& options) {
  out += fmt::format("  {} {}\n", mark(finding.status, options), shown(finding.title));
  const bool quiet = (finding.status == Status::kPass || finding.status == Status::kSkip) && !options.all;
  for (size_t i = 0; i < finding.evidence.size() && (!quiet || i == 0); ++i) add_indented(out, finding.evidence[i], "");
  if (quiet && finding.evidence.size() > 1) out += fmt::format("      … {} more (--all)\n", finding.evidence.size() - 1);
  if (!finding.remedy.empty()) add_indented(out, finding.remedy, options.utf8 ? "→ " : "-> ");
}

size_t count(const std::vector<Outcome>& outcomes, Status status) {
  size_t n = 0;
  for (const Outcome& outcome : outcomes) {
    n += static_cast<size_t>(std::count_if(outcome.findings.begin(), outcome.findings.end(), [&](const Finding& finding) { return finding.status == status; }));
  }
  return n;
}

void write_finding(json::Writer& out, const Check& check, const Finding& finding) {
  out.item_object().field("check", check.id).field("area", check.area).field("status", status_name(finding.status)).field("title", text::repair_utf8(finding.title));
  out.begin_array("evidence");
  for (const std::string& line : finding.evidence) out.item(line);
  out.end_array().field("remedy", finding.remedy).field("fixable", finding.fix.has_value()).end();
}

void write_fixes(json::Writer& out, const std::vector<Applied>& fixes) {
  out.begin_array("fixes");
  for (const Applied& fix : fixes) {
    out.item_object().field("path", fix.path).field("what", fix.what).field("written", fix.written).field("diff", fix.diff).field("backup", fix.backup);
    if (!fix.fault.empty()) out.field("fault", fix.fault);
    out.end();
  }
  out.end_array();
}

}  // namespace

std::string report_text(const std::vector<Outcome>& outcomes, const ReportOptions& options) {
  std::string out;
  for (const Area& area : areas()) {
    std::string part;
    for (const Outcome& outcome : outcomes) {
      if (outcome.check->area != area.id) continue;
      for (const Finding& finding : outcome.findings) {
        add_finding(part, finding, options);
      }
    }
    if (!part.empty()) out += fmt::format("{}\n{}\n", area.title, part);
  }
  out += fmt::format("{} passed, {} failed, {} warnings, {} not applicable or not to be told\n", count(outcomes, Status::kPass), count(outcomes, Status::kFail), count(outcomes, Status::kWarn),
                     count(outcomes, Status::kSkip));
  return options.utf8 ? out : in_ascii(out);
}

std::string fixes_text(const std::vector<Applied>& fixes, bool dry_run) {
  if (fixes.empty()) return "nothing here can be fixed by cordon: the remedies above are yours to choose\n";
  std::string out;
  for (const Applied& fix : fixes) {
    out += fmt::format("{}: {}\n{}", shown(fix.path), shown(fix.what), fix.diff);
    if (!fix.fault.empty()) {
      out += fmt::format("  not changed: {}\n", shown(fix.fault));
    } else if (dry_run) {
      out += "  dry run: nothing was written\n";
    } else {
      out += fix.backup.empty() ? "  written; there was no file before, removing it takes the change back\n" : fmt::format("  written; to take it back: cp {} {}\n", shown(fix.backup), shown(fix.path));
    }
    out += "\n";
  }
  return out;
}

std::string report_json(const std::vector<Outcome>& outcomes, const std::vector<Applied>& fixes, const Context& context) {
  json::Writer out;
  out.begin().field("version", static_cast<int64_t>(1)).field("cordon", CORDON_VERSION).field("start_dir", context.query.start_dir).field("profile", context.profile);
  out.field("exit", static_cast<int64_t>(exit_status(outcomes))).begin_array("findings");
  for (const Outcome& outcome : outcomes) {
    for (const Finding& finding : outcome.findings) write_finding(out, *outcome.check, finding);
  }
  out.end_array();
  write_fixes(out, fixes);
  out.end();
  return out.text + "\n";
}

std::string list_text() {
  std::string out;
  for (const Check& check : checks()) out += fmt::format("{:<24}{}\n", check.id, check.title);
  return out;
}

}  // namespace cordon::doctor
