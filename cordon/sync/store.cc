// SPDX-License-Identifier: Apache-2.0
#include "cordon/sync/store.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cordon/install_files.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/base/text.h"

extern char** environ;

namespace cordon::sync {
namespace {

constexpr int kNetworkSeconds = 300;
// Nothing of the person's git set-up may run or rewrite anything on the way.
const char* const kFixed[] = {"-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "gc.auto=0", "-c", "protocol.ext.allow=never",
                              "-c", "commit.gpgSign=false", "-c", "core.quotePath=false", "-c", "transfer.fsckObjects=true"};

// The person's environment (an ssh agent, a proxy) without what would point git elsewhere.
std::vector<std::string> environment(const std::string& folder) {
  std::vector<std::string> out;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view entry = *each;
    const bool wanted = entry.starts_with("GIT_SSH") || entry.starts_with("GIT_ASKPASS=") || entry.starts_with("GIT_SSL");
    if (!entry.starts_with("GIT_") || wanted) out.emplace_back(entry);
  }
  for (const char* who : {"AUTHOR", "COMMITTER"}) {
    out.push_back(fmt::format("GIT_{}_NAME=cordon sync", who));
    out.push_back(fmt::format("GIT_{}_EMAIL=cordon@localhost", who));
  }
  out.push_back("GIT_DIR=" + folder);
  out.push_back("LC_ALL=C");
  return out;
}

std::string line_of(std::string_view text) { return std::string(text::trim(text)); }

}  // namespace

Result<Store> Store::open(const std::string& folder, const std::string& scratch) {
  Store store;
  store.folder_ = folder;
  store.scratch_ = scratch;
  RealWorld world;
  store.git_ = find_on_path(world, "git");
  if (store.git_.empty()) return fail("git is not installed: apt-get install git");
  // What `git init` makes last: one that was killed halfway is done again, which keeps what is there.
  if (access(path::join(folder, "objects/info").c_str(), R_OK) == 0 && access(path::join(folder, "HEAD").c_str(), R_OK) == 0) return store;
  if (auto made = command::make_folders(folder, 0700); !made) return tl::unexpected<Error>(made.error());
  if (auto made = store.ask({"init", "-q", "--bare", "--template=", "--initial-branch=main", folder}); !made) return tl::unexpected<Error>(made.error());
  return store;
}

command::Ran Store::run(const std::vector<std::string>& arguments, const std::string& input, const std::vector<std::string>& env, int seconds) {
  command::Run run{{git_}, environment(folder_), scratch_, input, scratch_};
  run.argv.insert(run.argv.end(), std::begin(kFixed), std::end(kFixed));
  run.argv.insert(run.argv.end(), arguments.begin(), arguments.end());
  run.env.insert(run.env.end(), env.begin(), env.end());
  run.seconds = seconds;
  return command::run_program(run);
}

Result<std::string> Store::ask(const std::vector<std::string>& arguments, const std::string& input, const std::vector<std::string>& env, int seconds) {
  const command::Ran ran = run(arguments, input, env, seconds);
  if (ran.fault.empty() && ran.exit == 0) return ran.output;
  const std::string why = ran.fault.empty() ? line_of(ran.errors) : ran.fault;
  return fail(fmt::format("'git {}' failed: {}", arguments[0], text::visible(why)));
}

std::string Store::remote() { return line_of(ask({"config", "--get", "remote.origin.url"}).value_or("")); }

std::string Store::branch() {
  const std::string told = line_of(ask({"config", "--get", "cordon.branch"}).value_or(""));
  return told.empty() ? "main" : told;
}

Result<std::string> Store::set_remote(const std::string& url) {
  auto told = ask({"ls-remote", "--symref", "--", url, "HEAD"}, "", {}, kNetworkSeconds);
  if (!told) return told;
  std::string branch = "main";
  constexpr std::string_view kRef = "ref: refs/heads/";
  if (told->starts_with(kRef)) branch = told->substr(kRef.size(), told->find_first_of("\t\n") - kRef.size());
  const std::string old = remote();
  if (!old.empty() && old != url) static_cast<void>(run({"update-ref", "-d", kBase}));  // agreed with another one
  for (const auto& [key, value] : std::map<std::string, std::string>{{"remote.origin.url", url}, {"cordon.branch", branch}}) {
    if (auto set = ask({"config", key, value}); !set) return set;
  }
  return branch;
}

