// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/dump.h"

namespace cordon::shell {
namespace {

class Dumper {
 public:
  std::string out;

  void script(const Script& script) {
    if (script.items.empty()) return put("()");
    if (script.items.size == 1) return item(script.items[0]);
    put("(;");
    for (const AndOr& i : script.items) {
      put(" ");
      item(i);
    }
    put(")");
  }

  void word(const WordNode& node) {
    if (node.parts.empty()) return put("''");
    parts(node.parts, false);
  }

 private:
  void put(std::string_view text) { out += text; }

  void item(const AndOr& item) {
    if (item.background) put("(bg ");
    and_or(item.pipelines, item.pipelines.size);
    if (item.background) put(")");
  }

  void and_or(const Span<Pipeline>& all, std::uint32_t count) {
    // Left-associative, without recursion: all openers first.
    for (std::uint32_t i = count - 1; i > 0; --i) put(all[i].connector == Connector::kAnd ? "(and " : "(or ");
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i > 0) put(" ");
      pipeline(all[i]);
      if (i > 0) put(")");
    }
  }

  void pipeline(const Pipeline& p) {
    if (p.timed) put("(time ");
    if (p.negated) put("(not ");
    if (p.commands.size > 1) put("(pipe");
    if (p.commands.empty()) put("()");
    for (std::uint32_t i = 0; i < p.commands.size; ++i) {
      if (p.commands.size > 1) put(i > 0 && i <= 64 && (p.stderr_piped >> (i - 1) & 1) != 0 ? " & " : " ");
      command(*p.commands[i]);
    }
    if (p.commands.size > 1) put(")");
    if (p.negated) put(")");
    if (p.timed) put(")");
  }

  void words(const Span<WordNode>& all) {
    for (const WordNode& w : all) {
      put(" ");
      word(w);
    }
  }

  void part_script(std::string_view open, const Script* s) {
    put(open);
    if (s != nullptr) script(*s);
  }

  void command(const Command& c) {
    switch (c.kind) {
      case CommandKind::kSimple: put("(cmd"); break;
      case CommandKind::kGroup:
        part_script("(group ", c.body);
        if (c.otherwise != nullptr) part_script(" always ", c.otherwise);
        break;
      case CommandKind::kSubshell: part_script("(sub ", c.body); break;
      case CommandKind::kIf: conditional("(if ", c); break;
      case CommandKind::kWhile: conditional("(while ", c); break;
      case CommandKind::kUntil: conditional("(until ", c); break;
      case CommandKind::kFor: loop("(for ", c); break;
      case CommandKind::kSelect: loop("(select ", c); break;
      case CommandKind::kArithFor: loop("(for", c); break;
      case CommandKind::kCase: cases(c); break;
      case CommandKind::kFunction:
        put("(function ");
        put(c.name);
        inner(c);
        break;
      case CommandKind::kArithmetic: put("(arith"); break;
      case CommandKind::kCondition: put("(cond"); break;
      case CommandKind::kCoproc:
        put("(coproc");
        if (!c.name.empty()) (put(" "), put(c.name));
        inner(c);
        break;
      case CommandKind::kUnknown: put("(unknown"); break;
    }
    if (c.kind == CommandKind::kSimple) assignments(c);
    if (c.kind == CommandKind::kSimple || c.kind == CommandKind::kArithmetic || c.kind == CommandKind::kCondition) words(c.words);
    for (const RedirectNode& r : c.redirects) redirect(r);
    put(")");
  }

  void inner(const Command& c) {
    put(" ");
    if (c.inner != nullptr) command(*c.inner);
  }

  void conditional(std::string_view open, const Command& c) {
    part_script(open, c.condition);
    part_script(" ", c.body);
    if (c.otherwise != nullptr) part_script(" ", c.otherwise);
  }

  void loop(std::string_view open, const Command& c) {
    put(open);
    put(c.name);
    if (c.has_list) put(" (in");
    words(c.words);
    if (c.has_list) put(")");
    part_script(" ", c.body);
  }

  void cases(const Command& c) {
    put("(case");
    words(c.words);
    for (const CaseClause& clause : c.clauses) {
      put(" (");
      for (std::uint32_t i = 0; i < clause.patterns.size; ++i) {
        if (i > 0) put("|");
        word(clause.patterns[i]);
      }
      part_script(" ", clause.body);
      if (!clause.end.empty() && clause.end != ";;") (put(" "), put(clause.end));
      put(")");
    }
  }

  void assignments(const Command& c) {
    for (const AssignNode& a : c.assignments) {
      put(" ");
      put(a.name);
      if (a.has_subscript) {
        put("[");
        parts(a.subscript.parts, false);
        put("]");
      }
      put(a.append ? "+=" : "=");
      if (a.is_array) {
        put("(");
        for (std::uint32_t i = 0; i < a.elements.size; ++i) {
          if (i > 0) put(" ");
          word(a.elements[i]);
        }
        put(")");
      } else if (!a.value.parts.empty()) {
        word(a.value);
      }
    }
  }

