// SPDX-License-Identifier: BSD-3-Clause
//
// MatchedMessages: contents, statuses, wildcards, errors, derived types, probes, buffers.
#include <gmock/gmock.h>

#include <array>
#include <set>

#include "bcs/run/world.hpp"

namespace strobe::bcs::run {
namespace {

TEST(MatchedMessages, OfAllSizesGoAroundInEachMode) {
  using Send = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
  // The receive that a ready send relies on is there: it is begun before the barrier.
  for (const Send send : {MPI_Isend, MPI_Issend, MPI_Irsend}) {
    for (const int count : {0, 1, 7, 1000, 40'000, 500'000}) {
      const std::vector<int> sent = numbers(count, world_rank());
      std::vector<int> received(sent.size(), -1);
      MPI_Request requests[2];
      MPI_Irecv(received.data(), count, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD,
                &requests[0]);
      MPI_Barrier(MPI_COMM_WORLD);
      send(sent.data(), count, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[1]);
      MPI_Status statuses[2];
      ASSERT_EQ(MPI_Waitall(2, requests, statuses), MPI_SUCCESS);
      EXPECT_EQ(received, numbers(count, previous_rank()));
      EXPECT_EQ(statuses[0].MPI_SOURCE, previous_rank());
      EXPECT_EQ(statuses[0].MPI_TAG, tag);
      EXPECT_EQ(count_of(statuses[0], MPI_INT), count);
      EXPECT_EQ(requests[0], MPI_REQUEST_NULL);
    }
  }
}

TEST(MatchedMessages, FromAnySourceTellWhoSentThem) {
  if (world_rank() != 0) {
    const int value = 100 + world_rank();
    MPI_Send(&value, 1, MPI_INT, 0, world_rank(), MPI_COMM_WORLD);
    return;
  }
  std::set<int> sources;
  for (int i = 1; i < world_size(); ++i) {
    int value = 0;
    MPI_Status status;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    EXPECT_EQ(value, 100 + status.MPI_SOURCE);
    EXPECT_EQ(status.MPI_TAG, status.MPI_SOURCE);
    sources.insert(status.MPI_SOURCE);
  }
  EXPECT_EQ(sources.size(), static_cast<std::size_t>(world_size() - 1));
}

TEST(MatchedMessages, OfOneSourceDoNotOvertakeEachOther) {
  constexpr int messages = 200;
  std::vector<MPI_Request> requests(messages);
  const std::vector<int> sent = numbers(messages, 0);
  for (int i = 0; i < messages; ++i) {
    MPI_Isend(&sent[static_cast<std::size_t>(i)], 1, MPI_INT, next_rank(), i % 3, MPI_COMM_WORLD,
              &requests[static_cast<std::size_t>(i)]);
  }
  for (int i = 0; i < messages; ++i) {
    int value = -1;
    MPI_Recv(&value, 1, MPI_INT, previous_rank(), MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    ASSERT_EQ(value, i);
  }
  MPI_Waitall(messages, requests.data(), MPI_STATUSES_IGNORE);
}

TEST(MatchedMessages, ThatAreTooLongAreAnError) {
  const ErrorsReturnScope returned(MPI_COMM_WORLD);
  const std::vector<int> sent = numbers(8, 1);
  std::vector<int> received(4, -1);
  MPI_Request request;
  MPI_Isend(sent.data(), 8, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &request);
  const int error = MPI_Recv(received.data(), 3, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
  EXPECT_EQ(class_of(error), MPI_ERR_TRUNCATE);
  EXPECT_EQ(received[3], -1);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

TEST(MatchedMessages, WithWrongArgumentsAreTheErrorsOfTheMpi) {
  const ErrorsReturnScope returned(MPI_COMM_WORLD);
  const int value = 0;
  EXPECT_EQ(class_of(MPI_Send(&value, 1, MPI_INT, world_size(), tag, MPI_COMM_WORLD)),
            MPI_ERR_RANK);
  EXPECT_EQ(class_of(MPI_Send(&value, -1, MPI_INT, 0, tag, MPI_COMM_WORLD)), MPI_ERR_COUNT);
  EXPECT_EQ(class_of(MPI_Send(&value, 1, MPI_INT, 0, -7, MPI_COMM_WORLD)), MPI_ERR_TAG);
}

TEST(MatchedMessages, WithNobodyAreOverAtOnce) {
  int value = 3;
  MPI_Status status;
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, tag, MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, tag, MPI_COMM_WORLD, &status);
  EXPECT_EQ(value, 3);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG);
  EXPECT_EQ(count_of(status, MPI_INT), 0);
}

TEST(MatchedMessages, MayBeExchanged) {
  int sent = world_rank();
  int received = -1;
  MPI_Status status;
  MPI_Sendrecv(&sent, 1, MPI_INT, next_rank(), tag, &received, 1, MPI_INT, previous_rank(), tag,
               MPI_COMM_WORLD, &status);
  EXPECT_EQ(received, previous_rank());
  EXPECT_EQ(status.MPI_SOURCE, previous_rank());
  MPI_Sendrecv_replace(&sent, 1, MPI_INT, next_rank(), tag, previous_rank(), tag, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  EXPECT_EQ(sent, previous_rank());
}

#ifndef OPEN_MPI  // where these are errors
TEST(MatchedMessages, OfNoElementsMayHaveNoType) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(nullptr, 0, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &request);
  MPI_Send(nullptr, 0, MPI_DATATYPE_NULL, next_rank(), tag, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bcast(nullptr, 0, world_rank() == 0 ? MPI_DATATYPE_NULL : MPI_INT, 0, MPI_COMM_WORLD);
  // Each with the next one alone.
  const auto size = static_cast<std::size_t>(world_size());
  std::vector<MPI_Datatype> send_types(size, MPI_DATATYPE_NULL), receive_types(send_types);
  std::vector<int> send_counts(size, 0), receive_counts(size, 0), displacements(size, 0);
  send_types[static_cast<std::size_t>(next_rank())] = MPI_INT;
  send_counts[static_cast<std::size_t>(next_rank())] = 1;
  receive_types[static_cast<std::size_t>(previous_rank())] = MPI_INT;
  receive_counts[static_cast<std::size_t>(previous_rank())] = 1;
  const int sent = world_rank();
  int received = -1;
  MPI_Alltoallw(&sent, send_counts.data(), displacements.data(), send_types.data(), &received,
                receive_counts.data(), displacements.data(), receive_types.data(), MPI_COMM_WORLD);
  EXPECT_EQ(received, previous_rank());
}
#endif

TEST(DerivedTypes, LeaveWhatLiesBetween) {
  MPI_Datatype column;
  MPI_Type_vector(5, 1, 3, MPI_INT, &column);
  MPI_Type_commit(&column);
  const std::vector<int> matrix = numbers(15, 10 * world_rank());
  std::vector<int> received(15, -1);
  MPI_Request request;
  MPI_Irecv(received.data(), 1, column, previous_rank(), tag, MPI_COMM_WORLD, &request);
  MPI_Send(matrix.data() + 1, 1, column, next_rank(), tag, MPI_COMM_WORLD);
  // The type may be freed while the receive goes on.
  MPI_Type_free(&column);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 15; ++i) {
    const int expected = i % 3 == 0 ? 10 * previous_rank() + i + 1 : -1;
    EXPECT_EQ(received[static_cast<std::size_t>(i)], expected);
  }
}

TEST(DerivedTypes, OfAnotherOrderTravelInTheirs) {
  // As large as its extent, and yet not as it lies in memory.
  const int lengths[] = {1, 1};
  const int places[] = {1, 0};
  MPI_Datatype swapped;
  MPI_Type_indexed(2, lengths, places, MPI_INT, &swapped);
  MPI_Type_commit(&swapped);
  const int pair[] = {1, 2};
  int received[] = {0, 0};
  MPI_Sendrecv(pair, 1, swapped, next_rank(), tag, received, 2, MPI_INT, previous_rank(), tag,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_THAT(received, ::testing::ElementsAre(2, 1));
  MPI_Type_free(&swapped);
}

MPI_Datatype type_of_addresses(const int& one, const int (&pair)[2]) {
  const int lengths[] = {1, 2};
  MPI_Aint places[2];
  MPI_Get_address(&one, &places[0]);
  MPI_Get_address(pair, &places[1]);
  const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  MPI_Datatype type;
  MPI_Type_create_struct(2, lengths, places, types, &type);
  MPI_Type_commit(&type);
  return type;
}

TEST(DerivedTypes, OfAddressesBeginAtTheBottom) {
  const int sent = world_rank();
  const int sent_pair[] = {world_rank() + 1, world_rank() + 2};
  int received = -1;
  int received_pair[] = {-1, -1};
  MPI_Datatype out = type_of_addresses(sent, sent_pair);
  MPI_Datatype in = type_of_addresses(received, received_pair);
  MPI_Sendrecv(MPI_BOTTOM, 1, out, next_rank(), tag, MPI_BOTTOM, 1, in, previous_rank(), tag,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, previous_rank());
  EXPECT_THAT(received_pair, ::testing::ElementsAre(previous_rank() + 1, previous_rank() + 2));
  MPI_Type_free(&out);
  MPI_Type_free(&in);
}

TEST(DerivedTypes, MayBeReceivedInPart) {
  MPI_Datatype spread;
  MPI_Type_vector(3, 1, 2, MPI_INT, &spread);
  MPI_Type_commit(&spread);
  const std::vector<int> sent = numbers(4, 1);
  std::vector<int> received(10, -1);
  MPI_Status status;
  MPI_Sendrecv(sent.data(), 4, MPI_INT, next_rank(), tag, received.data(), 2, spread,
               previous_rank(), tag, MPI_COMM_WORLD, &status);
  EXPECT_THAT(received, ::testing::ElementsAre(1, -1, 2, -1, 3, 4, -1, -1, -1, -1));
  EXPECT_EQ(count_of(status, spread), MPI_UNDEFINED);
  int elements = 0;
  MPI_Get_elements(&status, spread, &elements);
  EXPECT_EQ(elements, 4);
  MPI_Type_free(&spread);
}

TEST(Probes, TellWhatWillBeReceived) {
  const std::vector<int> sent = numbers(world_rank() + 1, 7);
  MPI_Request request;
  MPI_Isend(sent.data(), world_rank() + 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &request);
  MPI_Status status;
  MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
  EXPECT_EQ(status.MPI_SOURCE, previous_rank());
  EXPECT_EQ(count_of(status, MPI_INT), previous_rank() + 1);
  int is_there = 0;
  MPI_Iprobe(previous_rank(), tag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
  EXPECT_NE(is_there, 0);
  MPI_Message message;
  MPI_Mprobe(previous_rank(), tag, MPI_COMM_WORLD, &message, &status);
  MPI_Iprobe(previous_rank(), tag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
  EXPECT_EQ(is_there, 0);
  std::vector<int> received(static_cast<std::size_t>(previous_rank()) + 1);
  MPI_Mrecv(received.data(), previous_rank() + 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  EXPECT_EQ(message, MPI_MESSAGE_NULL);
  EXPECT_EQ(received, numbers(previous_rank() + 1, 7));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// What a rank has been told, its next call must know, too.
TEST(Probes, FindAtOnceWhatWasSentBeforeAReceivedMessage) {
  constexpr int tag_of_first = tag + 1;
  for (int round = 0; round < 50; ++round) {
    const std::array<int, 2> sent{round, world_rank()};
    std::array<MPI_Request, 2> requests{};
    MPI_Isend(&sent[0], 1, MPI_INT, next_rank(), tag_of_first, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&sent[1], 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[1]);
    int received = -1;
    MPI_Recv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_EQ(received, previous_rank());
    int is_there = 0;
    MPI_Iprobe(previous_rank(), tag_of_first, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    EXPECT_NE(is_there, 0) << "in round " << round;
    MPI_Recv(&received, 1, MPI_INT, previous_rank(), tag_of_first, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    EXPECT_EQ(received, round);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  }
}

/// In the mode adaptive, only the next slice shows the message, which no other rank asks for.
TEST(Probes, FindAMessageWhoseSenderWaitsForTheReceiver) {
  for (const bool is_from_any : {true, false}) {
    int value = world_rank();
    if (world_rank() == 1) {
      MPI_Send(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
      MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      EXPECT_EQ(value, 1);
    } else if (world_rank() == 0 && world_size() > 1) {
      MPI_Status status;
      MPI_Probe(is_from_any ? MPI_ANY_SOURCE : 1, tag, MPI_COMM_WORLD, &status);
      EXPECT_EQ(status.MPI_SOURCE, 1);
      MPI_Recv(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
    }
  }
}

TEST(Probes, FindMessagesThatFortranKnowsByANumber) {
  const int sent = 11 + world_rank();
  MPI_Request request;
  MPI_Isend(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &request);
  MPI_Message found;
  MPI_Mprobe(previous_rank(), tag, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
#if defined(MPI_H_ABI)
  MPI_Message message = MPI_Message_fromint(MPI_Message_toint(found));
#else
  MPI_Message message = MPI_Message_f2c(MPI_Message_c2f(found));
#endif
  EXPECT_EQ(message, found);
  int received = -1;
  MPI_Mrecv(&received, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, 11 + previous_rank());
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

TEST(Probes, FindWhatOutlivesItsCommunicator) {
  MPI_Comm communicator = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  const int sent = world_rank();
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(&sent, 1, MPI_INT, next_rank(), tag, communicator, &request);
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Mprobe(previous_rank(), tag, communicator, &message, MPI_STATUS_IGNORE);
  MPI_Comm_free(&communicator);
  int received = -1;
  MPI_Mrecv(&received, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, previous_rank());
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
TEST(Buffers, OfOneCommunicatorAreFlushedAlone) {
  constexpr int count = 1 << 18;
  MPI_Comm communicators[2];
  std::vector<std::byte> buffers[2];
  const std::vector<int> sent = numbers(count, world_rank());
  std::vector<int> received(sent.size(), -1);
  for (const int i : {0, 1}) {
    MPI_Comm_dup(MPI_COMM_WORLD, &communicators[i]);
    buffers[i].resize(count * sizeof(int) + MPI_BSEND_OVERHEAD);
    MPI_Comm_attach_buffer(communicators[i], buffers[i].data(),
                           static_cast<int>(buffers[i].size()));
  }
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(received.data(), count, MPI_INT, previous_rank(), tag, communicators[0], &request);
  for (MPI_Comm communicator : communicators) {
    MPI_Bsend(sent.data(), count, MPI_INT, next_rank(), tag, communicator);
  }
  MPI_Comm_flush_buffer(communicators[0]);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, numbers(count, previous_rank()));
  MPI_Recv(received.data(), count, MPI_INT, previous_rank(), tag, communicators[1],
           MPI_STATUS_IGNORE);
  for (MPI_Comm& communicator : communicators) {
    void* buffer = nullptr;
    int size_bytes = 0;
    MPI_Comm_detach_buffer(communicator, static_cast<void*>(&buffer), &size_bytes);
    MPI_Comm_free(&communicator);
  }
}
#endif

TEST(Buffers, TakeMessagesThatNobodyReceivesYet) {
  constexpr int count = 30'000;
  std::vector<char> buffer(2 * (count * sizeof(int) + MPI_BSEND_OVERHEAD));
  MPI_Buffer_attach(buffer.data(), static_cast<int>(buffer.size()));
  std::vector<int> sent = numbers(count, world_rank());
  MPI_Bsend(sent.data(), count, MPI_INT, next_rank(), tag, MPI_COMM_WORLD);
  sent.assign(sent.size(), -1);
  std::vector<int> received(sent.size());
  MPI_Recv(received.data(), count, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  EXPECT_EQ(received, numbers(count, previous_rank()));
  void* detached = nullptr;
  int size_bytes = 0;
  MPI_Buffer_detach(static_cast<void*>(&detached), &size_bytes);
  EXPECT_EQ(detached, buffer.data());
}

}  // namespace
}  // namespace strobe::bcs::run
