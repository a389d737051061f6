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

/// An operand: its address, and the distance to that of the next problem of a batch.
template <class T>
struct Place {
  T* first;
  std::int64_t stride;
};

/// An argument of the call for one problem of a batch. Other arguments than operands are the same
/// for all problems.
template <class T>
T* for_item(Place<T> operand, std::int64_t item) {
  return operand.first + item * operand.stride;
}
template <class Arg>
Arg for_item(Arg argument, std::int64_t /*item*/) {
  return argument;
}

/// Common part of both conventions: operands are passed by address.
template <class T>
class Call {
 public:
  using Number = T;
  using Real = typename RealOf<T>::type;

  /// `takes_batch`: the library's routine computes all problems of the batch in one call.
  Call(void* symbol, Arguments<T>& arguments, std::int64_t repetitions, bool takes_batch)
      : arguments_(arguments),
        symbol_(symbol),
        repetitions_(repetitions),
        batch_(takes_batch ? 1 : arguments.batch) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  [[nodiscard]] Place<const T> a() const { return {arguments_.a, arguments_.stride_a}; }
  [[nodiscard]] Place<const T> b() const { return {arguments_.b, arguments_.stride_b}; }
  [[nodiscard]] Place<const T> x() const { return {arguments_.x, arguments_.stride_x}; }
  [[nodiscard]] Place<const T> y() const { return {arguments_.y, arguments_.stride_y}; }
  [[nodiscard]] Place<T> updated_a() const { return {arguments_.a, arguments_.stride_a}; }
  [[nodiscard]] Place<T> updated_b() const { return {arguments_.b, arguments_.stride_b}; }
  [[nodiscard]] Place<T> updated_c() const { return {arguments_.c, arguments_.stride_c}; }
  [[nodiscard]] Place<T> updated_x() const { return {arguments_.x, arguments_.stride_x}; }
  [[nodiscard]] Place<T> updated_y() const { return {arguments_.y, arguments_.stride_y}; }
  [[nodiscard]] T* tau() const { return arguments_.tau; }

 protected:
  ~Call() = default;

  /// The measured loop of a routine without a return value.
  template <class... Args>
  void repeat(Args... args) const {
    call_for_each([](void* symbol,
                     auto... one) { reinterpret_cast<void (*)(decltype(one)...)>(symbol)(one...); },
                  args...);
  }

  /// The measured loop of a routine that returns its result.
  template <class Result, class... Args>
  void repeat_returning(auto& result, Args... args) const {
    call_for_each(
        [&result](void* symbol, auto... one) {
          result = reinterpret_cast<Result (*)(decltype(one)...)>(symbol)(one...);
        },
        args...);
  }

  Arguments<T>& arguments_;

 private:
  template <class... Args>
  void call_for_each(auto&& routine, Args... args) const {
    if (batch_ == 1) {
      base::repeat(repetitions_, [&] { routine(symbol_, for_item(args, 0)...); });
      return;
    }
    base::repeat(repetitions_, [&] {
      for (std::int64_t item = 0; item < batch_; ++item) routine(symbol_, for_item(args, item)...);
    });
  }

  void* symbol_;
  std::int64_t repetitions_;
  std::int64_t batch_;  ///< number of calls of one operation
};

/// Passes every argument by address. The lengths of character arguments follow all others, as
/// gfortran and compatible compilers expect; other libraries ignore them.
template <class T, class Integer>
class FortranCall final : public Call<T> {
 public:
  static constexpr bool is_fortran = true;

  FortranCall(void* symbol, Arguments<T>& arguments, std::int64_t repetitions, bool takes_batch)
      : Call<T>(symbol, arguments, repetitions, takes_batch),
        m_(integer(arguments.m)),
        n_(integer(arguments.n)),
        k_(integer(arguments.k)),
        lda_(integer(arguments.lda)),
        ldb_(integer(arguments.ldb)),
        ldc_(integer(arguments.ldc)),
        increment_x_(integer(arguments.increment_x)),
        increment_y_(integer(arguments.increment_y)),
        stride_a_(integer(arguments.stride_a)),
        stride_b_(integer(arguments.stride_b)),
        stride_c_(integer(arguments.stride_c)),
        batch_(integer(arguments.batch)),
        work_elements_(integer(arguments.work_elements)),
        transposition_a_(static_cast<char>(letter_a(arguments.transposition) - 'a' + 'A')),
        transposition_b_(static_cast<char>(letter_b(arguments.transposition) - 'a' + 'A')) {}

