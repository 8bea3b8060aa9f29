// SPDX-License-Identifier: Apache-2.0
// Statements and expressions of PowerShell.
#include "shared/shell/powershell.h"

#include <algorithm>

namespace cordon::shell {
namespace {

constexpr int kDeepest = 80;
constexpr std::uint64_t kMostNested = 2000;

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// .NET and COM calls that start programs.
bool starts_programs(std::string_view expression) {
  const std::string text = lower(expression);
  for (const std::string_view call : {"process]::start", "wscript.shell", "scriptblock]::create", "invokescript(", "invokecommand.", "createprocess", "shellexecute", ".start("}) {
    if (text.find(call) != std::string::npos) return true;
  }
  return false;
}

enum class Keyword : std::uint8_t { kCondition, kElse, kBlock, kCatch, kFunction, kLeave, kExit, kParam };
struct KeywordRow {
  std::string_view name;
  Keyword keyword;
};
constexpr KeywordRow kKeywords[] = {
    {"if", Keyword::kCondition},  {"elseif", Keyword::kCondition}, {"while", Keyword::kCondition}, {"until", Keyword::kCondition}, {"for", Keyword::kCondition},   {"foreach", Keyword::kCondition},
    {"switch", Keyword::kCondition}, {"else", Keyword::kElse},     {"do", Keyword::kBlock},        {"try", Keyword::kBlock},       {"finally", Keyword::kBlock},   {"begin", Keyword::kBlock},
    {"process", Keyword::kElse},  {"end", Keyword::kBlock},        {"catch", Keyword::kCatch},     {"trap", Keyword::kCatch},      {"function", Keyword::kFunction}, {"filter", Keyword::kFunction},
    {"return", Keyword::kLeave},  {"throw", Keyword::kLeave},      {"break", Keyword::kLeave},     {"continue", Keyword::kLeave},  {"exit", Keyword::kExit},       {"param", Keyword::kParam},
};

}  // namespace

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return out;
}

PowerShell::Place PowerShell::Place::conditional() const {
  Place out = *this;
  out.certainty = std::max(out.certainty, Certainty::kConditional);
  return out;
}

WalkResult PowerShell::run(std::string_view text) {
  cursor_ = {text, 0};
  size_ = static_cast<std::uint32_t>(text.size());
  Place place;
  statements('\0', place);
  for (auto& [name, function] : functions_) {
    if (function.called) continue;
    Place never = function.place;
    never.certainty = Certainty::kNotCalled;
    block_text(function.text, function.begin, function.end, never);
  }
  return std::move(result_);
}

void PowerShell::fail(std::string_view what) {
  if (failed_) return;
  failed_ = true;
  Place place;
  opaque({0, size_}, "not understood as PowerShell: " + std::string(what), place);
  cursor_.at = cursor_.text.size();
}

/// A text that a word holds.
void PowerShell::nested(const Word& text, const Place& outer, ByteRange range, std::string_view what) {
  Place place = outer;
  place.range = range_of(range, outer);
  place.fixed = true;
  place.via.emplace_back(what);
  // An unknown part of a text that is otherwise known is read as a variable of which nothing is known.
  std::string source;
  bool known = text.is_static();
  for (const Piece& p : text.pieces) {
    source += p.kind == PieceKind::kUnknown ? "${of text}" : p.text;
    known = known || (p.kind == PieceKind::kLiteral && p.text.find_first_not_of(" \t\n;") != std::string::npos);
  }
  if (!known) return opaque(range, "text of '" + std::string(what) + "' is not known: " + text.text().substr(0, 200), outer);
  const std::string& kept = texts_.emplace_back(std::move(source));
  block_text(kept, 0, kept.size(), place);
}

void PowerShell::block_text(std::string_view text, std::size_t begin, std::size_t end, const Place& place) {
  if (++nested_ > kMostNested || depth_ > kDeepest) return opaque(place.range, "too many texts inside texts", place);
  const Cursor before = cursor_;
  const bool failed = failed_;
  failed_ = false;
  cursor_ = {text.substr(0, end), begin};
  statements('\0', place);
  cursor_ = before;
  failed_ = failed;
}

/// Up to `closer`, which is read, too; '\0' is the end of the text.
void PowerShell::statements(char closer, const Place& place) {
  if (++depth_ > kDeepest) fail("too deeply nested");
  while (!failed_) {
    skip_blanks(true);
    if (peek() == ';') {
      ++cursor_.at;
      continue;
    }
    if (at_end()) {
      if (closer != '\0') fail("block not closed");
      break;
    }
    if (peek() == closer) {
      ++cursor_.at;
      break;
    }
    const std::size_t before = cursor_.at;
    statement(place);
    if (!failed_ && cursor_.at == before) {
      if (peek() == ')' || peek() == '}') return fail("unexpected closing bracket");
      ++cursor_.at;
    }
  }
  --depth_;
}