Result<bool> Store::fetch() {
  const std::string here = "refs/remotes/origin/" + branch();
  auto listed = ask({"ls-remote", "--", remote(), "refs/heads/" + branch()}, "", {}, kNetworkSeconds);
  if (!listed) return tl::unexpected<Error>(listed.error());
  if (line_of(*listed).empty()) {
    static_cast<void>(run({"update-ref", "-d", here}));
    return false;
  }
  auto done = ask({"fetch", "-q", "--no-tags", "--no-write-fetch-head", "--", remote(), fmt::format("+refs/heads/{}:{}", branch(), here)}, "", {}, kNetworkSeconds);
  if (!done) return tl::unexpected<Error>(done.error());
  return true;
}

std::string Store::hash_of(const std::string& ref) { return line_of(ask({"rev-parse", "-q", "--verify", ref + "^{commit}"}).value_or("")); }

Result<Tree> Store::tree(const std::string& ref) {
  Tree out;
  if (hash_of(ref).empty()) return out;
  std::vector<std::string> arguments = {"ls-tree", "-r", "-z", "-l", ref, "--"};
  for (const Place& place : places()) arguments.emplace_back(place.path);
  auto listed = ask(arguments);
  if (!listed) return tl::unexpected<Error>(listed.error());
  for (const std::string_view entry : text::split(*listed, '\0')) {
    // "100644 blob 8baef1b4abc4      12\tsettings.json"
    const size_t tab = entry.find('\t');
    if (tab == std::string_view::npos) continue;
    const std::string path(entry.substr(tab + 1));
    const std::string_view mode = entry.substr(0, 6), hash = entry.substr(12, entry.find(' ', 12) - 12);
    std::string why = refusal_of_path(path);
    if (why.empty() && mode != "100644" && mode != "100755") why = "not a regular file";
    if (why.empty() && std::string(text::trim(entry.substr(tab - 8, 8))).size() > 6) why = "too large";
    if (!why.empty()) {
      out.ignored.push_back({path, 0, why});
      continue;
    }
    auto bytes = ask({"cat-file", "blob", std::string(hash)});
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    out.pieces[path] = Piece{std::move(*bytes), mode == "100755"};
  }
  return out;
}

Result<std::string> Store::commit(const Pieces& put, const std::vector<std::string>& removed, const std::string& parent, const std::string& message) {
  const std::string index = "GIT_INDEX_FILE=" + path::join(scratch_, "index");
  if (auto empty = ask({"read-tree", parent.empty() ? "--empty" : parent}, "", {index}); !empty) return empty;
  std::string entries;
  for (const auto& [path, piece] : put) {
    auto hash = ask({"hash-object", "-w", "--no-filters", "--stdin"}, piece.bytes);
    if (!hash) return hash;
    entries += fmt::format("{} {}\t{}", piece.executable ? "100755" : "100644", line_of(*hash), path) + '\0';
  }
  for (const std::string& path : removed) entries += fmt::format("0 {:040}\t{}", 0, path) + '\0';
  if (auto added = ask({"update-index", "-z", "--index-info"}, entries, {index}); !added) return added;
  auto tree = ask({"write-tree"}, "", {index});
  if (!tree) return tree;
  std::vector<std::string> arguments = {"commit-tree", line_of(*tree), "-m", message};
  if (!parent.empty()) arguments.insert(arguments.end(), {"-p", parent});
  auto commit = ask(arguments);
  if (!commit) return commit;
  return line_of(*commit);
}

Result<std::string> Store::push(const std::string& commit) {
  auto pushed = ask({"push", "-q", "--", remote(), fmt::format("{}:refs/heads/{}", commit, branch())}, "", {}, kNetworkSeconds);
  if (!pushed) return pushed;
  return ask({"update-ref", "refs/remotes/origin/" + branch(), commit});
}

Result<std::string> Store::set_base(const Pieces& pieces) {
  auto made = commit(pieces, {}, "", "as both sides agreed");
  if (!made) return made;
  return ask({"update-ref", kBase, *made});
}

}  // namespace cordon::sync
