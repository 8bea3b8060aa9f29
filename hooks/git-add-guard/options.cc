// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/options.h"

#include <algorithm>
#include <string>

namespace cordon::git_add_guard {
namespace {

using shell::Piece;
using shell::PieceKind;
using shell::Word;

// The word without its first `count` bytes, which are literal.
Word tail_of(const Word& word, size_t count) {
  Word rest;
  rest.range = word.range;
  for (const Piece& piece : word.pieces) {
    if (count > 0 && piece.kind == PieceKind::kLiteral) {
      const size_t cut = std::min(count, piece.text.size());
      count -= cut;
      if (cut < piece.text.size()) rest.append_literal(std::string_view(piece.text).substr(cut), true);
    } else {
      rest.append(piece);
    }
  }
  return rest;
}

class Parser {
 public:
  Parser(std::span<const Option> table, std::span<const Word> arguments) : table_(table), arguments_(arguments) {}

  Parsed run() {
    for (; at_ < arguments_.size() && !out_.refused; ++at_) {
      const Word& word = arguments_[at_];
      const std::string prefix = word.literal_prefix();
      if (word.is_static() && (prefix == "--" || prefix == "--end-of-options")) {
        out_.operands.insert(out_.operands.end(), arguments_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, arguments_.end());
        break;
      }
      if (prefix.starts_with("--")) {
        long_option(word, prefix);
      } else if (prefix.size() > 1 && prefix[0] == '-') {
        bundle(word, prefix);
      } else if (prefix == "-" && !word.is_static()) {
        doubt(word);
      } else {
        out_.operands.push_back(word);
      }
    }
    return std::move(out_);
  }

 private:
  void doubt(const Word& word) {
    if (!out_.unsure) out_.doubt = word.range;
    out_.unsure = true;
  }

  void give(const Option& option, bool negated, Word value) { out_.options.push_back({option.id, negated, std::move(value)}); }

  // The value that stands apart.
  void take_value(const Option& option) {
    if (at_ + 1 >= arguments_.size()) {
      out_.refused = true;
      return;
    }
    give(option, false, arguments_[++at_]);
  }

  void bundle(const Word& word, const std::string& letters) {
    for (size_t i = 1; i < letters.size(); ++i) {
      const auto found = std::find_if(table_.begin(), table_.end(), [&](const Option& o) { return o.letter != 0 && o.letter == letters[i]; });
      if (found == table_.end()) {
        if (letters[i] == 'h' || std::string_view(" \t\n=.,:;/'\"").find(letters[i]) != std::string_view::npos) out_.refused = true;
        continue;  // git refuses it, or a newer git knows it
      }
      if (found->value == Value::kNone) {
        give(*found, false, {});
        continue;
      }
      const bool glued = i + 1 < letters.size() || !word.is_static();
      if (glued || found->value == Value::kOptional) return give(*found, false, tail_of(word, i + 1));
      return take_value(*found);
    }
    if (!word.is_static()) doubt(word);
  }

  // Candidates as git weighs them: an exact name wins, else exactly one option may begin with the text.
  const Option* lookup(std::string_view name, bool& negated) {
    const Option* match = nullptr;
    bool ambiguous = false;
    for (const Option& option : table_) {
      if (option.name.empty()) continue;
      const std::string opposite = "no-" + std::string(option.name);
      if (name == option.name || name == opposite) {
        negated = name == opposite;
        return &option;
      }
      const bool plain = option.name.starts_with(name), no = std::string_view(opposite).starts_with(name);
      if (!plain && !no) continue;
      ambiguous = ambiguous || match != nullptr;
      match = &option;
      negated = no;
    }
    if (ambiguous) out_.refused = true;
    return ambiguous ? nullptr : match;
  }

  void long_option(const Word& word, const std::string& prefix) {
    const size_t equals = prefix.find('=');
    if (equals == std::string::npos && !word.is_static()) return doubt(word);
    const std::string_view name = std::string_view(prefix).substr(2, equals == std::string::npos ? equals : equals - 2);
    if (name == "help" || name == "help-all") out_.refused = true;
    bool negated = false;
    const Option* option = lookup(name, negated);
    if (option == nullptr) return;  // git refuses it, or a newer git knows it
    if (equals != std::string::npos) return give(*option, negated, tail_of(word, equals + 1));
    if (negated || option->value != Value::kNeeded) return give(*option, negated, {});
    take_value(*option);
  }

  std::span<const Option> table_;
  std::span<const Word> arguments_;
  size_t at_ = 0;
  Parsed out_;
};

}  // namespace

const Given* Parsed::last(Id id) const {
  const auto found = std::find_if(options.rbegin(), options.rend(), [&](const Given& given) { return given.id == id; });
  return found == options.rend() ? nullptr : &*found;
}

Parsed parse_options(std::span<const Option> table, std::span<const Word> arguments) { return Parser(table, arguments).run(); }

}  // namespace cordon::git_add_guard
