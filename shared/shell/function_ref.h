// SPDX-License-Identifier: Apache-2.0
#pragma once
// A callable that is only borrowed: what std::function would be for parameters that are called before the function returns,
// without its memory.

#include <memory>
#include <type_traits>
#include <utility>

namespace cordon::shell {

class FunctionRef {
 public:
  template <class F, class = std::enable_if_t<!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>>>
  FunctionRef(F&& body)  // NOLINT: implicit by intent
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(body)))),
        call_([](void* object) { (*static_cast<std::remove_reference_t<F>*>(object))(); }) {}
  void operator()() const { call_(object_); }

 private:
  void* object_;
  void (*call_)(void*);
};

}  // namespace cordon::shell
