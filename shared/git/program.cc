// SPDX-License-Identifier: Apache-2.0
#include "shared/git/program.h"

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::git {

std::string find_program(World& world, std::string_view search, std::string_view name) {
  for (const std::string_view folder : text::split(search, ':')) {
    std::string file = folder.starts_with('/') ? path::join(folder, name) : std::string();
    if (!file.empty() && world.is_executable(file)) return file;
  }
  return {};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

}  // namespace cordon::git
