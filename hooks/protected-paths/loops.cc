// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/loops.h"

#include <set>

#include "shared/shell/parser.h"

namespace cordon::protected_paths {
namespace {

using Lists = std::map<std::string, LoopList, std::less<>>;

void append_text(shell::Word& word, std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t wild = std::min(text.find_first_of("*?[", at), text.size());
    if (wild > at) word.append_literal(text.substr(at, wild - at), false);
    if (wild == text.size()) return;
    const size_t close = text[wild] == '[' ? text.find(']', wild + 1) : std::string_view::npos;
    const size_t end = close == std::string_view::npos ? wild + 1 : close + 1;
    word.append({shell::PieceKind::kGlob, false, false, std::string(text.substr(wild, end - wild))});
    at = end;
  }
}

// False for what is not simply text and globs.
bool plain_word(const shell::WordNode& node, shell::Word& out) {
  for (const shell::Part& part : node.parts) {
    switch (part.kind) {
      case shell::PartKind::kText:
        if (part.text.find_first_of("{~") != std::string_view::npos) return false;
        append_text(out, part.text);
        break;
      case shell::PartKind::kEscape:
      case shell::PartKind::kSingle:
      case shell::PartKind::kAnsi: out.append_literal(part.text, true); break;
      case shell::PartKind::kDouble:
        for (const shell::Part& inner : part.parts) {
          if (inner.kind != shell::PartKind::kText && inner.kind != shell::PartKind::kEscape) return false;
          out.append_literal(inner.text, true);
        }
        break;
      default: return false;
    }
  }
  return true;
}

class Finder {
 public:
  void script(const shell::Script* it, int depth = 0) {
    if (it == nullptr || depth > 100) return;
    for (const shell::AndOr& item : it->items) {
      for (const shell::Pipeline& pipeline : item.pipelines) {
        for (const shell::Command* command : pipeline.commands) visit(*command, depth + 1);
      }
    }
  }
  Lists finish() {
    for (const std::string& name : spoilt_) lists_.erase(name);
    return std::move(lists_);
  }

 private:
  void visit(const shell::Command& command, int depth) {
    for (const shell::AssignNode& assign : command.assignments) spoilt_.emplace(assign.name);
    if (command.kind == shell::CommandKind::kFor && command.has_list) {
      loop(command);
    } else {
      // read f, printf -v f, unset f
      for (const shell::WordNode& word : command.words) {
        if (word.parts.size == 1 && word.parts[0].kind == shell::PartKind::kText) spoilt_.emplace(word.parts[0].text);
      }
    }
    script(command.condition, depth);
    script(command.body, depth);
    script(command.otherwise, depth);
    for (const shell::CaseClause& clause : command.clauses) script(clause.body, depth);
    if (command.inner != nullptr && depth < 100) visit(*command.inner, depth + 1);
  }

  void loop(const shell::Command& command) {
    const std::string name(command.name);
    LoopList& list = lists_[name];
    for (const shell::WordNode& node : command.words) {
      const bool output = node.parts.size == 1 && (node.parts[0].kind == shell::PartKind::kCommand || node.parts[0].kind == shell::PartKind::kBackquote);
      shell::Word word;
      if (output) {
        list.commands.push_back(node.parts[0].range);
      } else if (plain_word(node, word)) {
        list.words.push_back(std::move(word));
      } else {
        spoilt_.insert(name);
      }
    }
  }

  Lists lists_;
  std::set<std::string> spoilt_;
};

}  // namespace

std::string_view variable_of(std::string_view source) {
  if (source.size() < 2 || source[0] != '$') return {};
  source.remove_prefix(1);
  if (source.front() == '{' && source.back() == '}') source = source.substr(1, source.size() - 2);
  for (const char c : source) {
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')) return {};
  }
  return source;
}

std::map<std::string, LoopList, std::less<>> loop_lists(std::string_view text) {
  const shell::Tree tree = shell::parse(text);
  Finder finder;
  finder.script(&tree.root);
  return finder.finish();
}

}  // namespace cordon::protected_paths
