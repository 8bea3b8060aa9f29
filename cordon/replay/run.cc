// SPDX-License-Identifier: Apache-2.0
// cordon replay: recorded payloads through the installed programs.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cordon/install_files.h"
#include "cordon/install_layout.h"
#include "cordon/install_payloads.h"
#include "cordon/install_report.h"
#include "cordon/options.h"
#include "cordon/replay/replay.h"
#include "cordon/table.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/base/version.h"

namespace cordon::command {
namespace {

using replay::Payload;
using replay::Recorded;

constexpr int kFine = 0, kDiffers = 1, kUsage = 2;
constexpr const char* kFooter =
    "A payload is what the runtime writes to a hook or to the status line: one JSON object a file, one a line in .jsonl. It goes to\n"
    "the programs that `cordon install` wires for it. Answers are compared with those recorded: <stem>.verdicts.json beside it\n"
    "({\"deny-guard\":\"deny\"}; who is not named was silent), or with --scene the verdicts.json of a folder above.\n"
    "Your counters and logs are not touched. Without FILE: the payloads built into this command.\n\n"
    "exit: 0 all answered, and as recorded; 1 an answer differs or a program failed; 2 wrong usage, or nothing to replay\n\n"
    "examples\n"
    "  cordon replay payload.json                 what your guards say to it, with your settings\n"
    "  cordon replay --scene strict recordings/   the same in a made-up home with a strict sandbox\n"
    "  cordon replay --record recordings/         write the answers beside the payloads\n";

struct Options {
  std::vector<std::string> paths;
  std::string scene, bin, runtime;
  bool record = false, verbose = false;
};

struct Totals {
  size_t payloads = 0, runs = 0, silent = 0, compared = 0, differ = 0, failed = 0;
};

using text::shown;

// The folder that install filled, else where this program is.
std::string programs_folder(World& world) {
  const auto layout = find_layout(world, "", false);
  const auto manifest = layout ? load_manifest(world, layout->manifest) : Result<Manifest>(Manifest{});
  if (manifest && !manifest->bin.empty()) return manifest->bin;
  return std::string(path::parent(world.read_link("/proc/self/exe").value_or("")));
}

// Of fixtures/2.1.332/PreToolUse/x.json the nearest folder that is named like a version.
std::string runtime_of(const Payload& payload) {
  for (std::string_view folder = path::parent(payload.file); folder.size() > 1; folder = path::parent(folder)) {
    if (parse_version(path::base_name(folder))) return std::string(path::base_name(folder));
  }
  return "";
}

std::vector<Payload> built_in() {
  std::vector<Payload> out;
  const std::pair<const char*, std::string_view> all[] = {{"leaves-the-sandbox", kPayloadBypass}, {"git-add-all", kPayloadAddAll}, {"edits-a-workflow", kPayloadWorkflow}, {"plain", kPayloadPlain}, {"session-starts", kPayloadStart}, {"status-line", kPayloadStatus}};
  for (const auto& [name, text] : all) {
    if (auto payload = replay::payload_from(std::string(text), fmt::format("(built in) {}", name), 0)) out.push_back(std::move(*payload));
  }
  return out;
}

Result<std::vector<Payload>> gather(World& world, const std::vector<std::string>& paths) {
  if (paths.empty()) return built_in();
  std::vector<Payload> out;
  for (const std::string& path : paths) {
    auto found = replay::payloads_in(world, path::absolute(path, world.current_dir()));
    if (!found) return found;
    out.insert(out.end(), std::make_move_iterator(found->begin()), std::make_move_iterator(found->end()));
  }
  return out;
}

std::string word_of(const std::string& word) { return word.empty() ? "silent" : word; }

class Replay {
 public:
  Replay(const Options& options, World& world) : options_(options), recordings_(world, options.scene), bin_(options.bin) {
    if (bin_.empty()) bin_ = programs_folder(world);
    bin_ = path::absolute(bin_, world.current_dir());
  }

  // False: a file of recorded answers cannot be read.
  bool one(const Payload& payload) {
    const auto recorded = recordings_.find(payload);
    if (!recorded) return say_error("replay", recorded.error()), false;
    replay::Stage& stage = stage_for(options_.runtime.empty() ? runtime_of(payload) : options_.runtime);
    stage.forget();
    if (!stage.ok()) return say_error("replay", Error{"no scratch folder could be made", "", 0, 0}), false;
    std::vector<std::string> programs = replay::programs_for(payload);
    if (*recorded) {
      for (const auto& [program, word] : **recorded) {
        if (std::find(programs.begin(), programs.end(), program) == programs.end() && program.find('/') == std::string::npos) programs.push_back(program);
      }
    }
    ++totals.payloads;
    Recorded answers;
    for (const std::string& program : programs) run(stage, payload, program, options_.record ? std::nullopt : *recorded, answers);
    return !options_.record || write(payload, answers);
  }

