// SPDX-License-Identifier: BSD-3-Clause
//
// Calls of a BLAS routine whose address was found at run time, in the conventions of Fortran and of
// CBLAS. A routine states its argument list once, in the order of Fortran; the classes here make
// each argument as their convention passes it. All arguments are made before the loop, so that an
// iteration of the loop is the call and nothing else.
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

/// What both conventions share: operands are passed by address.
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
  template <class... Given>
  void repeat(Given... given) const {
    const auto routine = reinterpret_cast<void (*)(Given...)>(symbol_);
    base::repeat(repetitions_, [&] { routine(given...); });
  }

  /// The measured loop of a routine that returns its result.
  template <class Result, class... Given>
  void repeat_returning(Given... given) const {
    const auto routine = reinterpret_cast<Result (*)(Given...)>(symbol_);
    T& result = arguments_.result;
    base::repeat(repetitions_, [&] { result = routine(given...); });
  }

  Arguments<T>& arguments_;

 private:
  void* symbol_;
  std::int64_t repetitions_;
};

/// Every argument by its address. The lengths of the arguments that are characters follow all
/// others, as gfortran and compatible compilers expect; other libraries ignore them.
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
  template <class... Given>
  void on_vectors(Given... given) const {
    this->repeat(given...);
  }
  template <class... Given>
  void returning_number(Given... given) const {
    this->template repeat_returning<T>(given...);
  }
  template <class... Given>
  void returning_real_number(Given... given) const {
    this->template repeat_returning<typename Call<T>::Real>(given...);
  }
  /// Levels 2 and 3.
  template <class... Given>
  void on_matrices(Given... given) const {
    constexpr std::size_t characters = (std::size_t{0} + ... + std::is_same_v<Given, const char*>);
    with_lengths(std::make_index_sequence<characters>{}, given...);
  }

 private:
  template <std::size_t... character, class... Given>
  void with_lengths(std::index_sequence<character...>, Given... given) const {
    this->repeat(given..., ((void)character, std::size_t{1})...);
  }

  Integer n_;
  Integer leading_;
  Integer increment_ = 1;
};

// The values of CBLAS's enumerations, which all implementations share.
enum class CblasOrder : int { column_major = 102 };
enum class CblasTranspose : int { no_trans = 111, trans = 112 };
enum class CblasUplo : int { lower = 122 };
enum class CblasDiag : int { non_unit = 131 };
enum class CblasSide : int { left = 141 };

/// Integers and real numbers by value, complex numbers by their address. Routines with matrices
/// have an argument more, the first: the order in which elements are stored.
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

  template <class... Given>
  void on_vectors(Given... given) const {
    this->repeat(given...);
  }
  /// A complex result is returned through one more argument.
  template <class... Given>
  void returning_number(Given... given) const {
    if constexpr (is_complex_number<T>) {
      this->repeat(given..., &this->arguments_.result);
    } else {
      this->template repeat_returning<T>(given...);
    }
  }
  template <class... Given>
  void returning_real_number(Given... given) const {
    this->template repeat_returning<typename Call<T>::Real>(given...);
  }
  template <class... Given>
  void on_matrices(Given... given) const {
    this->repeat(CblasOrder::column_major, given...);
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

/// Calls the library's routine `repetitions` times in the convention of its entry.
template <class Definition, class T>
void call(const Entry& entry, Arguments<T>& arguments, std::int64_t repetitions) {
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
