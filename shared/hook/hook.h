// SPDX-License-Identifier: Apache-2.0
// The runner every hook shares: standard input -> payload -> rule -> one JSON line on standard output, exit 0. The only
// place that reads standard input, prints and exits.
//
//   int main() { return cordon::hook::run({"git-add-guard", decide, unreadable}); }
//
// Failure rules (design.md): nothing on stderr, never an exit status other than 0, no exception leaves, a closed standard
// output is no fault of ours. Any fault becomes the hook's own `unreadable` answer.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "shared/base/world.h"
#include "shared/payload/decision.h"
#include "shared/payload/payload.h"
#include "shared/settings/config.h"
#include "shared/settings/posture.h"

namespace cordon::hook {

// What is in effect for the session, read from the files the first time it is asked for: a rule that needs no settings
// costs no system call. Tests give fixed values.
class Settings {
 public:
  Settings(World& world, const payload::ToolCall& call) : world_(&world), call_(&call) {}
  Settings(settings::Posture posture, settings::Config config, settings::Query query = {});  // fixed, for tests

  const settings::Posture& posture();  // the session's own: what posture-watch remembers is taken into account
  const settings::Config& config();
  const settings::Query& query();  // start folder, version
  const settings::Config* config_if_loaded() const { return config_.get(); }

 private:
  World* world_ = nullptr;
  const payload::ToolCall* call_ = nullptr;
  std::unique_ptr<settings::Query> query_;
  std::unique_ptr<settings::Posture> posture_;
  std::unique_ptr<settings::Config> config_;
};

struct Hook {
  const char* name;
  // Pure: same call, settings and world, same decision.
  payload::Decision (*decide)(const payload::ToolCall& call, Settings& settings, World& world);
  // Answer for a payload that could not be read; `raw` is what came, possibly cut.
  payload::Decision (*unreadable)(std::string_view raw, const Error& error);
  // Set: `decide` sees every event (call.event) and answers each in its own way. Else all but PreToolUse are passed over.
  bool every_event = false;
};

inline constexpr size_t kMaxPayload = 64u << 20;  // bytes of standard input; more is unreadable

// The whole program. Returns 0.
int run(const Hook& hook);
// The same without input and output, for tests: the line that would be printed ("" for silence).
std::string answer(const Hook& hook, std::string raw, World& world);

// The usual `unreadable` of a guard: ask, naming the hook and the fault.
payload::Decision ask_unreadable(std::string_view hook_name, const Error& error);

}  // namespace cordon::hook
