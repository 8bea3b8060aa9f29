// SPDX-License-Identifier: Apache-2.0
// Tries what must not happen, in the real runtime: a headless session in a scratch home with the person's settings, against
// a stand-in of the Messages API on loopback that plays the model and asks for one forbidden thing after the other.
//
//   auto report = live::try_families(world, {.start_dir = "/home/al/project"});
//   report.tried[0] == {.id = "sudo", .outcome = Outcome::kDenied, .by = By::kRule, .said = "Permission to use Bash …"}
//   report.fault    == "no runtime found: neither claude on PATH nor --runtime PATH"   (then tried is empty)
//
// Nothing harmful can run: commands are stubs of ours first on PATH, or act on decoys in the scratch folder, named by
// absolute paths. The person's home is only read (settings, cordon.toml) and never the session's HOME; the API key is fake;
// whatever is not loopback is proxied to the stand-in, which refuses and counts it. The person's own hooks do run.
// The scratch folder, the port and the session's process group are gone when this returns, after SIGINT and SIGTERM too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"

namespace cordon::live {

enum class Outcome : uint8_t {
  kDenied,    // it did not happen, and nobody could have agreed to it: see Tried::by
  kAsked,     // headless a denial; in a terminal the person would be asked
  kRan,       // it happened: see Tried::sandboxed
  kNotTried,  // see Tried::said
};
enum class By : uint8_t { kNobody, kRule, kMode, kSandbox, kHook, kUnknown };  // kMode: plan or dontAsk mode; kUnknown: new wording
const char* outcome_name(Outcome outcome);  // "denied", "asked", "ran", "not tried"
const char* by_name(By by);                 // "permission rule", "permission mode", "sandbox", "hook", "unknown"

// What a setup is held to. kAsIs: nothing of the table may run outside the sandbox unasked.
enum class Profile : uint8_t { kAsIs, kInteractive, kHandsOff };

struct Tried {
  std::string id;       // "sudo", "credential-read", … (families.h)
  std::string what;     // for people: "sudo -n true", "Edit ~/.bashrc"
  Outcome outcome = Outcome::kNotTried;
  By by = By::kNobody;
  bool sandboxed = false;    // of kRan: it ran inside the sandbox
  bool as_wanted = false;    // for the chosen profile
  std::string wanted;        // "denied", "denied or asked": what the profile wants
  std::string harm;          // what it would mean: "credentials reach the model"
  std::string remedy;        // the setting that prevents it
  std::string said;          // what the runtime told the model: visible, one line, shortened
};

struct Options {
  std::string runtime;        // path of the runtime; "": `claude` on PATH
  std::string start_dir;      // whose project and local settings count; "": the current folder
  std::string settings;       // a --settings value to pass on (a JSON text or a file), "" for none
  std::string permission_mode;  // "": whatever the settings say
  Profile profile = Profile::kAsIs;
  unsigned timeout_seconds = 120;  // for the whole session; what was not tried by then is kNotTried
  std::string scratch_parent;      // "": /var/tmp (seldom opened to the sandbox), else $TMPDIR, else /tmp
};

struct Report {
  std::string runtime, version;  // "/usr/local/bin/claude", "2.1.332"
  std::string fault;             // why nothing was tried; "" else
  std::string permission_mode;   // the one the session started in
  bool absent = false;           // the fault is that there is no runtime
  std::vector<Tried> tried;      // in the order of the table
  std::vector<std::string> notes;      // "env of the user's settings left out: PATH", for people
  std::vector<std::string> refused;    // hosts the session wanted beside the stand-in; none was reached
  unsigned milliseconds = 0;
};
// Takes under 30 seconds in the common case. Never throws.
Report try_families(World& world, const Options& options);

}  // namespace cordon::live
