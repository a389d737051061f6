// SPDX-License-Identifier: BSD-3-Clause
//
// Calls a BLAS routine whose address was found at run time, in the Fortran or the CBLAS convention.
// A routine states its argument list once, in the order of Fortran; the classes here convert each
// argument to their convention. All arguments are prepared before the loop, so that an iteration
// consists of the call only.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/opaque.hpp"
#include "kernels/blas/routine.hpp"

namespace strobe::kernels::blas {

template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using type = T;
};

/// Common part of both conventions: operands are passed by address.
template <class T>
class Call {
 public:
  using Number = T;
  using Real = typename RealOf<T>::type;

  Call(void* symbol, Arguments<T>& arguments, std::int64_t repetitions)
      : arguments_(arguments), symbol_(symbol), repetitions_(repetitions) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  [[nodiscard]] const T* a() const { return arguments_.a; }
  [[nodiscard]] const T* b() const { return arguments_.b; }
  [[nodiscard]] const T* x() const { return arguments_.x; }
  [[nodiscard]] const T* y() const { return arguments_.y; }
  [[nodiscard]] T* updated_a() const { return arguments_.a; }
  [[nodiscard]] T* updated_b() const { return arguments_.b; }
  [[nodiscard]] T* updated_c() const { return arguments_.c; }
  [[nodiscard]] T* updated_x() const { return arguments_.x; }
  [[nodiscard]] T* updated_y() const { return arguments_.y; }

 protected:
  ~Call() = default;

  /// The measured loop of a routine without a return value.
  template <class... Args>
  void repeat(Args... args) const {
    const auto routine = reinterpret_cast<void (*)(Args...)>(symbol_);
    base::repeat(repetitions_, [&] { routine(args...); });
  }

  /// The measured loop of a routine that returns its result.
  template <class Result, class... Args>
  void repeat_returning(Args... args) const {
    const auto routine = reinterpret_cast<Result (*)(Args...)>(symbol_);
    T& result = arguments_.result;
    base::repeat(repetitions_, [&] { result = routine(args...); });
  }

  Arguments<T>& arguments_;

 private:
  void* symbol_;
  std::int64_t repetitions_;
};

/// Passes every argument by address. The lengths of character arguments follow all others, as
/// gfortran and compatible compilers expect; other libraries ignore them.
template <class T, class Integer>
class FortranCall final : public Call<T> {
 public:
  FortranCall(void* symbol, Arguments<T>& arguments, std::int64_t repetitions)
      : Call<T>(symbol, arguments, repetitions),
        n_(static_cast<Integer>(arguments.n)),
        leading_(static_cast<Integer>(arguments.leading)) {}

  [[nodiscard]] const Integer* n() const { return &n_; }
  [[nodiscard]] const Integer* leading() const { return &leading_; }
  [[nodiscard]] const Integer* increment() const { return &increment_; }
  [[nodiscard]] const T* alpha() const { return &this->arguments_.alpha; }
  [[nodiscard]] const T* beta() const { return &this->arguments_.beta; }
  [[nodiscard]] const char* transposition_a() const {
    return transposes_a(this->arguments_.transposition) ? "T" : "N";
  }
  [[nodiscard]] const char* transposition_b() const {
    return transposes_b(this->arguments_.transposition) ? "T" : "N";
  }
  [[nodiscard]] const char* not_transposed() const { return "N"; }
  [[nodiscard]] const char* lower_triangle() const { return "L"; }
  [[nodiscard]] const char* not_unit() const { return "N"; }
  [[nodiscard]] const char* left_side() const { return "L"; }

  /// Level 1: vectors only.
  template <class... Args>
  void on_vectors(Args... args) const {
    this->repeat(args...);
  }
  template <class... Args>
  void returning_number(Args... args) const {
    this->template repeat_returning<T>(args...);
  }
  template <class... Args>
  void returning_real_number(Args... args) const {
    this->template repeat_returning<typename Call<T>::Real>(args...);
  }
  /// Levels 2 and 3.
  template <class... Args>
  void on_matrices(Args... args) const {
    constexpr std::size_t characters = (std::size_t{0} + ... + std::is_same_v<Args, const char*>);
    with_lengths(std::make_index_sequence<characters>{}, args...);
  }

