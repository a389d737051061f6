// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/blas/routine.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::blas {

std::string_view type_name(Type type) {
  constexpr std::array<std::string_view, types.size()> words{"d", "s", "c", "z"};
  return words[static_cast<std::size_t>(type)];
}

std::string_view transposition_name(Transposition transposition) {
  constexpr std::array<std::string_view, 6> words{"n", "t", "nn", "nt", "tn", "tt"};
  return words[static_cast<std::size_t>(transposition)];
}

bool transposes_a(Transposition transposition) {
  return transposition_name(transposition).front() == 't';
}

bool transposes_b(Transposition transposition) {
  return transposition_name(transposition).back() == 't';
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

bool Routine::has_matrix() const { return std::ranges::any_of(operands, &Operand::is_matrix); }

bool Routine::solves() const {
  return std::ranges::find(operands, OperandKind::triangular, &Operand::kind) != operands.end();
}

const Operand* Routine::output() const {
  const auto found = std::ranges::find_if(
      operands, [](const Operand& operand) { return operand.access != Access::reads; });
  return found == operands.end() ? nullptr : &*found;
}

bool Routine::scales() const {
  const Operand* const written = output();
  return written != nullptr && written->access == Access::updates && !solves();
}

double Routine::flops(Type type, std::int64_t n) const {
  const OperationCounts counted = counts_(static_cast<double>(n));
  return is_complex(type) ? 6.0 * counted.multiplications + 2.0 * counted.additions
                          : counted.multiplications + counted.additions;
}

double Routine::referenced_bytes(Type type, std::int64_t n) const {
  return counts_(static_cast<double>(n)).references * static_cast<double>(element_bytes(type));
}

std::int64_t Routine::footprint_bytes(Type type, std::int64_t n, std::int64_t leading) const {
  std::int64_t elements = 0;
  for (const Operand& operand : operands) elements += operand.is_matrix() ? n * leading : n;
  return elements * element_bytes(type);
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
