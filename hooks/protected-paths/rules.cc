// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/rules.h"

#include <algorithm>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

// The pattern without what a list adds to it: "/a/" -> "a"; "~/a" -> "a".
std::string_view body_of(std::string_view pattern) {
  if (pattern.substr(0, 1) == "~") pattern.remove_prefix(1);
  while (!pattern.empty() && pattern[0] == '/') pattern.remove_prefix(1);
  while (!pattern.empty() && pattern.back() == '/') pattern.remove_suffix(1);
  return pattern;
}

struct Marks {
  bool wildcard = false;       // * ? [
  bool negated_class = false;  // [!a], which a rule takes for [a] (measured)
};
Marks marks_of(std::string_view text) {
  Marks out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
      continue;
    }
    if (std::string_view("*?[").find(text[i]) != std::string_view::npos) out.wildcard = true;
    if (text[i] == '[' && i + 1 < text.size() && (text[i + 1] == '!' || text[i + 1] == '^')) out.negated_class = true;
  }
  return out;
}

// dir, dir/ and dir/**: a path and what is below it, nothing else.
bool is_plain(std::string_view body) {
  if (body.size() > 3 && body.substr(body.size() - 3) == "/**") body.remove_suffix(3);
  return !marks_of(body).wildcard;
}

// A later entry of the same source that takes back part of this one. Whether they meet is not worked out beyond their roots.
const Entry* exemption(const Source& source, const Entry& entry) {
  const auto begin = source.entries.begin() + (&entry - source.entries.data());
  const std::string& own = entry.glob.literal_root();
  const auto found = std::find_if(begin, source.entries.end(), [&](const Entry& it) {
    const std::string& other = it.glob.literal_root();
    return it.glob.negated() && it.anchor == entry.anchor && (own.empty() || other.empty() || path::is_within(own, other) || path::is_within(other, own));
  });
  return found == source.entries.end() ? nullptr : &*found;
}

class Translator {
 public:
  Translator(const List& list, World& world, const RuleForm& form) : list_(list), world_(world), form_(form) {}

  Rule translate(const Source& source, const Entry& entry) {
    Rule out;
    out.pattern = entry.pattern;
    out.source = source.name;
    entry_ = &entry;
    tilde_ = entry.pattern.substr(0, 1) == "~";
    const std::string_view body = body_of(entry.pattern);
    if (const Entry* exempted = exemption(source, entry)) {
      add_files(out, true, "'" + exempted->pattern + "' exempts part of it, which no rule can say");
    } else if (marks_of(body).negated_class) {
      add_files(out, true, "a rule takes [!…] for […]");
    } else if (is_plain(body)) {
      add_path(out, body);
    } else {
      out.edit.push_back(rule(body));
      add_files(out, false, "the sandbox takes no patterns");
    }
    return out;
  }

 private:
  // Where the entry's paths count from.
  std::string base() const { return entry_->anchor == Anchor::kFileSystem ? std::string("/") : form_.root; }

  std::string real(std::string_view below) const {
    const bool inside_git = entry_->anchor == Anchor::kRepository && !form_.git_dir.empty() && (below == ".git" || below.substr(0, 5) == ".git/");
    if (inside_git) return path::absolute(below.size() > 5 ? below.substr(5) : std::string_view(), form_.git_dir);
    return below.empty() ? base() : path::absolute(below, base());
  }

  // `body`: a pattern below the entry's base, in the dialect of gitignore.
  std::string rule(std::string_view body) const {
    if (tilde_) return "Edit(~/" + std::string(body) + ")";
    if (entry_->anchor == Anchor::kFileSystem) return "Edit(//" + std::string(body) + ")";
    if (!form_.absolute) return "Edit(/" + std::string(body) + ")";
    return "Edit(/" + escaped(form_.root) + "/" + std::string(body) + ")";
  }

  // An absolute path for denyWrite. No pattern: nothing is escaped.
  std::string place(const std::string& path) const {
    if (tilde_ && path::is_within(path, form_.home) && path != form_.home) return "~/" + std::string(path::below(path, form_.home));
    if (!form_.absolute && path::is_within(path, form_.root) && path != form_.root) return std::string(path::below(path, form_.root));
    return path;
  }

