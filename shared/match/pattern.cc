// SPDX-License-Identifier: Apache-2.0
#include "shared/match/pattern.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cordon::match {
namespace {

constexpr size_t kMostGroups = 4;

re2::RE2::Options quiet() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  return options;
}

}  // namespace

struct Pattern::Compiled {
  re2::RE2 re;
};

Pattern::Pattern(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

Result<Pattern> Pattern::compile(std::string_view pattern) {
  auto compiled = std::unique_ptr<Compiled>(new Compiled{re2::RE2(re2::StringPiece(pattern.data(), pattern.size()), quiet())});
  if (!compiled->re.ok()) return fail(compiled->re.error());
  return Pattern(std::move(compiled));
}

bool Pattern::find(std::string_view text, std::string* subject) const {
  std::array<re2::StringPiece, kMostGroups + 1> groups;
  const int wanted = subject == nullptr ? 0 : 1 + std::min<int>(compiled_->re.NumberOfCapturingGroups(), kMostGroups);
  const re2::StringPiece in(text.data(), text.size());
  if (!compiled_->re.Match(in, 0, text.size(), re2::RE2::UNANCHORED, groups.data(), wanted)) return false;
  if (subject == nullptr) return true;
  subject->clear();
  for (int i = 1; i < wanted; ++i) {
    const re2::StringPiece& group = groups[static_cast<size_t>(i)];
    if (group.data() == nullptr) continue;
    subject->assign(group.data(), group.size());
    break;
  }
  return true;
}

}  // namespace cordon::match
