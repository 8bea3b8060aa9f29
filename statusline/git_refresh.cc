// SPDX-License-Identifier: Apache-2.0
#include "statusline/git_refresh.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/git/operation.h"
#include "statusline/explain.h"
#include "statusline/git_confine.h"

namespace cordon::statusline {
namespace {

constexpr int64_t kDeadlineNs = 10'000'000'000;
constexpr unsigned kLastSeconds = 15;  // should git close its output and stay: it dies with us
constexpr int kNice = 10;

// Nothing of $GIT_… gets through: it could name another repository, or a file to write to.
std::vector<std::string> environment(World& world) {
  std::vector<std::string> out{"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0"};
  for (const char* name : {"HOME", "PATH", "XDG_CONFIG_HOME", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL"}) {
    if (const auto value = world.env(name)) out.push_back(std::string(name) + "=" + *value);
  }
  return out;
}

// No network and no program of the repository's own choice: a partial clone may not fetch, a file monitor is not started, nor a filter (which
// git-lfs asks for as required, or git would give up).
[[noreturn]] void become_git(World& world, const std::string& git, const CountsPlace& place, int out, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent || dup2(out, STDOUT_FILENO) < 0) _exit(127);
  signal(SIGPIPE, SIG_DFL);
  std::vector<std::string> arguments{"git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never", "-c", "filter.lfs.required=false", "-C", place.work_tree,
                                     "status", "--porcelain=v2", "--branch", "--show-stash"};
  std::vector<std::string> variables = environment(world);
  confine_to(git);
  execve(git.c_str(), pointers(arguments).data(), pointers(variables).data());
  _exit(127);
}

// All that git says. False when it is not through by the deadline.
bool read_status(int fd, int64_t deadline, StatusReader& reader) {
  char buffer[16384];
  for (;;) {
    const int64_t left = (deadline - now_ns()) / 1'000'000;
    pollfd waiting{fd, POLLIN, 0};
    if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0) return false;
    const ssize_t got = read(fd, buffer, sizeof buffer);
    if (got <= 0) return got == 0;
    reader.add({buffer, static_cast<size_t>(got)});
  }
}

bool count(World& world, const std::string& git, const CountsPlace& place, StatusReader& reader) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const pid_t self = getpid();
  const pid_t child = fork();
  if (child == 0) become_git(world, git, place, ends[1], self);
  close(ends[1]);
  if (child < 0) return close(ends[0]), false;
  setpgid(child, child);
  const bool in_time = read_status(ends[0], now_ns() + kDeadlineNs, reader);
  close(ends[0]);
  if (!in_time) kill(-child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  return in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0 && reader.complete();
}

std::string upstream_file(World& world, const CountsPlace& place, const std::string& upstream) {
  if (upstream.empty()) return {};
  const std::string local = "refs/heads/" + upstream;
  return world.stat(path::join(place.common_dir, local)).kind == FileKind::kRegular ? local : "refs/remotes/" + upstream;
}

bool is_ours(std::string_view name) {
  constexpr size_t kHash = 16;
  const std::string_view end = name.substr(std::min(kHash, name.size()));
  return name.size() >= kHash && name.find_first_not_of("0123456789abcdef") >= kHash && (end.empty() || end == ".lock");
}

// Branches and repositories go without telling anybody. A lock in use is as old as its repository's first count: it may go as well,
// at worst git counts twice at once.
void forget_old_counts(World& world, const std::string& file) {
  constexpr int64_t kKept = int64_t{30} * 24 * 3600;
  constexpr size_t kMostRemoved = 200;
  const std::string folder(path::parent(file));
  const int64_t now = world.now_seconds();
  size_t removed = 0;
  for (const std::string& name : world.list_dir(folder).value_or(std::vector<std::string>{})) {
    const std::string each = path::join(folder, name);
    if (!is_ours(name) || removed == kMostRemoved || now - world.lstat(each).mtime_ns / 1'000'000'000 < kKept) continue;
    if (unlink(each.c_str()) == 0) ++removed;
  }
}

// What git begins leaves a name in git_dir, which changes its time. A time this young may not tell the next change apart.
int64_t calm_since(World& world, const CountsPlace& place) {
  const int64_t changed = world.stat(place.git_dir).mtime_ns;
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const bool is_old = static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec - changed > kStill;
  git::Repository repository;
  repository.git_dir = place.git_dir;
  return is_old && git::read_operation(world, repository).name.empty() ? changed : 0;
}

// Taken before counting: what changes meanwhile makes the counts stale, not wrong.
void refresh(World& world, const std::string& git, const CountsPlace& place, int64_t now) {
  KeptCounts kept = read_kept(world, place).value_or(KeptCounts{});
  if (kept.tried != 0 && !is_due(kept, now)) return;  // another one was faster
  const int64_t begin = now_ns();
  std::string signature = counts_signature(world, place, {});
  StatusReader reader;
  const bool counted = count(world, git, place, reader);
  kept.tried = now;
  kept.calm_ns = calm_since(world, place);
  kept.took_ms = static_cast<uint64_t>((now_ns() - begin) / 1'000'000);
  kept.failures = counted ? 0 : std::min(kept.failures, 100u) + 1;
  if (counted) {
    kept.counts = reader.counts();
    kept.head = reader.head();
    kept.hash = reader.hash();
    if (!place.is_reftable) kept.upstream = upstream_file(world, place, reader.upstream());
    kept.signature = std::move(signature);
    if (!kept.upstream.empty()) kept.signature += " " + file_signature(world, path::join(place.common_dir, kept.upstream));
  }
  const bool is_new = world.lstat(place.file).kind == FileKind::kAbsent;
  write_kept(world, place, kept);
  if (is_new) forget_old_counts(world, place.file);
}

// Standard output is a pipe somebody waits for the end of.
bool detach() {
  if (setsid() < 0) return false;
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0 || chdir("/") != 0) return false;
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null, fd);
  setpriority(PRIO_PROCESS, 0, kNice);
  alarm(kLastSeconds);
  return true;
}

int locked(World& world, const CountsPlace& place) {
  constexpr int kFlags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  int fd = open(place.lock.c_str(), kFlags, 0600);
  if (fd < 0 && world.append_file(place.lock, {})) fd = open(place.lock.c_str(), kFlags, 0600);  // makes the folders
  if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  return -1;
}

}  // namespace

bool start_refresh(World& world, const CountsPlace& place, int64_t now, int wait_ms) {
  const std::string git = find_program(world, world.env_set("PATH").value_or(""), "git");
  int ends[2];
  if (git.empty() || pipe2(ends, O_CLOEXEC) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    if (detach() && locked(world, place) >= 0) refresh(world, git, place, now);
    _exit(0);  // closes the pipe and gives the lock back
  }
  close(ends[1]);
  pollfd waiting{ends[0], POLLIN, 0};
  if (child > 0 && wait_ms > 0) poll(&waiting, 1, wait_ms);
  close(ends[0]);
  return child > 0;
}

}  // namespace cordon::statusline
