// SPDX-License-Identifier: Apache-2.0
#include "statusline/git_confine.h"

#include <elf.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>

namespace cordon::statusline {
namespace {

#if __SIZEOF_POINTER__ == 8
using FileHeader = Elf64_Ehdr;
using ProgramHeader = Elf64_Phdr;
#else
using FileHeader = Elf32_Ehdr;
using ProgramHeader = Elf32_Phdr;
#endif

struct Executable {
  bool is_elf = false;
  std::string loader;  // "" of a static program
};

Executable executable(int fd) {
  constexpr size_t kMostLoader = 4096;
  FileHeader head{};
  if (pread(fd, &head, sizeof head, 0) != sizeof head || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return {};
  Executable out{true, {}};
  for (int i = 0; i < head.e_phnum; ++i) {
    ProgramHeader each{};
    const auto at = static_cast<off_t>(head.e_phoff + static_cast<uint64_t>(i) * sizeof each);
    if (pread(fd, &each, sizeof each, at) != sizeof each) return {};
    if (each.p_type != PT_INTERP || each.p_filesz == 0 || each.p_filesz > kMostLoader) continue;
    out.loader.resize(each.p_filesz - 1);  // its last byte is a zero
    if (pread(fd, out.loader.data(), out.loader.size(), static_cast<off_t>(each.p_offset)) < 0) return {};
  }
  return out;
}

bool allow(int rules, int fd) {
  const landlock_path_beneath_attr file{LANDLOCK_ACCESS_FS_EXECUTE, fd};
  return fd >= 0 && syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &file, 0) == 0;
}

// Where git keeps its further programs there is one more of itself, which it starts for a submodule.
void allow_own_copy(int rules, const std::string& program) {
  char path[PATH_MAX];
  if (realpath(program.c_str(), path) == nullptr) return;
  const std::string folder(path, static_cast<size_t>(std::strrchr(path, '/') - path));
  for (const char* where : {"/../lib/git-core/git", "/../libexec/git-core/git"}) allow(rules, open((folder + where).c_str(), O_PATH | O_CLOEXEC));
}

}  // namespace

bool confine_to(const std::string& program) {
  const int fd = open(program.c_str(), O_RDONLY | O_CLOEXEC);
  const Executable git = fd < 0 ? Executable{} : executable(fd);
  if (!git.is_elf) return false;
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE;
  const auto rules = static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, sizeof handled.handled_access_fs, 0));
  if (rules < 0 || !allow(rules, fd)) return false;
  allow_own_copy(rules, program);
  if (!git.loader.empty() && !allow(rules, open(git.loader.c_str(), O_PATH | O_CLOEXEC))) return false;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
}

}  // namespace cordon::statusline
