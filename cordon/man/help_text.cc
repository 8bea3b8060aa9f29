// SPDX-License-Identifier: Apache-2.0
#include "cordon/man/help_text.h"

#include <algorithm>

#include "shared/base/text.h"

namespace cordon::command {
namespace {

constexpr size_t kColumn = 30;  // where CLI11 lets the texts begin

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\r')) s.remove_suffix(1);
  return s;
}

bool starts_footer(std::string_view line) {
  for (const std::string_view word : {"example", "exit", "Example", "Exit", "files", "Files"}) {
    if (line.starts_with(word)) return true;
  }
  return false;
}

// "Options:", "Positionals:", a group's name. Examples have such a heading, too, but belong to the footer.
bool is_heading(std::string_view line) {
  return line.size() > 1 && line.front() != ' ' && line.back() == ':' && line.find("  ") == std::string_view::npos && !starts_footer(line);
}

// "--scope TEXT:{user,project} REQUIRED Excludes: --x" -> names, value and choices; what CLI11 says beyond that is dropped.
HelpOption option_of(std::string_view left, bool named) {
  HelpOption out;
  const std::vector<std::string_view> words = text::split(left, ' ');
  if (words.empty()) return out;
  for (const std::string_view name : text::split(words[0], ',')) out.names.emplace_back(name);
  if (words.size() < 2 || (!named && !words[1].starts_with("TEXT"))) return out;
  std::string_view value = words[1];
  if (value.ends_with(':') || value == "REQUIRED" || value == "...") return out;
  if (const size_t brace = value.find(":{"); brace != std::string_view::npos && value.ends_with('}')) {
    for (const std::string_view choice : text::split(value.substr(brace + 2, value.size() - brace - 3), ',')) out.choices.emplace_back(choice);
    value = value.substr(0, brace);
  }
  if (named) out.value = value;
  return out;
}

// The left column ends at two blanks or at the column of the texts.
void add_line(std::vector<HelpOption>& list, std::string_view line, bool named) {
  const bool goes_on = line.size() > kColumn && trimmed(line.substr(0, kColumn)).empty();
  if (goes_on && !list.empty()) {
    std::string& text = list.back().text;
    text += (text.empty() ? "" : " ") + std::string(trimmed(line));
    return;
  }
  line.remove_prefix(std::min<size_t>(2, line.size()));
  size_t cut = line.find("  ");
  if (cut == std::string_view::npos && line.size() >= kColumn - 2 && line[kColumn - 3] == ' ') cut = kColumn - 3;
  list.push_back(option_of(trimmed(line.substr(0, cut)), named));
  if (cut != std::string_view::npos) list.back().text = trimmed(line.substr(cut));
}

}  // namespace

HelpPage parse_help(std::vector<std::string> words, std::string_view text) {
  HelpPage page;
  page.words = std::move(words);
  std::vector<HelpOption>* list = nullptr;
  bool in_footer = false, described = false;
  for (const std::string_view line : text::split(text, '\n')) {
    if (in_footer) {
      page.footer += std::string(line) + "\n";
    } else if (line.starts_with("Usage: ")) {
      page.usage = trimmed(line.substr(7));
      described = true;
    } else if (!described) {
      page.description += (page.description.empty() ? "" : "\n") + std::string(line);
    } else if (is_heading(line)) {
      list = line == "Positionals:" ? &page.positionals : line == "Subcommands:" ? &page.subcommands : &page.options;
    } else if (list != nullptr && line.starts_with("  ")) {
      add_line(*list, line, list == &page.options);
    } else if (!trimmed(line).empty()) {
      in_footer = true;
      page.footer = std::string(line) + "\n";
    }
  }
  while (page.footer.ends_with("\n\n")) page.footer.pop_back();
  while (page.description.ends_with('\n')) page.description.pop_back();
  return page;
}

}  // namespace cordon::command
