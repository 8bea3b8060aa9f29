// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/commits.h"

#include <algorithm>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

constexpr size_t kMaxPicked = 500;  // commits of one cherry-pick

Names split_at(std::string_view text, char separator) {
  Names out;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return out;
}

void sort_unique(Names& names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

Names with(Names words, const Names& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Names diff_tree(const Names& more) {
  return with({"diff-tree", "-r", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"}, more);
}

bool is_absent(std::string_view hash) { return hash.find_first_not_of('0') == hash.npos; }

}  // namespace

void unite(Result<Names>& to, Result<Names> more) {
  if (!to) return;
  if (!more) {
    to = std::move(more);
    return;
  }
  to->insert(to->end(), std::make_move_iterator(more->begin()), std::make_move_iterator(more->end()));
}

Result<Output> Commits::ask(const Names& arguments, std::string_view input) { return git_.run(dir_, arguments, input); }

Result<std::string> Commits::text(const Names& arguments, std::string_view input) {
  auto output = ask(arguments, input);
  if (!output) return tl::unexpected(output.error());
  if (output->status != 0) return fail("git " + arguments[0] + " failed");
  return std::move(output->out);
}

Result<Names> Commits::names(const Names& arguments, std::string_view input) {
  const auto printed = text(arguments, input);
  if (!printed) return tl::unexpected(printed.error());
  return split_at(*printed, '\0');
}

Result<std::string> Commits::commit(const std::string& revision) {
  if (revision.empty() || revision[0] == '-' || revision.find("..") != std::string::npos) return fail("not the name of one commit");
  // ":/words" takes everything behind it for words of a commit's message.
  const auto output = ask({"rev-parse", "--verify", "--quiet", revision.compare(0, 2, ":/") == 0 ? revision : revision + "^{commit}"});
  if (!output) return tl::unexpected(output.error());
  if (output->status == 1) return std::string();
  if (output->status != 0) return fail("git cannot say which commit it is");
  return std::string(text::trim(output->out));
}

Result<Names> Commits::remote_branches(const std::string& name) {
  if (name.empty() || name.find_first_of("*?[\\") != std::string::npos) return Names{};
  const auto printed = text({"for-each-ref", "--format=%(objectname)", "refs/remotes/*/" + name});
  if (!printed) return tl::unexpected(printed.error());
  return split_at(*printed, '\n');
}

Result<Names> Commits::between(const std::string& from, const std::string& to) {
  if (from == to) return Names{};
  if (from.empty() || to.empty()) return names({"ls-tree", "-r", "--name-only", "-z", "--full-tree", from.empty() ? to : from});
  return names(diff_tree({from, to}));
}

Result<Names> Commits::bases(const std::string& head, const std::string& other) {
  if (head.empty()) return Names{""};
  const auto output = ask({"merge-base", "--all", head, other});
  if (!output) return tl::unexpected(output.error());
  if (output->status == 1) return Names{""};  // nothing in common: everything of `other` is new
  if (output->status != 0) return fail("git merge-base failed");
  return split_at(output->out, '\n');
}

Result<Names> Commits::since(const std::string& head, const std::string& other) {
  const auto parted = bases(head, other);
  if (!parted) return tl::unexpected(parted.error());
  Result<Names> out = Names{};
  for (const std::string& base : *parted) unite(out, between(base, other));
  return out;
}

// A merge carries a change of the old name into the new one, and a new file into the folder its neighbours moved to.
Result<void> Commits::add_renamed(const std::string& base, const std::string& head, Names& changed) {
  if (base.empty() || base == head || changed.empty()) return {};
  const auto renamed = names({"diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--no-ext-diff", "--no-textconv", base, head});
  if (!renamed) return tl::unexpected(renamed.error());
  const size_t known = changed.size();
  for (size_t i = 0; i + 2 < renamed->size(); i += 3) {
    const std::string &from = (*renamed)[i + 1], &to = (*renamed)[i + 2];
    const std::string folder(path::parent(from));
    for (size_t j = 0; j < known; ++j) {
      if (changed[j] == from) changed.push_back(to);
      if (changed[j] != from && path::parent(changed[j]) == folder) changed.push_back(path::join(path::parent(to), path::base_name(changed[j])));
    }
  }
  return {};
}

Result<Names> Commits::merged(const std::string& head, const std::string& other) {
  const auto parted = bases(head, other);
  if (!parted) return tl::unexpected(parted.error());
  if (*parted == Names{other}) return Names{};  // up to date
  Result<Names> differs = between(head, other);
  if (!differs) return differs;
  sort_unique(*differs);
  Names out;
  for (const std::string& base : *parted) {
    Result<Names> changed = between(base, other);
    if (!changed) return changed;
    // What is the same on both sides already stays as it is.
    std::erase_if(*changed, [&](const std::string& name) { return !std::binary_search(differs->begin(), differs->end(), name); });
    if (auto added = add_renamed(base, head, *changed); !added) return tl::unexpected(added.error());
    out.insert(out.end(), changed->begin(), changed->end());
  }
  sort_unique(out);
  return out;
}

Result<Names> Commits::picked(const Names& revisions) {
  // In this order: a limit after --no-walk would make it walk.
  const auto listed = text(with({"rev-list", "--max-count=" + std::to_string(kMaxPicked + 1), "--no-walk"}, with(revisions, {"--"})));
  if (!listed) return tl::unexpected(listed.error());
  if (static_cast<size_t>(std::count(listed->begin(), listed->end(), '\n')) > kMaxPicked) return fail("too many commits");
  return names(diff_tree({"--stdin", "--root", "-m", "--no-commit-id"}), *listed);
}

Result<Names> Commits::staged(const Names& pathspecs) {
  const auto head = commit("HEAD");
  if (!head) return tl::unexpected(head.error());
  if (head->empty()) return names(with({"ls-files", "-z", "--full-name", "--"}, pathspecs));
  return names(with({"diff-index", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "HEAD", "--"}, pathspecs));
}

Result<Names> Commits::edited(const Names& pathspecs) {
  const auto head = commit("HEAD");
  if (!head) return tl::unexpected(head.error());
  if (head->empty()) return names(with({"ls-files", "-z", "--full-name", "--"}, pathspecs));
  const auto raw = names(with({"diff-index", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "HEAD", "--"}, pathspecs));
  if (!raw) return tl::unexpected(raw.error());
  Names out, asked, hashes;
  std::string input;
  for (size_t i = 0; i + 1 < raw->size(); i += 2) {
    // ":100644 100644 <hash> <hash> M": a hash of zeros: the work tree's, not known without reading it.
    const auto fields = text::split((*raw)[i], ' ');
    const std::string& name = (*raw)[i + 1];
    const bool same_mode = fields.size() > 4 && fields[0].substr(1) == fields[1] && fields[0] != ":120000" && fields[0] != ":160000";
    if (same_mode && is_absent(fields[3]) && name.find('\n') == std::string::npos) {
      asked.push_back(name);
      hashes.emplace_back(fields[2]);
      input += name + "\n";
    } else {
      out.push_back(name);
    }
  }
  if (asked.empty()) return out;
  const auto top = text({"rev-parse", "--show-cdup"});
  const std::string up = top ? std::string(text::trim(*top)) : std::string();
  const auto hashed = git_.run(up.empty() ? dir_ : path::join(dir_, up), {"hash-object", "--no-filters", "--stdin-paths"}, input);
  const Names now = hashed && hashed->status == 0 ? split_at(hashed->out, '\n') : Names{};
  for (size_t i = 0; i < asked.size(); ++i) {
    if (now.size() != asked.size() || now[i] != hashes[i]) out.push_back(asked[i]);
  }
  return out;
}

Result<Names> Commits::untracked(bool ignored_too, const Names& pathspecs) {
  Names words{"ls-files", "-z", "--others", "--full-name"};
  if (!ignored_too) words.push_back("--exclude-standard");
  return names(with(with(std::move(words), {"--"}), pathspecs.empty() ? Names{":(top)"} : pathspecs));
}

Result<Names> Commits::stashed(const std::string& stash) {
  const auto base = commit(stash + "^1");
  if (!base) return tl::unexpected(base.error());
  const auto index = commit(stash + "^2");
  if (!index) return tl::unexpected(index.error());
  Result<Names> out = between(*base, stash);
  if (!index->empty()) unite(out, between(*base, *index));
  const auto untracked = commit(stash + "^3");
  if (!untracked) return tl::unexpected(untracked.error());
  if (!untracked->empty()) unite(out, between("", *untracked));
  return out;
}

}  // namespace cordon::protected_paths
