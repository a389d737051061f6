// SPDX-License-Identifier: BSD-3-Clause
//
// PVM's contexts: messages of one do not meet those of another.
#pragma once

#include <utility>

namespace strobe::layer::pvm {

/// A context that the virtual machine gave to this task alone, and gets back from it. Numbers that
/// came back are given again only when all have been, so that those who have yet to receive a last
/// message of the old use can do so.
class OwnContext {
 public:
  /// None.
  OwnContext() = default;
  /// A new one.
  [[nodiscard]] static OwnContext create();

  OwnContext(OwnContext&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
  OwnContext& operator=(OwnContext&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~OwnContext();

  /// 0, where all tasks begin, if it is none.
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_ = 0;
};

}  // namespace strobe::layer::pvm
