// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/routines.hpp"

#include <complex>

#include "blacs/line.hpp"
#include "blacs/stop.hpp"
#include "strobe/blacs/grid.hpp"

namespace strobe::blacs {

template <class T>
void send_matrix(const char* routine, Int context, const Shape& shape, const T* matrix,
                 Coordinates destination) noexcept {
  guarded({routine, context},
          [&] { Grid::of(context).send(MatrixView(matrix, shape), destination); });
}

template <class T>
Coordinates receive_matrix(const char* routine, Int context, const Shape& shape, T* matrix,
                           Coordinates source) noexcept {
  return guarded({routine, context}, [&] {
    Grid grid = Grid::of(context);
    if (source.row == from_any || source.column == from_any) [[unlikely]]
      return grid.receive_any(MatrixView(matrix, shape), source);
    grid.receive(MatrixView(matrix, shape), source);
    return source;
  });
}

template <class T>
void send_broadcast(const char* routine, Int context, char scope, char top, const Shape& shape,
                    const T* matrix) noexcept {
  guarded({routine, context}, [&] {
    Grid grid = Grid::of(context);
    // The source's matrix is only read.
    grid.broadcast(scope_of(scope), MatrixView(const_cast<T*>(matrix), shape), grid.own(),
                   Topology::of(top));
  });
}

template <class T>
void receive_broadcast(const char* routine, Int context, char scope, char top, const Shape& shape,
                       T* matrix, Coordinates source) noexcept {
  guarded({routine, context}, [&] {
    Grid::of(context).broadcast(scope_of(scope), MatrixView(matrix, shape), source,
                                Topology::of(top));
  });
}

template <class T>
void combine_sum(const char* routine, Int context, char scope, char top, const Shape& shape,
                 T* matrix, Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    Grid::of(context).sum(scope_of(scope), MatrixView(matrix, shape), left_on(destination),
                          Topology::of(top));
  });
}

template <class T>
void combine_largest(const char* routine, Int context, char scope, char top, const Shape& shape,
                     T* matrix, Int* rows, Int* columns, Int leading,
                     Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    Grid::of(context).largest(scope_of(scope), MatrixView(matrix, shape), left_on(destination),
                              Topology::of(top), {rows, columns, leading});
  });
}

template <class T>
void combine_smallest(const char* routine, Int context, char scope, char top, const Shape& shape,
                      T* matrix, Int* rows, Int* columns, Int leading,
                      Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    Grid::of(context).smallest(scope_of(scope), MatrixView(matrix, shape), left_on(destination),
                               Topology::of(top), {rows, columns, leading});
  });
}

#define STROBE_BLACS_FOR(T)                                                                       \
  template void send_matrix<T>(const char*, Int, const Shape&, const T*, Coordinates) noexcept;   \
  template Coordinates receive_matrix<T>(const char*, Int, const Shape&, T*,                      \
                                         Coordinates) noexcept;                                   \
  template void send_broadcast<T>(const char*, Int, char, char, const Shape&, const T*) noexcept; \
  template void receive_broadcast<T>(const char*, Int, char, char, const Shape&, T*,              \
                                     Coordinates) noexcept;                                       \
  template void combine_sum<T>(const char*, Int, char, char, const Shape&, T*,                    \
                               Coordinates) noexcept;                                             \
  template void combine_largest<T>(const char*, Int, char, char, const Shape&, T*, Int*, Int*,    \
                                   Int, Coordinates) noexcept;                                    \
  template void combine_smallest<T>(const char*, Int, char, char, const Shape&, T*, Int*, Int*,   \
                                    Int, Coordinates) noexcept;

STROBE_BLACS_FOR(Int)
STROBE_BLACS_FOR(float)
STROBE_BLACS_FOR(double)
STROBE_BLACS_FOR(std::complex<float>)
STROBE_BLACS_FOR(std::complex<double>)

#undef STROBE_BLACS_FOR

}  // namespace strobe::blacs
