// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/twin.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <string>

using namespace cordon;

namespace {

struct Folder {
  Folder() {
    char name[] = "/tmp/cordon-twin-XXXXXX";
    path = mkdtemp(name) != nullptr ? name : "";
  }
  ~Folder() {
    for (const char* file : {"/link", "/counter"}) unlink((path + file).c_str());
    rmdir(path.c_str());
  }
  std::string path;
};

// How old the link is made before the second one asks.
struct Row {
  const char* name;
  const char* first;
  int64_t age;
  const char* second;
  bool want;
};

}  // namespace

TEST_CASE("of two that say the same at the same time, wired in two ways, one speaks") {
  const Row rows[] = {
      {"the plugin comes second", "settings", 0, "plugin", false},
      {"the settings' hook comes second", "plugin", 0, "settings", false},
      {"still the same call", "settings", hook::kTwinSeconds, "plugin", false},
      // never nobody: everything else speaks
      {"an earlier call with the same bytes, the same side", "settings", 0, "settings", true},
      {"an earlier call, the plugin alone", "plugin", 3, "plugin", true},
      {"the other side left it long ago", "settings", hook::kTwinSeconds + 1, "plugin", true},
      {"the clock was set back", "settings", -5, "plugin", true},
      {"somebody else's link, old", "", 100, "plugin", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Folder folder;
    const std::string link = folder.path + "/link";
    const int64_t now = std::time(nullptr);
    if (*row.first != 0) {
      CHECK(hook::first_to_leave(link, row.first, now));
    } else {
      CHECK(symlink("elsewhere", link.c_str()) == 0);
    }
    CHECK(hook::first_to_leave(link, row.second, now + row.age) == row.want);
  }
}

TEST_CASE("who speaks after all is the one that is remembered") {
  const Folder folder;
  const std::string link = folder.path + "/link";
  const int64_t now = std::time(nullptr);
  CHECK(hook::first_to_leave(link, "settings", now));
  CHECK(hook::first_to_leave(link, "plugin", now + 60));
  CHECK_FALSE(hook::first_to_leave(link, "settings", now));
}

TEST_CASE("without a folder, and with a file in the link's place, everybody speaks") {
  CHECK(hook::first_to_leave("/proc/cordon-no-such-folder/link", "settings", 0));
  CHECK(hook::first_to_leave("/proc/cordon-no-such-folder/link", "plugin", 0));
  const Folder folder;
  const std::string link = folder.path + "/link";
  close(open(link.c_str(), O_WRONLY | O_CREAT, 0600));
  CHECK(hook::first_to_leave(link, "settings", std::time(nullptr)));
}

TEST_CASE("a count waits until it is known who speaks") {
  const Folder folder;
  const std::string counter = folder.path + "/counter";
  const auto size = [&] {
    struct stat info {};
    return stat(counter.c_str(), &info) == 0 ? static_cast<long>(info.st_size) : -1L;
  };
  {
    hook::HeldWorld silent;
    CHECK(silent.append_file(counter, "+"));
    CHECK(silent.holds());
  }
  CHECK(size() == -1);
  hook::HeldWorld speaker;
  CHECK(speaker.append_file(counter, ""));  // a heartbeat's file: at once
  CHECK_FALSE(speaker.holds());
  CHECK(size() == 0);
  CHECK(speaker.append_file(counter, "+"));
  CHECK(size() == 0);
  speaker.write_held();
  CHECK(size() == 1);
}
