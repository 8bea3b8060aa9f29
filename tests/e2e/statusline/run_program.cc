// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/statusline/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace cordon::test {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kDeadline = std::chrono::seconds(20);

struct Pipe {
  int read_end = -1, write_end = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    close_one(read_end);
    close_one(write_end);
  }
  static void close_one(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

[[noreturn]] void become(const Run& run, const Pipe& in, const Pipe& out, const Pipe& err) {
  dup2(in.read_end, 0);
  dup2(out.write_end, 1);
  dup2(err.write_end, 2);
  std::vector<std::string> arguments{CORDON_BIN_DIR "/statusline"};
  arguments.insert(arguments.end(), run.arguments.begin(), run.arguments.end());
  if (chdir(run.cwd.c_str()) != 0) _exit(126);
  execve(arguments[0].c_str(), pointers(arguments).data(), pointers(run.environment).data());
  _exit(127);
}

void feed(int& fd, const std::string& text, bool hold_open) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t written = write(fd, text.data() + at, text.size() - at);
    if (written <= 0) break;
    at += static_cast<size_t>(written);
  }
  if (!hold_open) Pipe::close_one(fd);
}

void drain(int fd, std::string& out) {
  char buffer[4096];
  for (ssize_t got; (got = read(fd, buffer, sizeof buffer)) > 0;) out.append(buffer, static_cast<size_t>(got));
}

int wait_for(pid_t child, Clock::time_point deadline) {
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() > deadline) kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Outcome run_statusline(const Run& run) {
  signal(SIGPIPE, SIG_IGN);
  Pipe in, out, err;
  // What the pipe holds is there before the program starts, as with the runtime: no race on a busy machine.
  const bool fits = run.input.size() <= 32768;
  if (fits) feed(in.write_end, run.input, run.hold_input_open);
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGPIPE, SIG_DFL);
    become(run, in, out, err);
  }
  Pipe::close_one(in.read_end);
  Pipe::close_one(out.write_end);
  Pipe::close_one(err.write_end);
  if (run.close_output) Pipe::close_one(out.read_end);
  std::thread feeder([&] {
    if (!fits) feed(in.write_end, run.input, run.hold_input_open);
  });
  Outcome outcome;
  outcome.status = wait_for(child, start + kDeadline);  // its output is far smaller than a pipe holds
  outcome.took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
  feeder.join();
  if (out.read_end >= 0) drain(out.read_end, outcome.out);
  drain(err.read_end, outcome.err);
  return outcome;
}

Scratch::Scratch() {
  std::string pattern = "/tmp/cs-XXXXXX";  // always the same length: golden lines are fitted to a width
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
  root_ = pattern;
  fs::create_directories(at("home"));
  fs::create_directories(at("work/repo"));
  tools({"bwrap", "socat"});
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

void Scratch::write(std::string_view path, std::string_view text) const {
  const fs::path target = at(path);
  fs::create_directories(target.parent_path());
  std::ofstream(target, std::ios::binary) << text;
}

void Scratch::tools(const std::vector<std::string>& names) const {
  fs::remove_all(at("bin"));
  fs::create_directories(at("bin"));
  for (const std::string& name : names) {
    write("bin/" + name, "#!/bin/sh\n");
    fs::permissions(at("bin/" + name), fs::perms::owner_all);
  }
}

void Scratch::copy(const fs::path& tree) const {
  if (!fs::exists(tree)) return;
  for (const auto& entry : fs::recursive_directory_iterator(tree)) {
    std::string target;
    for (const auto& part : fs::relative(entry.path(), tree)) {
      const std::string name = part.string();
      target += (name.starts_with("dot-") ? "/." + name.substr(4) : "/" + name);
    }
    if (entry.is_directory()) {
      fs::create_directories(root_ + target);
    } else {
      write(target.substr(1), fill(read_text(entry.path())));
    }
  }
}

std::string Scratch::fill(std::string text) const {
  replace_all(text, "@ROOT@", root_);
  return text;
}

std::string Scratch::unfill(std::string text) const {
  replace_all(text, root_, "@ROOT@");
  return text;
}

std::vector<std::string> Scratch::environment() const { return {"HOME=" + at("home"), "PATH=" + at("bin"), "TERM=xterm-256color"}; }

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
}

std::string without_escapes(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\x1b[") {
      const size_t end = text.find_first_not_of("0123456789;", i + 2);
      if (end != std::string_view::npos && text[end] == 'm') {
        i = end;
        continue;
      }
    }
    out.push_back(text[i]);
  }
  return out;
}

}  // namespace cordon::test
