// SPDX-License-Identifier: BSD-3-Clause
//
// One routine with its operands: what they are filled with, how they lie in memory, and what the
// routine must make of them. The answer is taken from the definition, in wider arithmetic, and not
// from another library.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/blas/calls.hpp"
#include "kernels/memory/placement.hpp"

namespace strobe::kernels::blas {

/// What is to be computed, and on operands that lie how.
struct Task {
  Routine routine = Routine::gemm;
  Type type = Type::d;
  Form form = Form::n;
  std::int64_t n = 1;
  std::int64_t leading = 1;       ///< from one column of a matrix to the next, in elements
  std::int64_t offset_bytes = 0;  ///< of each operand's begin, into its page
  std::uint64_t seed = 0;
};

/// How far an answer is from what it should be.
struct Difference {
  /// The largest, in units of epsilon times the terms of an element times their magnitude.
  double units = 0.0;
  std::int64_t bytes = 0;  ///< of the answer, that were looked at
  std::string wrong;       ///< empty where rounding explains it
};

/// The operands of a task in numbers of the type T.
template <class T>
class Problem {
 public:
  explicit Problem(const Task& task);
  /// Fills what the routine reads. What it must not read, and what it only writes, is not a number.
  void fill();
  [[nodiscard]] Arguments<T>& arguments() { return arguments_; }
  /// After one call since fill().
  [[nodiscard]] Difference check() const;
  [[nodiscard]] std::vector<std::span<const std::byte>> operands() const;

 private:
  struct Element;
  [[nodiscard]] T* place(Name name) const;
  [[nodiscard]] T given(Name name, std::int64_t row, std::int64_t column) const;
  [[nodiscard]] bool is_read(Name name, std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Element wanted(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Name answer() const;

  Task task_;
  std::vector<memory::Vectors> held_;  // the operands, in the order of operands_of
  Arguments<T> arguments_;
};

}  // namespace strobe::kernels::blas
