// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/routine.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blas {

std::string_view type_name(Type type) {
  constexpr std::array<std::string_view, types.size()> words{"d", "s", "c", "z"};
  return words[static_cast<std::size_t>(type)];
}

std::string_view transposition_name(Transposition transposition) {
  constexpr std::array<std::string_view, 12> words{"n",  "t",  "c",  "nn", "nt", "nc",
                                                   "tn", "tt", "tc", "cn", "ct", "cc"};
  return words[static_cast<std::size_t>(transposition)];
}

char letter_a(Transposition transposition) { return transposition_name(transposition).front(); }
char letter_b(Transposition transposition) { return transposition_name(transposition).back(); }

std::string_view uplo_name(Uplo uplo) { return uplo == Uplo::lower ? "lower" : "upper"; }
std::string_view side_name(Side side) { return side == Side::left ? "left" : "right"; }
std::string_view diag_name(Diag diag) { return diag == Diag::unit ? "unit" : "non_unit"; }
std::string_view scalar_name(Scalar scalar) {
  constexpr std::array<std::string_view, scalars.size()> words{"zero", "one", "minus_one", "other"};
  return words[static_cast<std::size_t>(scalar)];
}

namespace {

std::int64_t extent(Extent which, const ProblemSpec& spec) {
  const bool is_transposed = transposes_a(spec.transposition);
  switch (which) {
    case Extent::one:
      return 1;
    case Extent::m:
      return spec.rows();
    case Extent::n:
      return spec.n;
    case Extent::k:
      return spec.depth();
    case Extent::order:
      return spec.order();
    case Extent::op_rows:
      return is_transposed ? spec.n : spec.rows();
    case Extent::op_columns:
      return is_transposed ? spec.rows() : spec.n;
  }
  throw Error("a dimension of an operand without a size");
}

}  // namespace

std::int64_t Layout::elements() const {
  return (rows - 1) * std::abs(increment) + (columns - 1) * leading + 1 +
         std::max<std::int64_t>(leading - rows, 0);
}

std::int64_t Layout::index(std::int64_t row, std::int64_t column) const {
  const std::int64_t first = increment < 0 ? (1 - rows) * increment : 0;
  return first + row * increment + column * leading;
}

Layout layout_of(const Operand& operand, const ProblemSpec& spec) {
  Layout layout{.rows = extent(operand.rows, spec), .columns = extent(operand.columns, spec)};
  const bool is_swapped =
      (operand.swapped == Swapped::with_a && transposes_a(spec.transposition)) ||
      (operand.swapped == Swapped::with_b && transposes_b(spec.transposition));
  if (is_swapped) std::swap(layout.rows, layout.columns);
  if (operand.is_matrix()) {
    layout.leading = spec.leading == 0 ? layout.rows : spec.leading;
  } else {
    layout.increment = operand.name == OperandName::x ? spec.increment_x : spec.increment_y;
  }
  return layout;
}

std::string Routine::name(Type type) const {
  // A function that returns a real number of complex arguments has both letters in its name.
  std::string_view result_letter;
  if (is_complex(type) && returns == Returns::real_number) {
    result_letter = type == Type::c ? "s" : "d";
  }
  return base::format("{}{}{}", result_letter, type_name(type),
                      is_complex(type) ? complex_stem : stem);
}

std::string Routine::kernel() const {
  return base::format("{}_{}", package == Package::blas ? "blas" : "lapack", stem);
}

bool Routine::has_matrix() const { return std::ranges::any_of(operands, &Operand::is_matrix); }

bool Routine::has_vector(OperandName name) const {
  return std::ranges::any_of(operands, [name](const Operand& operand) {
    return operand.name == name && !operand.is_matrix();
  });
}

bool Routine::has_batch() const { return package == Package::blas && has_matrix(); }

const Operand* Routine::output() const {
  const auto found = std::ranges::find_if(
      operands, [](const Operand& operand) { return operand.access != Access::reads; });
  return found == operands.end() ? nullptr : &*found;
}

double Routine::flops(const ProblemSpec& spec) const {
  const OperationCounts counted = counts_(spec);
  const double each = is_complex(spec.type)
                          ? 6.0 * counted.multiplications + 2.0 * counted.additions
                          : counted.multiplications + counted.additions;
  return each * static_cast<double>(spec.batch);
}

double Routine::referenced_bytes(const ProblemSpec& spec) const {
  return counts_(spec).references * static_cast<double>(element_bytes(spec.type) * spec.batch);
}

std::int64_t Routine::footprint_bytes(const ProblemSpec& spec) const {
  std::int64_t elements = 0;
  for (const Operand& operand : operands) elements += layout_of(operand, spec).elements();
  return elements * spec.batch * element_bytes(spec.type);
}

const Routine& find_routine(std::string_view stem) {
  const auto found = std::ranges::find(routines(), stem, &Routine::stem);
  if (found == routines().end()) {
    throw Error(base::format("unknown BLAS routine '{}'; strobe-bench --list shows all", stem));
  }
  return *found;
}

std::uint32_t index_of(const Routine& routine) {
  return static_cast<std::uint32_t>(&routine - routines().data());
}

}  // namespace strobe::kernels::blas
