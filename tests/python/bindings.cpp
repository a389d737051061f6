// SPDX-License-Identifier: BSD-3-Clause
//
// What programs do by the C++ bindings of MPI-2, which Open MPI has up to its version 4. Each rank
// says what it got, and says the same whichever runtime carries the messages.
#include <mpi.h>

#include <iostream>
#include <sstream>
#include <vector>

int main(int argc, char** argv) {
  MPI::Init(argc, argv);
  const MPI::Intracomm& world = MPI::COMM_WORLD;
  const int rank = world.Get_rank();
  const int ranks = world.Get_size();
  std::ostringstream said;
  said << "rank " << rank;

  int got = -1;
  MPI::Status status;
  world.Sendrecv(&rank, 1, MPI::INT, (rank + 1) % ranks, 7, &got, 1, MPI::INT,
                 (rank + ranks - 1) % ranks, 7, status);
  said << ", from " << status.Get_source() << ": " << got;

  if (rank == 0) {
    int sum = 0;
    for (int i = 1; i < ranks; ++i) {
      world.Probe(MPI::ANY_SOURCE, 8, status);
      std::vector<int> values(static_cast<std::size_t>(status.Get_count(MPI::INT)));
      world.Recv(values.data(), static_cast<int>(values.size()), MPI::INT, status.Get_source(), 8);
      for (const int value : values) sum += value;
    }
    said << ", from any: " << sum;
  } else {
    const std::vector<int> values(static_cast<std::size_t>(rank), rank);
    world.Send(values.data(), rank, MPI::INT, 0, 8);
  }

  MPI::Request requests[2];
  double in = 0.0;
  const double out = 0.5 * rank;
  requests[0] = world.Irecv(&in, 1, MPI::DOUBLE, (rank + ranks - 1) % ranks, 9);
  requests[1] = world.Isend(&out, 1, MPI::DOUBLE, (rank + 1) % ranks, 9);
  MPI::Request::Waitall(2, requests);
  said << ", later: " << in;

  int sum = 0;
  world.Allreduce(&rank, &sum, 1, MPI::INT, MPI::SUM);
  MPI::Intracomm half = world.Split(rank % 2, -rank);
  int of_half = 0;
  half.Scan(&rank, &of_half, 1, MPI::INT, MPI::MAX);
  half.Free();
  said << ", sum: " << sum << ", largest so far: " << of_half << "\n";
  std::cout << said.str() << std::flush;
  MPI::Finalize();
}
