// SPDX-License-Identifier: BSD-3-Clause
//
// What goes on beside the runtime: within the MPI, and in functions of the program that are called
// from within its calls.
#include <dlfcn.h>
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

// Rank 0 has to decide its second receive from any source before the others, which look and sleep
// in turns, find what they look for.
TEST(WithinTheMpi, LooksAtTheMemoryOfARankDoNotKeepItFromGoingOn) {
  if (world_size() < 3) return;
  int word = 0;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(&word, sizeof word, sizeof word, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  int value = 7;
  if (world_rank() != 0) MPI_Send(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
  if (world_rank() == 0) {
    for (int source = 1; source < world_size(); ++source) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  for (int found = 0; found != 7;) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    if (world_rank() == 0) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_flush(0, window);
    MPI_Get(&found, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
    if (world_rank() == 0) break;
    usleep(10'000);
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

TEST_F(WithinTheMpiAfterAnySource, AnEpochBegins) {
  if (world_size() < 2) return;
  std::vector<int> words(static_cast<std::size_t>(world_size()), 0);
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(words.data(), static_cast<MPI_Aint>(words.size() * sizeof(int)), sizeof(int),
                 MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  std::vector<int> all_but_1;
  for (int rank = 0; rank < world_size(); ++rank) {
    if (rank != 1) all_but_1.push_back(rank);
  }
  for (int turn = 1; turn <= 5; ++turn) {
    if (world_rank() == 1) {
      const Group origins(all_but_1);
      exchange();
      MPI_Win_post(origins.group, 0, window);
      MPI_Win_wait(window);
      for (const int rank : all_but_1) EXPECT_EQ(words[static_cast<std::size_t>(rank)], turn);
    } else {
      const Group targets({1});
      exchange();
      MPI_Win_start(targets.group, 0, window);
      MPI_Put(&turn, 1, MPI_INT, 1, world_rank(), 1, MPI_INT, window);
      MPI_Win_complete(window);
    }
  }
  MPI_Win_free(&window);
}

/// Rank 1 has the lock of its memory while it decides its receive, and the others wait for it.
class Locks : public WithinTheMpiAfterAnySource {
 protected:
  /// The others take the lock with `lock(window)`, add 1 to the word of rank 1, and unlock.
  template <class Lock, class Unlock>
  static void are_taken_in_turns(Lock&& lock, Unlock&& unlock) {
    if (world_size() < 2) return;
    int word = 0;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_create(&word, sizeof word, sizeof word, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    constexpr int turns = 5;
    for (int turn = 0; turn < turns; ++turn) {
      const int one = 1;
      if (world_rank() == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
        for (int rank = 0; rank < world_size(); ++rank) {
          if (rank != 1) MPI_Send(nullptr, 0, MPI_INT, rank, tag + 1, MPI_COMM_WORLD);
        }
        exchange();
        MPI_Win_unlock(1, window);
      } else {
        MPI_Recv(nullptr, 0, MPI_INT, 1, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        exchange();
        lock(window);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, window);
        unlock(window);
      }
      // Rank 1 must not take the lock again before the others.
      MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    int sum = 0;
    MPI_Get(&sum, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_unlock(1, window);
    EXPECT_EQ(sum, turns * (world_size() - 1));
    MPI_Win_free(&window);
  }
};

TEST_F(Locks, AreTakenInTurns) {
  for (const int kind : {MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED}) {
    are_taken_in_turns([kind](MPI_Win window) { MPI_Win_lock(kind, 1, 0, window); },
                       [](MPI_Win window) { MPI_Win_unlock(1, window); });
  }
}

TEST_F(Locks, OfAllAreTakenInTurns) {
  are_taken_in_turns([](MPI_Win window) { MPI_Win_lock_all(0, window); },
                     [](MPI_Win window) { MPI_Win_unlock_all(window); });
}

/// Rank 0 waits on an intercommunicator for rank 1, which leads the group of all others.
class Intercommunicators : public WithinTheMpiAfterAnySource {
 protected:
  template <class Use>
  static void are_used(Use&& use) {
    if (world_size() < 2) return;
    const bool is_first = world_rank() == 0;
    MPI_Comm group = MPI_COMM_NULL;
    MPI_Comm both = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, is_first ? 0 : 1, 0, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, is_first ? 1 : 0, tag, &both);
    for (int turn = 1; turn <= 5; ++turn) {
      exchange();
      use(both, turn);
    }
    MPI_Comm_free(&both);
    MPI_Comm_free(&group);
  }
};

// From the named source: MPICH 5.0.2 alone, over two hosts on busy cores, often never ends a
// receive from MPI_ANY_SOURCE on an intercommunicator.
TEST_F(Intercommunicators, MessagesAreReceived) {
  are_used([](MPI_Comm both, int turn) {
    int value = turn;
    if (world_rank() == 1) {
      for (int i = 0; i < 4; ++i) MPI_Send(&value, 1, MPI_INT, 0, i, both);
      MPI_Recv(&value, 1, MPI_INT, 0, tag, both, MPI_STATUS_IGNORE);
      EXPECT_EQ(value, -turn);
    } else if (world_rank() == 0) {
      value = 0;
      MPI_Status status;
      MPI_Recv(&value, 1, MPI_INT, 0, 0, both, &status);
      EXPECT_EQ(status.MPI_SOURCE, 0);
      EXPECT_EQ(value, turn);
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Irecv(&value, 1, MPI_INT, 0, 1, both, &request);
      MPI_Wait(&request, &status);
      EXPECT_EQ(status.MPI_TAG, 1);
      MPI_Probe(0, 2, both, &status);
      EXPECT_EQ(status.MPI_TAG, 2);
      MPI_Irecv(&value, 1, MPI_INT, 0, 2, both, &request);
      MPI_Waitall(1, &request, &status);
      MPI_Message message = MPI_MESSAGE_NULL;
      MPI_Mprobe(0, 3, both, &message, &status);
      MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
      value = -turn;
      MPI_Ssend(&value, 1, MPI_INT, 0, tag, both);
    }
  });
}

TEST_F(Intercommunicators, SendsWaitForTheirReceivers) {
  are_used([](MPI_Comm both, int turn) {
    int value = turn;
    if (world_rank() == 0) {
      MPI_Ssend(&value, 1, MPI_INT, 0, tag, both);
      int got = 0;
      MPI_Sendrecv(&value, 1, MPI_INT, 0, tag, &got, 1, MPI_INT, 0, tag, both, MPI_STATUS_IGNORE);
      EXPECT_EQ(got, -turn);
    } else if (world_rank() == 1) {
      MPI_Recv(&value, 1, MPI_INT, 0, tag, both, MPI_STATUS_IGNORE);
      const int own = -turn;
      MPI_Sendrecv(&own, 1, MPI_INT, 0, tag, &value, 1, MPI_INT, 0, tag, both, MPI_STATUS_IGNORE);
      EXPECT_EQ(value, turn);
    }
  });
}

TEST_F(Intercommunicators, AllMembersMeet) {
  are_used([](MPI_Comm both, int turn) {
    MPI_Barrier(both);
    exchange();
    int sum = 0;
    MPI_Allreduce(&turn, &sum, 1, MPI_INT, MPI_SUM, both);
    EXPECT_EQ(sum, turn * (world_rank() == 0 ? world_size() - 1 : 1));
    exchange();
    int value = world_rank() == 1 ? turn : 0;
    const int others = world_rank() == 1 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Bcast(&value, 1, MPI_INT, world_rank() == 0 ? 0 : others, both);
    EXPECT_TRUE(world_rank() > 1 || value == turn);
    exchange();
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(both, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
}

template <class Function>
Function function_named(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

// Open MPI 5 lacks the function, and a program that looks for it finds that of the runtime.
using LargeIallgatherv = int (*)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*,
                                 const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Request*);

TEST_F(Intercommunicators, CountsMayBeLargeWithoutBlocking) {
  const auto begin = function_named<LargeIallgatherv>("MPI_Iallgatherv_c");
  if (begin == nullptr) GTEST_SKIP() << "the MPI lacks it";
  are_used([&](MPI_Comm both, int turn) {
    int size = 0;
    MPI_Comm_remote_size(both, &size);
    const auto remote = static_cast<std::size_t>(size);
    const std::vector<MPI_Count> counts(remote, 1);
    std::vector<MPI_Aint> places;
    for (std::size_t i = 0; i < remote; ++i)
      places.push_back(static_cast<MPI_Aint>(remote - 1 - i));
    const int own = 100 * turn + world_rank();
    std::vector<int> expected;
    for (int rank = world_rank() == 0 ? world_size() - 1 : 0; expected.size() < remote; --rank) {
      expected.push_back(100 * turn + rank);
    }
    std::vector<int> got(remote, -1);
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_EQ(
        begin(&own, 1, MPI_INT, got.data(), counts.data(), places.data(), MPI_INT, both, &request),
        MPI_SUCCESS);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(got, expected);
  });
}

#if defined(OPEN_MPI)
TEST_F(Intercommunicators, CountsThatTheMpiHasNoFunctionForAreAnError) {
  const auto begin = function_named<LargeIallgatherv>("MPI_Iallgatherv_c");
  if (begin == nullptr) GTEST_SKIP() << "the MPI lacks it";
  are_used([&](MPI_Comm both, int /*turn*/) {
    const ErrorsReturnScope returned(MPI_COMM_SELF);
    const std::vector<MPI_Count> counts(static_cast<std::size_t>(world_size()), MPI_Count{1} << 31);
    const std::vector<MPI_Aint> places(counts.size(), 0);
    MPI_Request request = MPI_REQUEST_NULL;
    const int error =
        begin(nullptr, 0, MPI_INT, nullptr, counts.data(), places.data(), MPI_INT, both, &request);
    EXPECT_EQ(class_of(error), MPI_ERR_COUNT);
  });
}
#endif

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
