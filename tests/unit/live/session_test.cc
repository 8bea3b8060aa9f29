// SPDX-License-Identifier: Apache-2.0
// Runtimes that misbehave: whatever they do, the trial ends, says why, and leaves neither process nor folder.
#include <dirent.h>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "cordon/install_files.h"
#include "cordon/live/live.h"
#include "shared/base/path.h"

using namespace cordon;

namespace {

struct Stage {
  std::string base;
  RealWorld world;
  Stage() {
    base = (std::filesystem::temp_directory_path() / "live-test-XXXXXX").string();
    REQUIRE(mkdtemp(base.data()) != nullptr);
    for (const char* folder : {"scratch", "project"}) std::filesystem::create_directory(path::join(base, folder));
  }
  ~Stage() { std::filesystem::remove_all(base); }

  live::Options options(const std::string& behaviour, unsigned seconds = 20) const {
    live::Options out;
    out.runtime = path::join(base, "claude");
    out.start_dir = path::join(base, "project");
    out.scratch_parent = path::join(base, "scratch");
    out.timeout_seconds = seconds;
    const std::string text = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo '2.1.332 (Claude Code)'; exit; fi\n" + behaviour + "\n";
    REQUIRE(command::write_file(out.runtime, text, 0700));
    return out;
  }
  bool is_clean() const { return std::filesystem::is_empty(path::join(base, "scratch")); }
  // The process whose number a fake runtime wrote down is gone.
  bool is_gone(const char* file) {
    const std::string pid = world.read_file(path::join(base, file), 100).value_or("");
    return !pid.empty() && kill(static_cast<pid_t>(std::strtol(pid.c_str(), nullptr, 10)), 0) != 0;
  }
};

}  // namespace

TEST_CASE("no runtime") {
  Stage stage;
  live::Options options = stage.options("");
  options.runtime = path::join(stage.base, "nothing");
  const live::Report report = live::try_families(stage.world, options);
  CHECK(report.absent);
  CHECK(report.tried.empty());
  CHECK(stage.is_clean());
}

TEST_CASE("something else than the runtime") {
  Stage stage;
  const live::Options options = stage.options("");
  REQUIRE(command::write_file(options.runtime, "#!/bin/sh\necho hello\n", 0700));
  const live::Report report = live::try_families(stage.world, options);
  CHECK(report.fault.find("does not look like the runtime") != std::string::npos);
  CHECK_FALSE(report.absent);
  CHECK(stage.is_clean());
}

TEST_CASE("a session that ends at once says why") {
  Stage stage;
  const live::Report report = live::try_families(stage.world, stage.options("echo 'refusing to start' >&2; exit 3"));
  CHECK(report.fault == "the session ended at once, exit 3: refusing to start");
  CHECK(report.version == "2.1.332");
  CHECK(stage.is_clean());
}

TEST_CASE("a session that hangs is stopped, with what it started") {
  Stage stage;
  const std::string behaviour = fmt::format("trap '' TERM\nsleep 1000 & echo $! >{0}/child; echo $$ >{0}/self\nsleep 1000", stage.base);
  const live::Report report = live::try_families(stage.world, stage.options(behaviour, 1));
  CHECK(report.fault == "stopped after 1 seconds");
  CHECK(stage.is_gone("self"));
  CHECK(stage.is_gone("child"));
  CHECK(stage.is_clean());
}

TEST_CASE("what a session leaves running is ended too, in a session of its own even") {
  Stage stage;
  const std::string behaviour = fmt::format("setsid sh -c 'echo $$ >{0}/orphan; exec sleep 1000' </dev/null >/dev/null 2>&1 &\nwhile [ ! -s {0}/orphan ]; do sleep 0.05; done; exit 0", stage.base);
  const live::Report report = live::try_families(stage.world, stage.options(behaviour));
  CHECK_FALSE(report.fault.empty());
  CHECK(stage.is_gone("orphan"));
  CHECK(stage.is_clean());
}

TEST_CASE("noise on its streams does no harm") {
  Stage stage;
  const live::Report report = live::try_families(
      stage.world, stage.options("printf '\\377\\376{{[[\\n\"x\"\\n5\\nnull\\n{\"type\":5}\\n{\"type\":\"assistant\",\"message\":7}\\n{\"type\":\"control_request\"}\\n'; "
                                 "head -c 3000000 /dev/zero; head -c 300000 /dev/zero >&2; exit 0"));
  CHECK(report.fault.find("exit 0") != std::string::npos);
  CHECK(stage.is_clean());
}

TEST_CASE("a signal in the middle cleans up and then does what it would have done") {
  Stage stage;
  const live::Options options = stage.options(fmt::format("echo $$ >{}/self\nsleep 1000", stage.base));
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    signal(SIGINT, SIG_DFL);  // doctest has a handler of its own
    RealWorld world;
    live::try_families(world, options);
    _exit(7);
  }
  for (int i = 0; i < 1000 && stage.world.stat(path::join(stage.base, "self")).size == 0; ++i) usleep(10'000);
  CHECK_FALSE(stage.is_clean());
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
  CHECK(stage.is_gone("self"));
  CHECK(stage.is_clean());
}
