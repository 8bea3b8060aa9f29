// SPDX-License-Identifier: Apache-2.0
#include "shared/git/config.h"

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/git/repository.h"

namespace cordon::git {
namespace {

constexpr size_t kMaxConfig = 4u << 20;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'; }

class Scanner {
 public:
  Scanner(std::string_view text, std::string_view section, std::string_view name)
      : text_(text), section_(text::ascii_lower(section)), name_(text::ascii_lower(name)) {
    if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);
  }

  ConfigScan run() {
    while (at_ < text_.size() && !scan_.broken) {
      const char c = text_[at_];
      if (c == '\n' || is_blank(c)) {
        at_++;
      } else if (c == '#' || c == ';') {
        skip_line();
      } else if (c == '[') {
        header();
      } else {
        variable();
      }
    }
    return scan_;
  }

 private:
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') at_++;
  }

  // [section] or [section "sub"]; [section.sub] is the old spelling of a sub-section.
  void header() {
    size_t end = ++at_;
    while (end < text_.size() && (is_name(text_[end]) || text_[end] == '.')) end++;
    current_ = text::ascii_lower(text_.substr(at_, end - at_));
    at_ = end;
    while (at_ < text_.size() && is_blank(text_[at_])) at_++;
    bool has_sub = false;
    if (at_ < text_.size() && text_[at_] == '"') has_sub = quoted_name();
    if (at_ >= text_.size() || text_[at_] != ']') {
      scan_.broken = true;
      return;
    }
    at_++;
    if (current_ == "include" || current_ == "includeif") scan_.has_include = true;
    if (has_sub) current_.clear();
  }

  bool quoted_name() {
    for (at_++; at_ < text_.size() && text_[at_] != '\n'; at_++) {
      if (text_[at_] == '\\') {
        at_++;
      } else if (text_[at_] == '"') {
        at_++;
        return true;
      }
    }
    return false;
  }

  void variable() {
    const size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) at_++;
    const std::string found = text::ascii_lower(text_.substr(begin, at_ - begin));
    while (at_ < text_.size() && is_blank(text_[at_])) at_++;
    std::string value;
    if (!found.empty() && at_ < text_.size() && text_[at_] == '=') {
      at_++;
      value = read_value();
    } else if (found.empty() || (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '#' && text_[at_] != ';')) {
      scan_.broken = true;
    }
    if (!scan_.broken && current_ == section_ && found == name_) scan_.value = value;
  }

  // Blanks around are dropped, quotes may start and end anywhere, a backslash at the end of a line continues it.
  std::string read_value() {
    while (at_ < text_.size() && is_blank(text_[at_])) at_++;
    std::string out;
    size_t keep = 0;  // trailing blanks outside quotes are cut down to here
    bool quoted = false;
    for (; at_ < text_.size() && text_[at_] != '\n'; at_++) {
      const char c = text_[at_];
      if (!quoted && (c == '#' || c == ';')) {
        skip_line();
        break;
      }
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\\') {
        if (!escape(out)) break;
      } else {
        out += c;
      }
      if (quoted || !is_blank(c)) keep = out.size();
    }
    if (quoted) scan_.broken = true;
    out.resize(keep);
    return out;
  }

  bool escape(std::string& out) {
    if (++at_ < text_.size() && text_[at_] == '\r') at_++;
    if (at_ >= text_.size()) return false;
    switch (text_[at_]) {
      case '\n': return true;
      case 'n': out += '\n'; return true;
      case 't': out += '\t'; return true;
      case 'b': out += '\b'; return true;
      case '\\':
      case '"': out += text_[at_]; return true;
      default: scan_.broken = true; return false;
    }
  }

  std::string_view text_;
  std::string section_, name_, current_;
  size_t at_ = 0;
  ConfigScan scan_;
};

// Takes over what `file` says. True when it settles the matter.
bool look_in(World& world, const std::string& file, std::string_view name, Alias& alias) {
  const FileText text = world.read_file(file, kMaxConfig);
  if (!text) {
    if (text.error().fault != ReadFault::kAbsent) alias.unknown = true;
    return false;
  }
  ConfigScan scan = scan_config(*text, "alias", name);
  if (scan.has_include || scan.broken) alias.unknown = true;
  if (!scan.value) return false;
  alias.value = std::move(scan.value);
  return true;
}

// Git reads the system's, the user's and the repository's; the last one wins, so the search goes backwards.
bool look_in_user_files(World& world, std::string_view name, Alias& alias) {
  if (const auto global = world.env("GIT_CONFIG_GLOBAL")) return !global->empty() && look_in(world, *global, name, alias);
  const auto home = world.env_set("HOME");
  if (home && look_in(world, path::join(*home, ".gitconfig"), name, alias)) return true;
  if (const auto xdg = world.env_set("XDG_CONFIG_HOME")) return look_in(world, path::join(*xdg, "git/config"), name, alias);
  return home && look_in(world, path::join(*home, ".config/git/config"), name, alias);
}

}  // namespace

ConfigScan scan_config(std::string_view text, std::string_view section, std::string_view name) {
  return Scanner(text, section, name).run();
}

Alias find_alias(World& world, const Repository* repository, std::string_view name) {
  Alias alias;
  if (repository != nullptr && !repository->common_dir.empty()) {
    if (repository->is_linked_worktree && look_in(world, path::join(repository->git_dir, "config.worktree"), name, alias)) return alias;
    if (look_in(world, path::join(repository->common_dir, "config"), name, alias)) return alias;
  }
  if (look_in_user_files(world, name, alias)) return alias;
  if (!world.env_set("GIT_CONFIG_NOSYSTEM")) look_in(world, "/etc/gitconfig", name, alias);
  return alias;
}

}  // namespace cordon::git
