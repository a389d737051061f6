// SPDX-License-Identifier: BSD-3-Clause
//
// The routines of the BLAS that are measured: their names, their operands, and the operations and
// references to memory that each needs, whoever computes it. BLASBench, section 1.3.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strobe::kernels::blas {

enum class Routine {
  axpy,   ///< y = alpha x + y
  dot,    ///< x' y, without conjugation
  scal,   ///< x = alpha x
  copy,   ///< y = x
  nrm2,   ///< the Euclidean norm of x
  gemv,   ///< y = op(A) x
  ger,    ///< A = alpha x y' + A, without conjugation
  trsv,   ///< x = A^-1 x, A lower triangular
  symv,   ///< y = A x, A symmetric, or Hermitian where it is complex; the lower triangle is given
  gemm,   ///< C = op(A) op(B)
  trsm,   ///< B = A^-1 B, A lower triangular
  syrk,   ///< C = A A', the lower triangle of it
  syr2k,  ///< C = A B' + B A', the lower triangle of it
  symm,   ///< C = A B, A symmetric, of which the lower triangle is given
};

inline constexpr std::array routines{Routine::axpy,  Routine::dot,  Routine::scal, Routine::copy,
                                     Routine::nrm2,  Routine::gemv, Routine::ger,  Routine::trsv,
                                     Routine::symv,  Routine::gemm, Routine::trsm, Routine::syrk,
                                     Routine::syr2k, Routine::symm};

/// As BLASBench has it, the usual one is double.
enum class Type { d, s, c, z };
inline constexpr std::array types{Type::d, Type::s, Type::c, Type::z};

/// How the routine takes its matrices: as they are (n), or transposed (t).
enum class Form { n, t, nn, nt, tn, tt };

/// Without type: "gemm".
[[nodiscard]] std::string_view stem(Routine routine);
[[nodiscard]] std::string_view title(Routine routine);
[[nodiscard]] std::string_view type_name(Type type);
[[nodiscard]] std::string_view form_name(Form form);
/// Those that are measured; none where there is one form only.
[[nodiscard]] std::vector<Form> forms_of(Routine routine);
[[nodiscard]] bool transposes_a(Form form);
[[nodiscard]] bool transposes_b(Form form);

/// What the routine for a type is called in Fortran: "dgemm", "scnrm2", "zgeru".
[[nodiscard]] std::string name_of(Routine routine, Type type);

enum class Name { a, b, c, x, y };
struct Operand {
  Name name;
  bool is_matrix;  ///< n times n, else n elements
};
/// In the order in which they lie in memory.
[[nodiscard]] std::vector<Operand> operands_of(Routine routine);

[[nodiscard]] constexpr bool is_complex(Type type) { return type == Type::c || type == Type::z; }
[[nodiscard]] constexpr std::int64_t element_bytes(Type type) {
  return type == Type::s ? 4 : type == Type::z ? 16 : 8;
}

/// Additions and multiplications of real numbers: a complex addition is 2, a multiplication 6.
[[nodiscard]] double flops(Routine routine, Type type, std::int64_t n);
/// What the algorithm reads plus what it writes, each element once in each direction: no hardware's
/// count.
[[nodiscard]] double referenced_bytes(Routine routine, Type type, std::int64_t n);
/// Of all operands with rows of `leading` elements.
[[nodiscard]] std::int64_t footprint_bytes(Routine routine, Type type, std::int64_t n,
                                           std::int64_t leading);

/// Gives back what `act` makes of a number of the type.
template <class Act>
auto with_type(Type type, Act&& act) {
  switch (type) {
    case Type::s:
      return act(float{});
    case Type::c:
      return act(std::complex<float>{});
    case Type::z:
      return act(std::complex<double>{});
    case Type::d:
      break;
  }
  return act(double{});
}

}  // namespace strobe::kernels::blas
