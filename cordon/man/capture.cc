// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "cordon/install_files.h"
#include "cordon/install_run.h"
#include "cordon/man/help_text.h"
#include "cordon/table.h"
#include "shared/base/path.h"
#include "shared/base/world.h"

namespace cordon::command {
namespace {

constexpr size_t kDeepest = 2;  // "pins check"

// A folder for the streams of what is started; gone with it.
class Scratch {
 public:
  static Result<Scratch> make() {
    RealWorld world;
    Scratch out;
    out.path_ = path::join(world.env_set("TMPDIR").value_or("/tmp"), "cordon-help-XXXXXX");
    if (mkdtemp(out.path_.data()) != nullptr) return out;
    const std::string wanted = std::exchange(out.path_, "");
    return fail(fmt::format("cannot make a folder like '{}': set TMPDIR to one that can be written", wanted));
  }
  Scratch(Scratch&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  ~Scratch() {
    if (path_.empty()) return;
    for (const char* file : {"in", "out", "err"}) unlink(path::join(path_, file).c_str());
    remove_folder_if_empty(path_);
  }
  const std::string& path() const { return path_; }

 private:
  Scratch() = default;
  std::string path_;
};

Result<std::string> own_path() {
  RealWorld world;
  const auto program = world.read_link("/proc/self/exe");
  if (!program) return fail("cannot find this program's own file below /proc: nothing can be asked for its help");
  return *program;
}

Result<std::string> help_of(const std::string& program, const std::vector<std::string>& words, const std::string& scratch) {
  Run run{{program}, {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + scratch}, scratch, "", scratch};
  run.argv.insert(run.argv.end(), words.begin(), words.end());
  run.argv.emplace_back("--help");
  const Ran ran = run_program(run);
  std::string name(path::base_name(program));
  for (const std::string& word : words) name += " " + word;
  if (!ran.fault.empty()) return fail(fmt::format("cannot ask '{} --help': {}", name, ran.fault));
  if (ran.exit != 0 || ran.output.empty()) return fail(fmt::format("'{} --help' ends with status {}: {}", name, ran.exit, ran.errors));
  return ran.output;
}

Result<Done> add_pages(std::vector<HelpPage>& pages, const std::string& program, const std::vector<std::string>& words, const std::string& scratch) {
  auto text = help_of(program, words, scratch);
  if (!text) return tl::unexpected<Error>(text.error());
  pages.push_back(parse_help(words, *text));
  const std::vector<HelpOption> nested = pages.back().subcommands;
  for (size_t i = 0; i < nested.size() && words.size() < kDeepest; ++i) {
    std::vector<std::string> deeper = words;
    deeper.push_back(nested[i].names[0]);
    if (auto added = add_pages(pages, program, deeper, scratch); !added) return added;
  }
  return Done{};
}

}  // namespace

Result<std::vector<HelpPage>> all_help() {
  const auto program = own_path();
  if (!program) return tl::unexpected<Error>(program.error());
  const auto scratch = Scratch::make();
  if (!scratch) return tl::unexpected<Error>(scratch.error());
  std::vector<HelpPage> pages;
  for (const Subcommand& command : subcommands()) {
    if (auto added = add_pages(pages, *program, {std::string(command.name)}, scratch->path()); !added) return tl::unexpected<Error>(added.error());
  }
  return pages;
}

Result<std::string> help_of_program(const std::string& name) {
  const auto program = own_path();
  if (!program) return tl::unexpected<Error>(program.error());
  const auto scratch = Scratch::make();
  if (!scratch) return tl::unexpected<Error>(scratch.error());
  return help_of(path::join(path::parent(*program), name), {}, scratch->path());
}

}  // namespace cordon::command
