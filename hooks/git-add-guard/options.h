// SPDX-License-Identifier: Apache-2.0
// Options of a git sub-command read the way git's own parser reads them: bundles (-Av; -ma is -m with the value "a"), values
// glued or apart, unambiguous abbreviations (--al), --no-…, `--`, operands between options. Measured with git 2.39; options
// that newer versions added are in the tables too.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "shared/shell/word.h"

namespace cordon::git_add_guard {

enum class Value : uint8_t { kNone, kNeeded, kOptional };  // kOptional: only glued, -uall, --gpg-sign=key

enum class Id : uint8_t {
  kOther,
  kAll,            // add -A, commit -a, stash -a
  kIgnoreRemoval,  // add: the opposite of --all
  kUpdate,
  kForce,          // add -f: takes what an ignore file names, too
  kDryRun,         // add -n, commit --dry-run; commit --short, --porcelain and --long imply it
  kInteractive,    // -i, -p
  kEdit,           // add -e
  kRefresh,
  kRenormalize,
  kFromFile,
  kFileNul,
  kUntracked,      // stash -u
  kAddFiles,       // update-index --add
  kStandardInput,  // update-index --stdin
  kNothingElse,    // update-index: what it names is not read from the work tree (--cacheinfo, --index-info, --force-remove)
};

struct Option {
  char letter = 0;  // 0: none
  std::string_view name;  // "": none
  Value value = Value::kNone;
  Id id = Id::kOther;
};

struct Given {
  Id id = Id::kOther;
  bool negated = false;
  shell::Word value;
};

struct Parsed {
  std::vector<Given> options;
  std::vector<shell::Word> operands;
  bool refused = false;    // git stops with a usage message: ambiguous abbreviation, missing value, -h
  bool unsure = false;     // a word that may be any option: -${x}A, $flags
  shell::ByteRange doubt;  // that word

  const Given* last(Id id) const;
  bool has(Id id) const { const Given* given = last(id); return given != nullptr && !given->negated; }
};

Parsed parse_options(std::span<const Option> table, std::span<const shell::Word> arguments);

}  // namespace cordon::git_add_guard
