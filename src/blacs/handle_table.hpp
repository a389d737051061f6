// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace strobe::blacs {

/// Gives small numbers to objects. A new object gets the lowest free number.
template <class T>
class HandleTable {
 public:
  int add(T object) {
    const int number = first_free();
    if (static_cast<std::size_t>(number) == objects_.size()) objects_.emplace_back();
    objects_[static_cast<std::size_t>(number)] = std::move(object);
    return number;
  }

  /// Null if no object has the number.
  [[nodiscard]] T* find(std::int64_t number) {
    if (number < 0 || static_cast<std::size_t>(number) >= objects_.size()) return nullptr;
    std::optional<T>& object = objects_[static_cast<std::size_t>(number)];
    return object ? &*object : nullptr;
  }

  void remove(int number) {
    objects_[static_cast<std::size_t>(number)].reset();
    if (number < hint_) hint_ = number;
  }

  /// Calls the function with each number and its object.
  template <class Function>
  void each(Function function) {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (objects_[i]) function(static_cast<int>(i), *objects_[i]);
    }
  }

  void clear() {
    objects_.clear();
    hint_ = 0;
  }

 private:
  [[nodiscard]] int first_free() {
    while (static_cast<std::size_t>(hint_) < objects_.size() &&
           objects_[static_cast<std::size_t>(hint_)]) {
      ++hint_;
    }
    return hint_;
  }

  std::vector<std::optional<T>> objects_;
  int hint_ = 0;  ///< no number below it is free
};

}  // namespace strobe::blacs
