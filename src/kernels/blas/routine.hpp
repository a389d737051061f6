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

/// op of matrix A, and of matrix B if the routine multiplies two: as it is (n), transposed (t) or
/// conjugate-transposed (c).
enum class Transposition { n, t, c, nn, nt, nc, tn, tt, tc, cn, ct, cc };
[[nodiscard]] std::string_view transposition_name(Transposition transposition);
/// The letter of op(A), and that of op(B): n, t or c.
[[nodiscard]] char letter_a(Transposition transposition);
[[nodiscard]] char letter_b(Transposition transposition);
[[nodiscard]] inline bool transposes_a(Transposition each) { return letter_a(each) != 'n'; }
[[nodiscard]] inline bool transposes_b(Transposition each) { return letter_b(each) != 'n'; }
[[nodiscard]] inline bool conjugates_a(Transposition each) { return letter_a(each) == 'c'; }
[[nodiscard]] inline bool conjugates_b(Transposition each) { return letter_b(each) == 'c'; }

// The arguments UPLO, SIDE and DIAG of the BLAS.

/// The triangle of a symmetric, Hermitian or triangular matrix that is stored.
enum class Uplo { lower, upper };
/// The side on which the special matrix stands.
enum class Side { left, right };
/// Whether the diagonal of a triangular matrix is stored, or all ones.
enum class Diag { non_unit, unit };
/// The argument alpha or beta. Libraries treat 0, 1 and -1 apart.
enum class Scalar { zero, one, minus_one, other };

inline constexpr std::array uplos{Uplo::lower, Uplo::upper};
inline constexpr std::array sides{Side::left, Side::right};
inline constexpr std::array diags{Diag::non_unit, Diag::unit};
inline constexpr std::array scalars{Scalar::zero, Scalar::one, Scalar::minus_one, Scalar::other};
[[nodiscard]] std::string_view uplo_name(Uplo uplo);
[[nodiscard]] std::string_view side_name(Side side);
[[nodiscard]] std::string_view diag_name(Diag diag);
[[nodiscard]] std::string_view scalar_name(Scalar scalar);

/// The arguments of a problem, without its operands.
struct ProblemSpec {
  Type type = Type::d;
  Transposition transposition = Transposition::n;
  Uplo uplo = Uplo::lower;
  Side side = Side::left;
  Diag diag = Diag::non_unit;
  Scalar alpha = Scalar::one;
  Scalar beta = Scalar::zero;
  std::int64_t n = 1;
  std::int64_t m = 0;  ///< 0: the same as n, as for k
  std::int64_t k = 0;
  std::int64_t leading = 0;  ///< distance between two columns, in elements; 0: as many as rows
  std::int64_t increment_x = 1;
  std::int64_t increment_y = 1;
  std::int64_t batch = 1;         ///< number of problems of one operation
  std::int64_t offset_bytes = 0;  ///< offset of each operand's first element in its page
  std::uint64_t seed = 0;

  [[nodiscard]] std::int64_t rows() const { return m == 0 ? n : m; }
  [[nodiscard]] std::int64_t depth() const { return k == 0 ? n : k; }
  /// The order of the matrix that stands on one side.
  [[nodiscard]] std::int64_t order() const { return side == Side::left ? rows() : n; }
};

enum class OperandName { a, b, c, x, y };

/// Of symmetric, Hermitian and triangular matrices the routine reads and writes one triangle only.
/// The Hermitian matrix of a real type is symmetric. A triangular matrix is that of a system of
/// equations, which the routine solves. A positive definite matrix is Hermitian.
enum class OperandKind { vector, matrix, symmetric, hermitian, triangular, positive_definite };
[[nodiscard]] constexpr bool has_one_triangle_only(OperandKind kind) {
  return kind != OperandKind::vector && kind != OperandKind::matrix;
}

/// An operand that is accumulated in is multiplied by beta first; with beta = 0 it is not read.
enum class Access { reads, writes, updates, accumulates };

