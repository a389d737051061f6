// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/reduction_op.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>

#include "bcs/mpi/errors_return_scope.hpp"
#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

struct Use {
  int reductions = 0;
  bool is_freed = false;
};

HandleMap<MPI_Op, Use>& uses() {
  // Never destroyed: destructors of the application may run after those of this library.
  static auto& all = *new HandleMap<MPI_Op, Use>;
  return all;
}

bool is_defined_by_mpi(MPI_Op operation, MPI_Datatype type) {
  const ErrorsReturnScope returned(MPI_COMM_WORLD);
  const ErrorsReturnScope also_returned(MPI_COMM_SELF);
  const std::byte earlier{};
  std::byte later{};
  return native().Reduce_local(&earlier, &later, 0, type, operation) == MPI_SUCCESS;
}

bool is_one_of(MPI_Datatype type, std::initializer_list<MPI_Datatype> types) {
  return std::ranges::find(types, type) != types.end();
}

/// Whether every MPI has the operation for the type (MPI 4.1, section 6.9.2). Only for others the
/// MPI is asked.
bool is_defined_by_standard(runtime::collectives::Operator asked, const DatatypeLayout& layout) {
  using runtime::collectives::Element;
  using runtime::collectives::Operator;
  // MPI_REAL2, MPI_INTEGER16 and the like are optional.
  const bool is_integer = layout.element == Element::integer && layout.size_bytes <= 8;
  const bool is_real = layout.element == Element::floating_point &&
                       (layout.size_bytes == 4 || layout.size_bytes == 8);
  switch (asked) {
    case Operator::sum:
    case Operator::product:
      return is_integer || is_real || layout.element == Element::complex;
    case Operator::maximum:
    case Operator::minimum:
      return is_integer || is_real;
    case Operator::logical_and:
    case Operator::logical_or:
    case Operator::logical_xor:
      return is_one_of(layout.type, {MPI_INT, MPI_LONG, MPI_UNSIGNED, MPI_C_BOOL});
    case Operator::maximum_and_place:
    case Operator::minimum_and_place:
      return is_one_of(layout.type, {MPI_DOUBLE_INT, MPI_FLOAT_INT, MPI_LONG_INT, MPI_2INT});
    case Operator::bitwise_and:
    case Operator::bitwise_or:
    case Operator::bitwise_xor:
      return is_integer;
    default:
      return false;
  }
}

}  // namespace

bool is_defined(MPI_Op operation, DatatypeLayout& layout) {
  using runtime::collectives::Operator;
  const Operator asked = operator_of(operation);
  if (asked == Operator::users) return true;
  const auto bit = static_cast<std::uint16_t>(1U << static_cast<unsigned>(asked));
  if ((layout.operators & bit) != 0 || is_defined_by_standard(asked, layout)) return true;
  if (!is_defined_by_mpi(operation, layout.type)) return false;
  layout.operators |= bit;
  return true;
}

runtime::collectives::Operator operator_of(MPI_Op operation) {
  using runtime::collectives::Operator;
  if (operation == MPI_MAX) return Operator::maximum;
  if (operation == MPI_MIN) return Operator::minimum;
  if (operation == MPI_SUM) return Operator::sum;
  if (operation == MPI_PROD) return Operator::product;
  if (operation == MPI_LAND) return Operator::logical_and;
  if (operation == MPI_BAND) return Operator::bitwise_and;
  if (operation == MPI_LOR) return Operator::logical_or;
  if (operation == MPI_BOR) return Operator::bitwise_or;
  if (operation == MPI_LXOR) return Operator::logical_xor;
  if (operation == MPI_BXOR) return Operator::bitwise_xor;
  if (operation == MPI_MAXLOC) return Operator::maximum_and_place;
  if (operation == MPI_MINLOC) return Operator::minimum_and_place;
  if (operation == MPI_REPLACE) return Operator::replace;
  if (operation == MPI_NO_OP) return Operator::no_op;
  return Operator::users;
}

void retain_op(MPI_Op operation) {
  Use* use = uses().find(operation);
  if (use == nullptr) use = &uses().add(operation, std::make_unique<Use>());
  ++use->reductions;
}

void release_op(MPI_Op operation) {
  if (--uses().find(operation)->reductions != 0) return;
  if (uses().remove(operation)->is_freed) native().Op_free(&operation);
}

bool defer_op_free(MPI_Op operation) {
  Use* const use = uses().find(operation);
  // The MPI refuses to free a predefined one.
  const bool is_predefined = operator_of(operation) != runtime::collectives::Operator::users;
  if (use == nullptr || is_predefined) return false;
  use->is_freed = true;
  return true;
}

}  // namespace strobe::bcs::mpi
