// SPDX-License-Identifier: Apache-2.0
#include "cordon/sync/plan.h"

#include <doctest/doctest.h>

#include <string>

#include "cordon/sync/remote.h"

using namespace cordon;
using sync::Pieces;

namespace {

Pieces with(const char* text) { return *text == 0 ? Pieces{} : Pieces{{"CLAUDE.md", {text, false}}}; }

std::string shown(const std::vector<sync::Change>& changes) {
  std::string out;
  for (const sync::Change& change : changes) {
    out += change.move == sync::Move::kPull ? "pull" : change.move == sync::Move::kPush ? "push" : "conflict";
    out += change.removed ? " removal" : "";
  }
  return out;
}

}  // namespace

TEST_CASE("one file, three states") {
  struct Row {
    const char *name, *base, *here, *there, *want;
  };
  const Row rows[] = {
      {"nothing anywhere", "", "", "", ""},
      {"the same", "a", "a", "a", ""},
      {"both did the same", "a", "b", "b", ""},
      {"both removed it", "a", "", "", ""},
      {"both made the same", "", "a", "a", ""},
      {"changed here", "a", "b", "a", "push"},
      {"changed there", "a", "a", "b", "pull"},
      {"made here", "", "a", "", "push"},
      {"made there", "", "", "a", "pull"},
      {"removed here", "a", "", "a", "push removal"},
      {"removed there", "a", "a", "", "pull removal"},
      {"changed on both", "a", "b", "c", "conflict"},
      {"made on both, differently", "", "a", "b", "conflict"},
      {"removed here, changed there", "a", "", "b", "conflict removal"},
      {"changed here, removed there", "a", "b", "", "conflict"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(shown(sync::plan(with(row.base), with(row.here), with(row.there), {}, {})) == row.want);
    CHECK(shown(sync::plan(with(row.base), with(row.here), with(row.there), {}, {"CLAUDE.md"})) == "");
  }
}

TEST_CASE("a decision turns a conflict, and nothing else") {
  const auto decided = [](const char* base, const char* here, const char* there, sync::Choice choice) {
    return shown(sync::plan(with(base), with(here), with(there), choice, {}));
  };
  CHECK(decided("a", "b", "c", {{"CLAUDE.md"}, {}}) == "push");
  CHECK(decided("a", "b", "c", {{}, {"CLAUDE.md"}}) == "pull");
  CHECK(decided("a", "b", "", {{}, {"CLAUDE.md"}}) == "pull removal");
  CHECK(decided("a", "b", "c", {{"other"}, {}}) == "conflict");
  CHECK(decided("a", "a", "b", {{"CLAUDE.md"}, {}}) == "pull");
}

TEST_CASE("the executable bit is part of a file") {
  Pieces plain = with("a"), executable = with("a");
  executable["CLAUDE.md"].executable = true;
  CHECK(shown(sync::plan(plain, executable, plain, {}, {})) == "push");
}

TEST_CASE("which address is asked without credentials") {
  struct Row {
    const char *url, *want;
  };
  const Row rows[] = {
      {"https://host/me/x.git", "https://host/me/x.git"},
      {"https://me@host/x.git", "https://host/x.git"},
      {"https://host:8443/x", "https://host:8443/x"},
      {"HTTP://host/x", "http://host/x"},
      {"git@host:me/x.git", "https://host/me/x.git"},
      {"host:x.git", "https://host/x.git"},
      {"git@host:/srv/x.git", "https://host/srv/x.git"},
      {"ssh://git@host:2222/me/x.git", "https://host/me/x.git"},
      {"git://host/x", "git://host/x"},
      {"/srv/x.git", ""},
      {"../x.git", ""},
      {"./a:b", ""},
      {"file:///srv/x.git", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.url);
    CHECK(sync::anonymous_address(row.url) == row.want);
  }
}

TEST_CASE("addresses that are not taken") {
  for (const char* url : {"", "-x", "ext::sh -c id", "fd::17", "https://me:pw@host/x", "a\nb"}) CHECK(sync::refusal_of_address(url) != "");
  for (const char* url : {"https://me@host/x", "git@host:me/x.git", "/srv/x.git", "ssh://git@host:22/x", "https://[::1]:8443/x", "https://host:8443/x"}) {
    CAPTURE(url);
    CHECK(sync::refusal_of_address(url) == "");
  }
}

TEST_CASE("paths that are carried, and those that are not") {
  for (const char* path : {"settings.json", "CLAUDE.md", "agents/a.md", "skills/x/y/z.py", "hooks/check.sh", "commands/keys.md"}) {
    CAPTURE(path);
    CHECK(sync::refusal_of_path(path) == "");
  }
  for (const char* path : {"settings.local.json", ".credentials.json", "projects/x.jsonl", "history.jsonl", "agents/../.credentials.json", "/settings.json", "agents/", "agents",
                           "agents//x", "hooks/.env", "hooks/.git/config", "skills/x/id_rsa", "Settings.json", "settings.json/x", "agents/a\nb", "cordon/bin/cordon", "plugins/x"}) {
    CAPTURE(path);
    CHECK(sync::refusal_of_path(path) != "");
  }
}
