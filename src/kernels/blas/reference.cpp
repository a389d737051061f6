// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/reference.hpp"

#include <cmath>
#include <complex>
#include <type_traits>

#include "base/opaque.hpp"

namespace strobe::kernels::blas {
namespace {

/// A product as the definition has it. The language's own looks for infinities in complex ones.
template <class T>
T product(T a, T b) {
  return a * b;
}
template <class T>
std::complex<T> product(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

template <class T>
T conjugate(T a) {
  return a;
}
template <class T>
std::complex<T> conjugate(std::complex<T> a) {
  return std::conj(a);
}

/// One routine at one set of arguments.
template <class T>
class Loops {
 public:
  explicit Loops(Arguments<T>& g) : g_(g), n_(g.n), ld_(g.leading) {}

  void axpy() {
    for (std::int64_t i = 0; i < n_; ++i) g_.y[i] += product(g_.alpha, g_.x[i]);
  }

  void dot() {
    T sum{};
    for (std::int64_t i = 0; i < n_; ++i) sum += product(g_.x[i], g_.y[i]);
    g_.result = sum;
  }

  void scal() {
    for (std::int64_t i = 0; i < n_; ++i) g_.x[i] = product(g_.alpha, g_.x[i]);
  }

  void copy() {
    for (std::int64_t i = 0; i < n_; ++i) g_.y[i] = g_.x[i];
  }

  /// Scaled by the largest element so far, so that no square overflows.
  void nrm2() {
    auto scale = std::abs(T{});
    auto sum = scale + 1;
    const auto add = [&](auto part) {
      if (part == 0) return;
      const auto size = std::abs(part);
      if (scale < size) {
        sum = 1 + sum * (scale / size) * (scale / size);
        scale = size;
      } else {
        sum += (size / scale) * (size / scale);
      }
    };
    for (std::int64_t i = 0; i < n_; ++i) {
      add(std::real(g_.x[i]));
      if constexpr (!std::is_floating_point_v<T>) add(std::imag(g_.x[i]));
    }
    g_.result = scale * std::sqrt(sum);
  }

  void gemv() {
    scale_result(g_.y);
    for (std::int64_t j = 0; j < n_; ++j) {
      const T* const column = g_.a + j * ld_;
      if (transposes_a(g_.form)) {
        T sum{};
        for (std::int64_t i = 0; i < n_; ++i) sum += product(column[i], g_.x[i]);
        g_.y[j] += product(g_.alpha, sum);
      } else {
        const T factor = product(g_.alpha, g_.x[j]);
        for (std::int64_t i = 0; i < n_; ++i) g_.y[i] += product(factor, column[i]);
      }
    }
  }

  void ger() {
    for (std::int64_t j = 0; j < n_; ++j) {
      const T factor = product(g_.alpha, g_.y[j]);
      T* const column = g_.a + j * ld_;
      for (std::int64_t i = 0; i < n_; ++i) column[i] += product(factor, g_.x[i]);
    }
  }

  void trsv() { solve(g_.x); }

  void symv() {
    scale_result(g_.y);
    for (std::int64_t j = 0; j < n_; ++j) {
      const T* const column = g_.a + j * ld_;
      const T factor = product(g_.alpha, g_.x[j]);
      T sum{};
      g_.y[j] += product(factor, column[j]);
      for (std::int64_t i = j + 1; i < n_; ++i) {
        g_.y[i] += product(factor, column[i]);
        sum += product(conjugate(column[i]), g_.x[i]);
      }
      g_.y[j] += product(g_.alpha, sum);
    }
  }

  void gemm() {
    const bool ta = transposes_a(g_.form);
    const bool tb = transposes_b(g_.form);
    for (std::int64_t j = 0; j < n_; ++j) {
      T* const into = g_.c + j * ld_;
      scale_result(into);
      if (ta) {
        for (std::int64_t i = 0; i < n_; ++i) {
          T sum{};
          for (std::int64_t k = 0; k < n_; ++k) {
            sum += product(g_.a[k + i * ld_], tb ? g_.b[j + k * ld_] : g_.b[k + j * ld_]);
          }
          into[i] += product(g_.alpha, sum);
        }
        continue;
      }
      for (std::int64_t k = 0; k < n_; ++k) {
        const T factor = product(g_.alpha, tb ? g_.b[j + k * ld_] : g_.b[k + j * ld_]);
        const T* const column = g_.a + k * ld_;
        for (std::int64_t i = 0; i < n_; ++i) into[i] += product(factor, column[i]);
      }
    }
  }

  void trsm() {
    for (std::int64_t j = 0; j < n_; ++j) {
      T* const column = g_.b + j * ld_;
      for (std::int64_t i = 0; i < n_; ++i) column[i] = product(g_.alpha, column[i]);
      solve(column);
    }
  }

  void syrk() {
    for (std::int64_t j = 0; j < n_; ++j) {
      T* const into = g_.c + j * ld_;
      scale_result(into, j);
      for (std::int64_t k = 0; k < n_; ++k) {
        const T factor = product(g_.alpha, g_.a[j + k * ld_]);
        const T* const column = g_.a + k * ld_;
        for (std::int64_t i = j; i < n_; ++i) into[i] += product(factor, column[i]);
      }
    }
  }

  void syr2k() {
    for (std::int64_t j = 0; j < n_; ++j) {
      T* const into = g_.c + j * ld_;
      scale_result(into, j);
      for (std::int64_t k = 0; k < n_; ++k) {
        const T by_b = product(g_.alpha, g_.b[j + k * ld_]);
        const T by_a = product(g_.alpha, g_.a[j + k * ld_]);
        const T* const a = g_.a + k * ld_;
        const T* const b = g_.b + k * ld_;
        for (std::int64_t i = j; i < n_; ++i) into[i] += product(a[i], by_b) + product(b[i], by_a);
      }
    }
  }

  void symm() {
    for (std::int64_t j = 0; j < n_; ++j) {
      T* const into = g_.c + j * ld_;
      const T* const from = g_.b + j * ld_;
      scale_result(into);
      for (std::int64_t k = 0; k < n_; ++k) {
        const T* const column = g_.a + k * ld_;
        const T factor = product(g_.alpha, from[k]);
        T sum{};
        into[k] += product(factor, column[k]);
        for (std::int64_t i = k + 1; i < n_; ++i) {
          into[i] += product(factor, column[i]);
          sum += product(column[i], from[i]);
        }
        into[k] += product(g_.alpha, sum);
      }
    }
  }

 private:
  /// By beta; what it is multiplied with where that is zero need not be a number.
  void scale_result(T* column, std::int64_t first = 0) {
    for (std::int64_t i = first; i < n_; ++i) {
      column[i] = g_.beta == T{} ? T{} : product(g_.beta, column[i]);
    }
  }

  void solve(T* x) {
    for (std::int64_t j = 0; j < n_; ++j) {
      if (x[j] == T{}) continue;
      const T* const column = g_.a + j * ld_;
      x[j] /= column[j];
      for (std::int64_t i = j + 1; i < n_; ++i) x[i] -= product(x[j], column[i]);
    }
  }

  Arguments<T>& g_;
  std::int64_t n_;
  std::int64_t ld_;
};

}  // namespace

template <class T>
void call_reference(Routine routine, Arguments<T>& arguments, std::int64_t repetitions) {
  Loops<T> loops(arguments);
  const auto repeat = [&](void (Loops<T>::*one)()) {
    base::repeat(repetitions, [&] { (loops.*one)(); });
  };
  switch (routine) {
    case Routine::axpy:
      return repeat(&Loops<T>::axpy);
    case Routine::dot:
      return repeat(&Loops<T>::dot);
    case Routine::scal:
      return repeat(&Loops<T>::scal);
    case Routine::copy:
      return repeat(&Loops<T>::copy);
    case Routine::nrm2:
      return repeat(&Loops<T>::nrm2);
    case Routine::gemv:
      return repeat(&Loops<T>::gemv);
    case Routine::ger:
      return repeat(&Loops<T>::ger);
    case Routine::trsv:
      return repeat(&Loops<T>::trsv);
    case Routine::symv:
      return repeat(&Loops<T>::symv);
    case Routine::gemm:
      return repeat(&Loops<T>::gemm);
    case Routine::trsm:
      return repeat(&Loops<T>::trsm);
    case Routine::syrk:
      return repeat(&Loops<T>::syrk);
    case Routine::syr2k:
      return repeat(&Loops<T>::syr2k);
    case Routine::symm:
      return repeat(&Loops<T>::symm);
  }
}

template void call_reference(Routine, Arguments<float>&, std::int64_t);
template void call_reference(Routine, Arguments<double>&, std::int64_t);
template void call_reference(Routine, Arguments<std::complex<float>>&, std::int64_t);
template void call_reference(Routine, Arguments<std::complex<double>>&, std::int64_t);

}  // namespace strobe::kernels::blas
