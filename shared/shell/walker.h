// SPDX-License-Identifier: Apache-2.0
#pragma once
// The walk: an interpreter that runs no command. It follows the tree in the order of execution, keeps what is known of the
// shell's state in a Scope, and writes down every invocation. Files: walk_script (lists, pipelines), walk_compound (if, loops,
// functions), walk_simple (one command), walk_substitution ($( ) and its like), walk_invoke (an argv is run), walk_builtins and
// walk_variables, walk_wrappers (env, xargs have their own files), walk_shells (texts in texts), walk_git, expand (words),
// expand_parameter, parameter_operators and variables (${…}), output (what echo and its like print).

#include <deque>
#include <functional>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "shared/shell/ast.h"
#include "shared/shell/function_ref.h"
#include "shared/shell/parser.h"
#include "shared/shell/scope.h"
#include "shared/shell/walk.h"

namespace cordon::shell {

/// What a command's exit status is known to be.
enum class Outcome : std::uint8_t { kTrue, kFalse, kMaybe };

/// Where a command stands.
struct Context {
  Certainty certainty = Certainty::kCertain;
  std::vector<std::string> via;
  std::vector<Redirect> redirects;  ///< of enclosing compound commands
  Input input;
  const Source* source = nullptr;
  ByteRange range;          ///< counts when fixed
  bool fixed = false;       ///< inside a nested text: everything has this range
  bool tested = false;      ///< condition of if, while, left of && ||: set -e does not look
  std::uint32_t loops = 0;  ///< enclosing loops that break can leave
  std::uint32_t nesting = 0;
  std::vector<Assignment> environment;  ///< set by wrappers on the way: env A=b
  std::vector<std::string> unset;
  bool cleared = false;
  Context conditional() const {
    Context c = *this;
    c.certainty = std::max(c.certainty, Certainty::kConditional);
    return c;
  }
};

/// Variables of this name and a number stand in nested texts for what is not known of them.
inline constexpr std::string_view kPlaceholderName = "__cordon_unknown_";

using Fields = std::vector<Word>;
struct Wrapper;

class Walker {
 public:
  explicit Walker(const WalkOptions& options) : options_(options) {}
  WalkResult run(std::string_view text);

