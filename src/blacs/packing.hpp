// SPDX-License-Identifier: BSD-3-Clause
//
// A matrix to contiguous elements and back, by hand: a datatype of the MPI costs more to make than
// most matrices cost to copy. Nothing outside the matrix is touched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "strobe/blacs/shape.hpp"

namespace strobe::blacs {

namespace detail {

/// Rows of one element are common (a row of a matrix), and a call for each would cost more than
/// they do.
template <class T>
void copy(const T* from, std::size_t count, T* into) {
  if (count == 1) {
    *into = *from;
  } else if (count != 0) {
    std::memcpy(static_cast<void*>(into), from, count * sizeof(T));
  }
}

}  // namespace detail

template <class T>
void pack(const Shape& shape, const T* matrix, T* out) {
  for (std::size_t j = 0; j < shape.columns(); ++j) {
    const Column column = shape.column(j);
    detail::copy(matrix + j * shape.leading() + column.first, column.count, out);
    out += column.count;
  }
}

/// Puts the first `available` elements where they belong; what lies behind stays as it was.
template <class T>
void unpack(const Shape& shape, const T* in, std::size_t available, T* matrix) {
  for (std::size_t j = 0; j < shape.columns() && available != 0; ++j) {
    const Column column = shape.column(j);
    const std::size_t count = std::min(column.count, available);
    detail::copy(in, count, matrix + j * shape.leading() + column.first);
    in += count;
    available -= count;
  }
}

}  // namespace strobe::blacs
