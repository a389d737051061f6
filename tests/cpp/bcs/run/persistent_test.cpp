// SPDX-License-Identifier: BSD-3-Clause
//
// Persistent collectives: members match them by the order in which they are initialized, and start
// them in any (MPI 4.1, section 6.13).
#include <gmock/gmock.h>

#include <vector>

#include "bcs/run/world.hpp"

namespace strobe::bcs::run {
namespace {

/// Requests that are freed at the end.
class Requests {
 public:
  Requests() = default;
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;
  ~Requests() {
    for (MPI_Request& request : all_) {
      if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
    }
  }
  MPI_Request* next() { return &all_.emplace_back(MPI_REQUEST_NULL); }
  MPI_Request& operator[](std::size_t i) { return all_[i]; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

  /// Rank 0 starts them as they are, and each other one begins with another one, backwards.
  void start() {
    const std::size_t own = static_cast<std::size_t>(world_rank());
    for (std::size_t i = 0; i < size(); ++i) {
      MPI_Start(&all_[own == 0 ? i : (2 * size() - own % size() - i) % size()]);
    }
  }
  void wait() { MPI_Waitall(static_cast<int>(size()), all_.data(), MPI_STATUSES_IGNORE); }

 private:
  std::vector<MPI_Request> all_;
};

TEST(Persistent, BroadcastsOfOneSignatureKeepTheirData) {
  constexpr int count = 3;
  int data[count];
  Requests requests;
  for (int& one : data) {
    MPI_Bcast_init(&one, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, requests.next());
  }
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < count; ++i) data[i] = world_rank() == 0 ? 100 * round + i : -1;
    requests.start();
    requests.wait();
    ASSERT_THAT(data, ::testing::ElementsAre(100 * round, 100 * round + 1, 100 * round + 2));
  }
}

TEST(Persistent, ReductionsOfOneSignatureKeepTheirData) {
  double own[2];
  double all[2];
  Requests requests;
  for (int i = 0; i < 2; ++i) {
    MPI_Allreduce_init(&own[i], &all[i], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                       requests.next());
  }
  for (int round = 0; round < 50; ++round) {
    own[0] = round;
    own[1] = 1000 + world_rank();
    requests.start();
    requests.wait();
    ASSERT_EQ(all[0], round * world_size());
    ASSERT_EQ(all[1], 1000 * world_size() + world_size() * (world_size() - 1) / 2);
  }
}

TEST(Persistent, CollectivesOfOtherKindsMayBeStartedInAnyOrderAmongOthers) {
  const int size = world_size();
  const int dims[] = {size};
  const int is_periodic[] = {1};
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, is_periodic, 0, &ring);
  int rank = 0;
  MPI_Comm_rank(ring, &rank);
  const int last = size - 1;
  int value = 0;
  int scanned = 0;
  int around[2] = {};
  std::vector<int> gathered(static_cast<std::size_t>(size));
  std::vector<int> exchanged(gathered.size());
  std::vector<int> parts(gathered.size());
  {
    Requests requests;
    MPI_Barrier_init(ring, MPI_INFO_NULL, requests.next());
    MPI_Bcast_init(&value, 1, MPI_INT, last, ring, MPI_INFO_NULL, requests.next());
    MPI_Scan_init(&rank, &scanned, 1, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, requests.next());
    MPI_Allgather_init(&rank, 1, MPI_INT, gathered.data(), 1, MPI_INT, ring, MPI_INFO_NULL,
                       requests.next());
    MPI_Alltoall_init(parts.data(), 1, MPI_INT, exchanged.data(), 1, MPI_INT, ring, MPI_INFO_NULL,
                      requests.next());
    MPI_Neighbor_allgather_init(&rank, 1, MPI_INT, around, 1, MPI_INT, ring, MPI_INFO_NULL,
                                requests.next());
    for (int round = 0; round < 20; ++round) {
      value = rank == last ? round : -1;
      for (int i = 0; i < size; ++i) parts[static_cast<std::size_t>(i)] = 100 * rank + i + round;
      int sum = 0;
      int broadcast = rank == 0 ? round : -1;
      MPI_Request begun;
      requests.start();
      // Others may come between a start and its end, and are matched among themselves.
      MPI_Ibcast(&broadcast, 1, MPI_INT, 0, ring, &begun);
      MPI_Allreduce(&round, &sum, 1, MPI_INT, MPI_SUM, ring);
      requests.wait();
      MPI_Wait(&begun, MPI_STATUS_IGNORE);
      ASSERT_EQ(sum, round * size);
      ASSERT_EQ(broadcast, round);
      ASSERT_EQ(value, round);
      ASSERT_EQ(scanned, rank * (rank + 1) / 2);
      ASSERT_EQ(gathered, numbers(size, 0));
      for (int from = 0; from < size; ++from) {
        ASSERT_EQ(exchanged[static_cast<std::size_t>(from)], 100 * from + rank + round);
      }
      ASSERT_THAT(around, ::testing::ElementsAre((rank + size - 1) % size, (rank + 1) % size));
    }
  }
  MPI_Comm_free(&ring);
}

TEST(Persistent, OnesThatAreMadeAgainMeetTheirLike) {
  int data[2];
  Requests requests;
  for (int& one : data) {
    MPI_Bcast_init(&one, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, requests.next());
  }
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 2; ++i) data[i] = world_rank() == 0 ? 10 * round + i : -1;
    requests.start();
    requests.wait();
    ASSERT_THAT(data, ::testing::ElementsAre(10 * round, 10 * round + 1));
    // The one is started for the first time when the other has been for many times.
    MPI_Request_free(&requests[0]);
    MPI_Bcast_init(&data[0], 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  }
}

}  // namespace
}  // namespace strobe::bcs::run
