// SPDX-License-Identifier: BSD-3-Clause
//
// The C names of what is beyond BLACS 1.1: the operations of a Grid, with a type that is known when
// they are called.
#include "strobe/blacs_extensions.h"

#include <complex>
#include <optional>
#include <vector>

#include "base/format.hpp"
#include "blacs/letter.hpp"
#include "blacs/levels.hpp"
#include "blacs/line.hpp"
#include "blacs/observe.hpp"
#include "blacs/stop.hpp"
#include "strobe/blacs/grid.hpp"

namespace {

using namespace strobe::blacs;
using strobe::Error;

Scope scope_of(Int code) {
  if (code < STROBE_BLACS_ALL) {
    throw Error(strobe::base::format(
        "scope {} is no list, and none of STROBE_BLACS_ROW, _COLUMN and _ALL", code));
  }
  return Scope::numbered(code);
}

Shape shape_of(const char* uplo, const char* diag, Int m, Int n, Int lda) {
  const char part = letter(uplo);
  switch (part) {
    case 'g':
      return Shape::general(m, n, lda);
    case 'u':
    case 'l':
      return Shape::trapezoid(part, letter(diag), m, n, lda);
    default:
      throw Error(strobe::base::format("uplo '{}' is none of General, Upper and Lower", part));
  }
}

/// Calls with the matrix as one of that type.
template <class Function>
void with_matrix(strobe_blacs_type type, void* a, const Shape& shape, Function function) {
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
  }
  throw Error(strobe::base::format("{} is no type of an element", static_cast<int>(type)));
}

/// An argument that is neither checked nor shown, but counted.
constexpr const void* hidden = nullptr;

/// Runs the body of a call; where the levels want that, `observed` observes it. What it throws
/// stops the program.
template <class Observe, class Body>
auto run(const Call& call, const Observe& observed, const Body& body) noexcept {
  const auto stopped = [&] { return guarded(call, body); };
  if (levels.are_on) [[unlikely]]
    return observed(call.routine, stopped);
  return stopped();
}

[[noreturn]] void fail_with(strobe_blacs_combination combination, const char* why) {
  throw Error(strobe::base::format("combination {} {}", static_cast<int>(combination), why));
}

template <class T>
void combine(Grid& grid, strobe_blacs_combination combination, Scope scope, MatrixView<T> matrix,
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
        fail_with(combination, "(exclusive or) is of integers alone");
      }
    case STROBE_BLACS_SUM_OF_SQUARES:
      return grid.sum_of_squares(scope, matrix, destination, topology);
    case STROBE_BLACS_NORM:
      if constexpr (std::same_as<T, Int>) {
        fail_with(combination, "(norm) is not of integers");
      } else {
        return grid.norm(scope, matrix, destination, topology);
      }
  }
  fail_with(combination, "is none");
}

}  // namespace

// As every name has them that takes a matrix.
#define STROBE_MATRIX_ARGUMENTS                                                   \
  {"UPLO", Role::any, hidden}, {"DIAG", Role::any, hidden}, {"M", Role::rows, m}, \
      {"N", Role::columns, n}, {"A", Role::matrix, a}, {                          \
    "LDA", Role::leading, lda                                                     \
  }

extern "C" {

strobe_blacs_int strobe_blacs_scope_create(strobe_blacs_int context, strobe_blacs_int count,
                                           const strobe_blacs_int* rows,
                                           const strobe_blacs_int* columns) {
  return run(
      {"strobe_blacs_scope_create", context},
      [&](const char* routine, const auto& call) {
        return observe(routine, {{"CONTEXT", Role::grid, context}, {"COUNT", Role::any, count}},
                       call);
      },
      [&]() -> Int {
        std::vector<Coordinates> members;
        for (Int k = 0; k < count; ++k) members.push_back({rows[k], columns[k]});
        return Grid::of(context).list(members).release();
      });
}

void strobe_blacs_scope_free(strobe_blacs_int context, strobe_blacs_int scope) {
  run(
      {"strobe_blacs_scope_free", context},
      [&](const char* routine, const auto& call) {
        return observe(routine, {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::any, scope}},
                       call);
      },
      [&] { Grid::of(context).free_list(scope); });
}

void strobe_blacs_barrier(strobe_blacs_int context, strobe_blacs_int scope) {
  run(
      {"strobe_blacs_barrier", context},
      [&](const char* routine, const auto& call) {
        return observe(routine, {{"CONTEXT", Role::grid, context}, {"SCOPE", Role::any, scope}},
                       call);
      },
      [&] { Grid::of(context).barrier(scope_of(scope)); });
}

void strobe_blacs_broadcast(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
                            strobe_blacs_type type, const char* uplo, const char* diag,
                            strobe_blacs_int m, strobe_blacs_int n, void* a, strobe_blacs_int lda,
                            strobe_blacs_int rsrc, strobe_blacs_int csrc) {
  run(
      {"strobe_blacs_broadcast", context},
      [&](const char* routine, const auto& call) {
        return observe(routine,
                       {{"CONTEXT", Role::grid, context},
                        {"SCOPE", Role::any, scope},
                        {"TOP", Role::top, top},
                        {"TYPE", Role::any, hidden},
                        STROBE_MATRIX_ARGUMENTS,
                        {"RSRC", Role::any, rsrc},
                        {"CSRC", Role::any, csrc}},
                       call);
      },
      [&] {
        with_matrix(type, a, shape_of(uplo, diag, m, n, lda), [&](auto matrix) {
          Grid::of(context).broadcast(scope_of(scope), matrix, {rsrc, csrc},
                                      Topology::of(letter(top)));
        });
      });
}

