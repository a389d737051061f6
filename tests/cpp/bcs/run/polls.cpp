// SPDX-License-Identifier: BSD-3-Clause
//
// Rank 0 receives from any source what others send with the rendezvous or synchronously, and all
// test while they do work that takes another time in each run. A slice decides which message a
// receive gets, and the sender's test must not find the end of its send before the next one. Prints
// how many tests were made.
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bcs/run/world.hpp"

namespace {

constexpr int long_message = 200'000;
unsigned seed = 0;

long test_until_complete(MPI_Request request) {
  long tests = 0;
  for (int is_complete = 0; is_complete == 0; ++tests) {
    MPI_Test(&request, &is_complete, MPI_STATUS_IGNORE);
    volatile double x = 1.0;
    for (int i = rand_r(&seed) % 300; i > 0; --i) x = 0.5 * x + 0.25;
  }
  return tests;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = strobe::bcs::run::world_rank();
  const int size = strobe::bcs::run::world_size();
  seed = static_cast<unsigned>(getpid());
  std::vector<char> data(long_message);
  long tests = 0;
  for (int round = 0; round < 100; ++round) {
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 1; rank == 0 && i < size; ++i) {
      MPI_Irecv(data.data(), long_message, MPI_CHAR, MPI_ANY_SOURCE, round, MPI_COMM_WORLD,
                &request);
      tests += test_until_complete(request);
    }
    if (rank == 0) continue;
    if (round % 2 == 0) {
      MPI_Issend(data.data(), 10, MPI_CHAR, 0, round, MPI_COMM_WORLD, &request);
    } else {
      MPI_Isend(data.data(), long_message, MPI_CHAR, 0, round, MPI_COMM_WORLD, &request);
    }
    tests += test_until_complete(request);
  }
  long all = 0;
  MPI_Reduce(&tests, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%ld\n", all);
  MPI_Finalize();
}
