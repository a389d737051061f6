// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/launcher.hpp"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/format.hpp"
#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

std::optional<int> whole_number(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  int number = 0;
  const std::string_view digits(text);
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
  if (error != std::errc{} || end != digits.end()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<int> rank_by_launcher() {
  for (const char* const name : rank_variables) {
    if (const std::optional<int> rank = whole_number(name)) return rank;
  }
  return std::nullopt;
}

std::string why_alone(const Variables& variables) {
  const std::optional<int> tasks = whole_number("SLURM_STEP_NUM_TASKS");
  const int ranks = variables.ranks.value_or(tasks.value_or(1));
  int size = 0;
  native().Comm_size(MPI_COMM_WORLD, &size);
  if (size > 1 || ranks == 1) return {};
  MPI_Comm parent = MPI_COMM_NULL;
  native().Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) return {};
  return base::format(
      "{} ranks were started, and each is alone in MPI_COMM_WORLD: the launcher and the MPI do not "
      "know each other{}",
      ranks, tasks ? "; srun needs --mpi=pmi2 for MPICH and --mpi=pmix for Open MPI" : "");
}

}  // namespace strobe::bcs::mpi
