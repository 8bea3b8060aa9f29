// SPDX-License-Identifier: Apache-2.0
// Times whole runs of programs, taken in turn so that all see the same machine: from the start of the process to the end of its
// output and its exit. Started by posix_spawn from a small process: what the caller itself costs is the least part of it.
//
//   spawn_time ROUNDS PAYLOAD_FILE PROGRAM [ARGUMENT…] [-- PROGRAM [ARGUMENT…]]…
//
// Prints one line a program, in nanoseconds: the median, the tenth of the runs that were fastest, the slowest. The payload comes through a pipe, as the runtime gives it.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

int64_t now_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

[[noreturn]] void stop(const char* what) {
  perror(what);
  exit(1);
}

std::string text_of(const char* path) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) stop(path);
  std::string text(1 << 20, '\0');
  const ssize_t got = read(fd, text.data(), text.size());
  close(fd);
  text.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return text;
}

int64_t time_once(char** argv, const std::string& payload) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) stop("pipe2");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  const int64_t begin = now_ns();
  pid_t child = 0;
  if (posix_spawn(&child, argv[0], &actions, nullptr, argv, environ) != 0) stop(argv[0]);
  close(in[0]);
  close(out[1]);
  if (write(in[1], payload.data(), payload.size()) < 0) perror("write");  // fits the pipe; a program that does not read is no fault
  close(in[1]);
  char buffer[65536];
  while (read(out[0], buffer, sizeof buffer) > 0) {}
  int status = 0;
  waitpid(child, &status, 0);
  const int64_t took = now_ns() - begin;
  close(out[0]);
  posix_spawn_file_actions_destroy(&actions);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) stop(argv[0]);
  return took;
}

std::vector<char**> commands_of(int argc, char** argv) {
  std::vector<char**> commands{argv};
  for (int i = 0; i < argc; ++i) {
    if (std::string_view(argv[i]) != "--") continue;
    argv[i] = nullptr;
    commands.push_back(argv + i + 1);
  }
  return commands;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return fprintf(stderr, "usage: spawn_time ROUNDS PAYLOAD_FILE PROGRAM [ARGUMENT...] [-- PROGRAM [ARGUMENT...]]...\n"), 2;
  signal(SIGPIPE, SIG_IGN);
  const int rounds = std::max(1, atoi(argv[1]));
  const std::string payload = text_of(argv[2]);
  const std::vector<char**> commands = commands_of(argc - 3, argv + 3);
  std::vector<std::vector<int64_t>> times(commands.size());
  for (int round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < commands.size(); ++i) times[i].push_back(time_once(commands[i], payload));
  }
  for (auto& each : times) {
    std::sort(each.begin(), each.end());
    printf("%lld %lld %lld\n", static_cast<long long>(each[each.size() / 2]), static_cast<long long>(each[each.size() / 10]), static_cast<long long>(each.back()));
  }
}
