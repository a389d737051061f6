// SPDX-License-Identifier: BSD-3-Clause
//
// Packs a matrix into contiguous elements and unpacks it. To create an MPI datatype costs more than
// to copy most matrices. Memory outside of the matrix is neither read nor written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "strobe/blacs/shape.hpp"

namespace strobe::blacs {

namespace detail {

/// Copies single elements without a call of memcpy. They are common: a row of a matrix has one in
/// each column.
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

/// Unpacks the first `available` elements. The other elements of the matrix stay unchanged.
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
