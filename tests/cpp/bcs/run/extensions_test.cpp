// SPDX-License-Identifier: BSD-3-Clause
//
// Functions that came after the MPI, or that are not of the standard: the runtime serves the former
// itself.
#include <gtest/gtest.h>

#include <array>

#include "bcs/run/world.hpp"

// What the headers here may lack. Null without the runtime if the MPI lacks it, too.
extern "C" {
#ifdef OPEN_MPI
int MPIX_Comm_revoke(MPI_Comm comm) __attribute__((weak));
#endif
#if MPI_VERSION < 4 || (MPI_VERSION == 4 && MPI_SUBVERSION < 1)
int MPI_Buffer_flush(void) __attribute__((weak));
int MPI_Comm_attach_buffer(MPI_Comm comm, void* buffer, int size) __attribute__((weak));
int MPI_Comm_detach_buffer(MPI_Comm comm, void* buffer_addr, int* size) __attribute__((weak));
int MPI_Comm_flush_buffer(MPI_Comm comm) __attribute__((weak));
int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request* request) __attribute__((weak));
int MPI_Request_get_status_all(int count, const MPI_Request requests[], int* flag,
                               MPI_Status* statuses) __attribute__((weak));
int MPI_Request_get_status_any(int count, const MPI_Request requests[], int* index, int* flag,
                               MPI_Status* status) __attribute__((weak));
int MPI_Request_get_status_some(int count, const MPI_Request requests[], int* found, int indices[],
                                MPI_Status* statuses) __attribute__((weak));
#endif
}

namespace strobe::bcs::run {
namespace {

/// A communicator of all ranks that returns errors.
class Communicator {
 public:
  Communicator() {
    MPI_Comm_dup(MPI_COMM_WORLD, &handle_);
    MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN);
  }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  ~Communicator() { MPI_Comm_free(&handle_); }

  [[nodiscard]] MPI_Comm handle() const { return handle_; }

 private:
  MPI_Comm handle_ = MPI_COMM_NULL;
};

TEST(CoscheduledExtensions, GiveACommunicatorABufferOfItsOwn) {
  const Communicator communicator;
  std::array<char, sizeof(int) + MPI_BSEND_OVERHEAD> buffer{};
  const auto attach = [&] {
    return MPI_Comm_attach_buffer(communicator.handle(), buffer.data(),
                                  static_cast<int>(buffer.size()));
  };
  ASSERT_EQ(attach(), MPI_SUCCESS);
  EXPECT_NE(attach(), MPI_SUCCESS) << "one at a time";
  const int sent = world_rank();
  EXPECT_EQ(MPI_Bsend(&sent, 1, MPI_INT, next_rank(), tag, communicator.handle()), MPI_SUCCESS);
  int received = -1;
  MPI_Recv(&received, 1, MPI_INT, previous_rank(), tag, communicator.handle(), MPI_STATUS_IGNORE);
  EXPECT_EQ(received, previous_rank());
  EXPECT_EQ(MPI_Comm_flush_buffer(communicator.handle()), MPI_SUCCESS);
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_EQ(MPI_Comm_iflush_buffer(communicator.handle(), &request), MPI_SUCCESS);
  EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  void* detached = nullptr;
  int size_bytes = -1;
  const auto detach = [&] {
    return MPI_Comm_detach_buffer(communicator.handle(), static_cast<void*>(&detached),
                                  &size_bytes);
  };
  EXPECT_EQ(detach(), MPI_SUCCESS);
  EXPECT_EQ(detached, buffer.data());
  EXPECT_EQ(size_bytes, static_cast<int>(buffer.size()));
  EXPECT_EQ(class_of(MPI_Bsend(&sent, 1, MPI_INT, next_rank(), tag, communicator.handle())),
            MPI_ERR_BUFFER);
}

TEST(CoscheduledExtensions, FlushTheBufferOfTheProcess) {
  EXPECT_EQ(MPI_Buffer_flush(), MPI_SUCCESS);
}

TEST(CoscheduledExtensions, AskForNullRequests) {
  const std::array<MPI_Request, 2> none{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  std::array<MPI_Status, 2> statuses;
  statuses[0].MPI_ERROR = MPI_ERR_UNKNOWN;
  int flag = 0;
  ASSERT_EQ(MPI_Request_get_status_all(2, none.data(), &flag, statuses.data()), MPI_SUCCESS);
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(statuses[1].MPI_SOURCE, MPI_ANY_SOURCE);
  flag = 0;
  int index = 0;
  ASSERT_EQ(MPI_Request_get_status_any(2, none.data(), &index, &flag, statuses.data()),
            MPI_SUCCESS);
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(index, MPI_UNDEFINED);
  EXPECT_EQ(statuses[0].MPI_ERROR, MPI_SUCCESS);
  int count = 0;
  std::array<int, 2> indices{};
  ASSERT_EQ(MPI_Request_get_status_some(2, none.data(), &count, indices.data(), statuses.data()),
            MPI_SUCCESS);
  EXPECT_EQ(count, MPI_UNDEFINED);
}

TEST(CoscheduledExtensions, AskForRequestsThatAreComplete) {
  const int sent = world_rank();
  int received = -1;
  std::array<MPI_Request, 2> requests;
  MPI_Irecv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[1]);
  std::array<MPI_Status, 2> statuses;
  int is_over = 0;
  while (is_over == 0) {
    ASSERT_EQ(MPI_Request_get_status_all(2, requests.data(), &is_over, statuses.data()),
              MPI_SUCCESS);
  }
  EXPECT_EQ(received, previous_rank());
  EXPECT_EQ(statuses[0].MPI_SOURCE, previous_rank());
  MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
}

#ifdef OPEN_MPI  // MPICH ends the process.
/// Errors of revoked communicators are the MPI's to raise.
TEST(CoscheduledExtensions, RevokeACommunicatorIfTheMpiDoes) {
  const ErrorsReturnScope errors(MPI_COMM_SELF);
  const Communicator communicator;
  const int error = MPIX_Comm_revoke(communicator.handle());
  if (error != MPI_SUCCESS) {
    EXPECT_EQ(class_of(error), MPI_ERR_UNSUPPORTED_OPERATION);
    return;
  }
  EXPECT_NE(MPI_Barrier(communicator.handle()), MPI_SUCCESS);
  EXPECT_NE(MPI_Send(nullptr, 0, MPI_INT, MPI_PROC_NULL, tag, communicator.handle()), MPI_SUCCESS);
  EXPECT_NE(
      MPI_Recv(nullptr, 0, MPI_INT, MPI_PROC_NULL, tag, communicator.handle(), MPI_STATUS_IGNORE),
      MPI_SUCCESS);
}

TEST(CoscheduledExtensions, WaitForNoMemberOfARevokedIntercommunicator) {
  if (world_size() < 2) return;
  const ErrorsReturnScope errors(MPI_COMM_SELF);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm both = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, world_rank() % 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - world_rank() % 2, tag, &both);
  MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
  if (MPIX_Comm_revoke(both) == MPI_SUCCESS && world_rank() == 0) {
    EXPECT_NE(MPI_Barrier(both), MPI_SUCCESS);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}
#endif

}  // namespace
}  // namespace strobe::bcs::run
