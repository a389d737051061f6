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

/// The operands of a batch of problems, with elements of type T. Those of one name lie one after
/// the other.
template <class T>
class Problem {
 public:
  /// The routine must outlive the problem.
  Problem(const Routine& routine, const ProblemSpec& spec);
  /// Sets the elements that the routine reads. All others become NaN: those that it must not read,
  /// and those that it only writes.
  void fill();
  /// The operands of all problems as after fill(), from a copy.
  void restore();
  /// The arguments of the whole batch; the operands are those of the first problem.
  [[nodiscard]] Arguments<T>& arguments() { return arguments_; }
  /// The arguments of one problem of the batch.
  [[nodiscard]] Arguments<T> arguments_of(std::int64_t item) const;
  /// Compares the result of one call after fill().
  [[nodiscard]] Difference check() const;
  [[nodiscard]] std::vector<std::span<const std::byte>> operands() const;

 private:
  struct Place {
    T* first = nullptr;
    std::int64_t stride = 0;  ///< elements from one problem to the next
  };
  [[nodiscard]] Place place(OperandName name) const;
  void fill_one(const Operand& operand, std::int64_t item);
  void compare(Difference& difference, const Expected<T>& expected, Extended<T> found,
               std::int64_t row, std::int64_t column) const;
  void compare_element(Difference& difference, std::int64_t item, std::int64_t row,
                       std::int64_t column) const;

  const Routine& routine_;
  ProblemSpec spec_;
  std::vector<memory::Vectors> memory_;  // the operands, in the routine's order
  std::vector<std::vector<std::byte>> copies_;
  std::vector<std::int64_t> pivots_;
  std::vector<T> tau_;
  std::vector<T> work_;
  Arguments<T> arguments_;
};

}  // namespace strobe::kernels::blas
