// SPDX-License-Identifier: Apache-2.0
#include "cordon/install_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "shared/base/io.h"
#include "shared/base/path.h"
#include "shared/base/program.h"

namespace cordon::command {
namespace {

constexpr size_t kMaxOutput = 1u << 20;

std::string text_of(const std::string& name, std::string& fault) {
  RealWorld world;
  const FileText text = world.read_file(name, kMaxOutput);
  if (!text && text.error().fault == ReadFault::kTooLarge && fault.empty()) fault = fmt::format("its output is larger than {} MiB", kMaxOutput >> 20);
  return text.value_or("");
}

// The scratch folder is this run's alone and goes with it: nothing to keep whole, so no rename and no sync.
std::string hand_over(const std::string& input, const std::string& name) {
  if (input.empty()) return "";
  const int fd = open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  int error = fd < 0 ? errno : 0;
  if (fd >= 0) {
    errno = 0;
    if (!write_all(fd, input)) error = errno != 0 ? errno : EIO;
    close(fd);
  }
  return error == 0 ? "" : fmt::format("cannot write '{}': {}", name, text_of_errno(error));
}

// Files instead of pipes: nothing can block, whatever the program does or does not read.
int start(const Run& run, const std::string& in, const std::string& out, const std::string& err, pid_t& child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, run.folder.c_str());
  const int error = posix_spawn(&child, run.argv[0].c_str(), &actions, nullptr, pointers(run.argv).data(), pointers(run.env).data());
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

bool wait_for(pid_t child, int seconds, int& status) {
  constexpr int kShort = 50;  // most are done within some milliseconds
  for (int tick = 0; tick < seconds * 500 + kShort; ++tick) {
    if (waitpid(child, &status, WNOHANG) == child) return true;
    usleep(tick < kShort ? 200 : 2000);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return false;
}

}  // namespace

Ran run_program(const Run& run) {
  Ran ran;
  const std::string in = run.input.empty() ? "/dev/null" : path::join(run.scratch, "in");
  const std::string out = path::join(run.scratch, "out"), err = path::join(run.scratch, "err");
  if (ran.fault = hand_over(run.input, in); !ran.fault.empty()) return ran;
  pid_t child = 0;
  if (const int error = start(run, in, out, err, child); error != 0) {
    ran.fault = fmt::format("did not start: {}", error == ENOEXEC ? "not a program for this machine" : text_of_errno(error));
    return ran;
  }
  int status = 0;
  if (!wait_for(child, run.seconds, status)) ran.fault = fmt::format("did not end within {} seconds", run.seconds);
  ran.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.output = text_of(out, ran.fault);
  ran.errors = text_of(err, ran.fault);
  return ran;
}

}  // namespace cordon::command
