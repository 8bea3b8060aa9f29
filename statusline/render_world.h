// SPDX-License-Identifier: Apache-2.0
// The world as one render sees it: the same answers as RealWorld's for fewer system calls, because a render is drawn all day long.
//
//   RenderWorld world;
//   world.read_file("/repo/.git/HEAD", 4096)     two calls where RealWorld makes four
//
// A small regular file is read without being asked for its size, and stays open: the program ends in a moment. Whatever is not
// that (empty, large, not regular, just written) is asked for in RealWorld's way. The files that say where a repository is are
// asked for by the settings and by the git segment: once here. So are the times of the settings files, that reading tells.
// Only for programs that end: every file keeps a descriptor.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "shared/base/world.h"

namespace cordon::statusline {

class RenderWorld final : public RealWorld {
 public:
  FileText read_file(const std::string& path, size_t limit) override;
  FileText read_settled_file(const std::string& path, size_t limit) override;
  FileInfo stat(const std::string& path) override;
  FileInfo lstat(const std::string& path) override;

 protected:
  bool release(int) override { return true; }

 private:
  template <class T>
  using Known = std::vector<std::pair<std::string, T>>;
  Known<FileInfo> settled_, seen_;  // settings files; `.git`
  Known<FileText> read_;            // `.git`, `commondir`, `gitdir`
};

}  // namespace cordon::statusline
