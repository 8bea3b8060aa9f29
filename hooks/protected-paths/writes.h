// SPDX-License-Identifier: Apache-2.0
// Every write of a shell text: its redirections, and the operands that the programs it calls write.
//
//   collect(walk("cp a .claude/ && echo x >> log"), …)   targets  cp -> /r/.claude/a   redirection -> /r/log
//
// What a program reads never counts. A program that is not in the tables writes nothing we know of, except what it is told
// with -o, --output and the like.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hooks/protected-paths/args.h"
#include "hooks/protected-paths/target.h"
#include "shared/base/world.h"
#include "shared/shell/walk.h"

namespace cordon::protected_paths {

// Text that may name what it writes: an interpreter's code, an editor's commands, arguments of a script.
struct Mention {
  std::string text;
  std::string program;
  std::string base;
};

// `name` is made a link to `path` by the text itself: what is written there then goes through it.
struct MadeLink {
  std::string name;
  std::string path;
  size_t first = 0, last = 0;  // the targets of the command that makes it, which do not go through it
};

struct Writes {
  std::vector<Target> targets;
  std::vector<Mention> mentions;
  std::vector<MadeLink> links;
  bool empty() const { return targets.empty() && mentions.empty(); }
};

class GitRunner;
struct GitHistory;

// How an operand is written.
struct How {
  How(Reach r = Reach::kFile, bool f = true, const char* w = "") : reach(r), follows(f), why(w) {}
  Reach reach;
  bool follows;
  const char* why;
};

// One command of the text, while its writes are collected.
struct Call {
  const shell::Invocation& invocation;
  World& world;
  std::string program;  // base name, lower case, without ".exe"
  std::string base;     // folder it runs in; "" unknown
  Args args;
  Writes& out;
  const std::vector<Target>* files = nullptr;  // what find or xargs puts in place of kFiles; nullptr: not known
  const class Collector* collector = nullptr;  // knows what loops run over
  GitRunner* git = nullptr;
  GitHistory* history = nullptr;

  const std::vector<shell::Word>& argv() const { return invocation.argv; }
  void add(const shell::Word& word, const How& how = {}) const;
  Target& add_path(std::string_view path, Reach reach = Reach::kFile) const;
  void add_entry(const shell::Word& word, Reach reach = Reach::kFile) const { add(word, {reach, false}); }  // the name itself
  void mention(const shell::Word& word) const;
  void mention(std::string_view text) const;
  bool is_folder(const shell::Word& word) const;
  bool exists(const shell::Word& word) const;
};

using Writer = void (*)(const Call& call);
struct WriterRow {
  std::string_view names;  // programs, separated by commas
  OptionSpec options;
  Writer write;
};

// One table a file of writers.
std::span<const WriterRow> file_writers();     // writers_files.cc    tee, cp, mv, rm, chmod, …
std::span<const WriterRow> archive_writers();  // writers_archive.cc  tar, unzip, patch, curl, …
std::span<const WriterRow> code_writers();     // writers_code.cc     sed, awk, python, vim, …
std::span<const WriterRow> git_writers();      // writers_git.cc      git, gh
std::span<const WriterRow> tool_writers();     // writers_tools.cc    npm config, formatters, PowerShell, …
std::span<const WriterRow> misc_writers();     // writers_misc.cc     mktemp, socat, docker cp, fd -x, …

// The command that `call` runs in its turn (npx prettier …): collects its writes. false: it runs none.
bool run_command_of(const Call& call);
void run_inner(const Call& call, const shell::Invocation& inner, const std::vector<Target>* files);
// Where any program writes what it is told: cc -o, jq --output, tool --out=x. Only a static value counts.
void add_output_options(const Call& call);

// Unknown piece that stands for the files find or xargs hands over.
inline constexpr std::string_view kFiles = "{}";
// The files that the command `index` of the text prints or (find) acts on; nothing when they cannot be told.
std::optional<std::vector<Target>> printed_files(const shell::WalkResult& walked, size_t index, std::string_view start_dir);

// The files `find` acts on by its own actions and -exec; those that fd prints.
std::vector<Target> found_files(const std::vector<shell::Word>& argv, std::string_view base);
std::vector<Target> fd_files(const std::vector<shell::Word>& argv, std::string_view base);

// `text` is what was walked. git is asked only where a command moves the work tree to another commit.
Writes collect(const shell::WalkResult& walked, std::string_view text, World& world, GitRunner& git, std::string_view start_dir);

// `folder`/`name of source`, the way cp names what it puts into a folder.
shell::Word into(const shell::Word& folder, const shell::Word& source);
// Files that a patch text changes, as targets (patch -pN, git apply). `strip` below 0: every depth that patch may try.
void add_patch(const Call& call, std::string_view text, int strip, std::string_view folder);

}  // namespace cordon::protected_paths
