// SPDX-License-Identifier: Apache-2.0
#include "hooks/error-hint/rule.h"
#include "shared/hook/hook.h"

int main() { return cordon::hook::run({"error-hint", cordon::error_hint::decide, cordon::error_hint::unreadable, true}); }
