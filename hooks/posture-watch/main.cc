// SPDX-License-Identifier: Apache-2.0
#include "hooks/posture-watch/rule.h"
#include "shared/hook/hook.h"

int main() { return cordon::hook::run({"posture-watch", cordon::posture_watch::decide, cordon::posture_watch::unreadable, true}); }