void strobe_blacs_receive_any(strobe_blacs_int context, strobe_blacs_type type, const char* uplo,
                              const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a,
                              strobe_blacs_int lda, strobe_blacs_int* rsrc,
                              strobe_blacs_int* csrc) {
  run(
      {"strobe_blacs_receive_any", context},
      [&](const char* routine, const auto& call) {
        return observe(routine,
                       {{"CONTEXT", Role::grid, context},
                        {"TYPE", Role::any, hidden},
                        STROBE_MATRIX_ARGUMENTS},
                       call);
      },
      [&] {
        with_matrix(type, a, shape_of(uplo, diag, m, n, lda), [&](auto matrix) {
          const Coordinates source = Grid::of(context).receive_any(matrix, {*rsrc, *csrc});
          *rsrc = source.row;
          *csrc = source.column;
        });
      });
}

void strobe_blacs_combine(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
                          strobe_blacs_combination combination, strobe_blacs_type type,
                          const char* uplo, const char* diag, strobe_blacs_int m,
                          strobe_blacs_int n, void* a, strobe_blacs_int lda, strobe_blacs_int rdest,
                          strobe_blacs_int cdest) {
  run(
      {"strobe_blacs_combine", context},
      [&](const char* routine, const auto& call) {
        return observe(routine,
                       {{"CONTEXT", Role::grid, context},
                        {"SCOPE", Role::any, scope},
                        {"TOP", Role::top, top},
                        {"COMBINATION", Role::any, hidden},
                        {"TYPE", Role::any, hidden},
                        STROBE_MATRIX_ARGUMENTS,
                        {"RDEST", Role::any, rdest},
                        {"CDEST", Role::any, cdest}},
                       call);
      },
      [&] {
        Grid grid = Grid::of(context);
        with_matrix(type, a, shape_of(uplo, diag, m, n, lda), [&](auto matrix) {
          combine(grid, combination, scope_of(scope), matrix, left_on({rdest, cdest}),
                  Topology::of(letter(top)));
        });
      });
}

void strobe_blacs_combine_located(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
                                  strobe_blacs_combination combination, strobe_blacs_type type,
                                  const char* uplo, const char* diag, strobe_blacs_int m,
                                  strobe_blacs_int n, void* a, strobe_blacs_int lda,
                                  strobe_blacs_int* ra, strobe_blacs_int* ca, strobe_blacs_int ldia,
                                  strobe_blacs_int rdest, strobe_blacs_int cdest) {
  run(
      {"strobe_blacs_combine_located", context},
      [&](const char* routine, const auto& call) {
        return observe(routine,
                       {{"CONTEXT", Role::grid, context},
                        {"SCOPE", Role::any, scope},
                        {"TOP", Role::top, top},
                        {"COMBINATION", Role::any, hidden},
                        {"TYPE", Role::any, hidden},
                        STROBE_MATRIX_ARGUMENTS,
                        {"RA", Role::any, hidden},
                        {"CA", Role::any, hidden},
                        {"LDIA", Role::any, ldia},
                        {"RDEST", Role::any, rdest},
                        {"CDEST", Role::any, cdest}},
                       call);
      },
      [&] {
        Grid grid = Grid::of(context);
        const Origins origins{ra, ca, ldia};
        with_matrix(type, a, shape_of(uplo, diag, m, n, lda), [&](auto matrix) {
          const auto destination = left_on({rdest, cdest});
          const Topology topology = Topology::of(letter(top));
          if (combination == STROBE_BLACS_LARGEST) {
            grid.largest(scope_of(scope), matrix, destination, topology, origins);
          } else if (combination == STROBE_BLACS_SMALLEST) {
            grid.smallest(scope_of(scope), matrix, destination, topology, origins);
          } else {
            fail_with(combination, "does not choose, so nothing can be located");
          }
        });
      });
}

void strobe_blacs_combine_user(strobe_blacs_int context, strobe_blacs_int scope, const char* top,
                               const strobe_blacs_operation* operation, const char* uplo,
                               const char* diag, strobe_blacs_int m, strobe_blacs_int n, void* a,
                               strobe_blacs_int lda, strobe_blacs_int rdest,
                               strobe_blacs_int cdest) {
  run(
      {"strobe_blacs_combine_user", context},
      [&](const char* routine, const auto& call) {
        return observe(routine,
                       {{"CONTEXT", Role::grid, context},
                        {"SCOPE", Role::any, scope},
                        {"TOP", Role::top, top},
                        {"OPERATION", Role::any, hidden},
                        STROBE_MATRIX_ARGUMENTS,
                        {"RDEST", Role::any, rdest},
                        {"CDEST", Role::any, cdest}},
                       call);
      },
      [&] {
        Grid::of(context).combine(scope_of(scope), *operation, a, shape_of(uplo, diag, m, n, lda),
                                  left_on({rdest, cdest}), Topology::of(letter(top)));
      });
}

}  // extern "C"

#undef STROBE_MATRIX_ARGUMENTS
