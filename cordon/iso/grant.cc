// SPDX-License-Identifier: Apache-2.0
#include "cordon/iso/grant.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <nlohmann/json.hpp>

#include "cordon/install_files.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/git/repository.h"
#include "shared/json/json.h"

namespace cordon::iso {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostBytes = size_t{16} << 20;
constexpr std::string_view kOption = "--settings";

void add(std::vector<std::string>& folders, const std::string& folder) {
  if (!folder.empty() && std::none_of(folders.begin(), folders.end(), [&](const std::string& other) { return path::is_within(folder, other); })) folders.push_back(folder);
}

// The object at `key`, made when it is not there; nullptr when something else is.
Json* object_at(Json& parent, const char* key) {
  Json& child = parent[key];
  if (child.is_null()) child = Json::object();
  return child.is_object() ? &child : nullptr;
}

// Settings files of sessions that are gone.
void remove_stale(World& world, const std::string& state) {
  const auto names = world.list_dir(state);
  if (!names) return;
  for (const std::string& name : *names) {
    int pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || pid <= 0 || std::string_view(end) != ".json") continue;
    if (kill(pid, 0) != 0 && errno == ESRCH) static_cast<void>(command::remove_file(path::join(state, name)));
  }
}

// The process keeps its number through execve, so the file's name tells whose it is.
Result<std::string> private_file(World& world, const std::string& state, const std::string& text) {
  if (state.empty()) return fail("neither XDG_STATE_HOME nor HOME is set: there is no place for the merged settings");
  if (auto made = command::make_folders(state, 0700); !made) return tl::unexpected<Error>(made.error());
  remove_stale(world, state);
  const std::string file = path::join(state, std::to_string(getpid()) + ".json");
  if (auto written = command::write_file(file, text, 0600); !written) return tl::unexpected<Error>(written.error());
  return file;
}

}  // namespace

std::vector<std::string> repository_folders(World& world, const std::string& folder, bool main_checkout) {
  std::vector<std::string> out;
  const auto repository = git::discover(world, folder);
  if (!repository) return out;
  if (main_checkout) add(out, repository->main_checkout);
  add(out, repository->work_tree);
  if (repository->is_linked_worktree || repository->is_submodule || repository->is_bare) add(out, repository->common_dir);
  return out;
}

bool wants_worktree(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") return false;
    if (argument == "-w" || argument == "--worktree" || argument.starts_with("--worktree=")) return true;
  }
  return false;
}

Result<std::string> merged_settings(const std::string& settings, const std::string& name, const std::vector<std::string>& folders) {
  auto parsed = json::parse(text::trim(settings).empty() ? "{}" : settings);
  if (!parsed) return fail(parsed.error().message, name, parsed.error().line, parsed.error().column);
  if (!parsed->root.is(json::Type::kObject)) return fail("expected object", name, 1, 1);
  Json root = Json::parse(parsed->text, nullptr, false);
  if (root.is_discarded()) return fail("cannot be read as JSON", name, 1, 1);
  Json* sandbox = object_at(root, "sandbox");
  Json* files = sandbox == nullptr ? nullptr : object_at(*sandbox, "filesystem");
  if (files == nullptr) return fail(sandbox == nullptr ? "expected object for 'sandbox'" : "expected object for 'sandbox.filesystem'", name);
  Json& readable = (*files)["allowRead"];
  if (readable.is_null()) readable = Json::array();
  if (!readable.is_array()) return fail("expected list for 'sandbox.filesystem.allowRead'", name);
  for (const std::string& folder : folders) {
    if (std::find(readable.begin(), readable.end(), Json(folder)) == readable.end()) readable.push_back(folder);
  }
  return root.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Passed passed_settings(const std::vector<std::string>& arguments) {
  Passed out;
  for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& argument = arguments[i];
    if (argument == kOption && i + 1 < arguments.size()) {
      out = {++i, false, false, arguments[i], true};
    } else if (argument.starts_with(std::string(kOption) + "=")) {
      out = {i, true, false, argument.substr(kOption.size() + 1), true};
    }
  }
  // The runtime's own test: what begins like an object is JSON.
  out.is_file = out.found && !text::trim(out.value).starts_with('{');
  return out;
}

Result<std::vector<std::string>> with_grant(World& world, std::vector<std::string> arguments, const std::vector<std::string>& folders, const std::string& state) {
  if (folders.empty()) return arguments;
  const Passed passed = passed_settings(arguments);
  std::string text = passed.value, name = std::string(kOption);
  if (passed.is_file) {
    name = passed.value;
    FileText read = world.read_file(path::absolute(passed.value, world.current_dir()), kMostBytes);
    if (!read) return fail(fmt::format("{} (passed with --settings)", read.error().text()), name);
    text = std::move(*read);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  }
  auto merged = merged_settings(text, name, folders);
  if (!merged) return tl::unexpected<Error>(merged.error());
  if (!passed.found) {
    arguments.insert(arguments.begin(), {std::string(kOption), *merged});
    return arguments;
  }
  auto value = passed.is_file ? private_file(world, state, *merged + "\n") : std::move(merged);
  if (!value) return tl::unexpected<Error>(value.error());
  arguments[passed.index] = passed.one_word ? std::string(kOption) + "=" + *value : *value;
  return arguments;
}

}  // namespace cordon::iso
