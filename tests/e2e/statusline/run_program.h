// SPDX-License-Identifier: Apache-2.0
// Runs the real program bin/statusline with exactly the given environment, in a scratch folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cordon::test {

struct Run {
  std::vector<std::string> arguments;    // without the program's name
  std::vector<std::string> environment;  // "NAME=value"
  std::string cwd = "/";
  std::string input;
  bool hold_input_open = false;  // the writer writes and then sleeps
  bool close_output = false;     // standard output is a pipe nobody reads
};
struct Outcome {
  std::string out, err;
  int status = -1;      // exit status; 128 + signal when killed
  int64_t took_ms = 0;
};
// Ends the program after 20 s (status 137).
Outcome run_statusline(const Run& run);

// A folder of its own, removed at the end: home/, bin/ with executable stand-ins for bwrap and socat, work/repo/.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& root() const { return root_; }
  std::string at(std::string_view path) const { return root_ + "/" + std::string(path); }
  void write(std::string_view path, std::string_view text) const;  // creates missing folders
  void tools(const std::vector<std::string>& names) const;         // bin/ holds exactly these
  // Copies a tree; a leading "dot-" in a name becomes ".", as git keeps no ".git"; files get `@ROOT@` replaced.
  void copy(const std::filesystem::path& tree) const;
  std::string fill(std::string text) const;    // @ROOT@ -> root()
  std::string unfill(std::string text) const;  // root() -> @ROOT@
  // HOME, PATH and TERM of an ordinary session in this folder.
  std::vector<std::string> environment() const;

 private:
  std::string root_;
};

std::string read_text(const std::filesystem::path& path);
void replace_all(std::string& text, std::string_view from, std::string_view to);
std::string without_escapes(std::string_view text);  // removes only the SGR sequences the program itself writes

}  // namespace cordon::test