/// A dimension of an operand: one of the problem's, the order of the matrix on one side, or the
/// rows or columns of op(A), where A has m rows and n columns.
enum class Extent { one, m, n, k, order, op_rows, op_columns };

/// The matrix whose transposition swaps the dimensions of an operand.
enum class Swapped { never, with_a, with_b };

struct Operand {
  OperandName name;
  OperandKind kind = OperandKind::vector;
  Access access = Access::reads;
  Extent rows = Extent::n;
  Extent columns = Extent::one;
  Swapped swapped = Swapped::never;

  [[nodiscard]] bool is_matrix() const { return kind != OperandKind::vector; }
  [[nodiscard]] bool is_read(const ProblemSpec& spec) const {
    return access != Access::writes && (access != Access::accumulates || spec.beta != Scalar::zero);
  }
};

/// An operand of one problem in memory.
struct Layout {
  std::int64_t rows = 0;  ///< elements of a vector
  std::int64_t columns = 1;
  std::int64_t leading = 0;    ///< distance between two columns
  std::int64_t increment = 1;  ///< distance between two rows; negative: the last comes first
  /// Number of elements of the operand with all that lies between them.
  [[nodiscard]] std::int64_t elements() const;
  [[nodiscard]] std::int64_t index(std::int64_t row, std::int64_t column) const;
};
[[nodiscard]] Layout layout_of(const Operand& operand, const ProblemSpec& spec);

/// The return type of the Fortran function.
enum class Returns { nothing, number, real_number };

/// The library in whose standard a routine is.
enum class Package { blas, lapack };

/// Arithmetic operations, and elements that the algorithm reads and writes.
struct OperationCounts {
  double multiplications;
  double additions;
  double references;
};

/// Arguments of a call. Matrices are stored by columns. Operands that the routine does not have are
/// null.
template <class T>
struct Arguments {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::int64_t lda = 0;
  std::int64_t ldb = 0;
  std::int64_t ldc = 0;
  std::int64_t increment_x = 1;
  std::int64_t increment_y = 1;
  Transposition transposition = Transposition::n;
  Uplo uplo = Uplo::lower;
  Side side = Side::left;
  Diag diag = Diag::non_unit;
  T alpha{};
  T beta{};
  T* a = nullptr;
  T* b = nullptr;
  T* c = nullptr;
  T* x = nullptr;
  T* y = nullptr;
  T result{};  ///< result of a routine with a return value
  // A batch: the distance from an operand to that of the next problem, in elements.
  std::int64_t batch = 1;
  std::int64_t stride_a = 0;
  std::int64_t stride_b = 0;
  std::int64_t stride_c = 0;
  std::int64_t stride_x = 0;
  std::int64_t stride_y = 0;
  // Of LAPACK.
  std::int64_t* pivots = nullptr;  ///< IPIV; holds 32-bit integers if the library's are
  bool has_short_pivots = false;
  T* tau = nullptr;
  T* work = nullptr;
  std::int64_t work_elements = 0;
  std::int64_t info = 0;

