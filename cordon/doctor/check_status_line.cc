// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/rules.h"
#include "cordon/install_wiring.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::doctor {
namespace {

constexpr size_t kMaxState = 64u << 20;

// The runtime shows no status line in a folder that nobody has said to trust. That is not ours to see from inside.
Finding judge_trust(Context& context) {
  const auto config = context.world.env_set("CLAUDE_CONFIG_DIR");
  const std::string file = path::join(config ? *config : context.home, ".claude.json");
  const char* expected = "in a folder that was not trusted yet the status line stays blank: nothing is broken";
  const FileText text = context.world.read_file(file, kMaxState);
  if (!text) return skip("whether this folder is trusted cannot be told", {fmt::format("{}: {}", file, text.error().text()), expected});
  const auto document = json::parse(*text);
  if (!document) return skip("whether this folder is trusted cannot be told", {fmt::format("{}: {}", file, document.error().text()), expected});
  const json::Value* project = document->root.at({"projects", context.query.start_dir});
  const json::Value* trusted = project != nullptr ? project->find("hasTrustDialogAccepted") : nullptr;
  if (trusted != nullptr && trusted->boolean) return pass("this folder is trusted: the status line is shown", {fmt::format("{}: {}", file, context.query.start_dir)});
  return skip("this folder was not trusted yet", {fmt::format("{}: no hasTrustDialogAccepted for {}", file, context.query.start_dir), expected});
}

struct Wired {
  const settings::SourceFile* file = nullptr;
  const json::Value* value = nullptr;
};
Wired deciding(const Context& context) {
  for (const settings::SourceFile& file : context.effective.files) {  // highest precedence first
    const json::Value* value = file.state == settings::FileState::kCounted ? file.document.root.find("statusLine") : nullptr;
    if (value != nullptr) return {&file, value};
  }
  return {};
}

}  // namespace

Findings check_status_line(Context& context) {
  const Wired wired = deciding(context);
  if (wired.file == nullptr) {
    return {warn("no status line is wired: nothing shows whether the sandbox is on", {fmt::format("{}: no \"statusLine\"", user_settings(context))}, "cordon install")};
  }
  std::vector<std::string> bins = context.manifest.own_bins();
  bins.push_back(context.layout.bin);
  const json::Value* command = wired.value->find("command");
  const std::string text = command != nullptr ? command->string : "";
  const std::string line = fmt::format("{}: {}", place_of(*wired.file, wired.value->begin), text::shown(text, 120));
  if (!command::is_own_status_line(*wired.value, bins)) {
    const bool over = wired.file->scope != settings::Scope::kUser;
    if (!over) return {skip("the status line is another program's: it does not show whether the sandbox is on", {line, "cordon install --force would replace it, uninstall brings it back"})};
    return {warn(fmt::format("the {} settings put another status line over yours", scope_name(wired.file->scope)), {line}, "take \"statusLine\" out there")};
  }
  Findings out;
  if (text.find('\\') != std::string::npos) {
    out.push_back(warn("the status line is wired with back-slashes: a shell takes them out of the path, the line stays blank", {line}, "write the path with forward slashes: cordon install"));
  }
  if (!text.starts_with('/') && !text.starts_with('\'') && !text.starts_with('"') && !text.starts_with('~') && !text.starts_with('$')) {
    out.push_back(failure("the status line is wired without an absolute path", {line}, "cordon install"));
  }
  if (out.empty()) out.push_back(pass("the status line is wired", {line}));
  out.push_back(judge_trust(context));
  return out;
}

}  // namespace cordon::doctor
