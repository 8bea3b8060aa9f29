// SPDX-License-Identifier: Apache-2.0
#include "cordon/options.h"

namespace cordon::command {

std::optional<int> parse_options(CLI::App& app, int argc, char** argv, int wrong_usage) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : wrong_usage;
  }
  return std::nullopt;
}

}  // namespace cordon::command
