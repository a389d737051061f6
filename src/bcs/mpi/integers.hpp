// SPDX-License-Identifier: BSD-3-Clause
//
// Counts and displacements of the type that the function with small or with large counts has.
#pragma once

#include <cstdint>
#include <type_traits>

#include "bcs/mpi/mpi.hpp"

namespace strobe::bcs::mpi {

/// An array of them.
class Integers {
 public:
  Integers() = default;
  Integers(const int* first) : first_(first), is_wide_(false) {}  // NOLINT: stands for the array
  template <class Wide>
    requires(std::is_integral_v<Wide> && sizeof(Wide) == sizeof(std::int64_t))
  Integers(const Wide* first) : first_(first), is_wide_(true) {}  // NOLINT

  [[nodiscard]] std::int64_t operator[](int i) const {
    return is_wide_ ? static_cast<const std::int64_t*>(first_)[i]
                    : static_cast<const int*>(first_)[i];
  }
  [[nodiscard]] bool is_null() const { return first_ == nullptr; }

 private:
  const void* first_ = nullptr;
  bool is_wide_ = false;
};

/// Where a call writes one.
class ReturnedCount {
 public:
  ReturnedCount(int* place) : place_(place), is_wide_(false) {}  // NOLINT: stands for the place
  ReturnedCount(MPI_Count* place) : place_(place), is_wide_(true) {}  // NOLINT

  void write(MPI_Count count) const {
    if (is_wide_) {
      *static_cast<MPI_Count*>(place_) = count;
    } else {
      *static_cast<int*>(place_) = static_cast<int>(count);
    }
  }

 private:
  void* place_;
  bool is_wide_;
};

}  // namespace strobe::bcs::mpi
