// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/process.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "shared/base/io.h"
#include "shared/base/program.h"
#include "shared/base/text.h"
#include "shared/base/world.h"

extern char** environ;

namespace cordon::protected_paths {
namespace {

constexpr size_t kMaxError = 4096;

// The caller's environment with what could change the answer taken out or set.
std::vector<std::string> environment(bool keeps_git_variables) {
  constexpr std::string_view kDropped[] = {"GIT_EXTERNAL_DIFF=", "GIT_DIFF_OPTS=", "GIT_TRACE", "GIT_LITERAL_PATHSPECS=", "GIT_PAGER=", "LC_ALL=", "LANGUAGE="};
  std::vector<std::string> out;
  for (char** it = environ; *it != nullptr; ++it) {
    bool dropped = !keeps_git_variables && std::string_view(*it).substr(0, 4) == "GIT_";
    for (const std::string_view name : kDropped) dropped = dropped || std::string_view(*it).substr(0, name.size()) == name;
    if (!dropped) out.emplace_back(*it);
  }
  for (const char* it : {"GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "LC_ALL=C"}) out.emplace_back(it);
  return out;
}

int64_t now_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

struct Descriptor {
  int fd = -1;
  explicit Descriptor(int value = -1) : fd(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  void reset() {
    if (fd >= 0) close(fd);
    fd = -1;
  }
};

// Standard input from memory: a pipe could fill up while git waits for us to read.
int input_file(std::string_view text) {
  if (text.empty()) return open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int fd = memfd_create("input", MFD_CLOEXEC);
  if (fd >= 0 && (!write_all(fd, text) || lseek(fd, 0, SEEK_SET) != 0)) {
    close(fd);
    return -1;
  }
  return fd;
}

// Reads both pipes until they close, or a bound is met.
bool drain(int out, int err, const Bounds& bounds, Output& to) {
  const int64_t end = bounds.milliseconds < 0 ? -1 : now_milliseconds() + bounds.milliseconds;
  pollfd polled[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
  char buffer[1 << 16];
  for (int open = 2; open > 0;) {
    const int64_t left = end < 0 ? -1 : end - now_milliseconds();
    const int ready = end >= 0 && left <= 0 ? 0 : poll(polled, 2, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    for (int i = 0; i < 2; ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      const ssize_t got = read(polled[i].fd, buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        polled[i].fd = -1;
        --open;
        continue;
      }
      std::string& text = i == 0 ? to.out : to.err;
      const size_t room = (i == 0 ? bounds.bytes : kMaxError) - text.size();
      if (i == 0 && static_cast<size_t>(got) > room) return false;
      text.append(buffer, std::min(static_cast<size_t>(got), room));
    }
  }
  return true;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Result<Output> run_git(const std::vector<std::string>& arguments, std::string_view input, const Bounds& bounds) {
  RealWorld world;
  const std::string program = find_program(world, world.env("PATH").value_or("/usr/local/bin:/usr/bin:/bin"), "git");
  if (program.empty()) return fail("cannot start git: it is in no folder of PATH");
  std::vector<std::string> words{"git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=true"};
  if (!bounds.dir.empty()) words.insert(words.end(), {"-C", bounds.dir});
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environment(bounds.keeps_git_variables);
  int out_pipe[2], err_pipe[2];
  if (pipe2(out_pipe, O_CLOEXEC) != 0) return fail("cannot make a pipe: " + text_of_errno(errno));
  Descriptor out_read(out_pipe[0]), out_write(out_pipe[1]);
  if (pipe2(err_pipe, O_CLOEXEC) != 0) return fail("cannot make a pipe: " + text_of_errno(errno));
  Descriptor err_read(err_pipe[0]), err_write(err_pipe[1]);
  Descriptor in(input_file(input));
  if (in.fd < 0) return fail("cannot make git's input: " + text_of_errno(errno));

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.fd, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out_write.fd, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err_write.fd, STDERR_FILENO);
  pid_t child = 0;
  const int fault = posix_spawn(&child, program.c_str(), &actions, nullptr, pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (fault != 0) return fail("cannot start git: " + text_of_errno(fault));
  out_write.reset();
  err_write.reset();
  Output to;
  const bool whole = drain(out_read.fd, err_read.fd, bounds, to);
  if (!whole) kill(child, SIGKILL);
  out_read.reset();
  err_read.reset();
  to.status = wait_for(child);
  if (!whole) return fail("git's answer could not be read, or took too long");
  return to;
}

Result<Output> RealGit::run(const std::string& dir, const std::vector<std::string>& arguments, std::string_view input) {
  constexpr int kMilliseconds = 2000;
  constexpr size_t kMaxBytes = 16u << 20;
  return run_git(arguments, input, {dir, kMilliseconds, kMaxBytes, false});
}

Result<std::string> git_text(const std::vector<std::string>& arguments, std::string_view input) {
  auto output = run_git(arguments, input);
  if (!output) return tl::unexpected(output.error());
  if (output->status == 0) return std::move(output->out);
  const std::string why(text::trim(output->err));
  return fail("git " + arguments[0] + (why.empty() ? " failed (exit status " + std::to_string(output->status) + ")" : ": " + text::visible(why.substr(0, why.find('\n')), text::Newlines::kEscape)));
}

}  // namespace cordon::protected_paths