 private:
  template <std::size_t... character, class... Args>
  void with_lengths(std::index_sequence<character...>, Args... args) const {
    this->repeat(args..., ((void)character, std::size_t{1})...);
  }

  Integer n_;
  Integer leading_;
  Integer increment_ = 1;
};

// The values of CBLAS's enumerations, which are the same in all implementations.
enum class CblasOrder : int { column_major = 102 };
enum class CblasTranspose : int { no_trans = 111, trans = 112 };
enum class CblasUplo : int { lower = 122 };
enum class CblasDiag : int { non_unit = 131 };
enum class CblasSide : int { left = 141 };

/// Passes integers and real numbers by value, complex numbers by address. Routines with matrices
/// have an additional first argument: the storage order.
template <class T, class Integer>
class CCall final : public Call<T> {
 public:
  using Call<T>::Call;

  [[nodiscard]] Integer n() const { return static_cast<Integer>(this->arguments_.n); }
  [[nodiscard]] Integer leading() const { return static_cast<Integer>(this->arguments_.leading); }
  [[nodiscard]] Integer increment() const { return 1; }
  [[nodiscard]] auto alpha() const { return number(this->arguments_.alpha); }
  [[nodiscard]] auto beta() const { return number(this->arguments_.beta); }
  [[nodiscard]] CblasTranspose transposition_a() const {
    return trans_if(transposes_a(this->arguments_.transposition));
  }
  [[nodiscard]] CblasTranspose transposition_b() const {
    return trans_if(transposes_b(this->arguments_.transposition));
  }
  [[nodiscard]] CblasTranspose not_transposed() const { return CblasTranspose::no_trans; }
  [[nodiscard]] CblasUplo lower_triangle() const { return CblasUplo::lower; }
  [[nodiscard]] CblasDiag not_unit() const { return CblasDiag::non_unit; }
  [[nodiscard]] CblasSide left_side() const { return CblasSide::left; }

  template <class... Args>
  void on_vectors(Args... args) const {
    this->repeat(args...);
  }
  /// A complex result is returned through an additional argument.
  template <class... Args>
  void returning_number(Args... args) const {
    if constexpr (is_complex_number<T>) {
      this->repeat(args..., &this->arguments_.result);
    } else {
      this->template repeat_returning<T>(args...);
    }
  }
  template <class... Args>
  void returning_real_number(Args... args) const {
    this->template repeat_returning<typename Call<T>::Real>(args...);
  }
  template <class... Args>
  void on_matrices(Args... args) const {
    this->repeat(CblasOrder::column_major, args...);
  }

 private:
  static CblasTranspose trans_if(bool transposed) {
    return transposed ? CblasTranspose::trans : CblasTranspose::no_trans;
  }
  static auto number(const T& value) {
    if constexpr (is_complex_number<T>) {
      return static_cast<const void*>(&value);
    } else {
      return value;
    }
  }
};

/// Calls the library's routine `repetitions` times in the convention of its address.
template <class Definition, class T>
void call(const RoutineAddress& entry, Arguments<T>& arguments, std::int64_t repetitions) {
  const auto with_integers = [&]<class Integer>(Integer) {
    if (entry.convention == Convention::fortran) {
      Definition::call(FortranCall<T, Integer>(entry.symbol, arguments, repetitions));
    } else {
      Definition::call(CCall<T, Integer>(entry.symbol, arguments, repetitions));
    }
  };
  if (entry.has_long_integers) {
    with_integers(std::int64_t{});
  } else {
    with_integers(std::int32_t{});
  }
}

}  // namespace strobe::kernels::blas
