// SPDX-License-Identifier: BSD-3-Clause
// The matrices of the client, element by element, so that every process fills its part alone.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>

#include "dense.hpp"

namespace strobe::scalapack {

// A value between -0.5 and 0.5 that looks random (the finaliser of SplitMix64, Steele et al. 2014).
inline double scattered(std::uint64_t seed) {
  std::uint64_t bits = (seed + 1) * 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return static_cast<double>((bits ^ (bits >> 31U)) >> 11U) * 0x1.0p-53 - 0.5;
}

// Any matrix: well enough conditioned to be solved with.
inline Number general(int i, int j) {
  const auto row = static_cast<std::uint64_t>(i);
  const std::uint64_t place = (row << 32U) | static_cast<std::uint64_t>(j);
  return {scattered(2 * place), scattered(2 * place + 1)};
}

// A full Hermitian matrix whose eigenvalues are 1 to n: diag(1, ..., n) between two reflections
// I - 2 v v'. It is positive definite, too.
class KnownSpectrum {
 public:
  // Where the elements have no imaginary part, the vector has none.
  KnownSpectrum(int order, bool is_complex) : vector_(order, 1) {
    double length = 0.0;
    for (int i = 0; i < order; ++i) {
      const Number entry = general(i, 0);
      vector_(i, 0) = is_complex ? entry : entry.real();
      length += std::norm(vector_(i, 0));
    }
    for (int i = 0; i < order; ++i) {
      vector_(i, 0) /= std::sqrt(length);
      between_ += std::norm(vector_(i, 0)) * eigenvalue(i);
    }
  }

  static double eigenvalue(int i) { return i + 1.0; }

  Number operator()(int i, int j) const {
    const double own = i == j ? eigenvalue(i) : 0.0;
    const Number pair = vector_(i, 0) * std::conj(vector_(j, 0));
    return own + pair * (4.0 * between_ - 2.0 * (eigenvalue(i) + eigenvalue(j)));
  }

 private:
  Dense vector_;
  double between_ = 0.0;
};

}  // namespace strobe::scalapack
