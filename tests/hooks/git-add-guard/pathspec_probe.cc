// SPDX-License-Identifier: Apache-2.0
// One JSON line in, one out: {"dir","root","elements":[…],"paths":[…]} -> ["no","perhaps","yes",…], one for each path;
// null when git would refuse the list.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "hooks/git-add-guard/pathspec.h"

using namespace cordon::git_add_guard;
using nlohmann::json;

namespace {

json answer(const json& question) {
  const Folder folder{question["dir"], question["root"]};
  std::vector<Pathspec> list;
  bool all_exclude = true;
  for (const json& element : question["elements"]) {
    list.push_back(Pathspec::git(element.get<std::string>(), folder, {}));
    if (list.back().refused()) return nullptr;
    all_exclude = all_exclude && list.back().excludes();
  }
  if (all_exclude) list.push_back(Pathspec::everything(folder));
  json out = json::array();
  constexpr const char* kNames[] = {"no", "perhaps", "yes"};
  for (const json& path : question["paths"]) out.push_back(kNames[static_cast<int>(reaches(list, path.get<std::string>()))]);
  return out;
}

}  // namespace

int main() {
  std::string line;
  for (int c = getchar(); c != EOF; c = getchar()) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    puts(answer(json::parse(line)).dump().c_str());
    fflush(stdout);
    line.clear();
  }
  return 0;
}