 private:
  // walk_script.cc
  ParseOptions limited_parse() const;
  Outcome walk_script(const Script& script, const Context& ctx, bool by_lines = false);
  Outcome walk_and_or(const AndOr& item, const Context& ctx);
  Outcome walk_pipeline(const Pipeline& pipeline, const Context& ctx);
  void walk_pipe(const Pipeline& pipeline, const Context& ctx);
  Outcome walk_command(const Command& command, const Context& ctx);
  Outcome walk_compound(const Command& command, const Context& ctx);
  Outcome walk_group(const Command& command, const Context& ctx);
  Outcome walk_anonymous(const Command& command, const Context& ctx);
  Outcome walk_subshell(const Script& script, const Context& ctx);
  void in_subshell(const Context& ctx, FunctionRef body);
  Path branch(FunctionRef body);
  // walk_compound.cc
  Outcome walk_if(const Command& command, const Context& ctx);
  Outcome walk_while(const Command& command, const Context& ctx);
  Outcome walk_for(const Command& command, const Context& ctx);
  void walk_case(const Command& command, const Context& ctx);
  void walk_body(const Script& body, const Context& ctx, bool certain);
  void forget_assigned(const Command& command);
  void forget_assigned(const Script& script, int depth);
  void forget_words(const Command& command, int depth);
  void define_function(const Command& command, const Context& ctx);
  void call_function(FunctionDef& function, const Fields& argv, const Context& ctx);
  void walk_uncalled(const Context& ctx);
  void run_exit_traps(const Context& ctx);
  // walk_simple.cc
  Outcome walk_simple(const Command& command, const Context& ctx);
  Outcome walk_choice(const Command& command, const Context& ctx);
  bool has_choices(const Command& command);
  Outcome run_with_assignments(const Command& command, const Fields& argv, Context& ctx);
  void assign(const AssignNode& node);
  void assign_array(const AssignNode& node, const Value& old);
  void assign_element(const AssignNode& node, const Value& old);
  Context with_redirects(const Command& command, const Context& ctx);
  Redirect expand_redirect(const RedirectNode& node, const Context& ctx);
  void note_file(const Command& command, const Fields& argv, const Context& ctx);
  void note_group_file(const Command& command, const Context& ctx);
  std::vector<Word> redirected_files(const Command& command, bool& append);
  void keep_files(std::vector<Word> files, bool append, const std::optional<Word>& text);
  void walk_substitutions(const Command& command, const Context& ctx);
  void walk_parts(const Span<Part>& parts, const Context& ctx);
  void run_substitution(const Part& part, const Context& ctx);
  void walk_substitution(const Part& part, const Context& ctx);
  void walk_parameter(const Parameter& parameter, const Context& ctx);
  void doubt_arithmetic(std::string_view text);
  void forget_arithmetic(const Part& part);
  Outcome run_argv(const Fields& argv, const Context& ctx, ByteRange range);
  void emit(const Fields& argv, const Context& ctx, ByteRange range, bool open);
  bool try_alias(const Command& command, const Fields& argv, const Context& ctx);
  void opaque(ByteRange range, std::string reason, const Context& ctx);
  ByteRange place(ByteRange range, const Context& ctx) const { return ctx.fixed ? ctx.range : range; }
  bool reachable(const Context& ctx) const { return std::max(ctx.certainty, scope_.shell.reach()) != Certainty::kNotCalled; }
  // walk_builtins.cc, walk_variables.cc
  struct Builtins;
  bool run_builtin(const Fields& argv, const Context& ctx, ByteRange range, Outcome& outcome);
  void builtin_cd(const Fields& argv);
  void builtin_pushd(const Fields& argv, bool push);
  void builtin_export(const Fields& argv, bool exports, bool local);
  void builtin_set(const Fields& argv);
  void builtin_shift(const Fields& argv);
  void builtin_shopt(const Fields& argv);
  void builtin_printf(const Fields& argv);
  void builtin_read(const Fields& argv);
  void builtin_trap(const Fields& argv, const Context& ctx, ByteRange range);
  void builtin_alias(const Fields& argv, const Context& ctx);
  void builtin_unalias(const Fields& argv);
  void builtin_unset(const Fields& argv);
  void builtin_let(const Fields& argv);
  void builtin_eval(const Fields& argv, const Context& ctx, ByteRange range);
  void builtin_exec(const Fields& argv, const Context& ctx, ByteRange range);
  void builtin_command(std::string_view name, const Fields& argv, const Context& ctx, ByteRange range);
  void builtin_leave(std::string_view name, const Fields& argv, const Context& ctx);
  Directory resolve(const Word& path) const;
  void keep_local(const std::string& name);
  // walk_wrappers.cc
  bool run_wrapper(const Fields& argv, const Context& ctx, ByteRange range, bool open);
  void run_cmd(const Fields& argv, const Context& ctx, ByteRange range);
  void run_after(const Wrapper& wrapper, const Fields& argv, const Context& ctx, ByteRange range, bool open);
  bool run_table(const Wrapper& wrapper, const Fields& argv, const Context& ctx, ByteRange range, bool open);
  void run_env(const Fields& argv, Context ctx, ByteRange range, bool open);
  void run_find(const Fields& argv, const Context& ctx, ByteRange range);
  void run_xargs(const Fields& argv, const Context& ctx, ByteRange range);
  void run_parallel(const Fields& argv, const Context& ctx, ByteRange range);
  void parallel_of_moreutils(const Fields& argv, std::size_t first, std::size_t dashes, const Context& ctx, ByteRange range);
  void run_inner(Fields argv, const Context& ctx, ByteRange range, bool open);
  // walk_shells.cc
  bool run_shell(const Fields& argv, const Context& ctx, ByteRange range, bool open);
  void run_script_file(std::string_view shell, Fields operands, bool open, const Context& ctx, ByteRange range);
  void shell_text(const Word& text, Fields positional, bool open, std::string_view shell, const Context& ctx, ByteRange range);
  bool run_powershell(const Fields& argv, const Context& ctx, ByteRange range);  // walk_powershell.cc
  void read_bash_env(const Context& ctx, ByteRange range);
  void shell_stdin(std::string_view name, Fields positional, const Context& ctx, ByteRange range);
  void eval_text(const Word& text, const Context& ctx, ByteRange range, std::string_view what);
  void run_source(const Fields& argv, const Context& ctx, ByteRange range);
  void nested(const Word& text, const Context& ctx, ByteRange range, std::string_view what);
  void nested_text(std::string text, const Context& ctx, ByteRange range);
  const Word* file_text(const Word& path) const;
  std::string file_key(const Word& path) const;
  // walk_git.cc
  void run_git(const Fields& argv, const Context& ctx, ByteRange range, bool open);
  bool git_alias(const Fields& argv, std::size_t sub, const Context& ctx, ByteRange range, bool open);
  void pass_on(const Word& setting);
  void alias_directory(const Fields& argv, std::size_t sub);
  bool find_git_alias(const Fields& argv, std::size_t sub, const Context& ctx, const std::string& name, Word& value, bool& unsure);
  void git_config(const Fields& argv, std::size_t sub);
  // walk_git_texts.cc
  void git_text(Word text, bool arguments, const Context& ctx, ByteRange range);
  std::optional<Word> git_setting(const Fields& argv, std::size_t sub, std::string_view pattern) const;
  void git_programs(const Fields& argv, std::size_t sub, const Context& ctx, ByteRange range);
  void git_options(const Fields& argv, std::size_t sub, const Context& ctx, ByteRange range);
  void git_external(const Word& url, const Context& ctx, ByteRange range);
  void note_git_setting(std::string_view key, const Word& value);
  void git_nested(const Fields& argv, std::size_t sub, const Context& ctx, ByteRange range);
  // expand.cc
  struct Building;
  Fields expand_words(const Span<WordNode>& words);
  void expand_word(const WordNode& word, Fields& out);
  void expand_parts(const Span<Part>& parts, ByteRange range, Fields& out, bool split, bool assignment);
  Word expand_joined(const WordNode& word, bool assignment);
  Word expand_body(const HereDoc& doc);
  Word expand_target(const WordNode& word);
  void expand_part(const Part& part, bool quoted, Building& to);
  void expand_text(std::string_view text, Building& to);
  void add_value(const Word& value, bool quoted, Building& to);
  void add_whole(const Word& value, bool quoted, Building& to);
  void add_list(const Fields& values, bool quoted, bool star, Building& to);
  bool expand_braces(const WordNode& word, Fields& out);
  std::string source_of(const Part& part) const;
  std::string source_of(ByteRange range) const;
  // expand_parameter.cc
  void expand_parameter(const Part& part, bool quoted, Building& to);
  void expand_alternative(const Part& part, const Word& value, bool known, bool set, bool quoted, Building& to);
  bool parameter_list(const Parameter& parameter, Fields& values, bool& star);
  bool slice_list(const Parameter& parameter, Fields& values);
  bool expand_list_alternative(const Part& part, bool quoted, Building& to);
  Word parameter_value(const Parameter& parameter, const Part& part, bool& set, bool& known);
  Word apply_operator(const Parameter& parameter, const Part& part, const Word& value);
  Value variable(std::string_view name);
  Word scalar(std::string_view name, const Value& value);
  void assign_variable(const std::string& name, Value value);
  Word element(const Value& value, const Parameter& parameter, bool& known);
  // output.cc
  std::optional<Word> output_of(const Script& script, const Word* input, int depth = 0);
  std::optional<Word> output_of(const Command& command, const Word* input, int depth);
  std::optional<Word> output_of(const Fields& argv, const Word* input) const;

