// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/endpoint.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>

#include "base/random.hpp"
#include "bcs/runtime/deadlock_report.hpp"
#include "ranks.hpp"

namespace strobe::bcs::runtime {
namespace {

Transfer sending(Rank to, const void* data, std::size_t bytes, std::int32_t tag = 0) {
  Transfer transfer;
  transfer.peer = to;
  transfer.tag = tag;
  transfer.context = context;
  transfer.data = static_cast<std::byte*>(const_cast<void*>(data));
  transfer.bytes = bytes;
  return transfer;
}

void send(Endpoint& endpoint, Rank to, const void* data, std::size_t bytes, std::int32_t tag = 0) {
  Transfer transfer = sending(to, data, bytes, tag);
  endpoint.begin_send(transfer);
  ASSERT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
}

Transfer receive(Endpoint& endpoint, Rank from, void* data, std::size_t bytes,
                 std::int32_t tag = any_tag) {
  Transfer transfer = sending(from, data, bytes, tag);
  transfer.lowest_source = endpoint.rank() == 0 ? 1 : 0;
  endpoint.begin_receive(transfer);
  endpoint.await(transfer);
  EXPECT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
  return transfer;
}

Options in_mode(std::string_view mode) {
  Options options;
  options.policy = *protocol::policy_named(mode);
  options.slice = std::chrono::microseconds(200);
  return options;
}

class EveryMode : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] Options options() const { return in_mode(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Modes, EveryMode,
                         testing::Values("strict", "adaptive", "deterministic", "fast"),
                         [](const auto& mode) { return std::string(mode.param); });

TEST_P(EveryMode, DeliversMessagesOfEverySize) {
  run_ranks(2, options(), [](Endpoint& endpoint) {
    const Rank other = 1 - endpoint.rank();
    for (const std::size_t bytes : {0, 1, 8, 24, 25, 4096, 65536, 65537, 1'000'003}) {
      std::vector<unsigned char> out(bytes), in(bytes);
      std::iota(out.begin(), out.end(), static_cast<unsigned char>(endpoint.rank()));
      Transfer sent = sending(other, out.data(), bytes, 3);
      endpoint.begin_send(sent);
      const Transfer got = receive(endpoint, other, in.data(), bytes, 3);
      ASSERT_EQ(endpoint.wait_for(sent), WaitOutcome::complete);
      std::iota(out.begin(), out.end(), static_cast<unsigned char>(other));
      EXPECT_EQ(in, out);
      EXPECT_EQ(got.received.bytes, bytes);
      EXPECT_EQ(got.source, other);
      EXPECT_EQ(got.received.tag, 3);
    }
  });
}

TEST_P(EveryMode, CopiesLongMessagesByBothSides) {
  Options both = options();
  both.cores = 2;
  run_ranks(2, both, [](Endpoint& endpoint) {
    const Rank other = 1 - endpoint.rank();
    for (int turn = 0; turn < 20; ++turn) {
      std::vector<std::uint32_t> data(100'000 + static_cast<std::size_t>(turn) * 10'007);
      if (turn % 2 == endpoint.rank()) {
        std::iota(data.begin(), data.end(), turn);
        send(endpoint, other, data.data(), data.size() * sizeof data[0]);
        continue;
      }
      receive(endpoint, other, data.data(), data.size() * sizeof data[0]);
      std::vector<std::uint32_t> expected(data.size());
      std::iota(expected.begin(), expected.end(), turn);
      ASSERT_EQ(data, expected) << turn;
    }
  });
}

TEST_P(EveryMode, SendersWaitWhileTheRingIsFull) {
  run_ranks(2, options(), [](Endpoint& endpoint) {
    constexpr int messages = 500;
    std::vector<std::int64_t> block(1000);
    if (endpoint.rank() == 0) {
      std::vector<Transfer> all(messages, sending(1, block.data(), block.size() * 8));
      for (Transfer& transfer : all) endpoint.begin_send(transfer);
      for (const Transfer& transfer : all)
        ASSERT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
      receive(endpoint, 1, nullptr, 0);
    } else {
      for (int i = 0; i < messages; ++i) receive(endpoint, 0, block.data(), block.size() * 8);
      send(endpoint, 0, nullptr, 0);
    }
  });
}

TEST_P(EveryMode, TruncatesMessagesLongerThanTheBuffer) {
  run_ranks(2, options(), [](Endpoint& endpoint) {
    for (const std::size_t bytes : {16, 1000, 100'000}) {
      std::vector<char> block(bytes, static_cast<char>('a' + endpoint.rank()));
      if (endpoint.rank() == 0) {
        send(endpoint, 1, block.data(), bytes);
      } else {
        const Transfer got = receive(endpoint, 0, block.data(), 10);
        EXPECT_TRUE(got.is_truncated);
        EXPECT_EQ(got.received.bytes, bytes);
        EXPECT_EQ(std::string(block.data(), 11), "aaaaaaaaaab");
      }
    }
  });
}

TEST_P(EveryMode, SynchronousSendCompletesWithItsReceive) {
  run_ranks(2, options(), [](Endpoint& endpoint) {
    int number = 5;
    if (endpoint.rank() == 0) {
      Transfer transfer = sending(1, &number, sizeof number, 1);
      transfer.is_synchronous = true;
      endpoint.begin_send(transfer);
      const auto is_over = [&] { return transfer.is_complete; };
      EXPECT_EQ(endpoint.wait(is_over, [] { return true; }), WaitOutcome::edge);
      send(endpoint, 1, nullptr, 0, 2);
      EXPECT_EQ(endpoint.wait_for(transfer), WaitOutcome::complete);
    } else {
      receive(endpoint, 0, nullptr, 0, 2);
      receive(endpoint, 0, &number, sizeof number, 1);
    }
  });
}

TEST_P(EveryMode, DetectsDeadlock) {
  std::atomic<int> stuck = 0;
  run_ranks(3, options(), [&](Endpoint& endpoint) {
    if (endpoint.rank() == 2) return;
    Transfer transfer = sending(1 - endpoint.rank(), nullptr, 0);
    endpoint.begin_receive(transfer);
    if (endpoint.wait_for(transfer) == WaitOutcome::deadlock) ++stuck;
  });
  EXPECT_EQ(stuck, 2);
}

TEST(DeadlockReport, NamesWhatEachRankWaitsForAndTheCycle) {
  std::vector<std::string> lines;
  run_ranks(4, in_mode("deterministic"), [&](Endpoint& endpoint) {
    if (endpoint.rank() == 3) return;
    // Rank 0 waits for 2, 2 for 1, 1 for 2.
    const Rank peer = endpoint.rank() == 2 ? 1 : 2;
    Transfer transfer = sending(peer, nullptr, 0);
    endpoint.begin_receive(transfer);
    ASSERT_EQ(endpoint.wait_for(transfer), WaitOutcome::deadlock);
    const std::string text = "waits for " + std::to_string(peer);
    if (auto report =
            collect_deadlock_report(endpoint.segment(), endpoint.placement(), text, {peer});
        !report.empty()) {
      lines = std::move(report);
    }
  });
  EXPECT_THAT(lines, testing::ElementsAre("the cycle: 1 -> 2 -> 1", "ranks 0, 1 wait for 2",
                                          "rank 2 waits for 1"));
}

/// The deadlock report of ranks, each of which waits for the next rank.
std::vector<std::string> report_on_nodes(int nodes, int ranks) {
  std::vector<std::string> lines;
  std::atomic<int> reports = 0;
  run_job(nodes, ranks, in_mode("deterministic"), [&](Endpoint& endpoint) {
    const Rank next = (endpoint.rank() + 1) % ranks;
    Transfer transfer = sending(next, nullptr, 0);
    endpoint.begin_receive(transfer);
    ASSERT_EQ(endpoint.wait_for(transfer), WaitOutcome::deadlock);
    const std::string text = "waits for " + std::to_string(next);
    if (auto report =
            collect_deadlock_report(endpoint.segment(), endpoint.placement(), text, {next});
        !report.empty()) {
      ++reports;
      lines = std::move(report);
    }
  });
  EXPECT_EQ(reports, 1);
  return lines;
}

TEST(DeadlockReport, OfSeveralNodesComesOnceWithAllRanksAndTheCycle) {
  EXPECT_THAT(
      report_on_nodes(2, 4),
      testing::ElementsAre("the cycle: 0 -> 1 -> 2 -> 3 -> 0", "rank 0 waits for 1",
                           "rank 1 waits for 2", "rank 2 waits for 3", "rank 3 waits for 0"));
}

TEST(DeadlockReport, OfManyNodesMeetsOnATree) {
  const std::vector<std::string> lines = report_on_nodes(12, 14);
  ASSERT_EQ(lines.size(), 15U);
  EXPECT_EQ(lines[1], "rank 0 waits for 1");
  EXPECT_EQ(lines[14], "rank 13 waits for 0");
}

TEST(Strict, NodeWithALateClockCatchesUpWithArrivingSlices) {
  Options options = in_mode("strict");
  options.slice = std::chrono::milliseconds(1);
  constexpr std::uint32_t ahead = 1'000'000;
  run_job(2, 2, options, [&](Endpoint& endpoint) {
    double number = 1;
    if (endpoint.rank() == 0) {
      endpoint.segment().control().epoch_ns -= ahead * options.slice.count();
      send(endpoint, 1, &number, sizeof number, 1);
    } else {
      EXPECT_LT(endpoint.slice(), ahead);
      receive(endpoint, 0, &number, sizeof number, 1);
      EXPECT_GE(endpoint.slice(), ahead);
    }
  });
}

TEST(SeveralNodes, DeliverMessagesOfEverySize) {
  run_job(2, 3, in_mode("deterministic"), [](Endpoint& endpoint) {
    if (endpoint.rank() == 2) return;
    EXPECT_FALSE(endpoint.is_here(1 - endpoint.rank()));
    for (const std::size_t bytes : {0, 8, 24, 25, 65537, 1'000'003}) {
      std::vector<unsigned char> out(bytes, static_cast<unsigned char>(endpoint.rank() + 1));
      std::vector<unsigned char> in(bytes);
      Transfer sent = sending(1 - endpoint.rank(), out.data(), bytes);
      endpoint.begin_send(sent);
      receive(endpoint, 1 - endpoint.rank(), in.data(), bytes / 2);
      ASSERT_EQ(endpoint.wait_for(sent), WaitOutcome::complete);
      const auto cut = in.begin() + static_cast<std::ptrdiff_t>(bytes / 2);
      EXPECT_EQ(std::count(in.begin(), cut, 2 - endpoint.rank()), cut - in.begin());
      EXPECT_EQ(std::count(cut, in.end(), 0), in.end() - cut);
    }
  });
}

TEST(SeveralNodes, AgreeOnDeadlock) {
  for (int run = 0; run < 20; ++run) {
    std::atomic<int> stuck = 0;
    run_job(2, 4, in_mode("deterministic"), [&](Endpoint& endpoint) {
      double number = 1;
      const Rank next = (endpoint.rank() + 1) % 4;
      send(endpoint, next, &number, sizeof number, 1);
      receive(endpoint, (endpoint.rank() + 3) % 4, &number, sizeof number, 1);
      Transfer transfer = sending(next, nullptr, 0);
      endpoint.begin_receive(transfer);
      if (endpoint.wait_for(transfer) == WaitOutcome::deadlock) ++stuck;
    });
    EXPECT_EQ(stuck, 4);
  }
}

/// Global, since the function of watch_threads takes no arguments.
std::atomic<int> thread_polls = 0;
std::atomic<bool> do_threads_sleep = false;

TEST(OtherThreads, PreventADeadlockUntilTheySleep) {
  for (const int nodes : {1, 2}) {
    thread_polls = 0;
    do_threads_sleep = false;
    std::atomic<int> stuck = 0;
    run_job(nodes, 2, in_mode("deterministic"), [&](Endpoint& endpoint) {
      if (endpoint.rank() == 0) {
        endpoint.watch_threads([] {
          // They fall asleep between the third poll and the fourth.
          if (++thread_polls == 4) do_threads_sleep = true;
          return do_threads_sleep.load();
        });
      }
      Transfer transfer = sending(1 - endpoint.rank(), nullptr, 0);
      endpoint.begin_receive(transfer);
      if (endpoint.wait_for(transfer) == WaitOutcome::deadlock) ++stuck;
      EXPECT_TRUE(do_threads_sleep);
    });
    EXPECT_EQ(stuck, 2);
    EXPECT_EQ(thread_polls, 4);
  }
}

// A fan-in: the sources of the messages that rank 0 receives from any source, in order.
std::vector<Rank> fan_in(int ranks, const Options& options, std::vector<std::uint64_t>* decisions) {
  std::vector<Rank> order;
  const std::vector<std::uint64_t> hashes = run_ranks(ranks, options, [&](Endpoint& endpoint) {
    constexpr int program = 20;
    double number = endpoint.rank();
    base::Random random(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&number)));
    for (int round = 0; round < program; ++round) {
      if (endpoint.rank() != 0) {
        for (std::uint64_t i = random.next() % 20000; i != 0; --i) asm volatile("");
        send(endpoint, 0, &number, sizeof number);
        continue;
      }
      for (int i = 1; i < endpoint.ranks(); ++i) {
        order.push_back(receive(endpoint, any_source, &number, sizeof number).source);
      }
    }
  });
  if (decisions != nullptr) *decisions = hashes;
  return order;
}

TEST(Deterministic, FanInHasOneOrderWhateverTheTiming) {
  for (const int ranks : {2, 3, 4, 6}) {
    std::vector<std::uint64_t> decisions;
    const std::vector<Rank> order = fan_in(ranks, in_mode("deterministic"), &decisions);
    for (int run = 0; run < 20; ++run) {
      std::vector<std::uint64_t> again;
      EXPECT_EQ(fan_in(ranks, in_mode("deterministic"), &again), order);
      EXPECT_EQ(again, decisions);
    }
  }
}

TEST(Deterministic, CertainMatchesDoNotWaitForAnEdge) {
  run_ranks(2, in_mode("deterministic"), [](Endpoint& endpoint) {
    int number = endpoint.rank();
    for (int turn = 0; turn < 100; ++turn) {
      if (endpoint.rank() == 1) {
        send(endpoint, 0, &number, sizeof number);
        receive(endpoint, 0, &number, sizeof number);
      } else {
        if (turn % 2 == 0) {
          endpoint.take_own();
          const Message* seen = nullptr;
          const auto is_seen = [&] {
            seen = endpoint.visible(context, any_source, any_tag);
            return seen != nullptr && endpoint.is_certain(*seen, 1);
          };
          EXPECT_EQ(endpoint.wait(is_seen, [] { return false; }), WaitOutcome::complete);
        }
        EXPECT_EQ(receive(endpoint, any_source, &number, sizeof number).source, 1);
        send(endpoint, 1, &number, sizeof number);
      }
    }
    EXPECT_EQ(endpoint.slice(), 0);
  });
}

TEST(Deterministic, MessagesToItselfComeBeforeThoseOfHigherRanks) {
  for (int run = 0; run < 20; ++run) {
    run_ranks(3, in_mode("deterministic"), [&](Endpoint& endpoint) {
      int number = endpoint.rank();
      if (endpoint.rank() != 1) {
        for (int i = run * 1000; i != 0; --i) asm volatile("");
        send(endpoint, 1, &number, sizeof number);
        return;
      }
      std::vector<Rank> order;
      send(endpoint, 1, &number, sizeof number);
      for (int i = 0; i < 3; ++i) {
        order.push_back(receive(endpoint, any_source, &number, sizeof number).source);
      }
      EXPECT_THAT(order, testing::ElementsAre(0, 1, 2));
    });
  }
}

TEST(Deterministic, PerturbationGivesAnotherOrderThatItsSeedRepeats) {
  Options options = in_mode("deterministic");
  const std::vector<Rank> usual = fan_in(4, options, nullptr);
  options.perturbation = 1;
  const std::vector<Rank> other = fan_in(4, options, nullptr);
  EXPECT_NE(other, usual);
  EXPECT_EQ(fan_in(4, options, nullptr), other);
  EXPECT_THAT(other, testing::UnorderedElementsAreArray(usual));
}

TEST(Deterministic, TestThatFindsNothingWaitsUntilAllRanksAreBlocked) {
  std::vector<int> polls;
  for (int run = 0; run < 10; ++run) {
    run_ranks(2, in_mode("deterministic"), [&](Endpoint& endpoint) {
      int number = 0;
      if (endpoint.rank() == 1) {
        for (int i = run * 1000; i != 0; --i) asm volatile("");
        receive(endpoint, 0, &number, sizeof number);
        send(endpoint, 0, &number, sizeof number);
        return;
      }
      Transfer reply = sending(1, &number, sizeof number);
      endpoint.begin_receive(reply);
      int count = 0;
      const auto found = [&] {
        return endpoint.wait([&] { return reply.is_complete; }, [] { return true; }) ==
               WaitOutcome::complete;
      };
      while (!found()) {
        if (++count == 3) {
          Transfer request = sending(1, &number, sizeof number);
          endpoint.begin_send(request);
        }
      }
      polls.push_back(count);
    });
  }
  EXPECT_THAT(polls, testing::Each(3));
}

TEST(Strict, ProbeFindsAMessageInTheNextSlice) {
  for (int run = 0; run < 20; ++run) {
    run_ranks(2, in_mode("strict"), [](Endpoint& endpoint) {
      int number = 0;
      if (endpoint.rank() == 1) {
        send(endpoint, 0, &number, sizeof number);
        receive(endpoint, 0, &number, sizeof number);
        return;
      }
      const auto is_seen = [&] { return endpoint.visible(context, 1, any_tag) != nullptr; };
      EXPECT_EQ(endpoint.wait(is_seen, [] { return false; }), WaitOutcome::complete);
      receive(endpoint, 1, &number, sizeof number);
      send(endpoint, 1, &number, sizeof number);
    });
  }
}

/// Ranks in one thread, in slices that begin when the test says so.
class SlowClock {
 public:
  explicit SlowClock(int ranks)
      : memory_(Segment::bytes_for(ranks)), segment_(memory_.at(), ranks) {
    options_ = in_mode("strict");
    options_.slice = std::chrono::hours(1);
    for (Rank rank = 0; rank < ranks; ++rank) {
      endpoints_.push_back(std::make_unique<Endpoint>(segment_, rank, options_));
    }
  }
  Endpoint& operator[](Rank rank) { return *endpoints_[static_cast<std::size_t>(rank)]; }
  void pass(int slices) {
    segment_.control().epoch_ns -= slices * std::chrono::nanoseconds(options_.slice).count();
  }

