// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the walk knows at a point of the text: variables, functions, aliases, files written, and the small state of a shell.
// Changes are logged, so leaving a subshell or trying the other branch costs what changed, not what exists.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "shared/shell/ast.h"
#include "shared/shell/walk.h"

namespace cordon::shell {

/// A text being walked: the outermost one, or one found inside (bash -c, a here-document fed to a shell).
struct Source {
  std::string owned;
  std::string_view text;
  Tree tree;
  bool outermost = false;
};

struct FunctionDef {
  const Command* command = nullptr;
  const Source* source = nullptr;
  std::string name;
  std::uint64_t parsed_at = 0;
  bool called = false;
  bool unreachable = false;  ///< defined where nothing runs any more
};

struct Value {
  enum class Kind : std::uint8_t { kUnset, kScalar, kArray, kUnknown };
  Kind kind = Kind::kUnset;
  std::vector<Word> items;  ///< kScalar: possible values, one unless branches disagree; kArray: the elements
  bool exported = false;
};

struct Cell {
  Value value;
  std::vector<FunctionDef*> functions;  ///< possible definitions
  bool maybe_undefined = false;         ///< functions: also possible that there is none
  std::uint32_t level = 0;              ///< shell level it was made in; a new shell sees only what is exported
  std::uint64_t time = 0;               ///< aliases: the walk's clock when it was defined
  std::uint32_t epoch = 0;              ///< older than the shell's epoch: may have changed unseen
};

struct Trap {
  std::string signal;
  Word text;
  Certainty certainty = Certainty::kCertain;
  ByteRange range;
};

/// Copied on entering a subshell.
struct ShellState {
  Directory directory, old_directory;
  std::vector<Directory> directory_stack;
  bool stack_known = true;
  std::shared_ptr<const std::vector<Word>> positional;  ///< $1…; null = unknown
  Word zero;                                            ///< $0
  std::vector<Redirect> exec_redirects;                 ///< exec > f
  std::vector<Trap> traps;
  std::vector<std::string> exported, removed;           ///< names, in order
  Certainty exit = Certainty::kCertain;                 ///< kNotCalled: the shell has exited
  Certainty returned = Certainty::kCertain;
  Certainty broken = Certainty::kCertain;
  std::uint64_t aliases_since = 0;
  bool errexit = false, allexport = false, aliases = false, posix = false, cleared = false;
  bool zsh = false;
  bool zsh_own_options = false;  ///< `zsh -c`: also `=name`, which the runtime switches off for its own commands
  bool ifs_known = true;
  std::string ifs = " \t\n";
  std::uint32_t level = 0, epoch = 0, subshells = 0;
  Certainty reach() const { return std::max(exit, std::max(returned, broken)); }
};

/// The state at the end of one of several ways through the text.
struct Path {
  std::vector<std::pair<std::string, Cell>> changes;
  ShellState shell;
};

class Scope {
 public:
  ShellState shell;

  const Cell* find(const std::string& key) const;
  void set(const std::string& key, Cell cell);
  std::size_t mark() const { return log_.size(); }
  void rollback(std::size_t mark);
  /// rollback, but the files that the subshell wrote stay.
  void leave_subshell(std::size_t mark);
  /// What changed since the mark; the scope is as it was at the mark afterwards.
  Path leave(std::size_t mark, const ShellState& before);
  /// Continues with what is true on all of the paths.
  void join(std::vector<Path> paths);

 private:
  std::unordered_map<std::string, Cell> cells_;
  std::vector<std::pair<std::string, std::optional<Cell>>> log_;
};

}  // namespace cordon::shell
