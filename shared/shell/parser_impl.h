// SPDX-License-Identifier: Apache-2.0
#pragma once
// The recursive-descent parser. One object reads one source (the text, a here-document body whose tabs were stripped, the inside
// of a backquote); Shared is what they have in common. A function that fails has called fail() and its result is ignored:
// callers look at failed() before they loop on.

#include <string>
#include <unordered_set>
#include <vector>

#include "shared/shell/lexer.h"
#include "shared/shell/parser.h"

namespace cordon::shell {

struct Shared {
  explicit Shared(Tree& t, const ParseOptions& o) : tree(t), options(o), extglob(o.extglob) {}
  Tree& tree;
  const ParseOptions& options;
  bool extglob;
  bool extglob_next = false;  ///< `shopt -s extglob` seen, counts from the next line
  bool failed = false;
  bool hard = false;  ///< failed for a limit: trying another reading is pointless
  std::uint32_t depth = 0;
  std::uint64_t steps = 0, step_limit = 0;
  std::uint32_t commands_seen = 0, parts_seen = 0, expansions_seen = 0;
  bool counted_out = false;  ///< failed for a number of things: what precedes is right
  std::string_view outer;  ///< the text ranges refer to
  /// Places already found not to be what they look like (`((` no arithmetic): keeps retries linear.
  std::unordered_set<const char*> refuted;
  std::vector<Part> parts;
  std::vector<WordNode> words;
  std::vector<AssignNode> assigns;
  std::vector<RedirectNode> redirects;
  std::vector<AndOr> items;
  std::vector<Pipeline> pipelines;
  std::vector<const Command*> commands;
  std::vector<CaseClause> clauses;
};

/// What ends a word and which characters are special in it.
enum class WordMode : std::uint8_t {
  kNormal, kPattern /* case, == */, kRegex, kParam, kParamQuoted, kParamHereDoc, kArith, kBracket, kExtGlob, kDouble, kHereDoc,
};

class Parser {
 public:
  Parser(Shared& shared, std::string_view source, bool in_place, ByteRange range)
      : s_(shared), lex_(source, 0, source.size()), in_place_(in_place), range_(range) {}

  const Script* top_level();
  WordNode here_doc_body() { return parse_word(WordMode::kHereDoc); }
  const Script* whole_script();

 private:
  struct Depth {
    explicit Depth(Parser& p) : parser(p) { p.enter(); }
    ~Depth() { --parser.s_.depth; }
    Parser& parser;
  };
  struct Snapshot {
    std::size_t pos;
    std::vector<HereDoc*> pending;  ///< a refuted reading may have passed their bodies
    std::size_t diagnostics;
    std::size_t hole_begin, hole_end;
  };

