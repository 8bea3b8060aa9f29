// SPDX-License-Identifier: Apache-2.0
// Entry point and the bookkeeping every part of the parser uses: limits, failures, ranges, retries.
#include "shared/shell/parser.h"

#include <algorithm>

#include "shared/shell/parser_impl.h"

namespace cordon::shell {

void Parser::enter() {
  if (++s_.depth > s_.options.depth) limit("too deeply nested");
  if (++s_.steps > s_.step_limit) limit("too complex");
}

void Parser::limit(std::string_view what) {
  s_.hard = true;
  fail_here(what);
}

void Parser::count(std::uint32_t& seen, std::uint32_t most, std::string_view too_many) {
  if (++seen <= most || s_.hard) return;
  s_.counted_out = true;
  limit(too_many);
}

void Parser::fail(std::size_t at, std::string_view what) {
  if (s_.failed) return;
  s_.failed = true;
  Diagnostic diagnostic;
  diagnostic.offset = range(at, at).begin;
  diagnostic.message = what;
  s_.tree.diagnostics.push_back(diagnostic);
}

void Parser::unexpected() {
  if (lex_.at_end()) return fail_here("unexpected end of text");
  const char c = lex_.peek();
  if (c == '\n') return fail_here("unexpected newline");
  std::string what = "unexpected '";
  const std::string_view word = lex_.reserved();
  what += word.empty() ? std::string_view(&c, 1) : word;
  what += '\'';
  fail_here(what);
}

ByteRange Parser::range(std::size_t begin, std::size_t end) const {
  if (!in_place_) return range_;
  const std::size_t base = static_cast<std::size_t>(lex_.text().data() - s_.outer.data());
  return {static_cast<std::uint32_t>(base + begin), static_cast<std::uint32_t>(base + end)};
}

Parser::Snapshot Parser::snapshot() const {
  return {lex_.pos(), pending_, s_.tree.diagnostics.size(), hole_begin_, hole_end_};
}

void Parser::restore(const Snapshot& saved) {
  lex_.seek(saved.pos);
  pending_ = saved.pending;
  hole_begin_ = saved.hole_begin;
  hole_end_ = saved.hole_end;
  if (s_.hard) return;
  s_.failed = false;
  s_.tree.diagnostics.resize(saved.diagnostics);
}

const Script* Parser::top_level() {
  Script* script = s_.tree.arena.make<Script>();
  *script = parse_list(true);
  return script;
}

/// The inside of a backquote: a text of its own, which bash reads when it runs it. An error in it is no error of the text around.
const Script* Parser::whole_script() {
  Shared& s = s_;
  const std::size_t sizes[] = {s.parts.size(), s.words.size(), s.assigns.size(), s.redirects.size(), s.items.size(), s.pipelines.size(), s.commands.size(), s.clauses.size()};
  const std::size_t known = s.tree.diagnostics.size();
  const bool extglob = s.extglob, next = s.extglob_next;
  const Script* script = top_level();
  s.extglob = extglob;
  s.extglob_next = next;
  if (!failed() || s.hard) return script;
  s.failed = false;
  for (std::size_t i = known; i < s.tree.diagnostics.size(); ++i) s.tree.diagnostics[i].warning = true;
  s.parts.resize(sizes[0]);
  s.words.resize(sizes[1]);
  s.assigns.resize(sizes[2]);
  s.redirects.resize(sizes[3]);
  s.items.resize(sizes[4]);
  s.pipelines.resize(sizes[5]);
  s.commands.resize(sizes[6]);
  s.clauses.resize(sizes[7]);
  return script;
}

namespace {

void locate(std::string_view text, std::vector<Diagnostic>& diagnostics) {
  std::sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) { return a.offset < b.offset; });
  std::size_t at = 0;
  std::uint32_t line = 1;
  std::size_t line_begin = 0;
  for (Diagnostic& d : diagnostics) {
    for (; at < d.offset && at < text.size(); ++at) {
      if (text[at] != '\n') continue;
      ++line;
      line_begin = at + 1;
    }
    d.line = line;
    d.column = d.offset - static_cast<std::uint32_t>(line_begin) + 1;
  }
}

}  // namespace

Tree parse(std::string_view text, const ParseOptions& options) {
  Tree tree;
  Shared shared(tree, options);
  shared.outer = text;
  shared.step_limit = 4 * static_cast<std::uint64_t>(text.size()) + 4096;
  if (text.size() > options.text_bytes) {
    text = text.substr(0, 0);
    shared.outer = text;
    tree.diagnostics.push_back({0, 1, 1, false, "text too long"});
    Command* unknown = tree.arena.make<Command>();
    unknown->kind = CommandKind::kUnknown;
    shared.commands.push_back(unknown);
    Pipeline pipeline;
    pipeline.commands = tree.arena.take(shared.commands, 0);
    shared.pipelines.push_back(pipeline);
    AndOr item;
    item.pipelines = tree.arena.take(shared.pipelines, 0);
    shared.items.push_back(item);
    tree.root.items = tree.arena.take(shared.items, 0);
    return tree;
  }
  Parser parser(shared, text, true, {});
  tree.root = *parser.top_level();
  tree.commands = shared.commands_seen;
  locate(text, tree.diagnostics);
  return tree;
}

}  // namespace cordon::shell
