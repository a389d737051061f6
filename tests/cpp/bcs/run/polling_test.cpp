// SPDX-License-Identifier: BSD-3-Clause
//
// Tests and nonblocking probes in loops with work between them: whatever they have answered before,
// they find each message and each completion once.
#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <vector>

#include "bcs/run/world.hpp"

namespace strobe::bcs::run {
namespace {

constexpr int rounds = 100;

/// Ranks need different times for it.
double work(int round) {
  double x = 1.0;
  for (int i = (world_rank() * 37 + round * 11) % 50 * 20; i > 0; --i) x = 0.5 * x + 0.25;
  return x;
}

/// The receives of one round from all ranks, the own one, too, and the sends of the round.
class Round {
 public:
  explicit Round(int round) : receives(size()), received_(size(), -1), sends_(size()) {
    for (std::size_t i = 0; i < size(); ++i) {
      MPI_Irecv(&received_[i], 1, MPI_INT, static_cast<int>(i), round, MPI_COMM_WORLD,
                &receives[i]);
    }
    value_ = 1000 * round + world_rank();
    for (std::size_t i = 0; i < size(); ++i) {
      MPI_Isend(&value_, 1, MPI_INT, static_cast<int>(i), round, MPI_COMM_WORLD, &sends_[i]);
    }
  }
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;
  ~Round() { MPI_Waitall(static_cast<int>(size()), sends_.data(), MPI_STATUSES_IGNORE); }

  static std::size_t size() { return static_cast<std::size_t>(world_size()); }
  void expect_all(int round) const {
    EXPECT_EQ(received_, numbers(world_size(), 1000 * round));
    for (const MPI_Request request : receives) EXPECT_EQ(request, MPI_REQUEST_NULL);
  }

  std::vector<MPI_Request> receives;

