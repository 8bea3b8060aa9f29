// SPDX-License-Identifier: Apache-2.0
// Git starts programs that a repository names: `filter.x.clean` of its config runs for a file whose time has changed. A command inside the
// sandbox can make such a repository; the status line runs outside. So git may start nothing but itself.
//
//   confine_to("/usr/bin/git")     in the process that becomes git
//
// Landlock (Linux 5.13 and later): of all files only git and its dynamic loader may be executed, by it and all it starts; a shell may not.
// A filter that cannot be started leaves the file as it is: at worst it counts as changed until the person's own git has looked.
// Not done where `git` is a script (it needs a shell, and is the person's own), nor by a kernel without Landlock.
#pragma once

#include <string>

namespace cordon::statusline {

// True when it holds now. Cannot be undone.
bool confine_to(const std::string& program);

}  // namespace cordon::statusline
