// SPDX-License-Identifier: Apache-2.0
#include "hooks/error-hint/catalogue.h"

#include <array>

#include "shared/base/words.h"
#include "shared/match/literals.h"

namespace cordon::error_hint {
namespace {

#include "generated/error_hint_entries.inc"

constexpr char kEndOfEntry = '\x1d', kEndOfField = '\x1f', kEndOfItem = '\x1e';
constexpr match::Literals kSearched(kLiterals);

std::string_view take(std::string_view& from, char end) {
  const size_t at = from.find(end);
  const std::string_view out = from.substr(0, at);
  from.remove_prefix(at + 1);
  return out;
}

// Filled when a literal has been found for the first time: most outputs have none.
struct Unpacked {
  std::array<Entry, kEntries> entries;
  std::array<std::string_view, kItems> items;
  size_t used = 0;
  bool done = false;

  std::span<const std::string_view> list(std::string_view field) {
    const size_t first = used;
    while (!field.empty()) items[used++] = take(field, kEndOfItem);
    return {items.data() + first, used - first};
  }

  void read() {
    std::string_view left(kPacked, sizeof kPacked - 1);
    const uint8_t* literal = kLiteralsOf;
    for (size_t i = 0; i < kEntries; ++i) {
      std::string_view row = take(left, kEndOfEntry);
      Entry& entry = entries[i];
      for (std::string_view* text : {&entry.id, &entry.title, &entry.hint, &entry.remedy, &entry.source, &entry.unless_exists}) *text = take(row, kEndOfField);
      for (auto* list_of : {&entry.with, &entry.patterns, &entry.programs, &entry.without, &entry.under}) *list_of = list(take(row, kEndOfField));
      const std::string_view flags = take(row, kEndOfField);
      entry.handled = flags[0] == '1';
      entry.violations = flags[1] == '1';
      entry.only = flags[2] == '1';
      entry.backend = flags[3] == '1';
      entry.system = static_cast<System>(row[0] - '0');
      entry.literals = {literal, kLiteralCounts[i]};
      literal += kLiteralCounts[i];
    }
    done = true;
  }
};
constinit Unpacked unpacked{};

}  // namespace

std::span<const Entry> entries() {
  if (!unpacked.done) unpacked.read();
  return unpacked.entries;
}
void find_literals(std::string_view text, const std::function<bool(size_t, size_t)>& found) { kSearched.find(text, found); }

}  // namespace cordon::error_hint