 private:
  std::vector<int> received_;
  std::vector<MPI_Request> sends_;
  int value_ = 0;
};

TEST(Polling, FindsEachMessageOnceByTest) {
  for (int round = 0; round < rounds; ++round) {
    Round all(round);
    for (MPI_Request& receive : all.receives) {
      int has_come = 0;
      for (; has_come == 0; MPI_Test(&receive, &has_come, MPI_STATUS_IGNORE)) work(round);
    }
    all.expect_all(round);
  }
}

TEST(Polling, FindsEachMessageOnceByTestany) {
  for (int round = 0; round < rounds; ++round) {
    Round all(round);
    for (int left = world_size(); left > 0;) {
      int has_come = 0;
      int index = -1;
      MPI_Testany(world_size(), all.receives.data(), &index, &has_come, MPI_STATUS_IGNORE);
      work(round);
      if (has_come != 0) {
        ASSERT_NE(index, MPI_UNDEFINED);
        --left;
      }
    }
    all.expect_all(round);
  }
}

TEST(Polling, FindsEachMessageOnceByTestsome) {
  std::vector<int> indices(Round::size());
  for (int round = 0; round < rounds; ++round) {
    Round all(round);
    for (int left = world_size(); left > 0;) {
      int count = 0;
      MPI_Testsome(world_size(), all.receives.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
      ASSERT_NE(count, MPI_UNDEFINED);
      left -= count;
      work(round);
    }
    all.expect_all(round);
  }
}

TEST(Polling, FindsAllMessagesByTestall) {
  for (int round = 0; round < rounds; ++round) {
    Round all(round);
    for (int have_come = 0; have_come == 0; work(round)) {
      MPI_Testall(world_size(), all.receives.data(), &have_come, MPI_STATUSES_IGNORE);
    }
    all.expect_all(round);
  }
}

TEST(Polling, FindsWhatAQueryHasFoundBefore) {
  for (int round = 0; round < rounds; ++round) {
    Round all(round);
    for (MPI_Request& receive : all.receives) {
      int is_complete = 0;
      for (; is_complete == 0; work(round)) {
        MPI_Request_get_status(receive, &is_complete, MPI_STATUS_IGNORE);
      }
      // The standard wants this test to succeed (MPI 4.1, section 3.7.6).
      MPI_Test(&receive, &is_complete, MPI_STATUS_IGNORE);
      ASSERT_EQ(is_complete, 1);
    }
    all.expect_all(round);
  }
}

TEST(Polling, FindsEachMessageOnceByProbing) {
  for (int round = 0; round < rounds; ++round) {
    const int sent = 1000 * round + world_rank();
    std::vector<MPI_Request> sends(Round::size());
    for (std::size_t i = 0; i < sends.size(); ++i) {
      MPI_Isend(&sent, 1, MPI_INT, static_cast<int>(i), round, MPI_COMM_WORLD, &sends[i]);
    }
    std::vector<int> received;
    for (int left = world_size(); left > 0; work(round)) {
      int has_come = 0;
      MPI_Status status;
      int value = -1;
      if (round % 2 == 0) {
        MPI_Iprobe(MPI_ANY_SOURCE, round, MPI_COMM_WORLD, &has_come, &status);
        if (has_come == 0) continue;
        // It is still there.
        MPI_Iprobe(status.MPI_SOURCE, round, MPI_COMM_WORLD, &has_come, &status);
        ASSERT_EQ(has_come, 1);
        MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      } else {
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Improbe(MPI_ANY_SOURCE, round, MPI_COMM_WORLD, &has_come, &message, &status);
        if (has_come == 0) continue;
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
      }
      EXPECT_EQ(value, 1000 * round + status.MPI_SOURCE);
      received.push_back(value);
      --left;
    }
    EXPECT_THAT(received,
                ::testing::UnorderedElementsAreArray(numbers(world_size(), 1000 * round)));
    MPI_Waitall(world_size(), sends.data(), MPI_STATUSES_IGNORE);
  }
}

// Each is one call site for all its uses.
[[gnu::noinline]] int is_there(int tag) {
  int has_come = 0;
  MPI_Iprobe(previous_rank(), tag, MPI_COMM_WORLD, &has_come, MPI_STATUS_IGNORE);
  return has_come;
}
[[gnu::noinline]] int is_complete(MPI_Request& request) {
  int is_over = 0;
  MPI_Test(&request, &is_over, MPI_STATUS_IGNORE);
  return is_over;
}

void receive_last() {
  int value = -1;
  MPI_Recv(&value, 1, MPI_INT, previous_rank(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

enum class Arrival : std::uint8_t { received, probed };

/// Once the message with tag 2 is here those with tags 0 and 1 are, too: in any mode, and for call
/// sites that have found nothing for long.
void find_what_was_sent_before(Arrival last) {
  for (int round = 0; round < rounds; ++round) {
    int posted = -1;
    int value = -1;
    MPI_Request receive = MPI_REQUEST_NULL;
    MPI_Irecv(&posted, 1, MPI_INT, previous_rank(), 1, MPI_COMM_WORLD, &receive);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(is_there(0), 0);
      EXPECT_EQ(is_complete(receive), 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    std::array<MPI_Request, 3> sends;
    for (int tag = 0; tag < 3; ++tag) {
      MPI_Isend(&round, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD,
                &sends[static_cast<std::size_t>(tag)]);
    }
    if (last == Arrival::received) {
      receive_last();
    } else {
      MPI_Probe(previous_rank(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    EXPECT_EQ(is_there(0), 1);
    // In the mode strict a receive completes a slice after a probe can find its message.
    if (last == Arrival::received) {
      EXPECT_EQ(is_complete(receive), 1);
    }
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    EXPECT_EQ(posted, round);
    MPI_Recv(&value, 1, MPI_INT, previous_rank(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_EQ(value, round);
    if (last == Arrival::probed) receive_last();
    MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
  }
}

TEST(CoscheduledPolling, FindsWhatWasSentBeforeAMessageThatWasReceived) {
  find_what_was_sent_before(Arrival::received);
}

TEST(CoscheduledPolling, FindsWhatWasSentBeforeAMessageThatWasProbed) {
  find_what_was_sent_before(Arrival::probed);
}

TEST(Polling, FindsNonblockingCollectives) {
  for (int round = 0; round < rounds; ++round) {
    const int one = 1;
    int sum = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    for (int is_over = 0; is_over == 0; work(round)) {
      MPI_Test(&request, &is_over, MPI_STATUS_IGNORE);
    }
    EXPECT_EQ(sum, world_size());
  }
}

/// Long messages need their receiver, and synchronous ones, too.
TEST(Polling, FindsSendsThatNeedTheirReceiver) {
  constexpr int length = 100'000;
  const std::vector<int> sent(length, world_rank());
  for (int round = 0; round < 10; ++round) {
    std::vector<int> received(length);
    int received_one = -1;
    std::array<MPI_Request, 4> requests;
    MPI_Isend(sent.data(), length, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(sent.data(), 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &requests[1]);
    work(round);
    MPI_Irecv(received.data(), length, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[2]);
    MPI_Irecv(&received_one, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, &requests[3]);
    for (int left = 4; left > 0; work(round)) {
      int count = 0;
      std::array<int, 4> indices;
      MPI_Testsome(4, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
      left -= count;
    }
    EXPECT_EQ(received, std::vector<int>(length, previous_rank()));
    EXPECT_EQ(received_one, previous_rank());
  }
}

TEST(Polling, FindsAtOnceWhatNeedsNoOtherRank) {
  int value = 0;
  std::array<MPI_Request, 2> requests;
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, tag, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, tag, MPI_COMM_WORLD, &requests[1]);
  int are_over = 0;
  MPI_Testall(2, requests.data(), &are_over, MPI_STATUSES_IGNORE);
  EXPECT_EQ(are_over, 1);
}

int is_over(MPI_Request& request) {
  int flag = 0;
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  return flag;
}

/// Each call site has found nothing many times before. As the tests of mpi4py count on it.
TEST(CoscheduledPolling, FindsAtOnceWhatTheRankHasDoneItself) {
  constexpr std::size_t many = 20'000;
  const int own = world_rank();
  for (const std::size_t length : {std::size_t{1}, many}) {
    const std::vector<int> sent(length, own);
    std::vector<int> received(length);
    const int count = static_cast<int>(length);
    for (int round = 0; round < rounds; ++round) {
      MPI_Request receive = MPI_REQUEST_NULL;
      MPI_Irecv(received.data(), count, MPI_INT, own, tag, MPI_COMM_WORLD, &receive);
      for (int turn = 0; turn < 2; ++turn) {
        EXPECT_EQ(is_over(receive), turn) << "in round " << round;
        if (turn == 0) MPI_Ssend(sent.data(), count, MPI_INT, own, tag, MPI_COMM_WORLD);
      }
      MPI_Request send = MPI_REQUEST_NULL;
      MPI_Issend(sent.data(), count, MPI_INT, own, tag, MPI_COMM_WORLD, &send);
      for (int turn = 0; turn < 2; ++turn) {
        EXPECT_EQ(is_over(send), turn) << "in round " << round;
        if (turn == 0) {
          MPI_Recv(received.data(), count, MPI_INT, own, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
      }
      EXPECT_EQ(received, sent);
    }
  }
}

TEST(CoscheduledPolling, FindsBufferedSendsAtOnce) {
  std::array<char, 1000 + MPI_BSEND_OVERHEAD> buffer{};
  MPI_Buffer_attach(buffer.data(), static_cast<int>(buffer.size()));
  const int sent = world_rank();
  MPI_Request send = MPI_REQUEST_NULL;
  MPI_Ibsend(&sent, 1, MPI_INT, next_rank(), tag, MPI_COMM_WORLD, &send);
  EXPECT_EQ(is_over(send), 1);
  int received = -1;
  MPI_Recv(&received, 1, MPI_INT, previous_rank(), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, previous_rank());
  void* detached = nullptr;
  int bytes = 0;
  MPI_Buffer_detach(&detached, &bytes);
}

}  // namespace
}  // namespace strobe::bcs::run
