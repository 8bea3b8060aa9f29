// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/check.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include "hooks/protected-paths/check_git.h"
#include "hooks/protected-paths/check_options.h"
#include "hooks/protected-paths/file_names.h"
#include "hooks/protected-paths/report.h"
#include "shared/base/io.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/git/repository.h"

namespace cordon::protected_paths {
namespace {

constexpr size_t kMaxInput = 256u << 20;

Verdict unknown(const Error& error) {
  Verdict out;
  out.errors.push_back(error);
  return out;
}

Result<std::string> read_input(const std::string& name) {
  const bool standard = name == "-";
  const int fd = standard ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return fail(text_of_errno(errno), name);
  auto text = read_all(fd, kMaxInput);
  if (!standard) close(fd);
  if (!text) return fail(text.error().text(), standard ? "standard input" : name);
  return std::move(*text);
}

std::string root_folder(World& world) {
  const auto repository = git::discover(world, world.current_dir());
  return repository && !repository->work_tree.empty() ? repository->work_tree : world.current_dir();
}

// A list given with --list, in the form of gates.json.
List list_of_file(World& world, const std::string& name) {
  List list;
  auto text = read_input(name);
  if (text) {
    add_gates(list, std::move(*text), name, "", world.env_set("HOME").value_or(""));
  } else {
    list.faults.push_back(text.error());
  }
  return list;
}

// --list beats --base; without both, text that names no commit is judged by the list that stands here.
List list_for_text(World& world, const CheckOptions& options, Verdict& out) {
  if (!options.list.empty()) return list_of_file(world, options.list);
  if (options.base.empty()) return load_list(world, root_folder(world), {}, world.env_set("HOME").value_or(""));
  const auto top = enter_top();
  if (!top) {
    out.errors.push_back(top.error());
    return {};
  }
  const auto base = commit_of(options.base);
  if (!base) {
    out.errors.push_back(base.error());
    return {};
  }
  out.base = *base;
  return list_of_commit(world, *base);
}

Verdict finish(const std::vector<Change>& changes, const List& list, Verdict so_far) {
  Verdict out = judge_changes(changes, list);
  out.base = std::move(so_far.base);
  out.head = std::move(so_far.head);
  out.errors = std::move(so_far.errors);
  out.errors.insert(out.errors.end(), list.faults.begin(), list.faults.end());
  return out;
}

Verdict check_text(World& world, const CheckOptions& options) {
  const bool diff = !options.diff.empty();
  const std::string& name = diff ? options.diff : options.files_from;
  const auto text = read_input(name);
  if (!text) return unknown(text.error());
  const std::string root = root_folder(world);
  Diff read = diff ? parse_diff(*text) : read_names(*text, options.nul, options.complete, root);
  if (read.changes.empty() && read.faults.empty() && !text::trim(*text).empty()) read.faults.push_back({"this is not a diff", {}, 0, 0});
  Verdict so_far;
  for (Error& fault : read.faults) {
    fault.file = name == "-" ? "standard input" : name;
    so_far.errors.push_back(std::move(fault));
  }
  const List list = list_for_text(world, options, so_far);
  return finish(read.changes, list, std::move(so_far));
}

Verdict check_staged(World& world, const CheckOptions& options) {
  List given;
  if (!options.list.empty()) given = list_of_file(world, options.list);
  if (const auto top = enter_top(); !top) return unknown(top.error());
  Verdict so_far;
  const auto changes = staged_changes();
  if (!changes) return unknown(changes.error());
  const auto base = commit_of(options.base.empty() ? "HEAD" : options.base);
  if (!base && !options.base.empty()) return unknown(base.error());
  if (base) so_far.base = *base;
  // Before so_far is moved from: the order in which arguments are evaluated is not given.
  const List list = options.list.empty() ? list_of_commit(world, so_far.base) : std::move(given);
  return finish(*changes, list, std::move(so_far));
}

Verdict check_commits(World& world, const CheckOptions& options) {
  List given;
  if (!options.list.empty()) given = list_of_file(world, options.list);
  if (const auto top = enter_top(); !top) return unknown(top.error());
  const auto base = commit_of(options.base.empty() ? "origin/HEAD" : options.base);
  if (!base) return unknown(options.base.empty() ? Error{"no --base given, and there is no origin/HEAD to compare with", {}, 0, 0} : base.error());
  const auto head = commit_of(options.head.empty() ? "HEAD" : options.head);
  if (!head) return unknown(head.error());
  const auto from = fork_point(*base, *head);
  if (!from) return unknown(from.error());
  const auto changes = changes_between(*from, *head);
  if (!changes) return unknown(changes.error());
  Verdict so_far;
  so_far.base = *base;
  so_far.head = *head;
  return finish(*changes, options.list.empty() ? list_of_commit(world, *base) : given, std::move(so_far));
}

}  // namespace

int print_usage() {
  static_cast<void>(write_all(STDERR_FILENO, kUsageText));
  return kUsage;
}

int print_help() {
  static_cast<void>(write_all(STDOUT_FILENO, kUsageText));
  return kUntouched;
}

int check_main(const std::vector<std::string_view>& arguments) {
  const auto options = read_options(arguments);
  if (!options) {
    static_cast<void>(write_all(STDERR_FILENO, "protected-paths check: " + options.error().message + "\n\n"));
    return print_usage();
  }
  if (options->help) return print_help();
  RealWorld world;
  const bool text = !options->diff.empty() || !options->files_from.empty();
  const Verdict verdict = text ? check_text(world, *options) : options->staged ? check_staged(world, *options) : check_commits(world, *options);
  // A verdict that nobody can read is none.
  if (!write_all(STDOUT_FILENO, report(verdict, options->format))) return kUnknown;
  return verdict.status();
}

}  // namespace cordon::protected_paths
