// SPDX-License-Identifier: Apache-2.0
// What is known of a variable; the commands written down once for each of several possible values.
#include "shared/shell/walker.h"

namespace cordon::shell {

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
  if (shell.zsh && name == "argv" && shell.positional) {
    value.kind = Value::Kind::kArray;
    value.items = *shell.positional;
    return value;
  }
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
  if (name == "OLDPWD" && shell.old_directory.known) {
    const std::string& path = shell.old_directory.path;
    if (!path.empty() && path[0] == '/') return known(path);
    if (!options_.start_dir.empty()) return known(join_path(options_.start_dir, path));
  }
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
  if (shell.allexport) value.exported = true;
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

}  // namespace cordon::shell
