// SPDX-License-Identifier: BSD-3-Clause
//
// A group of PVM's group library, whose server counts who has come to a barrier and knows to whom a
// broadcast goes.
#pragma once

#include <string>
#include <utility>

#include "strobe/message_layer.hpp"

namespace strobe::layer::pvm {

class NativeGroup {
 public:
  /// No group.
  NativeGroup() = default;

  /// Joins the group called `name`, which `size` tasks will have joined: the n-th that joins is
  /// number n. Starts the group server where none runs.
  explicit NativeGroup(std::string name);
  NativeGroup(NativeGroup&& other) noexcept : name_(std::exchange(other.name_, {})) {
    std::swap(size_, other.size_);
  }
  NativeGroup& operator=(NativeGroup&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~NativeGroup();

  [[nodiscard]] bool exists() const { return !name_.empty(); }

  /// All have joined, as this waits for, and none will any more: the library asks its server no
  /// longer who they are.
  void freeze(int size);

  void barrier();
  /// Sends `out` to all others; they receive it from this task like any message.
  void broadcast(ConstBytes out, Tag tag);
  /// Whether the library combines elements of this type: in 64-bit integers it loses the upper
  /// half.
  [[nodiscard]] static bool combines(Element element) { return element != Element::int64; }
  /// Combines the values of all in `both` of number `root`; those of the others are lost.
  void reduce(Bytes both, Element element, Operation operation, int root, Tag tag);

 private:
  std::string name_;
  int size_ = 0;
};

}  // namespace strobe::layer::pvm
