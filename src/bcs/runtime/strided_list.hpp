// SPDX-License-Identifier: BSD-3-Clause
//
// Integers by index, such as the members of a communicator or the node of each rank. A regular list
// is stored as a formula, in the same memory whatever its length: ranks with a stride, blocks of
// equal size, round robin. Other lists are stored as runs that are regular, or as the integers if
// that takes less. Copies share what is stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace strobe::bcs::runtime {

class StridedList {
 public:
  class Builder;
  class Iterator;

  StridedList() = default;
  /// The integers are not negative.
  StridedList(std::span<const int> values);
  StridedList(const std::vector<int>& values) : StridedList(std::span(values)) {}
  /// 0, 1, ..., count - 1.
  [[nodiscard]] static StridedList consecutive(int count) { return cyclic(count, count); }
  /// 0, 1, ..., period - 1, again and again: `count` integers.
  [[nodiscard]] static StridedList cyclic(int period, int count);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int operator[](std::size_t index) const {
    const auto at = static_cast<std::int32_t>(index);
    return irregular_ == nullptr ? only_.at(at) : at_irregular(at);
  }
  [[nodiscard]] int front() const { return (*this)[0]; }
  /// The index of the first element with this value.
  [[nodiscard]] std::optional<std::size_t> find(int value) const;
  [[nodiscard]] Iterator begin() const;
  [[nodiscard]] Iterator end() const;

  friend bool operator==(const StridedList& one, const StridedList& other);

 private:
  /// Rows of `length` integers with a stride. Each row begins with `step` more than the row before;
  /// the last row may be shorter. A single row has no step.
  struct Run {
    std::int32_t begin = 0;  ///< the index of its first integer in the list
    std::int32_t count = 0;
    std::int32_t first = 0;
    std::int32_t stride = 0;
    std::int32_t length = 1;
    std::int32_t step = 0;

    [[nodiscard]] int at(std::int32_t offset) const {
      if (offset < length) return first + offset * stride;
      return first + offset / length * step + offset % length * stride;
    }
    [[nodiscard]] std::optional<std::int32_t> find(int value) const;
    friend bool operator==(const Run&, const Run&) = default;
  };
  /// One of the two is empty.
  struct Irregular {
    std::vector<Run> runs;
    std::vector<int> values;
    friend bool operator==(const Irregular&, const Irregular&) = default;
  };

  StridedList(std::vector<Run> runs, std::size_t size);
  [[nodiscard]] int at_irregular(std::int32_t index) const;

  std::size_t size_ = 0;
  Run only_;  ///< of a list that is one run
  std::shared_ptr<const Irregular> irregular_;
};

/// Makes a list of integers that are known one after the other. Lists of the same integers are
/// stored alike.
class StridedList::Builder {
 public:
  void append(int value);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] StridedList finish() { return {std::move(runs_), size_}; }

 private:
  [[nodiscard]] bool extend(int value);
  [[nodiscard]] bool split(int value);

  std::vector<Run> runs_;
  std::size_t size_ = 0;
};

class StridedList::Iterator {
 public:
  using iterator_concept = std::forward_iterator_tag;
  using iterator_category = std::input_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using value_type = int;
  using reference = int;

  Iterator() = default;
  Iterator(const StridedList& list, std::size_t index) : list_(&list), index_(index) {}

  int operator*() const {
    if (list_->irregular_ == nullptr || list_->irregular_->runs.empty()) return (*list_)[index_];
    const Run& run = list_->irregular_->runs[run_];
    return run.at(static_cast<std::int32_t>(index_) - run.begin);
  }
  Iterator& operator++() {
    ++index_;
    if (list_->irregular_ != nullptr && !list_->irregular_->runs.empty()) {
      const Run& run = list_->irregular_->runs[run_];
      if (static_cast<std::int32_t>(index_) == run.begin + run.count) ++run_;
    }
    return *this;
  }
  Iterator operator++(int) {
    const Iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Iterator& other) const { return index_ == other.index_; }

 private:
  const StridedList* list_ = nullptr;
  std::size_t index_ = 0;
  std::size_t run_ = 0;  ///< of an irregular list
};

inline StridedList::Iterator StridedList::begin() const { return {*this, 0}; }
inline StridedList::Iterator StridedList::end() const { return {*this, size_}; }

}  // namespace strobe::bcs::runtime
