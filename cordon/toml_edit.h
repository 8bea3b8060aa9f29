// SPDX-License-Identifier: Apache-2.0
// Sets one text in a person's TOML file and leaves every other byte as it is: comments, order, blanks. (toml++ reads but would
// write the file anew.)
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cordon::command {

//   set_text("# mine\n[statusline]\npreset = \"rich\" # for now\n", "statusline", "preset", "plain")
//     -> "# mine\n[statusline]\npreset = \"plain\" # for now\n"
//
// The key is replaced in its table, put under the table's heading, or a table is put at the end. Nothing when that cannot be done
// without understanding more (the value goes over several lines). The caller reads the result to see that it means what it should:
// a table written inline or with dotted keys is not seen here.
std::optional<std::string> set_text(std::string_view toml, std::string_view table, std::string_view key, std::string_view text);
bool has_table(std::string_view toml, std::string_view table);
bool has_key(std::string_view toml, std::string_view table, std::string_view key);
// The text without the line of a key (a value of one line; else unchanged), without a table's heading when nothing stands under it.
std::string without_key(std::string_view toml, std::string_view table, std::string_view key);
std::string without_empty_table(std::string_view toml, std::string_view table);

}  // namespace cordon::command
