// SPDX-License-Identifier: BSD-3-Clause
//
// getrf of LAPACK: the LU factorisation of A with row interchanges. The loops are those of dgetf2.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <utility>

#include "base/format.hpp"
#include "kernels/blas/inputs.hpp"
#include "kernels/blas/routine.hpp"
#include "kernels/blas/routines/loops.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blas {

struct Getrf {
  static Description description() {
    return {.stem = "getrf",
            .title = "LU factorisation",
            .package = Package::lapack,
            .has_m = true,
            .consumes_input = true,
            .operands = {{.name = OperandName::a,
                          .kind = OperandKind::matrix,
                          .access = Access::updates,
                          .rows = Extent::m,
                          .columns = Extent::n}}};
  }

  /// LAPACK Working Note 41, appendix C.
  static OperationCounts counts(const ProblemSpec& spec) {
    const auto larger = static_cast<double>(std::max(spec.rows(), spec.n));
    const auto smaller = static_cast<double>(std::min(spec.rows(), spec.n));
    const double both = 0.5 * smaller * smaller * (larger - smaller / 3.0);
    return {.multiplications = both + 0.5 * smaller * (larger - smaller) + 2.0 / 3.0 * smaller,
            .additions = both - 0.5 * smaller * larger + smaller / 6.0,
            .references = 2.0 * larger * smaller};
  }

  static void call(const auto& to) {
    to.factorising(to.m(), to.n(), to.updated_a(), to.lda(), to.pivots());
  }

  template <class T>
  static void reference(Arguments<T>& g) {
    g.info = 0;
    for (std::int64_t j = 0; j < std::min(g.m, g.n); ++j) {
      T* const column = g.a + j * g.lda;
      const std::int64_t pivot = largest_from(column, j, g.m);
      g.pivots[j] = pivot + 1;
      if (column[pivot] == T{}) {
        if (g.info == 0) g.info = j + 1;
        continue;
      }
      for (std::int64_t k = 0; k < g.n && pivot != j; ++k) {
        std::swap(g.a[j + k * g.lda], g.a[pivot + k * g.lda]);
      }
      const T inverse = T{1} / column[j];
      for (std::int64_t i = j + 1; i < g.m; ++i) column[i] = product(inverse, column[i]);
      for (std::int64_t k = j + 1; k < g.n; ++k) {
        T* const into = g.a + k * g.lda;
        const T factor = into[j];
        for (std::int64_t i = j + 1; i < g.m; ++i) into[i] -= product(factor, column[i]);
      }
    }
  }

  template <class T>
  static void define(Expected<T>& element, const Inputs<T>& in, std::int64_t row,
                     std::int64_t column) {
    element.add(in.a(row, column));
  }

  /// An element of P L U.
  template <class T>
  static void reproduce(Expected<T>& element, const Inputs<T>& in, const Outputs<T>& out,
                        std::int64_t row, std::int64_t column) {
    const std::int64_t at = place_of(row, in, out);
    const std::int64_t last = std::min({at, column, std::min(in.m(), in.n()) - 1});
    for (std::int64_t k = 0; k <= last; ++k) {
      element.add((k == at ? Extended<T>(1) : out.at(at, k)) * out.at(k, column));
    }
  }

 private:
  /// The index of the element of the largest |re| + |im|, as izamax has it.
  template <class T>
  static std::int64_t largest_from(const T* column, std::int64_t first, std::int64_t end) {
    const auto size = [&](std::int64_t i) {
      return std::abs(std::real(column[i])) + std::abs(std::imag(column[i]));
    };
    std::int64_t largest = first;
    for (std::int64_t i = first + 1; i < end; ++i) {
      if (size(i) > size(largest)) largest = i;
    }
    return largest;
  }

  /// Where the interchanges have moved a row.
  template <class T>
  static std::int64_t place_of(std::int64_t row, const Inputs<T>& in, const Outputs<T>& out) {
    for (std::int64_t j = 0; j < std::min(in.m(), in.n()); ++j) {
      const std::int64_t pivot = out.pivot(j);
      if (pivot < j || pivot >= in.m()) {
        throw Error(base::format("getrf: IPIV({}) is {} and should be from {} to {}", j + 1,
                                 pivot + 1, j + 1, in.m()));
      }
      if (row == j) {
        row = pivot;
      } else if (row == pivot) {
        row = j;
      }
    }
    return row;
  }
};

}  // namespace strobe::kernels::blas
