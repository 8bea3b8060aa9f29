// SPDX-License-Identifier: Apache-2.0
// Builds the value tree with simdjson's On-Demand parser, which hands out positions; every value is visited, so every
// part of the text is validated.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "shared/json/json.h"
#include "shared/json/locate.h"
#include "shared/json/unescape.h"
#include <simdjson.h>

namespace cordon::json {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view kBlank = " \t\r\n";

struct Builder {
  std::string_view text;
  uint32_t left;                 // values that may still be made
  uint32_t depth_left;           // On-Demand itself knows no limit here
  std::string fault;

  bool error(std::string message) {
    if (fault.empty()) fault = std::move(message);
    return false;
  }
  uint32_t offset(const char* p) const { return static_cast<uint32_t>(p - text.data()); }
  uint32_t trimmed_end(std::string_view token) const {
    const size_t last = token.find_last_not_of(kBlank);
    return offset(token.data()) + static_cast<uint32_t>(last == std::string_view::npos ? 0 : last + 1);
  }
  // The closing bracket stands right after the last child, but for blanks: cheaper than asking simdjson for it.
  uint32_t closed_at(uint32_t after, char bracket) const {
    const size_t at = text.find(bracket, after);
    return static_cast<uint32_t>(at == std::string_view::npos ? text.size() : at + 1);
  }

  template <class Source>
  bool build(Source& source, Value& out);
  template <class Source>
  bool build_typed(Source& source, Value& out, std::string_view token);
  template <class Source>
  bool build_object(Source& source, Value& out);
  template <class Source>
  bool build_array(Source& source, Value& out);
  template <class Source>
  bool build_string(Source& source, Value& out, std::string_view token);
  template <class Source>
  bool build_number(Source& source, Value& out, std::string_view token);
};

std::string_view sayable(simdjson::error_code code) {
  switch (code) {
    case simdjson::DEPTH_ERROR: return "nested too deeply";
    case simdjson::CAPACITY: case simdjson::MEMALLOC: return "too large";
    case simdjson::UTF8_ERROR: return "invalid UTF-8";
    case simdjson::UNCLOSED_STRING: return "string is not closed";
    case simdjson::UNESCAPED_CHARS: return "control character in a string";
    case simdjson::EMPTY: return "empty";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT: return "array or object is not closed";
    case simdjson::T_ATOM_ERROR: case simdjson::F_ATOM_ERROR: case simdjson::N_ATOM_ERROR: return "expected true, false or null";
    case simdjson::NUMBER_ERROR: return "invalid number";
    case simdjson::STRING_ERROR: return "invalid escape in a string";
    default: return "unexpected character";
  }
}

bool valid_number(std::string_view s) {
  size_t i = 0;
  const auto digits = [&] {
    const size_t from = i;
    while (i < s.size() && s[i] >= '0' && s[i] <= '9') ++i;
    return i - from;
  };
  if (i < s.size() && s[i] == '-') ++i;
  const bool zero = i < s.size() && s[i] == '0';
  const size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (i < s.size() && s[i] == '.' && (++i, digits() == 0)) return false;
  if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
    ++i;
    if (i < s.size() && (s[i] == '+' || s[i] == '-')) ++i;
    if (digits() == 0) return false;
  }
  return i == s.size();
}

template <class Source>
bool Builder::build_string(Source& source, Value& out, std::string_view token) {
  out.type = Type::kString;
  std::string_view decoded;
  if (source.get_string().get(decoded) == simdjson::SUCCESS) {
    out.string = decoded;
    return true;
  }
  // simdjson refuses lone surrogates, JavaScript does not.
  const std::string_view raw = token.substr(0, out.end - out.begin);
  if (raw.size() < 2 || !unescape(raw.substr(1, raw.size() - 2), out.string)) return error("invalid escape in a string");
  return true;
}

template <class Source>
bool Builder::build_number(Source& source, Value& out, std::string_view token) {
  out.type = Type::kNumber;
  if (source.get_double().get(out.number) == simdjson::SUCCESS) return true;
  const std::string_view raw = token.substr(0, out.end - out.begin);
  if (!valid_number(raw)) return error("invalid number");
  out.number = raw[0] == '-' ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  return true;
}

template <class Source>
bool Builder::build_object(Source& source, Value& out) {
  out.type = Type::kObject;
  ondemand::object object;
  if (const auto code = source.get_object().get(object)) return error(std::string(sayable(code)));
  uint32_t after = out.begin + 1;
  for (auto field : object) {
    ondemand::field member;
    if (const auto code = std::move(field).get(member)) return error(std::string(sayable(code)));
    const uint32_t key_begin = offset(member.key().raw()) - 1;
    out.items.emplace_back();
    Value& child = out.items.back();
    child.key_begin = key_begin;
    // The key's text ends at the first quote that no backslash hides.
    size_t end = key_begin + 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    if (!unescape(text.substr(key_begin + 1, end - key_begin - 1), child.key)) return error("invalid escape in a string");
    ondemand::value value = member.value();
    if (!build(value, child)) return false;
    after = child.end;
  }
  out.end = closed_at(after, '}');
  return true;
}

