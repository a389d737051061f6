// SPDX-License-Identifier: BSD-3-Clause
//
// A message context of PVM: a receive matches only messages of its own context.
#pragma once

#include <utility>

namespace strobe::layer::pvm {

/// A context that the virtual machine has reserved for this task, and that the destructor frees.
/// PVM reuses a freed number only after all others, so other tasks can still receive the last
/// messages.
class OwnContext {
 public:
  /// No context.
  OwnContext() = default;
  /// A new one.
  [[nodiscard]] static OwnContext create();

  OwnContext(OwnContext&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
  OwnContext& operator=(OwnContext&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~OwnContext();

  /// 0, the default context of all tasks, if there is none.
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_ = 0;
};

}  // namespace strobe::layer::pvm
