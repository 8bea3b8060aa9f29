// SPDX-License-Identifier: Apache-2.0
#include "cordon/pins/order.h"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <random>
#include <string>
#include <vector>

using cordon::pins::Order;

namespace {

int sign(std::strong_ordering order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

struct Row {
  const char* name;
  const char* a;
  int want;
  const char* b;
};

void compare(Order order, const Row& row) {
  CAPTURE(row.name);
  CHECK(sign(cordon::pins::compare_versions(order, row.a, row.b)) == row.want);
  CHECK(sign(cordon::pins::compare_versions(order, row.b, row.a)) == -row.want);
}

// Bricks that versions are made of; the borders (tilde, letters, leading zeros, epochs, revisions) more often than not.
std::string made_version(std::mt19937& random) {
  const std::vector<std::string> bricks = {"0", "1", "9", "10", "01", "2", ".", ".", "~", "+", "a", "z", "rc1", "deb12u1", "~bpo12", "-1", "-0", "A", "00"};
  const auto pick = [&](size_t most) { return random() % most; };
  std::string out = pick(4) == 0 ? std::to_string(pick(3)) + ":" : "";
  out += std::to_string(pick(12));
  for (size_t left = pick(6); left > 0; --left) out += bricks[pick(bricks.size())];
  return out;
}

// The relation as dpkg sees it, many pairs in one shell.
std::vector<int> asked_of_dpkg(const std::vector<std::pair<std::string, std::string>>& pairs) {
  char file[] = "/tmp/cordon-pairs-XXXXXX";
  const int fd = mkstemp(file);
  REQUIRE(fd >= 0);
  std::FILE* script = fdopen(fd, "w");
  std::fputs("exec 2>/dev/null\nwhile read -r a b; do if dpkg --compare-versions $a lt $b; then echo -1; elif dpkg --compare-versions $a eq $b; then echo 0; else echo 1; fi; done <<'X'\n", script);
  for (const auto& [a, b] : pairs) std::fprintf(script, "%s %s\n", a.c_str(), b.c_str());
  std::fputs("X\n", script);
  std::fclose(script);
  std::FILE* pipe = popen((std::string("sh ") + file).c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::vector<int> out;
  int number = 0;
  while (std::fscanf(pipe, "%d", &number) == 1) out.push_back(number);
  pclose(pipe);
  unlink(file);
  return out;
}

}  // namespace

TEST_CASE("Debian's order") {
  const Row rows[] = {
      {"numbers, not texts", "1.10", 1, "1.9"},
      {"epoch beats all", "1:1.0", 1, "2.0"},
      {"no epoch is epoch 0", "0:1.0", 0, "1.0"},
      {"tilde before the end", "1.0~rc1", -1, "1.0"},
      {"tilde before tilde", "1.0~~", -1, "1.0~"},
      {"revision", "0.8.0-2", -1, "0.8.0-2+deb12u1"},
      {"backport below its original", "0.8.0-2~bpo11+1", -1, "0.8.0-2"},
      {"no revision is revision 0", "1.0", 0, "1.0-0"},
      {"leading zeros", "1.01", 0, "1.1"},
      {"letters before other characters", "1.0a", -1, "1.0+"},
      {"the last dash starts the revision", "1.0-1-2", 1, "1.0-1-1"},
      {"numbers longer than any integer", "1.99999999999999999999999", 1, "1.99999999999999999999998"},
  };
  for (const Row& row : rows) compare(Order::kDebian, row);
}

TEST_CASE("the order of semantic versions") {
  const Row rows[] = {
      {"numbers, not texts", "2.1.332", 1, "2.1.99"},
      {"a pre-release is older", "1.0.0-rc.1", -1, "1.0.0"},
      {"the specification's chain 1", "1.0.0-alpha", -1, "1.0.0-alpha.1"},
      {"the specification's chain 2", "1.0.0-alpha.1", -1, "1.0.0-alpha.beta"},
      {"the specification's chain 3", "1.0.0-alpha.beta", -1, "1.0.0-beta"},
      {"the specification's chain 4", "1.0.0-beta.2", -1, "1.0.0-beta.11"},
      {"the specification's chain 5", "1.0.0-beta.11", -1, "1.0.0-rc.1"},
      {"what it was built from does not count", "1.0.0+a", 0, "1.0.0+b"},
      {"a leading v", "v1.2.3", 0, "1.2.3"},
      {"fewer fields", "2.1", -1, "2.1.0"},
  };
  for (const Row& row : rows) compare(Order::kSemver, row);
}

TEST_CASE("a pin without epoch or revision says nothing about them") {
  struct {
    const char *version, *pin;
    int want;
  } const rows[] = {{"1:2.39.5-0+deb12u3", "2.39.5", 0}, {"1:2.30.2-1", "2.39.0", -1}, {"0.8.0-2+deb12u1", "0.8.0", 0}, {"0.8.0-1", "0.8.0-2", -1}, {"1:1.0", "0:2.0", 1}};
  for (const auto& row : rows) {
    CAPTURE(row.version);
    CHECK(sign(cordon::pins::compare_to_pin(Order::kDebian, row.version, row.pin)) == row.want);
  }
}

TEST_CASE("pre-releases, and what only looks like one") {
  struct {
    Order order;
    const char* version;
    bool want;
  } const rows[] = {
      {Order::kDebian, "1.8.0~rc1-1", true},      {Order::kDebian, "1:2.40.0~rc0-1", true}, {Order::kDebian, "1.8.0rc1", true},
      {Order::kDebian, "2.0beta2-1", true},       {Order::kDebian, "1.0+git20230101-1", true}, {Order::kSemver, "2.2.0-beta.1", true},
      {Order::kDebian, "0.8.0-2~bpo11+1", false}, {Order::kDebian, "12.4~deb12u1", false},  {Order::kDebian, "2.1~dfsg-3", false},
      {Order::kDebian, "1.1.1b-1", false},        {Order::kDebian, "1.0-1+rc1", false},      {Order::kDebian, "3.0prefix-1", false},
      {Order::kDebian, "2.50.0-rc0", true},       {Order::kDebian, "0.9.0-beta1+deb12u1", true}, {Order::kDebian, "2.50.0-rc0-1", true},
      {Order::kDebian, "2.50.0-0ubuntu1", false}, {Order::kDebian, "1.0-r3", false},
      {Order::kSemver, "2.1.332", false},         {Order::kSemver, "2.1.332+build-rc1", false}, {Order::kSemver, "v1.0.0", false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.version);
    CHECK(cordon::pins::is_prerelease(row.order, row.version) == row.want);
  }
}

TEST_CASE("1000 made-up pairs are ordered as dpkg orders them" * doctest::skip(access("/usr/bin/dpkg", X_OK) != 0)) {
  std::mt19937 random(20261130);
  std::vector<std::pair<std::string, std::string>> pairs;
  for (int i = 0; i < 1000; ++i) {
    const std::string a = made_version(random);
    pairs.emplace_back(a, i % 4 == 0 ? a + (i % 8 == 0 ? "~" : ".0") : made_version(random));
  }
  const std::vector<int> want = asked_of_dpkg(pairs);
  REQUIRE(want.size() == pairs.size());
  for (size_t i = 0; i < pairs.size(); ++i) {
    CAPTURE(pairs[i].first);
    CAPTURE(pairs[i].second);
    CHECK(sign(cordon::pins::compare_versions(Order::kDebian, pairs[i].first, pairs[i].second)) == want[i]);
  }
}
