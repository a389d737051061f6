// SPDX-License-Identifier: BSD-3-Clause
//
// Requests: all that waits for them, asks for them, starts them again and gives them up.
#include <gmock/gmock.h>

#include <unistd.h>

#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "bcs/run/world.hpp"

namespace strobe::bcs::run {
namespace {

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
  MPI_Status status;
  const auto expect_empty = [&](const char* call) {
    EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE) << call;
    EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG) << call;
#ifndef OPEN_MPI  // which leaves it as it was where the call completes a single request
    EXPECT_EQ(status.MPI_ERROR, MPI_SUCCESS) << call;
#endif
    EXPECT_EQ(count_of(status, MPI_INT), 0) << call;
    status.MPI_ERROR = MPI_ERR_UNKNOWN;
  };
  status.MPI_ERROR = MPI_ERR_UNKNOWN;
  MPI_Request none[] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int received = -1;
  MPI_Recv_init(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &none[1]);
  for (MPI_Request& request : none) {
    MPI_Wait(&request, &status);
    expect_empty("MPI_Wait");
    int flag = 0;
    MPI_Request_get_status(request, &flag, &status);
    expect_empty("MPI_Request_get_status");
  }
  int index = 0;
  MPI_Waitany(2, none, &index, &status);
  EXPECT_EQ(index, MPI_UNDEFINED);
  expect_empty("MPI_Waitany");
  MPI_Request_free(&none[1]);
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
    ASSERT_THAT(index, ::testing::AllOf(::testing::Ge(0), ::testing::Lt(messages)));
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
  EXPECT_THAT(received, ::testing::ElementsAreArray(numbers(messages, 100 * previous_rank())));
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

/// A request of the program that is complete, and counts how often it is asked for its status.
MPI_Request counting_request(int& queries) {
  const auto query = [](void* count, MPI_Status* status) {
    ++*static_cast<int*>(count);
    MPI_Status_set_elements(status, MPI_INT, 3);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = 5;
    status->MPI_TAG = 8;
    return int{MPI_SUCCESS};
  };
  MPI_Request request;
  MPI_Grequest_start(
      query, [](void*) { return int{MPI_SUCCESS}; }, [](void*, int) { return int{MPI_SUCCESS}; },
      &queries, &request);
  MPI_Grequest_complete(request);
  return request;
}

/// A request of the program between two of messages around the ring.
struct Mixed {
  int queries = 0;
  int sent = world_rank();
  int received = -1;
  std::array<MPI_Request, 3> requests;

  Mixed() {
    MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[0]);
    requests[1] = counting_request(queries);
    MPI_Isend(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[2]);
  }
  void expect_to_be_over() const {
    EXPECT_EQ(queries, 1);
    EXPECT_EQ(received, previous_rank());
    EXPECT_THAT(requests, ::testing::Each(MPI_REQUEST_NULL));
  }
};

void expect_to_be_the_programs(const MPI_Status& status) {
  EXPECT_EQ(status.MPI_SOURCE, 5);
  EXPECT_EQ(status.MPI_TAG, 8);
  EXPECT_EQ(count_of(status, MPI_INT), 3);
}

TEST(Completion, AsksRequestsOfTheProgramOnce) {
  std::array<MPI_Status, 3> statuses;
  Mixed all;
  MPI_Waitall(3, all.requests.data(), statuses.data());
  expect_to_be_the_programs(statuses[1]);
  EXPECT_EQ(statuses[0].MPI_SOURCE, previous_rank());
  all.expect_to_be_over();

  Mixed each;
  for (int found = 0; found < 3; ++found) {
    int index = -1;
    MPI_Waitany(3, each.requests.data(), &index, statuses.data());
    if (index == 1) expect_to_be_the_programs(statuses[0]);
  }
  each.expect_to_be_over();

  for (const auto& function : {MPI_Waitsome, MPI_Testsome}) {
    Mixed some;
    for (int found = 0; found < 3;) {
      int count = 0;
      std::array<int, 3> indices;
      function(3, some.requests.data(), &count, indices.data(), statuses.data());
      ASSERT_NE(count, MPI_UNDEFINED);
      for (int i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (indices[at] == 1) expect_to_be_the_programs(statuses[at]);
      }
      found += count;
    }
    some.expect_to_be_over();
  }
}

