// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/validity.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "shared/settings/rules.h"

namespace cordon::settings {
namespace {

using json::Type;
using json::Value;

enum class TextRule : uint8_t { kNone, kNotEmpty, kUri, kIdentifier, kName, kCustom, kDotSlash, kHash40, kHash64, kClock };
constexpr uint16_t kNoNode = 0xFFFF;

struct Range {
  uint16_t begin, count;
};
struct Text {
  uint32_t begin;
  uint16_t size;
};
struct Field {
  uint32_t begin;
  uint16_t size;
  uint16_t node;
};
// What is fine at one place of the document. Ranges are into kFields, kTexts and kLinks.
struct Node {
  uint8_t accepts, tolerates;  // bits by json::Type; a tolerated type is not looked into
  TextRule rule;
  bool integer, has_minimum, exclusive;
  double minimum, maximum;
  uint16_t items, additional;
  Range fields, enumeration, required, alternatives;
};
struct Root {
  const char* version;
  uint16_t node;
};

#include "shared/settings/validity_table.inc"

std::string_view text_at(uint32_t begin, uint16_t size) { return {kPool + begin, size}; }

uint16_t field_of(const Node& node, std::string_view name) {
  const Field* begin = kFields + node.fields.begin;
  const Field* end = begin + node.fields.count;
  const Field* found = std::lower_bound(begin, end, name, [](const Field& f, std::string_view n) { return text_at(f.begin, f.size) < n; });
  return found != end && text_at(found->begin, found->size) == name ? found->node : node.additional;
}

bool is_identifier_char(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// As far as a mistake is likely: a scheme, and no blanks before the path.
bool is_uri(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) { return is_identifier_char(c) || c == '+' || c == '-' || c == '.'; });
}

bool is_hash(std::string_view text, size_t size) {
  return text.size() == size && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// "07:30", "7:30"
bool is_clock(std::string_view text) {
  const auto digits = [](std::string_view t) { return !t.empty() && t.size() <= 2 && t.find_first_not_of("0123456789") == std::string_view::npos; };
  const size_t colon = std::min(text.find(':'), text.size());
  const std::string_view hour = text.substr(0, colon), minute = text.substr(std::min(colon + 1, text.size()));
  return digits(hour) && digits(minute) && minute.size() == 2 && minute < "60" && (hour.size() == 1 || hour < "24");
}

bool follows(TextRule rule, std::string_view text) {
  switch (rule) {
    case TextRule::kNone: return true;
    case TextRule::kNotEmpty: return !text.empty();
    case TextRule::kUri: return is_uri(text);
    case TextRule::kCustom: return text.starts_with("custom:");
    case TextRule::kHash40: return is_hash(text, 40);
    case TextRule::kHash64: return is_hash(text, 64);
    case TextRule::kClock: return is_clock(text);
    case TextRule::kDotSlash: return text.starts_with("./");
    case TextRule::kName: return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return is_identifier_char(c) || c == '-'; });
    case TextRule::kIdentifier:
      return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && std::all_of(text.begin(), text.end(), is_identifier_char);
  }
  return true;
}

std::string type_list(uint8_t accepts) {
  std::string out;
  for (int type = 0; type <= static_cast<int>(Type::kObject); type++) {
    if ((accepts >> type & 1) == 0) continue;
    if (!out.empty()) out += " or ";
    out += json::type_name(static_cast<Type>(type));
  }
  return out;
}

// Where we are, kept on the stack: the text is only built for a fault.
struct Place {
  const Place* parent = nullptr;
  std::string_view key;
  size_t index = 0;
  bool is_item = false;

  std::string text() const {
    if (parent == nullptr) return {};
    const std::string before = parent->text();
    if (is_item) return before + "[" + std::to_string(index) + "]";
    return before.empty() ? std::string(key) : before + "." + std::string(key);
  }
};

class Checker {
 public:
  explicit Checker(size_t max) : max_(max) {}

