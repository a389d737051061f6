// SPDX-License-Identifier: BSD-3-Clause
//
// The 55 typed routines as templates over the element type, with the arguments of the interface.
// The C and Fortran names (bindings/) call them. An error ends the program; see stop.hpp.
#pragma once

#include "strobe/blacs/integer.hpp"
#include "strobe/blacs/scope.hpp"
#include "strobe/blacs/shape.hpp"

namespace strobe::blacs {

template <class T>
void send_matrix(const char* routine, Int context, const Shape& shape, const T* matrix,
                 Coordinates destination) noexcept;
/// A row or column of -1 accepts any (LAPACK Working Note 73, section 7.1.2). Returns the source.
template <class T>
Coordinates receive_matrix(const char* routine, Int context, const Shape& shape, T* matrix,
                           Coordinates source) noexcept;
/// Replaces coordinates of -1 by those of the source. Others may be constants of the program.
inline void store_source(Coordinates source, Int* row, Int* column) {
  if (*row == from_any) *row = source.row;
  if (*column == from_any) *column = source.column;
}
template <class T>
void send_broadcast(const char* routine, Int context, char scope, char top, const Shape& shape,
                    const T* matrix) noexcept;
template <class T>
void receive_broadcast(const char* routine, Int context, char scope, char top, const Shape& shape,
                       T* matrix, Coordinates source) noexcept;

/// If the row or the column of the destination is -1, all processes get the result.
template <class T>
void combine_sum(const char* routine, Int context, char scope, char top, const Shape& shape,
                 T* matrix, Coordinates destination) noexcept;
/// With `leading` -1, `rows` and `columns` are not used.
template <class T>
void combine_largest(const char* routine, Int context, char scope, char top, const Shape& shape,
                     T* matrix, Int* rows, Int* columns, Int leading,
                     Coordinates destination) noexcept;
template <class T>
void combine_smallest(const char* routine, Int context, char scope, char top, const Shape& shape,
                      T* matrix, Int* rows, Int* columns, Int leading,
                      Coordinates destination) noexcept;

}  // namespace strobe::blacs