#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
TEST(Completion, IsFoundInArraysThatStayAsTheyAre) {
  const int sent = world_rank();
  int received = -1;
  int queries = 0;
  std::array<MPI_Request, 3> requests;
  std::array<MPI_Status, 3> statuses;
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[0]);
  requests[1] = counting_request(queries);
  MPI_Isend(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[2]);
  const std::array<MPI_Request, 3> before = requests;
  int is_over = 0;
  while (is_over == 0) {
    MPI_Request_get_status_all(3, requests.data(), &is_over, statuses.data());
  }
  EXPECT_EQ(received, previous_rank());
  EXPECT_EQ(statuses[0].MPI_SOURCE, previous_rank());
  expect_to_be_the_programs(statuses[1]);
  int index = -1;
  MPI_Request_get_status_any(3, requests.data(), &index, &is_over, statuses.data());
  EXPECT_NE(is_over, 0);
  EXPECT_EQ(index, 0);
  int count = -1;
  std::array<int, 3> indices;
  MPI_Request_get_status_some(3, requests.data(), &count, indices.data(), statuses.data());
  ASSERT_EQ(count, 3);
  EXPECT_THAT(indices, ::testing::ElementsAre(0, 1, 2));
  expect_to_be_the_programs(statuses[1]);
  EXPECT_EQ(requests, before);
  MPI_Waitall(3, requests.data(), MPI_STATUSES_IGNORE);
  EXPECT_THAT(requests, ::testing::Each(MPI_REQUEST_NULL));
}
#endif

/// MPICH 5.0.2 alone cannot cancel sends.
TEST(CoscheduledCompletion, OfACancelledSendNeedsNoReceiver) {
  const std::vector<char> longer(1'000'000);
  for (const int length : {0, 10, 1'000'000}) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Issend(longer.data(), length, MPI_CHAR, next_rank(), tag, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Status status;
    MPI_Wait(&request, &status);
    int is_cancelled = 0;
    MPI_Test_cancelled(&status, &is_cancelled);
    EXPECT_EQ(is_cancelled, 1);
  }
  // It is not there any more.
  MPI_Barrier(MPI_COMM_WORLD);
  int has_come = -1;
  MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &has_come, MPI_STATUS_IGNORE);
  EXPECT_EQ(has_come, 0);
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(CoscheduledCompletion, OfASendThatIsCancelledTooLateIsNormal) {
  // Where a send waits for the next slice to be matched, it is in time unless that begins
  // meanwhile.
  const char* const mode = std::getenv("STROBE_MODE");
  const std::string_view name = mode == nullptr ? "" : mode;
  const bool is_late = name != "strict" && name != "adaptive";
  const int sent = world_rank();
  int received = -1;
  std::array<MPI_Request, 2> requests;
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[0]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Issend(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[1]);
  MPI_Cancel(&requests[1]);
  if (!is_late) MPI_Cancel(&requests[0]);
  std::array<MPI_Status, 2> statuses;
  MPI_Waitall(2, requests.data(), statuses.data());
  int is_cancelled = -1;
  MPI_Test_cancelled(&statuses[1], &is_cancelled);
  if (name != "strict") {
    EXPECT_EQ(is_cancelled, is_late ? 0 : 1);
  }
  // With a tag of its own: a late receiver has not cancelled its receive yet.
  int is_previous_cancelled = -1;
  MPI_Sendrecv(&is_cancelled, 1, MPI_INT, next_rank(), tag + 1, &is_previous_cancelled, 1, MPI_INT,
               previous_rank(), tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, is_previous_cancelled != 0 ? -1 : previous_rank());
}

TEST(Completion, OfAnArrayHasErrorsInItsStatuses) {
  const ErrorsReturnScope returned(MPI_COMM_WORLD);
  const std::array<int, 2> sent = {1, 2};
  int queries = 0;
  int received = -1;
  std::array<MPI_Request, 3> requests;
  std::array<MPI_Status, 3> statuses;
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[0]);
  requests[1] = counting_request(queries);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Isend(sent.data(), 2, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[2]);
  EXPECT_EQ(class_of(MPI_Waitall(3, requests.data(), statuses.data())), MPI_ERR_IN_STATUS);
  EXPECT_EQ(class_of(statuses[0].MPI_ERROR), MPI_ERR_TRUNCATE);
  // An MPI may leave the others as they are.
  if (class_of(statuses[1].MPI_ERROR) == MPI_ERR_PENDING) {
    EXPECT_EQ(MPI_Wait(&requests[1], &statuses[1]), MPI_SUCCESS);
  }
  expect_to_be_the_programs(statuses[1]);
  MPI_Waitall(3, requests.data(), MPI_STATUSES_IGNORE);
  EXPECT_EQ(queries, 1);
  EXPECT_THAT(requests, ::testing::Each(MPI_REQUEST_NULL));
}

