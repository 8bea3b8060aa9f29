// SPDX-License-Identifier: Apache-2.0
// Prints what the shell library makes of texts, for the corpus and execution tests.
//   shell-dump tree            one text on stdin -> its dump and diagnostics
//   shell-dump walk            one text on stdin -> invocations, redirections, opaque places, one a line
//   shell-dump batch           NUL-separated file names on stdin -> per file "FILE\0ok|error\0"; SHELL_EXTGLOB=1 switches extglob on
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "shared/shell/dump.h"
#include "shared/shell/parser.h"
#include "shared/shell/walk.h"
#include "tests/shell/walk_dump.h"

namespace {

using cordon::shell::Tree;

std::string read_all(std::FILE* file) {
  std::string text;
  char buffer[65536];
  std::size_t n = 0;
  while ((n = std::fread(buffer, 1, sizeof buffer, file)) > 0) text.append(buffer, n);
  return text;
}

cordon::shell::ParseOptions parse_options() {
  cordon::shell::ParseOptions options;
  options.extglob = std::getenv("SHELL_EXTGLOB") != nullptr;
  return options;
}

int tree() {
  const std::string text = read_all(stdin);
  const Tree tree = cordon::shell::parse(text, parse_options());
  std::puts(cordon::shell::dump(tree).c_str());
  for (const auto& d : tree.diagnostics) std::printf("%u:%u: %s%s\n", d.line, d.column, d.warning ? "warning: " : "", d.message.c_str());
  return tree.ok() ? 0 : 1;
}

int walk() {
  const std::string text = read_all(stdin);
  cordon::shell::WalkOptions options;
  if (const char* home = std::getenv("WALK_HOME")) options.home = home;
  if (const char* cwd = std::getenv("WALK_CWD")) options.start_dir = cwd;
  std::fputs(cordon::shell::dump_walk(cordon::shell::walk(text, options)).c_str(), stdout);
  return 0;
}

int batch() {
  const std::string names = read_all(stdin);
  for (std::size_t at = 0; at < names.size();) {
    const char* name = names.c_str() + at;
    at += std::string_view(name).size() + 1;
    std::FILE* file = std::fopen(name, "rb");
    if (file == nullptr) continue;
    const std::string text = read_all(file);
    std::fclose(file);
    const Tree tree = cordon::shell::parse(text, parse_options());
    std::string message = "ok";
    for (const auto& d : tree.diagnostics) {
      if (!d.warning) message = std::to_string(d.line) + ":" + std::to_string(d.column) + ": " + d.message;
    }
    std::printf("%s%c%s%c", name, '\0', message.c_str(), '\0');
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "tree";
  if (mode == "tree") return tree();
  if (mode == "walk") return walk();
  if (mode == "batch") return batch();
  std::fputs("usage: shell-dump tree|walk|batch\n", stderr);
  return 2;
}
