// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace strobe::blacs {

/// Things known by small numbers. The first free number is given out again; the others stay.
template <class T>
class Numbered {
 public:
  int add(T thing) {
    const int number = first_free();
    if (static_cast<std::size_t>(number) == things_.size()) things_.emplace_back();
    things_[static_cast<std::size_t>(number)] = std::move(thing);
    return number;
  }

  /// Null for a number that nothing has.
  [[nodiscard]] T* find(std::int64_t number) {
    if (number < 0 || static_cast<std::size_t>(number) >= things_.size()) return nullptr;
    std::optional<T>& thing = things_[static_cast<std::size_t>(number)];
    return thing ? &*thing : nullptr;
  }

  void remove(int number) {
    things_[static_cast<std::size_t>(number)].reset();
    if (number < hint_) hint_ = number;
  }

  /// Calls with every number and what has it.
  template <class Function>
  void each(Function function) {
    for (std::size_t i = 0; i < things_.size(); ++i) {
      if (things_[i]) function(static_cast<int>(i), *things_[i]);
    }
  }

  void clear() {
    things_.clear();
    hint_ = 0;
  }

 private:
  [[nodiscard]] int first_free() {
    while (static_cast<std::size_t>(hint_) < things_.size() &&
           things_[static_cast<std::size_t>(hint_)]) {
      ++hint_;
    }
    return hint_;
  }

  std::vector<std::optional<T>> things_;
  int hint_ = 0;  ///< no number below it is free
};

}  // namespace strobe::blacs