void PowerShell::statement(const Place& place) {
  if (keyword(place)) return;
  Place own = place;
  for (;;) {
    pipeline(own);
    skip_blanks();
    if (!looking_at("&&") && !looking_at("||")) break;
    cursor_.at += 2;
    own = own.conditional();
    skip_blanks(true);
  }
  if (peek() == '&') ++cursor_.at;  // in the background
}

void PowerShell::condition(const Place& place, bool loop) {
  skip_blanks(true);
  while (peek() == '-') {  // switch -regex (…)
    while (is_name(peek()) || peek() == '-') ++cursor_.at;
    skip_blanks(true);
  }
  if (peek() != '(') return;
  ++cursor_.at;
  skip_blanks(true);
  if (loop && peek() == '$') {  // foreach ($x in …)
    const std::size_t before = cursor_.at;
    Word name;
    ++cursor_.at;
    const std::size_t begin = cursor_.at;
    while (is_name(peek())) ++cursor_.at;
    const std::string variable_name = lower(cursor_.text.substr(begin, cursor_.at - begin));
    skip_blanks(true);
    if (lower(bare_name()) == "in") {
      cursor_.at += 2;
      variables_.erase(variable_name);
    } else {
      cursor_.at = before;
    }
  }
  statements(')', place);
}

void PowerShell::braces(const Place& place) {
  skip_blanks(true);
  if (peek() != '{') return;
  ++cursor_.at;
  statements('}', place);
}

bool PowerShell::keyword(const Place& place) {
  const std::string name = lower(bare_name());
  const KeywordRow* row = std::find_if(std::begin(kKeywords), std::end(kKeywords), [&](const KeywordRow& r) { return r.name == name; });
  if (row == std::end(kKeywords)) return false;
  cursor_.at += name.size();
  switch (row->keyword) {
    case Keyword::kCondition:
      condition(name == "elseif" ? place.conditional() : place, name == "foreach");
      braces(place.conditional());
      break;
    case Keyword::kElse: {
      skip_blanks(true);
      if (lower(bare_name()) == "if") break;
      braces(place.conditional());
      break;
    }
    case Keyword::kBlock: braces(place); break;
    case Keyword::kCatch:
      while (!at_end() && peek() != '{') ++cursor_.at;
      braces(place.conditional());
      break;
    case Keyword::kFunction: define_function(place); break;
    case Keyword::kLeave:
      skip_blanks();
      pipeline(place);
      exit_ = std::max(exit_, Certainty::kConditional);
      break;
    case Keyword::kExit:
      skip_blanks();
      pipeline(place);
      exit_ = std::max(exit_, place.certainty == Certainty::kCertain && depth_ == 1 ? Certainty::kNotCalled : Certainty::kConditional);
      break;
    case Keyword::kParam:
      skip_blanks(true);
      if (peek() == '(') {
        ++cursor_.at;
        statements(')', place.conditional());
      }
      break;
  }
  return true;
}

void PowerShell::define_function(const Place& place) {
  skip_blanks();
  const std::string name = lower(bare_name());
  cursor_.at += name.size();
  skip_blanks(true);
  if (peek() == '(') {
    ++cursor_.at;
    statements(')', place.conditional());
    skip_blanks(true);
  }
  if (peek() != '{') return fail("function without a body");
  const std::size_t close = matching_brace(cursor_.at);
  if (failed_) return;
  Function function;
  function.text = cursor_.text;
  function.begin = cursor_.at + 1;
  function.end = close;
  function.place = place;
  if (const auto old = functions_.find(name); old != functions_.end() && place.certainty != Certainty::kCertain) old->second.called = false;
  functions_[name] = function;
  cursor_.at = close + 1;
}

void PowerShell::pipeline(const Place& place) {
  Input input;
  for (;;) {
    skip_blanks();
    element(place, input);
    skip_blanks();
    if (failed_ || peek() != '|' || peek(1) == '|') return;
    ++cursor_.at;
    skip_blanks(true);
  }
}

void PowerShell::element(const Place& place, Input& input) {
  const std::size_t begin = cursor_.at;
  const char c = peek();
  const bool call = (c == '&' && peek(1) != '&') || (c == '.' && (peek(1) == ' ' || peek(1) == '{' || peek(1) == '\t'));
  if (!call && (c == '$' || c == '(' || c == '[' || c == '\'' || c == '"' || c == '@' || c == '{' || c == '!' || c == ',' || c == '+' || (c >= '0' && c <= '9') || (c == '-' && peek(1) != '-'))) {
    return assignment_or_expression(place, input);
  }
  if (call) {
    ++cursor_.at;
    skip_blanks();
  }
  const Arguments argv = arguments(place);
  if (failed_ || argv.empty()) return;
  command(argv, input, place, here(begin));
  input = Input();
  input.kind = InputKind::kPipe;
}

