// SPDX-License-Identifier: Apache-2.0
// Recorded payloads through the installed programs: which programs a payload would reach, what they answer, and whether that is
// what was recorded.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cordon/install_run.h"
#include "shared/base/result.h"
#include "shared/base/world.h"

namespace cordon::replay {

struct Payload {
  std::string file;     // "fixtures/2.1.332/PreToolUse/bash-plain.json"
  size_t line = 0;      // of a .jsonl file, from 1; 0: the whole file
  std::string text;
  std::string event;    // "PreToolUse"; "status" for what the status line is given
  std::string tool;     // "Bash"
  std::string cwd;
  std::string label() const;  // "fixtures/…/bash-plain.json", "log.jsonl:3"
};
// A payload from its text; an error names the place.
Result<Payload> payload_from(std::string text, const std::string& file, size_t line);
// Every *.json and *.jsonl below a folder (links are not followed), or the file itself. Descriptions of recordings
// (recording.json, verdicts.json, *.verdicts.json) are none.
Result<std::vector<Payload>> payloads_in(World& world, const std::string& path);

// Those that `cordon install` would have the runtime start for it: {"bypass-warn", "deny-guard"}; {"statusline"}.
std::vector<std::string> programs_for(const Payload& payload);

// "ask", "deny", "allow", "block", "message"; "" silence; of the status line its text.
struct Verdict {
  std::string word;
  std::string reason;  // first line, for people
  std::string fault;   // "exit 3", "did not start: …", "the answer is no JSON object"; else ""
};
Verdict verdict_of(const command::Ran& ran, bool status_line);

// program -> verdict's word; who is not in it was silent. A file "<stem>.verdicts.json" beside the payload, else, with a scene,
// "verdicts.json" of a folder above: scene -> "PreToolUse/bash-plain" -> program -> word.
using Recorded = std::map<std::string, std::string>;
class Recordings {
 public:
  Recordings(World& world, std::string scene) : world_(world), scene_(std::move(scene)) {}
  Result<std::optional<Recorded>> find(const Payload& payload);

 private:
  World& world_;
  std::string scene_;
  std::map<std::string, std::string> texts_;  // of files read already
};
std::string recorded_name(const Payload& payload);  // "…/bash-plain.verdicts.json"

// Where the programs run. `scene` "" is the person's own home and settings; "on", "off" and "strict" are made-up ones with the
// sandbox so, in which "/work/repo" and "/home/u" of the payload become a scratch repository and home. State always goes to a
// scratch folder: a replay leaves no trace in counters and logs.
class Stage {
 public:
  Stage(std::string scene, std::string runtime);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  bool ok() const { return ok_; }
  void forget();  // what the programs have left of their state, so that no payload depends on those before it
  command::Ran run(const std::string& program, const Payload& payload) const;

 private:
  bool build();
  std::vector<std::string> environment(const Payload& payload) const;
  std::string placed(std::string text) const;

  std::string scene_, runtime_, root_;
  bool ok_ = false;
};

}  // namespace cordon::replay
