// SPDX-License-Identifier: Apache-2.0
// $x, ${x…}, "$@", arrays: as much as can be known.
#include "shared/shell/building.h"

namespace cordon::shell {
namespace {

bool all_digits(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos; }

bool empty_text(const Word& word) { return word.is_static() && word.text().empty(); }

}  // namespace

std::size_t Walker::choose(std::string_view name, std::size_t count) {
  const auto it = choices_.find(name);
  if (it != choices_.end()) return std::min(it->second.first, count - 1);
  constexpr std::size_t kMostCombinations = 16;
  if (combinations_ * count > kMostCombinations) return count;
  combinations_ *= count;
  choices_.emplace(std::string(name), std::pair<std::size_t, std::size_t>(0, count));
  return 0;
}

/// Moves to the next combination of values; false after the last.
bool Walker::next_choice() {
  for (auto& [name, choice] : choices_) {
    if (++choice.first < choice.second) return true;
    choice.first = 0;
  }
  return false;
}

Value Walker::variable(std::string_view name) {
  const ShellState& shell = scope_.shell;
  Value value;
  const Cell* cell = scope_.find("v:" + std::string(name));
  const bool visible = cell != nullptr && (cell->level == shell.level || (cell->value.exported && !shell.cleared));
  if (visible) {
    if (cell->epoch < shell.epoch) value.kind = Value::Kind::kUnknown;
    return cell->epoch < shell.epoch ? value : cell->value;
  }
  const auto known = [&value](std::string_view text) {
    value.kind = Value::Kind::kScalar;
    value.items = {Word::literal(text)};
    value.exported = true;
    return value;
  };
  if (name == "IFS") return shell.ifs_known ? known(shell.ifs) : value;
  if (name == "PWD" && shell.directory.known) {
    const std::string& path = shell.directory.path;
    if (!path.empty() && path[0] == '/') return known(path);
    if (!options_.start_dir.empty()) return known(join_path(options_.start_dir, path));
  }
  if (name == "OLDPWD" && shell.old_directory.known && !shell.old_directory.path.empty()) return known(shell.old_directory.path);
  if (!shell.cleared) {
    if (name == "HOME" && !options_.home.empty()) return known(options_.home);
    if (options_.variable && name != "PWD" && name != "OLDPWD") {
      if (const std::optional<std::string> text = options_.variable(name)) return known(*text);
    }
  }
  if (name == "BASH" || name == "SHELL") return known("/bin/bash");
  value.kind = Value::Kind::kUnknown;
  return value;
}

/// One of the possible values.
Word Walker::scalar(std::string_view name, const Value& value) {
  if (value.kind == Value::Kind::kUnset) return Word::literal("");
  if (value.kind == Value::Kind::kUnknown || value.items.empty()) return Word::unknown("$" + std::string(name), true);
  if (value.kind == Value::Kind::kArray || value.items.size() == 1) return value.items[0];
  const std::size_t taken = choose(name, value.items.size());
  return taken < value.items.size() ? value.items[taken] : Word::unknown("$" + std::string(name), true);
}

void Walker::assign_variable(const std::string& name, Value value) {
  Cell cell;
  const Cell* old = scope_.find("v:" + name);
  ShellState& shell = scope_.shell;
  if (!changing_.empty() && changing_.contains(name)) value.kind = Value::Kind::kUnknown;
  if (old != nullptr && (old->level == shell.level || old->value.exported)) value.exported = value.exported || old->value.exported;
  if (old == nullptr && options_.variable && options_.variable(name)) value.exported = true;
  if (name == "IFS") {
    shell.ifs_known = value.kind == Value::Kind::kScalar && value.items.size() == 1 && value.items[0].is_static();
    if (shell.ifs_known) shell.ifs = value.items[0].text();
    if (value.kind == Value::Kind::kUnset) {
      shell.ifs_known = true;
      shell.ifs = " \t\n";
    }
  }
  if (value.exported && std::find(shell.exported.begin(), shell.exported.end(), name) == shell.exported.end()) shell.exported.push_back(name);
  cell.value = std::move(value);
  cell.level = shell.level;
  cell.epoch = shell.epoch;
  scope_.set("v:" + name, std::move(cell));
}

/// "$@", "${a[@]}" and kin. False: not a list. Lists that are not known give one unknown value.
bool Walker::parameter_list(const Parameter& parameter, Fields& values, bool& star) {
  const auto unknown = [&] {
    values = {Word::unknown(parameter.has_subscript ? "${" + std::string(parameter.name) + "[@]}" : "$" + std::string(parameter.name), true)};
    return true;
  };
  if (parameter.op == ParameterOp::kNames) {  // ${!pre@} ${!pre*}: which names there are is not known
    values = {Word::unknown("${!" + std::string(parameter.name) + "@}", true)};
    return true;
  }
  if (parameter.indirect) {
    // ${!a[@]}, and a name that stands for "b[@]".
    if (!parameter.has_subscript) return false;
    return unknown();
  }
  const bool plain = parameter.op == ParameterOp::kNone;
  if (!parameter.has_subscript) {
    if (parameter.name != "@" && parameter.name != "*") return false;
    if (parameter.op == ParameterOp::kLength) return false;
    star = parameter.name == "*";
    if (!scope_.shell.positional || !plain) return unknown();
    values = *scope_.shell.positional;
    return true;
  }
  const bool at = parameter.subscript.parts.size == 1 && parameter.subscript.parts[0].kind == PartKind::kText &&
                  (parameter.subscript.parts[0].text == "@" || parameter.subscript.parts[0].text == "*");
  if (!at || parameter.op == ParameterOp::kLength) return false;
  star = parameter.subscript.parts[0].text == "*";
  const Value value = variable(parameter.name);
  if (!plain || value.kind == Value::Kind::kUnknown) return unknown();
  if (value.kind == Value::Kind::kScalar) {
    values = {scalar(parameter.name, value)};
  } else {
    values = value.items;
  }
  return true;
}

Word Walker::element(const Value& value, const Parameter& parameter, bool& known) {
  const Word index = expand_joined(parameter.subscript, true);
  const std::string text = index.text();
  known = index.is_static() && all_digits(text) && text.size() < 6 && value.kind != Value::Kind::kUnknown;
  if (!known) return Word::unknown("${" + std::string(parameter.name) + "[" + text + "]}", true);
  const std::size_t i = static_cast<std::size_t>(std::stoul(text));
  if (value.kind == Value::Kind::kScalar) return i == 0 ? scalar(parameter.name, value) : Word::literal("");
  return i < value.items.size() ? value.items[i] : Word::literal("");
}

/// The value before any operator. set: it exists (else known tells whether that is certain).
Word Walker::parameter_value(const Parameter& parameter, const Part& part, bool& set, bool& known) {
  const std::string_view name = parameter.name;
  const ShellState& shell = scope_.shell;
  set = known = true;
  if (all_digits(name)) {
    if (name == "0") {
      known = !shell.zero.pieces.empty();
      return known ? shell.zero : Word::unknown("$0", true);
    }
    known = shell.positional != nullptr;
    if (!known) return Word::unknown("$" + std::string(name), true);
    const std::size_t i = name.size() > 5 ? 100000 : static_cast<std::size_t>(std::stoul(std::string(name)));
    set = i <= shell.positional->size();
    return set ? (*shell.positional)[i - 1] : Word::literal("");
  }
  if (name == "#" && shell.positional) return Word::literal(std::to_string(shell.positional->size()));
  if (name.size() == 1 && std::string_view("#?$!-").find(name[0]) != std::string_view::npos) {
    known = false;
    return Word::unknown(source_of(part), name == "!" || name == "-");
  }
  Value value = variable(name);
  if (parameter.indirect) {
    const Word target = scalar(name, value);
    if (!target.is_static() || target.text().empty()) {
      known = false;
      return Word::unknown(source_of(part), true);
    }
    Parameter direct;
    const std::string copy = target.text();
    direct.name = copy;
    if (direct.name.find('[') != std::string_view::npos) {
      known = false;
      return Word::unknown(source_of(part), true);
    }
    return parameter_value(direct, part, set, known);
  }
  if (parameter.has_subscript) return element(value, parameter, known);
  known = value.kind != Value::Kind::kUnknown;
  set = value.kind != Value::Kind::kUnset;
  if (!known) return Word::unknown(source_of(part), true);
  if (value.kind == Value::Kind::kArray && value.items.empty()) return Word::literal("");
  return scalar(name, value);
}

void Walker::expand_parameter(const Part& part, bool quoted, Building& to) {
  const Parameter& p = *part.parameter;
  if (p.name.starts_with(kPlaceholderName)) {
    const std::size_t index = static_cast<std::size_t>(std::stoul(std::string("0") + std::string(p.name.substr(kPlaceholderName.size()).substr(0, 8))));
    return to.piece(PieceKind::kUnknown, index < unknown_texts_.size() ? unknown_texts_[index] : source_of(part), quoted);
  }
  Fields values;
  bool star = false;
  if (parameter_list(p, values, star)) {
    const bool unknown = values.size() == 1 && values[0].has_unknown() && values[0].splits();
    if (unknown && quoted) return to.piece(PieceKind::kUnknown, source_of(part), star || !to.split);
    return add_list(values, quoted, star, to);
  }
  bool set = true, known = true;
  const Word value = parameter_value(p, part, set, known);
  const auto unknown = [&] { return to.piece(PieceKind::kUnknown, source_of(part), quoted); };
  switch (p.op) {
    case ParameterOp::kNone: return add_value(value, quoted, to);
    case ParameterOp::kDefault:
    case ParameterOp::kAssign:
    case ParameterOp::kError:
    case ParameterOp::kAlternate: {
      if (!known || (value.has_unknown() && p.colon)) return unknown();
      const bool present = set && !(p.colon && empty_text(value));
      if (present != (p.op == ParameterOp::kAlternate)) return present ? add_value(value, quoted, to) : add_value(Word::literal(""), quoted, to);
      if (p.op == ParameterOp::kError) return unknown();
      if (p.op == ParameterOp::kAssign) {
        const Word word = expand_joined(p.word, true);
        Value assigned;
        assigned.kind = Value::Kind::kScalar;
        assigned.items = {word};
        assign_variable(std::string(p.name), assigned);
        return add_value(word, quoted, to);
      }
      if (quoted) {
        if (p.word.parts.empty()) to.literal("", true);
        for (const Part& inner : p.word.parts) expand_part(inner, true, to);
        return;
      }
      // Unquoted: the parts are split like results of an expansion, their quotes hold.
      for (const Part& inner : p.word.parts) {
        if (inner.kind == PartKind::kText) {
          add_value(Word::literal(inner.text), false, to);
        } else {
          expand_part(inner, false, to);
        }
      }
      return;
    }
    default: break;
  }
  if (!known || !value.is_static()) return p.op == ParameterOp::kLength ? to.piece(PieceKind::kUnknown, source_of(part), true) : unknown();
  const Word result = apply_operator(p, part, value);
  add_value(result, quoted, to);
}

namespace {

std::string change_case(std::string text, bool upper, bool all) {
  for (std::size_t i = 0; i < (all ? text.size() : std::min<std::size_t>(1, text.size())); ++i) {
    if (upper && text[i] >= 'a' && text[i] <= 'z') text[i] = static_cast<char>(text[i] - 32);
    if (!upper && text[i] >= 'A' && text[i] <= 'Z') text[i] = static_cast<char>(text[i] + 32);
  }
  return text;
}

std::string remove(const std::string& text, std::string_view pattern, bool prefix, bool longest) {
  constexpr std::size_t kLongest = 4096;
  if (text.size() > kLongest) return text;
  const std::size_t n = text.size();
  for (std::size_t k = 0; k <= n; ++k) {
    const std::size_t length = longest ? n - k : k;
    const std::string_view piece = prefix ? std::string_view(text).substr(0, length) : std::string_view(text).substr(n - length);
    if (pattern_matches(pattern, piece)) return prefix ? text.substr(length) : text.substr(0, n - length);
  }
  return text;
}

bool slice(const std::string& text, std::string_view spec, std::string& out) {
  const std::size_t colon = spec.find(':');
  const auto value = [](std::string_view s, long& v) {
    while (!s.empty() && s[0] == ' ') s.remove_prefix(1);
    while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
    const bool negative = !s.empty() && s[0] == '-';
    if (negative) s.remove_prefix(1);
    if (!all_digits(s) || s.size() > 8) return false;
    v = std::stol(std::string(s));
    if (negative) v = -v;
    return true;
  };
  const long size = static_cast<long>(text.size());
  long offset = 0, length = size;
  if (!value(spec.substr(0, colon), offset)) return false;
  if (colon != std::string_view::npos && !value(spec.substr(colon + 1), length)) return false;
  if (offset < 0) offset += size;
  if (offset < 0 || offset > size) return out.clear(), true;
  long end = colon == std::string_view::npos ? size : length < 0 ? size + length : offset + length;
  if (length < 0 && end < offset) return false;  // an error: bash gives the command up
  end = std::min(end, size);
  out = end > offset ? text.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(end - offset)) : std::string();
  return true;
}

}  // namespace

