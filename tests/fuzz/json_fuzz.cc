// SPDX-License-Identifier: Apache-2.0
// The parser and the scanner that explains its faults accept the same texts; positions lie inside the text and nest; what
// quote() writes is read back.
#include <cstdlib>

#include "shared/base/text.h"
#include "shared/json/json.h"
#include "shared/json/locate.h"

using namespace cordon;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_positions(const json::Value& value, const std::string& text, size_t begin, size_t end) {
  require(value.begin >= begin && value.begin < value.end && value.end <= end);
  const char first = text[value.begin], last = text[value.end - 1];
  if (value.is(json::Type::kObject)) require(first == '{' && last == '}');
  if (value.is(json::Type::kArray)) require(first == '[' && last == ']');
  if (value.is(json::Type::kString)) require(first == '"' && last == '"');
  size_t after = value.begin + 1;
  for (const json::Value& item : value.items) {
    if (value.is(json::Type::kObject)) require(text[item.key_begin] == '"' && item.key_begin >= after && item.key_begin < item.begin);
    check_positions(item, text, after, value.end - 1);
    after = item.end;
  }
}

void check_round_trip(const json::Value& value) {
  if (!value.is(json::Type::kString)) return;
  const auto again = json::parse(json::quote(value.string));
  require(again && again->root.string == value.string);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const json::Limits limits{200, 20};
  const auto document = json::parse(text, limits);
  const auto fault = json::locate(text, limits);
  require(document.has_value() == !fault.has_value());
  if (!document) {
    require(fault->offset <= size && document.error().line > 0 && document.error().column > 0);
    return 0;
  }
  require(document->text == text);
  check_positions(document->root, text, 0, size);
  check_round_trip(document->root);
  for (const json::Value& item : document->root.items) check_round_trip(item);
  return 0;
}
