// SPDX-License-Identifier: Apache-2.0
#pragma once
// The syntax tree of a shell text. Nodes are plain structs in an arena that Tree owns; text views point into the parsed text
// (which must outlive the tree) or into the arena. Ranges are byte offsets of the parsed text.
// dump.h shows the whole vocabulary as text.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/shell/arena.h"
#include "shared/shell/word.h"

namespace cordon::shell {

struct Script;
struct Parameter;

enum class PartKind : std::uint8_t {
  kText,          ///< unquoted characters, backslash-newline already gone
  kEscape,        ///< \c, text is the character
  kSingle,        ///< '…'
  kDouble,        ///< "…", see parts
  kAnsi,          ///< $'…', text is decoded
  kLocale,        ///< $"…", see parts
  kParameter,     ///< $x ${x…}
  kCommand,       ///< $(…)
  kBackquote,     ///< `…`
  kFunctionBody,  ///< ${ …; } and ${| …; } (bash 5.3, mksh)
  kArithmetic,    ///< $((…)) $[…], see parts
  kProcessIn,     ///< <(…)
  kProcessOut,    ///< >(…)
  kExtGlob,       ///< @(a|b): text is "@", parts are the inside
  kUnknown,       ///< not understood, e.g. ${x y}
};

struct Part {
  PartKind kind = PartKind::kText;
  ByteRange range;
  std::string_view text;
  Span<Part> parts;
  const Script* script = nullptr;
  const Parameter* parameter = nullptr;
};

struct WordNode {
  Span<Part> parts;
  ByteRange range;
};
/// Its parts' texts, one after the other: the name of a function.
std::string text_of(const WordNode& word);

enum class ParameterOp : std::uint8_t {
  kNone, kLength, kDefault, kAssign, kError, kAlternate, kRemovePrefix, kRemoveSuffix, kReplace, kUpper, kLower, kTransform, kSlice, kNames,
};

/// ${NAME…}: `colon` is the : of :- and its kin, `doubled` the second character of ## %% // ^^ ,,
struct Parameter {
  std::string_view name;
  ParameterOp op = ParameterOp::kNone;
  bool braces = false, indirect = false, colon = false, doubled = false;
  bool has_subscript = false;
  WordNode subscript;
  WordNode word;  ///< operand up to the closing brace; for kReplace and kSlice the whole of it
};

struct AssignNode {
  std::string_view name;
  bool append = false, has_subscript = false, is_array = false;
  WordNode subscript;
  WordNode value;
  Span<WordNode> elements;  ///< NAME=(…); an element may itself be `[k]=v`
  ByteRange range;
};

enum class RedirectKind : std::uint8_t {
  kRead, kWrite, kAppend, kClobber, kReadWrite, kBothWrite, kBothAppend, kDupIn, kDupOut, kHereDoc, kHereString,
};

struct HereDoc {
  std::string_view delimiter;
  bool quoted = false;      ///< delimiter quoted, body taken as it is
  bool strip_tabs = false;  ///< <<-
  bool terminated = false;  ///< the delimiter line was found
  WordNode body;            ///< one kText part when quoted
};

struct RedirectNode {
  RedirectKind kind = RedirectKind::kRead;
  int fd = -1;               ///< written descriptor, -1 when none
  std::string_view fd_name;  ///< {name}>
  WordNode target;           ///< here-document: the delimiter as written
  const HereDoc* doc = nullptr;
  ByteRange range;
};

enum class CommandKind : std::uint8_t {
  kSimple, kGroup, kSubshell, kIf, kWhile, kUntil, kFor, kSelect, kArithFor, kCase, kFunction, kArithmetic, kCondition, kCoproc, kUnknown,
};

struct Command;
struct CaseClause {
  Span<WordNode> patterns;
  const Script* body = nullptr;
  std::string_view end;  ///< ";;", ";&", ";;&" or ""
};

struct Command {
  CommandKind kind = CommandKind::kSimple;
  ByteRange range;
  Span<AssignNode> assignments;
  Span<WordNode> words;  ///< arguments; for: list; case: subject; (( )) and for ((: the expression; [[ ]]: operands
  Span<RedirectNode> redirects;
  const Script* condition = nullptr;  ///< if, while, until
  const Script* body = nullptr;
  const Script* otherwise = nullptr;  ///< else; `elif` is an if inside; of zsh's group: always
  Span<CaseClause> clauses;
  std::string_view name;              ///< function, coproc, for variable; `[[ ]]`: source text
  const Command* inner = nullptr;     ///< function, coproc
  bool has_list = false;              ///< for NAME in …; group: zsh's () { … }, the words are its arguments
};

enum class Connector : std::uint8_t { kFirst, kAnd, kOr };

struct Pipeline {
  Connector connector = Connector::kFirst;
  bool negated = false, timed = false;
  Span<const Command*> commands;
  std::uint64_t stderr_piped = 0;  ///< bit i: command i is followed by |& (the first 64)
  ByteRange range;
};

struct AndOr {
  Span<Pipeline> pipelines;
  bool background = false;
  ByteRange range;
};

struct Script {
  Span<AndOr> items;
  ByteRange range;
};

struct Diagnostic {
  std::uint32_t offset = 0, line = 1, column = 1;  ///< line and column count from 1, columns in bytes
  bool warning = false;  ///< the text still means something (unterminated here-document)
  std::string message;   ///< lower case, no full stop
};

struct Tree {
  Arena arena;
  Script root;                          ///< after an error: what precedes the failing line, then one kUnknown command
  bool dialect_matters = false;         ///< bash and dash read this text differently
  std::uint32_t commands = 0;           ///< how many, about: retried readings count, too
  std::vector<Diagnostic> diagnostics;  ///< empty when everything was understood
  bool ok() const {
    for (const Diagnostic& d : diagnostics) {
      if (!d.warning) return false;
    }
    return true;
  }
};

}  // namespace cordon::shell