  [[nodiscard]] const Integer* m() const { return &m_; }
  [[nodiscard]] const Integer* n() const { return &n_; }
  [[nodiscard]] const Integer* k() const { return &k_; }
  [[nodiscard]] const Integer* lda() const { return &lda_; }
  [[nodiscard]] const Integer* ldb() const { return &ldb_; }
  [[nodiscard]] const Integer* ldc() const { return &ldc_; }
  [[nodiscard]] const Integer* increment_x() const { return &increment_x_; }
  [[nodiscard]] const Integer* increment_y() const { return &increment_y_; }
  [[nodiscard]] const Integer* stride_a() const { return &stride_a_; }
  [[nodiscard]] const Integer* stride_b() const { return &stride_b_; }
  [[nodiscard]] const Integer* stride_c() const { return &stride_c_; }
  [[nodiscard]] const Integer* batch() const { return &batch_; }
  [[nodiscard]] const T* alpha() const { return &this->arguments_.alpha; }
  [[nodiscard]] const T* beta() const { return &this->arguments_.beta; }
  [[nodiscard]] const char* transposition_a() const { return &transposition_a_; }
  [[nodiscard]] const char* transposition_b() const { return &transposition_b_; }
  [[nodiscard]] const char* uplo() const { return this->arguments_.is_lower() ? "L" : "U"; }
  [[nodiscard]] const char* diag() const { return this->arguments_.diag == Diag::unit ? "U" : "N"; }
  [[nodiscard]] const char* side() const { return this->arguments_.side == Side::left ? "L" : "R"; }
  // Of LAPACK.
  [[nodiscard]] const char* lapack_uplo() const { return uplo(); }
  [[nodiscard]] Integer* pivots() const {
    return reinterpret_cast<Integer*>(this->arguments_.pivots);
  }
  [[nodiscard]] T* work() const { return this->arguments_.work; }
  [[nodiscard]] const Integer* work_elements() const { return &work_elements_; }

  /// Level 1: vectors only.
  template <class... Args>
  void on_vectors(Args... args) const {
    this->repeat(args...);
  }
  template <class... Args>
  void returning_number(Args... args) const {
    this->template repeat_returning<T>(this->arguments_.result, args...);
  }
  template <class... Args>
  void returning_real_number(Args... args) const {
    this->template repeat_returning<typename Call<T>::Real>(this->arguments_.result, args...);
  }
  /// Levels 2 and 3.
  template <class... Args>
  void on_matrices(Args... args) const {
    constexpr std::size_t characters = (std::size_t{0} + ... + std::is_same_v<Args, const char*>);
    with_lengths(std::make_index_sequence<characters>{}, args...);
  }
  /// LAPACK, which reports what went wrong in INFO.
  template <class... Args>
  void factorising(Args... args) const {
    Integer info = 0;
    on_matrices(args..., &info);
    this->arguments_.info = info;
  }

 private:
  static Integer integer(std::int64_t value) { return static_cast<Integer>(value); }

  template <std::size_t... character, class... Args>
  void with_lengths(std::index_sequence<character...>, Args... args) const {
    this->repeat(args..., ((void)character, std::size_t{1})...);
  }

  Integer m_;
  Integer n_;
  Integer k_;
  Integer lda_;
  Integer ldb_;
  Integer ldc_;
  Integer increment_x_;
  Integer increment_y_;
  Integer stride_a_;
  Integer stride_b_;
  Integer stride_c_;
  Integer batch_;
  Integer work_elements_;
  char transposition_a_;
  char transposition_b_;
};

// The values of CBLAS's enumerations, which are the same in all implementations.
enum class CblasOrder : int { column_major = 102 };
enum class CblasTranspose : int { no_trans = 111, trans = 112, conj_trans = 113 };
enum class CblasUplo : int { upper = 121, lower = 122 };
enum class CblasDiag : int { non_unit = 131, unit = 132 };
enum class CblasSide : int { left = 141, right = 142 };

