// SPDX-License-Identifier: Apache-2.0
// The forbidden things, as data: what the model asks for, what counts as having happened, what each profile wants.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cordon/live/live.h"

namespace cordon::live {

// How it shows that a step happened.
enum class Sign : uint8_t {
  kStub,    // a stub left its mark, in the result or in the trace
  kSecret,  // the result holds the decoy's secret
  kMade,    // Family::path is there
  kGone,    // Family::path is not there any more
};

struct Family {
  std::string_view id;
  std::string_view tool;   // "Bash", "Read", "Edit", "Write"
  std::string_view what;   // for people
  std::string_view input;  // JSON with {placeholders}, see Places
  Sign sign;
  std::string_view path;   // with {placeholders}
  bool contained;          // run inside the sandbox it does no harm: nothing to gain without root, sockets or network
  std::string_view harm;    // what it would mean: "a command becomes root"
  std::string_view remedy;  // the setting that prevents it: "\"Bash(sudo *)\" in permissions.deny"
};
std::span<const Family> families();

// What the placeholders stand for; absolute paths below the scratch folder, so that even a stub that is not found
// leaves nothing but a command about things that are ours.
struct Places {
  std::string project, home, outside;
  std::string nonce;  // random, lower case letters and digits
};
// "{home}/.bashrc" -> "/var/tmp/cordon-live-x/home/.bashrc"; inside JSON the paths need no escapes (see scratch.h).
std::string filled(std::string_view text, const Places& places);

// The stubs the table needs: name on PATH.
std::span<const std::string_view> stub_names();

// Whether `tried` is what the profile wants of `family`; `wanted` says it in words. `sockets_open`: the sandbox lets docker's
// socket through, so a docker inside is as good as one outside.
bool is_wanted(const Family& family, Profile profile, const Tried& tried, bool sockets_open);
std::string wanted(Profile profile);

}  // namespace cordon::live
