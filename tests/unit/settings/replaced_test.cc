// SPDX-License-Identifier: Apache-2.0
// A settings file that another process replaces and rewrites while it is read: the old state or the new one; while it is
// rewritten in place "unknown", too; never a third one.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <new>

#include "shared/settings/files.h"
#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

using settings::Posture;
using settings::Sandbox;

// Of different length, so that what is left of one behind the other shows.
const std::string& text_of(bool on) {
  static const std::string kOn = R"({"sandbox":{"enabled":true,"allowUnsandboxedCommands":false},"env":{"A":")" + std::string(70'000, 'a') + "\"}}";
  static const std::string kOff = R"({"sandbox":{"enabled":false},"env":{"A":")" + std::string(9'000, 'b') + "\"}}";
  return on ? kOn : kOff;
}

void write_slowly(int fd, const std::string& text) {
  const size_t half = text.size() / 2;
  static_cast<void>(!pwrite(fd, text.data(), half, 0));
  usleep(300);
  static_cast<void>(!pwrite(fd, text.data() + half, text.size() - half, static_cast<off_t>(half)));
}

void by_renaming(const std::string& path, const std::string& text) {
  const std::string other = path + ".new";
  const int fd = open(other.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  write_slowly(fd, text);
  close(fd);
  rename(other.c_str(), path.c_str());
}

void by_truncating(const std::string& path, const std::string& text) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  usleep(300);
  write_slowly(fd, text);
  close(fd);
}

void by_writing_over(const std::string& path, const std::string& text) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  write_slowly(fd, text);
  static_cast<void>(!ftruncate(fd, static_cast<off_t>(text.size())));
  close(fd);
}

using Rewrite = void (*)(const std::string& path, const std::string& text);

// What the writer tells of itself.
struct Progress {
  std::atomic<unsigned> finished = 0;  // rewrites
  std::atomic<unsigned> stalled = 0;   // those in which it was kept from the processor: for so long the file really is half there
};

// A process that rewrites `path` for ever, with this pause between; ended with the object.
class Writer {
 public:
  Writer(const std::string& path, Rewrite rewrite, useconds_t pause)
      : progress_(new (mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Progress), pid_(fork()) {
    if (pid_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (bool on = false;; on = !on) {
      const auto begin = std::chrono::steady_clock::now();
      rewrite(path, text_of(on));
      if (std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(10)) progress_->stalled++;
      progress_->finished++;
      usleep(pause);
    }
  }
  ~Writer() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    munmap(progress_, sizeof(Progress));
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  unsigned stalled() const { return progress_->stalled; }
  // Waits for the rewrite that is under way, so that it is known whether that one stalled.
  void finish() const {
    for (const unsigned before = progress_->finished; progress_->finished == before;) usleep(1000);
  }

 private:
  Progress* progress_;
  pid_t pid_;
};

enum class Seen { kFirst, kSecond, kUnknown, kWrong };

// The user's file alone would give a third state: on, and not strict.
Seen seen(const Posture& posture) {
  if (posture.sandbox == Sandbox::kUnknown) return Seen::kUnknown;
  if (posture.sandbox == Sandbox::kOff) return Seen::kSecond;
  return posture.sandbox == Sandbox::kOn && posture.strict ? Seen::kFirst : Seen::kWrong;
}

struct Row {
  const char* name;
  Rewrite rewrite;
  useconds_t pause;  // µs
  int reads;
  bool may_be_unknown, must_be_known;
};

TEST_CASE("a settings file that is replaced while it is read") {
  const Row rows[] = {
      {"renamed over", by_renaming, 200, 40, false, true},
      {"renamed over, rarely", by_renaming, 30'000, 15, false, true},
      {"truncated and written", by_truncating, 200, 15, true, false},
      {"truncated and written, rarely", by_truncating, 40'000, 20, true, true},
      {"written over and cut", by_writing_over, 200, 15, true, false},
      {"written over and cut, rarely", by_writing_over, 40'000, 20, true, true},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    ScratchWorld world;
    world.settles = true;
    world.write("home/.claude/settings.json", R"({"sandbox":{"enabled":true}})");
    world.write("work/.claude/settings.local.json", text_of(true));
    settings::Query query;
    query.start_dir = world.base() + "/work";
    query.start_dir_certain = true;
    query.version = "2.1.332";
    query.arguments = std::vector<std::string>{"claude"};
    const Writer writer(world.base() + "/work/.claude/settings.local.json", row.rewrite, row.pause);
    int counts[4] = {};
    for (int i = 0; i < row.reads; i++) {
      const unsigned stalled = writer.stalled();
      const Seen what = seen(settings::resolve(world, query).posture);
      if (what == Seen::kWrong) writer.finish();
      if (what != Seen::kWrong || writer.stalled() == stalled) counts[static_cast<int>(what)]++;
    }
    MESSAGE(std::string(row.name) << ": old " << counts[0] << ", new " << counts[1] << ", unknown " << counts[2]);
    CHECK(counts[static_cast<int>(Seen::kWrong)] == 0);
    if (!row.may_be_unknown) CHECK(counts[static_cast<int>(Seen::kUnknown)] == 0);
    if (row.must_be_known) CHECK(counts[0] + counts[1] > 0);
  }
}

}  // namespace
}  // namespace cordon::test