TEST(Completion, OfFilesGoesWithTheOthers) {
  const std::string name = ::testing::TempDir() + "strobe-" + std::to_string(getpid());
  MPI_File file;
  ASSERT_EQ(MPI_File_open(MPI_COMM_SELF, name.c_str(),
                          MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                          &file),
            MPI_SUCCESS);
  const int sent = world_rank();
  int received = -1;
  int read = -1;
  for (const bool is_read : {false, true}) {
    std::array<MPI_Request, 3> requests;
    if (is_read) {
      MPI_File_iread_at(file, 0, &read, 1, MPI_INT, &requests[0]);
    } else {
      MPI_File_iwrite_at(file, 0, &sent, 1, MPI_INT, &requests[0]);
    }
    MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[2]);
    for (int found = 0; found < 3;) {
      int count = 0;
      std::array<int, 3> indices;
      ASSERT_EQ(MPI_Waitsome(3, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE),
                MPI_SUCCESS);
      found += count;
    }
  }
  EXPECT_EQ(read, sent);
  EXPECT_EQ(received, previous_rank());
  MPI_File_close(&file);
}

TEST(Completion, IsNotThatOfWhatHasNotBegun) {
  if (world_size() == 1) return;  // two sides are wanted, whose requests are the MPI's own
  MPI_Comm half;
  MPI_Comm both;
  MPI_Comm_split(MPI_COMM_WORLD, world_rank() % 2, world_rank(), &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - world_rank() % 2, tag, &both);
  const int sent = world_rank();
  int received = -1;
  std::array<MPI_Request, 3> requests = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Send_init(&sent, 1, MPI_INT, 0, tag, both, &requests[0]);
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[1]);
  int is_over = -1;
  int index = -1;
  int count = -1;
  std::array<int, 3> indices;
  MPI_Testany(3, requests.data(), &index, &is_over, MPI_STATUS_IGNORE);
  EXPECT_EQ(is_over, 0);
  MPI_Testsome(3, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
  EXPECT_EQ(count, 0);
  MPI_Testall(3, requests.data(), &is_over, MPI_STATUSES_IGNORE);
  EXPECT_EQ(is_over, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD);
  MPI_Waitany(3, requests.data(), &index, MPI_STATUS_IGNORE);
  EXPECT_EQ(index, 1);
  EXPECT_EQ(received, previous_rank());
  MPI_Waitsome(3, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
  EXPECT_EQ(count, MPI_UNDEFINED);
  MPI_Request_free(&requests[0]);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

/// A receive that is given up in a callback.
struct GivenUp {
  int received = -1;
  MPI_Request request = MPI_REQUEST_NULL;
  int is_cancelled = 0;

  void begin(MPI_Comm communicator) {
    MPI_Irecv(&received, 1, MPI_INT, previous_rank(), 77, communicator, &request);
  }
  void end() {
    MPI_Status status;
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &is_cancelled);
  }
};

TEST(Completion, IsWaitedForWhereTheMpiCallsBack) {
  GivenUp given_up;
  given_up.begin(MPI_COMM_WORLD);
  const auto give_up = [](MPI_Comm, int, void* value, void*) {
    static_cast<GivenUp*>(value)->end();
    return int{MPI_SUCCESS};
  };
  int key = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, give_up, &key, nullptr);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_attr(copy, key, &given_up);
  MPI_Comm_free(&copy);
  EXPECT_EQ(given_up.request, MPI_REQUEST_NULL);
  EXPECT_NE(given_up.is_cancelled, 0);
  MPI_Comm_free_keyval(&key);
}

/// Sends two numbers around the ring to who has room for one. What a handler is given for it lives
/// as long as this.
class TooLong {
 public:
  using Handler = MPI_Comm_errhandler_function;

  explicit TooLong(Handler* handler) {
    MPI_Errhandler errors;
    MPI_Comm_dup(MPI_COMM_WORLD, &communicator_);
    MPI_Comm_create_errhandler(handler, &errors);
    MPI_Comm_set_errhandler(communicator_, errors);
    MPI_Errhandler_free(&errors);
    MPI_Isend(numbers_.data(), 2, MPI_INT, next_rank(), tag, communicator_, &send_);
  }
  TooLong(const TooLong&) = delete;
  TooLong& operator=(const TooLong&) = delete;
  ~TooLong() {
    MPI_Wait(&send_, MPI_STATUS_IGNORE);
    MPI_Comm_free(&communicator_);
  }
  void receive() {
    MPI_Recv(&received_, 1, MPI_INT, previous_rank(), tag, communicator_, MPI_STATUS_IGNORE);
  }

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::array<int, 2> numbers_ = {1, 2};
  int received_ = -1;
  MPI_Request send_ = MPI_REQUEST_NULL;
};

GivenUp* given_up_in_handler = nullptr;
std::jmp_buf before_error;

void give_up(MPI_Comm*, int*, ...) { given_up_in_handler->end(); }
void jump(MPI_Comm*, int*, ...) { std::longjmp(before_error, 1); }