  // Variables with several possible values: a command is expanded once per combination.
  std::size_t choose(std::string_view name, std::size_t count);
  bool next_choice();
  void reset_choices() { choices_.clear(); }

  const WalkOptions& options_;
  WalkResult result_;
  Scope scope_;
  std::deque<Source> sources_;
  std::deque<FunctionDef> functions_;
  std::map<std::string, std::pair<std::size_t, std::size_t>, std::less<>> choices_;  ///< name -> (taken, count)
  std::size_t combinations_ = 1;
  std::unordered_map<std::string, Word> process_text_;  ///< source of <(…) -> what it prints
  std::vector<std::string> active_aliases_;
  std::unordered_map<const FunctionDef*, int> active_functions_;
  std::unordered_map<const Command*, bool> warned_;
  std::vector<std::pair<std::string, Cell>> locals_;     ///< of the functions being called: what to put back
  std::vector<std::string> unknown_texts_;               ///< sources of the placeholders in nested texts
  std::unordered_set<std::string> changing_;             ///< declare -i, -l, -u, -n, -A: what is assigned is not what is there afterwards
  bool interactive_ = false;  ///< `bash -i`: of the text about to be walked
  bool in_array_ = false;  ///< words of NAME=( … ): `x=~` stays as it is
  int function_depth_ = 0;
  const Source* current_ = nullptr;
  bool any_zsh_ = false;          ///< a zsh runs the text or a part of it
  bool dynamic_command_ = false;  ///< some argv[0] is unknown: any function may have been called
  bool full_ = false;             ///< a limit was reached
  std::uint64_t clock_ = 0;      ///< advances with every line that is parsed and every alias that is defined
  std::uint64_t parsed_at_ = 0;  ///< when the line now walked was parsed: aliases defined later do not count in it
  std::uint64_t steps_ = 0;
  std::uint64_t expanded_bytes_ = 0;  ///< what values have put into words: a=$a$a doubles
  bool exhausted_ = false;
  std::uint64_t nested_bytes_ = 0;
  std::uint32_t nested_texts_ = 0;
};

/// Program name without its directory.
std::string_view base_name(std::string_view path);
/// Lexical `base/path` with . and .. resolved; a relative result may begin with "..".
std::string join_path(std::string_view base, std::string_view path);
/// Shell pattern match of a whole text (* ? [..]).
bool pattern_matches(std::string_view pattern, std::string_view text);

}  // namespace cordon::shell
