// SPDX-License-Identifier: BSD-3-Clause
//
// A program that calls MPI and BCS: both have the same messages, communicators and collectives.
#include <mpi.h>

#include <cstdint>
#include <cstdio>

#include "strobe/bcs_run.h"

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "ERROR: %s\n", what);
  ++failures;
}

void process(void* /*argument*/) {
  std::int32_t own = -1;
  std::int32_t all = 0;
  bcs_rank(bcs_world, &own);
  bcs_size(bcs_world, &all);
  int mpi_rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &mpi_rank);
  expect(own == mpi_rank, "a rank is the same in MPI and in BCS");
  const int next = (own + 1) % all;
  const int previous = (own + all - 1) % all;

  // What MPI sends, BCS receives.
  std::int64_t out = own;
  std::int64_t in = -1;
  MPI_Request sent = MPI_REQUEST_NULL;
  MPI_Isend(&out, 1, MPI_INT64_T, next, 5, MPI_COMM_WORLD, &sent);
  bcs_status status{};
  bcs_recv(&in, sizeof in, previous, 5, bcs_world, bcs_blocking, nullptr, &status);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  expect(in == previous && status.source == previous && status.bytes == 8, "MPI_Isend to bcs_recv");

  // And the other way round.
  MPI_Request received = MPI_REQUEST_NULL;
  MPI_Irecv(&in, 1, MPI_INT64_T, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &received);
  bcs_send(&out, sizeof out, next, 6, bcs_world, bcs_blocking, nullptr);
  MPI_Status mpi_status;
  MPI_Wait(&received, &mpi_status);
  int count = 0;
  MPI_Get_count(&mpi_status, MPI_INT64_T, &count);
  expect(in == previous && mpi_status.MPI_SOURCE == previous && count == 1,
         "bcs_send to MPI_Irecv");

  // A rank may call a collective by either name.
  if (own % 2 == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    bcs_barrier(bcs_world, bcs_blocking, nullptr);
  }
  std::int64_t sum = 0;
  MPI_Allreduce(&out, &sum, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  expect(sum == std::int64_t{all} * (all - 1) / 2, "a collective of MPI between those of BCS");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  // The program has initialized MPI, so it may run several.
  for (int run = 0; run < 2; ++run) {
    const int error = bcs_run(process, nullptr, 0, nullptr);
    expect(error == bcs_ok, bcs_error_string(error));
  }
  int is_finalized = 1;
  MPI_Finalized(&is_finalized);
  expect(is_finalized == 0, "MPI belongs to the program");
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
