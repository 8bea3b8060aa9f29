// SPDX-License-Identifier: Apache-2.0
#include "shared/base/path.h"

#include <vector>

#include "shared/base/text.h"

namespace cordon::path {

std::string clean(std::string_view path) {
  const bool rooted = !path.empty() && path[0] == '/';
  std::vector<std::string_view> kept;
  for (const std::string_view part : text::split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == ".." && !kept.empty() && kept.back() != "..") {
      kept.pop_back();
    } else if (part != ".." || !rooted) {
      kept.push_back(part);
    }
  }
  std::string out = rooted ? "/" : "";
  for (size_t i = 0; i < kept.size(); ++i) {
    if (i != 0) out += '/';
    out += kept[i];
  }
  return out.empty() ? "." : out;
}

std::string absolute(std::string_view path, std::string_view base) {
  if (!path.empty() && path[0] == '/') return clean(path);
  if (base.empty()) return clean(path);
  return clean(std::string(base) + "/" + std::string(path));
}

std::string join(std::string_view a, std::string_view b) {
  if (a.empty()) return std::string(b);
  std::string out(a);
  if (out.back() != '/') out += '/';
  return out.append(b);
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view parent(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

bool is_within(std::string_view path, std::string_view dir) {
  if (dir == "/") return !path.empty() && path[0] == '/';
  return path.substr(0, dir.size()) == dir && (path.size() == dir.size() || path[dir.size()] == '/');
}

std::string_view below(std::string_view path, std::string_view dir) {
  if (path.size() <= dir.size()) return {};
  return path.substr(dir == "/" ? 1 : dir.size() + 1);
}

Resolved resolve(World& world, std::string_view path) {
  constexpr int kMaxLinks = 40;
  std::string done = "/";
  std::string rest = clean(path).substr(1);
  bool exists = true;
  for (int links = 0; !rest.empty();) {
    const size_t slash = rest.find('/');
    const std::string name = rest.substr(0, slash);
    rest = slash == std::string::npos ? "" : rest.substr(slash + 1);
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      done = std::string(parent(done));
      continue;
    }
    const std::string here = join(done, name);
    const FileInfo info = exists ? world.lstat(here) : FileInfo{};
    if (info.kind != FileKind::kSymlink) {
      exists = exists && info.kind != FileKind::kAbsent;
      done = here;
      continue;
    }
    const auto target = world.read_link(here);
    if (!target || ++links > kMaxLinks) return {clean(join(here, rest)), false};
    if (!target->empty() && (*target)[0] == '/') done = "/";
    rest = rest.empty() ? *target : *target + "/" + rest;
  }
  return {done, true};
}

}  // namespace cordon::path
