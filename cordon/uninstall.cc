// SPDX-License-Identifier: Apache-2.0
#include "cordon/table.h"

namespace cordon::command {

int run_uninstall(int, char**) { return 1; }

}  // namespace cordon::command
