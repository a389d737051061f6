// SPDX-License-Identifier: BSD-3-Clause
//
// A program whose decisions and sizes are always the same: it prints how many operations it has.
// The first argument is the number of the operation that transfers other contents than usual, 0 for
// none; the second one seeds what no operation transfers.
#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bcs/run/world.hpp"

using strobe::bcs::run::world_rank;
using strobe::bcs::run::world_size;

namespace {

constexpr int count = 1000;

struct Job {
  int rank = world_rank();
  int size = world_size();
  int next = (rank + 1) % size;
  int before = (rank + size - 1) % size;
  int changed = 0;
  int operation = 0;

  /// The data of the next operation. One number in the middle is another one if it is the changed
  /// one.
  std::vector<int> data(int length = count) {
    std::vector<int> numbers(static_cast<std::size_t>(length), rank);
    if (++operation == changed) numbers[numbers.size() / 2] += 1;
    return numbers;
  }
};

void messages(Job& job) {
  std::vector<int> got(count);
  std::vector<int> sent = job.data();
  MPI_Sendrecv(sent.data(), count, MPI_INT, job.next, 1, got.data(), count, MPI_INT, job.before, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // Large enough for a rendezvous.
  constexpr int large = 100'000;
  sent = job.data(large);
  got.resize(large);
  std::array<MPI_Request, 2> requests;
  MPI_Irecv(got.data(), large, MPI_INT, job.before, 2, MPI_COMM_WORLD, requests.data());
  MPI_Isend(sent.data(), large, MPI_INT, job.next, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  // Every third number: what lies between is not part of the message.
  MPI_Datatype columns = MPI_DATATYPE_NULL;
  MPI_Type_vector(count / 3, 1, 3, MPI_INT, &columns);
  MPI_Type_commit(&columns);
  sent = job.data();
  sent[count / 2 / 3 * 3] = sent[count / 2];
  MPI_Sendrecv(sent.data(), 1, columns, job.next, 3, got.data(), 1, columns, job.before, 3,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&columns);
  sent = job.data();
  MPI_Request all = MPI_REQUEST_NULL;
  MPI_Recv_init(got.data(), count, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &all);
  MPI_Start(&all);
  MPI_Send(sent.data(), count, MPI_INT, job.next, 4, MPI_COMM_WORLD);
  MPI_Wait(&all, MPI_STATUS_IGNORE);
  MPI_Request_free(&all);
#if MPI_VERSION >= 4
  sent = job.data();
  constexpr int parts = 4;
  MPI_Precv_init(got.data(), parts, count / parts, MPI_INT, job.before, 5, MPI_COMM_WORLD,
                 MPI_INFO_NULL, requests.data());
  MPI_Psend_init(sent.data(), parts, count / parts, MPI_INT, job.next, 5, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &requests[1]);
  MPI_Startall(2, requests.data());
  MPI_Pready_range(0, parts - 1, requests[1]);
  MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  for (MPI_Request& request : requests) MPI_Request_free(&request);
#endif
}

void reductions(Job& job) {
  std::vector<int> sums(count);
  MPI_Allreduce(job.data().data(), sums.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Reduce(job.data().data(), sums.data(), count, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  // The first rank gets nothing: its buffer is not part of the hash.
  std::vector<int> of_earlier(count, job.rank == 0 ? std::rand() : 0);
  MPI_Exscan(job.data().data(), of_earlier.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  // A pair ends with padding, which is not part of the hash.
  struct Pair {
    double value;
    int index;
    int padding;
  };
  const std::vector<int> values = job.data();
  std::vector<Pair> own(count);
  std::vector<Pair> least(count, {.value = 0, .index = 0, .padding = std::rand()});
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i] = {.value = static_cast<double>(values[i]), .index = job.rank, .padding = std::rand()};
  }
  MPI_Allreduce(own.data(), least.data(), count, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
}

void collectives(Job& job) {
  const auto length = static_cast<std::size_t>(count * job.size);
  std::vector<int> all(length);
  std::vector<int> numbers = job.data();
  MPI_Bcast(numbers.data(), count, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allgather(job.data().data(), count, MPI_INT, all.data(), count, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoall(job.data(count * job.size).data(), count, MPI_INT, all.data(), count, MPI_INT,
               MPI_COMM_WORLD);
  numbers = job.data();
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Igather(numbers.data(), count, MPI_INT, all.data(), count, MPI_INT, 0, MPI_COMM_WORLD,
              &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Job job;
  job.changed = argc > 1 ? std::atoi(argv[1]) : 0;
  std::srand(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
  messages(job);
  reductions(job);
  collectives(job);
  if (job.rank == 0) std::printf("%d\n", job.operation);
  MPI_Finalize();
}
