// SPDX-License-Identifier: Apache-2.0
// What happens to an exception that nobody takes: the program stops. libstdc++'s own handler names its type first, and for that
// links a demangler, whose tables cost every start (240 pointers to correct) what no start needs. Only linked into static programs.
#include <cstdlib>

namespace __gnu_cxx {

void __verbose_terminate_handler() { std::abort(); }

}  // namespace __gnu_cxx
