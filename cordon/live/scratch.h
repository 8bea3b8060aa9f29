// SPDX-License-Identifier: Apache-2.0
// The throw-away world of one run, and what of the person's settings goes into it.
//
//   <base>/home          HOME: .claude/settings.json (the person's), .claude.json (trusted, onboarded), .aws/credentials (a decoy)
//   <base>/project       where the session starts: .git, .claude/settings(.local).json
//   <base>/outside       what nobody allowed: victim-<nonce>/
//   <base>/bin           the stubs, first on PATH
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cordon/live/families.h"
#include "shared/base/result.h"
#include "shared/base/world.h"

namespace cordon::live {

inline constexpr const char* kFakeKey = "sk-ant-cordon-fake";

class Scratch {
 public:
  // Makes everything but the settings. Errors: no folder to write in, a parent whose name would need escapes.
  static Result<Scratch> make(World& world, const std::string& parent);
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();  // removes it; a runtime that is just ending may still write, so it tries for some seconds

  std::string at(std::string_view name) const;
  bool write(std::string_view name, std::string_view text, unsigned mode = 0600);
  const Places& places() const { return places_; }
  const std::string& secret() const { return secret_; }
  bool has_curl() const { return has_curl_; }  // the stub for curl goes on to the real one
  std::string trace(World& world) const;       // what stubs left: "sudo:outside" lines

 private:
  Scratch() = default;
  bool fill(World& world);
  bool write_stubs(World& world);

  std::string base_;
  Places places_;
  std::string secret_;
  bool has_curl_ = false;
};

// The whole environment of the runtime: nothing of the caller's but PATH, LANG, USER and the like.
std::vector<std::string> environment(World& world, const Scratch& scratch, unsigned port);

}  // namespace cordon::live
