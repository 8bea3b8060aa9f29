// SPDX-License-Identifier: Apache-2.0
// Commands inside the words of a command: $(…), `…`, <(…), and what expansions change.
#include "shared/shell/walker.h"

namespace cordon::shell {

void Walker::walk_substitutions(const Command& command, const Context& outer) {
  // $( ) does not read the command's redirected input, but that of the shell.
  Context ctx = outer;
  for (const AssignNode& a : command.assignments) {
    walk_parts(a.value.parts, ctx);
    walk_parts(a.subscript.parts, ctx);
    for (const WordNode& word : a.elements) walk_parts(word.parts, ctx);
  }
  for (const WordNode& word : command.words) walk_parts(word.parts, ctx);
  for (const RedirectNode& r : command.redirects) {
    if (r.doc == nullptr) walk_parts(r.target.parts, ctx);
    if (r.doc != nullptr && !r.doc->quoted) walk_parts(r.doc->body.parts, ctx);
  }
  for (const CaseClause& clause : command.clauses) {
    for (const WordNode& word : clause.patterns) walk_parts(word.parts, ctx.conditional());
  }
}

void Walker::run_substitution(const Part& part, const Context& ctx) {
  Context own = ctx;
  ++own.nesting;
  if (part.kind == PartKind::kProcessOut) {
    own.input = Input();
    own.input.kind = InputKind::kUnknown;
  }
  in_subshell(own, [&] { walk_substitution(part, own); });
}

void Walker::walk_parts(const Span<Part>& parts, const Context& ctx) {
  for (const Part& part : parts) {
    switch (part.kind) {
      case PartKind::kText:
      case PartKind::kEscape:
      case PartKind::kSingle:
      case PartKind::kAnsi: break;
      case PartKind::kCommand:
      case PartKind::kBackquote:
      case PartKind::kProcessIn:
      case PartKind::kProcessOut: run_substitution(part, ctx); break;
      case PartKind::kFunctionBody: {
        Context own = ctx.conditional();
        opaque(part.range, "newer shells run what is in ${ }", own);
        in_subshell(own, [&] { walk_script(*part.script, own); });
        break;
      }
      case PartKind::kExtGlob:
        if (scope_.shell.zsh) opaque(part.range, "glob qualifier may run a command", ctx);
        walk_parts(part.parts, ctx);
        break;
      case PartKind::kArithmetic:
        forget_arithmetic(part);
        walk_parts(part.parts, ctx);
        break;
      case PartKind::kParameter: walk_parameter(*part.parameter, ctx); break;
      default: walk_parts(part.parts, part.kind == PartKind::kUnknown ? ctx.conditional() : ctx);
    }
    if (part.kind == PartKind::kUnknown) {
      opaque(part.range, "expansion not understood", ctx);
      // bash gives the text up here.
      scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
    }
  }
}

namespace {

/// `<<`, but not `<<<`.
bool has_here_doc(std::string_view text, ByteRange range) {
  if (range.end > text.size() || range.begin >= range.end) return false;
  const std::string_view source = text.substr(range.begin, range.end - range.begin);
  const std::size_t at = source.find("<<");
  return at != std::string_view::npos && source.substr(at, 3) != "<<<";
}

/// A compound command with a `;` somewhere behind a here-document, its own or (`after`) one before it.
bool here_doc_in_list(std::string_view text, const AndOr& item, bool after) {
  bool compound = false;
  for (const Pipeline& p : item.pipelines) {
    for (const Command* c : p.commands) compound = compound || c->kind != CommandKind::kSimple;
  }
  const bool own = has_here_doc(text, item.range);
  if (!compound || (!own && !after) || item.range.end > text.size()) return false;
  const std::string_view source = text.substr(item.range.begin, item.range.end - item.range.begin);
  return source.find(';', after ? 0 : source.find("<<")) != std::string_view::npos;
}

bool semicolon_follows(std::string_view text, ByteRange range) {
  const std::size_t at = text.find_first_not_of(" \t", range.end);
  return at != std::string_view::npos && text[at] == ';';
}

}  // namespace

/// bash 5.2 writes the inside of $( ) out again before it runs it, and after a here-document it forgets a `;`:
/// $(cat <<E … E⏎ v=a; git $v) becomes `v=a git $v` (measured). What stands behind such a `;` cannot be told.
void Walker::walk_substitution(const Part& part, const Context& ctx) {
  const Script& script = *part.script;
  const std::string_view text = ctx.source->text;
  if (part.kind == PartKind::kBackquote || !has_here_doc(text, script.range)) return void(walk_script(script, ctx, true));
  bool after = false, told = false;
  for (std::uint32_t i = 0; i < script.items.size; ++i) {
    const AndOr& item = script.items[i];
    Script one;
    one.range = item.range;
    one.items = {&item, 1};
    const bool inside = here_doc_in_list(text, item, after);
    walk_script(one, inside ? ctx.conditional() : ctx, true);
    if (inside && !told) opaque(item.range, "bash 5.2 loses a ';' after a here-document inside $( )", ctx.conditional());
    told = told || inside;
    after = after || has_here_doc(text, item.range);
    if (!after || i + 1 == script.items.size || !semicolon_follows(text, item.range)) continue;
    if (!told) opaque(item.range, "bash 5.2 loses a ';' after a here-document inside $( )", ctx.conditional());
    told = true;
    scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
    ++scope_.shell.epoch;
  }
}

void Walker::walk_parameter(const Parameter& p, const Context& ctx) {
  walk_parts(p.subscript.parts, ctx);
  if (p.op == ParameterOp::kError) scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
  const bool always = p.op == ParameterOp::kSlice;
  walk_parts(p.word.parts, always ? ctx : ctx.conditional());
  if (p.op == ParameterOp::kTransform && scope_.shell.zsh) {  // zsh gives the text up here: what follows may run elsewhere
    scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
    scope_.shell.directory.known = false;
  }
  if (p.op == ParameterOp::kTransform) {
    // ${x@P} expands the value like a prompt, commands and all.
    for (const Part& part : p.word.parts) {
      if (part.text == "P") opaque(part.range, "value expanded as a prompt", ctx);
    }
  }
}

/// $((i)) with i='a b' is an error, and bash gives the command up. A pattern that matches no file stays as it is: for i in *.c.
void Walker::doubt_arithmetic(std::string_view text) {
  constexpr std::string_view kName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", kNoNumber = " \t\n;,.:/'\"";
  const std::size_t begin = text.find_first_not_of("( \t\n+-!~"), end = text.find_first_not_of(kName, begin);
  const Cell* cell = begin == std::string_view::npos ? nullptr : scope_.find("v:" + std::string(text.substr(begin, end - begin)));
  if (cell == nullptr) return;
  const bool known = cell->value.kind == Value::Kind::kScalar;
  for (const Word& value : cell->value.items) {
    if (value.has_glob() || (known && value.text().find_first_of(kNoNumber) != std::string::npos)) {
      scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
    }
  }
}

/// $((x=1)), ((x++)): the names inside may have any value afterwards.
void Walker::forget_arithmetic(const Part& part) {
  std::string text;  // the parts together: `++` may be two of them
  for (const Part& inner : part.parts) {
    if (inner.kind == PartKind::kText) doubt_arithmetic(inner.text);
    text += inner.kind == PartKind::kText ? inner.text : std::string_view(" ");
  }
  if (text.find('=') == std::string::npos && text.find("++") == std::string::npos && text.find("--") == std::string::npos) return;
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = std::max(end, begin + 1)) {
    if (!letter(text[begin])) continue;
    end = begin;
    while (end < text.size() && (letter(text[end]) || (text[end] >= '0' && text[end] <= '9'))) ++end;
    const std::string name = text.substr(begin, end - begin);
    Value value;
    value.kind = Value::Kind::kScalar;
    value.items = {Word::unknown("$" + name, false)};
    assign_variable(name, std::move(value));
    if (scope_.shell.zsh) changing_.insert(name);  // a number from then on: x=zz gives 0
  }
}

}  // namespace cordon::shell