  void redirect(const RedirectNode& r) {
    static constexpr std::string_view kNames[] = {"<", ">", ">>", ">|", "<>", "&>", "&>>", "<&", ">&", "<<", "<<<"};
    put(" ");
    if (r.fd >= 0) put(std::to_string(r.fd));
    if (!r.fd_name.empty()) (put("{"), put(r.fd_name), put("}"));
    put(kNames[static_cast<int>(r.kind)]);
    if (r.doc == nullptr) return word(r.target);
    put(r.doc->quoted ? "'" : "\"");
    if (r.doc->quoted) {
      for (const Part& p : r.doc->body.parts) escaped(p.text);
    } else {
      parts(r.doc->body.parts, true);
    }
    put(r.doc->quoted ? "'" : "\"");
  }

  void escaped(std::string_view text) {
    for (const char c : text) {
      if (c == '\n') {
        put("\\n");
      } else if (c == '\t') {
        put("\\t");
      } else if (c == '\r') {
        put("\\r");
      } else if (c == '\0') {
        put("\\0");
      } else if (c == '\'' || c == '\\') {
        (put("\\"), out += c);
      } else {
        out += c;
      }
    }
  }

  static bool safe(std::string_view text) {
    for (const char c : text) {
      const bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::string_view("_./-+=:@%^#").find(c) != std::string_view::npos;
      if (!ok) return false;
    }
    return true;
  }

  /// Quoted text: how it was quoted does not show, that it was does (if it matters).
  void flush(std::string& quoted, bool was_quoted, bool alone) {
    if (!was_quoted) return;
    if (safe(quoted) && (!quoted.empty() || !alone)) {
      put(quoted);
    } else {
      put("'");
      escaped(quoted);
      put("'");
    }
    quoted.clear();
  }

  void parts(const Span<Part>& all, bool in_double) {
    std::string quoted;
    bool was_quoted = false;
    for (const Part& p : all) {
      const bool literal_double = (p.kind == PartKind::kDouble || p.kind == PartKind::kLocale) && only_text(p.parts);
      if (!in_double && (p.kind == PartKind::kEscape || p.kind == PartKind::kSingle || p.kind == PartKind::kAnsi || literal_double)) {
        if (literal_double) {
          for (const Part& q : p.parts) quoted += q.text;
        } else {
          quoted += p.text;
        }
        was_quoted = true;
        continue;
      }
      flush(quoted, was_quoted, false);
      was_quoted = false;
      part(p, in_double);
    }
    flush(quoted, was_quoted, all.size == 1);
  }

  static bool only_text(const Span<Part>& all) {
    for (const Part& p : all) {
      if (p.kind != PartKind::kText && p.kind != PartKind::kEscape) return false;
    }
    return true;
  }

  void part(const Part& p, bool in_double) {
    switch (p.kind) {
      case PartKind::kText: return in_double ? escaped(p.text) : put(p.text);
      case PartKind::kEscape:
      case PartKind::kSingle:
      case PartKind::kAnsi: return escaped(p.text);
      case PartKind::kDouble:
      case PartKind::kLocale: return (put("\""), parts(p.parts, true), put("\""));
      case PartKind::kParameter: return parameter(*p.parameter);
      case PartKind::kCommand:
      case PartKind::kBackquote: return (part_script("$(", p.script), put(")"));
      case PartKind::kFunctionBody: return (part_script("${ ", p.script), put(" }"));
      case PartKind::kArithmetic: return (put("$(("), parts(p.parts, true), put("))"));
      case PartKind::kProcessIn: return (part_script("<(", p.script), put(")"));
      case PartKind::kProcessOut: return (part_script(">(", p.script), put(")"));
      case PartKind::kExtGlob: return (put(p.text), put("("), parts(p.parts, false), put(")"));
      case PartKind::kUnknown: return put("${?}");
    }
  }

  void parameter(const Parameter& p) {
    put("${");
    if (p.indirect) put("!");
    if (p.op == ParameterOp::kLength) put("#");
    put(p.name);
    if (p.has_subscript) (put("["), parts(p.subscript.parts, true), put("]"));
    static constexpr std::string_view kOps[] = {"", "", "-", "=", "?", "+", "#", "%", "/", "^", ",", "@", "", ""};
    if (p.colon) put(":");
    const std::string_view op = kOps[static_cast<int>(p.op)];
    put(op);
    if (p.doubled) put(op);
    if (p.op == ParameterOp::kNames) put("*");
    parts(p.word.parts, true);
    put("}");
  }
};

}  // namespace

std::string dump(const Script& script) {
  Dumper d;
  d.script(script);
  return d.out;
}

std::string dump(const WordNode& word) {
  Dumper d;
  d.word(word);
  return d.out;
}

std::string dump(const Tree& tree) { return dump(tree.root); }

}  // namespace cordon::shell
