// SPDX-License-Identifier: BSD-3-Clause
//
// What goes on beside the runtime: within the MPI, and in functions of the program that are called
// from within its calls.
#include <gtest/gtest.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "bcs/run/world.hpp"

namespace strobe::bcs::run {
namespace {

/// Of some ranks of the job.
class Group {
 public:
  explicit Group(std::vector<int> ranks) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &group);
    MPI_Group_free(&all);
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() { MPI_Group_free(&group); }

  MPI_Group group = MPI_GROUP_NULL;
};

// Rank 1 has to decide a receive from any source before rank 0 finds what it looks for.
TEST(WithinTheMpi, ALookAgainAndAgainKeepsNobodyFromGoingOn) {
  if (world_size() < 3) return;
  int word = 0;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(&word, sizeof word, sizeof word, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (world_rank() == 0) {
    const Group origins({1});
    MPI_Win_post(origins.group, 0, window);
    int is_over = 0;
    while (is_over == 0) MPI_Win_test(window, &is_over);
    EXPECT_EQ(word, 7);
  } else if (world_rank() == 1) {
    const Group targets({0});
    int value = 0;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_start(targets.group, 0, window);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_complete(window);
  } else if (world_rank() == 2) {
    const int value = 7;
    MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
  }
  MPI_Win_free(&window);
}

/// Rank 1 has to decide a receive from any source before it comes to where the others wait for it.
/// A message of the lowest rank would be certain without a slice, so the highest one sends it.
class WithinTheMpiAfterAnySource : public ::testing::Test {
 protected:
  static void exchange() {
    int value = 7;
    if (world_size() > 2 && world_rank() == world_size() - 1) {
      MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
    } else if (world_size() > 2 && world_rank() == 1) {
      value = 0;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      EXPECT_EQ(value, 7);
    }
  }
};

TEST_F(WithinTheMpiAfterAnySource, FilesAreUsedTogether) {
  int pid = getpid();
  MPI_Bcast(&pid, 1, MPI_INT, 0, MPI_COMM_WORLD);
  const std::string path = ::testing::TempDir() + "/strobe-beside-test-" + std::to_string(pid);
  exchange();
  MPI_File file = MPI_FILE_NULL;
  ASSERT_EQ(MPI_File_open(MPI_COMM_WORLD, path.c_str(),
                          MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                          &file),
            MPI_SUCCESS);
  const int rank = world_rank();
  const auto at = static_cast<MPI_Offset>(sizeof rank);
  for (int turn = 0; turn < 3; ++turn) {
    exchange();
    MPI_File_write_at_all(file, rank * at, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    exchange();
    MPI_File_sync(file);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int read = -1;
  MPI_File_read_at_all(file, next_rank() * at, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
  EXPECT_EQ(read, next_rank());
  exchange();
  MPI_File_close(&file);
}

TEST_F(WithinTheMpiAfterAnySource, WindowsAreUsedTogether) {
  int word = -1;
  exchange();
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(&word, sizeof word, sizeof word, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  const int rank = world_rank();
  for (int turn = 0; turn < 20; ++turn) {
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, next_rank(), 0, 1, MPI_INT, window);
    exchange();
    MPI_Win_fence(0, window);
    EXPECT_EQ(word, previous_rank());
  }
  exchange();
  MPI_Win_free(&window);
}

TEST_F(WithinTheMpiAfterAnySource, AnEpochIsWaitedFor) {
  if (world_size() < 2) return;
  int word = 0;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(&word, sizeof word, sizeof word, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  for (int turn = 1; turn <= 5; ++turn) {
    if (world_rank() == 0) {
      const Group origins({1});
      MPI_Win_post(origins.group, 0, window);
      exchange();
      MPI_Win_wait(window);
      EXPECT_EQ(word, turn);
    } else if (world_rank() == 1) {
      const Group targets({0});
      exchange();
      MPI_Win_start(targets.group, 0, window);
      MPI_Put(&turn, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
      MPI_Win_complete(window);
    } else {
      exchange();
    }
  }
  MPI_Win_free(&window);
}

void throw_it(MPI_Comm* /*communicator*/, int* error, ...) {
  throw std::runtime_error(std::to_string(class_of(*error)));
}

TEST(ErrorHandlers, MayThrowThroughTheCall) {
  MPI_Comm communicator = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(throw_it, &handler);
  MPI_Comm_set_errhandler(communicator, handler);
  int value = 0;
  try {
    MPI_Send(&value, 1, MPI_INT, world_size(), tag, communicator);
    ADD_FAILURE() << "a message to a rank that is not there was sent";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), std::to_string(MPI_ERR_RANK));
  }
  // And the runtime is there as before.
  MPI_Sendrecv_replace(&value, 1, MPI_INT, next_rank(), tag, previous_rank(), tag, communicator,
                       MPI_STATUS_IGNORE);
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&communicator);
}

void sum_or_throw(void* in, void* inout, int* count, MPI_Datatype* /*type*/) {
  for (int i = 0; i < *count; ++i) {
    const int sum = static_cast<int*>(in)[i] + static_cast<int*>(inout)[i];
    if (sum > 1000) throw std::runtime_error("too much");
    static_cast<int*>(inout)[i] = sum;
  }
}

TEST(Reductions, MayThrowThroughTheCall) {
  MPI_Op operation = MPI_OP_NULL;
  MPI_Op_create(sum_or_throw, 1, &operation);
  const int value = 2000;
  int sum = 0;
  EXPECT_THROW(MPI_Reduce_local(&value, &sum, 1, MPI_INT, operation), std::runtime_error);
  const int one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, operation, MPI_COMM_WORLD);
  EXPECT_EQ(sum, world_size());
  MPI_Op_free(&operation);
}

}  // namespace
}  // namespace strobe::bcs::run
