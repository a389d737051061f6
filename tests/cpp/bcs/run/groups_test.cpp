// SPDX-License-Identifier: BSD-3-Clause
//
// Communicators and their collectives.
#include <gmock/gmock.h>

#include <cstring>
#include <numeric>

#include "bcs/run/world.hpp"

namespace strobe::bcs::run {
namespace {

/// Sums the ranks of a communicator on all of its members.
int sum_of_ranks(MPI_Comm communicator) {
  int rank = 0;
  int sum = 0;
  MPI_Comm_rank(communicator, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, communicator);
  return sum;
}

int size_of(MPI_Comm communicator) {
  int size = 0;
  MPI_Comm_size(communicator, &size);
  return size;
}

TEST(Communicators, KeepTheirMessagesApart) {
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  const int first = 1;
  const int second = 2;
  MPI_Request requests[2];
  MPI_Isend(&first, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&second, 1, MPI_INT, next_rank(), tag, copy, &requests[1]);
  int received = 0;
  MPI_Recv(&received, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, 2);
  MPI_Recv(&received, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, 1);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Comm_free(&copy);
}

TEST(Communicators, AreMadeOfOthersInEachWay) {
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, world_rank() % 2, -world_rank(), &half);
  EXPECT_EQ(sum_of_ranks(half), size_of(half) * (size_of(half) - 1) / 2);
  MPI_Comm copy;
  MPI_Request request;
  MPI_Comm_idup(half, &copy, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(sum_of_ranks(copy), size_of(half) * (size_of(half) - 1) / 2);
  MPI_Comm_free(&half);
  MPI_Comm_free(&copy);

  MPI_Group world;
  MPI_Group first;
  const int ranks[] = {0};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, ranks, &first);
  if (world_rank() == 0) {
    MPI_Comm alone;
    MPI_Comm_create_group(MPI_COMM_WORLD, first, tag, &alone);
    EXPECT_EQ(size_of(alone), 1);
    MPI_Barrier(alone);
    MPI_Comm_free(&alone);
  }
  MPI_Comm created;
  MPI_Comm_create(MPI_COMM_WORLD, first, &created);
  EXPECT_EQ(created == MPI_COMM_NULL, world_rank() != 0);
  if (created != MPI_COMM_NULL) MPI_Comm_free(&created);
  MPI_Group_free(&first);
  MPI_Group_free(&world);
}

TEST(Communicators, OfATopologyMayLeaveOutProcesses) {
  const int dims[] = {world_size() - 1};
  const int is_periodic[] = {1};
  if (dims[0] == 0) return;  // no topology
  MPI_Comm made;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, is_periodic, 0, &made);
  EXPECT_EQ(made == MPI_COMM_NULL, world_rank() == dims[0]);
  if (made == MPI_COMM_NULL) return;
  EXPECT_EQ(size_of(made), dims[0]);
  EXPECT_EQ(sum_of_ranks(made), dims[0] * (dims[0] - 1) / 2);
  MPI_Comm_free(&made);
}

TEST(Communicators, OfTwoSidesAreLeftToTheMpi) {
  if (world_size() < 2) return;
  MPI_Comm half;
  const int side = world_rank() % 2;
  MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
  MPI_Comm between;
  // Only the leaders need the communicator that both are in (MPI 4.1, section 7.6.2).
  const MPI_Comm peers = world_rank() == side ? MPI_COMM_WORLD : MPI_COMM_NULL;
  MPI_Intercomm_create(half, 0, peers, 1 - side, tag, &between);
  int sum = 0;
  const int one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, between);
  EXPECT_EQ(sum, (world_size() + side) / 2);
  MPI_Comm merged;
  MPI_Intercomm_merge(between, side, &merged);
  EXPECT_EQ(sum_of_ranks(merged), world_size() * (world_size() - 1) / 2);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

TEST(Collectives, MoveDataThatDoNotLieTogether) {
  MPI_Datatype spread;
  MPI_Type_vector(2, 1, 2, MPI_INT, &spread);
  MPI_Type_commit(&spread);
  std::vector<int> data(4, -1);
  if (world_rank() == 0) data = {1, -1, 2, -1};
  MPI_Bcast(data.data(), 1, spread, 0, MPI_COMM_WORLD);
  EXPECT_THAT(data, ::testing::ElementsAre(1, -1, 2, -1));

  MPI_Datatype apart;
  MPI_Type_create_resized(spread, 0, 4 * sizeof(int), &apart);
  MPI_Type_commit(&apart);
  const int own[] = {world_rank(), world_rank() + 1};
  std::vector<int> all(4 * static_cast<std::size_t>(world_size()), -1);
  MPI_Allgather(own, 2, MPI_INT, all.data(), 1, apart, MPI_COMM_WORLD);
  for (int i = 0; i < world_size(); ++i) {
    const auto at = static_cast<std::size_t>(4 * i);
    EXPECT_EQ(all[at], i);
    EXPECT_EQ(all[at + 1], -1);
    EXPECT_EQ(all[at + 2], i + 1);
  }
  MPI_Type_free(&apart);
  MPI_Type_free(&spread);
}

TEST(Collectives, ReplaceWhatIsThere) {
  std::vector<int> all(static_cast<std::size_t>(world_size()), -1);
  all[static_cast<std::size_t>(world_rank())] = world_rank();
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), 1, MPI_INT, MPI_COMM_WORLD);
  EXPECT_EQ(all, numbers(world_size(), 0));
  for (int& each : all) each = 100 * world_rank() + each;
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < world_size(); ++i) {
    EXPECT_EQ(all[static_cast<std::size_t>(i)], 100 * i + world_rank());
  }
  std::vector<int> parts = numbers(world_size(), 0);
  MPI_Reduce_scatter_block(MPI_IN_PLACE, parts.data(), 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(parts[0], world_size() * world_rank());
}

