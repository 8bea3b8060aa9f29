// SPDX-License-Identifier: Apache-2.0
#include "hooks/deny-guard/spelling.h"

#include "shared/base/path.h"
#include "shared/settings/bash_rule.h"

namespace cordon::deny_guard {
namespace {

std::string text_of(const shell::Word& word, bool program) {
  std::string out;
  for (const shell::Piece& piece : word.pieces) {
    switch (piece.kind) {
      case shell::PieceKind::kLiteral: out += piece.text; break;
      case shell::PieceKind::kGlob: out += program ? settings::kWordHole : settings::kDataHole; break;
      // {} of find and xargs is a file's name.
      case shell::PieceKind::kUnknown: out += piece.text == "{}" ? settings::kDataHole : piece.splits ? settings::kAnyHole : settings::kWordHole; break;
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> texts_of(const std::vector<std::string>& words) {
  std::string rest;
  for (size_t i = 1; i < words.size(); ++i) rest += " " + words[i];
  std::string name(path::base_name(words[0]));
  if (name.size() > 4 && name.ends_with(".exe")) name.resize(name.size() - 4);
  std::vector<std::string> out{words[0] + rest};
  if (name != words[0] && !name.empty()) out.push_back(name + rest);
  return out;
}

std::vector<std::string> texts_of(const shell::Invocation& invocation) {
  std::vector<std::string> words;
  for (const shell::Word& word : invocation.argv) words.push_back(text_of(word, words.empty()));
  if (invocation.args_open) words.emplace_back(1, settings::kDataHole);
  return texts_of(words);
}

}  // namespace cordon::deny_guard
