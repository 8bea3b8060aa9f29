// SPDX-License-Identifier: Apache-2.0
// The words of posture-watch. What comes from files is made visible and shortened here and in loosened.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/settings/files.h"

namespace cordon::posture_watch {

// "cordon: sandbox on, strict, permission mode default"; further lines only for what is wrong, each with what to do.
std::string posture_line(const settings::Effective& effective);

std::string blocked(std::string_view path, const std::vector<std::string>& what, std::string_view who);
std::string allowed(std::string_view path, const std::vector<std::string>& what);
// Noticed between two turns: no event told of it. `after_block`: what was blocked may now be in force.
std::string unannounced(std::string_view path, const std::vector<std::string>& what, bool after_block);

}  // namespace cordon::posture_watch