/// Passes integers and real numbers by value, complex numbers by address. Routines with matrices
/// have an additional first argument: the storage order.
template <class T, class Integer>
class CCall final : public Call<T> {
 public:
  static constexpr bool is_fortran = false;
  using Call<T>::Call;

  [[nodiscard]] Integer m() const { return integer(this->arguments_.m); }
  [[nodiscard]] Integer n() const { return integer(this->arguments_.n); }
  [[nodiscard]] Integer k() const { return integer(this->arguments_.k); }
  [[nodiscard]] Integer lda() const { return integer(this->arguments_.lda); }
  [[nodiscard]] Integer ldb() const { return integer(this->arguments_.ldb); }
  [[nodiscard]] Integer ldc() const { return integer(this->arguments_.ldc); }
  [[nodiscard]] Integer increment_x() const { return integer(this->arguments_.increment_x); }
  [[nodiscard]] Integer increment_y() const { return integer(this->arguments_.increment_y); }
  [[nodiscard]] Integer stride_a() const { return integer(this->arguments_.stride_a); }
  [[nodiscard]] Integer stride_b() const { return integer(this->arguments_.stride_b); }
  [[nodiscard]] Integer stride_c() const { return integer(this->arguments_.stride_c); }
  [[nodiscard]] Integer batch() const { return integer(this->arguments_.batch); }
  [[nodiscard]] auto alpha() const { return number(this->arguments_.alpha); }
  [[nodiscard]] auto beta() const { return number(this->arguments_.beta); }
  [[nodiscard]] CblasTranspose transposition_a() const {
    return transpose(letter_a(this->arguments_.transposition));
  }
  [[nodiscard]] CblasTranspose transposition_b() const {
    return transpose(letter_b(this->arguments_.transposition));
  }
  [[nodiscard]] CblasUplo uplo() const {
    return this->arguments_.is_lower() ? CblasUplo::lower : CblasUplo::upper;
  }
  [[nodiscard]] CblasDiag diag() const {
    return this->arguments_.diag == Diag::unit ? CblasDiag::unit : CblasDiag::non_unit;
  }
  [[nodiscard]] CblasSide side() const {
    return this->arguments_.side == Side::left ? CblasSide::left : CblasSide::right;
  }
  // Of LAPACKE.
  [[nodiscard]] char lapack_uplo() const { return this->arguments_.is_lower() ? 'L' : 'U'; }
  [[nodiscard]] Integer* pivots() const {
    return reinterpret_cast<Integer*>(this->arguments_.pivots);
  }

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
      this->template repeat_returning<T>(this->arguments_.result, args...);
    }
  }
  template <class... Args>
  void returning_real_number(Args... args) const {
    this->template repeat_returning<typename Call<T>::Real>(this->arguments_.result, args...);
  }
  template <class... Args>
  void on_matrices(Args... args) const {
    this->repeat(CblasOrder::column_major, args...);
  }
  /// LAPACKE, which returns INFO and allocates its workspace.
  template <class... Args>
  void factorising(Args... args) const {
    this->template repeat_returning<Integer>(this->arguments_.info, CblasOrder::column_major,
                                             args...);
  }

 private:
  static Integer integer(std::int64_t value) { return static_cast<Integer>(value); }

  static CblasTranspose transpose(char letter) {
    return letter == 'n'   ? CblasTranspose::no_trans
           : letter == 't' ? CblasTranspose::trans
                           : CblasTranspose::conj_trans;
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
    arguments.has_short_pivots = sizeof(Integer) == sizeof(std::int32_t);
    constexpr bool takes_batch = requires { Definition::takes_batch; };
    if (entry.convention == Convention::fortran) {
      Definition::call(FortranCall<T, Integer>(entry.symbol, arguments, repetitions, takes_batch));
    } else {
      Definition::call(CCall<T, Integer>(entry.symbol, arguments, repetitions, takes_batch));
    }
  };
  if (entry.has_long_integers) {
    with_integers(std::int64_t{});
  } else {
    with_integers(std::int32_t{});
  }
}

}  // namespace strobe::kernels::blas
