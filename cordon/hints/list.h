// SPDX-License-Identifier: Apache-2.0
// The catalogue of error-hint for people and for programs.
#pragma once

#include <string>
#include <string_view>

#include "hooks/error-hint/catalogue.h"
#include "shared/base/world.h"

namespace cordon::hints {

// One paragraph an entry: id and title, what the model is told, what the person is told.
std::string list_text();
// {"hints":[{"id","title","hint","remedy","source","measured","event","system","patterns","programs","fires":[{"command","output",…}],"quiet":[…]}]}
// event: "failure", or "any" where it fires after a success, too.
std::string list_json();

// What error-hint finds in an output, as after a command that failed in the sandbox.
struct Found {
  const error_hint::Entry* entry = nullptr;  // nullptr: nothing
  std::string subject;
};
Found find_in(std::string_view output);
std::string found_text(const Found& found, const World& world);
// {"id":"cache-npm","subject":"/home/u/.npm","hint":"…","remedy":"…"}, {"id":null} for nothing.
std::string found_json(const Found& found, const World& world);

}  // namespace cordon::hints
