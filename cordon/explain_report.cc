// SPDX-License-Identifier: Apache-2.0
#include "cordon/explain_report.h"

#include <fmt/format.h>

#include "cordon/explain_mark.h"
#include "cordon/explain_tree.h"
#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::command {
namespace {

using payload::Decision;
using payload::Verdict;
using shell::Certainty;

constexpr size_t kShown = 110;  // cells of one command
constexpr size_t kMaxListed = 200;

const char* certainty_name(Certainty certainty) {
  return certainty == Certainty::kCertain ? "runs" : certainty == Certainty::kConditional ? "may run" : "not called";
}

std::string joined(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& item : list) out += (out.empty() ? "" : ", ") + item;
  return out;
}

std::string words_of(const shell::Invocation& invocation) {
  std::string out;
  for (const shell::Word& word : invocation.argv) out += (out.empty() ? "" : " ") + word.text();
  return out + (invocation.args_open ? " …" : "");
}

std::string directory_of(const shell::Directory& directory) { return !directory.known ? "?" : directory.path.empty() ? "." : directory.path; }

std::string indented(std::string_view block, std::string_view indent) {
  std::string out;
  for (const std::string_view line : text::split(block, '\n')) out += fmt::format("{}{}\n", indent, line);
  return out;
}

std::string shell_text(const Explanation& e) {
  std::string out = "\ntree\n" + tree_text(*e.tree, e.command, "  ");
  for (const shell::Diagnostic& d : e.tree->diagnostics) out += fmt::format("  {}:{}: {}\n", d.line, d.column, text::visible(d.message, text::Newlines::kEscape));
  out += "\ncommands that may run\n";
  size_t listed = 0;
  for (const shell::Invocation& it : e.walked.invocations) {
    if (++listed > kMaxListed) {
      out += fmt::format("  … and {} more\n", e.walked.invocations.size() - kMaxListed);
      break;
    }
    out += fmt::format("  {:<10} {}", certainty_name(it.certainty), one_line(words_of(it), kShown));
    if (!it.via.empty()) out += fmt::format("   through {}", one_line(joined(it.via), kShown));
    if (const std::string where = directory_of(it.directory); where != "." && where != e.cwd) out += fmt::format("   in {}", one_line(where, kShown));
    out += "\n";
  }
  if (e.walked.invocations.empty()) out += "  none\n";
  for (const shell::Opaque& opaque : e.walked.opaque) {
    out += fmt::format("  {:<10} text that cannot be seen: {}\n", certainty_name(opaque.certainty), one_line(opaque.reason, kShown));
    out += marked(e.command, opaque.range, "             ");
  }
  return out;
}

void write_shell(json::Writer& out, const Explanation& e) {
  out.field("tree", tree_text(*e.tree, e.command, ""));
  out.begin_array("diagnostics");
  for (const shell::Diagnostic& d : e.tree->diagnostics) {
    out.item_object().field("line", int64_t{d.line}).field("column", int64_t{d.column}).field("warning", d.warning).field("message", d.message).end();
  }
  out.end_array().begin_array("invocations");
  for (const shell::Invocation& it : e.walked.invocations) {
    out.item_object().begin_array("argv");
    for (const shell::Word& word : it.argv) out.item_object().field("text", word.text()).field("known", word.is_static()).end();
    out.end_array().field("more_arguments", it.args_open).field("certainty", certainty_name(it.certainty)).field("directory", directory_of(it.directory));
    out.begin_array("via");
    for (const std::string& via : it.via) out.item(via);
    out.end_array().field("begin", int64_t{it.range.begin}).field("end", int64_t{it.range.end}).end();
  }
  out.end_array().begin_array("opaque");
  for (const shell::Opaque& opaque : e.walked.opaque) {
    out.item_object().field("reason", opaque.reason).field("certainty", certainty_name(opaque.certainty));
    out.field("begin", int64_t{opaque.range.begin}).field("end", int64_t{opaque.range.end}).end();
  }
  out.end_array();
}

}  // namespace

const char* verdict_name(const Decision& decision) {
  if (decision.verdict == Verdict::kDeny) return "deny";
  if (decision.verdict == Verdict::kAsk) return "ask";
  return decision.silent() ? "none" : "message";
}

std::string explain_text(const Explanation& e) {
  std::string out = fmt::format("{} in {}\n{}", e.tool, one_line(e.cwd, kShown), indented(text::visible(e.command), "  "));
  if (e.is_shell) out += shell_text(e);
  out += "\nguards\n";
  for (const GuardAnswer& answer : e.answers) {
    const Decision& decision = answer.decision;
    out += fmt::format("  {:<16} {}", answer.hook, verdict_name(decision));
    if (!decision.rule.empty()) out += fmt::format("   rule: {}", one_line(decision.rule, kShown));
    out += "\n";
    if (e.is_shell) out += marked(e.command, {decision.begin, decision.end}, "      ");
    if (!decision.reason.empty()) out += indented(text::visible(decision.reason), "    ");
    if (!decision.system_message.empty()) out += indented(text::visible(decision.system_message), "    ");
  }
  return out;
}

std::string explain_json(const Explanation& e) {
  json::Writer out;
  out.begin().field("tool", e.tool).field("command", e.command).field("cwd", e.cwd);
  if (e.is_shell) write_shell(out, e);
  out.begin_array("verdicts");
  for (const GuardAnswer& answer : e.answers) {
    const Decision& decision = answer.decision;
    out.item_object().field("hook", answer.hook).field("verdict", verdict_name(decision)).field("rule", decision.rule).field("reason", decision.reason);
    out.field("message", decision.system_message).field("begin", int64_t{decision.begin}).field("end", int64_t{decision.end}).end();
  }
  out.end_array().end();
  return std::move(out.text) + "\n";
}

}  // namespace cordon::command