/// False where the handler has left the call for good.
bool comes_back(TooLong& message) {
  if (setjmp(before_error) != 0) return false;
  message.receive();
  return true;
}

TEST(Completion, IsWaitedForWhereAnErrorIsHandled) {
  GivenUp given_up;
  given_up.begin(MPI_COMM_WORLD);
  given_up_in_handler = &given_up;
  {
    TooLong message(give_up);
    message.receive();
  }
  EXPECT_EQ(given_up.request, MPI_REQUEST_NULL);
  EXPECT_NE(given_up.is_cancelled, 0);
}

TEST(Errors, MayLeaveTheCallForGood) {
  {
    TooLong message(jump);
    EXPECT_FALSE(comes_back(message));
  }
  const int sent = world_rank();
  int received = -1;
  MPI_Sendrecv(&sent, 1, MPI_INT, next_rank(), tag, &received, 1, MPI_INT, previous_rank(), tag,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, previous_rank());
}

/// What the MPI refuses to free is still there, and what uses it completes.
TEST(Errors, OfFreeingWhatIsPredefinedChangeNothing) {
  int received = -1;
  int lowest = -1;
  const int own = world_rank();
  MPI_Request requests[2];
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[0]);
  MPI_Iallreduce(&own, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &requests[1]);
  {
    // On one of both those of types and operations, too.
    const ErrorsReturnScope returned(MPI_COMM_WORLD);
    const ErrorsReturnScope also_returned(MPI_COMM_SELF);
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Datatype type = MPI_INT;
    MPI_Op operation = MPI_MIN;
    EXPECT_NE(MPI_Comm_free(&world), MPI_SUCCESS);
    EXPECT_NE(MPI_Type_free(&type), MPI_SUCCESS);
    EXPECT_NE(MPI_Op_free(&operation), MPI_SUCCESS);
  }
  MPI_Send(&own, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  EXPECT_EQ(received, previous_rank());
  EXPECT_EQ(lowest, 0);
}

#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
/// The request of a flush belongs to MPI_COMM_SELF.
TEST(Errors, OfFreeingTheSelfChangeNothing) {
  {
    const ErrorsReturnScope returned(MPI_COMM_SELF);
    MPI_Comm self = MPI_COMM_SELF;
    EXPECT_NE(MPI_Comm_free(&self), MPI_SUCCESS);
  }
  MPI_Request flush = MPI_REQUEST_NULL;
  EXPECT_EQ(MPI_Buffer_iflush(&flush), MPI_SUCCESS);
  MPI_Wait(&flush, MPI_STATUS_IGNORE);
}
#endif

#ifndef OPEN_MPI  // whose own go to MPI_COMM_WORLD then, which ends the job
TEST(Errors, OfACommunicatorThatIsFreedAreReturned) {
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  const std::array<int, 2> sent = {1, 2};
  int received = -1;
  std::array<MPI_Request, 2> requests;
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, copy, &requests[0]);
  MPI_Barrier(copy);
  MPI_Isend(sent.data(), 2, MPI_INT, next_rank(), tag, copy, &requests[1]);
  MPI_Comm_free(&copy);
  EXPECT_EQ(class_of(MPI_Wait(&requests[0], MPI_STATUS_IGNORE)), MPI_ERR_TRUNCATE);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
}
#endif

/// What is under way when MPI_Finalize is called.
struct LastMessages {
  int sent = world_rank();
  int received = -1;
  std::array<MPI_Request, 2> requests;
};

/// Behind all tests: the status of the process is all that can be said.
int end_last_messages(MPI_Comm, int, void* value, void*) {
  const std::unique_ptr<LastMessages> messages(static_cast<LastMessages*>(value));
  int sum = 0;
  MPI_Waitall(2, messages->requests.data(), MPI_STATUSES_IGNORE);
  MPI_Allreduce(&messages->received, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (messages->received != previous_rank() || sum != world_size() * (world_size() - 1) / 2) {
    std::fprintf(stderr, "rank %d got %d within MPI_Finalize\n", world_rank(), messages->received);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return MPI_SUCCESS;
}

TEST(Completion, IsWaitedForInCallbacksOfTheEnd) {
  int key = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_last_messages, &key, nullptr);
  auto messages = std::make_unique<LastMessages>();
  MPI_Irecv(&messages->received, 1, MPI_INT, previous_rank(), 78, MPI_COMM_WORLD,
            &messages->requests[0]);
  MPI_Isend(&messages->sent, 1, MPI_INT, next_rank(), 78, MPI_COMM_WORLD, &messages->requests[1]);
  EXPECT_EQ(MPI_Comm_set_attr(MPI_COMM_SELF, key, messages.release()), MPI_SUCCESS);
  MPI_Comm_free_keyval(&key);
}

}  // namespace
}  // namespace strobe::bcs::run
