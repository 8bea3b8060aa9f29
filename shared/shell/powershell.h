// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a PowerShell text may run: words, quotes, here-strings, comments, statements, pipelines, blocks, simple variables, functions
// and aliases, and the commands that take a command (iex, pwsh -Command, cmd /c, bash -c, Start-Process, wsl). walk() calls it for
// Dialect::kPowerShell. Text in strings runs nothing; what may start a program and cannot be read is an Opaque.
//
//   Write-Host "git add -A"; & 'git' add -A   ->  Write-Host …, git add -A (certain)
//
// Unlike bash, PowerShell reads the whole text before it runs any of it; `*` is a pattern only outside Windows. Source: about_Parsing,
// about_Quoting_Rules, about_Operators of PowerShell 7 (not measured: no PowerShell is at hand).

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "shared/shell/walk.h"

namespace cordon::shell {

class PowerShell {
 public:
  explicit PowerShell(const WalkOptions& options) : options_(options) {}
  WalkResult run(std::string_view text);

 private:
  struct Place {  ///< where a statement stands
    Certainty certainty = Certainty::kCertain;
    bool fixed = false;  ///< inside a nested text
    ByteRange range;     ///< counts when fixed
    std::vector<std::string> via;
    Place conditional() const;
  };
  struct Argument {
    Word word;
    bool block = false;              ///< { … }
    std::size_t begin = 0, end = 0;  ///< its inside
    bool bare = false;               ///< no quotes: -Name is a parameter
  };
  using Arguments = std::vector<Argument>;
  struct Function {
    std::string_view text;
    std::size_t begin = 0, end = 0;
    Place place;
    bool called = false;
  };
  struct Cursor {  ///< the text being read, and how far
    std::string_view text;
    std::size_t at = 0;
  };

  // powershell.cc
  void nested(const Word& text, const Place& place, ByteRange range, std::string_view what);
  void block_text(std::string_view text, std::size_t begin, std::size_t end, const Place& place);
  void statements(char closer, const Place& place);
  void statement(const Place& place);
  bool keyword(const Place& place);
  void condition(const Place& place, bool loop);
  void braces(const Place& place);
  void define_function(const Place& place);
  void pipeline(const Place& place);
  void element(const Place& place, Input& input);
  void assignment_or_expression(const Place& place, Input& input);
  Word expression(const Place& place);
  void table(const Place& place);
  void assign(std::string_view name, Word value, const Place& place);
  // powershell_words.cc
  bool at_end() const { return cursor_.at >= cursor_.text.size(); }
  char peek(std::size_t ahead = 0) const { return cursor_.at + ahead < cursor_.text.size() ? cursor_.text[cursor_.at + ahead] : '\0'; }
  bool looking_at(std::string_view s) const { return !at_end() && cursor_.text.substr(cursor_.at, s.size()) == s; }
  void skip_blanks(bool newlines = false);
  bool skip_comment();
  bool ends_element() const;
  std::string_view bare_name() const;
  Arguments arguments(const Place& place);
  void argument(Arguments& out, const Place& place);
  bool redirection(const Place& place);
  void word_part(Word& word, bool bare, const Place& place);
  void single_quoted(Word& word);
  void double_quoted(Word& word, const Place& place);
  bool here_string(Word& word, const Place& place);
  void variable(Word& word, bool quoted, const Place& place);
  void value_of(std::string_view name, bool quoted, Word& word) const;
  std::size_t matching_brace(std::size_t open);
  void fail(std::string_view what);
  // powershell_commands.cc
  void command(const Arguments& argv, const Input& input, const Place& place, ByteRange range);
  bool cmdlet(const std::string& name, const Arguments& argv, const Input& input, const Place& place, ByteRange range);
  void invoke_expression(const Arguments& argv, const Input& input, const Place& place, ByteRange range);
  void power_shell(const Arguments& argv, const Input& input, const Place& place, ByteRange range);
  void cmd_text(const Arguments& argv, const Place& place, ByteRange range);
  void start_process(const Arguments& argv, const Place& place, ByteRange range);
  void change_directory(const std::string& name, const Arguments& argv, const Place& place);
  void set_alias(const Arguments& argv);
  void through_bash(const std::vector<Word>& argv, const Input& input, const Place& place, ByteRange range);
  void emit(std::vector<Word> argv, const Input& input, const Place& place, ByteRange range);
  void run_words(std::vector<Word> argv, const Input& input, const Place& place, ByteRange range);
  void opaque(ByteRange range, std::string reason, const Place& place);
  Certainty certainty(const Place& place) const { return std::max(place.certainty, exit_); }
  ByteRange range_of(ByteRange range, const Place& place) const { return place.fixed ? place.range : range; }
  ByteRange here(std::size_t begin) const { return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(cursor_.at)}; }

  const WalkOptions& options_;
  WalkResult result_;
  std::uint32_t size_ = 0;  ///< of the outermost text, which ranges refer to
  Cursor cursor_;
  std::deque<std::string> texts_;
  std::unordered_map<std::string, Word> variables_;  ///< lower case name -> value, when it is known
  std::unordered_map<std::string, Function> functions_;
  std::unordered_map<std::string, std::string> aliases_;
  std::vector<Assignment> environment_;
  Directory directory_;
  std::vector<Directory> directories_;
  Certainty exit_ = Certainty::kCertain;
  int depth_ = 0;
  std::uint64_t nested_ = 0;
  bool failed_ = false, full_ = false;
};

std::string lower(std::string_view text);  ///< ASCII only: names in PowerShell know no case

}  // namespace cordon::shell