  [[nodiscard]] bool is_lower() const { return uplo == Uplo::lower; }
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
class Outputs;
template <class T>
struct Expected;

/// The code of a routine for one element type. A definition whose library routine computes a whole
/// batch in one call has the member `takes_batch`.
template <class T>
struct Implementation {
  /// Calls the library's routine `repetitions` times for each problem of the batch, with the
  /// arguments prepared before the loop.
  void (*call)(const RoutineAddress& entry, Arguments<T>& arguments, std::int64_t repetitions);
  /// Computes one problem with the reference loops.
  void (*reference)(Arguments<T>& arguments);
  /// Adds the terms of one element of the result.
  void (*define)(Expected<T>& element, const Inputs<T>& inputs, std::int64_t row,
                 std::int64_t column);
  /// For a routine that solves or factorises: adds the terms of the product that gives back the
  /// element of `define`. Null for other routines, whose result is that element.
  void (*reproduce)(Expected<T>& element, const Inputs<T>& inputs, const Outputs<T>& outputs,
                    std::int64_t row, std::int64_t column);
};

/// The description of a routine, from its file in routines/.
struct Description {
  std::string_view stem;  ///< the name without the letter of the type: "gemm"
  std::string_view title;
  std::string_view complex_stem = stem;  ///< the same for complex types: "hemv" for "symv"
  Package package = Package::blas;
  Returns returns = Returns::nothing;
  /// The values of an argument that are measured, the usual one first; none if there is no such
  /// argument.
  std::vector<Transposition> transpositions = {};
  std::vector<Scalar> alphas = {};
  std::vector<Scalar> betas = {};
  bool has_uplo = false;
  bool has_side = false;
  bool has_diag = false;
  bool has_m = false;
  bool has_k = false;
  bool has_positive_increments_only = false;
  /// Whether repeated calls multiply an operand by alpha again and again, so that it would grow or
  /// vanish unless alpha has about the magnitude 1.
  bool compounds = false;
  /// Whether a call leaves its input in a state from which another call computes something else.
  /// Each call then has its input restored before, and is timed alone.
  bool consumes_input = false;
  std::int64_t compared_elements = 512;  ///< the most elements of a result that are verified
  std::vector<Operand> operands = {};    ///< in the order in which they lie in memory
};

/// The usual values of an argument, the most usual first.
inline const std::vector<Scalar> usual_alphas{Scalar::one, Scalar::zero, Scalar::minus_one,
                                              Scalar::other};
inline const std::vector<Scalar> scaling_alphas{Scalar::other, Scalar::zero, Scalar::one,
                                                Scalar::minus_one};
inline const std::vector<Scalar> usual_betas{scalars.begin(), scalars.end()};

class Routine : public Description {
 public:
  /// The routine that a file in routines/ describes by the class `Definition`.
  template <class Definition>
  [[nodiscard]] static Routine of();

  /// The Fortran name of the routine for a type: "dgemm", "scnrm2", "zgeru".
  [[nodiscard]] std::string name(Type type) const;
  /// The name of its kernel: "blas_gemm", "lapack_getrf".
  [[nodiscard]] std::string kernel() const;
  [[nodiscard]] bool has_matrix() const;
  [[nodiscard]] bool has_vector(OperandName name) const;
  /// Whether a batch of it is measured: all routines of the BLAS with a matrix.
  [[nodiscard]] bool has_batch() const;
  /// The operand that holds the result; null if the routine returns the result as a function.
  [[nodiscard]] const Operand* output() const;

  /// Additions and multiplications of real numbers: a complex addition counts 2, a complex
  /// multiplication 6.
  [[nodiscard]] double flops(const ProblemSpec& spec) const;
  /// Bytes that the algorithm reads plus bytes that it writes, each element once in each direction.
  /// Computed, not counted by the hardware.
  [[nodiscard]] double referenced_bytes(const ProblemSpec& spec) const;
  /// Size of all operands with what lies between their elements.
  [[nodiscard]] std::int64_t footprint_bytes(const ProblemSpec& spec) const;

  template <class T>
  [[nodiscard]] const Implementation<T>& implementation() const {
    return std::get<Implementation<T>>(implementations_);
  }

 private:
  using Implementations =
      std::tuple<Implementation<double>, Implementation<float>, Implementation<std::complex<float>>,
                 Implementation<std::complex<double>>>;
  Routine(Description description, OperationCounts (*counts)(const ProblemSpec& spec),
          Implementations implementations)
      : Description(std::move(description)), counts_(counts), implementations_(implementations) {}

  OperationCounts (*counts_)(const ProblemSpec& spec);
  Implementations implementations_;
};

/// All routines, in the order of the kernels' list.
[[nodiscard]] const std::vector<Routine>& routines();
/// The routine of that stem. Throws strobe::Error if there is none.
[[nodiscard]] const Routine& find_routine(std::string_view stem);
/// Index of a routine in routines().
[[nodiscard]] std::uint32_t index_of(const Routine& routine);

}  // namespace strobe::kernels::blas
