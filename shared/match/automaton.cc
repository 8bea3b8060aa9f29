// SPDX-License-Identifier: Apache-2.0
#include "shared/match/automaton.h"

namespace cordon::match {
namespace {

constexpr uint64_t kFull = ~uint64_t{0};
constexpr uint64_t kSlashBit = uint64_t{1} << '/';
constexpr uint64_t kDotBit = uint64_t{1} << '.';

// The sets nearly every state has; a state refers to them by index.
enum : uint8_t { kAll, kNotSlash, kNotSlashNorDot, kOwn };
constexpr ByteSet kFixed[] = {
    {{kFull, kFull, kFull, kFull}},
    {{kFull & ~kSlashBit, kFull, kFull, kFull}},
    {{kFull & ~kSlashBit & ~kDotBit, kFull, kFull, kFull}},
};

ByteSet slash_only() {
  ByteSet set;
  set.add('/');
  return set;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

void ByteSet::fold() {
  for (unsigned char c = 'a'; c <= 'z'; ++c) {
    const auto upper = static_cast<unsigned char>(c - 'a' + 'A');
    if (has(c)) add(upper);
    if (has(upper)) add(c);
  }
}

bool overlap(const ByteSet& a, const ByteSet& b) {
  for (size_t i = 0; i < 4; ++i) {
    if ((a.words[i] & b.words[i]) != 0) return true;
  }
  return false;
}

void Automaton::add(Step step, uint8_t set) {
  State state;
  state.step = step;
  state.set = set;
  if (set == kOwn) state.own = static_cast<uint32_t>(sets_.size() - 1);
  states_.push_back(state);
}

void Automaton::byte(char c, bool fold) {
  ByteSet set;
  set.add(static_cast<unsigned char>(c));
  if (fold && is_letter(c)) set.add(static_cast<unsigned char>(c ^ 0x20));
  one_of(set);
}

void Automaton::text(std::string_view s, bool fold) {
  for (const char c : s) byte(c, fold);
}

void Automaton::one_of(const ByteSet& set) {
  sets_.push_back(set);
  add(Step::kNext, kOwn);
}

void Automaton::one() { add(Step::kNext, kNotSlash); }
void Automaton::run() { add(Step::kStay, kNotSlash); }
void Automaton::anything() { add(Step::kStay, kAll); }

void Automaton::run_no_dot() {
  add(Step::kFirst, kNotSlashNorDot);
  run();
}

void Automaton::folders() {
  add(Step::kFoldersFirst, kNotSlash);
  add(Step::kFolders, kAll);
}

void Automaton::finish(bool below) {
  end_ = static_cast<uint32_t>(states_.size());
  if (!below) return;
  byte('/', false);
  anything();
}

const ByteSet& Automaton::set_of(const State& state) const { return state.set == kOwn ? sets_[state.own] : kFixed[state.set]; }

uint32_t Automaton::skip(uint32_t state) const {
  if (state >= states_.size()) return state;
  switch (states_[state].step) {
    case Step::kStay: return state + 1;
    case Step::kFirst: return state + 2;
    case Step::kFoldersFirst: return state + 2;
    default: return state;
  }
}

size_t Automaton::moves(uint32_t state, Move out[2]) const {
  if (state >= states_.size()) return 0;
  const State& it = states_[state];
  out[0].set = set_of(it);
  out[0].to = it.step == Step::kStay || it.step == Step::kFolders ? state : state + 1;
  if (it.step != Step::kFolders) return 1;
  out[1].set = slash_only();
  out[1].to = state + 1;
  return 2;
}

bool Automaton::accepts(std::string_view s) const {
  // One bit a state; states only lead forward or to themselves, so one pass in order also follows the skips.
  std::vector<uint8_t> now(states_.size() + 1, 0), then(states_.size() + 1, 0);
  now[0] = 1;
  for (const char c : s) {
    bool alive = false;
    for (uint32_t i = 0; i < states_.size(); ++i) {
      if (now[i] == 0) continue;
      if (const uint32_t next = skip(i); next != i) now[next] = 1;
      const State& it = states_[i];
      if (!set_of(it).has(static_cast<unsigned char>(c))) continue;
      alive = true;
      const bool stays = it.step == Step::kStay || it.step == Step::kFolders;
      then[stays ? i : i + 1] = 1;
      if (it.step == Step::kFolders && c == '/') then[i + 1] = 1;
    }
    if (!alive) return false;
    now.swap(then);
    then.assign(then.size(), 0);
  }
  for (uint32_t i = 0; i <= states_.size(); ++i) {
    if (now[i] == 0) continue;
    if (accepting(i)) return true;
    if (const uint32_t next = skip(i); next != i) now[next] = 1;
  }
  return false;
}

bool meet(const Automaton& a, const Automaton& b) {
  const size_t width = b.states_.size() + 1;
  std::vector<uint8_t> seen((a.states_.size() + 1) * width, 0);
  std::vector<uint32_t> work;
  const auto visit = [&](uint32_t i, uint32_t j) {
    uint8_t& mark = seen[i * width + j];
    if (mark != 0) return;
    mark = 1;
    work.push_back(static_cast<uint32_t>(i * width + j));
  };
  visit(0, 0);
  while (!work.empty()) {
    const uint32_t pair = work.back();
    work.pop_back();
    const auto i = static_cast<uint32_t>(pair / width), j = static_cast<uint32_t>(pair % width);
    if (a.accepting(i) && b.accepting(j)) return true;
    if (const uint32_t next = a.skip(i); next != i) visit(next, j);
    if (const uint32_t next = b.skip(j); next != j) visit(i, next);
    Automaton::Move from_a[2], from_b[2];
    const size_t count_a = a.moves(i, from_a), count_b = b.moves(j, from_b);
    for (size_t x = 0; x < count_a; ++x) {
      for (size_t y = 0; y < count_b; ++y) {
        if (overlap(from_a[x].set, from_b[y].set)) visit(from_a[x].to, from_b[y].to);
      }
    }
  }
  return false;
}

}  // namespace cordon::match