  // parse_list.cc
  struct ListPlace {
    std::size_t items, pos;
  };
  Script parse_list(bool top);
  bool parse_separator(AndOr& item);
  void push_unknown(std::size_t begin);
  void end_text(const ListPlace& line, const ListPlace& last);
  bool parse_pipeline_prefix(Pipeline& pipeline);
  bool end_of_list();
  AndOr parse_and_or();
  Pipeline parse_pipeline(Connector connector);
  void skip_newlines();
  void newline();
  // parse_command.cc
  const Command* parse_command();
  void parse_simple(Command& command);
  bool parse_redirect();
  bool parse_descriptor(RedirectNode& node);
  bool parse_redirect_target(RedirectNode& node);
  bool parse_redirect_operator(RedirectNode& node);
  void skip_clobber();
  bool parse_assignment(bool after_declaration);
  bool parse_subscript_word(const AssignNode& node, std::size_t begin, std::size_t open);
  void parse_array(AssignNode& node);
  std::string_view scan_name();
  bool declares(std::size_t first_word) const;
  void note_shopt(const Command& command);
  // parse_compound.cc
  bool parse_compound(Command& command);
  const Script* parse_body(std::string_view terminator);
  void parse_if(Command& command);
  void parse_loop(Command& command, CommandKind kind);
  void parse_for(Command& command, CommandKind kind);
  void parse_for_list(Command& command, bool foreach = false);
  void parse_for_body(Command& command, bool foreach = false);
  void parse_elif(Command& command);
  // parse_zsh.cc
  bool at_zsh_word(std::string_view word);
  AndOr item_of(const Command* command);
  const Script* script_of(const AndOr& item);
  const Script* zsh_condition();
  const Script* zsh_body();
  void parse_zsh_if(Command& command);
  bool parse_zsh_for(Command& command, bool foreach);
  void parse_foreach(Command& command);
  void parse_repeat(Command& command);
  void parse_anonymous(Command& command);
  void parse_always(Command& command);
  void parse_case(Command& command);
  CaseClause parse_clause();
  void parse_function_keyword(Command& command);
  void parse_function(Command& command, std::size_t words);
  void parse_function_body(Command& command);
  void parse_coproc(Command& command);
  bool parse_paren(Command& command);
  bool starts_compound();
  // parse_condition.cc
  void parse_condition(Command& command);
  void condition_or();
  void condition_and();
  void condition_term();
  void condition_words();
  bool condition_rhs();
  // parse_word.cc
  WordNode parse_word(WordMode mode);
  bool ends_word(WordMode mode, char c, int& nesting);
  bool closes_group();
  bool parse_part(WordMode mode, char c);
  bool at_word_start() const;
  void parse_quote(WordMode mode, char c);
  void parse_single();
  void parse_double(PartKind kind, std::size_t begin);
  void parse_escape(WordMode mode);
  void parse_ansi(std::size_t begin);
  void parse_text(WordMode mode);
  void parse_braces(std::size_t begin);
  void parse_quoted_single(WordMode mode);
  bool parse_ext_glob(WordMode mode, char c);
  Span<WordNode> one_word(const Part& part, std::size_t begin);
  void literal(PartKind kind, std::size_t begin, std::string_view text);
  // parse_expansion.cc
  void parse_dollar(WordMode mode);
  void parse_dollar_paren(std::size_t begin);
  void parse_dollar_brace(WordMode mode, std::size_t begin);
  void parse_parameter(WordMode mode, Parameter& parameter);
  bool parse_parameter_name(Parameter& parameter);
  void parse_parameter_op(Parameter& parameter);
  void parse_backquote(WordMode mode);
  void parse_process(char direction);
  bool parse_arithmetic(Part& part);
  const Script* parse_substitution();
  void close_here_docs(std::size_t from);
  void add_part(Part part, std::size_t begin);
  // parse_heredoc.cc
  void start_here_doc(RedirectNode& node, bool tabs);
  void read_here_docs();
  void read_here_doc(HereDoc& doc);
  void warn_open(std::size_t at);
  void parse_body_text(HereDoc& doc, std::string_view body, bool in_place, ByteRange where);

  void enter();
  void fail(std::size_t at, std::string_view what);
  void fail_here(std::string_view what) { fail(lex_.pos(), what); }
  void unexpected();
  void limit(std::string_view what);
  void count(std::uint32_t& seen, std::uint32_t most, std::string_view too_many);
  bool failed() const { return s_.failed; }
  ByteRange range(std::size_t begin, std::size_t end) const;
  Snapshot snapshot() const;
  void restore(const Snapshot& saved);

  Shared& s_;
  Lexer lex_;
  bool in_place_;
  ByteRange range_;
  std::vector<HereDoc*> pending_;
  std::size_t pending_base_ = 0;
  int foreach_ = 0;         ///< zsh: open foreach, which `end` closes
  int open_braces_ = 0;     ///< zsh: { of the word being read that wait for their }
  bool in_value_ = false;   ///< zsh: the next word is the value of an assignment, where } is text
  std::size_t hole_begin_ = 0, hole_end_ = 0;  ///< here-documents already read: the newline at hole_begin_ leads to hole_end_
  std::size_t substitutions_ = 0;              ///< open $( ) around: a ) then also ends a here-document
  int regex_nesting_ = 0;
};

}  // namespace cordon::shell
