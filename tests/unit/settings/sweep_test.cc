// SPDX-License-Identifier: Apache-2.0
// Every value the sweep planted on the real runtime: the library drops the file exactly when the runtime did. Not followed, and
// bounded here: what the runtime checks beyond its schema inside plugin marketplaces (names, hashes, sources it does not
// support), credentials that have to fit each other, and the empty text where a list of servers is meant.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "shared/json/json.h"
#include "shared/settings/validity.h"

namespace cordon::test {
namespace {

using Json = nlohmann::json;

Json fill(const Json& document, const Json& value) {
  if (document.is_string() && document == "@") return value;
  if (!document.is_structured()) return document;
  Json out = document.is_array() ? Json::array() : Json::object();
  for (auto member = document.begin(); member != document.end(); ++member) {
    if (document.is_array()) {
      out.push_back(fill(*member, value));
    } else {
      out[member.key()] = fill(*member, value);
    }
  }
  return out;
}

struct Count {
  size_t values = 0, wrong = 0, not_followed = 0;
};

bool is_followed(const std::string& path) {
  for (const char* part : {"Marketplaces", "awsPairs", "McpjsonServers"}) {
    if (path.find(part) != std::string::npos) return false;
  }
  return true;
}

void check(const Json& row, const char* list, bool drops, const std::string& version, Count& count) {
  if (!row.contains(list)) return;
  for (const Json& value : row[list]) {
    const std::string text = fill(row["document"], value).dump();
    const auto document = json::parse(text);
    REQUIRE(document);
    const auto faults = settings::find_faults(document->root, version);
    count.values++;
    if (faults.empty() != drops) continue;
    if (!is_followed(row["path"])) {
      count.not_followed++;
      continue;
    }
    count.wrong++;
    MESSAGE(version << (drops ? " drops " : " takes ") << text << (faults.empty() ? "" : "; we say " + faults[0].message));
  }
}

TEST_CASE("every value of the sweep") {
  size_t versions = 0;
  for (const auto& folder : std::filesystem::directory_iterator(CORDON_SOURCE_DIR "/schemas/runtime")) {
    std::ifstream in(folder.path() / "settings-validity.json");
    if (!in.good()) continue;
    const Json data = Json::parse(in);
    const Json rows = data.value("rows", Json::array());
    Count count;
    for (const Json& row : rows) {
      const std::string version = data["runtime"];
      check(row, "counts", false, version, count);
      check(row, "changed", false, version, count);
      check(row, "drops", true, version, count);
    }
    versions++;
    MESSAGE(data["runtime"].get<std::string>() << ": " << count.values << " values, not followed: " << count.not_followed);
    CHECK(count.wrong == 0);
    CHECK(count.not_followed <= 100);
  }
  CHECK(versions >= 2);
}

}  // namespace
}  // namespace cordon::test
