// SPDX-License-Identifier: BSD-3-Clause
//
// A BLAS routine as data: its name, operands and work (BLASBench, section 1.3), the call of a
// library's routine, the reference loops, and the definition against which results are checked.
// Each routine is one file in routines/ and one line of the list in routines.cpp.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace strobe::kernels::blas {

/// Element type: double, float and the complex type of each. The first is the default, as in
/// BLASBench.
enum class Type { d, s, c, z };
inline constexpr std::array types{Type::d, Type::s, Type::c, Type::z};

[[nodiscard]] std::string_view type_name(Type type);
[[nodiscard]] constexpr bool is_complex(Type type) { return type == Type::c || type == Type::z; }
[[nodiscard]] constexpr std::int64_t element_bytes(Type type) {
  return type == Type::s ? 4 : type == Type::z ? 16 : 8;
}

template <class T>
inline constexpr bool is_complex_number = !std::is_floating_point_v<T>;

/// Calls `function` with a number of the element type and returns its result.
template <class Function>
auto with_type(Type type, Function&& function) {
  switch (type) {
    case Type::s:
      return function(float{});
    case Type::c:
      return function(std::complex<float>{});
    case Type::z:
      return function(std::complex<double>{});
    case Type::d:
      break;
  }
  return function(double{});
}

/// Whether the routine uses matrix A, and matrix B if there is one, as it is (n) or transposed (t).
enum class Transposition { n, t, nn, nt, tn, tt };
[[nodiscard]] std::string_view transposition_name(Transposition transposition);
[[nodiscard]] bool transposes_a(Transposition transposition);
[[nodiscard]] bool transposes_b(Transposition transposition);

enum class OperandName { a, b, c, x, y };

/// Vectors have n elements, matrices n times n. Of symmetric, Hermitian and triangular matrices the
/// routine reads and writes the lower triangle only. The Hermitian matrix of a real type is
/// symmetric. A triangular matrix is that of a system of equations, which the routine solves.
enum class OperandKind { vector, matrix, symmetric, hermitian, triangular };
[[nodiscard]] constexpr bool has_lower_triangle_only(OperandKind kind) {
  return kind != OperandKind::vector && kind != OperandKind::matrix;
}

enum class Access { reads, writes, updates };

struct Operand {
  OperandName name;
  OperandKind kind = OperandKind::vector;
  Access access = Access::reads;
  [[nodiscard]] bool is_matrix() const { return kind != OperandKind::vector; }
};

/// The return type of the Fortran function.
enum class Returns { nothing, number, real_number };

/// Arithmetic operations, and elements that the algorithm reads and writes.
struct OperationCounts {
  double multiplications;
  double additions;
  double references;
};

/// Arguments of a call. Matrices are stored by columns, `leading` elements apart. Operands that the
/// routine does not have are null.
template <class T>
struct Arguments {
  std::int64_t n = 0;
  std::int64_t leading = 0;
  Transposition transposition = Transposition::n;
  T alpha{};
  T beta{};
  T* a = nullptr;
  T* b = nullptr;
  T* c = nullptr;
  T* x = nullptr;
  T* y = nullptr;
  T result{};  ///< result of a routine with a return value
};

enum class Convention { fortran, c };

/// The address of a routine in a library that was opened at run time.
struct RoutineAddress {
  void* symbol = nullptr;
  Convention convention = Convention::fortran;
  bool has_long_integers = false;
};

template <class T>
class Inputs;
template <class T>
struct Expected;

/// The code of a routine for one element type.
template <class T>
struct Implementation {
  /// Calls the library's routine `repetitions` times, with the arguments prepared before the loop.
  void (*call)(const RoutineAddress& entry, Arguments<T>& arguments, std::int64_t repetitions);
  /// Computes once with the reference loops.
  void (*reference)(Arguments<T>& arguments);
  /// Adds the terms of one element of the result.
  void (*define)(Expected<T>& element, const Inputs<T>& inputs, std::int64_t row,
                 std::int64_t column);
};

/// The description of a routine, from its file in routines/.
struct Description {
  std::string_view stem;  ///< the name without the letter of the type: "gemm"
  std::string_view title;
  std::string_view complex_stem = stem;  ///< the same for complex types: "hemv" for "symv"
  Returns returns = Returns::nothing;
  std::vector<Transposition> transpositions =
      {};                              ///< the ones that are measured; none if there is no choice
  std::vector<Operand> operands = {};  ///< in the order in which they lie in memory
};

class Routine : public Description {
 public:
  /// The routine that a file in routines/ describes by the class `Definition`.
  template <class Definition>
  [[nodiscard]] static Routine of();

  /// The Fortran name of the routine for a type: "dgemm", "scnrm2", "zgeru".
  [[nodiscard]] std::string name(Type type) const;
  [[nodiscard]] bool has_matrix() const;
  /// The routine solves a system of equations with a triangular matrix.
  [[nodiscard]] bool solves() const;
  /// The operand that holds the result; null if the routine returns the result as a function.
  [[nodiscard]] const Operand* output() const;
  /// Whether the routine multiplies an operand that it updates by alpha. Repeated calls then make
  /// it grow or vanish, unless alpha has the magnitude 1.
  [[nodiscard]] bool scales() const;

  /// Additions and multiplications of real numbers: a complex addition counts 2, a complex
  /// multiplication 6.
  [[nodiscard]] double flops(Type type, std::int64_t n) const;
  /// Bytes that the algorithm reads plus bytes that it writes, each element once in each direction.
  /// Computed, not counted by the hardware.
  [[nodiscard]] double referenced_bytes(Type type, std::int64_t n) const;
  /// Size of all operands with rows of `leading` elements.
  [[nodiscard]] std::int64_t footprint_bytes(Type type, std::int64_t n, std::int64_t leading) const;

  template <class T>
  [[nodiscard]] const Implementation<T>& implementation() const {
    return std::get<Implementation<T>>(implementations_);
  }

 private:
  using Implementations =
      std::tuple<Implementation<double>, Implementation<float>, Implementation<std::complex<float>>,
                 Implementation<std::complex<double>>>;
  Routine(Description description, OperationCounts (*counts)(double n),
          Implementations implementations)
      : Description(std::move(description)), counts_(counts), implementations_(implementations) {}

  OperationCounts (*counts_)(double n);
  Implementations implementations_;
};

/// All routines, in the order of the kernels' list.
[[nodiscard]] const std::vector<Routine>& routines();
/// The routine of that stem. Throws strobe::Error if there is none.
[[nodiscard]] const Routine& find_routine(std::string_view stem);
/// Index of a routine in routines().
[[nodiscard]] std::uint32_t index_of(const Routine& routine);

}  // namespace strobe::kernels::blas
