// SPDX-License-Identifier: BSD-3-Clause
//
// A routine with its operands: their values, their memory, and the check of the result. The result
// is compared with the routine's definition in a higher precision, not with the result of another
// library.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/memory/vectors.hpp"

namespace strobe::kernels::blas {

/// The distance of a result from the expected one.
struct Difference {
  /// The largest over all elements, in units of epsilon times the number of terms of the element
  /// times their magnitude.
  double units = 0.0;
  std::int64_t bytes = 0;  ///< number of bytes of the result that were compared
  std::string wrong;       ///< empty if rounding explains the difference
};

/// The operands of a problem, with elements of type T.
template <class T>
class Problem {
 public:
  /// The routine must outlive the problem.
  Problem(const Routine& routine, const ProblemSpec& spec);
  /// Sets the elements that the routine reads. All others become NaN: those that it must not read,
  /// and those that it only writes.
  void fill();
  [[nodiscard]] Arguments<T>& arguments() { return arguments_; }
  /// Compares the result of one call after fill().
  [[nodiscard]] Difference check() const;
  [[nodiscard]] std::vector<std::span<const std::byte>> operands() const;

 private:
  [[nodiscard]] T* address(OperandName name) const;
  void compare(Difference& difference, const Expected<T>& expected, Extended<T> found,
               std::int64_t row, std::int64_t column) const;
  [[nodiscard]] Expected<T> expected(std::int64_t row, std::int64_t column) const;

  const Routine& routine_;
  ProblemSpec spec_;
  Inputs<T> inputs_;
  std::vector<memory::Vectors> memory_;  // the operands, in the routine's order
  Arguments<T> arguments_;
};

}  // namespace strobe::kernels::blas
