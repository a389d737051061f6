// SPDX-License-Identifier: BSD-3-Clause
//
// --check of arguments that the standard forbids and MPIs let pass, in calls that the MPI performs.
#include "bcs/mpi/argument_checks.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "bcs/mpi/bindings/handlers.hpp"
#include "bcs/mpi/checks.hpp"
#include "bcs/mpi/followed_objects.hpp"

namespace strobe::bcs::mpi {

void check_dimensions(int count, const int* dimensions) {
  if (interposer.checks == nullptr || dimensions == nullptr) return;
  for (int i = 0; i < count; ++i) {
    if (dimensions[i] == 0)
      interposer.checks->got_invalid_argument(
          base::format("creates a grid of which dimension {} has no process", i));
  }
}

namespace {

/// Finds a rank that a list names twice.
void check_ranks(int count, const int* ranks) {
  if (interposer.checks == nullptr || count < 2 || ranks == nullptr) return;
  std::vector<int> sorted(ranks, ranks + count);
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return;
  interposer.checks->got_invalid_argument(base::format("names rank {} of a group twice", *twice));
}

}  // namespace

namespace handlers {

int group_incl(MPI_Group /*group*/, int n, const int ranks[], MPI_Group* /*newgroup*/) {
  check_ranks(n, ranks);
  return pass_through;
}

int group_excl(MPI_Group /*group*/, int n, const int ranks[], MPI_Group* /*newgroup*/) {
  check_ranks(n, ranks);
  return pass_through;
}

int alloc_mem(MPI_Aint size, MPI_Info info, void* baseptr) {
  if (interposer.checks == nullptr || baseptr == nullptr) return pass_through;
  const int error = native().Alloc_mem(size, info, baseptr);
  void* const memory = *static_cast<void**>(baseptr);
  if (error == MPI_SUCCESS && memory != nullptr) note_created(ObjectKind::memory, bits_of(memory));
  return error;
}

int free_mem(void* base) {
  if (interposer.checks == nullptr) return pass_through;
  const ObjectRelease memory(ObjectKind::memory, &base);
  return memory.noted(native().Free_mem(base));
}

}  // namespace handlers

}  // namespace strobe::bcs::mpi
