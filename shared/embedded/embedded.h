// SPDX-License-Identifier: Apache-2.0
// Shell texts inside other languages, as far as they are written out: what the walk, which knows shell only, does not enter.
//
//   python3 -c 'import os; os.system("git push")'         "git push"
//   python3 -c 'subprocess.run(["git", "push"])'          "'git' 'push'"
//   perl -e 'system("x")', ruby -e '`x`', node -e 'execSync("x")', awk 'BEGIN { system("x") }', php -r '...'
//   make -f - <<E (recipe lines), at now <<< 'x', ssh localhost x (other hosts: their own rules)
#pragma once

#include <string>
#include <vector>

#include "shared/shell/walk.h"

namespace cordon::embedded {

struct EmbeddedText {
  std::string text;
  std::string via;  // "python3", "make", "ssh localhost"
};
std::vector<EmbeddedText> embedded_texts(const shell::Invocation& invocation);

}  // namespace cordon::embedded
