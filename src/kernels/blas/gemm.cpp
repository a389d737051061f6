// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/gemm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/format.hpp"
#include "base/opaque.hpp"
#include "base/random.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels {
namespace {

/// Rounding leaves an error of about n epsilon times the sum of the products' magnitudes; anything
/// beyond a few times that is another matrix.
constexpr double error_limit = 4.0;

/// An element of the product is compared with its definition at this many places, or at all.
constexpr std::int64_t places = 4096;

std::size_t bytes_of(std::int64_t n) { return static_cast<std::size_t>(n * n) * sizeof(double); }

double* doubles(measure::Buffer& buffer) {
  return reinterpret_cast<double*>(buffer.bytes().data());
}

}  // namespace

measure::KernelInfo gemm_info() {
  return {
      .name = "gemm",
      .title = "Matrix product, double precision",
      .family = measure::Family::blas,
      .axes = {{.name = "n", .choices = {}, .default_value = 256, .minimum = 1, .maximum = 46340}},
      .axis = "n",
      .time = "one product of square matrices of order n, on one thread",
      .source = "BLASBench, section 1",
      .members = measure::only_first,
      .timing = measure::Timing::initiator,
      .work = [](const measure::Point& point) {
        const auto n = static_cast<double>(measure::number_at(point, "n"));
        // Each of A, B and C is touched once: BLASBench's absolute count of memory references.
        return measure::Work{.bytes = 3.0 * 8.0 * n * n, .flops = 2.0 * n * n * n};
      }};
}

Gemm::Gemm(const measure::Point& point, const std::string& library)
    : n_(measure::number_at(point, "n")),
      library_(library.empty() ? throw Error("no BLAS was named: give one with --blas PATH")
                               : library),
      a_(bytes_of(n_)),
      b_(bytes_of(n_)),
      c_(bytes_of(n_)) {}

void Gemm::prepare(std::uint64_t seed) {
  base::Random random(seed);
  for (std::int64_t i = 0; i < n_ * n_; ++i) {
    doubles(a_)[i] = random.uniform() - 0.5;
    doubles(b_)[i] = random.uniform() - 0.5;
    doubles(c_)[i] = std::numeric_limits<double>::quiet_NaN();
  }
  // A library that computes wrongly must be known before it is timed.
  library_.multiply(n_, doubles(a_), doubles(b_), doubles(c_));
  if (const measure::Verdict verdict = verify(); !verdict.wrong.empty()) throw Error(verdict.wrong);
}

void Gemm::run(std::int64_t repetitions) {
  base::repeat(repetitions, [&] { library_.multiply(n_, doubles(a_), doubles(b_), doubles(c_)); });
}

measure::Verdict Gemm::verify() {
  const std::int64_t elements = n_ * n_;
  const std::int64_t step = std::max<std::int64_t>(1, elements / places);
  measure::Verdict verdict;
  for (std::int64_t at = 0; at < elements && verdict.wrong.empty(); at += step) {
    const std::int64_t row = at % n_;
    const std::int64_t column = at / n_;
    double sum = 0.0;
    double magnitude = 0.0;
    for (std::int64_t k = 0; k < n_; ++k) {
      const double product = doubles(a_)[row + k * n_] * doubles(b_)[k + column * n_];
      sum += product;
      magnitude += std::abs(product);
    }
    const double unit =
        std::numeric_limits<double>::epsilon() * static_cast<double>(n_) * magnitude;
    const double found = doubles(c_)[at];
    verdict.bytes += static_cast<std::int64_t>(sizeof(double));
    if (std::abs(found - sum) <= error_limit * unit) continue;
    verdict.wrong = base::format("the product's element ({}, {}) is {} and should be {}", row,
                                 column, found, sum);
  }
  return verdict;
}

}  // namespace strobe::kernels
