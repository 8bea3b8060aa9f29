// SPDX-License-Identifier: Apache-2.0
#include "cordon/harden/place.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include "cordon/install_files.h"
#include "cordon/install_layout.h"
#include "cordon/install_run.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/base/text.h"
#include "shared/git/repository.h"
#include "shared/settings/layout.h"
#include "shared/settings/rules.h"

namespace cordon::harden {
namespace {

// git's exit status; -1 when it could not be asked.
int ask_git(World& world, const std::string& folder, std::vector<std::string> arguments) {
  const std::string git = find_program(world, world.env("PATH").value_or("/usr/bin:/bin"), "git");
  std::string scratch = path::join(world.env_set("TMPDIR").value_or("/tmp"), "cordon-harden-XXXXXX");
  if (git.empty() || mkdtemp(scratch.data()) == nullptr) return -1;
  arguments.insert(arguments.begin(), git);
  std::vector<std::string> environment = {"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0"};
  for (const char* name : {"HOME", "PATH", "XDG_CONFIG_HOME"}) {
    if (const auto value = world.env(name)) environment.push_back(fmt::format("{}={}", name, *value));
  }
  const command::Ran ran = command::run_program({arguments, environment, folder, "", scratch});
  for (const char* name : {"in", "out", "err"}) static_cast<void>(command::remove_file(path::join(scratch, name)));
  command::remove_folder_if_empty(scratch);
  return ran.fault.empty() ? ran.exit : -1;
}

void place_local(World& world, const std::string& version, const std::string& here, Place& place) {
  const auto repository = git::discover(world, here);
  std::string top = here;
  if (repository && !repository->work_tree.empty() && settings::holds(settings::kLocalFromMainCheckout, version)) {
    top = repository->main_checkout.empty() ? repository->work_tree : repository->main_checkout;
  }
  place.settings = path::join(top, ".claude/settings.local.json");
  if (!repository || repository->common_dir.empty()) return;
  place.exclude = path::join(repository->common_dir, "info/exclude");
  place.work_tree = top;
}

}  // namespace

Result<Place> find_place(World& world, const std::string& scope, const std::string& version) {
  auto layout = command::find_layout(world, "", scope == "project");
  if (!layout) return tl::unexpected<Error>(layout.error());
  Place place;
  place.scope = scope;
  place.config = layout->config;
  place.home = world.env_set("HOME").value_or("");
  place.record = path::join(layout->config, "cordon/harden.json");
  const std::string here = world.current_dir();
  if (scope == "user" || scope == "project") {
    place.settings = layout->settings;
    place.cordon = path::join(path::parent(layout->settings), "cordon.toml");
  } else if (scope == "managed") {
    place.settings = path::join(settings::kManagedDir, "managed-settings.json");
  } else {
    if (here.empty()) return fail("the current folder is gone: cannot tell where settings.local.json is");
    place_local(world, version, here, place);
  }
  if (!text::is_valid_utf8(place.settings)) return fail(fmt::format("'{}' is not valid UTF-8, JSON cannot hold it", text::visible(place.settings)));
  return place;
}

Ignored is_ignored(World& world, const std::string& file, const std::string& work_tree) {
  if (ask_git(world, work_tree, {"ls-files", "--error-unmatch", "--", file}) == 0) return Ignored::kTracked;
  const int status = ask_git(world, work_tree, {"check-ignore", "-q", "--", file});
  return status == 0 ? Ignored::kYes : status == 1 ? Ignored::kNo : Ignored::kUnknown;
}

}  // namespace cordon::harden
