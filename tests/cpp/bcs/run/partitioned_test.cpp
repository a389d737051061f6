// SPDX-License-Identifier: BSD-3-Clause
//
// Partitioned communication around a ring.
#include <gmock/gmock.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bcs/run/world.hpp"

namespace strobe::bcs::run {
namespace {

constexpr int length = 24;

/// A send to the next rank and a receive from the previous one, each with its partitions.
class PartitionedPair {
 public:
  PartitionedPair(int sent_partitions, int received_partitions, int of_tag = tag)
      : partitions(sent_partitions), sent(length), received(length, -1) {
    MPI_Psend_init(sent.data(), sent_partitions, length / sent_partitions, MPI_INT, next_rank(),
                   of_tag, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(received.data(), received_partitions, length / received_partitions, MPI_INT,
                   previous_rank(), of_tag, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
  }
  PartitionedPair(const PartitionedPair&) = delete;
  PartitionedPair& operator=(const PartitionedPair&) = delete;
  ~PartitionedPair() {
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
  }

  void start(int first) {
    std::ranges::copy(numbers(length, first + world_rank()), sent.begin());
    MPI_Start(&receive);
    MPI_Start(&send);
  }
  void wait(int first) {
    MPI_Status status;
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Wait(&receive, &status);
    EXPECT_EQ(status.MPI_SOURCE, previous_rank());
    EXPECT_EQ(count_of(status, MPI_INT), length);
    EXPECT_EQ(received, numbers(length, first + previous_rank()));
  }

  int partitions;
  std::vector<int> sent;
  std::vector<int> received;
  MPI_Request send = MPI_REQUEST_NULL;
  MPI_Request receive = MPI_REQUEST_NULL;
};

TEST(Partitioned, ArrivesWhateverIsReadyFirst) {
  PartitionedPair pair(8, 8);
  for (int turn = 0; turn < 5; ++turn) {
    pair.start(100 * turn);
    for (int i = pair.partitions - 1; i >= 0; --i) MPI_Pready(i, pair.send);
    pair.wait(100 * turn);
  }
}

TEST(Partitioned, MayHaveOtherPartitionsAtTheReceiver) {
  for (const auto& [sent, received] : {std::pair(6, 4), {4, 6}, {1, 12}, {24, 1}, {3, 8}}) {
    PartitionedPair pair(sent, received);
    for (int turn = 0; turn < 3; ++turn) {
      pair.start(turn);
      MPI_Pready_range(0, sent - 1, pair.send);
      pair.wait(turn);
    }
  }
}

TEST(Partitioned, IsReadyByList) {
  PartitionedPair pair(4, 4);
  pair.start(7);
  int last[] = {3, 1};
  int first[] = {0, 2};
  MPI_Pready_list(2, last, pair.send);
  MPI_Pready_list(2, first, pair.send);
  pair.wait(7);
}

TEST(Partitioned, MatchesInTheOrderOfInitialization) {
  PartitionedPair first(2, 2);
  PartitionedPair second(2, 2);
  PartitionedPair other_tag(2, 2, tag + 1);
  other_tag.start(1);
  second.start(2);
  first.start(3);
  for (PartitionedPair* pair : {&other_tag, &second, &first}) MPI_Pready_range(0, 1, pair->send);
  first.wait(3);
  second.wait(2);
  other_tag.wait(1);
}

/// MPICH 5.0.2 alone sends nothing before all partitions are ready.
TEST(CoscheduledPartitioned, ArrivesPartByPart) {
  PartitionedPair pair(4, 4);
  for (int turn = 0; turn < 3; ++turn) {
    pair.start(turn);
    for (int i = 0; i < pair.partitions; ++i) {
      MPI_Pready(i, pair.send);
      int has_arrived = 0;
      while (has_arrived == 0) MPI_Parrived(pair.receive, i, &has_arrived);
      const int at = i * length / pair.partitions;
      EXPECT_EQ(pair.received[static_cast<std::size_t>(at)], turn + previous_rank() + at);
    }
    pair.wait(turn);
  }
}

TEST(Partitioned, ArrivesBesideOtherMessagesOfTheTag) {
  PartitionedPair pair(2, 2);
  pair.start(0);
  int got = -1;
  const int rank = world_rank();
  MPI_Sendrecv(&rank, 1, MPI_INT, next_rank(), tag, &got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(got, previous_rank());
  MPI_Pready_range(0, 1, pair.send);
  pair.wait(0);
}

/// Open MPI 5.0.11 alone writes to the wrong places.
TEST(CoscheduledPartitioned, MayHaveGaps) {
  MPI_Datatype column = MPI_DATATYPE_NULL;
  MPI_Type_vector(3, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Datatype resized = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(column, 0, sizeof(int), &resized);
  MPI_Type_commit(&resized);
  std::vector<int> sent = numbers(12, 0);
  std::vector<int> received(12, -1);
  MPI_Request send = MPI_REQUEST_NULL;
  MPI_Request receive = MPI_REQUEST_NULL;
  MPI_Psend_init(sent.data(), 4, 1, resized, next_rank(), tag, MPI_COMM_WORLD, MPI_INFO_NULL,
                 &send);
  MPI_Precv_init(received.data(), 2, 2, resized, previous_rank(), tag, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &receive);
  MPI_Type_free(&column);
  MPI_Type_free(&resized);
  MPI_Start(&receive);
  MPI_Start(&send);
  MPI_Pready_range(0, 3, send);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, sent);
  MPI_Request_free(&send);
  MPI_Request_free(&receive);
}

}  // namespace
}  // namespace strobe::bcs::run
