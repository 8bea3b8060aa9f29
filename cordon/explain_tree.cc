// SPDX-License-Identifier: Apache-2.0
#include "cordon/explain_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "cordon/explain_mark.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

using shell::CommandKind;
using shell::PartKind;

constexpr size_t kShown = 100;     // cells of a command
constexpr size_t kMaxLines = 400;  // of a tree

struct Named {
  CommandKind kind;
  const char* name;
};
constexpr Named kNames[] = {{CommandKind::kSimple, "command"},     {CommandKind::kGroup, "group"},           {CommandKind::kSubshell, "subshell"},
                            {CommandKind::kIf, "if"},              {CommandKind::kWhile, "while"},           {CommandKind::kUntil, "until"},
                            {CommandKind::kFor, "for"},            {CommandKind::kSelect, "select"},         {CommandKind::kArithFor, "for (("},
                            {CommandKind::kCase, "case"},          {CommandKind::kFunction, "function"},     {CommandKind::kArithmetic, "(( ))"},
                            {CommandKind::kCondition, "[[ ]]"},    {CommandKind::kCoproc, "coproc"},         {CommandKind::kUnknown, "not understood"}};

const char* name_of(CommandKind kind) {
  for (const Named& named : kNames) {
    if (named.kind == kind) return named.name;
  }
  return "not understood";
}

class Printer {
 public:
  Printer(std::string_view text, std::string_view indent) : text_(text), indent_(indent) {}

  void script(const shell::Script* script, size_t depth) {
    if (script == nullptr) return;
    for (const shell::AndOr& item : script->items) and_or(item, depth);
  }
  std::string take() { return std::move(out_); }

 private:
  void line(std::string_view joint, std::string_view name, shell::ByteRange range, size_t depth) {
    if (++lines_ > kMaxLines) {
      if (lines_ == kMaxLines + 1) out_ += fmt::format("{}…\n", indent_);
      return;
    }
    const size_t begin = std::min<size_t>(range.begin, text_.size()), end = std::clamp<size_t>(range.end, begin, text_.size());
    out_ += fmt::format("{}{:{}}{:>2} {:<14} {}\n", indent_, "", depth * 2, joint, name, one_line(text::trim(text_.substr(begin, end - begin)), kShown));
  }

  void and_or(const shell::AndOr& item, size_t depth) {
    for (const shell::Pipeline& pipeline : item.pipelines) {
      std::string joint = pipeline.connector == shell::Connector::kAnd ? "&&" : pipeline.connector == shell::Connector::kOr ? "||" : "";
      for (const shell::Command* it : pipeline.commands) {
        std::string name = name_of(it->kind);
        if (pipeline.negated && it == pipeline.commands[0]) name = "! " + name;
        if (item.background) name += " &";
        command(*it, joint, name, depth);
        joint = "|";
      }
    }
  }

  void command(const shell::Command& command, std::string_view joint, std::string_view name, size_t depth) {
    line(joint, name, command.range, depth);
    for (const shell::AssignNode& assign : command.assignments) {
      parts(assign.value.parts, depth + 1);
      for (const shell::WordNode& element : assign.elements) parts(element.parts, depth + 1);
    }
    for (const shell::WordNode& word : command.words) parts(word.parts, depth + 1);
    for (const shell::RedirectNode& redirect : command.redirects) {
      parts(redirect.target.parts, depth + 1);
      if (redirect.doc != nullptr) parts(redirect.doc->body.parts, depth + 1);
    }
    for (const shell::Script* part : {command.condition, command.body, command.otherwise}) script(part, depth + 1);
    for (const shell::CaseClause& clause : command.clauses) script(clause.body, depth + 1);
    if (command.inner != nullptr) this->command(*command.inner, "", name_of(command.inner->kind), depth + 1);
  }

  // Scripts inside words: $(…), `…`, <(…).
  void parts(shell::Span<shell::Part> list, size_t depth) {
    for (const shell::Part& part : list) {
      const char* const name = part.kind == PartKind::kProcessIn ? "<( )" : part.kind == PartKind::kProcessOut ? ">( )" : part.kind == PartKind::kUnknown ? "not understood" : "$( )";
      if (part.script != nullptr || part.kind == PartKind::kUnknown) line("", name, part.range, depth);
      script(part.script, depth + 1);
      if (part.parameter != nullptr) parts(part.parameter->word.parts, depth);
      parts(part.parts, depth);
    }
  }

  std::string_view text_, indent_;
  std::string out_;
  size_t lines_ = 0;
};

}  // namespace

std::string tree_text(const shell::Tree& tree, std::string_view text, std::string_view indent) {
  Printer printer(text, indent);
  printer.script(&tree.root, 0);
  return printer.take();
}

}  // namespace cordon::command
