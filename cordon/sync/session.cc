// SPDX-License-Identifier: Apache-2.0
#include "cordon/sync/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cordon/install_diff.h"
#include "cordon/install_files.h"
#include "cordon/install_report.h"
#include "cordon/sync/remote.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::sync {
namespace {

using command::say;

int complain(const std::string& text, int status) {
  command::say_error("sync", Error{text, "", 0, 0});
  return status;
}

std::string bytes_of(const Pieces& pieces, const std::string& path) {
  const auto found = pieces.find(path);
  return found == pieces.end() ? "" : found->second.bytes;
}

const char* word_of(const Change& change) {
  switch (change.move) {
    case Move::kPull: return change.removed ? "remove here" : "pull";
    case Move::kPush: return change.removed ? "remove there" : "push";
    default: return "CONFLICT";
  }
}

}  // namespace

int Session::judge_remote() {
  const Reading reading = exposure_of(store_, store_.remote(), scratch_);
  switch (reading.exposure) {
    case Exposure::kPublic:
      say(fmt::format("PUBLIC    {}: whoever reaches it can read what you push\n", reading.how));
      if (options_.allow_public) return 0;
      return complain("the remote is public: make it private, or say --public if that is meant", 4);
    case Exposure::kNotPublic: say(fmt::format("private   {}\n", reading.how)); return 0;
    case Exposure::kLocal: say(fmt::format("local     {}\n", reading.how)); return 0;
    default: say(fmt::format("unknown   whether others can read the remote: {}\n", reading.how)); return 0;
  }
}

const Piece* Session::source_of(const Change& change) const {
  const Pieces& side = change.move == Move::kPull ? there_ : scan_.pieces;
  const auto found = side.find(change.path);
  return found == side.end() ? nullptr : &found->second;
}

bool Session::moves(Move move) const {
  return std::any_of(changes_.begin(), changes_.end(), [&](const Change& change) { return change.move == move; });
}

Result<bool> Session::look() {
  RealWorld world;
  auto found = scan(world, config_);
  if (!found) return tl::unexpected<Error>(found.error());
  scan_ = std::move(*found);
  auto has_branch = store_.fetch();
  if (!has_branch) return has_branch;
  const std::string ref = "refs/remotes/origin/" + store_.branch();
  if (*has_branch && store_.hash_of(ref).empty()) return fail("what was fetched cannot be read: nothing is done");
  if (*has_branch) {
    auto there = store_.tree(ref);
    if (!there) return tl::unexpected<Error>(there.error());
    there_ = std::move(there->pieces);
    ignored_ = std::move(there->ignored);
    auto base = store_.tree(kBase);
    if (!base) return tl::unexpected<Error>(base.error());
    base_ = std::move(base->pieces);
  }  // a remote without a branch has not removed anything: it starts anew
  std::set<std::string> kept;
  for (const auto* list : {&ignored_, &scan_.left_out}) {
    for (const Finding& each : *list) kept.insert(each.path);
  }
  changes_ = plan(base_, scan_.pieces, there_, options_.choice, kept);
  std::erase_if(changes_, [&](const Change& change) {
    return (change.move == Move::kPull && !options_.pull) || (change.move == Move::kPush && !options_.push);
  });
  return true;
}

void Session::show() const {
  for (const auto& [list, where] : {std::pair{&scan_.left_out, "stays here"}, std::pair{&ignored_, "left there"}}) {
    for (const Finding& each : *list) say(fmt::format("{}  {}: {}\n", where, text::visible(each.path), each.why));
  }
  for (const Change& change : changes_) {
    say(fmt::format("{:<12}{}\n", word_of(change), text::visible(change.path)));
    const std::string here = bytes_of(scan_.pieces, change.path), there = bytes_of(there_, change.path);
    const bool pull = change.move == Move::kPull;
    if (text::is_valid_utf8(here) && text::is_valid_utf8(there)) {
      say(command::unified_diff(pull ? here : there, pull ? there : here, change.path));
    } else {
      say(fmt::format("  {} bytes here, {} there\n", here.size(), there.size()));
    }
  }
  if (moves(Move::kPull) && std::any_of(changes_.begin(), changes_.end(), [](const Change& c) { return c.move == Move::kPull && c.path == "settings.json"; })) {
    say("note      settings.json comes from another machine: its paths may not exist here; `cordon install` wires the hooks anew\n");
  }
}

int Session::refused() const {
  bool any = false;
  for (const Finding& each : scan_.refused) {
    const auto goes = [&](const Change& change) { return change.path == each.path && change.move != Move::kPull; };
    if (std::none_of(changes_.begin(), changes_.end(), goes)) continue;
    say(fmt::format("refused   {}:{}: {}\n", text::visible(each.path), each.line, each.why));
    any = true;
  }
  if (!any) return 0;
  return complain("what would be pushed holds credentials: put them where they belong (the environment, a file that is not carried) and run it again. Nothing was pushed", 4);
}

