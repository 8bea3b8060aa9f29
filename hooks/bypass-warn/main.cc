// SPDX-License-Identifier: Apache-2.0
#include "hooks/bypass-warn/rule.h"
#include "shared/hook/hook.h"

int main() { return cordon::hook::run({"bypass-warn", cordon::bypass_warn::decide, cordon::bypass_warn::unreadable}); }
