// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cordon/install_diff.h"
#include "cordon/install_hash.h"
#include "cordon/table.h"

namespace {

using namespace cordon::command;

TEST_CASE("sha256: the vectors of FIPS 180-4, and the lengths around a block") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK(sha256(std::string(55, 'a')) == "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  CHECK(sha256(std::string(64, 'a')) == "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

TEST_CASE("unified diff") {
  CHECK(unified_diff("a\n", "a\n", "f") == "");
  CHECK(unified_diff("", "a\nb\n", "f") == "--- f\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  CHECK(unified_diff("a\nb\nc\n", "a\nx\nc\n", "f") == "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
  CHECK(unified_diff("a", "a\n", "f") == "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
  CHECK(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n", "f") ==
        "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
}

TEST_CASE("two far changes are two hunks") {
  std::string a, b;
  for (int i = 0; i < 30; ++i) a += std::to_string(i) + "\n", b += (i == 2 || i == 27 ? "x" : std::to_string(i)) + "\n";
  const std::string diff = unified_diff(a, b, "f");
  CHECK(diff.find("@@ -1,6 +1,6 @@") != std::string::npos);
  CHECK(diff.find("@@ -25,6 +25,6 @@") != std::string::npos);
}

TEST_CASE("hidden characters of a settings file do not reach the terminal raw") {
  CHECK(unified_diff("", "\x1b[31m\n", "f").find('\x1b') == std::string::npos);
}

TEST_CASE("the table: names and help a person can read") {
  for (const Subcommand& command : subcommands()) {
    CHECK_FALSE(command.help.empty());
    CHECK_FALSE(command.help.ends_with('.'));
    CHECK(bool(command.run != nullptr));
  }
}

}  // namespace
