// SPDX-License-Identifier: Apache-2.0
#include "cordon/pins/releases.h"

#include <fmt/format.h>

#include <algorithm>

#include "cordon/pins/dates.h"
#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::pins {
namespace {

Result<Release> release_of(const json::Document& document, const json::Value& value, const std::string& file) {
  const auto stop = [&](const json::Value& at, std::string_view message) {
    const Position place = document.position(at);
    return fail(std::string(message), file, place.line, place.column);
  };
  if (!value.is(json::Type::kObject)) return stop(value, "expected object with version and released");
  Release out;
  const json::Value *version = value.find("version"), *released = value.find("released"), *withdrawn = value.find("withdrawn");
  if (version == nullptr || !version->is(json::Type::kString) || !is_version(version->string)) return stop(version != nullptr ? *version : value, "expected a version for 'version'");
  out.version = version->string;
  if (released == nullptr || !released->is(json::Type::kString)) return stop(value, "expected a date for 'released'");
  out.released = seconds_of(released->string);
  if (!out.released) return stop(*released, "expected a date such as \"2026-11-02\" for 'released'");
  if (withdrawn != nullptr && !withdrawn->is(json::Type::kBool)) return stop(*withdrawn, "expected boolean for 'withdrawn'");
  out.withdrawn = withdrawn != nullptr && withdrawn->boolean;
  return out;
}

// For a floor what is installed counts too: who has more than the floor wants to hear of more than that.
bool is_newer(const Pin& pin, const Base& base, std::string_view version) {
  const auto to_pin = compare_to_pin(pin.order, version, pin.wanted());
  if (!pin.version.empty() || (base.package.empty() && base.program.empty())) return to_pin > 0;
  if (to_pin < 0) return false;
  return base.package.empty() ? compare_to_pin(pin.order, version, base.program) > 0 : compare_versions(pin.order, version, base.package) > 0;
}

}  // namespace

Proposal propose(const Pin& pin, const Base& base, const std::vector<Release>& releases, int64_t now) {
  Proposal out;
  for (const Release& release : releases) {
    if (!is_version(release.version) || !is_newer(pin, base, release.version)) continue;
    if (release.withdrawn) {
      ++out.withdrawn;
    } else if (is_prerelease(pin.order, release.version)) {
      ++out.prereleases;
    } else {
      const bool aged = release.released && now - *release.released >= pin.cooldown_days * kDay;
      (aged ? out.aged : out.young).push_back(release);
    }
  }
  const auto newer = [&](const Release& a, const Release& b) { return compare_versions(pin.order, a.version, b.version) > 0; };
  std::stable_sort(out.aged.begin(), out.aged.end(), newer);
  std::stable_sort(out.young.begin(), out.young.end(), newer);
  std::erase_if(out.young, [&](const Release& release) { return !out.aged.empty() && !newer(release, out.aged.front()); });
  return out;
}

Result<Feed> parse_feed(std::string text, const std::string& file) {
  auto document = json::parse(std::move(text));
  if (!document) return fail(document.error().message, file, document.error().line, document.error().column);
  const auto stop = [&](const json::Value& at, std::string message) {
    const Position place = document->position(at);
    return fail(std::move(message), file, place.line, place.column);
  };
  if (!document->root.is(json::Type::kObject)) return stop(document->root, "expected object: tool -> list of releases");
  Feed feed;
  for (const json::Value& tool : document->root.items) {
    if (!tool.is(json::Type::kArray)) return stop(tool, fmt::format("expected list of releases for '{}'", text::shown(tool.key, 100)));
    std::vector<Release> releases;
    for (const json::Value& item : tool.items) {
      auto release = release_of(*document, item, file);
      if (!release) return tl::unexpected<Error>(release.error());
      releases.push_back(std::move(*release));
    }
    feed.tools.emplace_back(tool.key, std::move(releases));
  }
  return feed;
}

}  // namespace cordon::pins
