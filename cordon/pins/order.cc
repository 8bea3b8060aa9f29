// SPDX-License-Identifier: Apache-2.0
#include "cordon/pins/order.h"

#include <algorithm>
#include <array>

namespace cordon::pins {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// deb-version(7): a tilde sorts before the end, letters before all other characters.
int weight(std::string_view s, size_t at) {
  if (at >= s.size() || is_digit(s[at])) return 0;
  if (s[at] == '~') return -1;
  return is_letter(s[at]) ? s[at] : static_cast<unsigned char>(s[at]) + 256;
}

// Numbers of any length, as text.
std::strong_ordering compare_numbers(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  if (a.size() != b.size()) return a.size() <=> b.size();
  return a.compare(b) <=> 0;
}

std::string_view take_number(std::string_view& s) {
  size_t end = 0;
  while (end < s.size() && is_digit(s[end])) ++end;
  const std::string_view number = s.substr(0, end);
  s.remove_prefix(end);
  return number;
}

// Runs of other characters and runs of digits, in turn.
std::strong_ordering compare_part(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    size_t at = 0;
    for (; (at < a.size() && !is_digit(a[at])) || (at < b.size() && !is_digit(b[at])); ++at) {
      const auto order = weight(a, at) <=> weight(b, at);
      if (order != std::strong_ordering::equal) return order;
    }
    a.remove_prefix(std::min(at, a.size()));
    b.remove_prefix(std::min(at, b.size()));
    const auto order = compare_numbers(take_number(a), take_number(b));
    if (order != std::strong_ordering::equal) return order;
  }
  return std::strong_ordering::equal;
}

struct Debian {
  std::string_view epoch, upstream, revision;
  bool has_epoch = false, has_revision = false;
};
Debian debian_of(std::string_view version) {
  Debian out;
  if (const size_t colon = version.find(':'); colon != std::string_view::npos) {
    out.has_epoch = true;
    out.epoch = version.substr(0, colon);
    version.remove_prefix(colon + 1);
  }
  const size_t dash = version.rfind('-');
  out.has_revision = dash != std::string_view::npos;
  out.upstream = version.substr(0, dash);
  if (out.has_revision) out.revision = version.substr(dash + 1);
  return out;
}

struct Semver {
  std::string_view core, prerelease;
};
Semver semver_of(std::string_view version) {
  if (!version.empty() && (version[0] == 'v' || version[0] == 'V')) version.remove_prefix(1);
  version = version.substr(0, version.find('+'));
  const size_t dash = version.find('-');
  return {version.substr(0, dash), dash == std::string_view::npos ? std::string_view() : version.substr(dash + 1)};
}

std::string_view take_field(std::string_view& s) {
  const size_t dot = s.find('.');
  const std::string_view field = s.substr(0, dot);
  s = dot == std::string_view::npos ? std::string_view() : s.substr(dot + 1);
  return field;
}

bool all_digits(std::string_view s) { return !s.empty() && std::all_of(s.begin(), s.end(), is_digit); }

std::strong_ordering compare_field(std::string_view a, std::string_view b) {
  const bool number_a = all_digits(a), number_b = all_digits(b);
  if (number_a && number_b) return compare_numbers(a, b);
  if (number_a != number_b) return number_a ? std::strong_ordering::less : std::strong_ordering::greater;
  return a.compare(b) <=> 0;
}

// Fields separated by dots; whoever runs out first is the smaller one.
std::strong_ordering compare_fields(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const auto order = compare_field(take_field(a), take_field(b));
    if (order != std::strong_ordering::equal) return order;
  }
  return !a.empty() <=> !b.empty();
}

std::strong_ordering compare_debian(const Debian& a, const Debian& b, bool epochs, bool revisions) {
  auto order = epochs ? compare_part(a.epoch.empty() ? "0" : a.epoch, b.epoch.empty() ? "0" : b.epoch) : std::strong_ordering::equal;
  if (order == std::strong_ordering::equal) order = compare_part(a.upstream, b.upstream);
  return order == std::strong_ordering::equal && revisions ? compare_part(a.revision, b.revision) : order;
}

// "1.8.0rc1", "2.0beta": the word stands after a digit or a separator, and a digit, a separator or the end follows.
bool has_word(std::string_view s, std::string_view word) {
  for (size_t at = s.find(word); at != std::string_view::npos; at = s.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_letter(s[at - 1])) && (end == s.size() || !is_letter(s[end]))) return true;
  }
  return false;
}

// "a" and "b" alone are releases elsewhere (openssl 1.1.1b).
constexpr std::array<std::string_view, 10> kUnfinished = {"alpha", "beta", "rc", "pre", "dev", "git", "svn", "hg", "snapshot", "nightly"};
bool names_unfinished(std::string_view s) {
  return std::any_of(kUnfinished.begin(), kUnfinished.end(), [&](std::string_view word) { return has_word(s, word); });
}

bool is_distribution_suffix(std::string_view after_tilde) {
  for (const std::string_view word : {"deb", "bpo", "ubuntu", "dfsg", "ds"}) {
    if (after_tilde.starts_with(word)) return true;
  }
  return false;
}

}  // namespace

std::strong_ordering compare_versions(Order order, std::string_view a, std::string_view b) {
  if (order == Order::kDebian) return compare_debian(debian_of(a), debian_of(b), true, true);
  const Semver left = semver_of(a), right = semver_of(b);
  const auto core = compare_fields(left.core, right.core);
  if (core != std::strong_ordering::equal) return core;
  if (left.prerelease.empty() != right.prerelease.empty()) return left.prerelease.empty() <=> right.prerelease.empty();
  return compare_fields(left.prerelease, right.prerelease);
}

std::strong_ordering compare_to_pin(Order order, std::string_view version, std::string_view pin) {
  if (order == Order::kSemver) return compare_versions(order, version, pin);
  const Debian wanted = debian_of(pin);
  return compare_debian(debian_of(version), wanted, wanted.has_epoch, wanted.has_revision);
}

bool is_prerelease(Order order, std::string_view version) {
  if (order == Order::kSemver) return !semver_of(version).prerelease.empty();
  const auto [epoch, upstream, revision, has_epoch, has_revision] = debian_of(version);
  // Debian's revisions begin with a digit: what else follows a dash is upstream's own, 2.50.0-rc0.
  if (!revision.empty() && !is_digit(revision[0]) && names_unfinished(revision)) return true;
  for (size_t at = upstream.find('~'); at != std::string_view::npos; at = upstream.find('~', at + 1)) {
    if (!is_distribution_suffix(upstream.substr(at + 1))) return true;
  }
  return names_unfinished(upstream);
}

bool is_version(std::string_view text) {
  if (text.empty() || text.size() > 128 || std::none_of(text.begin(), text.end(), is_digit)) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || is_letter(c) || std::string_view(".+-~:_").find(c) != std::string_view::npos; });
}

}  // namespace cordon::pins
