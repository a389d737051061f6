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

}  // namespace handlers

}  // namespace strobe::bcs::mpi
