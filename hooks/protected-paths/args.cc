// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/args.h"

namespace cordon::protected_paths {
namespace {

// `written` is one of the comma-separated names, or a beginning (of three letters or more) of a long one.
bool names_option(std::string_view names, std::string_view written) {
  while (!names.empty()) {
    const size_t comma = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, comma);
    if (name == written) return true;
    if (name.size() > 1 && written.size() >= 3 && name.substr(0, written.size()) == written) return true;
    names.remove_prefix(std::min(names.size(), comma + 1));
  }
  return false;
}

class Reader {
 public:
  Reader(const std::vector<shell::Word>& argv, size_t first, const OptionSpec& spec) : argv_(argv), at_(first), spec_(spec) {}

  Args read() {
    for (; at_ < argv_.size(); ++at_) {
      const shell::Word& word = argv_[at_];
      const std::string prefix = word.literal_prefix();
      if (out_.dashes || prefix.size() < 2 || prefix[0] != '-') {
        out_.operands.push_back(word);
        if (!out_.dashes) out_.operands_before_dashes = out_.operands.size();
      } else if (word.is("--")) {
        out_.dashes = true;
      } else if (prefix[1] == '-') {
        read_long(word, prefix);
      } else {
        read_bundle(word, prefix);
      }
    }
    return std::move(out_);
  }

 private:
  void take_next(Option& option) {
    if (at_ + 1 >= argv_.size()) return;
    option.value = argv_[++at_];
    option.has_value = true;
  }

  void read_long(const shell::Word& word, const std::string& prefix) {
    const size_t equals = prefix.find('=');
    Option option;
    option.name = prefix.substr(2, equals == std::string::npos ? equals : equals - 2);
    if (equals != std::string::npos) {
      option.value = without_prefix(word, equals + 1);
      option.has_value = true;
    } else if (names_option(spec_.long_values, option.name)) {
      take_next(option);
    }
    out_.options.push_back(std::move(option));
  }

  void read_bundle(const shell::Word& word, const std::string& prefix) {
    for (size_t i = 1; i < prefix.size(); ++i) {
      Option option;
      option.name = prefix.substr(i, 1);
      const bool more = i + 1 < prefix.size() || !word.is_static();
      const bool attached = spec_.short_attached.find(prefix[i]) != std::string_view::npos;
      if (attached || spec_.short_values.find(prefix[i]) != std::string_view::npos) {
        if (more) {
          option.value = without_prefix(word, i + 1);
          option.has_value = true;
        } else if (!attached) {
          take_next(option);
        }
        out_.options.push_back(std::move(option));
        return;
      }
      out_.options.push_back(std::move(option));
    }
  }

  const std::vector<shell::Word>& argv_;
  size_t at_;
  const OptionSpec& spec_;
  Args out_;
};

}  // namespace

bool Args::has(std::string_view names) const { return find(names) != nullptr; }

const Option* Args::find(std::string_view names) const {
  for (size_t i = options.size(); i-- > 0;) {
    if (names_option(names, options[i].name)) return &options[i];
  }
  return nullptr;
}

std::vector<const Option*> Args::all(std::string_view names) const {
  std::vector<const Option*> out;
  for (const Option& option : options) {
    if (names_option(names, option.name)) out.push_back(&option);
  }
  return out;
}

Args parse_args(const std::vector<shell::Word>& argv, size_t first, const OptionSpec& spec) { return Reader(argv, first, spec).read(); }

shell::Word without_prefix(const shell::Word& word, size_t bytes) {
  shell::Word out;
  out.range = word.range;
  for (const shell::Piece& piece : word.pieces) {
    if (piece.kind != shell::PieceKind::kLiteral || bytes == 0) {
      bytes = 0;
      out.pieces.push_back(piece);
      continue;
    }
    const size_t cut = std::min(bytes, piece.text.size());
    bytes -= cut;
    if (cut == piece.text.size()) continue;
    out.pieces.push_back(piece);
    out.pieces.back().text.erase(0, cut);
  }
  if (out.pieces.empty()) out.append_literal("", true);
  return out;
}

bool in_names(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const size_t comma = std::min(names.find(','), names.size());
    if (names.substr(0, comma) == name) return true;
    names.remove_prefix(std::min(names.size(), comma + 1));
  }
  return false;
}

}  // namespace cordon::protected_paths
