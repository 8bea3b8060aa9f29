// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <unistd.h>

#include "shared/base/io.h"
#include "statusline/program.h"
#include "statusline/render.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed standard output is no fault of ours
  try {
    cordon::statusline::run(argc, argv);
  } catch (...) {
    cordon::write_all(STDOUT_FILENO, cordon::statusline::kLastResort);
  }
  _exit(0);
}
