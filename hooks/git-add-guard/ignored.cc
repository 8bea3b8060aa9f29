// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/ignored.h"

#include <optional>

#include "hooks/git-add-guard/wildmatch.h"
#include "shared/base/path.h"
#include "shared/git/config.h"
#include "shared/git/repository.h"

namespace cordon::git_add_guard {
namespace {

constexpr size_t kFileLimit = 1 << 20;  // an ignore file above it is taken as empty: the guard stays on the safe side
constexpr size_t kMostPatterns = 4096;

// "build/  " -> "build/"; a blank behind a backslash stays.
std::string_view without_trailing_blanks(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  while (line.ends_with(' ') && !(line.size() > 1 && line[line.size() - 2] == '\\')) line.remove_suffix(1);
  return line;
}

std::string with_home(std::string value, const std::optional<std::string>& home) {
  return value.starts_with("~/") && home ? path::join(*home, value.substr(2)) : value;
}

}  // namespace

Ignores::Patterns Ignores::parse(std::string_view text) {
  Patterns out;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty() && out.size() < kMostPatterns) {
    const size_t end = text.find('\n');
    std::string_view line = without_trailing_blanks(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (line.empty() || line[0] == '#') continue;
    Pattern pattern;
    pattern.negated = line[0] == '!';
    if (pattern.negated) line.remove_prefix(1);
    pattern.folders_only = line.ends_with('/');
    if (pattern.folders_only) line.remove_suffix(1);
    pattern.by_name = line.find('/') == std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty() || !append_wildmatch(pattern.automaton, line, true, false)) continue;
    pattern.automaton.finish(false);
    out.push_back(std::move(pattern));
  }
  return out;
}

Ignores::Answer Ignores::ask(const Patterns& patterns, std::string_view relative, bool is_folder) {
  for (auto it = patterns.rbegin(); it != patterns.rend(); ++it) {
    if (it->folders_only && !is_folder) continue;
    if (it->automaton.accepts(it->by_name ? path::base_name(relative) : relative)) return it->negated ? Answer::kKept : Answer::kIgnored;
  }
  return Answer::kNone;
}

const Ignores::Patterns& Ignores::of_file(const std::string& path) {
  const auto [it, fresh] = files_.try_emplace(path);
  if (!fresh) return it->second;
  if (const FileText text = world_.read_file(path, kFileLimit)) it->second = parse(*text);
  return it->second;
}

std::vector<std::string> Ignores::find_shared_files() {
  std::vector<std::string> out;
  std::vector<std::string> configs;
  if (const auto repository = git::discover(world_, root_); repository && !repository->common_dir.empty()) {
    out.push_back(path::join(repository->common_dir, "info/exclude"));
    configs.push_back(path::join(repository->common_dir, "config"));
  }
  const auto home = world_.env_set("HOME"), xdg = world_.env_set("XDG_CONFIG_HOME");
  const std::string config_home = xdg ? *xdg : home ? path::join(*home, ".config") : "";
  if (home) configs.push_back(path::join(*home, ".gitconfig"));
  if (!config_home.empty()) configs.push_back(path::join(config_home, "git/config"));
  for (const std::string& config : configs) {
    const FileText text = world_.read_file(config, kFileLimit);
    if (!text) continue;
    if (const auto value = git::scan_config(*text, "core", "excludesfile").value) {
      out.push_back(path::absolute(with_home(*value, home), root_));
      return out;
    }
  }
  if (!config_home.empty()) out.push_back(path::join(config_home, "git/ignore"));
  return out;
}

const std::vector<std::string>& Ignores::shared_files() {
  if (!shared_files_) shared_files_ = find_shared_files();
  return *shared_files_;
}

Ignores::Answer Ignores::ask_all(std::string_view relative, bool is_folder) {
  // The deepest folder's file first.
  for (std::string_view folder = path::parent(relative);; folder = path::parent(folder)) {
    const std::string base = folder.empty() ? root_ : path::join(root_, folder);
    const Answer answer = ask(of_file(path::join(base, ".gitignore")), folder.empty() ? relative : relative.substr(folder.size() + 1), is_folder);
    if (answer != Answer::kNone) return answer;
    if (folder.empty()) break;
  }
  for (const std::string& file : shared_files()) {
    const Answer answer = ask(of_file(file), relative, is_folder);
    if (answer != Answer::kNone) return answer;
  }
  return Answer::kNone;
}

bool Ignores::passes_over(std::string_view path) {
  if (path == root_ || !path::is_within(path, root_)) return false;
  const std::string_view relative = path::below(path, root_);
  for (size_t slash = relative.find('/'); slash != std::string_view::npos; slash = relative.find('/', slash + 1)) {
    if (ask_all(relative.substr(0, slash), true) == Answer::kIgnored) return true;
  }
  return ask_all(relative, false) == Answer::kIgnored;
}

}  // namespace cordon::git_add_guard
