// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/routines.hpp"

#include <complex>

#include "blacs/broadcast.hpp"
#include "blacs/combine.hpp"
#include "blacs/process.hpp"
#include "blacs/stop.hpp"
#include "blacs/transfer.hpp"

namespace strobe::blacs {
namespace {

Destination destination_of(const MpiGrid& grid, const Line& line, Coordinates to) {
  if (to.row == -1 || to.column == -1) return std::nullopt;
  return grid.index_of(line, to.row, to.column);
}

template <Extreme extreme, class T>
void combine_extremes(Int context, char scope, char top, const Shape& shape, T* matrix,
                      Origins<Int> origins, Coordinates to) {
  MpiGrid& grid = process().grid(context);
  const Line line = grid.line_of(scope);
  const Destination destination = destination_of(grid, line, to);
  if (origins.are_wanted()) {
    extremes_with_origins<extreme>(process().pool(), grid, line, top, shape, matrix, origins,
                                   destination);
  } else {
    extremes<extreme>(process().pool(), grid, line, top, shape, matrix, destination);
  }
}

}  // namespace

template <class T>
void send_matrix(const char* routine, Int context, const Shape& shape, const T* matrix,
                 Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    MpiGrid& grid = process().grid(context);
    send(process().pool(), grid, shape, matrix, grid.rank_of(destination.row, destination.column));
  });
}

template <class T>
void receive_matrix(const char* routine, Int context, const Shape& shape, T* matrix,
                    Coordinates source) noexcept {
  guarded({routine, context}, [&] {
    MpiGrid& grid = process().grid(context);
    receive(process().pool(), grid, shape, matrix, grid.rank_of(source.row, source.column));
  });
}

template <class T>
void send_broadcast(const char* routine, Int context, char scope, char top, const Shape& shape,
                    const T* matrix) noexcept {
  guarded({routine, context}, [&] {
    MpiGrid& grid = process().grid(context);
    const Line line = grid.line_of(scope);
    // The root's matrix is only read.
    broadcast(process().pool(), grid, line, top, shape, const_cast<T*>(matrix), line.own);
  });
}

template <class T>
void receive_broadcast(const char* routine, Int context, char scope, char top, const Shape& shape,
                       T* matrix, Coordinates source) noexcept {
  guarded({routine, context}, [&] {
    MpiGrid& grid = process().grid(context);
    const Line line = grid.line_of(scope);
    broadcast(process().pool(), grid, line, top, shape, matrix,
              grid.index_of(line, source.row, source.column));
  });
}

template <class T>
void combine_sum(const char* routine, Int context, char scope, char top, const Shape& shape,
                 T* matrix, Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    MpiGrid& grid = process().grid(context);
    const Line line = grid.line_of(scope);
    sum(process().pool(), grid, line, top, shape, matrix, destination_of(grid, line, destination));
  });
}

template <class T>
void combine_largest(const char* routine, Int context, char scope, char top, const Shape& shape,
                     T* matrix, Int* rows, Int* columns, Int leading,
                     Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    combine_extremes<Extreme::largest>(context, scope, top, shape, matrix,
                                       Origins<Int>{rows, columns, leading}, destination);
  });
}

template <class T>
void combine_smallest(const char* routine, Int context, char scope, char top, const Shape& shape,
                      T* matrix, Int* rows, Int* columns, Int leading,
                      Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    combine_extremes<Extreme::smallest>(context, scope, top, shape, matrix,
                                        Origins<Int>{rows, columns, leading}, destination);
  });
}

#define STROBE_BLACS_FOR(T)                                                                       \
  template void send_matrix<T>(const char*, Int, const Shape&, const T*, Coordinates) noexcept;   \
  template void receive_matrix<T>(const char*, Int, const Shape&, T*, Coordinates) noexcept;      \
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
