// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/shell_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::doctor {
namespace {

constexpr size_t kMaxFile = 1u << 20;
constexpr size_t kMaxBody = 200;  // lines of a function

struct Known {
  const char *shell, *name;
};
constexpr Known kFiles[] = {{"bash", ".bashrc"},   {"bash", ".bash_profile"}, {"bash", ".bash_login"}, {"bash", ".bash_aliases"}, {"sh", ".profile"},
                            {"zsh", ".zshrc"},     {"zsh", ".zshenv"},        {"zsh", ".zprofile"},    {"zsh", ".zlogin"}};

bool is_name(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-' || c == '.'; });
}

std::string unquoted(std::string_view s) {
  s = text::trim(s);
  if (s.size() >= 2 && (s[0] == '\'' || s[0] == '"')) {
    const size_t end = s.find(s[0], 1);
    return std::string(s.substr(1, end == std::string_view::npos ? end : end - 1));
  }
  return std::string(s.substr(0, s.find_first_of(" \t;#")));
}

void add_alias(std::string_view line, const std::string& place, std::vector<Definition>& out) {
  line = text::trim(line.substr(6));
  while (line.starts_with('-')) line = text::trim(line.substr(std::min(line.size(), line.find(' '))));  // alias -g, -s, --
  const size_t end = line.find_first_of("= \t");
  if (end == std::string_view::npos || !is_name(line.substr(0, end))) return;
  out.push_back({std::string(line.substr(0, end)), true, unquoted(line.substr(end + 1)), place});
}

// The name a function's first line defines; "" when it defines none.
std::string function_name(std::string_view line, bool& is_fish) {
  is_fish = false;
  if (line.starts_with("function ")) {
    line = text::trim(line.substr(9));
    const std::string_view name = line.substr(0, line.find_first_of(" \t({;"));
    is_fish = line.find('{') == std::string_view::npos && line.find('(') == std::string_view::npos;
    return is_name(name) ? std::string(name) : "";
  }
  const size_t open = line.find("()");
  if (open == std::string_view::npos) return "";
  const std::string_view name = text::trim(line.substr(0, open));
  return is_name(name) ? std::string(name) : "";
}

// From the line of the opening brace on; `i` becomes the last line taken.
std::string body_of(const std::vector<Line>& lines, size_t& i, bool is_fish) {
  std::string body;
  if (is_fish) {
    for (size_t n = 0; i + 1 < lines.size() && n < kMaxBody; ++n) {
      const std::string_view line = lines[++i].text;
      if (line == "end") break;
      body += std::string(line) + "\n";
    }
    return body;
  }
  const std::string_view first = lines[i].text;
  const size_t open = first.find('{');
  if (open != std::string_view::npos) body = first.substr(open + 1);
  if (const size_t close = body.rfind('}'); close != std::string::npos) return body.substr(0, close);
  for (size_t n = 0; i + 1 < lines.size() && n < kMaxBody; ++n) {
    const std::string_view line = lines[++i].text;
    if (line.starts_with('}')) break;
    body += "\n" + std::string(line == "{" ? "" : line);
  }
  return body;
}

void add_file(Context& context, const char* shell, const std::string& path, std::vector<StartUpFile>& out) {
  FileText text = context.world.read_file(path, kMaxFile);
  if (text) out.push_back({shell, path, std::move(*text)});
}

}  // namespace

std::vector<StartUpFile> start_up_files(Context& context) {
  std::vector<StartUpFile> out;
  if (context.home.empty()) return out;
  const std::string zsh_home = context.world.env_set("ZDOTDIR").value_or(context.home);
  for (const Known& known : kFiles) add_file(context, known.shell, path::join(std::string_view(known.shell) == "zsh" ? zsh_home : context.home, known.name), out);
  const std::string fish = path::join(context.world.env_set("XDG_CONFIG_HOME").value_or(path::join(context.home, ".config")), "fish");
  add_file(context, "fish", path::join(fish, "config.fish"), out);
  for (const char* folder : {"conf.d", "functions"}) {
    const auto names = context.world.list_dir(path::join(fish, folder));
    for (size_t i = 0; names && i < names->size() && i < 200; ++i) {
      if ((*names)[i].ends_with(".fish")) add_file(context, "fish", path::join(path::join(fish, folder), (*names)[i]), out);
    }
  }
  return out;
}

std::vector<Line> code_lines(const StartUpFile& file) {
  std::vector<Line> out;
  size_t number = 0;
  for (const std::string_view raw : text::split(file.text, '\n')) {
    ++number;
    const std::string_view line = text::trim(raw);
    if (!line.empty() && !line.starts_with('#')) out.push_back({number, line});
  }
  return out;
}

std::vector<Definition> definitions_of(const StartUpFile& file) {
  std::vector<Definition> out;
  const std::vector<Line> lines = code_lines(file);
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string place = fmt::format("{}:{}", file.path, lines[i].number);
    if (lines[i].text.starts_with("alias ")) {
      add_alias(lines[i].text, place, out);
      continue;
    }
    bool is_fish = false;
    std::string name = function_name(lines[i].text, is_fish);
    if (name.empty()) continue;
    std::string body = body_of(lines, i, is_fish);
    out.push_back({std::move(name), false, std::move(body), place});
  }
  return out;
}

}  // namespace cordon::doctor
