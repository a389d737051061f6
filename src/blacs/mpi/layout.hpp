// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstddef>
#include <utility>

#include "strobe/blacs/shape.hpp"

namespace strobe::blacs::mpi {

/// The elements of a matrix as an MPI datatype, so that they need not be packed. It may be
/// destroyed after a send or receive has started.
class Layout {
 public:
  /// `count` elements of the shape, starting with element number `first`.
  Layout(const Shape& shape, std::byte* matrix, std::size_t element_bytes, std::size_t first,
         std::size_t count);
  Layout(Layout&& other) noexcept
      : matrix_(other.matrix_),
        size_bytes_(other.size_bytes_),
        type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
  Layout& operator=(Layout&&) = delete;
  ~Layout();

  [[nodiscard]] std::byte* matrix() const { return matrix_; }
  [[nodiscard]] std::size_t size_bytes() const { return size_bytes_; }
  [[nodiscard]] MPI_Datatype type() const { return type_; }

 private:
  std::byte* matrix_;
  std::size_t size_bytes_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace strobe::blacs::mpi
