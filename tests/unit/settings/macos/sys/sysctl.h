// SPDX-License-Identifier: Apache-2.0
// Just so much of macOS's header that what only macOS compiles can be checked elsewhere.
#pragma once

#include <cstddef>

#define CTL_KERN 1
#define KERN_PROCARGS2 49

extern "C" int sysctl(int* name, unsigned length, void* old_value, size_t* old_size, void* new_value, size_t new_size);
