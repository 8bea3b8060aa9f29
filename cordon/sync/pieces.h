// SPDX-License-Identifier: Apache-2.0
// What `cordon sync` carries: an allow list of places below the config folder. Everything else is never looked at, so what
// is not on the list (sessions, projects/, history.jsonl, todos/, statsig/, plugins/, .credentials.json, …) cannot leave.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/world.h"

namespace cordon::sync {

struct Place {
  std::string_view path;  // "settings.json"; a folder ends in '/'
  std::string_view what;
};
std::span<const Place> places();

struct Piece {
  std::string bytes;
  bool executable = false;
  bool operator==(const Piece&) const = default;
};
using Pieces = std::map<std::string, Piece>;  // path below the config folder -> content

struct Finding {
  std::string path;
  uint32_t line = 0;  // 0: the file as such
  std::string why;    // "holds what looks like a private key"; never the value
};
struct Scan {
  Pieces pieces;
  std::vector<Finding> refused;  // nothing leaves while there is one
  std::vector<Finding> left_out;  // machine-local: stays here, the rest goes
};
inline constexpr size_t kMaxPiece = 512u << 10;
inline constexpr size_t kMaxPieces = 2000;

// Whether a path is one that is carried: on the list, without "..", not machine-local, no session state. "" or why not.
std::string refusal_of_path(std::string_view path);
// What is there now. Errors: a file that cannot be read, too many of them.
Result<Scan> scan(World& world, const std::string& config);

// Lines that look like a credential: keys of known shapes, private keys, and JSON or shell assignments of a secret's name to
// a literal. `SSH_AUTH_SOCK`, `"$GITHUB_TOKEN"` and placeholders are none.
std::vector<Finding> secrets_in(std::string_view path, std::string_view bytes);

}  // namespace cordon::sync
