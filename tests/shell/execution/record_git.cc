// SPDX-License-Identifier: Apache-2.0
// The `git` of the generated programs: appends DIRECTORY US ARG US ARG … RS to $GITLOG. Called as git-NAME it is `git NAME`.
// Calls that are about git's own aliases go on to the real git ($REALGIT), whose expansion ends in a call of git-NAME.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace {

bool about_aliases(int argc, char** argv) {
  if (getenv("GIT_CONFIG_COUNT") != nullptr) return true;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]).starts_with("alias.")) return true;
  }
  return argc > 1 && argv[1][0] == 'z';
}

}  // namespace

int main(int argc, char** argv) {
  char directory[4096];
  std::string record = getcwd(directory, sizeof directory) != nullptr ? directory : "?";
  const std::string_view path = argc > 0 ? argv[0] : "git";
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.starts_with("git-")) (record += '\x1f') += name.substr(4);
  for (int i = 1; i < argc; ++i) (record += '\x1f') += argv[i];
  record += '\x1e';
  const char* log = getenv("GITLOG");
  const int fd = log != nullptr ? open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
  if (fd < 0 || write(fd, record.data(), record.size()) != static_cast<ssize_t>(record.size())) return 99;
  close(fd);
  const char* real = getenv("REALGIT");
  if (real == nullptr || !about_aliases(argc, argv)) return 0;
  execv(real, argv);
  return 98;
}
