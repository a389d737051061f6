// SPDX-License-Identifier: BSD-3-Clause
//
// Programs that are wrong between the first rank and the last, one for each word.
#include <mpi.h>

#include <string_view>
#include <thread>

#include "bcs/run/world.hpp"

using strobe::bcs::run::next_rank;
using strobe::bcs::run::world_rank;
using strobe::bcs::run::world_size;

namespace {

/// Whether `program` is a wrong message, which has been sent then.
bool sends(std::string_view program) {
  const int rank = world_rank();
  const int last = world_size() - 1;
  int values[2] = {rank, rank};
  if (program == "truncated") {
    if (rank == 0) MPI_Send(values, 2, MPI_INT, last, 5, MPI_COMM_WORLD);
    if (rank == last) MPI_Recv(values, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (program == "unreceived") {
    if (rank == 0) MPI_Send(values, 2, MPI_INT, last, 5, MPI_COMM_WORLD);
  } else if (program == "nobody") {
    if (rank == last) MPI_Send(values, 1, MPI_INT, last + 1, 5, MPI_COMM_WORLD);
  } else if (program == "uncommitted") {
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    if (rank == 0) MPI_Send(values, 1, pair, last, 5, MPI_COMM_WORLD);
    if (rank == last) MPI_Recv(values, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&pair);
  } else if (program == "threads-deadlock") {
    const auto receive = [](int tag) {
      int value = 0;
      MPI_Recv(&value, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    };
    std::thread first(receive, 5);
    std::thread second(receive, 6);
    first.join();
    second.join();
  } else if (program == "threads-probe") {
    const auto probe = [](int tag) {
      MPI_Probe(next_rank(), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    };
    std::thread first(probe, 5);
    std::thread second(probe, 6);
    first.join();
    second.join();
  } else {
    return false;
  }
  return true;
}

/// Calls the wrong collective of this name, if there is one.
void call_collective(std::string_view program) {
  const int rank = world_rank();
  const int last = world_size() - 1;
  int values[2] = {rank, rank};
  if (program == "mismatched") {
    if (rank == last) {
      MPI_Barrier(MPI_COMM_WORLD);
    } else {
      MPI_Bcast(values, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
  } else if (program == "mismatched-roots") {
    MPI_Bcast(values, 1, MPI_INT, rank == last ? last : 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (program == "roots-of-their-own") {
    MPI_Bcast(values, 1, MPI_INT, rank, MPI_COMM_WORLD);
  } else if (program == "mismatched-types") {
    float sum = 0;
    const float one = 1;
    if (rank == last) {
      MPI_Allreduce(&one, &sum, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    } else {
      MPI_Allreduce(&rank, values, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
  } else if (program == "blocks") {
    int all[8] = {};
    MPI_Allgather(values, 2, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  } else if (program == "early") {
    if (rank != last) MPI_Barrier(MPI_COMM_WORLD);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  const std::string_view program = argc > 1 ? argv[1] : "";
  if (!sends(program)) call_collective(program);
  MPI_Finalize();
}