  void check(const Value& value, uint16_t index, const Place& place) {
    if (index == kNoNode || faults_.size() >= max_) return;
    const Node& node = kNodes[index];
    const uint8_t bit = static_cast<uint8_t>(1u << static_cast<unsigned>(value.type));
    if (node.tolerates & bit) return;
    if (node.alternatives.count > 0) return check_alternatives(value, node, place);
    if ((node.accepts & bit) == 0) return fault(value, place, "expected " + type_list(node.accepts));
    switch (value.type) {
      case Type::kString: return check_text(value, node, place);
      case Type::kNumber: return check_number(value, node, place);
      case Type::kArray: return check_items(value, node, place);
      case Type::kObject: return check_members(value, node, place);
      default: return;
    }
  }

  std::vector<Fault> take() { return std::move(faults_); }

 private:
  void fault(const Value& value, const Place& place, std::string what) {
    const std::string path = place.text();
    if (!path.empty()) what += " for '" + path + "'";
    faults_.push_back({path, std::move(what), value.begin});
  }

  void check_text(const Value& value, const Node& node, const Place& place) {
    const Text* begin = kTexts + node.enumeration.begin;
    const Text* end = begin + node.enumeration.count;
    const bool listed = begin == end || std::any_of(begin, end, [&](const Text& t) { return text_at(t.begin, t.size) == value.string; });
    if (!listed) return fault(value, place, "unknown value");
    if (!follows(node.rule, value.string)) fault(value, place, "malformed text");
  }

  void check_number(const Value& value, const Node& node, const Place& place) {
    if (node.integer && std::floor(value.number) != value.number) return fault(value, place, "expected whole number");
    const bool low = node.has_minimum && (node.exclusive ? value.number <= node.minimum : value.number < node.minimum);
    if (low || value.number > node.maximum) fault(value, place, "number out of range");
  }

  void check_items(const Value& value, const Node& node, const Place& place) {
    for (size_t i = 0; i < value.items.size() && node.items != kNoNode; i++) check(value.items[i], node.items, {&place, {}, i, true});
  }

  void check_members(const Value& value, const Node& node, const Place& place) {
    for (const Value& member : value.items) {
      const uint16_t target = field_of(node, member.key);
      // Of duplicate keys only the last one is there for the runtime. Not asked in huge objects: the cost would be quadratic.
      if (target == kNoNode || (value.items.size() <= 256 && value.find(member.key) != &member)) continue;
      check(member, target, {&place, member.key, 0, false});
    }
    for (uint16_t i = 0; i < node.required.count; i++) {
      const Text& name = kTexts[node.required.begin + i];
      if (value.find(text_at(name.begin, name.size)) == nullptr) fault(value, place, "missing '" + std::string(text_at(name.begin, name.size)) + "'");
    }
  }

  // Any of the alternatives will do. If none does, one whose "type" (or the like) fits tells what is wrong, else the one that
  // gets furthest.
  void check_alternatives(const Value& value, const Node& node, const Place& place) {
    std::vector<Fault> best;
    for (uint16_t i = 0; i < node.alternatives.count; i++) {
      Checker attempt(1);
      attempt.check(value, kLinks[node.alternatives.begin + i], place);
      std::vector<Fault> faults = attempt.take();
      if (faults.empty()) return;
      if (best.empty() || rank(faults[0]) > rank(best[0])) best = std::move(faults);
    }
    faults_.push_back(std::move(best[0]));
  }

  static size_t rank(const Fault& fault) { return fault.message.starts_with("unknown value") ? fault.key.size() : 1000 + fault.key.size(); }

  size_t max_;
  std::vector<Fault> faults_;
};

uint16_t root_for(std::string_view version) {
  const uint64_t wanted = version_number(version);
  uint16_t node = kRoots[0].node;
  for (const Root& root : kRoots) {
    if (wanted == 0 || version_number(root.version) <= wanted) node = root.node;
  }
  return node;
}

}  // namespace

std::vector<Fault> find_faults(const Value& root, std::string_view version, size_t max) {
  Checker checker(max);
  checker.check(root, root_for(version), Place{});
  return checker.take();
}

}  // namespace cordon::settings