template <class Source>
bool Builder::build_array(Source& source, Value& out) {
  out.type = Type::kArray;
  ondemand::array array;
  if (const auto code = source.get_array().get(array)) return error(std::string(sayable(code)));
  uint32_t after = out.begin + 1;
  for (auto element : array) {
    ondemand::value value;
    if (const auto code = std::move(element).get(value)) return error(std::string(sayable(code)));
    out.items.emplace_back();
    if (!build(value, out.items.back())) return false;
    after = out.items.back().end;
  }
  out.end = closed_at(after, ']');
  return true;
}

template <class Source>
bool Builder::build(Source& source, Value& out) {
  if (left == 0) return error("too many values");
  --left;
  std::string_view token;
  if constexpr (std::is_same_v<Source, ondemand::document>) {
    token = text.substr(text.find_first_not_of(kBlank), 1);  // an opening bracket, see parse()
  } else {
    token = source.raw_json_token();
  }
  out.begin = offset(token.data());
  out.end = trimmed_end(token);
  if (depth_left == 0) return error("nested too deeply");
  --depth_left;
  const bool built = build_typed(source, out, token);
  ++depth_left;
  return built;
}

template <class Source>
bool Builder::build_typed(Source& source, Value& out, std::string_view token) {
  ondemand::json_type type;
  if (const auto code = source.type().get(type)) return error(std::string(sayable(code)));
  switch (type) {
    case ondemand::json_type::object: return build_object(source, out);
    case ondemand::json_type::array: return build_array(source, out);
    case ondemand::json_type::string: return build_string(source, out, token);
    case ondemand::json_type::number: return build_number(source, out, token);
    case ondemand::json_type::boolean:
      out.type = Type::kBool;
      if (source.get_bool().get(out.boolean)) return error("expected true, false or null");
      return true;
    default:
      out.type = Type::kNull;
      if (text.substr(out.begin, out.end - out.begin) != "null") return error("expected true, false or null");
      static_cast<void>(source.is_null());  // moves past it
      return true;
  }
}

// simdjson says that a text is broken, not where: a second scan finds the place. `otherwise` is for what that scan accepts.
tl::unexpected<Error> fault(std::string_view text, const Limits& limits, std::string otherwise) {
  const auto found = locate(text, limits);
  if (!found) return fail(std::move(otherwise), {}, 1, 1);
  const Position at = position_at(text, found->offset);
  return fail(found->message, {}, at.line, at.column);
}

// On-Demand is careless about a root that is no object or array: it does not mind what stands behind it, or gives up when many
// blanks do. As the only element of an array it is read like every other value.
Result<Document> parse_scalar(std::string input, size_t first, const Limits& limits) {
  const std::string_view text(input);
  auto wrapped = parse("[" + std::string(text.substr(first)) + "]", {limits.values + 1, limits.depth + 1});
  if (!wrapped || wrapped->root.items.size() != 1) return fault(text, limits, "text after the value");
  Document out;
  out.root = std::move(wrapped->root.items.front());
  out.root.begin += static_cast<uint32_t>(first) - 1;
  out.root.end += static_cast<uint32_t>(first) - 1;
  out.text = std::move(input);
  return out;
}

}  // namespace

static_assert(kPadding >= simdjson::SIMDJSON_PADDING);

Result<Document> parse(std::string input, const Limits& limits) {
  if (input.size() > 0xFFFFFF00u) return fail("too large");
  const size_t first = input.find_first_not_of(kBlank);
  if (first == std::string::npos) return fail("empty", {}, 1, 1);
  if (input[first] != '{' && input[first] != '[') return parse_scalar(std::move(input), first, limits);
  Document out;
  out.text = std::move(input);
  const size_t size = out.text.size();
  out.text.reserve(size + kPadding);
  ondemand::parser parser;
  ondemand::document doc;
  const simdjson::padded_string_view padded(out.text.data(), size, out.text.capacity());
  if (const auto code = parser.iterate(padded).get(doc)) return fault(out.text, limits, std::string(sayable(code)));
  Builder builder{out.text, limits.values, limits.depth, {}};
  if (!builder.build(doc, out.root)) return fault(out.text, limits, builder.fault);
  if (out.text.find_first_not_of(kBlank, out.root.end) != std::string::npos) return fault(out.text, limits, "text after the value");
  return out;
}

}  // namespace cordon::json
