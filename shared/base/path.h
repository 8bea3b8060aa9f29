// SPDX-License-Identifier: Apache-2.0
// Paths as text (no file is touched) and resolution of symbolic links through a World.
#pragma once

#include <string>
#include <string_view>

#include "shared/base/world.h"

namespace cordon::path {

// "/a/./b//../c/" -> "/a/c"; "a/../../b" -> "../b"; "" and "." -> "."; "/.." -> "/". Purely lexical.
std::string clean(std::string_view path);
// Absolute and clean: `path` if it starts with '/', else `base`/`path`. An empty base leaves it relative.
std::string absolute(std::string_view path, std::string_view base);
std::string join(std::string_view a, std::string_view b);  // one slash between
std::string_view base_name(std::string_view path);          // "/a/b" -> "b", "b" -> "b"
std::string_view parent(std::string_view path);             // "/a/b" -> "/a", "/a" -> "/", "a" -> ""
// Whether clean absolute `path` is `dir` or lies below it, on a segment border ("/home/al" does not hold "/home/alice").
bool is_within(std::string_view path, std::string_view dir);
// The part of clean `path` below clean `dir`, without a leading slash; "" when equal. Only when is_within.
std::string_view below(std::string_view path, std::string_view dir);

// Follows every symbolic link of clean absolute `path`; what does not exist is kept as written below the resolved rest.
// A loop (over 40 links) gives the path as far as it was resolved, with ok=false.
struct Resolved {
  std::string path;
  bool ok = true;
};
Resolved resolve(World& world, std::string_view path);

}  // namespace cordon::path