int Session::ask() const {
  if (options_.yes) return 0;
  if (isatty(STDIN_FILENO) == 0) return complain("standard input is no terminal, so nobody can be asked: give --yes, or --dry-run to see it", 2);
  say("Do this? [y/N] ");
  char line[64] = "";
  if (std::fgets(line, sizeof line, stdin) != nullptr && (line[0] == 'y' || line[0] == 'Y')) return 0;
  say("nothing was changed\n");
  return 2;
}

Result<bool> Session::write_here() {
  if (auto made = command::make_folders(config_, 0700); !made) return tl::unexpected<Error>(made.error());
  auto lock = command::FolderLock::take(config_);  // an install may be at work on settings.json
  if (!lock) return tl::unexpected<Error>(lock.error());
  for (const Change& change : changes_) {
    if (change.move != Move::kPull) continue;
    const std::string file = path::join(config_, change.path);
    if (auto made = command::make_folders(std::string(path::parent(file)), 0700); !made) return tl::unexpected<Error>(made.error());
    auto state = command::read_state(file);
    if (!state) return tl::unexpected<Error>(state.error());
    if (state->bytes != bytes_of(scan_.pieces, change.path) || state->target != file) return fail(fmt::format("'{}' was changed meanwhile: it was left alone, run the command again", file));
    if (options_.choice.theirs.count(change.path) != 0 && state->exists) {
      auto backup = command::back_up(*state);
      if (!backup) return tl::unexpected<Error>(backup.error());
      say(fmt::format("backup    {}\n", *backup));
    }
    const Piece* piece = source_of(change);
    if (piece != nullptr) {
      const mode_t bits = piece->executable ? 0100 : 0;
      state->mode = (state->exists ? state->mode & ~mode_t{0111} : 0600) | bits;
    }
    auto done = piece == nullptr ? command::remove_file(file) : command::write_state(*state, piece->bytes);
    if (!done) return tl::unexpected<Error>(done.error());
    if (piece == nullptr) {
      scan_.pieces.erase(change.path);
    } else {
      scan_.pieces[change.path] = *piece;
    }
  }
  return true;
}

Result<bool> Session::push_there() {
  Pieces put;
  std::vector<std::string> removed;
  for (const Change& change : changes_) {
    if (change.move != Move::kPush) continue;
    if (const Piece* piece = source_of(change)) {
      put[change.path] = *piece;
    } else {
      removed.push_back(change.path);
    }
  }
  std::string message = "cordon sync:";
  for (const auto& [path, piece] : put) message += " " + path;
  for (const std::string& path : removed) message += " -" + path;
  if (message.size() > 200) message = fmt::format("cordon sync: {} files", put.size() + removed.size());
  auto commit = store_.commit(put, removed, store_.hash_of("refs/remotes/origin/" + store_.branch()), message);
  if (!commit) return tl::unexpected<Error>(commit.error());
  auto pushed = store_.push(*commit);
  if (!pushed) return fail(fmt::format("{}; nothing was lost: run the command again", pushed.error().text()));
  for (const std::string& path : removed) there_.erase(path);
  for (const auto& [path, piece] : put) there_[path] = piece;
  return true;
}

// Agreed is what is the same on both sides; of the rest the earlier agreement stands.
Result<bool> Session::agree() {
  Pieces agreed;
  std::set<std::string> paths;
  for (const Pieces* each : {&base_, &scan_.pieces, &there_}) {
    for (const auto& [path, piece] : *each) paths.insert(path);
  }
  for (const std::string& path : paths) {
    const auto here = scan_.pieces.find(path), there = there_.find(path), before = base_.find(path);
    const bool equal = here == scan_.pieces.end() ? there == there_.end() : there != there_.end() && here->second == there->second;
    if (equal && here != scan_.pieces.end()) agreed[path] = here->second;
    if (!equal && before != base_.end()) agreed[path] = before->second;
  }
  if (agreed == base_) return true;
  auto set = store_.set_base(agreed);
  if (!set) return tl::unexpected<Error>(set.error());
  return true;
}

int Session::run() {
  const auto failed = [](const Error& error) { return command::say_error("sync", error); };
  if (auto looked = look(); !looked) return failed(looked.error());
  show();
  const bool conflicts = moves(Move::kConflict), pulls = moves(Move::kPull), pushes = moves(Move::kPush);
  if (pushes) {
    if (const int status = refused(); status != 0) return status;
    if (const int status = judge_remote(); status != 0) return status;
  }
  if (options_.dry_run) return say("dry run: nothing was written or pushed\n"), conflicts ? 3 : 0;
  if (pulls || pushes) {
    if (const int status = ask(); status != 0) return status;
  }
  if (auto wrote = pulls ? write_here() : Result<bool>(true); !wrote) return failed(wrote.error());
  if (auto pushed = pushes ? push_there() : Result<bool>(true); !pushed) return failed(pushed.error());
  if (auto agreed = agree(); !agreed) return failed(agreed.error());
  if (conflicts) {
    return complain("what is marked CONFLICT changed on both sides and was left alone: decide each with --mine FILE or --theirs FILE", 3);
  }
  say(pulls || pushes ? "done\n" : "nothing to move\n");
  return 0;
}

}  // namespace cordon::sync
