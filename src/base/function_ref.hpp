// SPDX-License-Identifier: BSD-3-Clause
//
// A reference to a callable that the caller owns, for functions that are not templates.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace strobe {

template <class Signature>
class FunctionRef;

template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>)
  // NOLINTNEXTLINE(google-explicit-constructor): it stands for the callable.
  FunctionRef(Callable&& callable)
      : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* called, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Callable>*>(called))(
              std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(callable_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* callable_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace strobe
