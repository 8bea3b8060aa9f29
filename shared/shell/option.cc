// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/option.h"

#include <algorithm>

namespace cordon::shell {
namespace {

/// Is `letter` among the letters of "ng --user --group"?
bool has_letter(std::string_view spec, char letter) {
  for (const char c : spec) {
    if (c == '-') return false;
    if (c == letter && c != ' ') return true;
  }
  return false;
}

/// Is --name among the long names? An unambiguous beginning counts, as getopt_long takes it.
bool has_long(std::string_view spec, std::string_view name) {
  for (std::size_t at = spec.find("--"); at != std::string_view::npos; at = spec.find("--", at + 2)) {
    const std::string_view candidate = spec.substr(at, spec.find(' ', at) - at);
    if (candidate == name || (name.size() > 3 && candidate.starts_with(name))) return true;
  }
  return false;
}

}  // namespace

Word without_prefix(const Word& word, std::size_t count) {
  Word rest;
  bool begun = false;
  for (const Piece& p : word.pieces) {
    if (begun) {
      rest.append(p);
    } else {
      rest.append_literal(std::string_view(p.text).substr(std::min(count, p.text.size())), true);
      begun = true;
    }
  }
  return rest;
}

Option read_option(const Word& word, std::string_view values, std::string_view texts) {
  Option option;
  const std::string text = word.literal_prefix();
  if (text.size() < 2 || text[0] != '-') return option;
  option.is_option = true;
  if (text == "--" && word.is_static()) {
    option.ends = true;
    return option;
  }
  if (text[1] == '-') {
    const std::size_t equals = text.find('=');
    const std::string_view name = std::string_view(text).substr(0, equals);
    option.text = has_long(texts, name);
    if (equals != std::string::npos) {
      option.value = without_prefix(word, equals + 1);
    } else {
      option.separate = has_long(values, name);
    }
    return option;
  }
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (!has_letter(values, text[i])) continue;
    option.text = has_letter(texts, text[i]);
    option.separate = i + 1 == text.size() && word.is_static();
    if (!option.separate) option.value = without_prefix(word, i + 1);
    break;
  }
  return option;
}

bool has_name(std::string_view list, std::string_view name) {
  for (std::size_t at = list.find(name); at != std::string_view::npos && !name.empty(); at = list.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return text;
}

bool git_only_prints(std::string_view option) {
  return has_name("-h --help -v --version --exec-path --html-path --man-path --info-path --build-options", option) || option.starts_with("--list-cmds=");
}

bool is_environment(const Word& word, std::size_t& equals) {
  const std::string text = word.literal_prefix();
  equals = text.find('=');
  return equals != std::string::npos && equals > 0 && text[0] != '-' && text.find('/') > equals;
}

}  // namespace cordon::shell
