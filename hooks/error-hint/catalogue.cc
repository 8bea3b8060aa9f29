// SPDX-License-Identifier: Apache-2.0
#include "hooks/error-hint/catalogue.h"

namespace cordon::error_hint {
namespace {

#include "generated/error_hint_entries.inc"

}  // namespace

std::span<const Entry> entries() { return kEntries; }
std::span<const std::string_view> literals() { return kLiterals; }

}  // namespace cordon::error_hint
