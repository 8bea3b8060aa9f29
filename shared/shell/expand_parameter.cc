// SPDX-License-Identifier: Apache-2.0
// $x, ${x…}, "$@", arrays: as much as can be known.
#include "shared/shell/building.h"
#include "shared/shell/slice.h"

namespace cordon::shell {
namespace {

bool empty_text(const Word& word) { return word.is_static() && word.text().empty(); }

}  // namespace

/// ${@:1} ${a[@]:0:2}: false when the numbers are not known. `values` of "$@" begin with $0.
bool Walker::slice_list(const Parameter& parameter, Fields& values) {
  const Word spec = expand_joined(parameter.word, true);
  const std::optional<Slice> slice = spec.is_static() && !scope_.shell.zsh ? read_slice(spec.text()) : std::nullopt;
  if (!slice || slice->length.value_or(0) < 0) return false;
  const long size = static_cast<long>(values.size()), offset = slice->offset + (slice->offset < 0 ? size : 0);
  if (offset < 0 || offset >= size) return values.clear(), true;
  const long end = std::min(size, offset + slice->length.value_or(size));
  values = Fields(values.begin() + offset, values.begin() + end);
  return true;
}

/// ${@:-word}, ${a[@]:+word}: the list or the word. False: not known which.
bool Walker::expand_list_alternative(const Part& part, bool quoted, Building& to) {
  const Parameter& p = *part.parameter;
  if ((p.op != ParameterOp::kDefault && p.op != ParameterOp::kAlternate) || p.indirect || (!p.has_subscript && p.name != "@" && p.name != "*")) return false;
  Parameter list = p;
  list.op = ParameterOp::kNone;
  Fields values;
  bool star = false;
  if (!parameter_list(list, values, star)) return false;
  for (const Word& word : values) {
    if (word.has_unknown()) return false;
  }
  const bool present = !values.empty() && !(p.colon && values.size() == 1 && empty_text(values[0]));
  if (present && p.op == ParameterOp::kDefault) {
    add_list(values, quoted, star, to);
  } else {
    expand_alternative(part, Word::literal("x"), true, present, quoted, to);
  }
  return true;
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
  const bool slice = parameter.op == ParameterOp::kSlice;
  const bool plain = parameter.op == ParameterOp::kNone || slice;
  if (!parameter.has_subscript) {
    if (scope_.shell.zsh && plain && !slice) {  // $a is the whole array
      Value value = variable(parameter.name);
      star = true;
      if (value.kind == Value::Kind::kArray) return values = std::move(value.items), true;
    }
    if (parameter.name != "@" && parameter.name != "*") return false;
    if (parameter.op == ParameterOp::kLength) return false;
    star = parameter.name == "*";
    if (!scope_.shell.positional || !plain) return unknown();
    values = *scope_.shell.positional;
    if (!slice) return true;
    values.insert(values.begin(), scope_.shell.zero.pieces.empty() ? Word::unknown("$0", false) : scope_.shell.zero);
    return slice_list(parameter, values) || unknown();
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
  return !slice || slice_list(parameter, values) || unknown();
}

Word Walker::element(const Value& value, const Parameter& parameter, bool& known) {
  const Word index = expand_joined(parameter.subscript, true);
  const std::string text = index.text();
  known = index.is_static() && all_digits(text) && text.size() < 6 && value.kind != Value::Kind::kUnknown;
  if (!known) return Word::unknown("${" + std::string(parameter.name) + "[" + text + "]}", true);
  std::size_t i = static_cast<std::size_t>(std::stoul(text));
  if (scope_.shell.zsh) {  // counts from 1; of a text it is the character
    known = value.kind == Value::Kind::kArray;
    if (!known) return Word::unknown("${" + std::string(parameter.name) + "[" + text + "]}", true);
    if (i-- == 0) return Word::literal("");
  }
  if (value.kind == Value::Kind::kScalar) return i == 0 ? scalar(parameter.name, value) : Word::literal("");
  return i < value.items.size() ? value.items[i] : Word::literal("");
}

/// The value before any operator. set: it exists (else known tells whether that is certain).
Word Walker::parameter_value(const Parameter& parameter, const Part& part, bool& set, bool& known) {
  const std::string_view name = parameter.name;
  const ShellState& shell = scope_.shell;
  set = known = true;
  if (all_digits(name)) {
    const std::string_view digits = name.substr(std::min(name.find_first_not_of('0'), name.size() - 1));  // ${00} is $0
    if (digits == "0") {
      known = !shell.zero.pieces.empty();
      return known ? shell.zero : Word::unknown("$0", true);
    }
    known = shell.positional != nullptr;
    if (!known) return Word::unknown("$" + std::string(name), true);
    const std::size_t i = digits.size() > 5 ? 100000 : static_cast<std::size_t>(std::stoul(std::string(digits)));
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

/// ${x:-word} ${x:=word} ${x:?word} ${x:+word}: the value or the word.
void Walker::expand_alternative(const Part& part, const Word& value, bool known, bool set, bool quoted, Building& to) {
  const Parameter& p = *part.parameter;
  if (!known || (value.has_unknown() && p.colon)) return to.piece(PieceKind::kUnknown, source_of(part), quoted);
  const bool present = set && !(p.colon && empty_text(value));
  if (present != (p.op == ParameterOp::kAlternate)) return present ? add_value(value, quoted, to) : add_value(Word::literal(""), quoted, to);
  if (p.op == ParameterOp::kError) return to.piece(PieceKind::kUnknown, source_of(part), quoted);
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
}

/// The value of a parameter: zsh does not split it and sees no pattern in it; an empty one is no word.
void Walker::add_whole(const Word& value, bool quoted, Building& to) {
  const bool whole = scope_.shell.zsh && !quoted && value.is_static();
  if (whole && empty_text(value)) return;
  add_value(value, quoted || whole, to);
}

void Walker::expand_parameter(const Part& part, bool quoted, Building& to) {
  const Parameter& p = *part.parameter;
  if (p.name.starts_with(kPlaceholderName)) {
    const std::size_t index = static_cast<std::size_t>(std::stoul(std::string("0") + std::string(p.name.substr(kPlaceholderName.size()).substr(0, 8))));
    return to.piece(PieceKind::kUnknown, index < unknown_texts_.size() ? unknown_texts_[index] : source_of(part), quoted);
  }
  if (expand_list_alternative(part, quoted, to)) return;
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
    case ParameterOp::kNone: return add_whole(value, quoted, to);
    case ParameterOp::kDefault:
    case ParameterOp::kAssign:
    case ParameterOp::kError:
    case ParameterOp::kAlternate: return expand_alternative(part, value, known, set, quoted, to);
    default: break;
  }
  if (!known || !value.is_static()) return p.op == ParameterOp::kLength ? to.piece(PieceKind::kUnknown, source_of(part), true) : unknown();
  add_whole(apply_operator(p, part, value), quoted, to);
}

}  // namespace cordon::shell