TEST(Collectives, OfDifferentSizesKeepThemApart) {
  const int size = world_size();
  std::vector<int> counts(static_cast<std::size_t>(size));
  std::vector<int> begins(counts.size());
  int all = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = static_cast<int>(i);
    begins[i] = all;
    all += counts[i];
  }
  const std::vector<int> own(static_cast<std::size_t>(world_rank()), world_rank());
  std::vector<int> gathered(static_cast<std::size_t>(all), -1);
  MPI_Request request;
  MPI_Igatherv(own.data(), world_rank(), MPI_INT, gathered.data(), counts.data(), begins.data(),
               MPI_INT, size - 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (world_rank() == size - 1) {
    for (std::size_t i = 0, at = 0; i < counts.size(); ++i) {
      for (int j = 0; j < counts[i]; ++j) EXPECT_EQ(gathered[at++], static_cast<int>(i));
    }
  }
}

struct Pair {
  double value;
  int place;
};

/// Combines pairs as strings are put together: not commutative.
void put_together(void* earlier, void* later, int* count, MPI_Datatype* /*type*/) {
  for (int i = 0; i < 2 * *count; i += 2) {
    const auto* const first = static_cast<const int*>(earlier) + i;
    auto* const second = static_cast<int*>(later) + i;
    second[0] = first[0];  // the first of all, and the last
  }
}

TEST(Reductions, TakeOperationsOfTheProgramInTheOrderOfRanks) {
  MPI_Op operation;
  MPI_Op_create(put_together, 0, &operation);
  MPI_Datatype two;
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Type_commit(&two);
  const int own[] = {world_rank(), world_rank()};
  int result[] = {-1, -1};
  MPI_Request request;
  MPI_Iallreduce(own, result, 1, two, operation, MPI_COMM_WORLD, &request);
  // Both may be freed while it goes on.
  MPI_Op_free(&operation);
  MPI_Type_free(&two);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_THAT(result, ::testing::ElementsAre(0, world_size() - 1));
}

TEST(Reductions, OfPairsLeaveTheirGapsAlone) {
  const Pair own[] = {{.value = -world_rank() * 1.0, .place = world_rank()},
                      {.value = world_rank() * 1.0, .place = world_rank()}};
  Pair least[2];
  MPI_Allreduce(own, least, 2, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  EXPECT_EQ(least[0].place, world_size() - 1);
  EXPECT_EQ(least[1].place, 0);
}

/// As MPI_SHORT_INT has it.
struct ShortPair {
  short value;
  int place;
};

template <class AnyPair>
void expect_gaps_are_left_alone(MPI_Datatype type, std::size_t first_gap, std::size_t end_of_gap) {
  constexpr int count = 1000;
  std::vector<AnyPair> own(count);
  for (AnyPair& pair : own) {
    pair.value = static_cast<decltype(pair.value)>(world_rank());
    pair.place = world_rank();
  }
  std::vector<AnyPair> most(count);
  std::memset(static_cast<void*>(most.data()), 0x55, count * sizeof(AnyPair));
  MPI_Allreduce(own.data(), most.data(), count, type, MPI_MAXLOC, MPI_COMM_WORLD);
  for (const AnyPair& pair : most) {
    ASSERT_EQ(pair.place, world_size() - 1);
    const auto* const bytes = reinterpret_cast<const unsigned char*>(&pair);
    for (std::size_t i = first_gap; i < end_of_gap; ++i) ASSERT_EQ(bytes[i], 0x55);
  }
}

TEST(Reductions, OfManyPairsLeaveTheirGapsAlone) {
  expect_gaps_are_left_alone<Pair>(MPI_DOUBLE_INT, 12, 16);
  expect_gaps_are_left_alone<ShortPair>(MPI_SHORT_INT, 2, 4);
}

TEST(Reductions, ThatATypeHasNotAreErrorsOfTheMpi) {
  const ErrorsReturnScope returned(MPI_COMM_WORLD);
  MPI_Datatype two;
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Type_commit(&two);
  const int own[] = {1, 1};
  int sum[] = {0, 0};
  EXPECT_EQ(class_of(MPI_Allreduce(own, sum, 1, two, MPI_SUM, MPI_COMM_WORLD)), MPI_ERR_OP);
  const double one = 1;
  double all = 0;
  EXPECT_EQ(class_of(MPI_Reduce(&one, &all, 1, MPI_DOUBLE, MPI_BAND, 0, MPI_COMM_WORLD)),
            MPI_ERR_OP);
  MPI_Type_free(&two);
  EXPECT_EQ(MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(all, world_size());
}

TEST(Neighborhoods, OfARingGetFromBothSides) {
  const int dims[] = {world_size()};
  const int is_periodic[] = {1};
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, is_periodic, 0, &ring);
  const int sent[] = {10 * world_rank(), 10 * world_rank() + 1};
  int received[] = {-1, -1};
  MPI_Neighbor_alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, ring);
  // What goes down comes from above.
  EXPECT_THAT(received, ::testing::ElementsAre(10 * previous_rank() + 1, 10 * next_rank()));
  MPI_Comm_free(&ring);
}

}  // namespace
}  // namespace strobe::bcs::run
