// SPDX-License-Identifier: Apache-2.0
// Every row of catalogue.toml: `fires` gives its entry's hint, `quiet` does not give that one; none of the other rows' surprises.
#include "hooks/error-hint/catalogue.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "hooks/error-hint/examples.h"
#include "shared/base/text.h"
#include "shared/match/pattern.h"
#include "tests/hooks/error-hint/payloads.h"

using namespace cordon;
using namespace cordon::error_hint;

namespace {

std::string answer_to(const Example& example) {
  test::FakeWorld world;
  if (!example.exists.empty()) world.files[std::string(example.exists)] = "";
  return test::judge({std::string(example.command), std::string(example.output), example.failed, std::string(example.stderr_text)}, world).rule;
}

bool only_on_macos(const Entry& entry) { return entry.system == System::kMacos; }

}  // namespace

TEST_CASE("every row of the catalogue") {
  size_t fires = 0, quiet = 0;
  for (const Example& example : examples()) {
    const Entry& entry = entries()[example.entry];
    if (only_on_macos(entry)) continue;
    CAPTURE(example.command);
    CAPTURE(example.output);
    if (example.fires) {
      ++fires;
      CHECK_EQ(answer_to(example), entry.id);
    } else {
      ++quiet;
      CHECK_MESSAGE(answer_to(example).empty(), entry.id << " answered by " << answer_to(example));
    }
  }
  CHECK_GE(quiet * 2, fires + quiet);
  CHECK_GT(fires, 60);
}

TEST_CASE("rows of macOS by their signatures") {
  size_t rows = 0;
  for (const Example& example : examples()) {
    const Entry& entry = entries()[example.entry];
    if (!only_on_macos(entry) || !example.fires) continue;
    ++rows;
    bool matched = false;
    for (const std::string_view line : text::split(example.output, '\n')) {
      for (const std::string_view source : entry.patterns) matched = matched || match::Pattern::compile(source)->find(line, nullptr);
    }
    CHECK_MESSAGE(matched, example.output);
  }
  CHECK_GE(rows, 4);
}

TEST_CASE("entries are whole") {
  std::set<std::string_view> with_rows[2];
  for (const Example& example : examples()) with_rows[example.fires ? 1 : 0].insert(entries()[example.entry].id);
  for (const Entry& entry : entries()) {
    CAPTURE(entry.id);
    CHECK(with_rows[0].count(entry.id) == 1);
    CHECK(with_rows[1].count(entry.id) == 1);
    for (const std::string_view source : entry.patterns) CHECK_MESSAGE(match::Pattern::compile(source).has_value(), source);
    const bool told = entry.source.find("measured") != std::string_view::npos || entry.source.find("not provoked here") != std::string_view::npos;
    CHECK(told);
    CHECK(text::is_ascii(entry.hint));
    CHECK(entry.hint.size() < 700);
    // A subject is only known where a pattern has a group.
    const bool names_it = entry.hint.find("{subject}") != std::string_view::npos || entry.remedy.find("{allow}") != std::string_view::npos;
    const bool has_group = std::any_of(entry.patterns.begin(), entry.patterns.end(), [](std::string_view p) {
      for (size_t at = p.find('('); at != std::string_view::npos; at = p.find('(', at + 1)) {
        if ((at == 0 || p[at - 1] != '\\') && at + 1 < p.size() && p[at + 1] != '?') return true;
      }
      return false;
    });
    if (names_it) CHECK(has_group);
  }
}

TEST_CASE("every kind of failure the project names has an entry") {
  for (const std::string_view id : {"git-device-files", "git-config-lock", "read-only", "home-read-only", "tmp-read-only", "host-denied", "host-not-allowed", "proxy-refusal",
                                    "local-port", "local-bind-macos", "ssh-agent", "gpg-agent", "docker-socket", "podman", "nested-namespace", "backend-apparmor",
                                    "backend-missing", "cache-npm", "cache-pip", "cache-cargo", "cache-go-build", "cache-maven", "cache-gradle", "cache-yarn", "cache-pnpm",
                                    "seatbelt-file", "seatbelt-nested", "seatbelt-write"}) {
    CHECK_MESSAGE(std::any_of(entries().begin(), entries().end(), [&](const Entry& entry) { return entry.id == id; }), id);
  }
}
