// SPDX-License-Identifier: Apache-2.0
#include "hooks/error-hint/examples.h"

namespace cordon::error_hint {
namespace {

constexpr Example kExamples[] = {
#include "generated/error_hint_examples.inc"
};

}  // namespace

std::span<const Example> examples() { return kExamples; }

}  // namespace cordon::error_hint
