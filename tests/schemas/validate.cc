// SPDX-License-Identifier: Apache-2.0
#include "tests/schemas/validate.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace cordon::testing {

using Json = nlohmann::json;

struct Schema::Parts {
  Json json;
  valijson::Schema schema;
};

namespace {

Json load(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  return Json::parse(in);
}

const std::set<std::string>& understood() {
  static const std::set<std::string> kWords = {
      "$schema", "$ref", "$defs", "title", "description", "examples", "default", "type", "properties", "required", "additionalProperties",
      "patternProperties", "propertyNames", "items", "minItems", "maxItems", "uniqueItems", "contains", "minProperties", "maxProperties",
      "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "const", "enum", "minLength", "maxLength", "pattern", "minimum", "maximum",
      "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "x-plain-text"};
  return kWords;
}

// A validator that skips a keyword it does not know accepts too much, silently.
void refuse_unknown(const Json& node) {
  if (!node.is_object()) return;
  for (const auto& [key, value] : node.items()) {
    if (understood().count(key) == 0) throw std::runtime_error("unknown keyword '" + key + "'");
    if (key == "$ref" && node.size() > 1) throw std::runtime_error("'$ref' with neighbours, which draft 7 ignores");
    if (key == "properties" || key == "patternProperties" || key == "$defs") {
      for (const auto& [name, child] : value.items()) refuse_unknown(child);
    } else if (key == "allOf" || key == "anyOf" || key == "oneOf") {
      for (const Json& child : value) refuse_unknown(child);
    } else if (key == "items" || key == "additionalProperties" || key == "not" || key == "if" || key == "then" || key == "else" || key == "contains") {
      refuse_unknown(value);
    }
  }
}

void plain_text_faults(const Json& root, const std::string& path, std::vector<std::string>& out) {
  const Json* at = &root;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t dot = std::min(path.find('.', begin), path.size());
    const std::string key = path.substr(begin, dot - begin);
    if (!at->is_object() || !at->contains(key)) return;
    at = &(*at)[key];
    begin = dot + 1;
  }
  if (!at->is_string()) return;
  for (const char c : at->get_ref<const std::string&>()) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F) return out.push_back(path + ": holds a control character");
  }
}

}  // namespace

Schema::Schema(const std::string& path) : parts_(std::make_unique<Parts>()) {
  parts_->json = load(path);
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  refuse_unknown(parts_->json);
  const auto fetch = [&](const std::string& uri) -> const Json* {
    auto other = std::make_unique<Json>(load(folder + uri));
    refuse_unknown(*other);
    return other.release();
  };
  valijson::SchemaParser parser;
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(parts_->json), parts_->schema, fetch, [](const Json* other) { delete other; });
}
Schema::~Schema() = default;
Schema::Schema(Schema&&) noexcept = default;

std::vector<std::string> Schema::faults(const std::string& text) const {
  const Json value = Json::parse(text, nullptr, false);
  if (value.is_discarded()) return {"not JSON"};
  std::vector<std::string> out;
  valijson::Validator validator;
  valijson::ValidationResults results;
  if (!validator.validate(parts_->schema, valijson::adapters::NlohmannJsonAdapter(value), &results)) {
    out.push_back("does not match");
    for (valijson::ValidationResults::Error error; results.popError(error);) {
      std::string where;
      for (const std::string& step : error.context) where += step;
      out.push_back(where + ": " + error.description);
    }
  }
  for (const Json& path : parts_->json.value("x-plain-text", Json::array())) plain_text_faults(value, path, out);
  return out;
}

}  // namespace cordon::testing
