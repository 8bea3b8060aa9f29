// SPDX-License-Identifier: Apache-2.0
#include "hooks/deny-guard/spelling.h"

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/settings/bash_rule.h"

namespace cordon::deny_guard {
namespace {

// $OPTS, $build_flags, $@ and an array's words may be options; $f, $(git ls-files) are taken for names.
bool may_be_options(std::string_view source) {
  const std::string name = text::ascii_lower(source);
  for (const std::string_view part : {"opt", "flag", "arg", "param", "$@", "$*", "cmd"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

char hole_of(const shell::Word& word, size_t at, bool program) {
  const shell::Piece& piece = word.pieces[at];
  if (piece.text == "{}") return settings::kDataHole;  // of find and xargs: a file's name
  if (!piece.splits) return settings::kWordHole;
  if (program) return settings::kAnyHole;
  const bool folder = at + 1 < word.pieces.size() && word.pieces[at + 1].kind == shell::PieceKind::kLiteral && word.pieces[at + 1].text.starts_with('/');
  if (folder) return settings::kDataHole;  // $dir/x
  return may_be_options(piece.text) ? settings::kAnyHole : settings::kNamesHole;
}

std::string text_of(const shell::Word& word, bool program) {
  std::string out;
  for (size_t i = 0; i < word.pieces.size(); ++i) {
    const shell::Piece& piece = word.pieces[i];
    switch (piece.kind) {
      case shell::PieceKind::kLiteral: out += piece.text; break;
      case shell::PieceKind::kGlob: out += program ? settings::kWordHole : settings::kDataHole; break;
      case shell::PieceKind::kUnknown: out += hole_of(word, i, program); break;
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
