// SPDX-License-Identifier: Apache-2.0
// cordon sync: looks at both sides, shows what would move, asks, writes here, then pushes.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "cordon/install_files.h"
#include "cordon/install_layout.h"
#include "cordon/install_report.h"
#include "cordon/options.h"
#include "cordon/sync/leftovers.h"
#include "cordon/sync/remote.h"
#include "cordon/sync/session.h"
#include "cordon/table.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

constexpr const char* kDescription =
    "The pieces of ~/.claude that are yours on every machine, through a private git repository of your own. A file that changed on\n"
    "one side moves to the other; one that changed on both is left alone and named. Nothing is written or pushed before it was shown.";

std::string footer() {
  std::string out = "Carried, below the config folder:\n";
  for (const sync::Place& place : sync::places()) out += fmt::format("  {:<24}{}\n", place.path, place.what);
  return out +
         "Never: credentials (by name, and by what stands in a line: then nothing is pushed at all), session state, *.local.json, symbolic\n"
         "links. What is pulled is in force from the next session on, hook scripts included: only ever sync with a repository you alone write.\n\n"
         "examples\n"
         "  cordon sync init git@host:me/claude-settings.git    once a machine; says when others can read it\n"
         "  cordon sync --dry-run                               what would move, as diffs\n"
         "  cordon sync                                         pull, ask, push\n"
         "  cordon sync pull --yes                              take what is new there, send nothing\n"
         "  cordon sync --theirs CLAUDE.md                      a conflict, decided: the repository's (yours is kept as CLAUDE.md.bak-…)\n\n"
         "exit: 0 both sides agree (or with --dry-run: shown), 1 failed, 2 wrong usage or nobody to ask, 3 conflicts are left,\n"
         "4 refused: a credential in what would go, or a remote that others can read";
}

// The folder for the streams of git, gone at the end.
class Scratch {
 public:
  explicit Scratch(const std::string& state) : path_(path::join(state, "run-XXXXXX")) {
    if (mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  Scratch(const Scratch&) = delete;
  ~Scratch() {
    if (path_.empty()) return;
    for (const char* file : {"in", "out", "err", "index"}) unlink(path::join(path_, file).c_str());
    remove_folder_if_empty(path_);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Result<std::string> state_folder(World& world) {
  std::string base;
  if (const auto state = world.env_set("XDG_STATE_HOME"); state && state->starts_with('/')) {
    base = *state;
  } else if (const auto home = world.env_set("HOME"); home && home->starts_with('/')) {
    base = *home + "/.local/state";
  } else {
    return fail("neither XDG_STATE_HOME nor HOME is set to an absolute path: no place to keep the repository");
  }
  std::string folder = base + "/cordon/sync";
  if (auto made = make_folders(folder, 0700); !made) return tl::unexpected<Error>(made.error());
  return folder;
}

int init(sync::Session& session, const std::string& url) {
  if (const std::string why = sync::refusal_of_address(url); !why.empty()) {
    say_error("sync", Error{fmt::format("'{}' is not taken: {}", text::visible(url), why), "", 0, 0});
    return 2;
  }
  auto branch = session.store().set_remote(url);
  if (!branch) return say_error("sync", branch.error());
  say(fmt::format("remote    {}, branch {}\n", text::visible(url), text::visible(*branch)));
  const int judged = session.judge_remote();
  if (judged != 0) return judged;
  say("next\n  cordon sync --dry-run    what would move; nothing was pulled or pushed yet\n");
  return 0;
}

int work(const sync::Options& options, const std::string& init_url, bool starting) {
  RealWorld world;
  auto layout = find_layout(world, "", false);
  if (!layout) return say_error("sync", layout.error());
  auto state = state_folder(world);
  if (!state) return say_error("sync", state.error());
  auto lock = FolderLock::take(*state);
  if (!lock) return say_error("sync", lock.error());
  sync::clear_leftovers(world, *state);
  const Scratch scratch(*state);
  if (scratch.path().empty()) return say_error("sync", Error{fmt::format("cannot write into '{}'", *state), "", 0, 0});
  auto store = sync::Store::open(path::join(*state, "repo"), scratch.path());
  if (!store) return say_error("sync", store.error());
  sync::Session session(std::move(*store), layout->config, scratch.path(), options);
  if (starting) return init(session, init_url);
  if (session.store().remote().empty()) {
    say_error("sync", Error{"no repository is set yet: cordon sync init URL (a private one, empty or made by an earlier init)", "", 0, 0});
    return 2;
  }
  return session.run();
}

}  // namespace

int run_sync(int argc, char** argv) {
  sync::Options options;
  std::string url;
  std::vector<std::string> mine, theirs;
  CLI::App app{kDescription, "cordon sync"};
  app.fallthrough();  // before the subcommands, which inherit it
  app.add_flag("-n,--dry-run", options.dry_run, "show what would move, write and push nothing");
  app.add_flag("-y,--yes", options.yes, "do not ask (it is shown all the same)");
  app.add_option("--mine", mine, "a file that changed on both sides: this machine's counts")->type_name("FILE");
  app.add_option("--theirs", theirs, "the same: the repository's counts; yours is kept beside it")->type_name("FILE");
  app.add_flag("--public", options.allow_public, "push although others can read the repository");
  const auto* starting = app.add_subcommand("init", "which repository; pulls and pushes nothing");
  app.get_subcommand("init")->add_option("URL", url, "address of a private repository, as git takes it")->required();
  const auto* pulling = app.add_subcommand("pull", "only take what is new there");
  const auto* pushing = app.add_subcommand("push", "only send what is new here");
  app.require_subcommand(0, 1);
  app.footer(footer());
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  options.pull = !pushing->parsed();
  options.push = !pulling->parsed();
  options.choice.mine = {mine.begin(), mine.end()};
  options.choice.theirs = {theirs.begin(), theirs.end()};
  return work(options, url, starting->parsed());
}

}  // namespace cordon::command
