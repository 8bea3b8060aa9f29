// SPDX-License-Identifier: Apache-2.0
// Members of JSON that others wrote: what is missing, or of another type, is nothing.
#pragma once

#include "cordon/json_edit.h"

namespace cordon::live {

using command::Json;

const Json& member(const Json& object, const char* key);  // null when it is not there, or `object` is no object
using command::text_at;

}  // namespace cordon::live
