// SPDX-License-Identifier: Apache-2.0
#include "hooks/deny-guard/rule.h"

int main() { return cordon::hook::run({"deny-guard", cordon::deny_guard::decide, cordon::deny_guard::unreadable}); }