/// ${#x} ${x#p} ${x%p} ${x/a/b} ${x^} ${x,} ${x:1:2} of a known value; unknown if the operand is.
Word Walker::apply_operator(const Parameter& p, const Part& part, const Word& value) {
  const std::string text = value.text();
  const Word operand = expand_joined(p.word, true);
  const Word unknown = Word::unknown(source_of(part), true);
  bool plain = operand.is_static();
  for (const Part& inner : p.word.parts) plain = plain && inner.kind == PartKind::kText;
  const std::string spec = operand.text();
  bool ascii = true;
  for (const char c : text) ascii = ascii && static_cast<unsigned char>(c) < 0x80;
  switch (p.op) {
    case ParameterOp::kLength: return ascii ? Word::literal(std::to_string(text.size())) : Word::unknown(source_of(part), false);
    case ParameterOp::kUpper:
    case ParameterOp::kLower:
      if (!spec.empty() || !ascii) return unknown;
      return Word::literal(change_case(text, p.op == ParameterOp::kUpper, p.doubled));
    case ParameterOp::kRemovePrefix:
    case ParameterOp::kRemoveSuffix:
      if (!plain || !ascii || spec.find_first_of("([\\") != std::string::npos) return unknown;
      return Word::literal(remove(text, spec, p.op == ParameterOp::kRemovePrefix, p.doubled));
    case ParameterOp::kSlice: {
      std::string out;
      if (!plain || !ascii || !slice(text, spec, out)) {
        const std::size_t length = spec.find(':');
        if (length != std::string::npos && spec.find('-', length) != std::string::npos) scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
        return unknown;
      }
      return Word::literal(out);
    }
    case ParameterOp::kReplace: {
      const std::size_t bar = spec.find('/');
      const std::string from = spec.substr(0, bar);
      const std::string to = bar == std::string::npos ? "" : spec.substr(bar + 1);
      if (!plain || from.empty() || from.find_first_of("*?[(\\#%") != std::string::npos || to.find_first_of("&\\") != std::string::npos) return unknown;
      std::string out;
      std::size_t at = 0;
      for (std::size_t hit = text.find(from); hit != std::string::npos; hit = text.find(from, at)) {
        out.append(text, at, hit - at);
        out += to;
        at = hit + from.size();
        if (!p.doubled) break;
      }
      return Word::literal(out.append(text, at, std::string::npos));
    }
    default: return unknown;
  }
}

bool pattern_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace cordon::shell
