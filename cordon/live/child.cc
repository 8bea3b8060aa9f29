// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/child.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cstdlib>

#include "shared/base/io.h"
#include "shared/base/program.h"
#include "shared/base/text.h"
#include "shared/base/world.h"

namespace cordon::live {
namespace {

struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() {
    if (pipe(ends) != 0) return;
    for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  }
};

// The processes that are children of ours now.
std::vector<pid_t> own_children() {
  std::vector<pid_t> out;
#ifdef __linux__
  RealWorld world;
  const std::string self = std::to_string(getpid());
  const FileText text = world.read_file("/proc/" + self + "/task/" + self + "/children", 1u << 16);
  if (!text) return out;
  for (const std::string_view word : text::split(*text, ' '))
    if (!word.empty()) out.push_back(static_cast<pid_t>(std::strtol(std::string(word).c_str(), nullptr, 10)));
#endif
  return out;
}

bool become_subreaper(bool on) {
#ifdef __linux__
  int was = 0;
  prctl(PR_GET_CHILD_SUBREAPER, &was, 0, 0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, on ? 1 : 0, 0, 0, 0);
  return was != 0;
#else
  return on;
#endif
}

}  // namespace

Child::Child(const std::vector<std::string>& argv, const std::vector<std::string>& env, const std::string& folder) {
  was_subreaper_ = become_subreaper(true);
  const Pipe in, out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.ends[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], 2);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int error = posix_spawn(&pid_, argv[0].c_str(), &actions, &attributes, pointers(argv).data(), pointers(env).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (const int end : {in.ends[0], out.ends[1], err.ends[1]}) close(end);
  in_ = in.ends[1];
  out_ = out.ends[0];
  err_ = err.ends[0];
  for (const int fd : {out_, err_}) fcntl(fd, F_SETFL, O_NONBLOCK);
  if (error == 0) return;
  pid_ = 0;
  fault_ = "did not start: " + text_of_errno(error);
}

Child::~Child() { finish(); }

void Child::say(std::string_view line) {
  if (in_ >= 0 && !write_all(in_, line)) close_input();
}

void Child::close_input() {
  if (in_ >= 0) close(in_);
  in_ = -1;
}

bool Child::has_ended() {
  if (!ended_ && pid_ > 0 && waitpid(pid_, &status_, WNOHANG) == pid_) ended_ = true;
  return ended_;
}

void Child::wait_some(int milliseconds) {
  for (int waited = 0; waited < milliseconds && !has_ended(); waited += 10) usleep(10'000);
}

// Orphans get a moment to end by themselves: the sandbox's helpers do when the session is gone.
void Child::end_orphans() {
  for (int round = 0; round < 300; ++round) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    const std::vector<pid_t> left = own_children();
    if (left.empty()) return;
    if (round >= 50 && round % 10 == 0)
      for (const pid_t pid : left) kill(pid, round < 150 ? SIGTERM : SIGKILL);
    usleep(10'000);
  }
}

int Child::finish() {
  if (finished_) return pid_ <= 0 ? -1 : WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  finished_ = true;
  close_input();
  if (pid_ > 0) {
    if (!has_ended()) {
      kill(-pid_, SIGTERM);
      wait_some(2000);
    }
    // The group may outlive its leader; the id cannot be another's while a member of the group lives.
    if (!ended_) kill(-pid_, SIGKILL);
    if (!ended_ && waitpid(pid_, &status_, 0) == pid_) ended_ = true;
    end_orphans();
  }
  for (int* fd : {&out_, &err_}) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
  }
  become_subreaper(was_subreaper_);
  return finish();
}

}  // namespace cordon::live