void PowerShell::assign(std::string_view name, Word value, const Place& place) {
  const std::string key = lower(name);
  if (key.starts_with("env:")) {
    Assignment a;
    a.name = std::string(name.substr(4));
    a.value = place.certainty == Certainty::kCertain ? std::move(value) : Word::unknown("$" + std::string(name), false);
    environment_.push_back(std::move(a));
    return;
  }
  if (place.certainty == Certainty::kCertain && exit_ == Certainty::kCertain && depth_ == 1 && value.is_static()) {
    variables_[key] = std::move(value);
  } else {
    variables_.erase(key);
  }
}

/// `$x = …` keeps a literal value; any other expression runs what stands in its brackets.
void PowerShell::assignment_or_expression(const Place& place, Input& input) {
  const std::size_t begin = cursor_.at;
  if (peek() == '$') {
    std::size_t at = cursor_.at + 1;
    while (at < cursor_.text.size() && (is_name(cursor_.text[at]) || cursor_.text[at] == ':')) ++at;
    const std::string_view name = cursor_.text.substr(cursor_.at + 1, at - cursor_.at - 1);
    std::size_t sign = at;
    while (sign < cursor_.text.size() && (cursor_.text[sign] == ' ' || cursor_.text[sign] == '\t')) ++sign;
    const std::string_view rest = cursor_.text.substr(sign);
    const bool plain = rest.starts_with('=') && !rest.starts_with("==");
    const bool compound = rest.size() > 1 && rest[1] == '=' && std::string_view("+-*/%").find(rest[0]) != std::string_view::npos;
    if (!name.empty() && (plain || compound || rest.starts_with("?" "?="))) {
      cursor_.at = sign + (plain ? 1 : compound ? 2 : 3);
      skip_blanks(true);
      const char c = peek();
      Word value = Word::unknown("$" + std::string(name), false);
      if (c == '\'' || c == '"' || c == '@') {
        value = expression(place);
      } else {
        statement(place);
      }
      if (!plain) value = Word::unknown("$" + std::string(name), false);
      return assign(name, std::move(value), place);
    }
  }
  Word value = expression(place);
  if (starts_programs(cursor_.text.substr(begin, cursor_.at - begin))) opaque(here(begin), "expression may start a program", place);
  input = Input();
  input.kind = InputKind::kPipe;
  if (value.is_static()) {
    input.has_text = true;
    input.text = std::move(value);
    input.text.append_literal("\n", true);
  }
}

/// @{ name = statement; … }: the inside.
void PowerShell::table(const Place& place) {
  if (++depth_ > kDeepest) fail("too deeply nested");
  while (!failed_) {
    skip_blanks(true);
    if (at_end()) return fail("table not closed");
    const char c = peek();
    if (c == '}') break;
    Word key;
    if (c == '\'' || c == '"') {
      c == '\'' ? single_quoted(key) : double_quoted(key, place);
    } else if (c == '=') {
      ++cursor_.at;
      skip_blanks(true);
      statement(place);
    } else {
      ++cursor_.at;
    }
  }
  if (!failed_) ++cursor_.at;
  --depth_;
}

/// Everything to the end of the element. A single string is returned, anything else is unknown.
Word PowerShell::expression(const Place& place) {
  const std::size_t begin = cursor_.at;
  Word only;
  int pieces = 0;
  for (;;) {
    skip_blanks();
    if (failed_ || ends_element()) break;
    const char c = peek();
    ++pieces;
    if (c == '\'' || c == '"') {
      c == '\'' ? single_quoted(only) : double_quoted(only, place);
    } else if (c == '@' && here_string(only, place)) {
      continue;
    } else if (c == '(' || (c == '$' && peek(1) == '(') || (c == '@' && peek(1) == '(')) {
      cursor_.at += c == '(' ? 1 : 2;
      statements(')', place);
      pieces += 2;
    } else if (c == '@' && peek(1) == '{') {
      cursor_.at += 2;
      table(place);
      pieces += 2;
    } else if (c == '{') {
      ++cursor_.at;
      statements('}', place.conditional());
      pieces += 2;
    } else {
      ++cursor_.at;
      pieces += 2;
    }
  }
  if (pieces == 1 && !failed_) return only;
  return Word::unknown(cursor_.text.substr(begin, std::min<std::size_t>(cursor_.at - begin, 200)), true);
}

}  // namespace cordon::shell
