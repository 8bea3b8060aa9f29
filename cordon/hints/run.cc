// SPDX-License-Identifier: Apache-2.0
// cordon hints: what error-hint says after commands that the sandbox made fail.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <vector>

#include "cordon/hints/list.h"
#include "cordon/options.h"
#include "cordon/table.h"
#include "shared/base/io.h"
#include "shared/base/text.h"

namespace cordon::command {
namespace {

constexpr const char* kExamples =
    "examples\n"
    "  cordon hints                             every hint: what the model is told, what you are told\n"
    "  cordon hints --json                      with patterns, and examples that fire and that do not\n"
    "  npm install 2>&1 | cordon hints test -   which hint an output would give\n"
    "  cordon hints test build.log\n\n"
    "The hook error-hint gives each of them once a session, and only where a sandboxed command failed.\n\n"
    "exit: 0 told (test: a hint was found), 1 test: none, 2 wrong usage";

constexpr size_t kMostBytes = 64u << 20;

// A pipe may be named, too: `cordon hints test <(make 2>&1)`.
FileText text_of(const std::string& file) {
  if (file == "-") return read_all(STDIN_FILENO, kMostBytes);
  const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return tl::unexpected(ReadError{ReadFault::kUnreadable, errno});
  FileText text = read_all(fd, kMostBytes);
  close(fd);
  return text;
}

void print(std::FILE* to, std::string_view text) { std::fwrite(text.data(), 1, text.size(), to); }

int test(const std::string& file, bool as_json) {
  const FileText text = text_of(file);
  if (!text) {
    print(stderr, fmt::format("cordon hints: cannot read '{}': {}\n", text::visible(file), text.error().text()));
    return 2;
  }
  RealWorld world;
  const hints::Found found = hints::find_in(*text);
  print(stdout, as_json ? hints::found_json(found, world) : hints::found_text(found, world));
  return found.entry != nullptr ? 0 : 1;
}

}  // namespace

int run_hints(int argc, char** argv) {
  bool as_json = false;
  std::vector<std::string> words;
  CLI::App app{"what is said after commands that the sandbox made fail", "cordon hints"};
  app.footer(kExamples);
  app.add_flag("--json", as_json, "machine-readable");
  app.add_option("WORDS", words, "test FILE: what an output would give (- reads standard input)")->expected(0, 2);
  if (const auto ended = parse_options(app, argc, argv)) return *ended;
  if (words.empty()) {
    print(stdout, as_json ? hints::list_json() : hints::list_text());
    return 0;
  }
  if (words[0] != "test" || words.size() != 2) {
    print(stderr, "cordon hints: expected nothing, or: test FILE\n");
    return 2;
  }
  return test(words[1], as_json);
}

}  // namespace cordon::command
