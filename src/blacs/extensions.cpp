// SPDX-License-Identifier: BSD-3-Clause
#include "blacs/extensions.hpp"

#include <complex>
#include <concepts>
#include <optional>
#include <vector>

#include "base/format.hpp"
#include "blacs/line.hpp"
#include "blacs/stop.hpp"
#include "strobe/blacs/grid.hpp"

namespace strobe::blacs::extensions {
namespace {

Scope scope_of(Int code) {
  if (code < STROBE_BLACS_ALL) {
    throw Error(base::format(
        "SCOPE is {}; it must be the number of a list, STROBE_BLACS_ROW, _COLUMN or _ALL", code));
  }
  return Scope::numbered(code);
}

Shape shape_of(const ShapeArguments& shape) {
  switch (shape.uplo) {
    case 'g':
      return Shape::general(shape.m, shape.n, shape.lda);
    case 'u':
    case 'l':
      return Shape::trapezoid(shape.uplo, shape.diag, shape.m, shape.n, shape.lda);
    default:
      throw Error(base::format("UPLO is '{}'; it must be General, Upper or Lower", shape.uplo));
  }
}

/// Calls the function with a view of the matrix as one of that type.
template <class Function>
void with_matrix(char type, void* a, const ShapeArguments& arguments, Function function) {
  const Shape shape = shape_of(arguments);
  switch (type) {
    case STROBE_BLACS_INTEGER:
      return function(MatrixView(static_cast<Int*>(a), shape));
    case STROBE_BLACS_SINGLE:
      return function(MatrixView(static_cast<float*>(a), shape));
    case STROBE_BLACS_DOUBLE:
      return function(MatrixView(static_cast<double*>(a), shape));
    case STROBE_BLACS_SINGLE_COMPLEX:
      return function(MatrixView(static_cast<std::complex<float>*>(a), shape));
    case STROBE_BLACS_DOUBLE_COMPLEX:
      return function(MatrixView(static_cast<std::complex<double>*>(a), shape));
    default:
      throw Error(base::format("TYPE has the code {}; it must be that of I, S, D, C or Z",
                               static_cast<int>(type)));
  }
}

[[noreturn]] void fail_with(Int combination, const char* why) {
  throw Error(base::format("COMBINATION is {}{}", combination, why));
}

template <class T>
void combine_on(Grid& grid, Int combination, Scope scope, MatrixView<T> matrix,
                std::optional<Coordinates> destination, Topology topology) {
  switch (combination) {
    case STROBE_BLACS_SUM:
      return grid.sum(scope, matrix, destination, topology);
    case STROBE_BLACS_LARGEST:
      return grid.largest(scope, matrix, destination, topology);
    case STROBE_BLACS_SMALLEST:
      return grid.smallest(scope, matrix, destination, topology);
    case STROBE_BLACS_EXCLUSIVE_OR:
      if constexpr (std::same_as<T, Int>) {
        return grid.exclusive_or(scope, matrix, destination, topology);
      } else {
        fail_with(combination, " (exclusive or), which requires integers");
      }
    case STROBE_BLACS_SUM_OF_SQUARES:
      return grid.sum_of_squares(scope, matrix, destination, topology);
    case STROBE_BLACS_NORM:
      if constexpr (std::same_as<T, Int>) {
        fail_with(combination, " (norm), which does not accept integers");
      } else {
        return grid.norm(scope, matrix, destination, topology);
      }
    default:
      fail_with(combination, "; it must be a value of strobe_blacs_combination");
  }
}

}  // namespace

Int create_scope(const char* routine, Int context, Int count, const Int* rows,
                 const Int* columns) noexcept {
  return guarded({routine, context}, [&]() -> Int {
    std::vector<Coordinates> members;
    for (Int k = 0; k < count; ++k) members.push_back({rows[k], columns[k]});
    return Grid::of(context).list(members).release();
  });
}

void free_scope(const char* routine, Int context, Int scope) noexcept {
  guarded({routine, context}, [&] { Grid::of(context).free_list(scope); });
}

void barrier(const char* routine, Int context, Int scope) noexcept {
  guarded({routine, context}, [&] { Grid::of(context).barrier(scope_of(scope)); });
}

void broadcast(const char* routine, Int context, Int scope, char top, char type, void* matrix,
               const ShapeArguments& shape, Coordinates source) noexcept {
  guarded({routine, context}, [&] {
    with_matrix(type, matrix, shape, [&](auto elements) {
      Grid::of(context).broadcast(scope_of(scope), elements, source, Topology::of(top));
    });
  });
}

void receive_any(const char* routine, Int context, char type, void* matrix,
                 const ShapeArguments& shape, Int* row, Int* column) noexcept {
  guarded({routine, context}, [&] {
    with_matrix(type, matrix, shape, [&](auto elements) {
      const Coordinates source = Grid::of(context).receive_any(elements, {*row, *column});
      *row = source.row;
      *column = source.column;
    });
  });
}

void last_source(const char* routine, Int context, Int* row, Int* column) noexcept {
  guarded({routine, context}, [&] {
    const Coordinates source = Grid::of(context).last_source();
    *row = source.row;
    *column = source.column;
  });
}

void combine(const char* routine, Int context, Int scope, char top, Int combination, char type,
             void* matrix, const ShapeArguments& shape, Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    Grid grid = Grid::of(context);
    with_matrix(type, matrix, shape, [&](auto elements) {
      combine_on(grid, combination, scope_of(scope), elements, left_on(destination),
                 Topology::of(top));
    });
  });
}

void combine_located(const char* routine, Int context, Int scope, char top, Int combination,
                     char type, void* matrix, const ShapeArguments& shape, const Origins& origins,
                     Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    Grid grid = Grid::of(context);
    with_matrix(type, matrix, shape, [&](auto elements) {
      if (combination == STROBE_BLACS_LARGEST) {
        grid.largest(scope_of(scope), elements, left_on(destination), Topology::of(top), origins);
      } else if (combination == STROBE_BLACS_SMALLEST) {
        grid.smallest(scope_of(scope), elements, left_on(destination), Topology::of(top), origins);
      } else {
        fail_with(combination, "; only STROBE_BLACS_LARGEST and _SMALLEST have locations");
      }
    });
  });
}

void combine_user(const char* routine, Int context, Int scope, char top,
                  const strobe_blacs_operation& operation, void* matrix,
                  const ShapeArguments& shape, Coordinates destination) noexcept {
  guarded({routine, context}, [&] {
    Grid::of(context).combine(scope_of(scope), operation, matrix, shape_of(shape),
                              left_on(destination), Topology::of(top));
  });
}

}  // namespace strobe::blacs::extensions
