// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/scope.h"

#include <algorithm>
#include <unordered_set>

namespace cordon::shell {
namespace {

constexpr std::size_t kMostAlternatives = 8;

bool same(const Word& a, const Word& b) {
  if (a.pieces.size() != b.pieces.size()) return false;
  for (std::size_t i = 0; i < a.pieces.size(); ++i) {
    if (a.pieces[i].kind != b.pieces[i].kind || a.pieces[i].text != b.pieces[i].text) return false;
  }
  return true;
}

void join_value(Value& into, const Value& other) {
  into.exported = into.exported || other.exported;
  if (into.kind == Value::Kind::kUnknown) return;
  const auto as_scalar = [](const Value& v) {
    // An unset variable expands like an empty one; the difference matters only to ${x-…}, which then is taken as unknown.
    return v.kind == Value::Kind::kUnset ? std::vector<Word>{Word::literal("")} : v.items;
  };
  const bool arrays = into.kind == Value::Kind::kArray || other.kind == Value::Kind::kArray;
  if (arrays) {
    bool equal = into.kind == other.kind && into.items.size() == other.items.size();
    for (std::size_t i = 0; equal && i < into.items.size(); ++i) equal = same(into.items[i], other.items[i]);
    if (!equal) into.kind = Value::Kind::kUnknown;
    return;
  }
  if (other.kind == Value::Kind::kUnknown || (into.kind == Value::Kind::kUnset && other.kind == Value::Kind::kUnset)) {
    into.kind = other.kind;
    return;
  }
  std::vector<Word> items = as_scalar(into);
  for (const Word& word : as_scalar(other)) {
    if (std::none_of(items.begin(), items.end(), [&](const Word& w) { return same(w, word); })) items.push_back(word);
  }
  into.kind = items.size() > kMostAlternatives ? Value::Kind::kUnknown : Value::Kind::kScalar;
  into.items = std::move(items);
}

void join_cell(Cell& into, const Cell& other) {
  into.maybe_undefined = into.maybe_undefined || other.maybe_undefined || into.functions.empty() != other.functions.empty();
  for (FunctionDef* f : other.functions) {
    if (std::find(into.functions.begin(), into.functions.end(), f) == into.functions.end()) into.functions.push_back(f);
  }
  join_value(into.value, other.value);
  into.level = std::max(into.level, other.level);
  into.epoch = std::min(into.epoch, other.epoch);
}

Certainty join_reach(Certainty a, Certainty b) { return a == b ? a : Certainty::kConditional; }

bool same_place(const Directory& a, const Directory& b) { return a.known && b.known && a.path == b.path; }

void join_shell(ShellState& into, const ShellState& other) {
  if (!same_place(into.directory, other.directory)) into.directory.known = false;
  if (!same_place(into.old_directory, other.old_directory)) into.old_directory.known = false;
  into.stack_known = into.stack_known && other.stack_known && into.directory_stack.size() == other.directory_stack.size();
  if (into.positional != other.positional) into.positional = nullptr;
  if (other.exec_redirects.size() > into.exec_redirects.size()) into.exec_redirects = other.exec_redirects;
  for (const Trap& t : other.traps) {
    const bool known = std::any_of(into.traps.begin(), into.traps.end(), [&](const Trap& u) { return u.signal == t.signal && same(u.text, t.text); });
    if (known) continue;
    into.traps.push_back(t);
    for (Trap& u : into.traps) {
      if (u.signal == t.signal) u.certainty = std::max(u.certainty, Certainty::kConditional);
    }
  }
  for (const std::string& name : other.exported) {
    if (std::find(into.exported.begin(), into.exported.end(), name) == into.exported.end()) into.exported.push_back(name);
  }
  into.exit = join_reach(into.exit, other.exit);
  into.returned = join_reach(into.returned, other.returned);
  into.broken = join_reach(into.broken, other.broken);
  into.errexit = into.errexit || other.errexit;
  into.aliases = into.aliases || other.aliases;
  into.ifs_known = into.ifs_known && other.ifs_known && into.ifs == other.ifs;
  into.epoch = std::max(into.epoch, other.epoch);
}

}  // namespace

const Cell* Scope::find(const std::string& key) const {
  const auto it = cells_.find(key);
  return it == cells_.end() ? nullptr : &it->second;
}

void Scope::set(const std::string& key, Cell cell) {
  const auto [it, fresh] = cells_.try_emplace(key);
  log_.emplace_back(key, fresh ? std::nullopt : std::optional<Cell>(std::move(it->second)));
  it->second = std::move(cell);
}

void Scope::rollback(std::size_t mark) {
  while (log_.size() > mark) {
    auto& [key, old] = log_.back();
    if (old) {
      cells_[key] = std::move(*old);
    } else {
      cells_.erase(key);
    }
    log_.pop_back();
  }
}

void Scope::leave_subshell(std::size_t mark) {
  std::vector<std::pair<std::string, Cell>> kept;
  std::unordered_set<std::string> seen;
  for (std::size_t i = mark; i < log_.size(); ++i) {
    const std::string& key = log_[i].first;
    if ((!key.starts_with("F:") && key != "g?") || !seen.insert(key).second) continue;
    if (const auto it = cells_.find(key); it != cells_.end()) kept.emplace_back(key, it->second);
  }
  rollback(mark);
  for (auto& [key, cell] : kept) set(key, std::move(cell));
}

Path Scope::leave(std::size_t mark, const ShellState& before) {
  Path path;
  path.shell = std::move(shell);
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = mark; i < log_.size(); ++i) {
    if (seen.insert(log_[i].first).second) path.changes.emplace_back(log_[i].first, cells_[log_[i].first]);
  }
  rollback(mark);
  shell = before;
  return path;
}

void Scope::join(std::vector<Path> paths) {
  // A way that ends in exit says nothing about what comes after.
  const auto ended = [](const Path& p) { return p.shell.reach() == Certainty::kNotCalled; };
  std::vector<const Path*> alive;
  for (const Path& p : paths) {
    if (!ended(p)) alive.push_back(&p);
  }
  if (alive.empty()) {
    for (const Path& p : paths) alive.push_back(&p);
  }
  if (alive.empty()) return;
  std::unordered_map<std::string_view, std::pair<Cell, std::size_t>> merged;
  std::vector<std::string_view> order;
  for (const Path* p : alive) {
    for (const auto& [key, cell] : p->changes) {
      const auto [it, fresh] = merged.try_emplace(key, cell, 1);
      if (fresh) {
        order.push_back(key);
      } else {
        join_cell(it->second.first, cell);
        ++it->second.second;
      }
    }
  }
  for (const std::string_view key : order) {
    auto& [cell, count] = merged.at(key);
    const std::string name(key);
    if (count < alive.size()) {
      const Cell* old = find(name);
      if (old == nullptr && key.starts_with("v:")) cell.value.kind = Value::Kind::kUnknown;
      if (old != nullptr || !key.starts_with("v:")) join_cell(cell, old != nullptr ? *old : Cell());
    }
    set(name, std::move(cell));
  }
  ShellState result = alive[0]->shell;
  for (std::size_t i = 1; i < alive.size(); ++i) join_shell(result, alive[i]->shell);
  for (const Path& p : paths) {
    if (!ended(p) || alive[0] == &p) continue;
    result.exit = join_reach(result.exit, p.shell.exit);
    result.returned = join_reach(result.returned, p.shell.returned);
    result.broken = join_reach(result.broken, p.shell.broken);
  }
  shell = std::move(result);
}

}  // namespace cordon::shell
