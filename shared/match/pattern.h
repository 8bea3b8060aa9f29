// SPDX-License-Identifier: Apache-2.0
// Regular expressions in RE2's syntax: time is linear in the text, whatever the pattern. The only door to re2. Compiling one
// costs some ten microseconds: compile when a literal of it was found (literals.h), not before.
//
//   Pattern::compile("(?i)^touch: (?P<subject>/\\S+): read-only")->find("touch: /x: Read-only file system", &subject)   // true, "/x"
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace cordon::match {

class Pattern {
 public:
  // Errors: what RE2 says of it. `^` and `$` are the ends of the text ("(?m)" for those of lines).
  static Result<Pattern> compile(std::string_view pattern);
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  // Whether it matches anywhere. `subject`: text of the first group that took part, "" without one; may be null.
  bool find(std::string_view text, std::string* subject) const;

 private:
  struct Compiled;
  explicit Pattern(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace cordon::match
