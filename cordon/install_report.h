// SPDX-License-Identifier: Apache-2.0
// What install and uninstall say to the person.
#pragma once

#include <string>
#include <string_view>

#include "cordon/install_layout.h"
#include "cordon/install_wiring.h"
#include "shared/base/result.h"

namespace cordon::command {

void say(std::string_view text);                                   // standard output
void warn(std::string_view text);                                  // "warning: …" on standard error
int say_error(std::string_view subcommand, const Error& error);    // "cordon install: …" on standard error; returns 1
std::string for_terminal(const std::string& rendered);             // colours only where standard output is a terminal

// What would keep a correct wiring from protecting anybody: hooks switched off, packages missing, a project's settings
// that are not checked in.
void say_warnings(const Layout& layout, const Wired& wired, bool project);

}  // namespace cordon::command
