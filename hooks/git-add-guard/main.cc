// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/rule.h"

int main() {
  return cordon::hook::run({"git-add-guard", cordon::git_add_guard::decide, cordon::git_add_guard::unreadable});
}
