// SPDX-License-Identifier: Apache-2.0
// Here-documents. The delimiter is read at once, the body at the next newline of the same nesting; a body still missing when
// $( ) closes is read from the lines below, and the rest of the line comes before it (bash 5.2 does so, with a warning).
#include "shared/shell/parser_impl.h"

namespace cordon::shell {
namespace {

// False when a part's text is not at hand: it stands in a text that was copied (backquotes), not in `source`.
bool unquote(const Span<Part>& parts, std::string& out, bool& quoted, std::string_view source, std::uint32_t base) {
  for (const Part& part : parts) {
    switch (part.kind) {
      case PartKind::kText: out += part.text; break;
      case PartKind::kEscape:
      case PartKind::kSingle:
      case PartKind::kAnsi:
        quoted = true;
        out += part.text;
        break;
      case PartKind::kDouble:
      case PartKind::kLocale:
        quoted = true;
        if (!unquote(part.parts, out, quoted, source, base)) return false;
        break;
      default:  // $x and the like are literal in a delimiter
        if (part.range.begin < base || part.range.end - base > source.size()) return false;
        out += source.substr(part.range.begin - base, part.range.end - part.range.begin);
    }
  }
  return true;
}

// The same from the raw word: `$x`, '$x', "a b".
std::string without_quotes(std::string_view raw, bool& quoted) {
  std::string out;
  char quote = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char c = raw[i];
    if (quote == 0 ? c == '\'' || c == '"' : c == quote) {
      quote = quote == 0 ? c : 0;
      quoted = true;
    } else if (c == '\\' && quote != '\'' && i + 1 < raw.size()) {
      out += raw[++i];
      quoted = true;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

void Parser::start_here_doc(RedirectNode& node, bool tabs) {
  lex_.skip_blanks();
  if (lex_.at_end() || has_class(lex_.peek(), kMeta)) return unexpected();
  const std::size_t begin = lex_.pos();
  node.target = parse_word(WordMode::kNormal);
  if (failed()) return;
  HereDoc* doc = s_.tree.arena.make<HereDoc>();
  std::string delimiter;
  if (!in_place_ || !unquote(node.target.parts, delimiter, doc->quoted, lex_.text(), range(0, 0).begin)) {
    delimiter = without_quotes(lex_.slice(begin, lex_.pos()), doc->quoted);
  }
  doc->delimiter = s_.tree.arena.copy(delimiter);
  doc->strip_tabs = tabs;
  node.doc = doc;
  pending_.push_back(doc);
}

void Parser::read_here_docs() {
  for (std::size_t i = pending_base_; i < pending_.size() && !failed(); ++i) read_here_doc(*pending_[i]);
  pending_.resize(pending_base_);
}

/// $( … <<E ) with the body below: read it now, from the line after this one, and jump over it at the end of this line.
void Parser::close_here_docs(std::size_t from) {
  if (pending_.size() <= from || failed()) return;
  const std::size_t resume = lex_.pos();
  const bool second = hole_end_ > hole_begin_;
  std::size_t newline = second ? hole_begin_ : lex_.text().find('\n', resume);
  if (newline == std::string_view::npos || newline >= lex_.end()) newline = lex_.end();
  lex_.seek(second ? hole_end_ : std::min(newline + 1, lex_.end()));
  for (std::size_t i = from; i < pending_.size() && !failed(); ++i) read_here_doc(*pending_[i]);
  pending_.resize(from);
  hole_begin_ = newline;
  hole_end_ = lex_.pos();
  if (hole_end_ <= hole_begin_) hole_begin_ = hole_end_ = 0;
  lex_.seek(resume);
}

namespace {

struct Line {
  std::size_t begin = 0, end = 0, next = 0;  ///< [begin, end) without the newline
  bool joined = false;                       ///< holds backslash-newline pairs
};

Line read_line(std::string_view text, std::size_t at, std::size_t end, bool join) {
  Line line;
  line.begin = at;
  while (at < end && text[at] != '\n') {
    if (join && text[at] == '\\' && at + 1 < end) {
      line.joined = line.joined || text[at + 1] == '\n';
      ++at;
    }
    ++at;
  }
  line.end = at;
  line.next = at < end ? at + 1 : at;
  return line;
}

std::string joined(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      if (text[i + 1] != '\n') out.append(text.substr(i, 2));
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

void Parser::read_here_doc(HereDoc& doc) {
  const std::string_view text = lex_.text();
  const std::size_t begin = lex_.pos();
  std::size_t body_end = lex_.end();
  std::size_t at = begin;
  bool changed = false;
  std::string copy;
  while (at < lex_.end()) {
    const Line line = read_line(text, at, lex_.end(), !doc.quoted);
    std::string owned;
    std::string_view content = lex_.slice(line.begin, line.end);
    if (line.joined) {
      owned = joined(content);
      content = owned;
    }
    const std::size_t tabs = doc.strip_tabs ? std::min(content.find_first_not_of('\t'), content.size()) : 0;
    content.remove_prefix(tabs);
    const bool starts = content.starts_with(doc.delimiter);
    if (starts && content.size() == doc.delimiter.size()) {
      doc.terminated = true;
      body_end = line.begin;
      at = line.next;
      break;
    }
    if (starts && substitutions_ > 0 && content.find(')', doc.delimiter.size()) != std::string_view::npos && !line.joined) {
      body_end = line.begin;
      at = line.begin + tabs + doc.delimiter.size();
      break;
    }
    // From the first line that differs from the source on, the body is kept as a copy.
    if ((tabs > 0 || line.joined) && !changed) {
      changed = true;
      copy = lex_.slice(begin, line.begin);
    }
    if (changed) {
      copy += content;
      if (line.next > line.end) copy += '\n';
    }
    at = line.next;
    body_end = at;
  }
  if (!doc.terminated) warn_open(begin);
  lex_.seek(at);
  const std::string_view body = changed ? s_.tree.arena.copy(copy) : lex_.slice(begin, body_end);
  parse_body_text(doc, body, in_place_ && !changed, range(begin, body_end));
}

void Parser::warn_open(std::size_t at) {
  Diagnostic diagnostic;
  diagnostic.offset = range(at, at).begin;
  diagnostic.warning = true;
  diagnostic.message = "here-document not closed";
  s_.tree.diagnostics.push_back(diagnostic);
}

void Parser::parse_body_text(HereDoc& doc, std::string_view body, bool in_place, ByteRange where) {
  if (doc.quoted) {
    Part part;
    part.text = body;
    part.range = where;
    const std::size_t mark = s_.parts.size();
    s_.parts.push_back(part);
    doc.body.parts = s_.tree.arena.take(s_.parts, mark);
  } else {
    // Faults inside a body are faults at run time, not of the text: they make the word unknown.
    Parser inner(s_, body, in_place, where);
    const std::size_t diagnostics = s_.tree.diagnostics.size();
    const std::size_t mark = s_.parts.size();
    doc.body = inner.here_doc_body();
    if (s_.failed && !s_.hard) {
      s_.failed = false;
      s_.tree.diagnostics.resize(diagnostics);
      s_.parts.resize(mark);
      Part part;
      part.kind = PartKind::kUnknown;
      part.text = body;
      part.range = where;
      s_.parts.push_back(part);
      doc.body.parts = s_.tree.arena.take(s_.parts, mark);
    }
  }
  doc.body.range = where;
}

}  // namespace cordon::shell
