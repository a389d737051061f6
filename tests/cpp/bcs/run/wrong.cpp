// SPDX-License-Identifier: BSD-3-Clause
//
// Programs that are wrong between the first rank and the last, one for each word.
#include <mpi.h>

#include <cstring>
#include <thread>

#include "bcs/run/world.hpp"

using strobe::bcs::run::next_rank;
using strobe::bcs::run::world_rank;
using strobe::bcs::run::world_size;

int main(int argc, char** argv) {
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  const int rank = world_rank();
  const int size = world_size();
  const int last = size - 1;
  int values[2] = {rank, rank};
  const auto is = [&](const char* word) { return argc > 1 && std::strcmp(argv[1], word) == 0; };
  if (is("truncated")) {
    if (rank == 0) MPI_Send(values, 2, MPI_INT, last, 5, MPI_COMM_WORLD);
    if (rank == last) MPI_Recv(values, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (is("unreceived")) {
    if (rank == 0) MPI_Send(values, 2, MPI_INT, last, 5, MPI_COMM_WORLD);
  } else if (is("mismatched")) {
    if (rank == last) {
      MPI_Barrier(MPI_COMM_WORLD);
    } else {
      MPI_Bcast(values, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
  } else if (is("mismatched-roots")) {
    MPI_Bcast(values, 1, MPI_INT, rank == last ? last : 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (is("roots-of-their-own")) {
    MPI_Bcast(values, 1, MPI_INT, rank, MPI_COMM_WORLD);
  } else if (is("mismatched-types")) {
    float sum = 0;
    const float one = 1;
    if (rank == last) {
      MPI_Allreduce(&one, &sum, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    } else {
      MPI_Allreduce(&rank, values, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
  } else if (is("blocks")) {
    int all[8] = {};
    MPI_Allgather(values, 2, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  } else if (is("nobody")) {
    if (rank == last) MPI_Send(values, 1, MPI_INT, size, 5, MPI_COMM_WORLD);
  } else if (is("uncommitted")) {
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    if (rank == 0) MPI_Send(values, 1, pair, last, 5, MPI_COMM_WORLD);
    if (rank == last) MPI_Recv(values, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&pair);
  } else if (is("threads-deadlock")) {
    const auto receive = [](int tag) {
      int value = 0;
      MPI_Recv(&value, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    };
    std::thread first(receive, 5);
    std::thread second(receive, 6);
    first.join();
    second.join();
  } else if (is("early")) {
    if (rank != last) MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