 private:
  Options options_;
  Zeros memory_;
  Segment segment_;
  std::vector<std::unique_ptr<Endpoint>> endpoints_;
};

/// Sizes for eager inline, eager and rendezvous messages.
constexpr std::size_t sizes_by_each_way[] = {8, 2000, 500'000};

/// Whether a message is complete for its receiver and for its sender.
std::pair<bool, bool> are_over(SlowClock& ranks, const Transfer& receive, const Transfer& send) {
  ranks[0].progress();
  ranks[1].progress();
  return {receive.is_complete, send.is_complete};
}

TEST(Strict, SendAndReceiveCompleteTwoSlicesAfterTheLaterOne) {
  constexpr std::pair over{true, true};
  constexpr std::pair pending{false, false};
  for (const std::size_t bytes : sizes_by_each_way) {
    SCOPED_TRACE(bytes);
    std::vector<std::byte> out(bytes, std::byte{7});
    std::vector<std::byte> in(bytes);
    Transfer receive{.peer = 1, .context = context, .data = in.data(), .bytes = bytes};
    Transfer send{
        .peer = 0, .context = context, .data = out.data(), .bytes = bytes, .is_synchronous = true};
    {
      // Neither rank polls for five slices: both compute meanwhile.
      SlowClock ranks(2);
      ranks[0].begin_receive(receive);
      ranks[1].begin_send(send);
      ranks.pass(5);
      EXPECT_EQ(are_over(ranks, receive, send), over);
      EXPECT_EQ(in, out);
    }
    {
      SlowClock ranks(2);
      ranks[0].begin_receive(receive);
      ranks[1].begin_send(send);
      ranks.pass(1);
      EXPECT_EQ(are_over(ranks, receive, send), pending);
      ranks.pass(1);
      EXPECT_EQ(are_over(ranks, receive, send), over);
    }
    {
      // Either the receive or the message is the later one.
      SlowClock ranks(2);
      ranks[1].begin_send(send);
      ranks.pass(5);
      ranks[0].begin_receive(receive);
      ranks.pass(1);
      EXPECT_EQ(are_over(ranks, receive, send), pending);
      ranks.pass(1);
      EXPECT_EQ(are_over(ranks, receive, send), over);
      ranks[0].begin_receive(receive);
      ranks.pass(5);
      ranks[1].begin_send(send);
      ranks.pass(1);
      EXPECT_EQ(are_over(ranks, receive, send), pending);
      ranks.pass(1);
      EXPECT_EQ(are_over(ranks, receive, send), over);
    }
  }
}

TEST(Strict, ReceiveFromAnySourceGetsWhatHadArrivedByItsSlice) {
  SlowClock ranks(3);
  int number = 0;
  Transfer receives[2];
  for (Transfer& receive : receives) {
    receive = {.peer = any_source,
               .context = context,
               .data = reinterpret_cast<std::byte*>(&number),
               .bytes = sizeof number};
    ranks[0].begin_receive(receive);
  }
  int own[] = {0, 1, 2};
  Transfer sends[3];
  for (const Rank rank : {2, 1}) {
    Transfer& send = sends[rank];
    send = {.peer = 0,
            .context = context,
            .data = reinterpret_cast<std::byte*>(&own[rank]),
            .bytes = sizeof(int)};
    ranks[rank].begin_send(send);
    ranks.pass(1);
  }
  ranks.pass(5);
  ranks[0].progress();
  // At the end both messages have arrived. If both had arrived in one slice, that of rank 1 would
  // come first.
  EXPECT_EQ(receives[0].source, 2);
  EXPECT_EQ(receives[1].source, 1);
  EXPECT_TRUE(receives[0].is_complete && receives[1].is_complete);
}

TEST(Fast, ReceivesTakeTheFirstArrival) {
  run_ranks(3, in_mode("fast"), [](Endpoint& endpoint) {
    int number = endpoint.rank();
    if (endpoint.rank() == 2) {
      send(endpoint, 0, &number, sizeof number);
      send(endpoint, 1, &number, sizeof number);
    } else if (endpoint.rank() == 1) {
      receive(endpoint, 2, &number, sizeof number);
      send(endpoint, 0, &number, sizeof number);
    } else {
      receive(endpoint, 1, &number, sizeof number);
      EXPECT_EQ(receive(endpoint, any_source, &number, sizeof number).source, 2);
    }
  });
}

}  // namespace
}  // namespace strobe::bcs::runtime