  std::string rule_of_path(const std::string& path, std::string_view tail) const {
    const std::string spelled = place(path);
    const char* root = spelled[0] == '~' ? "" : "/";  // "/x" becomes "//x", "x" becomes "/x"
    return "Edit(" + (root + escaped(spelled)) + std::string(tail) + ")";
  }

  void add_path(Rule& out, std::string_view body) const {
    const std::string& literal = entry_->glob.literal_root();
    const std::string path = real(literal);
    const bool elsewhere = path != path::absolute(literal, base());  // the git folder of a linked worktree
    const std::string from = elsewhere ? form_.git_dir : tilde_ ? form_.home : base();
    const std::string resolved = path::resolve(world_, path).path;
    const bool link = resolved != path::absolute(path::below(path, from), path::resolve(world_, from).path);
    const std::string target = link ? resolved : path;
    const std::string missing = first_missing(target);
    if (missing == "/") {
      out.notes.push_back("a file stands where one of its folders would be: only the hook holds it");
      return;
    }
    out.edit.push_back(link || elsewhere ? rule_of_path(target, tail_of(body)) : rule(body));
    out.deny_write.push_back(place(target));
    if (link) out.notes.push_back("a link: what it leads to is held, the link itself by the hook alone");
    if (missing.empty()) return;
    out.notes.push_back("not there yet: until it is, sandboxed commands cannot make '" + place(missing) + "'");
  }

  static std::string_view tail_of(std::string_view body) { return body.substr(std::max<size_t>(body.size(), 3) - 3) == "/**" ? "/**" : ""; }

  // The first folder of `path` that is not there; "" when all are, "/" when a file is in the way.
  std::string first_missing(const std::string& path) const {
    for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
      const std::string part = path.substr(0, end);
      const FileInfo info = world_.stat(part);
      if (info.kind == FileKind::kAbsent) return part;
      if (end == std::string::npos) return {};
      if (info.kind != FileKind::kDirectory) return "/";
    }
  }

  // The files (and, unless `rules_too`, folders) there are that the entry protects.
  void add_files(Rule& out, bool rules_too, const std::string& why) {
    found_.clear();
    visits_ = 0;
    whole_folders_ = !rules_too;
    walk(entry_->glob.literal_root());
    const std::string held = rules_too ? "the hook alone" : "the rule and the hook";
    if (found_.size() > kMaxRuleFiles) {
      out.notes.push_back(why + ", and more than " + std::to_string(kMaxRuleFiles) + " files are too many to name: they are held by " + held);
      return;
    }
    for (const std::string& below : found_) {
      const std::string path = path::resolve(world_, real(below)).path;
      if (rules_too) out.edit.push_back(rule_of_path(path, ""));
      out.deny_write.push_back(place(path));
    }
    out.notes.push_back(why + ": " + (rules_too ? "both name" : "it holds") + " what is there now (" + std::to_string(found_.size()) + "), a new one is held by " + held);
    if (visits_ >= kMaxRuleVisits) out.notes.push_back("not every file was looked at");
  }

  void walk(const std::string& below) {
    if (++visits_ > kMaxRuleVisits || found_.size() > kMaxRuleFiles) return;
    const FileInfo info = world_.lstat(real(below));
    const bool folder = info.kind == FileKind::kDirectory;
    if (info.kind == FileKind::kAbsent) return;
    if (!below.empty() && (!folder || whole_folders_) && entry_->glob.matches(below) && list_.find(below, entry_->anchor)) {
      found_.push_back(below);
      return;
    }
    const bool git = below.size() >= 4 && below.compare(below.size() - 4, 4, ".git") == 0 && below != entry_->glob.literal_root();
    if (!folder || git) return;
    const auto names = world_.list_dir(real(below));
    if (!names) return;
    for (const std::string& name : *names) walk(below.empty() ? name : below + "/" + name);
  }

  const List& list_;
  World& world_;
  const RuleForm& form_;
  const Entry* entry_ = nullptr;
  bool tilde_ = false;
  bool whole_folders_ = false;
  size_t visits_ = 0;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<Rule> rules_of(const List& list, World& world, const RuleForm& form) {
  std::vector<Rule> out;
  Translator translator(list, world, form);
  for (const Source& source : list.sources) {
    for (const Entry& entry : source.entries) {
      if (!entry.glob.negated()) out.push_back(translator.translate(source, entry));
    }
  }
  return out;
}

}  // namespace cordon::protected_paths
