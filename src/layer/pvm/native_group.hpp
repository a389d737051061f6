// SPDX-License-Identifier: BSD-3-Clause
//
// A group of PVM's group library. Its server counts the tasks in a barrier and knows the receivers
// of a broadcast.
#pragma once

#include <string>
#include <utility>

#include "strobe/message_layer.hpp"

namespace strobe::layer::pvm {

class NativeGroup {
 public:
  /// No group.
  NativeGroup() = default;

  /// Joins the group `name`. The n-th task that joins has number n. Starts the group server if none
  /// runs.
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

  /// Waits until `size` tasks have joined. Then the group cannot change, and the library need not
  /// ask its server for the members.
  void freeze(int size);

  void barrier();
  /// Sends `out` to all others, which receive it as a message of this task.
  void broadcast(ConstBytes out, Tag tag);
  /// Whether the library can combine elements of this type. It has the three arithmetic operations
  /// only, and loses the upper half of 64-bit integers.
  [[nodiscard]] static bool combines(Element element, Operation operation) {
    const bool is_arithmetic = operation == Operation::sum || operation == Operation::minimum ||
                               operation == Operation::maximum;
    return is_arithmetic && element != Element::int64;
  }
  /// Combines the values of all tasks in `both` of task `root`. It overwrites `both` of the others.
  void reduce(Bytes both, Element element, Operation operation, int root, Tag tag);

 private:
  std::string name_;
  int size_ = 0;
};

}  // namespace strobe::layer::pvm
