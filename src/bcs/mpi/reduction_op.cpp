// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/reduction_op.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

#include "bcs/mpi/handle_map.hpp"
#include "bcs/mpi/native.hpp"
#include "bcs/mpi/silent_self.hpp"

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
  const std::byte own{};
  std::byte result{};
  return native().Allreduce(&own, &result, 0, type, operation, silent_self()) == MPI_SUCCESS;
}

}  // namespace

bool is_defined(MPI_Op operation, DatatypeLayout& layout) {
  using runtime::collectives::Operator;
  const Operator asked = operator_of(operation);
  if (asked == Operator::users) return true;
  const auto bit = static_cast<std::uint16_t>(1U << static_cast<unsigned>(asked));
  if ((layout.operators & bit) != 0) return true;
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
