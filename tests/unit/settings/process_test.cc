// SPDX-License-Identifier: Apache-2.0
// Command lines of processes as systems give them.
#include <doctest/doctest.h>

#include "shared/settings/process_arguments.h"

namespace cordon::test {
namespace {

using settings::Arguments;
using std::string_literals::operator""s;

struct Row {
  const char* name;
  std::string in;
  std::optional<Arguments> want;
};

TEST_CASE("/proc/PID/cmdline") {
  const Row rows[] = {
      {"plain", "claude\0-p\0go\0"s, Arguments{"claude", "-p", "go"}},
      {"an empty argument", "claude\0--settings\0\0-p\0"s, Arguments{"claude", "--settings", "", "-p"}},
      {"no zero byte at the end", "claude\0-p"s, Arguments{"claude", "-p"}},
      {"a title written over it", "claude"s, Arguments{"claude"}},
      {"nothing", "", std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(settings::parse_cmdline(row.in) == row.want);
  }
}

std::string counted(int count, const std::string& rest) { return std::string(reinterpret_cast<const char*>(&count), sizeof count) + rest; }

TEST_CASE("KERN_PROCARGS2") {
  const Row rows[] = {
      {"plain", counted(3, "/opt/claude\0\0\0\0claude\0-p\0go\0HOME=/h\0PATH=/bin\0"s), Arguments{"claude", "-p", "go"}},
      {"no padding", counted(1, "/opt/claude\0claude\0A=b\0"s), Arguments{"claude"}},
      {"an empty argument", counted(3, "/c\0\0c\0--settings\0\0A=b\0"s), Arguments{"c", "--settings", ""}},
      {"cut short", counted(3, "/c\0c\0-p\0"s), std::nullopt},
      {"count of zero", counted(0, "/c\0c\0"s), std::nullopt},
      {"negative count", counted(-1, "/c\0c\0"s), std::nullopt},
      {"huge count", counted(0x7fffffff, "/c\0c\0"s), std::nullopt},
      {"only a path", counted(1, "/c"s), std::nullopt},
      {"only padding", counted(1, "/c\0\0\0"s), std::nullopt},
      {"half a count", "\1\0"s, std::nullopt},
      {"nothing", "", std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(settings::parse_procargs2(row.in) == row.want);
  }
}

}  // namespace
}  // namespace cordon::test
