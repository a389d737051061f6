// SPDX-License-Identifier: BSD-3-Clause
//
// If a rank is killed at any moment, even while it holds a lock of the segment or copies a part of
// a message, all others end within bounded time.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "bcs/runtime/collectives/shared_buffer_pool.hpp"
#include "ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

using namespace std::chrono_literals;

constexpr int exit_status_of_lost = 40;  ///< and the lost member's number
constexpr int exit_status_of_finished = 3;
constexpr std::chrono::seconds longest_wait{20};  ///< other programs may have the cores

/// A node whose ranks are processes.
class Node {
 public:
  /// `most_pairs` is that of the segment.
  explicit Node(int ranks, std::size_t most_pairs = std::numeric_limits<std::size_t>::max())
      : ranks_(ranks), most_pairs_(most_pairs), memory_(Segment::bytes_for(ranks)), begun_(64) {}
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node() {
    for (const std::optional<pid_t>& pid : pids_) {
      if (!pid) continue;
      kill(*pid, SIGKILL);
      waitpid(*pid, nullptr, 0);
    }
  }

  void start(const Options& options, const std::function<void(Endpoint&)>& program) {
    for (int rank = 0; rank < ranks_; ++rank) {
      const pid_t pid = fork();
      if (pid == 0) run(rank, options, program);
      pids_.push_back(pid > 0 ? std::optional(pid) : std::nullopt);
    }
  }

  /// The status of the rank by waitpid; nothing if it still runs after the longest wait.
  std::optional<int> end_of(int rank) {
    std::optional<pid_t>& pid = pids_[static_cast<std::size_t>(rank)];
    const auto deadline = base::monotonic_now() + longest_wait;
    while (pid && base::monotonic_now() < deadline) {
      int status = 0;
      if (waitpid(*pid, &status, WNOHANG) == *pid) {
        pid.reset();
        return status;
      }
      std::this_thread::sleep_for(1ms);
    }
    return std::nullopt;
  }

 private:
  [[noreturn]] void run(int rank, const Options& options,
                        const std::function<void(Endpoint&)>& program) {
    Segment segment(memory_.at(), ranks_, most_pairs_);
    Endpoint endpoint(segment, rank, options);
    auto& begun = *reinterpret_cast<std::atomic<int>*>(begun_.at());
    const auto meet = [&begun](int arrivals) {
      ++begun;
      while (begun < arrivals) std::this_thread::yield();
    };
    // If a rank ends before the others watch, only the launcher notices. So no rank goes on before
    // all watch.
    meet(ranks_);
    endpoint.watch_others([](int member, bool) { _exit(exit_status_of_lost + member); });
    meet(2 * ranks_);
    program(endpoint);
    _exit(exit_status_of_finished);
  }

  int ranks_;
  std::size_t most_pairs_;
  Zeros memory_;
  Zeros begun_;
  std::vector<std::optional<pid_t>> pids_;  ///< of ranks that may still run
};

void send(Endpoint& endpoint, Rank to, std::vector<std::byte>& data) {
  Transfer transfer;
  transfer.peer = to;
  transfer.data = data.data();
  transfer.bytes = data.size();
  endpoint.begin_send(transfer);
  endpoint.wait_for(transfer);
}

void receive(Endpoint& endpoint, Rank from, std::vector<std::byte>& data) {
  Transfer transfer;
  transfer.peer = from;
  transfer.data = data.data();
  transfer.bytes = data.size();
  endpoint.begin_receive(transfer);
  endpoint.wait_for(transfer);
}

void expect_that_all_end(Node& node, int ranks, int killed) {
  const std::optional<int> end = node.end_of(killed);
  ASSERT_TRUE(end);
  ASSERT_TRUE(WIFSIGNALED(*end) && WTERMSIG(*end) == SIGKILL) << *end;
  for (int rank = 0; rank < ranks; ++rank) {
    if (rank == killed) continue;
    const std::optional<int> other = node.end_of(rank);
    ASSERT_TRUE(other) << "rank " << rank << " waits for a rank that was killed";
    // A rank may have noticed another one first that ended for the same reason.
    EXPECT_TRUE(WIFEXITED(*other)) << *other;
    EXPECT_GE(WEXITSTATUS(*other), exit_status_of_lost);
  }
}

