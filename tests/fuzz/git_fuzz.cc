// SPDX-License-Identifier: Apache-2.0
// Any bytes as what git keeps on a disk (HEAD, packed-refs, a .git file, commondir, gitdir, the files of a rebase, a stub of
// reftable), as the status line's own cache and as a session's transcript: never a crash, and what comes out is of its kind.
//
// The input is cut into the files at bytes 0x1e; a file that is not given is absent.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "shared/base/text.h"
#include "shared/git/operation.h"
#include "shared/git/repository.h"
#include "statusline/git_counts.h"
#include "statusline/tool_runs.h"
#include "tests/hooks/fake_world.h"

using namespace cordon;

namespace {

constexpr const char* kFiles[] = {"/w/.git", "/g/HEAD", "/g/packed-refs", "/g/commondir", "/g/gitdir", "/g/rebase-merge/head-name",
                                  "/g/rebase-merge/msgnum", "/g/rebase-merge/end", "/g/config", "cache", "status", "transcript"};

class Disk : public test::FakeWorld {
 public:
  Disk() {
    variables["HOME"] = "/h";
    cwd = "/w";
    now = 1'800'000'000;
  }
};

void require(bool holds) {
  if (!holds) std::abort();
}

void check_cache(Disk& disk, const git::Repository& repository, const git::Head& head) {
  const auto place = statusline::counts_place(disk, repository, head);
  if (!place) return;
  disk.files[place->file] = disk.files["cache"];
  if (const auto kept = statusline::read_kept(disk, *place)) {
    statusline::is_due(*kept, disk.now_seconds());
    statusline::counts_to_show(disk, *place, *kept, disk.now_seconds());
    // What was read is written and read again as the same.
    require(statusline::write_kept(disk, *place, *kept));
    const auto again = statusline::read_kept(disk, *place);
    require(again && again->signature == kept->signature && again->upstream == kept->upstream && again->counts.has_value() == kept->counts.has_value());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Disk disk;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto pieces = text::split(text, '\x1e');
  for (size_t i = 0; i < std::size(kFiles) && i < pieces.size(); ++i) disk.files[kFiles[i]] = pieces[i];
  if (const auto repository = git::discover(disk, "/w/sub")) {
    require(repository->work_tree == "/w");
    require(repository->git_dir.empty() || repository->git_dir[0] == '/');
  }
  git::Repository repository{"/w", "/g", "/g", "/w", {}, false, false, false};
  const git::Head head = git::read_head(disk, repository, true);
  require(head.kind != git::HeadKind::kUnknown || head.name.empty());
  require(head.name.find('\n') == std::string::npos);
  const git::Operation operation = git::read_operation(disk, repository);
  require(operation.text().size() < 100 || !operation.name.empty());
  check_cache(disk, repository, head);
  statusline::StatusReader reader;
  const std::string status = disk.files["status"];
  for (size_t at = 0; at < status.size(); at += 7) reader.add(std::string_view(status).substr(at, 7));
  for (const auto& run : statusline::tool_runs(disk.files["transcript"])) require(run.time > 0 && run.tool.find('"') == std::string::npos);
  return 0;
}
