// SPDX-License-Identifier: Apache-2.0
// Does an allow rule let the agent run whatever it likes: everything, or an interpreter whose program it writes itself?
//
//   Bash, Bash(*), Bash(* --help)                    everything (what stands before is open)
//   Bash(python3 *), (python3:*), (*python*), (/usr/bin/python3.11 *), (python3 -c *)      interpreter "python3"
//   Bash(env *), (sudo -u me *), (timeout 60 *), (uv run *), (xargs *), (npx *)            a wrapper: any program
//   Bash(sudo bash -c *), (env X=1 python3 *)        interpreter, via the wrapper
//   Bash(git *), (sed -n *), (tar *)                 by an option: git -c alias.x='!sh' x
//   Bash(python3 tools/report.py *), (python3 -m pytest *), (bash ci/build.sh:*)           no: the program is named
// The wrappers are those of shared/shell: the rule's text is walked as the shell would.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cordon::doctor {

enum class Opens : uint8_t { kNothing, kEverything, kAnyProgram, kInterpreter, kByOption };

struct OpenRule {
  Opens opens = Opens::kNothing;
  std::string program;  // "python3", "env"; of kEverything ""
  std::string via;      // "sudo", "" none
  std::string example{};  // of kByOption: "git -c alias.x='!…' x"
};
OpenRule what_opens(std::string_view rule);

// python3.11, /usr/bin/bash, node: programs that run what they are given. Not those of the shell's own keywords.
bool is_interpreter(std::string_view program);

}  // namespace cordon::doctor
