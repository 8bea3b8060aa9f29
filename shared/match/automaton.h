// SPDX-License-Identifier: Apache-2.0
// Sets of paths as small finite automata: a glob is one, what a shell word may become is another. Two questions: does this
// text belong to the set, and do two sets have a text in common. Both take time in the product of the sizes, never more.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace cordon::match {

struct ByteSet {
  uint64_t words[4] = {0, 0, 0, 0};
  void add(unsigned char c) { words[c >> 6] |= uint64_t{1} << (c & 63); }
  void remove(unsigned char c) { words[c >> 6] &= ~(uint64_t{1} << (c & 63)); }
  bool has(unsigned char c) const { return (words[c >> 6] >> (c & 63) & 1) != 0; }
  void invert() {
    for (uint64_t& word : words) word = ~word;
  }
  // Lower-case letters for upper-case ones and the other way round.
  void fold();
};
bool overlap(const ByteSet& a, const ByteSet& b);

// Built by appending; every appended thing follows the ones before it.
class Automaton {
 public:
  void reserve(size_t bytes) {  // room for a pattern of that length
    states_.reserve(bytes);
    sets_.reserve(bytes);
  }
  void byte(char c, bool fold);      // this byte, with `fold` also its other case
  void text(std::string_view s, bool fold);
  void one_of(const ByteSet& set);   // one byte of the set
  void one();                        // one byte but '/'
  void run();                        // any number of bytes but '/'
  void run_no_dot();                 // the same, not beginning with '.': a shell's leading `*`
  void anything();                   // any number of any bytes
  void folders();                    // nothing, or any text that ends in '/': `**/`
  // Closes the set. With `below`, everything below a path of the set belongs to it too.
  void finish(bool below);

  bool accepts(std::string_view s) const;
  size_t size() const { return states_.size(); }
  friend bool meet(const Automaton& a, const Automaton& b);

 private:
  // What a state does with a byte of its set; `skip` states may be passed without one.
  enum class Step : uint8_t { kNext, kStay, kFirst, kFoldersFirst, kFolders };
  struct State {
    Step step = Step::kNext;
    uint8_t set = 0;  // index in the fixed sets, or kOwn
    uint32_t own = 0; // index in sets_
  };
  struct Move {
    ByteSet set;
    uint32_t to = 0;
  };
  void add(Step step, uint8_t set);
  bool accepting(uint32_t state) const { return state == end_ || state == states_.size(); }
  const ByteSet& set_of(const State& state) const;
  uint32_t skip(uint32_t state) const;  // where the state leads without a byte, or the state itself
  size_t moves(uint32_t state, Move out[2]) const;

  std::vector<State> states_;
  std::vector<ByteSet> sets_;
  uint32_t end_ = 0;
};

// Whether some text belongs to both.
bool meet(const Automaton& a, const Automaton& b);

}  // namespace cordon::match
