// SPDX-License-Identifier: Apache-2.0
#pragma once
// Backslash sequences of $'…', echo -e and printf.

#include <string>
#include <string_view>

namespace cordon::shell {

/// $'…' as bash decodes it: \x41, \101, \u00e9, \cA, \n …; unknown sequences stay. Stops at a decoded NUL.
std::string decode_ansi_c(std::string_view source);

enum class EscapeStyle : unsigned char { kAnsiC, kEcho, kPrintfFormat };

/// Decodes one sequence at source[at] (a backslash), appends it, returns the index after it; `stop` becomes true for \c of echo.
std::size_t decode_escape(std::string_view source, std::size_t at, EscapeStyle style, std::string& out, bool& stop);

}  // namespace cordon::shell
