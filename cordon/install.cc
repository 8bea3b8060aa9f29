// SPDX-License-Identifier: Apache-2.0
#include "cordon/table.h"

namespace cordon::command {

int run_install(int, char**) { return 1; }

}  // namespace cordon::command