class LostHolder : public ::testing::TestWithParam<const char*> {};

/// Ranks 0 and 2 wait for each other by way of rank 1, which is killed while it holds the lock.
TEST_P(LostHolder, OfTheLockEndsTheOthers) {
  constexpr int ranks = 3;
  constexpr int killed = 1;
  Node node(ranks);
  node.start({}, [](Endpoint& endpoint) {
    std::vector<std::byte> data(8);
    for (int turn = 0;; ++turn) {
      if (endpoint.rank() == killed && turn == 20) strobe_deadly_transition = GetParam();
      if (endpoint.rank() == 0 || turn != 0) {
        // Each rank has to wait, so that it blocks and is woken.
        if (endpoint.rank() == 0) std::this_thread::sleep_for(1ms);
        send(endpoint, (endpoint.rank() + 1) % ranks, data);
      }
      receive(endpoint, (endpoint.rank() + ranks - 1) % ranks, data);
    }
  });
  expect_that_all_end(node, ranks, killed);
}

INSTANTIATE_TEST_SUITE_P(AtEachTransition, LostHolder,
                         ::testing::Values("marking", "marked", "counted", "released",
                                           "unblocked"));

/// A rank that has departed is lost, too, if it holds the lock.
TEST(LostHolderThat, HasDepartedEndsTheOthers) {
  Node node(2);
  node.start({}, [](Endpoint& endpoint) {
    std::vector<std::byte> data(8);
    if (endpoint.rank() == 0) receive(endpoint, 1, data);
    std::this_thread::sleep_for(50ms);
    // A rank is released as soon as all are blocked.
    strobe_deadly_transition = "released";
    endpoint.close();
  });
  expect_that_all_end(node, 2, 1);
}

TEST(LostHolderThat, AllocatesASharedBufferEndsTheOthers) {
  Node node(2);
  node.start({}, [](Endpoint& endpoint) {
    collectives::SharedBufferPool pool(endpoint.segment());
    if (endpoint.rank() == 1) strobe_deadly_transition = "allocating";
    for (Context context = static_cast<Context>(endpoint.rank());; context += 2) {
      (void)pool.buffers(context, 1);
      pool.leave(context);
      std::this_thread::sleep_for(100us);  // the lock is not fair
    }
  });
  expect_that_all_end(node, 2, 1);
}

/// All ranks write to the shared channel of rank 0.
TEST(LostHolderThat, WritesToASharedChannelEndsTheOthers) {
  constexpr int ranks = Segment::most_polled_ranks + 1;
  constexpr int killed = 3;
  Node node(ranks, 0);
  node.start({}, [](Endpoint& endpoint) {
    std::vector<std::byte> data(8);
    for (int turn = 0;; ++turn) {
      if (endpoint.rank() == killed && turn == 20) strobe_deadly_transition = "in_turn";
      if (endpoint.rank() != 0) send(endpoint, 0, data);
      for (Rank from = 1; endpoint.rank() == 0 && from < ranks; ++from) {
        receive(endpoint, from, data);
      }
    }
  });
  expect_that_all_end(node, ranks, killed);
}

TEST(LostHolderThat, CopiesAPartEndsTheOthers) {
  constexpr std::size_t bytes = 64UL * 1024 * 1024;
  Node node(2);
  node.start({.waiting = Waiting::spin, .cores = 2}, [](Endpoint& endpoint) {
    std::vector<std::byte> data(bytes);
    if (endpoint.rank() == 1) strobe_deadly_transition = "claimed";
    for (;;) endpoint.rank() == 1 ? send(endpoint, 0, data) : receive(endpoint, 1, data);
  });
  expect_that_all_end(node, 2, 1);
}

}  // namespace
}  // namespace strobe::bcs::runtime
