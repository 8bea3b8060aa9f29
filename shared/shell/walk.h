// SPDX-License-Identifier: Apache-2.0
#pragma once
// The commands a text may run, as the shell would run them: walk("cd sub && g=git; $g add -A") finds `cd sub` (certain) and
// `git add -A` (conditional on nothing but its place, argv static, directory "sub").
//
// Nothing is silent: what may run and cannot be seen is an Opaque. No Opaque and no matching Invocation means it does not run
// (interpreters such as `python3 -c` are ordinary invocations: what they do is not shell).
// Wrappers are unwrapped: `sudo git add` gives TWO invocations, `sudo git add` and `git add` (via = {"sudo"}); builtins, too, are invocations.
// Calls of functions that the text itself defines are replaced by the body's commands.
// Linear time; limits end in an Opaque. Source of the facts: bash 5.2, git 2.39, measured (tests/shell).

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/shell/word.h"

namespace cordon::shell {

enum class Dialect : std::uint8_t { kBash, kPosix, kZsh, kPowerShell };

enum class Certainty : std::uint8_t {
  kCertain,      ///< runs whenever the text runs
  kConditional,  ///< runs or not by the outcome of another command (&&, ||, if, while, case, a signal trap); argv is as exact as ever
  kNotCalled,    ///< cannot be seen to run: body of a function nobody calls, text after an unconditional exit
};

/// Effective working directory: absolute, or relative to the directory where the text starts ("" = that directory itself).
struct Directory {
  bool known = true;
  std::string path;
  bool operator==(const Directory&) const = default;
};

struct Assignment {
  std::string name;
  Word value;
  bool append = false;  ///< NAME+=value
};

enum class RedirectOp : std::uint8_t {
  kRead, kWrite, kAppend, kClobber, kReadWrite, kBothWrite, kBothAppend, kDupIn, kDupOut, kHereDoc, kHereString,
};

struct Redirect {
  RedirectOp op = RedirectOp::kRead;
  int fd = -1;          ///< explicit or implied descriptor; -1 for `{name}>`
  Word target;          ///< file, descriptor ("2", "-"), here-document body or here-string text, expanded
  bool writes = false;  ///< opens `target` as a file for writing (`>&file` yes, `>&2` and `2>&-` no)
  bool expanded = false;  ///< here-document whose delimiter is not quoted
  ByteRange range;
};

/// A file redirection with its place, also those no invocation carries: `> f`, `{ …; } > f`, `exec 3> f`, body of a function.
struct PlacedRedirect {
  Redirect redirect;
  Directory directory;
  Certainty certainty = Certainty::kCertain;
};

enum class InputKind : std::uint8_t { kInherited, kText, kFile, kPipe, kUnknown };

/// Standard input of an invocation.
struct Input {
  InputKind kind = InputKind::kInherited;
  bool has_text = false;       ///< the bytes are known: here-document, here-string, `echo … |`, `printf … |`, `cat <<E |`
  Word text;                   ///< those bytes (may contain unknown pieces)
  std::int32_t producer = -1;  ///< kPipe: index in WalkResult::invocations of the last command before the pipe, -1 if compound
};

struct Invocation {
  std::vector<Word> argv;               ///< never empty; argv[0] as the shell looks it up
  std::vector<Assignment> environment;  ///< exported earlier, before the command, or by env; the last one of a name counts
  std::vector<std::string> unset;       ///< names removed by `env -u`, `unset`
  bool environment_cleared = false;     ///< `env -i`: only `environment` is there
  std::vector<Redirect> redirects;      ///< own ones and those of enclosing compound commands, outermost first
  Directory directory;
  Certainty certainty = Certainty::kCertain;
  std::vector<std::string> via;         ///< wrappers it came through, outermost first: "sudo", "bash -c", "xargs", "function f", "trap EXIT", "alias z"
  Input input;
  bool args_open = false;               ///< more unknown arguments may follow (xargs, find -exec {} +)
  ByteRange range;                      ///< in the outermost text; for nested text the range of the word that holds it
  const Assignment* find_env(std::string_view name) const;  ///< last assignment of that name or nullptr
};

/// Something that may run commands and cannot be seen: `eval "$x"`, `base64 -d | sh`, a syntax error, a limit.
struct Opaque {
  ByteRange range;
  std::string reason;  ///< lower case, no full stop: "standard input of 'sh' is not known"
  Certainty certainty = Certainty::kCertain;
};

struct Limits {
  std::uint32_t depth = 200;            ///< nested constructs
  std::uint32_t text_bytes = 64u << 20;
  std::uint32_t commands = 10000;       ///< in one text
  std::uint32_t parts = 100000;         ///< pieces of words in one text: a"b"$c has three
  std::uint32_t expansions = 20000;     ///< of these, the ones that begin with $ or `
  std::uint32_t invocations = 5000;
  std::uint32_t nested_texts = 2000;    ///< texts parsed in turn (bash -c, eval, here-documents fed to a shell, …)
  std::uint32_t nested_bytes = 8u << 20;
};

struct WalkOptions {
  Dialect dialect = Dialect::kBash;
  std::string start_dir;  ///< absolute, or empty when unknown; value of $PWD and of $(pwd)
  std::string home;       ///< empty when unknown
  bool loop_patterns = false;  ///< `for f in *.c` gives f the pattern (a kGlob piece, also where "$f" is quoted), not "unknown"
  bool aliases = false;   ///< alias expansion is on at the start (an interactive shell)
  /// Value of a variable in the environment the text starts in; nullopt = not known (then `$X` is an unknown piece).
  std::function<std::optional<std::string>(std::string_view)> variable;
  /// Repository alias (`git config alias.NAME`); nullopt = no such alias.
  std::function<std::optional<std::string>(std::string_view)> git_alias;
  /// Top level of the repository around an absolute folder, what `git rev-parse --show-toplevel` prints there; nullopt = not known.
  std::function<std::optional<std::string>(std::string_view)> git_top_level;
  /// What `git rev-parse --git-dir` (or --absolute-git-dir, --git-common-dir) prints there, absolute; nullopt = not known.
  std::function<std::optional<std::string>(std::string_view dir, std::string_view option)> git_dir;
  Limits limits;
};

struct WalkResult {
  std::vector<Invocation> invocations;    ///< in the order the text would run them
  std::vector<PlacedRedirect> redirects;  ///< every redirection that names a file
  std::vector<Opaque> opaque;
  std::vector<std::string> data_names;    ///< loop variables over words that are not known: for f in $(…), for f in "$@"
};

WalkResult walk(std::string_view text, const WalkOptions& options = {});

}  // namespace cordon::shell
