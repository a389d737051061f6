// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/gang.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <optional>
#include <utility>

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

using runtime::Rows;

/// Jobs that start at the same time may each get a row on some hosts. They try again, and each time
/// one of them is first somewhere.
constexpr int tries = 20;

bool is_first_of_host() {
  MPI_Comm host = MPI_COMM_NULL;
  native().Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int rank = 0;
  native().Comm_rank(host, &rank);
  native().Comm_free(&host);
  return rank == 0;
}

/// The bits that all ranks have.
Rows common(Rows own) {
  Rows all = 0;
  native().Allreduce(&own, &all, sizeof own, MPI_BYTE, MPI_BAND, MPI_COMM_WORLD);
  return all;
}

/// Collective over all ranks, of which `claims` says for this one whether it claims for its host.
std::optional<int> claim_row(runtime::SlotRows& rows, bool claims) {
  constexpr Rows all = (Rows{1} << runtime::most_rows) - 1;
  for (int i = 0; i < tries; ++i) {
    const Rows free = common(claims ? all & ~rows.of_all_jobs().taken : all);
    if (free == 0) break;
    const int row = std::countr_zero(free);
    const bool has_row = !claims || rows.claim(row);
    if (common(has_row ? 1 : 0) != 0) return row;
    rows.release();
  }
  return std::nullopt;
}

double part_of_idle_cores(runtime::Segment& segment, int cores) {
  int running = 0;
  for (int member = 0; member < segment.ranks(); ++member) {
    if (segment.status(member).wait_state.load(std::memory_order_relaxed) !=
        runtime::WaitState::blocked)
      ++running;
  }
  return std::max(0.0, 1.0 - static_cast<double>(running) / static_cast<double>(cores));
}

}  // namespace

std::unique_ptr<Gang> Gang::join() {
  std::unique_ptr<Gang> gang(new Gang);
  gang->has_claimed_ = is_first_of_host();
  const std::optional<int> row = claim_row(gang->rows_, gang->has_claimed_);
  if (!row) return nullptr;
  gang->row_ = *row;
  return gang;
}

void Gang::start(runtime::Segment& segment, int cores) {
  std::function<double()> idle_part;
  if (has_claimed_) idle_part = [&segment, cores] { return part_of_idle_cores(segment, cores); };
  scheduler_ = std::make_unique<runtime::GangScheduler>(rows_, row_, std::move(idle_part));
}

}  // namespace strobe::bcs::mpi
