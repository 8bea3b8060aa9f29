// SPDX-License-Identifier: Apache-2.0
// Full JSON Schema validation for tests (valijson over nlohmann::json).
//
//   Schema schema("…/schemas/hook-decision.schema.json");
//   schema.faults("{\"systemMessage\":5}")   // {"<root>[systemMessage]: Value type not permitted by 'type' constraint."}
//
// valijson 1.0 knows draft 7; our schemas name 2020-12 and use only keywords that mean the same in both ($defs is reached
// by pointer; $ref stands alone). The schema's own "x-plain-text" lists strings that may hold no control character but newline and tab.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace cordon::testing {

class Schema {
 public:
  // Throws std::runtime_error when the file is no schema that can be used, one with an unknown keyword included.
  explicit Schema(const std::string& path);
  ~Schema();
  Schema(Schema&&) noexcept;
  // What is wrong with one JSON text; empty when nothing is.
  std::vector<std::string> faults(const std::string& text) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cordon::testing
