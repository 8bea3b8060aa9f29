// SPDX-License-Identifier: Apache-2.0
// The runtime's Bash permission rules: Bash(git push *), matched the way the runtime matches them. Every line of
// schemas/runtime/bash-rules.json (measured, tests/live/bash_rules.py) is a test of this.
//
//   Bash, Bash(*), Bash(**)  everything
//   Bash(x)                  "x", nothing else
//   Bash(x:*)                "x" and what begins with "x "; `*` in the prefix is a star; one that ends in a blank catches nothing
//   Bash(x *)                the same, when that is its only `*`
//   Bash(a * b), Bash(*x*)   `*` is any text, blanks and newlines included; beside such a one `\*` and `\\` are the
//                            characters themselves; `?` and `[` are ordinary; case counts; blanks at both ends of the rule do not
// The text is a command's words joined by single blanks, quotes and redirections gone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cordon::settings {

// Bytes that stand for what is not known in a text; no argument can hold them.
inline constexpr char kAnyHole = '\x01';   // $x: words of any number
inline constexpr char kWordHole = '\x02';  // "$x": one word, taken for no option
inline constexpr char kNamesHole = '\x04';  // $file: words of any number, the first of them no option
inline constexpr char kDataHole = '\x03';  // file names and the like: only a `*` takes it

enum class Match : uint8_t { kNo, kMaybe, kYes };  // kMaybe: by what the holes turn out to be

class BashRule {
 public:
  // Nothing for a rule of another tool ("Read(x)", "PowerShell(x)", "bash(x)") or one that catches nothing ("Bash()").
  static std::optional<BashRule> parse(std::string_view rule);

  const std::string& source() const { return source_; }  // "Bash(git push *)"
  bool catches_everything() const { return everything_; }
  bool is_plain() const { return plain_; }  // no `*` in it: one text, exactly
  // A text that is longer than 64 KiB and has holes may match.
  Match match(std::string_view text) const;
  // The rule's word after the program when both are plain: "push" of Bash(git push *); else "".
  std::string_view second_word() const { return second_; }

 private:
  // A pattern is literal bytes and kStar.
  struct Token {
    char byte = 0;
    bool star = false;
  };
  using Pattern = std::vector<Token>;
  bool takes(const Pattern& pattern, std::string_view text, bool fill_holes) const;
  bool any_takes(std::string_view text, bool fill_holes) const;
  static Pattern literal(std::string_view text);
  void read_pattern(std::string_view text);

  std::string source_;
  std::string second_;
  std::vector<Pattern> patterns_;  // one of them must take the whole text
  bool everything_ = false, plain_ = false;
};

}  // namespace cordon::settings
