// SPDX-License-Identifier: Apache-2.0
// git: sub-commands that make repositories, and those that take files from mails or go through history step by step.
#include "hooks/protected-paths/diff.h"
#include "hooks/protected-paths/move.h"
#include "hooks/protected-paths/writers_git.h"
#include "shared/base/path.h"

namespace cordon::protected_paths {
namespace {

// git am reads mails; their diffs are as git apply reads them.
void mail(const Git& git) {
  const auto& operands = git.args.operands;
  std::vector<std::string> texts;
  bool known = !operands.empty() && !git.args.has("continue,skip,resolved,r,p,3,3way,S,directory") && !git.call.base.empty();
  for (size_t i = 0; known && i < operands.size(); ++i) {
    auto text = operands[i].is_static() ? git.call.world.read_file(path::absolute(operands[i].text(), git.call.base), 8u << 20) : FileText(tl::unexpected(ReadError{}));
    known = text.has_value() && parse_diff(*text).faults.empty();
    if (known) texts.push_back(std::move(*text));
  }
  if (!known) return other_commits(git);
  for (const std::string& text : texts) add_patch(git.call, text, 1, git.root);
}

// Beginning, and looking, change no file; every other step may check out a commit.
void bisect(const Git& git) {
  const auto& operands = git.args.operands;
  if (operands.empty() || !operands[0].is_static() || in_names("log,view,visualize,terms,help", operands[0].text())) return;
  if (operands[0].is("start") && (operands.size() == 1 || git.args.operands_before_dashes == 1)) return;
  other_commits(git);
}

void clone(const Git& git) {
  const auto& operands = git.args.operands;
  if (operands.empty()) return;
  std::string name = operands[0].text();
  while (!name.empty() && name.back() == '/') name.pop_back();
  if (name.size() > 4 && name.ends_with(".git")) name.resize(name.size() - 4);
  git.call.add(operands.size() > 1 ? operands[1] : shell::Word::literal(name.substr(name.find_last_of("/:") + 1)), Reach::kTree);
}

// A repository that is there already keeps its configuration.
void init(const Git& git) {
  const shell::Word folder = git.args.operands.empty() ? shell::Word::literal(".") : git.args.operands[0];
  const shell::Word made = into(folder, shell::Word::literal(".git"));
  if (!git.call.exists(made)) git.call.add(made, Reach::kTree);
}

constexpr GitSubCommand kSubCommands[] = {
    {"clone", {"obucj", "origin,branch,upload-pack,config,depth,reference,reference-if-able,template,separate-git-dir,jobs,filter,server-option,shallow-since,shallow-exclude", ""}, clone},
    {"init", {"b", "initial-branch,template,separate-git-dir,object-format", ""}, init},
    {"bisect", {"", "", ""}, bisect},
    {"am", {"", "directory,exclude,include,whitespace,patch-format", ""}, mail},
};

}  // namespace

namespace {

// Whether the name of a changed file, below the top, may be meant by one of the pathspecs.
bool meant(const Git& git, const Names& specs, const std::string& name) {
  for (const std::string& spec : specs) {
    const std::string folder = path::absolute(spec, git.call.base);
    if (spec.find_first_of("*?[:") != spec.npos || path::is_within(path::join(git.root, name), folder)) return true;
    // Git follows the links above the top: alias/src is the repository's src.
    World& world = git.call.world;
    if (spec[0] == '/' && path::is_within(path::join(path::resolve(world, git.root).path, name), path::resolve(world, folder).path)) return true;
  }
  return false;
}

}  // namespace

void restore_paths(const Git& git, size_t from, const shell::Word* source) {
  Names specs;
  for (size_t i = from; i < git.args.operands.size(); ++i) {
    const shell::Word& word = git.args.operands[i];
    if (!word.is_static() || word.text().empty()) return pathspecs(git, from);
    // A file that is named is what the command is about, whether it differs or not.
    if (word.text().find_first_of("*?[:") == std::string::npos && !git.call.is_folder(word)) {
      pathspec(git, word);
    } else {
      specs.push_back(word.text());
    }
  }
  if (specs.empty()) return;
  Move move(git);
  if (!move.begins()) return pathspecs(git, from);
  move.add(move.commits().edited(specs));
  if (source == nullptr) {
    move.add(move.commits().staged(specs));
  } else {
    const std::string commit = move.commit(*source);
    if (commit.empty()) return pathspecs(git, from);
    auto differ = move.commits().between(move.head(), commit);
    if (differ) std::erase_if(*differ, [&](const std::string& name) { return !meant(git, specs, name); });
    move.add(std::move(differ));
  }
  if (!move.known()) return pathspecs(git, from);
  move.say();
}

std::span<const GitSubCommand> repository_writers() { return kSubCommands; }

}  // namespace cordon::protected_paths
