// SPDX-License-Identifier: Apache-2.0
#include "shared/base/program.h"

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon {

std::string find_program(World& world, std::string_view search, std::string_view name) {
  for (const std::string_view folder : text::split(search, ':')) {
    std::string file = folder.starts_with('/') ? path::join(folder, name) : std::string();
    if (!file.empty() && world.is_executable(file)) return file;
  }
  return {};
}

std::string find_on_path(World& world, std::string_view name) {
  return find_program(world, world.env_set("PATH").value_or("/usr/bin:/bin"), name);
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.data()));
  out.push_back(nullptr);
  return out;
}

}  // namespace cordon
