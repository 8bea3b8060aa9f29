// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/fix.h"

#include <algorithm>

#include "cordon/install_diff.h"
#include "cordon/install_files.h"
#include "shared/base/path.h"

namespace cordon::doctor {
namespace {

Result<std::string> write(const command::FileState& file, const std::string& bytes) {
  std::string backup;
  if (file.exists) {
    auto copied = command::back_up(file);
    if (!copied) return copied;
    backup = std::move(*copied);
  }
  if (auto written = command::write_state(file, bytes); !written) return tl::unexpected<Error>(written.error());
  return backup;
}

// `planned` is the file's text after the fixes before this one, for a dry run.
Applied apply(const Fix& fix, bool dry_run, std::string* planned) {
  Applied out{fix.path, fix.what, "", "", "", false};
  const auto stop = [&](const Error& error) {
    out.fault = error.text();
    return out;
  };
  command::FolderLock lock;
  if (!dry_run) {
    const std::string folder(path::parent(fix.path));
    if (auto made = command::make_folders(folder, 0755); !made) return stop(made.error());
    auto taken = command::FolderLock::take(folder);
    if (!taken) return stop(taken.error());
    lock = std::move(*taken);
  }
  auto file = command::read_state(fix.path);
  if (!file) return stop(file.error());
  const std::string before = planned != nullptr && !planned->empty() ? *planned : file->bytes;
  auto after = fix.edit(before);
  if (!after) return stop(after.error());
  if (*after == before) return out;
  out.diff = command::unified_diff(before, *after, fix.path);
  if (planned != nullptr) *planned = *after;
  if (dry_run) return out;
  auto backup = write(*file, *after);
  if (!backup) return stop(backup.error());
  out.backup = *backup;
  out.written = true;
  return out;
}

}  // namespace

std::vector<Applied> apply_fixes(const std::vector<Outcome>& outcomes, bool dry_run) {
  std::vector<Applied> out;
  std::vector<std::pair<std::string, std::string>> planned;  // path, text
  for (const Outcome& outcome : outcomes) {
    for (const Finding& finding : outcome.findings) {
      if (!finding.fix) continue;
      const bool done = std::any_of(out.begin(), out.end(), [&](const Applied& fix) { return fix.path == finding.fix->path && fix.what == finding.fix->what; });
      if (done) continue;
      auto place = std::find_if(planned.begin(), planned.end(), [&](const auto& each) { return each.first == finding.fix->path; });
      if (dry_run && place == planned.end()) place = planned.insert(planned.end(), {finding.fix->path, ""});
      out.push_back(apply(*finding.fix, dry_run, dry_run ? &place->second : nullptr));
    }
  }
  std::erase_if(out, [](const Applied& fix) { return fix.diff.empty() && fix.fault.empty(); });
  return out;
}

}  // namespace cordon::doctor