  Totals totals;

 private:
  // One for each version: building it costs more than a run.
  replay::Stage& stage_for(const std::string& runtime) {
    std::unique_ptr<replay::Stage>& stage = stages_[runtime];
    if (!stage) stage = std::make_unique<replay::Stage>(options_.scene, runtime);
    return *stage;
  }

  void run(const replay::Stage& stage, const Payload& payload, const std::string& program, const std::optional<Recorded>& recorded, Recorded& answers) {
    const bool status = program == "statusline";
    const replay::Verdict verdict = replay::verdict_of(stage.run(path::join(bin_, program), payload), status);
    ++totals.runs;
    if (!verdict.fault.empty()) {
      ++totals.failed;
      return say(fmt::format("✗ {}  {}: {}\n", shown(payload.label()), program, shown(verdict.fault)));
    }
    if (!verdict.word.empty()) answers[program] = verdict.word;
    std::string wanted;
    bool differs = false;
    if (recorded) {
      const auto found = recorded->find(program);
      wanted = found == recorded->end() ? "" : found->second;
      differs = wanted != verdict.word;
      ++totals.compared;
      totals.differ += differs ? 1 : 0;
    }
    totals.silent += verdict.word.empty() ? 1 : 0;
    if (!differs && verdict.word.empty() && !options_.verbose) return;
    std::string line = fmt::format("{} {}  {}: {}", differs ? "✗" : recorded ? "✓" : "-", shown(payload.label()), program, shown(word_of(verdict.word)));
    if (!verdict.reason.empty()) line += fmt::format(" ({})", text::clip(shown(verdict.reason), 100));
    say(line + (differs ? fmt::format("; recorded was: {}", shown(word_of(wanted))) : "") + "\n");
  }

  static bool write(const Payload& payload, const Recorded& answers) {
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    for (const auto& [program, word] : answers) out[program] = word;
    if (payload.file.starts_with('(')) return true;  // built in: nothing stands beside it
    const auto written = write_file(replay::recorded_name(payload), out.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n", 0644);
    if (!written) say_error("replay", written.error());
    return written.has_value();
  }

  const Options& options_;
  replay::Recordings recordings_;
  std::string bin_;
  std::map<std::string, std::unique_ptr<replay::Stage>> stages_;
};

int replay_all(const Options& options) {
  RealWorld world;
  const auto payloads = gather(world, options.paths);
  if (!payloads) return say_error("replay", payloads.error()), kUsage;
  if (payloads->empty()) return say_error("replay", Error{"no payload there (*.json, *.jsonl)", "", 0, 0}), kUsage;
  Replay run(options, world);
  for (const Payload& payload : *payloads) {
    if (!run.one(payload)) return kUsage;
  }
  const Totals& t = run.totals;
  say(fmt::format("{} payload{}, {} runs, {} of them silent{}; {} compared with what was recorded, {} differ, {} failed\n", t.payloads, t.payloads == 1 ? "" : "s", t.runs,
                  t.silent, t.silent == 0 || options.verbose ? "" : " (--verbose names them)", t.compared, t.differ, t.failed));
  return t.differ + t.failed == 0 ? kFine : kDiffers;
}

}  // namespace

int run_replay(int argc, char** argv) {
  Options options;
  CLI::App app{"Recorded payloads through the installed programs: each verdict, and whether it is the recorded one.", "cordon replay"};
  app.footer(kFooter);
  app.add_option("FILE", options.paths, "payloads: files, or folders that are searched for *.json and *.jsonl")->type_name("FILE|DIR");
  app.add_option("--scene", options.scene, "a made-up home and repository with the sandbox so: on, off, strict")->check(CLI::IsMember({"on", "off", "strict"}));
  app.add_option("--bin", options.bin, "folder of the programs (default: the installed ones, else those beside this command)")->type_name("DIR");
  app.add_option("--runtime", options.runtime, "version of the runtime the programs are told (default: of the recording's folder)");
  app.add_flag("--record", options.record, "write the answers beside the payloads instead of comparing");
  app.add_flag("-v,--verbose", options.verbose, "silence, too");
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  if (!options.runtime.empty() && !parse_version(options.runtime)) return say_error("replay", Error{"expected a version such as 2.1.332 for '--runtime'", "", 0, 0}), kUsage;
  return replay_all(options);
}

}  // namespace cordon::command
