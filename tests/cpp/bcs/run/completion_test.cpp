// SPDX-License-Identifier: BSD-3-Clause
//
// Requests: all that waits for them, asks for them, starts them again and gives them up.
#include <gmock/gmock.h>

#include <array>

#include "bcs/run/world.hpp"

namespace strobe::bcs::run {
namespace {

constexpr int tag = 6;

TEST(Completion, IsFoundByTesting) {
  int received = -1;
  const int sent = world_rank();
  MPI_Request requests[2];
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[1]);
  int is_over = 0;
  while (is_over == 0) MPI_Test(&requests[0], &is_over, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, previous_rank());
  is_over = 0;
  while (is_over == 0) MPI_Testall(2, requests, &is_over, MPI_STATUSES_IGNORE);
  EXPECT_EQ(requests[1], MPI_REQUEST_NULL);
}

TEST(Completion, OfNothingIsEmpty) {
  MPI_Request none[] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status status;
  MPI_Wait(&none[0], &status);
  EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE);
  EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG);
  EXPECT_EQ(count_of(status, MPI_INT), 0);
  int index = 0;
  MPI_Waitany(2, none, &index, &status);
  EXPECT_EQ(index, MPI_UNDEFINED);
}

TEST(Completion, OfAnyAndOfSomeFindsEachOnce) {
  constexpr int messages = 12;
  std::array<int, messages> received;
  std::array<MPI_Request, messages> requests;
  const std::vector<int> sent = numbers(messages, 100 * world_rank());
  for (std::size_t i = 0; i < messages; ++i) {
    MPI_Irecv(&received[i], 1, MPI_INT, previous_rank(), static_cast<int>(i), MPI_COMM_WORLD,
              &requests[i]);
  }
  for (int i = messages - 1; i >= 0; --i) {
    MPI_Send(&sent[static_cast<std::size_t>(i)], 1, MPI_INT, next_rank(), i, MPI_COMM_WORLD);
  }
  int found = 0;
  for (; found < 3; ++found) {
    int index = -1;
    MPI_Status status;
    MPI_Waitany(messages, requests.data(), &index, &status);
    ASSERT_THAT(index, testing::AllOf(testing::Ge(0), testing::Lt(messages)));
    EXPECT_EQ(status.MPI_TAG, index);
    EXPECT_EQ(requests[static_cast<std::size_t>(index)], MPI_REQUEST_NULL);
  }
  while (found < messages) {
    int count = 0;
    std::array<int, messages> indices;
    MPI_Waitsome(messages, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
    ASSERT_GT(count, 0);
    found += count;
  }
  EXPECT_THAT(received, testing::ElementsAreArray(numbers(messages, 100 * previous_rank())));
}

TEST(Persistent, RequestsAreStartedAgain) {
  int sent = 0;
  int received = -1;
  MPI_Request requests[2];
  MPI_Send_init(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[1]);
  for (int turn = 0; turn < 5; ++turn) {
    sent = 10 * world_rank() + turn;
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EXPECT_EQ(received, 10 * previous_rank() + turn);
    EXPECT_NE(requests[0], MPI_REQUEST_NULL);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  EXPECT_EQ(requests[1], MPI_REQUEST_NULL);
}

TEST(Cancelled, ReceivesSaySo) {
  int received = -1;
  MPI_Request request;
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), 77, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Status status;
  MPI_Wait(&request, &status);
  int is_cancelled = 0;
  MPI_Test_cancelled(&status, &is_cancelled);
  EXPECT_NE(is_cancelled, 0);
}

TEST(Completion, OfRequestsOfTheProgramGoesWithTheOthers) {
  const auto nothing = [](void*, MPI_Status* status) {
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return int{MPI_SUCCESS};
  };
  MPI_Request requests[2];
  MPI_Grequest_start(
      nothing, [](void*) { return int{MPI_SUCCESS}; }, [](void*, int) { return int{MPI_SUCCESS}; },
      nullptr, &requests[0]);
  int received = -1;
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[1]);
  const int sent = world_rank();
  MPI_Send(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD);
  MPI_Grequest_complete(requests[0]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  EXPECT_EQ(received, previous_rank());
  EXPECT_EQ(requests[0], MPI_REQUEST_NULL);
}

}  // namespace
}  // namespace strobe::bcs::run
