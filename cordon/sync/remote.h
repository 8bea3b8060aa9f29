// SPDX-License-Identifier: Apache-2.0
// Who else can read a remote. No host's own interface is asked: what git itself answers without any credential decides.
#pragma once

#include <string>
#include <string_view>

#include "cordon/sync/store.h"

namespace cordon::sync {

enum class Exposure { kPublic, kNotPublic, kLocal, kUnknown };
struct Reading {
  Exposure exposure = Exposure::kUnknown;
  std::string how;  // "https://host/x answers 'git ls-remote' without credentials"
};

// The address that is asked without credentials: https://… as it is without its user, git@host:x/y and ssh://git@host/x/y as
// https://host/x/y (the same place on every host that offers both), "" for a local path.
std::string anonymous_address(std::string_view url);
// "" or why an address is not taken: a password in it would be kept in the clear, ext:: runs a program.
std::string refusal_of_address(std::string_view url);

// Asks. Without a home folder, configuration, helper, agent or terminal: nothing of the person's can let it in.
Reading exposure_of(Store& store, const std::string& url, const std::string& scratch);

}  // namespace cordon::sync
